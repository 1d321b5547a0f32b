// An evaluation benchmark: every position at a fixed depth is evaluated, with incremental features as in a
// search. Measures the speed of the evaluation in realistic use.
#pragma once

#include "evaluation.hpp"
#include "search.hpp"

namespace outflank {

struct Evaluated {
    std::uint64_t positions = 0;
    std::int64_t sum = 0;  // checksum of the scores, in 1/256 disc
};

// Lines that end or have to pass before the full depth are skipped.
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
