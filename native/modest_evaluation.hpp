// A small evaluation of what every player's book teaches: moves to choose from, quiet discs, corners and
// the squares beside them. It needs nothing learned, and it plays the boards smaller than 8×8.
#pragma once

#include <algorithm>

#include "rules.hpp"

namespace outflank {

// Squares next to any of `squares`, themselves left out.
inline Bitboard around(Bitboard squares) {
    constexpr Bitboard NOT_A = 0xfefefefefefefefeULL;
    constexpr Bitboard NOT_H = 0x7f7f7f7f7f7f7f7fULL;
    const Bitboard row = squares | ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H);
    return (row | row << 8 | row >> 8) & ~squares;
}

// The corners of the playable area, a square of even size in the middle of 8×8 (a1 … h8 for the full board).
struct Corners {
    Bitboard corner, diagonal, beside;  // a1; b2 (X-square); a2 and b1 (C-squares); all four times over
};

inline Corners corners_of(Bitboard playable) {
    if (playable == ~Bitboard{0}) return {0x8100000000000081ULL, 0x0042000000004200ULL, 0x4281000000008142ULL};
    const int low = first(playable) % 8;
    const int high = 7 - low;
    const auto squares = [](int a, int b) {
        return bit(a * 8 + a) | bit(a * 8 + b) | bit(b * 8 + a) | bit(b * 8 + b);
    };
    Bitboard beside = 0;
    for (int edge : {low, high}) {
        for (int inner : {low + 1, high - 1}) beside |= bit(edge * 8 + inner) | bit(inner * 8 + edge);
    }
    return {squares(low, high), squares(low + 1, high - 1), beside};
}

// Expected final score in 1/256 discs.
inline int modest_evaluation(Position position, Bitboard playable) {
    const Bitboard empty = position.empties() & playable;
    const int empties = count(empty);
    const Corners corners = corners_of(playable);
    const int moves = count(legal_moves(position) & playable);
    const int replies = count(legal_moves({position.opponent, position.mover}) & playable);
    const Bitboard frontier = around(empty);
    const int exposed = count(frontier & position.opponent) - count(frontier & position.mover);
    const auto balance = [&](Bitboard squares) {
        return count(position.mover & squares) - count(position.opponent & squares);
    };
    // An X- or C-square only hurts while its corner is empty.
    const Bitboard empty_corners = corners.corner & empty;
    const Bitboard near_empty_corner = around(empty_corners);
    const int score = 280 * (moves - replies) + 110 * exposed + 2300 * balance(corners.corner) -
                      900 * balance(corners.diagonal & near_empty_corner) -
                      300 * balance(corners.beside & near_empty_corner) +
                      (empties < 16 ? (16 - empties) * 8 * balance(playable) : 0) + (empties & 1 ? 256 : -256);
    const int limit = 64 * 256;
    return std::clamp(score, -limit, limit);
}

}  // namespace outflank
