// The number of discs flipped by filling the last empty square, from tables.
//
// With one empty square every other square has a disc, so the mover's discs determine the flips.
#pragma once

#include <array>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "bitboard.hpp"

namespace outflank {

// Discs flipped in a line of eight when the mover plays at `place`, by the mover's discs in that line.
// Squares beyond a short diagonal count as the opponent's: without a mover's disc behind them nothing flips.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_line_flips() {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int place = 0; place < 8; ++place) {
        for (int mover = 0; mover < 256; ++mover) {
            int turned = 0;
            for (int step = -1; step <= 1; step += 2) {
                int run = 0;
                int at = place + step;
                while (at >= 0 && at < 8 && !(mover >> at & 1)) {
                    ++run;
                    at += step;
                }
                if (at >= 0 && at < 8) turned += run;
            }
            table[place][mover] = static_cast<std::uint8_t>(turned);
        }
    }
    return table;
}

inline constexpr auto LINE_FLIPS = make_line_flips();

// The column and the two diagonals through a square, and the index of the square in each when its line is
// packed into eight bits.
struct Lines {
    Bitboard diagonal, antidiagonal;
    std::uint8_t diagonal_place, antidiagonal_place;
};

constexpr std::array<Lines, 64> make_lines() {
    std::array<Lines, 64> lines{};
    for (int square = 0; square < 64; ++square) {
        const int row = square / 8;
        const int column = square % 8;
        for (int other = 0; other < 64; ++other) {
            if (other / 8 - other % 8 == row - column) lines[square].diagonal |= bit(other);
            if (other / 8 + other % 8 == row + column) lines[square].antidiagonal |= bit(other);
        }
        lines[square].diagonal_place = static_cast<std::uint8_t>(count(lines[square].diagonal & (bit(square) - 1)));
        lines[square].antidiagonal_place =
            static_cast<std::uint8_t>(count(lines[square].antidiagonal & (bit(square) - 1)));
    }
    return lines;
}

inline constexpr auto LINES = make_lines();

namespace portable {

inline int last_flips(Bitboard mover, Square square) {
    const int row = square >> 3;
    const int column = square & 7;
    const Lines& lines = LINES[square];
    // Multiplying gathers one bit of every row into the top byte; diagonals come out ordered by column.
    return LINE_FLIPS[column][mover >> (row * 8) & 0xff] +
           LINE_FLIPS[row][((mover >> column & A_FILE) * 0x0102040810204080ULL) >> 56] +
           LINE_FLIPS[column][((mover & lines.diagonal) * A_FILE) >> 56] +
           LINE_FLIPS[column][((mover & lines.antidiagonal) * A_FILE) >> 56];
}

}  // namespace portable

#if defined(__BMI2__)
inline int last_flips(Bitboard mover, Square square) {
    const int row = square >> 3;
    const int column = square & 7;
    const Lines& lines = LINES[square];
    return LINE_FLIPS[column][mover >> (row * 8) & 0xff] +
           LINE_FLIPS[row][_pext_u64(mover, A_FILE << column)] +
           LINE_FLIPS[lines.diagonal_place][_pext_u64(mover, lines.diagonal)] +
           LINE_FLIPS[lines.antidiagonal_place][_pext_u64(mover, lines.antidiagonal)];
}
#else
inline int last_flips(Bitboard mover, Square square) { return portable::last_flips(mover, square); }
#endif

}  // namespace outflank
