// Better labels than the result of a game: a small plain search that judges positions by the million.
//
// The engine's search is made for one position and much time; here a position gets a fraction of a
// millisecond, so what counts is to start at once. Principal variation search with a small table.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine.hpp"

namespace outflank::training {

class LabelSearch {
  public:
    // `weights` may be null where only exact scores are asked for.
    explicit LabelSearch(const Weights* weights, int table_bits = 16);

    // The final score with best play in discs; feasible up to about 16 empties.
    int solve(Position position);

    // The value of a search of `depth` plies in 1/256 disc; exact where that reaches the end.
    int search(Position position, int depth);

  private:
    struct Entry {
        Position position{};
        std::int16_t low = 0, high = 0;
        std::int8_t depth = -1;
        std::int8_t move = -1;
    };
    struct Move {
        Square square;
        Bitboard turned;
        int order;  // smaller first
    };

    Entry& entry_of(Position position);
    int solve_few(Position position, int low, int high, Bitboard odd);
    int solve_many(Position position, int low, int high);
    int search(Position position, const Features& features, int depth, int low, int high);
    int leaf(Position position, const Features& features) const {
        return pattern_evaluation(*weights_, features, position);
    }

    const Weights* weights_;
    std::vector<Entry> table_;
    int shift_;
};

struct LabelSettings {
    int exact_from = 12;      // solved with so many empties or fewer, …
    int depth = 4;            // … searched so many plies with more, and one less
    int confidence = EXACT;   // of the solving: index into CONFIDENCES
};

// Labels every position in discs. A search that stops before the end favours whoever moves last in it, the more the
// poorer the evaluation is (docs/measurements.md): the label is the mean of two depths, which have different last movers. Short searches and
// few empties are done by LabelSearch, the rest by an Engine of its own. `weights` may be null where every
// position is to be solved exactly.
void label(const std::shared_ptr<const Weights>& weights, std::span<const Bitboard> mover,
           std::span<const Bitboard> opponent, const LabelSettings& settings, std::span<float> scores);

}  // namespace outflank::training
