// Many positions at once, of one size: for learning, statistics and random playouts.
//
// Positions are two arrays, the movers' and the opponents' discs, with one entry each: a word for 8×8, sixteen rows
// of sixteen bits for all other sizes. Squares are row × size + column. This code does not use Python; callers check
// that all arrays have equal length and that no disc is outside the board.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules.hpp"
#include "wide/rules.hpp"

namespace outflank::batch {

// The two kinds of board: the array layout of a set of squares, and the rules.
struct Eight {
    using Set = Bitboard;
    using Squares = Bitboard;
    using Position = outflank::Position;
    using Score = std::int8_t;

    explicit Eight(int) {}
    static constexpr int squares() { return 64; }
    static Squares load(const Set& set) { return set; }
    static void store(Squares squares, Set& set) { set = squares; }
    static int count(Squares squares) { return outflank::count(squares); }
    static int nth(Squares squares, int n);  // the n-th square of a set, counted from a1

    static Squares legal_moves(const Position& position) { return outflank::legal_moves(position); }
    static Position passed(const Position& position) { return {position.opponent, position.mover}; }
    // Empty if the square is occupied.
    static Squares flips(const Position& position, int square) {
        return position.empties() & bit(square) ? outflank::flips(position, square) : 0;
    }
    static Position play(const Position& position, int square, Squares turned) {
        return outflank::play(position, square, turned);
    }
    static int final_score(const Position& position) { return outflank::final_score(position); }
};

struct Wide {
    using Set = wide::Rows;
    using Squares = wide::Squares;
    using Position = wide::Position;
    using Score = std::int16_t;

    int size;

    explicit Wide(int size) : size(size) {}
    int squares() const { return size * size; }
    static Squares load(const Set& set) {
        wide::Words words;
        std::memcpy(words.data(), set.data(), sizeof words);
        return Squares(words);
    }
    static void store(Squares squares, Set& set) {
        const wide::Words words = squares.words();
        std::memcpy(set.data(), words.data(), sizeof words);
    }
    static int count(Squares squares) { return wide::count(squares); }
    int nth(Squares squares, int n) const;

    Squares legal_moves(const Position& position) const { return wide::legal_moves(position, wide::board(size)); }
    static Position passed(const Position& position) { return position.passed(); }
    Squares flips(const Position& position, int square) const {
        const wide::Square place = wide::spread(square, size);
        return position.taken().has(place) ? Squares() : wide::flips(position, place);
    }
    Position play(const Position& position, int square, Squares turned) const {
        return wide::play(position, wide::spread(square, size), turned);
    }
    int final_score(const Position& position) const { return wide::final_score(position, squares()); }
};

inline constexpr int PASS = -1;

// Thrown by `play` and `step` with the index of the first illegal move.
struct IllegalMove {
    std::size_t index;
};

// The functions, for one kind of board; batch.cpp has both.
template <typename Kind>
struct Batch {
    using Set = typename Kind::Set;
    using Score = typename Kind::Score;

    Kind kind;

    void legal_moves(const Set* mover, const Set* opponent, Set* moves, std::size_t count) const;

    // The positions after one move each, seen by the side that moves next. PASS is allowed where a pass is forced.
    void play(const Set* mover, const Set* opponent, const std::int16_t* squares, Set* next_mover, Set* next_opponent,
              std::size_t count) const;

    // One move each, followed by a pass if it is forced; a finished game stays
    // unchanged, whatever square is given. `turn` is 0 for Black and 1 for White. `moves` are the legal
    // moves of the new positions: empty if the game is over.
    struct Positions {
        Set* mover;
        Set* opponent;
        std::uint8_t* turn;
        Set* moves;
    };
    void step(const Set* mover, const Set* opponent, const std::uint8_t* turn, const std::int16_t* squares,
              Positions next, std::size_t count) const;

    // A random square of each set; PASS if it is empty.
    void random_squares(const Set* sets, std::uint64_t seed, std::int16_t* squares, std::size_t count) const;

    // The final score from the mover's view, empties to the winner; NOT_OVER, which is odd unlike all scores, if a side
    // can move.
    static constexpr Score NOT_OVER = 127;
    void scores(const Set* mover, const Set* opponent, Score* score, std::size_t count) const;

    // Play every position to its end with random moves and return the final score from the first mover's view.
    // The score of a position depends only on the seed and its index.
    void playouts(const Set* mover, const Set* opponent, std::uint64_t seed, Score* score, std::size_t count) const;

    // Random games from one position: `length` squares each, in the order of play and without passes, then PASS to the
    // end of the row. A game depends only on the seed and its number, `first` + its row.
    void random_games(const Set& mover, const Set& opponent, std::uint64_t seed, std::uint64_t first, std::int16_t* squares,
                      std::size_t count, std::size_t length) const;
};

extern template struct Batch<Eight>;
extern template struct Batch<Wide>;

}  // namespace outflank::batch
