// Checks of fast code against plain code, called by the tests with any number of positions.
#pragma once

#include <stdexcept>
#include <string>

#include "random_positions.hpp"
#include "rules.hpp"

namespace outflank {

inline std::string hexadecimal(Bitboard squares) {
    std::string text = "0x";
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[squares >> shift & 15];
    return text;
}

// Compares this build's moves and flips with the portable ones, on every empty square of every position,
// legal or not. Returns how many pairs of flips were compared; throws at the first difference.
inline std::uint64_t check_rules(std::uint64_t seed, std::uint64_t positions) {
    Random random(seed);
    std::uint64_t compared = 0;
    for (std::uint64_t index = 0; index < positions; ++index) {
        const Position position =
            index % 2 ? random_fill(random) : random_game_position(random, random.below(61));
        const auto complain = [&](const char* what, Square square, Bitboard fast, Bitboard plain) {
            throw std::runtime_error(std::string(RULES_CODE) + ' ' + what + " differ from the portable ones: mover " +
                                     hexadecimal(position.mover) + ", opponent " + hexadecimal(position.opponent) +
                                     ", square " + std::to_string(square) + ": got " + hexadecimal(fast) +
                                     ", expected " + hexadecimal(plain));
        };
        const Bitboard fast_moves = legal_moves(position);
        const Bitboard plain_moves = portable::legal_moves(position);
        if (fast_moves != plain_moves) complain("legal moves", -1, fast_moves, plain_moves);
        for (Bitboard squares = position.empties(); squares; squares &= squares - 1) {
            const Square square = first(squares);
            const Bitboard fast = flips(position, square);
            const Bitboard plain = portable::flips(position, square);
            if (fast != plain) complain("flips", square, fast, plain);
            if ((plain != 0) != ((plain_moves >> square & 1) != 0)) complain("moves and flips", square, plain_moves, plain);
            ++compared;
        }
    }
    return compared;
}

}  // namespace outflank
