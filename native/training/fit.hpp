// Fitting the weights of one phase to labelled positions: least squares by conjugate gradients.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "pattern_evaluation.hpp"

namespace outflank::training {

struct Labelled {
    std::span<const Bitboard> mover;
    std::span<const Bitboard> opponent;
    std::span<const float> score;   // discs, from the mover's view
    std::span<const float> weight;  // how much a position counts; usually 1
};

struct FitSettings {
    float pull = 8;       // towards the prior, in positions: an entry seen as often moves half the way
    int iterations = 40;  // at most
    float enough = 1e-4f; // stop when the gradient has shrunk by this factor
    int threads = 2;
};

// The parameters (discs) that minimise Σ weight·(score − evaluation)² + pull·Σ (parameter − prior)².
// Entries that never occur keep the prior's value, which is how a phase learns from its neighbour.
// `keep_going` is told the iteration and the root mean square error; false stops early.
std::vector<float> fit(const Labelled& positions, std::span<const float> prior, const FitSettings& settings,
                       const std::function<bool(int, double)>& keep_going);

// The evaluation in discs by unrounded parameters.
void predict(std::span<const Bitboard> mover, std::span<const Bitboard> opponent,
             std::span<const float> parameters, std::span<float> scores);

}  // namespace outflank::training
