// Labels for millions of positions by search, which are better than the results of games.
#pragma once

#include <memory>
#include <span>

#include "engine.hpp"

namespace outflank::learning {

struct LabelSettings {
    int exact_from = 12;      // solved with this many empties or fewer, …
    int depth = 4;            // … otherwise searched to this depth and one less
    int confidence = EXACT;   // of solving: index into CONFIDENCES
};

// Labels every position in discs. A search that stops before the end favors the side that moves last in it, more so the
// poorer the evaluation is: the label is the mean of two depths, which have different last
// movers. `weights` may be null if every position is solved exactly.
void label(const std::shared_ptr<const Weights>& weights, std::span<const Bitboard> mover,
           std::span<const Bitboard> opponent, const LabelSettings& settings, std::span<float> scores);

}  // namespace outflank::learning
