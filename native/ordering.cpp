// Which move first: the sooner the best one is tried, the more of the others need no search.
#include <algorithm>
#include <span>

#include "search.hpp"

namespace outflank {
namespace {

constexpr int EVALUATE_EMPTIES = 14;  // endgame nodes with more empties ask the evaluation, the others count answers

// What is added to the evaluation, in 1/256 disc. To the end of the game a small tree counts for more than a
// good score, so the opponent's answers weigh heavily there.
constexpr int END_MOBILITY = 700;  // per answer of the opponent; a corner counts twice
constexpr int MID_MOBILITY = 128;
constexpr int END_POTENTIAL = 96;  // per empty square next to our discs
constexpr int END_CORNER = 256;    // for taking a corner, where no evaluation says it
constexpr int END_PARITY = 100;    // for playing into a quarter with an odd number of empties

// Before the end a node this deep asks the evaluation; below, counting answers costs less than it loses.
constexpr int EVALUATE_DEPTH = 3;

// What a shallow probe liked is no better than what ordering finds, and to the end it can be much worse.
constexpr int TRUSTED_DEPTH = 14;

// Plies the ordering looks ahead, by the empties of a node that is searched to the end. Before the end it does not: the
// searches before this one left better moves in the table than a short look finds (docs/history.md).
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
    const int window_low = (alpha - 16) * DISC;  // how bad a bad move is does not matter

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
