// The 64 squares as the bits of one integer: a1 is bit 0, b1 bit 1, … h8 bit 63.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace outflank {

using Bitboard = std::uint64_t;
using Square = int;

inline constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
inline constexpr int count(Bitboard squares) { return std::popcount(squares); }
inline constexpr Square first(Bitboard squares) { return std::countr_zero(squares); }

inline constexpr Bitboard A_FILE = 0x0101010101010101ULL;
inline constexpr Bitboard NOT_A = ~A_FILE;
inline constexpr Bitboard NOT_H = ~(A_FILE << 7);

// The corners; the squares diagonally next to them (X-squares); those next to them on the edges (C-squares).
inline constexpr Bitboard CORNERS = 0x8100000000000081ULL;
inline constexpr Bitboard X_SQUARES = 0x0042000000004200ULL;
inline constexpr Bitboard C_SQUARES = 0x4281000000008142ULL;

// Squares next to any of `squares`, excluding these.
inline constexpr Bitboard around(Bitboard squares) {
    const Bitboard row = squares | (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    return (row | row << 8 | row >> 8) & ~squares;
}

// The squares from a square in a direction up to the edge, excluding the square itself.
inline constexpr Bitboard ray(Square square, int column_step, int row_step) {
    Bitboard squares = 0;
    for (int column = square % 8 + column_step, row = square / 8 + row_step;
         column >= 0 && column < 8 && row >= 0 && row < 8; column += column_step, row += row_step) {
        squares |= bit(row * 8 + column);
    }
    return squares;
}

// The squares around a square: a move flips discs only if it is next to an opponent's disc.
inline constexpr auto NEIGHBOURS = [] {
    std::array<Bitboard, 64> neighbours{};
    for (Square square = 0; square < 64; ++square) neighbours[square] = around(bit(square));
    return neighbours;
}();

// A position as the side to move sees it.
struct Position {
    Bitboard mover;
    Bitboard opponent;

    constexpr Bitboard empties() const { return ~(mover | opponent); }
    bool operator==(const Position&) const = default;
};

}  // namespace outflank
