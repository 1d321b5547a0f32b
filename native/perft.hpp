// Perft: the number of move sequences from a position, the classic check and speed test of the rules.
//
// A pass uses a ply; a game that ends before the full depth counts as one leaf.
#pragma once

#include "rules.hpp"

namespace outflank {

struct FastRules {
    static Bitboard moves(Position position) { return legal_moves(position); }
    static Bitboard turned(Position position, Square square) { return flips(position, square); }
};

struct PortableRules {
    static Bitboard moves(Position position) { return portable::legal_moves(position); }
    static Bitboard turned(Position position, Square square) { return portable::flips(position, square); }
};

template <typename Rules>
std::uint64_t perft(Position position, int depth, Bitboard playable) {
    if (depth == 0) return 1;
    Bitboard moves = Rules::moves(position) & playable;
    if (moves == 0) {
        const Position passed{position.opponent, position.mover};
        if ((Rules::moves(passed) & playable) == 0) return 1;
        return perft<Rules>(passed, depth - 1, playable);
    }
    if (depth == 1) return static_cast<std::uint64_t>(count(moves));  // the last ply is counted in bulk
    std::uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        const Square square = first(moves);
        leaves += perft<Rules>(play(position, square, Rules::turned(position, square)), depth - 1, playable);
    }
    return leaves;
}

}  // namespace outflank
