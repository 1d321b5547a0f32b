// The last one to four empty squares: half of all positions of an exact search are here, so the code is
// written out by hand. All functions are null-window searches: is the score above `alpha` or not?
//
// Scores come out in discs from the mover's view, empties to the winner.
#pragma once

#include <algorithm>
#include <array>

#include "last_flips.hpp"
#include "rules.hpp"
#include "table.hpp"

namespace outflank {

// Final score on a board of `squares` squares: the winner gets the empties.
inline int final_score(Position position, int squares) {
    const int mover = count(position.mover);
    const int opponent = count(position.opponent);
    if (mover > opponent) return squares - 2 * opponent;
    if (mover < opponent) return 2 * mover - squares;
    return 0;
}

// Squares next to each square: a move turns something only where it touches an opponent's disc.
constexpr std::array<Bitboard, 64> make_neighbours() {
    std::array<Bitboard, 64> neighbours{};
    for (int square = 0; square < 64; ++square) {
        for (int other = 0; other < 64; ++other) {
            const int columns = square % 8 - other % 8;
            const int rows = square / 8 - other / 8;
            if (square != other && columns * columns <= 1 && rows * rows <= 1) neighbours[square] |= bit(other);
        }
    }
    return neighbours;
}

inline constexpr auto NEIGHBOURS = make_neighbours();

// The four quarters of the board. Parity: playing into a region with an odd number of empties tends to
// leave the opponent the even ones, so odd quarters are tried first.
constexpr std::array<std::uint8_t, 64> make_quarters() {
    std::array<std::uint8_t, 64> quarters{};
    for (int square = 0; square < 64; ++square) quarters[square] = static_cast<std::uint8_t>(1 << (square / 32 * 2 + square % 8 / 4));
    return quarters;
}

inline constexpr auto QUARTER = make_quarters();
inline constexpr Bitboard QUARTER_SQUARES[4] = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                                                0xf0f0f0f000000000ULL};

// Quarters with an odd number of `empties`, as bits 0 to 3.
inline unsigned odd_quarters(Bitboard empties) {
    unsigned odd = 0;
    for (int quarter = 0; quarter < 4; ++quarter) odd |= static_cast<unsigned>(count(empties & QUARTER_SQUARES[quarter]) & 1) << quarter;
    return odd;
}

inline constexpr int NOT_SEARCHED = -127;  // below every score

class LastEmpties {
public:
    explicit LastEmpties(Bitboard playable_squares) : playable(playable_squares), squares(count(playable_squares)) {}

    Bitboard playable;
    int squares;              // of the board: 64, 36 or 16
    std::uint64_t nodes = 0;  // positions seen

    // One empty square: no search, only counting.
    int solve_1(Bitboard mover, Square x) {
        ++nodes;
        const int discs = count(mover);
        const int turned = last_flips(mover, x);
        if (turned) return 2 * (discs + turned + 1) - squares;
        const int opponent_turns = last_flips(playable & ~mover & ~bit(x), x);
        if (opponent_turns) return 2 * (discs - opponent_turns) - squares;
        return 2 * discs >= squares ? 2 * discs + 2 - squares : 2 * discs - squares;
    }

    int solve_2(Position position, int alpha, Square x1, Square x2) {
        ++nodes;
        int best = best_of_2(position, alpha, x1, x2);
        if (best != NOT_SEARCHED) return best;
        best = best_of_2({position.opponent, position.mover}, -alpha - 1, x1, x2);
        return best != NOT_SEARCHED ? -best : final_score(position, squares);
    }

    int solve_3(Position position, int alpha, Square x1, Square x2, Square x3) {
        ++nodes;
        // The square alone in its quarter first.
        if (QUARTER[x1] == QUARTER[x2]) {
            if (QUARTER[x1] != QUARTER[x3]) std::swap(x1, x3);
        } else if (QUARTER[x1] == QUARTER[x3]) {
            std::swap(x1, x2);
        }
        int best = best_of_3(position, alpha, x1, x2, x3);
        if (best != NOT_SEARCHED) return best;
        best = best_of_3({position.opponent, position.mover}, -alpha - 1, x1, x2, x3);
        return best != NOT_SEARCHED ? -best : final_score(position, squares);
    }

    int solve_4(Position position, int alpha, Bitboard empties) {
        ++nodes;
        // Odd quarters first.
        const unsigned odd = odd_quarters(empties);
        Bitboard early = 0;
        for (int quarter = 0; quarter < 4; ++quarter) {
            if (odd >> quarter & 1) early |= empties & QUARTER_SQUARES[quarter];
        }
        Square x[4];
        int found = 0;
        for (Bitboard left = early; left; left &= left - 1) x[found++] = first(left);
        for (Bitboard left = empties & ~early; left; left &= left - 1) x[found++] = first(left);
        int best = best_of_4(position, alpha, x[0], x[1], x[2], x[3]);
        if (best != NOT_SEARCHED) return best;
        best = best_of_4({position.opponent, position.mover}, -alpha - 1, x[0], x[1], x[2], x[3]);
        return best != NOT_SEARCHED ? -best : final_score(position, squares);
    }

private:
    // The best score over the legal ones of the given squares, NOT_SEARCHED if there are none.
    int best_of_2(Position position, int alpha, Square x1, Square x2) {
        int best = NOT_SEARCHED;
        if (NEIGHBOURS[x1] & position.opponent) {
            if (const Bitboard turned = flips(position, x1)) {
                best = -solve_1(position.opponent ^ turned, x2);
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[x2] & position.opponent) {
            if (const Bitboard turned = flips(position, x2)) best = std::max(best, -solve_1(position.opponent ^ turned, x1));
        }
        return best;
    }

    int best_of_3(Position position, int alpha, Square x1, Square x2, Square x3) {
        int best = NOT_SEARCHED;
        if (NEIGHBOURS[x1] & position.opponent) {
            if (const Bitboard turned = flips(position, x1)) {
                best = -solve_2(outflank::play(position, x1, turned), -alpha - 1, x2, x3);
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[x2] & position.opponent) {
            if (const Bitboard turned = flips(position, x2)) {
                best = std::max(best, -solve_2(outflank::play(position, x2, turned), -alpha - 1, x1, x3));
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[x3] & position.opponent) {
            if (const Bitboard turned = flips(position, x3)) {
                best = std::max(best, -solve_2(outflank::play(position, x3, turned), -alpha - 1, x1, x2));
            }
        }
        return best;
    }

    int best_of_4(Position position, int alpha, Square x1, Square x2, Square x3, Square x4) {
        int best = NOT_SEARCHED;
        const auto attempt = [&](Square x, Square y1, Square y2, Square y3) {
            if (!(NEIGHBOURS[x] & position.opponent)) return false;
            const Bitboard turned = flips(position, x);
            if (!turned) return false;
            best = std::max(best, -solve_3(outflank::play(position, x, turned), -alpha - 1, y1, y2, y3));
            return best > alpha;
        };
        if (attempt(x1, x2, x3, x4)) return best;
        if (attempt(x2, x1, x3, x4)) return best;
        if (attempt(x3, x1, x2, x4)) return best;
        attempt(x4, x1, x2, x3);
        return best;
    }
};

}  // namespace outflank
