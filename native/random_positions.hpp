// Random positions for checks: from random play (typical) and random fills (atypical).
#pragma once

#include "rules_portable.hpp"

namespace outflank {

// SplitMix64 (Steele, Lea, Flood 2014): small, seedable, the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    int below(int limit) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(limit) >> 32); }

private:
    std::uint64_t state_;
};

inline constexpr Position START{bit(28) | bit(35), bit(27) | bit(36)};

// The position after random moves from the start, stopped when `empties` squares are empty or the game is over.
inline Position random_game_position(Random& random, int empties) {
    Position position = START;
    while (count(position.empties()) > empties) {
        Bitboard moves = portable::legal_moves(position);
        if (moves == 0) {
            position = {position.opponent, position.mover};
            moves = portable::legal_moves(position);
            if (moves == 0) return {position.opponent, position.mover};
        }
        for (int skip = random.below(count(moves)); skip > 0; --skip) moves &= moves - 1;
        const Square square = first(moves);
        const Bitboard turned = portable::flips(position, square);
        position = {position.opponent ^ turned, position.mover | turned | bit(square)};
    }
    return position;
}

// Every square is randomly the mover's, the opponent's or empty, which covers edge cases.
inline Position random_fill(Random& random) {
    const Bitboard occupied = random.next() | (random.next() & random.next());
    const Bitboard side = random.next();
    return {occupied & side, occupied & ~side};
}

}  // namespace outflank
