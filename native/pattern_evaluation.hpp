// The trained evaluation: a small network whose inputs are patterns.
//
// Every entry of every pattern has a row of numbers. The rows of a position's entries are added
// elementwise: one of the totals is a linear score, the others are hidden units, which are active
// only if their total is positive, and then contribute its square: this expresses interactions of
// entries (a corner that matters because the edge next to it is open). The result is a weighted sum of
// all totals.
//
// `Features` travel with the position (copy, then play); `Weights` are read-only and shared by every engine
// and thread; `pattern_evaluation` adds up some fifty rows of sixteen bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "huge_pages.hpp"
#include "patterns.hpp"
#include "rules.hpp"

namespace outflank {

// A phase has two plies and its own readings of the totals: up to 13 discs, 14–15, … 56–57, 58 and more.
// The rows belong to a stage of several phases: the opening, three of eight plies, and the end.
inline constexpr int PHASES = 24;
inline constexpr int STAGES = 5;
constexpr int stage_of_phase(int phase) { return std::max(phase / 4 - 1, 0); }
constexpr int phase_of(Position position) {
    const int discs = count(position.mover | position.opponent);
    return std::clamp((discs - 12) / 2, 0, PHASES - 1);
}

// Terms that patterns cannot express: the mobility of each side, and who makes the last move of the game.
inline constexpr int MOST_MOVES = 24;  // larger numbers count as this
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
    Features() = default;  // no position yet
    explicit Features(Position position) {
        Vector mine[VECTORS], theirs[VECTORS];
        sum(position.mover, mine);
        sum(position.opponent, theirs);
        for (int i = 0; i < VECTORS; ++i) lanes_.vector[i] = mine[i] - theirs[i];
    }

    // The mover plays on `square` and flips `turned`; then the other side is the mover.
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

  private:
    // Three squares at a time, padded with the 65th: most moves flip no more, and a loop with an
    // unpredictable length costs more than adding zeros.
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

// The index of each feature's middle (empty) entry among the entries of a stage.
constexpr std::array<int, LANES> make_lane_origins() {
    std::array<int, LANES> origins{};
    for (int f = 0; f < GEOMETRY.feature_count; ++f) {
        const Pattern& pattern = GEOMETRY.patterns[GEOMETRY.features[f].pattern];
        origins[f] = pattern.offset + (pattern.entries - 1) / 2;
    }
    return origins;
}
inline constexpr std::array<int, LANES> LANE_ORIGINS = make_lane_origins();

// Rows that are equal by symmetry are one parameter, which is trained and stored.
const std::vector<std::int32_t>& parameter_of_entry();  // TABLE_ENTRIES numbers
int parameter_count();                                  // rows of one stage

// A row: the sum in two bytes, 64 × coarse + fine steps of 1/64 disc, then the hidden units.
inline constexpr int ROW = 16;
inline constexpr int SUM_BYTES = 2;
inline constexpr int UNITS = ROW - SUM_BYTES;
struct alignas(ROW) Row {
    std::int8_t lane[ROW];
};

// The readings of a phase, in 1/256 disc / READING_STEPS: a step of the sum counts `worth`, a step
// of a hidden unit counts more the higher its total is, by `rise` / STEEPNESS per step. In each lane one
// of them is 0.
struct alignas(32) Reading {
    std::int16_t start[ROW];  // initial value of each total
    std::int16_t worth[ROW];
    std::int16_t rise[ROW];
};
inline constexpr int READING_STEPS = 64;
inline constexpr int RISE_SHIFT = 4;
inline constexpr int STEEPNESS = 1 << (15 - RISE_SHIFT);

// The sum is linear, a hidden unit counts from 0 on, as far as a total times 2^RISE_SHIFT fits 16 bits.
struct alignas(32) Bounds {
    std::int16_t least[ROW] = {-32768, -32768};
    std::int16_t most[ROW];
    constexpr Bounds() : most() {
        for (int lane = 0; lane < ROW; ++lane) most[lane] = lane < SUM_BYTES ? 32767 : 32767 >> RISE_SHIFT;
    }
};
inline constexpr Bounds BOUNDS;

// The rows of all stages, expanded for lookup, and the readings of all phases. Immutable.
class Weights {
  public:
    Weights() = default;  // no training
    // From the block of a weights file: PHASES × 2 × ROW readings as little-endian 16-bit numbers, starts before
    // worths; then for each stage a bit for every parameter, the first in the highest bit, and the rows of those
    // that are set: all their first bytes, all their second bytes, and so on.
    explicit Weights(std::span<const std::uint8_t> block);

