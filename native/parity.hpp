// The four quarters of the board. Parity: playing into a region with an odd number of empties tends to
// leave the opponent the even ones, so odd quarters are tried first.
#pragma once

#include "bitboard.hpp"

namespace outflank {

constexpr int quarter_of(Square square) { return (square >> 4 & 2) | (square >> 2 & 1); }

// All squares of the quarters with an odd number of `empties`.
inline Bitboard odd_quarters(Bitboard empties) {
    // Each step xors halves, until the first square of a quarter holds the parity of all sixteen.
    empties ^= empties >> 1;
    empties ^= empties >> 2;
    empties ^= empties >> 8;
    empties ^= empties >> 16;
    return (empties & 0x0000001100000011ULL) * 0x0f0f0f0fULL;
}

}  // namespace outflank
