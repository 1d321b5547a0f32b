// Better labels than the result of a game: what a search says of every position, by the million.
#pragma once

#include <memory>
#include <span>

#include "engine.hpp"

namespace outflank::learning {

struct LabelSettings {
    int exact_from = 12;      // solved with so many empties or fewer, …
    int depth = 4;            // … searched so many plies with more, and one less
    int confidence = EXACT;   // of the solving: index into CONFIDENCES
};

// Labels every position in discs. A search that stops before the end favours whoever moves last in it, the more the
// poorer the evaluation is (docs/history.md): the label is the mean of two depths, which have different last
// movers. `weights` may be null where every position is to be solved exactly.
void label(const std::shared_ptr<const Weights>& weights, std::span<const Bitboard> mover,
           std::span<const Bitboard> opponent, const LabelSettings& settings, std::span<float> scores);

}  // namespace outflank::learning
