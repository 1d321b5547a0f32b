// The evaluation at work: every position so many plies on is evaluated, its features kept up to date from move to
// move as in a search. Says how fast the evaluation is where it is used.
#pragma once

#include "evaluation.hpp"
#include "search.hpp"

namespace outflank {

struct Evaluated {
    std::uint64_t positions = 0;
    std::int64_t sum = 0;  // of the scores, in 1/256 disc; says that they are right
};

// Lines that end or have to pass before the full depth are left out.
inline void evaluate_leaves(const Weights& weights, const Node& node, int depth, Evaluated& evaluated) {
    Bitboard moves = legal_moves(node.position);
    if (depth == 0) {
        ++evaluated.positions;
        evaluated.sum += evaluate(weights, node.features, node.position, moves);
        return;
    }
    for (; moves; moves &= moves - 1) {
        Node child = node;
        const Square square = first(moves);
        child.play(square, flips(node.position, square));
        evaluate_leaves(weights, child, depth - 1, evaluated);
    }
}

}  // namespace outflank
