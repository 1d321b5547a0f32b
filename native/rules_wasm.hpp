// Legal moves and flips with WebAssembly's 128-bit registers: two lines of the board at a time.
//
// All lanes of a register shift by the same count, so the second half has the mirror image, row 1 for row 8:
// a step down, towards a1, on the board is a step up, towards h8, on the image. Only the direction within a row,
// from h to a, remains down; it is computed with plain integers.
#pragma once

#include <wasm_simd128.h>

#include <array>

#include "bitboard.hpp"

namespace outflank::wasm {

// All squares except those up the lines of a square to the edge, on the board (shifts 1, 8, 7 and 9) and on the
// image (8, 7, 9 and none).
struct Others {
    alignas(16) Bitboard up[4];
    alignas(16) Bitboard image_up[4];
};

inline constexpr auto OTHERS = [] {
    std::array<Others, 64> others{};
    for (int square = 0; square < 64; ++square) {
        const int image = square ^ 56;
        others[square] = {{~ray(square, 1, 0), ~ray(square, 0, 1), ~ray(square, -1, 1), ~ray(square, 1, 1)},
                          {~ray(image, 0, 1), ~ray(image, -1, 1), ~ray(image, 1, 1), ~Bitboard{0}}};
    }
    return others;
}();

// The squares before a square in its row.
inline constexpr auto BEFORE = [] {
    std::array<Bitboard, 64> before{};
    for (int square = 0; square < 64; ++square) before[square] = ray(square, -1, 0);
    return before;
}();

inline v128_t splat(Bitboard board) { return wasm_i64x2_splat(static_cast<long long>(board)); }

// The rows in reverse order, of a board that is in both halves or of each half. A swizzle by a constant is one
// instruction, but browsers compile a shuffle to six.
inline v128_t image(v128_t boards) {
    return wasm_i8x16_swizzle(boards, wasm_i8x16_const(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

// Squares reached from `mover` up over one to six of `through`.
template <int shift>
inline v128_t reach(v128_t mover, v128_t through) {
    v128_t up = wasm_v128_and(through, wasm_i64x2_shl(mover, shift));
    up = wasm_v128_or(up, wasm_v128_and(through, wasm_i64x2_shl(up, shift)));
    const v128_t pairs = wasm_v128_and(through, wasm_i64x2_shl(through, shift));
    up = wasm_v128_or(up, wasm_v128_and(pairs, wasm_i64x2_shl(up, 2 * shift)));
    up = wasm_v128_or(up, wasm_v128_and(pairs, wasm_i64x2_shl(up, 2 * shift)));
    return wasm_i64x2_shl(up, shift);
}

inline Bitboard legal_moves(Position position) {
    constexpr Bitboard INNER = 0x7e7e7e7e7e7e7e7eULL;
    const auto beside_image = [](Bitboard board) {
        return wasm_i8x16_swizzle(splat(board), wasm_i8x16_const(0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0));
    };
    const v128_t mover = beside_image(position.mover);
    const v128_t opponent = beside_image(position.opponent);
    const v128_t inner = wasm_v128_and(opponent, splat(INNER));
    const v128_t found =
        wasm_v128_or(reach<8>(mover, opponent), wasm_v128_or(reach<7>(mover, inner), reach<9>(mover, inner)));
    const v128_t of_image = wasm_i8x16_swizzle(
        found, wasm_i8x16_const(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));

    // In a row: up by a carry through the opponent's discs; down step by step.
    const Bitboard through = position.opponent & INNER;
    const Bitboard up = through + (position.mover << 1 & through);
    Bitboard down = position.mover >> 1 & through;
    down |= down >> 1 & through;
    const Bitboard pairs = through & through >> 1;
    down |= down >> 2 & pairs;
    down |= down >> 2 & pairs;
    return (static_cast<Bitboard>(wasm_i64x2_extract_lane(wasm_v128_or(found, of_image), 0)) | (up & ~through) |
            down >> 1) &
           position.empties();
}

// The opponent's discs up two lines that do not flip. A carry propagates through these and all `others` to the first
// square that is neither; only the discs it passed flip, and only if that square is the mover's.
inline v128_t kept_up(v128_t mover, v128_t opponent, v128_t others) {
    const v128_t through = wasm_v128_or(opponent, others);
    const v128_t carried = wasm_i64x2_add(through, wasm_i64x2_const_splat(1));
    const v128_t end = wasm_v128_and(wasm_v128_andnot(carried, through), mover);
    const v128_t missing = wasm_i64x2_eq(end, wasm_i64x2_const_splat(0));
    // An "or", written so that the compiler does not generate three instructions.
    return wasm_u8x16_add_sat(wasm_v128_or(others, carried), missing);
}

// The flips up the four lines, in two halves.
inline v128_t turned_up(v128_t mover, v128_t opponent, const Bitboard* others) {
    return wasm_v128_andnot(opponent, wasm_v128_and(kept_up(mover, opponent, wasm_v128_load(others)),
                                                    kept_up(mover, opponent, wasm_v128_load(others + 2))));
}

// The discs flipped by a move; empty if it is illegal. `square` must be empty.
inline Bitboard flips(Position position, Square square) {
    const Others& others = OTHERS[static_cast<std::size_t>(square)];
    const v128_t mover = splat(position.mover), opponent = splat(position.opponent);
    const v128_t joined =
        wasm_v128_or(turned_up(mover, opponent, others.up), image(turned_up(image(mover), image(opponent), others.image_up)));

    // Down the row: from the last stop before the square. If there is none the shift gives h8, which has no effect.
    const Bitboard before = BEFORE[static_cast<std::size_t>(square)];
    const int unstopped = std::countl_zero(before & ~position.opponent);
    const Bitboard end = bit(63) >> (unstopped & 63) & position.mover & before;
    return static_cast<Bitboard>(wasm_i64x2_extract_lane(joined, 0)) |
           static_cast<Bitboard>(wasm_i64x2_extract_lane(joined, 1)) | (before & -(end << 1));
}

}  // namespace outflank::wasm
