// The static evaluation for boards of any size: a few features weighted by phase.
//
// No feature is specific to a square, so the weights are a few numbers per size,
// fitted to the results of self-play games (tools/learn_sizes.py).
#pragma once

#include <algorithm>

#include "rules.hpp"

namespace outflank::wide {

inline constexpr int UNIT = 64;  // evaluations are in 1/64 disc

// The features, each the mover's minus the opponent's.
enum Feature {
    MOBILITY,   // moves
    POTENTIAL,  // empty squares next to the other side's discs, where moves may appear
    QUIET,      // discs next to an empty square, which give moves to the other side: fewer are better
    CORNER,
    X_SQUARE,     // diagonally next to an empty corner, which it gives away
    C_SQUARE,     // next to an empty corner on the edge
    EDGE,         // on an edge, neither corner nor C-square
    SECOND_LINE,  // the line next to an edge, without X-squares
    STABLE,       // stable discs, as far as corners prove it
    DISC,
    FEW,        // discs missing from six: a side with few may lose them all
    LAST_MOVE,  // 1 where the mover will make the last move if nobody passes, −1 where the opponent will
    FEATURES,
};
using Features = std::array<int, FEATURES>;

// The special squares of a board size.
struct Geometry {
    int size, squares;
    Squares playable, corners, x_squares, c_squares, edges, second_lines;
    Squares columns, rows, border;  // the first and last columns and rows, and both

    explicit Geometry(int size) : size(size), squares(size * size), playable(board(size)) {
        const int last = size - 1;
        const auto add = [](Squares& set, int row, int column) { set = set | single(row * SIDE + column); };
        for (int i = 0; i < size; ++i) {
            for (const int side : {0, last}) {
                add(columns, i, side);
                add(rows, side, i);
            }
            for (const int inside : {1, last - 1}) {
                if (i == 0 || i == last) continue;
                add(second_lines, inside, i);
                add(second_lines, i, inside);
            }
        }
        for (const int side : {0, last}) {
            for (const int other : {0, last}) {
                const auto inside = [last](int line) { return line == 0 ? 1 : last - 1; };
                add(corners, side, other);
                add(x_squares, inside(side), inside(other));
                add(c_squares, side, inside(other));
                add(c_squares, inside(side), other);
            }
        }
        border = columns | rows;
        edges = border - corners - c_squares;
        second_lines = second_lines - x_squares;
    }
};

// Discs that can never be flipped: on every line through them they are next to an edge or an own stable disc.
inline Squares stable_discs(Squares own, const Geometry& geometry) {
    Squares stable = own & geometry.corners;
    while (stable) {
        const Squares above = stable.north(), below = stable.south();
        const Squares along = stable.east() | stable.west() | geometry.columns;
        const Squares across = above | below | geometry.rows;
        const Squares falling = above.west() | below.east() | geometry.border;
        const Squares rising = above.east() | below.west() | geometry.border;
        const Squares grown = (own & along) & (across & (falling & rising));
        if (grown == stable) break;
        stable = grown;
    }
    return stable;
}

// `moves` are the mover's legal moves.
inline Features features_of(const Position& position, Squares moves, const Geometry& geometry) {
    const Squares own = position.mover, other = position.opponent;
    const Squares empty = geometry.playable - position.taken();
    const Squares near_empty = beside(empty);
    const Squares near_empty_corner = beside(empty & geometry.corners);
    const auto balance = [&](Squares squares) { return count(own & squares) - count(other & squares); };
    Features features;
    features[MOBILITY] = count(moves) - count(legal_moves(position.passed(), geometry.playable));
    features[POTENTIAL] = count(beside(other) & empty) - count(beside(own) & empty);
    features[QUIET] = -balance(near_empty);
    features[CORNER] = balance(geometry.corners);
    features[X_SQUARE] = balance(geometry.x_squares & near_empty_corner);
    features[C_SQUARE] = balance(geometry.c_squares & near_empty_corner);
    features[EDGE] = balance(geometry.edges);
    features[SECOND_LINE] = balance(geometry.second_lines);
    features[STABLE] = count(stable_discs(own, geometry)) - count(stable_discs(other, geometry));
    const int own_discs = count(own), other_discs = count(other);
    features[DISC] = own_discs - other_discs;
    features[FEW] = std::max(6 - own_discs, 0) - std::max(6 - other_discs, 0);
    features[LAST_MOVE] = count(empty) & 1 ? 1 : -1;
    return features;
}

// The weights of a size for every number of discs on the board, interpolated between phases.
class Weights {
public:
    static constexpr int PHASES = 6;  // the first for an empty board, the last for a full one
    using Table = std::array<Features, PHASES>;

    Weights(int size, const Table& phases) : squares_(size * size) {
        for (int discs = 0; discs <= squares_; ++discs) {
            const int place = discs * (PHASES - 1);
            const int phase = std::min(place / squares_, PHASES - 2);
            const int beyond = place - phase * squares_;
            for (int i = 0; i < FEATURES; ++i) {
                by_discs_[discs][i] =
                    (phases[phase][i] * (squares_ - beyond) + phases[phase + 1][i] * beyond) / squares_;
            }
        }
    }

    // Expected final score of the mover in 1/64 disc.
    int score(const Features& features, int discs) const {
        const Features& weights = by_discs_[discs];
        int sum = 0;
        for (int i = 0; i < FEATURES; ++i) sum += weights[i] * features[i];
        const int most = (squares_ - 1) * UNIT;
        return std::clamp(sum, -most, most);
    }

private:
    int squares_;
    std::array<Features, SQUARES + 1> by_discs_;
};

const Weights::Table& learned_weights(int size);

}  // namespace outflank::wide
