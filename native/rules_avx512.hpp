// Legal moves and flips with AVX-512: the eight directions of the board in the eight lanes of one register, and leading
// zeros counted where AVX2 has to smear bits.
#pragma once

#include "rules_avx2.hpp"

namespace outflank::avx512 {

inline __m512i all_lanes(Bitboard squares) { return _mm512_set1_epi64(static_cast<long long>(squares)); }

inline Bitboard legal_moves(Position position) {
    // Lanes rotate instead of shifting, so that one count serves both directions; bits that wrap around do not matter,
    // because no disc at the edge that a direction leads to can be flipped in that direction.
    constexpr long long COLUMNS = 0x7e7e7e7e7e7e7e7e, ROWS = 0x00ffffffffffff00, BOTH = COLUMNS & ROWS;
    const __m512i inner = _mm512_set_epi64(BOTH, BOTH, ROWS, COLUMNS, BOTH, BOTH, ROWS, COLUMNS);
    const __m512i one = _mm512_set_epi64(64 - 9, 64 - 7, 64 - 8, 64 - 1, 9, 7, 8, 1);
    const __m512i two = _mm512_set_epi64(64 - 18, 64 - 14, 64 - 16, 64 - 2, 18, 14, 16, 2);
    const __m512i through = _mm512_and_si512(all_lanes(position.opponent), inner);
    // a | (b & c)
    const auto join_met = [](__m512i a, __m512i b, __m512i c) { return _mm512_ternarylogic_epi64(a, b, c, 0xf8); };

    // Runs of the opponent's discs, doubled in length with each step (parallel prefix): 1, then 2, 4 and 6.
    __m512i runs = _mm512_and_si512(through, _mm512_rolv_epi64(all_lanes(position.mover), one));
    const __m512i pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, one));
    runs = join_met(runs, through, _mm512_rolv_epi64(runs, one));
    runs = join_met(runs, pairs, _mm512_rolv_epi64(runs, two));
    runs = join_met(runs, pairs, _mm512_rolv_epi64(runs, two));
    const __m512i ends = _mm512_rolv_epi64(runs, one);
    return avx2::join(_mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(ends, 1))) & position.empties();
}

// The discs flipped by a move; empty if it is illegal. `square` must be empty.
inline Bitboard flips(Position position, Square square) {
    const avx2::Rays& rays = avx2::RAYS[square];
    const __m256i mover = _mm256_set1_epi64x(static_cast<long long>(position.mover));
    const __m256i opponent = _mm256_set1_epi64x(static_cast<long long>(position.opponent));
    const __m256i up_ray = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
    const __m256i down_ray = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
    const __m256i zero = _mm256_setzero_si256();

    // Up: the lowest square of the ray that is not the opponent's ends the run; it must be the mover's.
    const __m256i up_stops = _mm256_andnot_si256(opponent, up_ray);
    const __m256i up_end = _mm256_ternarylogic_epi64(up_stops, _mm256_sub_epi64(zero, up_stops), mover, 0x80);
    // end − 1 where there is an end, and 0 where there is none.
    const __m256i below_end =
        _mm256_sub_epi64(_mm256_add_epi64(up_end, _mm256_set1_epi64x(-1)), _mm256_cmpeq_epi64(up_end, zero));

    // Down: the highest. Twice the end, negated, is everything above it, and zero if there is none.
    const __m256i down_stops = _mm256_andnot_si256(opponent, down_ray);
    const __m256i down_end =
        _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(static_cast<long long>(Bitboard{1} << 63)),
                                           _mm256_lzcnt_epi64(down_stops)),
                         mover);
    const __m256i above_end = _mm256_sub_epi64(zero, _mm256_add_epi64(down_end, down_end));

    return avx2::join(_mm256_ternarylogic_epi64(_mm256_and_si256(above_end, down_ray), below_end, up_ray, 0xf8));
}

}  // namespace outflank::avx512
