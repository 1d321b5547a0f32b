// The eight symmetries of the 8×8 board, in the order of Python's outflank.board.Symmetry.
#pragma once

#include "bitboard.hpp"

namespace outflank {

inline constexpr int SYMMETRIES = 8;

// Row 1 becomes row 8: the bytes in reverse order.
constexpr Bitboard flip_rows(Bitboard squares) {
    squares = ((squares >> 8) & 0x00ff00ff00ff00ffULL) | ((squares & 0x00ff00ff00ff00ffULL) << 8);
    squares = ((squares >> 16) & 0x0000ffff0000ffffULL) | ((squares & 0x0000ffff0000ffffULL) << 16);
    return (squares >> 32) | (squares << 32);
}

// Column a becomes column h: the bits of every byte in reverse order.
constexpr Bitboard flip_columns(Bitboard squares) {
    squares = ((squares >> 1) & 0x5555555555555555ULL) | ((squares & 0x5555555555555555ULL) << 1);
    squares = ((squares >> 2) & 0x3333333333333333ULL) | ((squares & 0x3333333333333333ULL) << 2);
    return ((squares >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((squares & 0x0f0f0f0f0f0f0f0fULL) << 4);
}

// Reflect at the diagonal a1–h8: swap blocks of 1, 2 and 4 squares across it.
constexpr Bitboard transpose(Bitboard squares) {
    Bitboard change = (squares ^ (squares >> 7)) & 0x00aa00aa00aa00aaULL;
    squares ^= change ^ (change << 7);
    change = (squares ^ (squares >> 14)) & 0x0000cccc0000ccccULL;
    squares ^= change ^ (change << 14);
    change = (squares ^ (squares >> 28)) & 0x00000000f0f0f0f0ULL;
    return squares ^ change ^ (change << 28);
}

// identity, rows, columns, both, then the same four after the transposition
constexpr Bitboard transformed(Bitboard squares, int symmetry) {
    if (symmetry & 4) squares = transpose(squares);
    if (symmetry & 1) squares = flip_rows(squares);
    if (symmetry & 2) squares = flip_columns(squares);
    return squares;
}

constexpr Position transformed(Position position, int symmetry) {
    return {transformed(position.mover, symmetry), transformed(position.opponent, symmetry)};
}

// The inverse of a symmetry: only the two quarter turns are not their own inverse.
constexpr int inverse(int symmetry) { return symmetry == 5 ? 6 : symmetry == 6 ? 5 : symmetry; }

struct Canonical {
    Position position;
    int symmetry;  // that leads to it; the first if there are several
};

// The canonical position among all symmetric ones: the smallest, mover's discs first.
constexpr Canonical to_canonical(Position position) {
    Canonical smallest{position, 0};
    for (int symmetry = 1; symmetry < SYMMETRIES; ++symmetry) {
        const Position other = transformed(position, symmetry);
        if (other.mover < smallest.position.mover ||
            (other.mover == smallest.position.mover && other.opponent < smallest.position.opponent)) {
            smallest = {other, symmetry};
        }
    }
    return smallest;
}

constexpr Position canonical(Position position) { return to_canonical(position).position; }

// Of moves that are equivalent under a symmetry of the position, only the first.
constexpr Bitboard distinct_moves(Position position, Bitboard moves) {
    for (int symmetry = 1; symmetry < SYMMETRIES; ++symmetry) {
        if (transformed(position, symmetry) != position) continue;
        for (Bitboard left = moves; left; left &= left - 1) {
            const Bitboard move = left & -left;
            if (!(move & moves)) continue;
            const Bitboard image = transformed(move, symmetry);
            if (image > move) moves &= ~image;
        }
    }
    return moves;
}
// The four first moves of a game are equivalent.
static_assert(distinct_moves({0x0000000810000000ULL, 0x0000001008000000ULL}, 0x0000102004080000ULL) == 0x0000000000080000ULL);

}  // namespace outflank