    bool trained() const { return rows_ != nullptr; }
    const Row* rows(int phase) const { return rows_.get() + stage_of_phase(phase) * TABLE_ENTRIES; }
    const Reading& reading(int phase) const { return readings_[phase]; }

  private:
    HugeArray<Row> rows_;
    std::array<Reading, PHASES> readings_{};
};

// The value of a position's totals, in 1/256 disc; `mobility` is its mobility_term.
inline int portable_network(const Row* rows, const Reading& reading, const Features& features, int mobility, int parity) {
    std::array<std::int16_t, ROW> total;
    for (int lane = 0; lane < ROW; ++lane)
        total[lane] = static_cast<std::int16_t>(reading.start[lane] + rows[MOBILITY_OFFSET + mobility].lane[lane] +
                                                rows[PARITY_OFFSET + parity].lane[lane]);
    for (int f = 0; f < GEOMETRY.feature_count; ++f) {
        const Row& row = rows[LANE_ORIGINS[f] + features.index(f)];
        for (int lane = 0; lane < ROW; ++lane) total[lane] = static_cast<std::int16_t>(total[lane] + row.lane[lane]);
    }
    std::uint32_t answer = 0;  // invalid weights may overflow it, as they may in vectors
    for (int lane = 0; lane < ROW; ++lane) {
        const int heard = std::clamp(total[lane], BOUNDS.least[lane], BOUNDS.most[lane]);
        // Rounded like the vector code: the upper part of the product of two 16-bit numbers.
        const int risen = ((static_cast<std::int16_t>(heard << RISE_SHIFT) * reading.rise[lane]) + 0x4000) >> 15;
        answer += static_cast<std::uint32_t>(heard * static_cast<std::int16_t>(reading.worth[lane] + risen));
    }
    return static_cast<int>(answer) >> std::countr_zero(static_cast<unsigned>(READING_STEPS));
}

#if defined(__AVX2__)
// One load brings all of a row. Two totals, because each addition depends on the one before it.
inline int network(const Row* rows, const Reading& reading, const Features& features, int mobility, int parity) {
    const auto row = [](const Row* at) {
        return _mm256_cvtepi8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(at)));
    };
    const auto load = [](const std::int16_t* lanes) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes)); };
    __m256i total = _mm256_add_epi16(load(reading.start), row(rows + MOBILITY_OFFSET + mobility));
    __m256i other = row(rows + PARITY_OFFSET + parity);
    static_assert(GEOMETRY.feature_count % 2 == 0);
    // When unrolled, a feature's origin is part of the instruction that loads its row.
    OUTFLANK_UNROLL
    for (int f = 0; f < GEOMETRY.feature_count; f += 2) {
        total = _mm256_add_epi16(total, row(rows + LANE_ORIGINS[f] + features.index(f)));
        other = _mm256_add_epi16(other, row(rows + LANE_ORIGINS[f + 1] + features.index(f + 1)));
    }
    total = _mm256_max_epi16(_mm256_add_epi16(total, other), load(BOUNDS.least));
    total = _mm256_min_epi16(total, load(BOUNDS.most));
    const __m256i risen = _mm256_mulhrs_epi16(_mm256_slli_epi16(total, RISE_SHIFT), load(reading.rise));
    const __m256i products = _mm256_madd_epi16(total, _mm256_add_epi16(load(reading.worth), risen));
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256(products, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return _mm_cvtsi128_si32(sum) >> std::countr_zero(static_cast<unsigned>(READING_STEPS));
}
#elif defined(__wasm_simd128__)
// The same in two halves of eight numbers.
inline int network(const Row* rows, const Reading& reading, const Features& features, int mobility, int parity) {
    v128_t low = wasm_v128_load(reading.start), high = wasm_v128_load(reading.start + 8);
    const auto add = [&](int entry) {
        const v128_t row = wasm_v128_load(rows + entry);
        low = wasm_i16x8_add(low, wasm_i16x8_extend_low_i8x16(row));
        high = wasm_i16x8_add(high, wasm_i16x8_extend_high_i8x16(row));
    };
    add(MOBILITY_OFFSET + mobility);
    add(PARITY_OFFSET + parity);
    for (int f = 0; f < GEOMETRY.feature_count; ++f) add(LANE_ORIGINS[f] + features.index(f));
    const auto worth = [&](v128_t total, int from) {
        const v128_t heard = wasm_i16x8_min(wasm_i16x8_max(total, wasm_v128_load(BOUNDS.least + from)),
                                            wasm_v128_load(BOUNDS.most + from));
        const v128_t risen =
            wasm_i16x8_q15mulr_sat(wasm_i16x8_shl(heard, RISE_SHIFT), wasm_v128_load(reading.rise + from));
        return wasm_i32x4_dot_i16x8(heard, wasm_i16x8_add(wasm_v128_load(reading.worth + from), risen));
    };
    v128_t sum = wasm_i32x4_add(worth(low, 0), worth(high, 8));
    sum = wasm_i32x4_add(sum, wasm_i32x4_shuffle(sum, sum, 2, 3, 0, 1));
    sum = wasm_i32x4_add(sum, wasm_i32x4_shuffle(sum, sum, 1, 0, 3, 2));
    return wasm_i32x4_extract_lane(sum, 0) >> std::countr_zero(static_cast<unsigned>(READING_STEPS));
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
// Also in halves; a row's half is widened by the instruction that adds it.
inline int network(const Row* rows, const Reading& reading, const Features& features, int mobility, int parity) {
    int16x8_t low = vld1q_s16(reading.start), high = vld1q_s16(reading.start + 8);
    const auto add = [&](int entry) {
        const int8x16_t row = vld1q_s8(rows[entry].lane);
        low = vaddw_s8(low, vget_low_s8(row));
        high = vaddw_high_s8(high, row);
    };
    add(MOBILITY_OFFSET + mobility);
    add(PARITY_OFFSET + parity);
    OUTFLANK_UNROLL
    for (int f = 0; f < GEOMETRY.feature_count; ++f) add(LANE_ORIGINS[f] + features.index(f));
    const auto worth = [&](int16x8_t total, int from, int32x4_t sum) {
        const int16x8_t heard = vminq_s16(vmaxq_s16(total, vld1q_s16(BOUNDS.least + from)), vld1q_s16(BOUNDS.most + from));
        const int16x8_t risen = vqrdmulhq_s16(vshlq_n_s16(heard, RISE_SHIFT), vld1q_s16(reading.rise + from));
        const int16x8_t each = vaddq_s16(vld1q_s16(reading.worth + from), risen);
        return vmlal_high_s16(vmlal_s16(sum, vget_low_s16(heard), vget_low_s16(each)), heard, each);
    };
    const int32x4_t sum = worth(high, 8, worth(low, 0, vdupq_n_s32(0)));
    return vaddvq_s32(sum) >> std::countr_zero(static_cast<unsigned>(READING_STEPS));
}
#else
inline int network(const Row* rows, const Reading& reading, const Features& features, int mobility, int parity) {
    return portable_network(rows, reading, features, mobility, parity);
}
#endif

// The expected final score for the mover in 1/256 disc, strictly between a wipe-out either way.
// `legal` are the mover's moves.
inline int pattern_evaluation(const Weights& weights, const Features& features, Position position, Bitboard legal) {
    const int phase = phase_of(position);
    const int mobility = mobility_term(count(legal), count(legal_moves({position.opponent, position.mover})));
    const int sum = network(weights.rows(phase), weights.reading(phase), features, mobility, parity_term(position));
    return std::clamp(sum, -MAX_SCORE + 1, MAX_SCORE - 1);
}

inline int pattern_evaluation(const Weights& weights, const Features& features, Position position) {
    return pattern_evaluation(weights, features, position, legal_moves(position));
}

// Plays random games and compares incremental features with new ones, and the network in use
// with the portable one; returns the number of positions, throws std::logic_error if two differ.
int check_features(const Weights& weights, std::uint64_t seed, int games);

}  // namespace outflank
