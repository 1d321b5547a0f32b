// Learning the network of one stage from labelled positions: stochastic gradient descent.
//
// Inside the training every number is a float in discs, and a row has COLUMNS of them: the sum and the hidden
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

// The rows of a stage and how every phase reads their totals.
struct Network {
    std::vector<float> rows;   // parameter_count() × COLUMNS
    std::vector<float> start;  // PHASES × COLUMNS
    std::vector<float> worth;  // PHASES × COLUMNS
};

struct FitSettings {
    int epochs = 8;        // how often every position is seen
    float rate = 0.3f;     // of the first steps
    float damping = 3e5f;  // squared gradients a row starts with: the first positions that show it move it little
    float decay = 0.01f;   // draws hidden units towards 0 at every step: what few positions ask for is forgotten
    unsigned seed = 1;     // of the order of the positions and of the first units
    int threads = 2;       // however many, the result is the same to the last bit
};

// The network that explains the scores best, by the square of the error. Phases with too few positions read as
// the nearest one that has enough. `keep_going` is told the epoch and the root mean square error during it; false
// stops early.
Network fit(const Labelled& positions, const FitSettings& settings, const std::function<bool(int, double)>& keep_going);

}  // namespace outflank::learning
