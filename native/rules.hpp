// Legal moves and flips on 8×8, with the fastest code of this build. Every caller includes this file.
//
// The compiler's target determines the choice. A portable build compiles the whole extension for up to
// three targets and Python picks one at import (see native/python/choose.py.in), so nothing is decided per call.
#pragma once

#include "rules_portable.hpp"
#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512CD__)
#define OUTFLANK_AVX512 1
#include "rules_avx512.hpp"
#elif defined(__AVX2__)
#include "rules_avx2.hpp"
#elif defined(__wasm_simd128__)
#include "rules_wasm.hpp"
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include "rules_neon.hpp"
#endif

namespace outflank {

#if defined(OUTFLANK_AVX512)
inline constexpr const char* RULES_CODE = "avx512";
inline Bitboard legal_moves(Position position) { return avx512::legal_moves(position); }
inline Bitboard flips(Position position, Square square) { return avx512::flips(position, square); }
#elif defined(__AVX2__)
inline constexpr const char* RULES_CODE = "avx2";
inline Bitboard legal_moves(Position position) { return avx2::legal_moves(position); }
inline Bitboard flips(Position position, Square square) { return avx2::flips(position, square); }
#elif defined(__wasm_simd128__)
inline constexpr const char* RULES_CODE = "wasm";
inline Bitboard legal_moves(Position position) { return wasm::legal_moves(position); }
inline Bitboard flips(Position position, Square square) { return wasm::flips(position, square); }
#elif defined(__ARM_NEON) && defined(__aarch64__)
inline constexpr const char* RULES_CODE = "neon";
inline Bitboard legal_moves(Position position) { return neon::legal_moves(position); }
inline Bitboard flips(Position position, Square square) { return neon::flips(position, square); }
#else
inline constexpr const char* RULES_CODE = "portable";
inline Bitboard legal_moves(Position position) { return portable::legal_moves(position); }
inline Bitboard flips(Position position, Square square) { return portable::flips(position, square); }
#endif

// The position after a move that flips `turned`, seen by the side that moves next.
inline Position play(Position position, Square square, Bitboard turned) {
    return {position.opponent ^ turned, position.mover | turned | bit(square)};
}

// Evaluations are in 1/256 disc; a search rounds them to discs like final scores.
inline constexpr int DISC = 256;
inline constexpr int MAX_SCORE = 64 * DISC;
constexpr int to_discs(int evaluation) { return (evaluation + DISC / 2) >> std::countr_zero(unsigned{DISC}); }

// Final score of the mover on a board with this many squares: the winner gets the empties.
inline int final_score(Position position, int squares = 64) {
    const int mover = count(position.mover);
    const int opponent = count(position.opponent);
    if (mover > opponent) return squares - 2 * opponent;
    if (mover < opponent) return 2 * mover - squares;
    return 0;
}

}  // namespace outflank
