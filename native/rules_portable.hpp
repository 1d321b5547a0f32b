// Legal moves and flips in plain C++, for any processor: the oracle for the SIMD versions.
#pragma once

#include "bitboard.hpp"

namespace outflank::portable {

// The six inner columns: a run that crosses the a or h file would wrap around the board.
inline constexpr Bitboard INNER_FILES = 0x7e7e7e7e7e7e7e7eULL;

// Squares reached from `mover` over one to six of `through` in the direction of +shift and −shift.
template <int shift>
constexpr Bitboard reach(Bitboard mover, Bitboard through) {
    Bitboard up = through & (mover << shift);
    Bitboard down = through & (mover >> shift);
    for (int step = 0; step < 5; ++step) {
        up |= through & (up << shift);
        down |= through & (down >> shift);
    }
    return (up << shift) | (down >> shift);
}

constexpr Bitboard legal_moves(Position position) {
    const Bitboard inner = position.opponent & INNER_FILES;
    return (reach<1>(position.mover, inner) | reach<8>(position.mover, position.opponent) |
            reach<7>(position.mover, inner) | reach<9>(position.mover, inner)) &
           position.empties();
}

// Discs between `square` and the mover's next disc along one line, both ways.
template <int shift>
constexpr Bitboard flips_on_line(Bitboard move, Bitboard mover, Bitboard through) {
    Bitboard up = through & (move << shift);
    Bitboard down = through & (move >> shift);
    for (int step = 0; step < 5; ++step) {
        up |= through & (up << shift);
        down |= through & (down >> shift);
    }
    return ((up << shift) & mover ? up : 0) | ((down >> shift) & mover ? down : 0);
}

// The discs flipped by a move; empty if it is illegal. `square` must be empty.
constexpr Bitboard flips(Position position, Square square) {
    const Bitboard move = bit(square);
    const Bitboard inner = position.opponent & INNER_FILES;
    return flips_on_line<1>(move, position.mover, inner) |
           flips_on_line<8>(move, position.mover, position.opponent) |
           flips_on_line<7>(move, position.mover, inner) |
           flips_on_line<9>(move, position.mover, inner);
}

}  // namespace outflank::portable
