// Positions out of written games: "f5d6c3… +12 W" a line, moves without passes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "rules.hpp"

namespace outflank::learning {

struct Replayed {
    std::vector<Bitboard> mover;
    std::vector<Bitboard> opponent;
    std::vector<std::int8_t> score;    // the game's final score from this mover's view
    std::vector<std::uint8_t> black;   // 1 where the mover is Black
    std::vector<std::int32_t> game;    // the line it came from, counted from 0
};

// Every position of every game in which somebody had to choose a move. Throws std::invalid_argument that
// names the line where a game is not legal or does not end in the score it states.
Replayed replay(std::string_view lines);

}  // namespace outflank::learning
