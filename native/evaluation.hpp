// The static evaluation. The search uses only what this file declares:
//
//   Features   updated incrementally with each move; copied at every node, so keep it small
//   Weights    trained; immutable, shared by all engines and threads
//   evaluate   the mover's expected final score in 1/256 discs (search rounds and clamps it)
//
// A node holds a Position and its Features, both from the mover's view. After a move the search calls
// features.play(square, flips) once, after a pass features.pass(); both leave the features of the side
// that moves next.
#pragma once

#include "bitboard.hpp"
#include "modest_evaluation.hpp"
#include "pattern_evaluation.hpp"

namespace outflank {

// Empty weights select the modest evaluation, which needs no training.
inline int evaluate(const Weights& weights, const Features& features, Position position, Bitboard legal) {
    return weights.trained() ? pattern_evaluation(weights, features, position, legal)
                             : modest_evaluation(position, ~Bitboard{0});
}

}  // namespace outflank
