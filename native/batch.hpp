// Many 8×8 positions at once: for learning, statistics and random playouts.
//
// Positions come as two arrays, the movers' discs and the opponents', one entry a position. Nothing here
// knows of Python; callers have checked that all arrays are equally long.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitboard.hpp"

namespace outflank::batch {

inline constexpr std::int8_t PASS = -1;

// Thrown out of `play` with the index of the first move that is illegal.
struct IllegalMove {
    std::size_t index;
};

void legal_moves(const Bitboard* mover, const Bitboard* opponent, Bitboard* moves, std::size_t count);

// The positions after one move each, seen by the side that moves next. PASS passes, where that is forced.
void play(const Bitboard* mover, const Bitboard* opponent, const std::int8_t* squares, Bitboard* next_mover,
          Bitboard* next_opponent, std::size_t count);

// One move each, and past what nobody chooses: a pass that is forced afterwards is made, and a finished game stays
// as it is, whatever square is given. `turn` is 0 where Black moves and 1 where White does. `moves` are the legal
// moves of the new positions: none where the game is over.
struct Positions {
    Bitboard* mover;
    Bitboard* opponent;
    std::uint8_t* turn;
    Bitboard* moves;
};
void step(const Bitboard* mover, const Bitboard* opponent, const std::uint8_t* turn, const std::int16_t* squares,
          Positions next, std::size_t count);

// A random square of each set; PASS where it is empty.
void random_squares(const Bitboard* sets, std::uint64_t seed, std::int16_t* squares, std::size_t count);

// The final score from the mover's view, the empties to the winner; NOT_OVER where somebody can move.
inline constexpr std::int8_t NOT_OVER = 127;
void scores(const Bitboard* mover, const Bitboard* opponent, std::int8_t* score, std::size_t count);

// Play every position to its end with random moves and give the final score from the first mover's view.
// The score of a position depends on the seed and its index alone.
void playouts(const Bitboard* mover, const Bitboard* opponent, std::uint64_t seed, std::int8_t* score,
              std::size_t count);

}  // namespace outflank::batch
