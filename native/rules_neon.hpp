// Legal moves and flips with NEON, the 128-bit registers of 64-bit ARM: one line at a time, in both directions.
//
// Each lane has its own shift count, left or right, so legal moves go up in one lane and down in the other. Flips use
// a carry, which only propagates up: the second lane has the board rotated by 180°, which is one instruction.
#pragma once

#include <arm_neon.h>

#include <array>

#include "bitboard.hpp"

namespace outflank::neon {

// All squares except those up each line of a square, on the board and on the rotated one.
using Others = std::array<std::array<Bitboard, 2>, 4>;
inline constexpr auto OTHERS = [] {
    constexpr int COLUMN_STEP[4] = {1, 0, -1, 1};
    constexpr int ROW_STEP[4] = {0, 1, 1, 1};
    std::array<Others, 64> others{};
    for (int square = 0; square < 64; ++square)
        for (int line = 0; line < 4; ++line)
            others[square][line] = {~ray(square, COLUMN_STEP[line], ROW_STEP[line]),
                                    ~ray(63 - square, COLUMN_STEP[line], ROW_STEP[line])};
    return others;
}();

inline Bitboard half_turn(Bitboard board) {
    Bitboard turned;
    __asm__("rbit %0, %1" : "=r"(turned) : "r"(board));
    return turned;
}

inline uint64x2_t beside_turned(Bitboard board) {
    return vcombine_u64(vcreate_u64(board), vcreate_u64(half_turn(board)));
}

// Squares reached from `mover` over one to six of `through`, up and down a line.
template <int step>
inline uint64x2_t reach(uint64x2_t mover, uint64x2_t through) {
    const int64x2_t one = vcombine_s64(vcreate_s64(step), vcreate_s64(static_cast<Bitboard>(-step)));
    const int64x2_t two = vaddq_s64(one, one);
    uint64x2_t found = vandq_u64(through, vshlq_u64(mover, one));
    found = vorrq_u64(found, vandq_u64(through, vshlq_u64(found, one)));
    const uint64x2_t pairs = vandq_u64(through, vshlq_u64(through, one));
    found = vorrq_u64(found, vandq_u64(pairs, vshlq_u64(found, two)));
    found = vorrq_u64(found, vandq_u64(pairs, vshlq_u64(found, two)));
    return vshlq_u64(found, one);
}

inline Bitboard legal_moves(Position position) {
    constexpr Bitboard INNER = 0x7e7e7e7e7e7e7e7eULL;
    const uint64x2_t mover = vdupq_n_u64(position.mover);
    const uint64x2_t opponent = vdupq_n_u64(position.opponent);
    const uint64x2_t inner = vdupq_n_u64(position.opponent & INNER);
    const uint64x2_t found = vorrq_u64(vorrq_u64(reach<1>(mover, inner), reach<8>(mover, opponent)),
                                       vorrq_u64(reach<7>(mover, inner), reach<9>(mover, inner)));
    return (vgetq_lane_u64(found, 0) | vgetq_lane_u64(found, 1)) & position.empties();
}

// The opponent's discs up a line that do not flip. A carry propagates through these and all `others` to the first
// square that is neither; only the discs it passed flip, and only if that square is the mover's.
inline uint64x2_t kept_up(uint64x2_t mover, uint64x2_t opponent, uint64x2_t others) {
    const uint64x2_t through = vorrq_u64(opponent, others);
    const uint64x2_t carried = vaddq_u64(through, vdupq_n_u64(1));
    const uint64x2_t end = vandq_u64(vbicq_u64(carried, through), mover);
    return vorrq_u64(vorrq_u64(others, carried), vceqzq_u64(end));
}

// The discs flipped by a move; empty if it is illegal. `square` must be empty.
inline Bitboard flips(Position position, Square square) {
    const uint64x2_t mover = beside_turned(position.mover);
    const uint64x2_t opponent = beside_turned(position.opponent);
    const auto kept = [&](int line) { return kept_up(mover, opponent, vld1q_u64(OTHERS[square][line].data())); };
    const uint64x2_t turned =
        vbicq_u64(opponent, vandq_u64(vandq_u64(kept(0), kept(1)), vandq_u64(kept(2), kept(3))));
    return vgetq_lane_u64(turned, 0) | half_turn(vgetq_lane_u64(turned, 1));
}

}  // namespace outflank::neon
