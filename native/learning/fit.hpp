// Fits the network of a stage to labeled positions by stochastic gradient descent.
//
// In training every number is a float in discs, and a row has COLUMNS of them: the sum and the hidden
// units. The weights file rounds them to bytes (outflank.engine.weights).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "pattern_evaluation.hpp"

namespace outflank::learning {

inline constexpr int COLUMNS = 1 + UNITS;

struct Labelled {
    std::span<const Bitboard> mover;
    std::span<const Bitboard> opponent;
    std::span<const float> score;  // discs, from the mover's view
};

// The rows of a stage and the readings of every phase.
struct Network {
    std::vector<float> rows;   // parameter_count() × COLUMNS
    std::vector<float> start;  // PHASES × COLUMNS
    std::vector<float> worth;  // PHASES × COLUMNS
};

struct FitSettings {
    int epochs = 8;        // number of passes over the positions
    float rate = 0.3f;     // of the first steps
    float damping = 3e5f;  // initial squared gradients of a row, which make its first steps small
    float decay = 0.01f;   // weight decay of hidden units at every step, which removes rare effects
    unsigned seed = 1;     // of the order of the positions and of the first units
    int threads = 2;       // the result does not depend on their number
};

// The network with the least squared error. Phases with too few positions use the readings of
// the nearest one with enough. `keep_going` receives the epoch and its root mean square error; false
// stops early.
Network fit(const Labelled& positions, const FitSettings& settings, const std::function<bool(int, double)>& keep_going);

}  // namespace outflank::learning
