// Which move first: the sooner the best one is tried, the more of the others need no search.
#include "search.hpp"

namespace outflank {
namespace {

constexpr int EVALUATE_EMPTIES = 14;  // endgame nodes with more empties ask the evaluation, the others count answers

// What is added to the evaluation, in 1/256 disc. To the end of the game a small tree counts for more than a
// good score, so the opponent's answers weigh heavily there.
constexpr int END_MOBILITY = 700;  // per answer of the opponent; a corner counts twice
constexpr int MID_MOBILITY = 64;
constexpr int END_POTENTIAL = 96;  // per empty square next to our discs
constexpr int END_CORNER = 256;    // for taking a corner, where no evaluation says it
constexpr int END_PARITY = 100;    // for playing into a quarter with an odd number of empties

// Plies the ordering looks ahead, by the depth of the node it orders.
constexpr int look_ahead(int depth, bool to_the_end) {
    if (to_the_end) return depth < 14 ? 0 : depth < 18 ? 1 : depth < 22 ? 2 : 3;
    return depth < 6 ? 0 : depth < 11 ? 1 : 2;
}

}  // namespace

void Search::order(const Node& node, MoveList& moves, int alpha, int depth, int empties, const Transposition& known) {
    const bool to_the_end = depth >= empties;
    const bool by_evaluation = !to_the_end ? depth >= 2 : empties > EVALUATE_EMPTIES;
    const int plies = by_evaluation ? look_ahead(depth, to_the_end) : 0;
    const Bitboard odd = odd_quarters(node.position.empties() & shared_.playable);
    const int window_low = (alpha - 16) * DISC;  // how bad a bad move is does not matter

    for (Move& move : moves) {
        if (move.square == known.move) {
            move.worth = 1 << 30;
            continue;
        }
        if (move.square == known.second_move) {
            move.worth = 1 << 29;
            continue;
        }
        const Position child = outflank::play(node.position, move.square, move.turned);
        const Bitboard answers = legal_moves(child) & shared_.playable;
        // In 1/256 discs, so that it adds to an evaluation.
        int worth = -(count(answers) + count(answers & CORNERS)) * (to_the_end ? END_MOBILITY : MID_MOBILITY);
        if (to_the_end) {
            worth -= END_POTENTIAL * count(around(child.opponent) & child.empties());
            if (bit(move.square) & odd) worth += END_PARITY;
        }
        if (by_evaluation) {
            Node after = node;
            after.play(move.square, move.turned);
            worth -= plies == 0 ? evaluate_node(after, answers) : shallow(after, -64 * DISC, -window_low, plies);
        } else if (bit(move.square) & CORNERS) {
            worth += END_CORNER;
        }
        move.worth = worth;
    }
}

}  // namespace outflank
