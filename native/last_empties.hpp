// The last one to four empty squares: half of all positions of an exact search are here, so the code is
// written out by hand. All functions are null-window searches: is the score above `alpha` or not?
//
// Scores are in discs from the mover's view, empties to the winner. The two boards are separate arguments: WebAssembly
// passes a pair through memory.
#pragma once

#include <algorithm>
#include <array>

#include "last_flips.hpp"
#include "parity.hpp"
#include "rules.hpp"
#include "transpositions.hpp"

namespace outflank {

// The order in which four empty squares are tried, by the quarters they lie in: four groups, each of the
// square to play (as its number among the four) and the other three, squares alone in their quarter first.
struct OrderOf4 {
    std::uint8_t groups[4][4];
};

constexpr std::array<OrderOf4, 256> make_orders_of_4() {
    std::array<OrderOf4, 256> orders{};
    for (int quarters = 0; quarters < 256; ++quarters) {
        const auto in_quarter = [&](int number, int without) {
            int same = 0;
            for (int other = 0; other < 4; ++other) {
                same += other != without && (quarters >> 2 * other & 3) == (quarters >> 2 * number & 3);
            }
            return same;
        };
        // A quarter with one comes before three, and both before two or four.
        const auto sort = [&](int without, std::uint8_t* sorted) {
            for (const int rank : {1, 3, 2, 4}) {
                for (int number = 0; number < 4; ++number) {
                    if (number != without && in_quarter(number, without) == rank) *sorted++ = static_cast<std::uint8_t>(number);
                }
            }
        };
        std::uint8_t first_choice[4]{};
        sort(-1, first_choice);
        for (int group = 0; group < 4; ++group) {
            orders[quarters].groups[group][0] = first_choice[group];
            sort(first_choice[group], &orders[quarters].groups[group][1]);
        }
    }
    return orders;
}

inline constexpr auto ORDERS_OF_4 = make_orders_of_4();
// Three in the first quarter and one in the second: that one, and after one of the three it again.
static_assert(ORDERS_OF_4[1 << 6].groups[0][0] == 3 && ORDERS_OF_4[1 << 6].groups[1][1] == 3);

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

    int solve_2(Bitboard mover, Bitboard opponent, int alpha, Square x1, Square x2) {
        ++nodes;
        int best = best_of_2(mover, opponent, alpha, x1, x2);
        if (best != NOT_SEARCHED) return best;
        best = best_of_2(opponent, mover, -alpha - 1, x1, x2);
        return best != NOT_SEARCHED ? -best : final_score({mover, opponent}, squares);
    }

    int solve_3(Bitboard mover, Bitboard opponent, int alpha, Square x1, Square x2, Square x3) {
        // The square alone in its quarter first.
        if (quarter_of(x1) == quarter_of(x2)) {
            if (quarter_of(x1) != quarter_of(x3)) std::swap(x1, x3);
        } else if (quarter_of(x1) == quarter_of(x3)) {
            std::swap(x1, x2);
        }
        return solve_ordered_3(mover, opponent, alpha, x1, x2, x3);
    }

    int solve_4(Bitboard mover, Bitboard opponent, int alpha, Bitboard empties) {
        ++nodes;
        Square x[4];
        int quarters = 0;
        for (int number = 0; number < 4; ++number) {
            x[number] = first(empties);
            quarters |= quarter_of(x[number]) << 2 * number;
            empties &= empties - 1;
        }
        const OrderOf4& order = ORDERS_OF_4[static_cast<std::size_t>(quarters)];
        int best = best_of_4(mover, opponent, alpha, x, order);
        if (best != NOT_SEARCHED) return best;
        best = best_of_4(opponent, mover, -alpha - 1, x, order);
        return best != NOT_SEARCHED ? -best : final_score({mover, opponent}, squares);
    }

private:
    int solve_ordered_3(Bitboard mover, Bitboard opponent, int alpha, Square x1, Square x2, Square x3) {
        ++nodes;
        int best = best_of_3(mover, opponent, alpha, x1, x2, x3);
        if (best != NOT_SEARCHED) return best;
        best = best_of_3(opponent, mover, -alpha - 1, x1, x2, x3);
        return best != NOT_SEARCHED ? -best : final_score({mover, opponent}, squares);
    }

    // The best score over the legal ones of the given squares, NOT_SEARCHED if there are none.
    int best_of_2(Bitboard mover, Bitboard opponent, int alpha, Square x1, Square x2) {
        int best = NOT_SEARCHED;
        if (NEIGHBOURS[x1] & opponent) {
            if (const Bitboard turned = flips({mover, opponent}, x1)) {
                best = -solve_1(opponent ^ turned, x2);
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[x2] & opponent) {
            if (const Bitboard turned = flips({mover, opponent}, x2)) best = std::max(best, -solve_1(opponent ^ turned, x1));
        }
        return best;
    }

    int best_of_3(Bitboard mover, Bitboard opponent, int alpha, Square x1, Square x2, Square x3) {
        int best = NOT_SEARCHED;
        if (NEIGHBOURS[x1] & opponent) {
            if (const Bitboard turned = flips({mover, opponent}, x1)) {
                best = -solve_2(opponent ^ turned, mover | turned | bit(x1), -alpha - 1, x2, x3);
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[x2] & opponent) {
            if (const Bitboard turned = flips({mover, opponent}, x2)) {
                best = std::max(best, -solve_2(opponent ^ turned, mover | turned | bit(x2), -alpha - 1, x1, x3));
                if (best > alpha) return best;
            }
        }
        if (NEIGHBOURS[x3] & opponent) {
            if (const Bitboard turned = flips({mover, opponent}, x3)) {
                best = std::max(best, -solve_2(opponent ^ turned, mover | turned | bit(x3), -alpha - 1, x1, x2));
            }
        }
        return best;
    }

    int best_of_4(Bitboard mover, Bitboard opponent, int alpha, const Square (&x)[4], const OrderOf4& order) {
        int best = NOT_SEARCHED;
        for (const auto& [play, y1, y2, y3] : order.groups) {
            if (!(NEIGHBOURS[x[play]] & opponent)) continue;
            const Bitboard turned = flips({mover, opponent}, x[play]);
            if (!turned) continue;
            best = std::max(best, -solve_ordered_3(opponent ^ turned, mover | turned | bit(x[play]), -alpha - 1, x[y1],
                                                   x[y2], x[y3]));
            if (best > alpha) return best;
        }
        return best;
    }
};

}  // namespace outflank
