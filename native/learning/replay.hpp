// Positions of game records, one per line: "f5d6c3… +12 W", without passes.
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
    std::vector<std::uint8_t> black;   // 1 if the mover is Black
    std::vector<std::int32_t> game;    // its line, counted from 0
};

// Every position of every game in which a side had a legal move. Throws std::invalid_argument that
// names the line of a game that is illegal or does not end in its stated score.
Replayed replay(std::string_view lines);

}  // namespace outflank::learning
