// Legal moves and flips with AVX2: the four lines of the board in the four lanes of one register.
//
// Lanes are in the order row, column, and the two diagonals: shifts 1, 8, 7 and 9. Within a lane
// "up" is towards h8 (left shift) and "down" is towards a1 (right shift).
#pragma once

#include <immintrin.h>

#include <array>

#include "bitboard.hpp"

namespace outflank::avx2 {

inline constexpr int SHIFTS[4] = {1, 8, 7, 9};

// For every square, the squares up and down each of its four lines, up to the edge.
struct Rays {
    alignas(32) Bitboard up[4];
    alignas(32) Bitboard down[4];
};

constexpr std::array<Rays, 64> make_rays() {
    constexpr int COLUMN_STEP[4] = {1, 0, -1, 1};
    constexpr int ROW_STEP[4] = {0, 1, 1, 1};
    std::array<Rays, 64> rays{};
    for (int square = 0; square < 64; ++square) {
        for (int lane = 0; lane < 4; ++lane) {
            rays[square].up[lane] = ray(square, COLUMN_STEP[lane], ROW_STEP[lane]);
            rays[square].down[lane] = ray(square, -COLUMN_STEP[lane], -ROW_STEP[lane]);
        }
    }
    return rays;
}

inline constexpr std::array<Rays, 64> RAYS = make_rays();

// The bitwise or of the four lanes.
inline Bitboard join(__m256i lanes) {
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Bitboard>(_mm_cvtsi128_si64(half));
}

inline Bitboard legal_moves(Position position) {
    // Runs of the opponent's discs, doubled in length with each step (parallel prefix): 1, then 3, then 5 … 6.
    const __m256i inner = _mm256_set_epi64x(0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e);
    const __m256i one = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i two = _mm256_add_epi64(one, one);
    const __m256i mover = _mm256_set1_epi64x(static_cast<long long>(position.mover));
    const __m256i through =
        _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(position.opponent)), inner);

    __m256i up = _mm256_and_si256(through, _mm256_sllv_epi64(mover, one));
    __m256i down = _mm256_and_si256(through, _mm256_srlv_epi64(mover, one));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, one)));
    const __m256i up_pairs = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    const __m256i down_pairs = _mm256_srlv_epi64(up_pairs, one);  // the same pairs, named by their lower end
    up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, two)));
    return join(_mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one))) &
           position.empties();
}

// The flipped discs of a move, in four separate lanes.
inline __m256i flip_lanes(Position position, Square square) {
    const Rays& rays = RAYS[square];
    const __m256i mover = _mm256_set1_epi64x(static_cast<long long>(position.mover));
    const __m256i opponent = _mm256_set1_epi64x(static_cast<long long>(position.opponent));
    const __m256i up_ray = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
    const __m256i down_ray = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
    const __m256i one = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i zero = _mm256_setzero_si256();

    // Up: the lowest square of the ray that is not the opponent's ends the run; it must be the mover's.
    // x & −x isolates it and subtracting one (adding all ones) leaves what lies below it.
    const __m256i up_stops = _mm256_andnot_si256(opponent, up_ray);
    const __m256i up_end =
        _mm256_and_si256(_mm256_and_si256(up_stops, _mm256_sub_epi64(zero, up_stops)), mover);
    const __m256i up_missing = _mm256_cmpeq_epi64(up_end, zero);  // −1 if there is no end, else 0
    // end − 1 where there is an end, and 0 where there is none: (end + −1) − −1.
    const __m256i below_end =
        _mm256_sub_epi64(_mm256_add_epi64(up_end, _mm256_set1_epi64x(-1)), up_missing);
    const __m256i up_flips = _mm256_and_si256(below_end, up_ray);

    // Down: smear the stops towards the edge; what is left of the ray above them is the run, and the
    // topmost smeared square is its end.
    __m256i smeared = _mm256_andnot_si256(opponent, down_ray);
    const __m256i two = _mm256_add_epi64(one, one);
    const __m256i four = _mm256_add_epi64(two, two);
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, one));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, two));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, four));
    const __m256i down_end =
        _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(smeared, one), smeared),
                         _mm256_and_si256(mover, down_ray));
    const __m256i down_missing = _mm256_cmpeq_epi64(down_end, zero);
    const __m256i down_flips =
        _mm256_andnot_si256(down_missing, _mm256_andnot_si256(smeared, down_ray));

    return _mm256_or_si256(up_flips, down_flips);
}

// The discs flipped by a move; empty if it is illegal. `square` must be empty.
inline Bitboard flips(Position position, Square square) { return join(flip_lanes(position, square)); }

}  // namespace outflank::avx2
