// The rules on boards of every size: legal moves and flips.
#pragma once

#include "squares.hpp"

namespace outflank::wide {

// A position as the side to move sees it.
struct Position {
    Squares mover;
    Squares opponent;

    Squares taken() const { return mover | opponent; }
    Position passed() const { return {opponent, mover}; }
    friend bool operator==(Position a, Position b) { return a.mover == b.mover && a.opponent == b.opponent; }
};

// The eight directions, two opposite ones after each other.
template <int direction>
Squares step(Squares from) {
    if constexpr (direction == 0) return from.east();
    if constexpr (direction == 1) return from.west();
    if constexpr (direction == 2) return from.south();
    if constexpr (direction == 3) return from.north();
    if constexpr (direction == 4) return from.south().east();
    if constexpr (direction == 5) return from.north().west();
    if constexpr (direction == 6) return from.south().west();
    if constexpr (direction == 7) return from.north().east();
}

// The squares of `playable` where the mover flips at least one disc. All eight directions advance one step at a time,
// together, until no run of the opponent's discs continues; most are short.
inline Squares legal_moves(const Position& position, Squares playable) {
    const Squares through = position.opponent;
    Squares east = position.mover.east() & through, west = position.mover.west() & through;
    const Squares below = position.mover.south(), above = position.mover.north();
    Squares south = below & through, north = above & through;
    Squares south_east = below.east() & through, south_west = below.west() & through;
    Squares north_east = above.east() & through, north_west = above.west() & through;
    Squares reached;
    while (((east | west) | (south | north)) | ((south_east | south_west) | (north_east | north_west))) {
        const auto advance = [&](Squares& run, Squares next) {
            reached = reached | next;
            run = next & through;
        };
        advance(east, east.east());
        advance(west, west.west());
        advance(south, south.south());
        advance(north, north.north());
        advance(south_east, south_east.south().east());
        advance(south_west, south_west.south().west());
        advance(north_east, north_east.north().east());
        advance(north_west, north_west.north().west());
    }
    return (reached & playable) - position.taken();
}

template <int direction>
Squares flips_towards(Squares move, const Position& position) {
    Squares next = step<direction>(move);
    if (!meet(next, position.opponent)) return {};
    Squares run = next;
    for (;;) {
        next = step<direction>(next);
        if (!meet(next, position.opponent)) return meet(next, position.mover) ? run : Squares();
        run = run | next;
    }
}

// The discs flipped by a move; empty if it is illegal. `square` must be empty.
inline Squares flips(const Position& position, Square square) {
    const Squares move = single(square);
    return ((flips_towards<0>(move, position) | flips_towards<1>(move, position)) |
            (flips_towards<2>(move, position) | flips_towards<3>(move, position))) |
           ((flips_towards<4>(move, position) | flips_towards<5>(move, position)) |
            (flips_towards<6>(move, position) | flips_towards<7>(move, position)));
}

// The position after a move that flips `turned`, seen by the side that moves next.
inline Position play(const Position& position, Square square, Squares turned) {
    return {position.opponent ^ turned, position.mover | turned | single(square)};
}

// Final score of the mover on a board with this many squares: the winner gets the empties.
inline int final_score(const Position& position, int squares) {
    const int mover = count(position.mover);
    const int opponent = count(position.opponent);
    if (mover > opponent) return squares - 2 * opponent;
    if (mover < opponent) return 2 * mover - squares;
    return 0;
}

// The number of move sequences of this length; a pass is a ply, a finished game one leaf.
inline std::uint64_t perft(const Position& position, int depth, Squares playable) {
    if (depth == 0) return 1;
    const Squares moves = legal_moves(position, playable);
    if (!moves) {
        if (!legal_moves(position.passed(), playable)) return 1;
        return perft(position.passed(), depth - 1, playable);
    }
    if (depth == 1) return static_cast<std::uint64_t>(count(moves));  // the last ply is counted in bulk
    std::uint64_t leaves = 0;
    for_each(moves, [&](Square square) {
        leaves += perft(play(position, square, flips(position, square)), depth - 1, playable);
    });
    return leaves;
}

}  // namespace outflank::wide
