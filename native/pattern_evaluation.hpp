// The trained evaluation: sums of weights looked up by the contents of patterns, by phase of the game.
//
// `Features` travel with the position (copy, then play); `Weights` are read-only and shared by every engine
// and thread; `evaluate` adds up some sixty table entries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "patterns.hpp"
#include "rules.hpp"

namespace outflank {

// Unit of scores inside the engine: 1/256 disc.
inline constexpr int DISC = 256;
inline constexpr int MAX_SCORE = 64 * DISC;

// A phase is two plies long: its own table of weights for 4–5 discs, 6–7 discs, … 64.
inline constexpr int PHASES = 30;
constexpr int phase_of(Position position) {
    const int discs = count(position.mover | position.opponent);
    return std::clamp((discs - 4) / 2, 0, PHASES - 1);
}

// What patterns cannot say: how many moves each side has, and which quarters of the board have an odd
// number of empty squares (their last move belongs to the mover) together with whose turn ends the game.
inline constexpr int MOST_MOVES = 24;  // more are counted as this many
inline constexpr int MOBILITY_ENTRIES = (MOST_MOVES + 1) * (MOST_MOVES + 1);
inline constexpr int PARITY_ENTRIES = 16;
inline constexpr int MOBILITY_OFFSET = GEOMETRY.entries;
inline constexpr int PARITY_OFFSET = MOBILITY_OFFSET + MOBILITY_ENTRIES;
inline constexpr int TABLE_ENTRIES = PARITY_OFFSET + PARITY_ENTRIES;

constexpr int mobility_term(int mover_moves, int opponent_moves) {
    return std::min(mover_moves, MOST_MOVES) * (MOST_MOVES + 1) + std::min(opponent_moves, MOST_MOVES);
}

constexpr int parity_term(Bitboard empties) {
    constexpr Bitboard QUARTER = 0x0f0f0f0f;
    return (count(empties & QUARTER) & 1) | (count(empties & (QUARTER << 4)) & 1) << 1 |
           (count(empties & (QUARTER << 32)) & 1) << 2 | (count(empties & (QUARTER << 36)) & 1) << 3;
}

// The table index of every feature of a position, from the mover's view.
struct alignas(64) Features {
    Lanes index{};

    Features() = default;
    explicit Features(Position position) {
        add(position.mover);
        negate();
        add(position.opponent);
        negate();
    }

    // The mover plays on `square` and turns `turned`; the other side is the mover afterwards.
    void play(Square square, Bitboard turned) {
        add(turned);
        add(turned);
        add(bit(square));
        negate();
    }

    void pass() { negate(); }

    bool operator==(const Features&) const = default;

  private:
    void add(Bitboard discs) {
        for (; discs; discs &= discs - 1) {
            const Lanes& delta = DISCS.of_square[first(discs)];
            for (int lane = 0; lane < LANES; ++lane) index[lane] += delta[lane];
        }
    }
    void negate() {
        for (auto& value : index) value = static_cast<std::int16_t>(-value);
    }
};

// Where the middle (empty) entry of each lane's table lies in the table of a phase.
constexpr std::array<int, LANES> make_lane_origins() {
    std::array<int, LANES> origins{};
    for (int f = 0; f < GEOMETRY.feature_count; ++f) {
        const Pattern& pattern = GEOMETRY.patterns[GEOMETRY.features[f].pattern];
        origins[f] = pattern.offset + (pattern.entries - 1) / 2;
    }
    return origins;
}
alignas(64) inline constexpr std::array<int, LANES> LANE_ORIGINS = make_lane_origins();

// Weights that must be equal by symmetry are one parameter: what is trained and stored.
const std::vector<std::int32_t>& parameter_of_entry();  // TABLE_ENTRIES numbers
int parameter_count();                                  // of one phase

// The weights of all phases, spread out for looking up. Immutable once made.
class Weights {
  public:
    // `parameters`: PHASES × parameter_count() numbers in 1/256 disc.
    explicit Weights(std::span<const std::int16_t> parameters);

    const std::int16_t* table(int phase) const { return tables_.data() + phase * STRIDE; }

  private:
    // A gather reads four bytes for the last entry too, hence the spare ones; whole cache lines.
    static constexpr int STRIDE = (TABLE_ENTRIES + 2 + 31) / 32 * 32;
    std::vector<std::int16_t> tables_;
};

// The sum over the patterns alone, in 1/256 disc.
inline int pattern_sum(const std::int16_t* table, const Features& features) {
    int sum = 0;
    for (int lane = 0; lane < GEOMETRY.feature_count; ++lane)
        sum += table[LANE_ORIGINS[lane] + features.index[lane]];
    return sum;
}

// The expected final score for the mover in 1/256 disc, strictly between a wipe-out either way.
inline int evaluate(const Weights& weights, const Features& features, Position position) {
    const std::int16_t* table = weights.table(phase_of(position));
    const int moves = count(legal_moves(position));
    const int answers = count(legal_moves({position.opponent, position.mover}));
    const int sum = pattern_sum(table, features) + table[MOBILITY_OFFSET + mobility_term(moves, answers)] +
                    table[PARITY_OFFSET + parity_term(position.empties())];
    return std::clamp(sum, -MAX_SCORE + 1, MAX_SCORE - 1);
}

}  // namespace outflank
