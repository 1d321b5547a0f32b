// Legal moves and flips with WebAssembly's 128-bit registers: two lines of the board at a time.
//
// All lanes of a register shift by the same count, so the board stands beside its mirror image, row 1 for row 8:
// what goes down, towards a1, on the board goes up, towards h8, on the image. Only the row's own way down, from h
// to a, stays a way down; it is done in plain integers.
#pragma once

#include <wasm_simd128.h>

#include <array>

#include "bitboard.hpp"

namespace outflank::wasm {

// The squares up the lines of a square as far as the edge, on the board (shifts 1, 8, 7 and 9) and on the image
// (8, 7, 9 and none), and those before it in its row.
struct Rays {
    alignas(16) Bitboard up[4];
    alignas(16) Bitboard image_up[4];
    Bitboard before;
};

constexpr Bitboard ray(int square, int column_step, int row_step) {
    Bitboard squares = 0;
    for (int column = square % 8 + column_step, row = square / 8 + row_step;
         column >= 0 && column < 8 && row >= 0 && row < 8; column += column_step, row += row_step) {
        squares |= bit(row * 8 + column);
    }
    return squares;
}

constexpr std::array<Rays, 64> make_rays() {
    std::array<Rays, 64> rays{};
    for (int square = 0; square < 64; ++square) {
        const int image = square ^ 56;
        rays[square] = {{ray(square, 1, 0), ray(square, 0, 1), ray(square, -1, 1), ray(square, 1, 1)},
                        {ray(image, 0, 1), ray(image, -1, 1), ray(image, 1, 1), 0},
                        ray(square, -1, 0)};
    }
    return rays;
}

inline constexpr std::array<Rays, 64> RAYS = make_rays();

// The same 64 bits with the bytes, the rows of the board, in reverse order.
inline v128_t mirrored(v128_t boards) {
    return wasm_i8x16_shuffle(boards, boards, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}

inline v128_t both(v128_t board) {
    return wasm_i8x16_shuffle(board, board, 0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0);
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
    const v128_t mover = both(wasm_i64x2_splat(static_cast<long long>(position.mover)));
    const v128_t opponent = both(wasm_i64x2_splat(static_cast<long long>(position.opponent)));
    const v128_t inner = wasm_v128_and(opponent, wasm_i64x2_const_splat(static_cast<long long>(INNER)));
    const v128_t found =
        wasm_v128_or(reach<8>(mover, opponent), wasm_v128_or(reach<7>(mover, inner), reach<9>(mover, inner)));
    const v128_t moves = wasm_v128_or(found, wasm_i64x2_shuffle(mirrored(found), found, 1, 0));

    // In a row: up, a carry runs through the opponent's discs; down, step by step.
    const Bitboard through = position.opponent & INNER;
    const Bitboard up = through + (position.mover << 1 & through);
    Bitboard down = position.mover >> 1 & through;
    down |= down >> 1 & through;
    const Bitboard pairs = through & through >> 1;
    down |= down >> 2 & pairs;
    down |= down >> 2 & pairs;
    return (static_cast<Bitboard>(wasm_i64x2_extract_lane(moves, 0)) | (up & ~through) | down >> 1) & position.empties();
}

// What turns up two lines: below the first square that is not the opponent's, if that is the mover's.
inline v128_t turned_up(v128_t mover, v128_t opponent, v128_t ray) {
    const v128_t stops = wasm_v128_andnot(ray, opponent);
    const v128_t end = wasm_v128_and(wasm_v128_and(stops, wasm_i64x2_neg(stops)), mover);
    const v128_t missing = wasm_i64x2_eq(end, wasm_i64x2_const_splat(0));
    // end − 1 where there is an end, and 0 where there is none: (end + −1) − −1.
    return wasm_v128_and(wasm_i64x2_sub(wasm_i64x2_add(end, wasm_i64x2_const_splat(-1)), missing), ray);
}

// The opponent's discs that a move turns; nothing where the move is illegal. `square` must be empty.
inline Bitboard flips(Position position, Square square) {
    const Rays& rays = RAYS[square];
    const auto load = [](const Bitboard* lanes) { return wasm_v128_load(lanes); };
    const v128_t mover = wasm_i64x2_splat(static_cast<long long>(position.mover));
    const v128_t opponent = wasm_i64x2_splat(static_cast<long long>(position.opponent));
    const v128_t image_mover = mirrored(mover);
    const v128_t image_opponent = mirrored(opponent);
    const v128_t up =
        wasm_v128_or(turned_up(mover, opponent, load(rays.up)), turned_up(mover, opponent, load(rays.up + 2)));
    const v128_t down = wasm_v128_or(turned_up(image_mover, image_opponent, load(rays.image_up)),
                                     turned_up(image_mover, image_opponent, load(rays.image_up + 2)));
    const v128_t joined = wasm_v128_or(up, mirrored(down));

    // Down the row: from the last stop before the square.
    const Bitboard stops = rays.before & ~position.opponent;
    const Bitboard end = std::bit_floor(stops) & position.mover;
    const Bitboard before = end ? rays.before & -(end << 1) : 0;
    return static_cast<Bitboard>(wasm_i64x2_extract_lane(joined, 0)) |
           static_cast<Bitboard>(wasm_i64x2_extract_lane(joined, 1)) | before;
}

}  // namespace outflank::wasm
