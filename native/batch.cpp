#include "batch.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "rules.hpp"

namespace outflank::batch {

namespace {

// splitmix64: one addition and three mixes a number, and any seed is a good one.
// https://prng.di.unimi.it/splitmix64.c describes it.
struct Random {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t value = (state += 0x9e3779b97f4a7c15ULL);
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
        value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
        return value ^ (value >> 31);
    }
};

// The n-th square of a set, counted from a1.
Square nth_square(Bitboard squares, int n) {
#ifdef __BMI2__
    return first(_pdep_u64(Bitboard{1} << n, squares));
#else
    for (; n > 0; --n) squares &= squares - 1;
    return first(squares);
#endif
}

// A random one of some squares. The high half of a 32 × 32 bit product is a number below the count, without a
// division; the bias is at most 64 in 2^32.
Square random_square(Bitboard squares, Random& random) {
    const auto choices = static_cast<std::uint64_t>(outflank::count(squares));
    return nth_square(squares, static_cast<int>(((random.next() >> 32) * choices) >> 32));
}

// A random game in progress.
struct Playout {
    Position position;
    Random random;
    std::size_t index;
    int sign;  // +1 while the first mover is to move
    bool passed;

    // One ply; whether the game went on.
    bool step() {
        const Bitboard moves = outflank::legal_moves(position);
        if (!moves) {
            if (passed) return false;
            position = {position.opponent, position.mover};
        } else {
            const Square square = random_square(moves, random);
            position = outflank::play(position, square, outflank::flips(position, square));
        }
        passed = !moves;
        sign = -sign;
        return true;
    }
};

}  // namespace

void legal_moves(const Bitboard* mover, const Bitboard* opponent, Bitboard* moves, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) moves[i] = outflank::legal_moves({mover[i], opponent[i]});
}

void play(const Bitboard* mover, const Bitboard* opponent, const std::int8_t* squares, Bitboard* next_mover,
          Bitboard* next_opponent, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const Position position{mover[i], opponent[i]};
        Position next{position.opponent, position.mover};
        const int square = squares[i];
        if (square == PASS) {
            if (outflank::legal_moves(position) || !outflank::legal_moves(next)) throw IllegalMove{i};
        } else {
            const bool empty = square >= 0 && square < 64 && (position.empties() & bit(square));
            const Bitboard turned = empty ? outflank::flips(position, square) : 0;
            if (!turned) throw IllegalMove{i};
            next = outflank::play(position, square, turned);
        }
        next_mover[i] = next.mover;
        next_opponent[i] = next.opponent;
    }
}

void step(const Bitboard* mover, const Bitboard* opponent, const std::uint8_t* turn, const std::int16_t* squares,
          Positions next, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        Position position{mover[i], opponent[i]};
        std::uint8_t to_move = turn[i];
        const int square = squares[i];
        const bool empty = square >= 0 && square < 64 && (position.empties() & bit(square));
        if (const Bitboard turned = empty ? outflank::flips(position, square) : 0) {
            position = outflank::play(position, square, turned);
            to_move ^= 1;
        } else if (const Bitboard own = outflank::legal_moves(position);
                   own || (square != PASS && outflank::legal_moves({position.opponent, position.mover}))) {
            throw IllegalMove{i};
        }
        Bitboard moves = outflank::legal_moves(position);
        if (!moves) {
            const Position passed{position.opponent, position.mover};
            if ((moves = outflank::legal_moves(passed))) {
                position = passed;
                to_move ^= 1;
            }
        }
        next.mover[i] = position.mover;
        next.opponent[i] = position.opponent;
        next.turn[i] = to_move;
        next.moves[i] = moves;
    }
}

void random_squares(const Bitboard* sets, std::uint64_t seed, std::int16_t* squares, std::size_t count) {
    Random random{seed};
    for (std::size_t i = 0; i < count; ++i) {
        squares[i] = sets[i] ? static_cast<std::int16_t>(random_square(sets[i], random)) : PASS;
    }
}

void scores(const Bitboard* mover, const Bitboard* opponent, std::int8_t* score, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const Position position{mover[i], opponent[i]};
        const bool over = !outflank::legal_moves(position) && !outflank::legal_moves({position.opponent, position.mover});
        score[i] = over ? static_cast<std::int8_t>(final_score(position)) : NOT_OVER;
    }
}

void playouts(const Bitboard* mover, const Bitboard* opponent, std::uint64_t seed, std::int8_t* score,
              std::size_t count) {
    // A ply is one long chain of dependent instructions. Several games in step fill the processor's idle
    // units with each other's work; four in step run about twice as fast as one.
    constexpr std::size_t LANES = 4;
    std::size_t next = 0;
    const auto begin = [&] {
        const std::size_t i = next++;
        return Playout{{mover[i], opponent[i]}, Random{seed ^ Random{i}.next()}, i, 1, false};
    };
    const auto finish = [&](const Playout& game) {
        score[game.index] = static_cast<std::int8_t>(game.sign * final_score(game.position));
    };

    if (count >= LANES) {
        Playout games[LANES] = {begin(), begin(), begin(), begin()};
        for (;;) {
            bool drained = false;
            for (Playout& game : games) {
                if (game.step()) continue;
                finish(game);
                if (next < count) {
                    game = begin();
                } else {
                    game.index = count;  // an empty lane
                    drained = true;
                }
            }
            if (!drained) continue;
            for (Playout& game : games) {
                if (game.index == count) continue;
                while (game.step()) {
                }
                finish(game);
            }
            return;
        }
    }
    while (next < count) {
        Playout game = begin();
        while (game.step()) {
        }
        finish(game);
    }
}

}  // namespace outflank::batch
