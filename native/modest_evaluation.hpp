// A small evaluation of basic strategy: mobility, frontier discs, corners and
// the squares next to them. It needs no training and is used on boards smaller than 8×8.
#pragma once

#include <algorithm>

#include "rules.hpp"

namespace outflank {

// The corners of the playable area, a square of even size in the middle of 8×8 (a1 … h8 for the full board).
struct Corners {
    Bitboard corner, diagonal, beside;  // a1; b2 (X-square); a2 and b1 (C-squares); all four times over
};

inline Corners corners_of(Bitboard playable) {
    if (playable == ~Bitboard{0}) return {CORNERS, X_SQUARES, C_SQUARES};
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

// The weights in 1/256 disc. Set by hand from strategy books and never tuned: it is for boards
// and programs without trained weights.
inline constexpr int MOVE_WORTH = 280;       // per legal move more than the opponent
inline constexpr int QUIET_WORTH = 110;      // per frontier disc fewer than the opponent
inline constexpr int CORNER_WORTH = 2300;    // nine discs
inline constexpr int X_SQUARE_COST = 900;    // next to an empty corner, which it offers to the opponent
inline constexpr int C_SQUARE_COST = 300;
inline constexpr int COUNTING_EMPTIES = 16;  // with fewer empties discs count, …
inline constexpr int DISC_WORTH = 8;         // … by this much more per filled square
inline constexpr int LAST_MOVE_WORTH = DISC;  // for the last move of the game

// Expected final score in 1/256 disc.
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
    // An X- or C-square is bad only while its corner is empty.
    const Bitboard empty_corners = corners.corner & empty;
    const Bitboard near_empty_corner = around(empty_corners);
    const int score = MOVE_WORTH * (moves - replies) + QUIET_WORTH * exposed + CORNER_WORTH * balance(corners.corner) -
                      X_SQUARE_COST * balance(corners.diagonal & near_empty_corner) -
                      C_SQUARE_COST * balance(corners.beside & near_empty_corner) +
                      DISC_WORTH * std::max(COUNTING_EMPTIES - empties, 0) * balance(playable) +
                      (empties & 1 ? LAST_MOVE_WORTH : -LAST_MOVE_WORTH);
    return std::clamp(score, -MAX_SCORE, MAX_SCORE);
}

}  // namespace outflank
