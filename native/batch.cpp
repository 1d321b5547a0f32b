#include "batch.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace outflank::batch {

namespace {

// splitmix64: one addition and three mixes per number; every seed is good.
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

int nth_bit(std::uint64_t word, int n) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
    for (; n > 0; --n) word &= word - 1;
    return std::countr_zero(word);
#endif
}

// A random square of a set. The high half of a 32 × 32 bit product is a number below the count, without a
// division; the bias is at most 256 in 2^32.
template <typename Kind>
int random_square(const Kind& kind, typename Kind::Squares squares, Random& random) {
    const auto choices = static_cast<std::uint64_t>(kind.count(squares));
    return kind.nth(squares, static_cast<int>(((random.next() >> 32) * choices) >> 32));
}

// A random game in progress.
template <typename Kind>
struct Playout {
    typename Kind::Position position;
    Random random;
    std::size_t index;
    int sign;  // +1 if the first mover is to move
    bool passed;

    // One ply; true if the game continues.
    bool step(const Kind& kind) {
        const typename Kind::Squares moves = kind.legal_moves(position);
        if (!moves) {
            if (passed) return false;
            position = kind.passed(position);
        } else {
            const int square = random_square(kind, moves, random);
            position = kind.play(position, square, kind.flips(position, square));
        }
        passed = !moves;
        sign = -sign;
        return true;
    }
};

}  // namespace

int Eight::nth(Squares squares, int n) { return nth_bit(squares, n); }

int Wide::nth(Squares squares, int n) const {
    const wide::Words words = squares.words();
    int word = 0;
    for (int here; (here = std::popcount(words[word])) <= n; ++word) n -= here;
    return wide::compact(word * 64 + nth_bit(words[word], n), size);
}

template <typename Kind>
void Batch<Kind>::legal_moves(const Set* mover, const Set* opponent, Set* moves, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
        kind.store(kind.legal_moves({kind.load(mover[i]), kind.load(opponent[i])}), moves[i]);
    }
}

template <typename Kind>
void Batch<Kind>::play(const Set* mover, const Set* opponent, const std::int16_t* squares, Set* next_mover,
                       Set* next_opponent, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
        const typename Kind::Position position{kind.load(mover[i]), kind.load(opponent[i])};
        typename Kind::Position next = kind.passed(position);
        const int square = squares[i];
        if (square == PASS) {
            if (kind.legal_moves(position) || !kind.legal_moves(next)) throw IllegalMove{i};
        } else {
            const bool on_board = square >= 0 && square < kind.squares();
            const typename Kind::Squares turned = on_board ? kind.flips(position, square) : typename Kind::Squares{};
            if (!turned) throw IllegalMove{i};
            next = kind.play(position, square, turned);
        }
        kind.store(next.mover, next_mover[i]);
        kind.store(next.opponent, next_opponent[i]);
    }
}

template <typename Kind>
void Batch<Kind>::step(const Set* mover, const Set* opponent, const std::uint8_t* turn, const std::int16_t* squares,
                       Positions next, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
        typename Kind::Position position{kind.load(mover[i]), kind.load(opponent[i])};
        std::uint8_t to_move = turn[i];
        const int square = squares[i];
        const bool on_board = square >= 0 && square < kind.squares();
        const typename Kind::Squares turned = on_board ? kind.flips(position, square) : typename Kind::Squares{};
        if (turned) {
            position = kind.play(position, square, turned);
            to_move ^= 1;
        } else if (kind.legal_moves(position) || (square != PASS && kind.legal_moves(kind.passed(position)))) {
            throw IllegalMove{i};
        }
        typename Kind::Squares moves = kind.legal_moves(position);
        if (!moves) {
            const typename Kind::Position passed = kind.passed(position);
            moves = kind.legal_moves(passed);
            if (moves) {
                position = passed;
                to_move ^= 1;
            }
        }
        kind.store(position.mover, next.mover[i]);
        kind.store(position.opponent, next.opponent[i]);
        next.turn[i] = to_move;
        kind.store(moves, next.moves[i]);
    }
}

template <typename Kind>
void Batch<Kind>::random_squares(const Set* sets, std::uint64_t seed, std::int16_t* squares, std::size_t count) const {
    Random random{seed};
    for (std::size_t i = 0; i < count; ++i) {
        const typename Kind::Squares set = kind.load(sets[i]);
        squares[i] = static_cast<std::int16_t>(set ? random_square(kind, set, random) : PASS);
    }
}

template <typename Kind>
void Batch<Kind>::scores(const Set* mover, const Set* opponent, Score* score, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
        const typename Kind::Position position{kind.load(mover[i]), kind.load(opponent[i])};
        const bool over = !kind.legal_moves(position) && !kind.legal_moves(kind.passed(position));
        score[i] = over ? static_cast<Score>(kind.final_score(position)) : NOT_OVER;
    }
}

template <typename Kind>
void Batch<Kind>::playouts(const Set* mover, const Set* opponent, std::uint64_t seed, Score* score,
                           std::size_t count) const {
    // A ply is one long chain of dependent instructions. Several games in step fill the processor's idle
    // units with each other's work; four in step run about twice as fast as one.
    constexpr std::size_t LANES = 4;
    using Game = Playout<Kind>;
    std::size_t next = 0;
    const auto begin = [&] {
        const std::size_t i = next++;
        return Game{{kind.load(mover[i]), kind.load(opponent[i])}, Random{seed ^ Random{i}.next()}, i, 1, false};
    };
    const auto finish = [&](const Game& game) {
        score[game.index] = static_cast<Score>(game.sign * kind.final_score(game.position));
    };

    if (count >= LANES) {
        Game games[LANES] = {begin(), begin(), begin(), begin()};
        for (;;) {
            bool drained = false;
            for (Game& game : games) {
                if (game.step(kind)) continue;
                finish(game);
                if (next < count) {
                    game = begin();
                } else {
                    game.index = count;  // an unused lane
                    drained = true;
                }
            }
            if (!drained) continue;
            for (Game& game : games) {
                if (game.index == count) continue;
                while (game.step(kind)) {
                }
                finish(game);
            }
            return;
        }
    }
    while (next < count) {
        Game game = begin();
        while (game.step(kind)) {
        }
        finish(game);
    }
}

template <typename Kind>
void Batch<Kind>::random_games(const Set& mover, const Set& opponent, std::uint64_t seed, std::uint64_t first,
                               std::int16_t* squares, std::size_t count, std::size_t length) const {
    for (std::size_t i = 0; i < count; ++i) {
        typename Kind::Position position{kind.load(mover), kind.load(opponent)};
        Random random{seed ^ Random{first + i}.next()};
        std::int16_t* const row = squares + i * length;
        std::size_t made = 0;
        for (bool passed = false; made < length;) {
            const typename Kind::Squares moves = kind.legal_moves(position);
            if (moves) {
                const int square = random_square(kind, moves, random);
                position = kind.play(position, square, kind.flips(position, square));
                row[made++] = static_cast<std::int16_t>(square);
            } else {
                if (passed) break;
                position = kind.passed(position);
            }
            passed = !moves;
        }
        while (made < length) row[made++] = PASS;
    }
}

template struct Batch<Eight>;
template struct Batch<Wide>;

}  // namespace outflank::batch
