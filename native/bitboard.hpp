// The 64 squares as the bits of one integer: a1 is bit 0, b1 bit 1, … h8 bit 63.
#pragma once

#include <bit>
#include <cstdint>

namespace outflank {

using Bitboard = std::uint64_t;
using Square = int;

inline constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
inline constexpr int count(Bitboard squares) { return std::popcount(squares); }
inline constexpr Square first(Bitboard squares) { return std::countr_zero(squares); }

inline constexpr Bitboard CORNERS = 0x8100000000000081ULL;

// A position as the side to move sees it.
struct Position {
    Bitboard mover;
    Bitboard opponent;

    constexpr Bitboard empties() const { return ~(mover | opponent); }
    bool operator==(const Position&) const = default;
};

}  // namespace outflank
