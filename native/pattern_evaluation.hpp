// The trained evaluation: sums of weights looked up by the contents of patterns, by phase of the game.
//
// `Features` travel with the position (copy, then play); `Weights` are read-only and shared by every engine
// and thread; `pattern_evaluation` adds up some fifty table entries.
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

// A phase is two plies long and has its own table of weights: up to 13 discs, 14–15, … 56–57, 58 and more.
// The opening has too few different positions for more phases, the end is solved instead of judged.
inline constexpr int PHASES = 24;
constexpr int phase_of(Position position) {
    const int discs = count(position.mover | position.opponent);
    return std::clamp((discs - 12) / 2, 0, PHASES - 1);
}

// What patterns cannot say: how many moves each side has, and who is to make the last move of the game.
inline constexpr int MOST_MOVES = 24;  // more are counted as this many
inline constexpr int MOBILITY_ENTRIES = (MOST_MOVES + 1) * (MOST_MOVES + 1);
inline constexpr int PARITY_ENTRIES = 2;
inline constexpr int MOBILITY_OFFSET = GEOMETRY.entries;
inline constexpr int PARITY_OFFSET = MOBILITY_OFFSET + MOBILITY_ENTRIES;
inline constexpr int TABLE_ENTRIES = PARITY_OFFSET + PARITY_ENTRIES;

constexpr int mobility_term(int mover_moves, int opponent_moves) {
    return std::min(mover_moves, MOST_MOVES) * (MOST_MOVES + 1) + std::min(opponent_moves, MOST_MOVES);
}

constexpr int parity_term(Position position) { return count(position.mover | position.opponent) & 1; }

// The table index of every feature of a position, from the mover's view.
class Features {
  public:
    Features() = default;  // of no position yet
    explicit Features(Position position) {
        Vector mine[VECTORS], theirs[VECTORS];
        sum(position.mover, mine);
        sum(position.opponent, theirs);
        for (int i = 0; i < VECTORS; ++i) lanes_.vector[i] = mine[i] - theirs[i];
    }

    // The mover plays on `square` and turns `turned`; the other side is the mover afterwards.
    void play(Square square, Bitboard turned) {
        Vector discs[VECTORS];
        sum(turned, discs);
        const Lanes& placed = DISCS.of_square[square];
        for (int i = 0; i < VECTORS; ++i)
            lanes_.vector[i] = -(lanes_.vector[i] + placed.vector[i] + discs[i] + discs[i]);
    }

    void pass() {
        for (Vector& vector : lanes_.vector) vector = -vector;
    }

    int index(int lane) const { return lanes_.index[lane]; }
    const Vector& vector(int i) const { return lanes_.vector[i]; }

  private:
    // Three squares at a time, missing ones counted as the 65th: most moves turn no more, and a loop whose
    // length nobody can predict costs more than adding zeros.
    static void sum(Bitboard discs, Vector* total) {
        for (int i = 0; i < VECTORS; ++i) total[i] = Vector{};
        do {
            const Lanes& a = DISCS.of_square[first(discs)];
            discs &= discs - 1;
            const Lanes& b = DISCS.of_square[first(discs)];
            discs &= discs - 1;
            const Lanes& c = DISCS.of_square[first(discs)];
            discs &= discs - 1;
            for (int i = 0; i < VECTORS; ++i) total[i] += a.vector[i] + b.vector[i] + c.vector[i];
        } while (discs);
    }

    Lanes lanes_;
};

// Where the middle (empty) entry of each lane's table lies in the table of a phase; for lanes without a
// feature, the zero behind the last entry.
constexpr std::array<int, LANES> make_lane_origins() {
    std::array<int, LANES> origins{};
    origins.fill(TABLE_ENTRIES);
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
    Weights() = default;  // nothing learned
    // `parameters`: PHASES × parameter_count() numbers in 1/256 disc.
    explicit Weights(std::span<const std::int16_t> parameters);

    bool trained() const { return !tables_.empty(); }
    const std::int16_t* table(int phase) const { return tables_.data() + phase * STRIDE; }

  private:
    // Whole cache lines, with a zero behind the last entry and two bytes more, which a gather reads.
    static constexpr int STRIDE = (TABLE_ENTRIES + 2 + 31) / 32 * 32;
    std::vector<std::int16_t> tables_;
};

// The sum over the patterns alone, in 1/256 disc.
inline int portable_pattern_sum(const std::int16_t* table, const Features& features) {
    int sum = 0;
    for (int lane = 0; lane < GEOMETRY.feature_count; ++lane)
        sum += table[LANE_ORIGINS[lane] + features.index(lane)];
    return sum;
}

#ifdef __AVX2__
// Gathers cost as much as single loads here, but they take the indices from the registers that play() left
// them in: 33 instead of 42 ns for a move and its evaluation (docs/measurements.md).
inline int pattern_sum(const std::int16_t* table, const Features& features) {
    const __m256i low_halves = _mm256_set1_epi32(1);
    __m256i sums = _mm256_setzero_si256();
    const auto add = [&](__m128i indices, int lane) {
        const __m256i origins = _mm256_load_si256(reinterpret_cast<const __m256i*>(&LANE_ORIGINS[lane]));
        const __m256i entries = _mm256_add_epi32(_mm256_cvtepi16_epi32(indices), origins);
        const __m256i weights = _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), entries, 2);
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(weights, low_halves));
    };
    for (int i = 0; i < VECTORS; ++i) {
        const __m256i indices = reinterpret_cast<const __m256i&>(features.vector(i));
        add(_mm256_castsi256_si128(indices), 16 * i);
        add(_mm256_extracti128_si256(indices, 1), 16 * i + 8);
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return _mm_cvtsi128_si32(sum);
}
#else
inline int pattern_sum(const std::int16_t* table, const Features& features) {
    return portable_pattern_sum(table, features);
}
#endif

// The expected final score for the mover in 1/256 disc, strictly between a wipe-out either way.
// `legal` are the mover's moves.
inline int pattern_evaluation(const Weights& weights, const Features& features, Position position, Bitboard legal) {
    const std::int16_t* table = weights.table(phase_of(position));
    const int moves = count(legal);
    const int answers = count(legal_moves({position.opponent, position.mover}));
    const int sum = pattern_sum(table, features) + table[MOBILITY_OFFSET + mobility_term(moves, answers)] +
                    table[PARITY_OFFSET + parity_term(position)];
    return std::clamp(sum, -MAX_SCORE + 1, MAX_SCORE - 1);
}

inline int pattern_evaluation(const Weights& weights, const Features& features, Position position) {
    return pattern_evaluation(weights, features, position, legal_moves(position));
}

// Plays random games and compares features kept from move to move with fresh ones, and the sum in use with
// the portable one; returns how many positions were compared, throws std::logic_error where two differ.
int check_features(const Weights& weights, std::uint64_t seed, int games);

}  // namespace outflank
