// Move ordering: the earlier the best move is tried, the more of the others can be skipped.
#include <algorithm>
#include <span>

#include "search.hpp"

namespace outflank {
namespace {

constexpr int EVALUATE_EMPTIES = 14;  // endgame nodes with more empties use the evaluation, the others count answers

// Added to the evaluation, in 1/256 disc. In the endgame a small tree matters more than a
// good score, so the opponent's answers weigh heavily there.
constexpr int END_MOBILITY = 700;  // per answer of the opponent; a corner counts twice
constexpr int MID_MOBILITY = 128;
constexpr int END_POTENTIAL = 96;  // per empty square next to our discs
constexpr int END_CORNER = 256;    // for taking a corner, without an evaluation
constexpr int END_PARITY = 100;    // for playing into a quarter with an odd number of empties

// In the middle game a node of this depth uses the evaluation; below, counting answers is cheaper overall.
constexpr int EVALUATE_DEPTH = 3;

// The best move of a shallow probe is no better than the ordering's, and in the endgame it can be much worse.
constexpr int TRUSTED_DEPTH = 14;

// Search depth of the ordering, by the empties of an endgame node. It is 0 in the middle game: the
// table has better moves from earlier searches than a short search finds.
constexpr int look_ahead(int empties) { return empties < 18 ? 0 : empties < 22 ? 1 : empties < 26 ? 2 : 3; }

}  // namespace

bool Search::trusted(const Transposition& known, int depth, int empties) {
    return depth < empties || known.depth >= std::min(empties, TRUSTED_DEPTH);
}

void Search::order(const Node& node, MoveList& moves, int from, int alpha, int depth, int empties,
                   const Transposition& known) {
    const bool to_the_end = depth >= empties;
    const bool by_evaluation = to_the_end ? empties > EVALUATE_EMPTIES : depth >= EVALUATE_DEPTH;
    const int plies = to_the_end ? look_ahead(empties) : 0;
    const bool trusts = trusted(known, depth, empties);
    const Bitboard odd = odd_quarters(node.position.empties() & shared_.playable);
    const int window_low = (alpha - 16) * DISC;  // the exact score of a bad move does not matter

    for (Move& move : std::span(moves.begin() + from, moves.end())) {
        if (trusts && move.square == known.move) {
            move.worth = 1 << 30;
            continue;
        }
        if (trusts && move.square == known.second_move) {
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
        move.answers = answers;
    }
}

}  // namespace outflank
