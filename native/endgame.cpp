// The exact endgame with few empties: no evaluation, no selectivity, optimized for positions per second.
#include "search.hpp"
#include "stability.hpp"

namespace outflank {
namespace {

constexpr int LOCAL_EMPTIES = 12;  // up to here positions are stored in the small table
constexpr int PARITY_EMPTIES = 6;   // up to here parity ordering is enough

// Below this alpha too many stable discs would be needed for a cutoff; by empties, found by
// measurement.
constexpr int stability_threshold(int empties) { return empties <= 6 ? 4 + 2 * empties : 12 + empties; }

// Weights of the ordering by the opponent's answers ("fastest first").
constexpr int MOBILITY_WEIGHT = 32;   // per move the opponent has; a corner counts twice
constexpr int POTENTIAL_WEIGHT = 6;   // per empty square next to our discs, where moves may appear
constexpr int PARITY_WEIGHT = 12;     // for playing into an odd quarter
constexpr int CORNER_WEIGHT = 24;     // for taking a corner

}  // namespace

std::optional<int> Search::stability_cut(Position position, int alpha, int empties) const {
    if (!shared_.techniques.stability || alpha < stability_threshold(empties)) return {};
    // The opponent's stable discs are lost for the mover.
    const int bound = last_.squares - 2 * count(stable_discs(position.opponent, position.mover, wall_));
    return bound > alpha ? std::nullopt : std::optional(bound);
}

int Search::solve(Position position, Bitboard legal, int alpha, int empties) {
    if (empties > 4) {
        const auto [mover, opponent] = position;
        return empties > LOCAL_EMPTIES    ? solve_with_transpositions(position, legal, alpha, empties)
               : empties > PARITY_EMPTIES ? solve_by_mobility(mover, opponent, legal, alpha, empties)
                                          : solve_by_parity(mover, opponent, legal, alpha, empties);
    }
    const Bitboard squares = position.empties() & last_.playable;
    if (empties == 4) return last_.solve_4(position.mover, position.opponent, alpha, squares);
    if (empties == 0) {
        ++last_.nodes;
        return game_over(position);
    }
    const Square x1 = first(squares);
    const Bitboard rest = squares & (squares - 1);
    if (empties == 1) return last_.solve_1(position.mover, x1);
    const Square x2 = first(rest);
    if (empties == 2) return last_.solve_2(position.mover, position.opponent, alpha, x1, x2);
    return last_.solve_3(position.mover, position.opponent, alpha, x1, x2, first(rest & (rest - 1)));
}

int Search::solve_by_parity(Bitboard mover, Bitboard opponent, Bitboard legal, int alpha, int empties) {
    const Position position{mover, opponent};
    ++last_.nodes;
    if (const auto score = stability_cut(position, alpha, empties)) return *score;

    if (legal == 0) {
        const Position passed{position.opponent, position.mover};
        const Bitboard answers = legal_moves(passed) & last_.playable;
        if (answers == 0) return game_over(position);
        return -solve_by_parity(opponent, mover, answers, -alpha - 1, empties);
    }
    const Bitboard squares = position.empties() & last_.playable;
    const Bitboard early = odd_quarters(squares);
    int best = NOT_SEARCHED;
    for (const Bitboard group : {legal & early, legal & ~early}) {
        for (Bitboard left = group; left; left &= left - 1) {
            const Square square = first(left);
            const Position child = outflank::play(position, square, flips(position, square));
            const int value =
                empties == 5 ? -last_.solve_4(child.mover, child.opponent, -alpha - 1, squares & ~bit(square))
                             : -solve_by_parity(child.mover, child.opponent, legal_moves(child) & last_.playable,
                                                -alpha - 1, empties - 1);
            if (value > best) {
                best = value;
                if (best > alpha) return best;
            }
        }
    }
    return best;
}

// Plays every move and orders them by the opponent's number of answers, fewest first. False if one of them
// flips all discs.
bool Search::find_answers(Position position, Bitboard legal, int empties, Square known_move, Square second_move,
                          AnsweredMoves& moves) {
    const Bitboard odd = odd_quarters(position.empties() & last_.playable);
    for (Bitboard left = legal; left; left &= left - 1) {
        const Square square = first(left);
        const Position child = outflank::play(position, square, flips(position, square));
        if (child.mover == 0) return false;
        if (empties > PARITY_EMPTIES + 1) prefetch(&local_entry(child));
        const Bitboard answers = legal_moves(child) & last_.playable;
        const int worth = -MOBILITY_WEIGHT * (count(answers) + count(answers & CORNERS)) -
                          POTENTIAL_WEIGHT * count(around(child.opponent) & child.empties()) +
                          (bit(square) & odd ? PARITY_WEIGHT : 0) + (bit(square) & CORNERS ? CORNER_WEIGHT : 0) +
                          (square == known_move ? 1 << 20 : square == second_move ? 1 << 19 : 0);
        moves.add({child, answers, square, worth});
    }
    return true;
}

int Search::solve_with_transpositions(Position position, Bitboard legal, int alpha, int empties) {
    ++last_.nodes;

    // Step 1. Stable discs and the table.
    if (const auto score = stability_cut(position, alpha, empties)) return *score;
    const std::uint64_t key = key_of(position);
    const Transposition known = shared_.techniques.transpositions ? shared_.transpositions.find(key) : Transposition{};
    if (const auto score = known_cut(known, alpha, alpha + 1, empties)) return *score;

    // Step 2. Pass or end.
    if (legal == 0) {
        const Position passed{position.opponent, position.mover};
        const Bitboard answers = legal_moves(passed) & last_.playable;
        if (answers == 0) return game_over(position);
        return -solve_with_transpositions(passed, answers, -alpha - 1, empties);
    }

    // Step 3. The moves, best first.
    const std::uint64_t nodes_before = last_.nodes;
    AnsweredMoves moves;
    if (!find_answers(position, legal, empties, known.move, known.second_move, moves)) return last_.squares;
    int best = NOT_SEARCHED;
    Square best_move = NO_SQUARE;
    while (const AnsweredMove* move = moves.next()) {
        const int value = empties - 1 > LOCAL_EMPTIES
                              ? -solve_with_transpositions(move->child, move->answers, -alpha - 1, empties - 1)
                              : -solve_by_mobility(move->child.mover, move->child.opponent, move->answers, -alpha - 1,
                                                   empties - 1);
        if (value > best) {
            best = value;
            best_move = move->square;
            if (best > alpha) break;
        }
    }

    // Step 4. Remember.
    if (shared_.techniques.transpositions) {
        shared_.transpositions.store(key, empties, EXACT, alpha, alpha + 1, best, best_move, last_.nodes - nodes_before);
    }
    return best;
}

int Search::solve_by_mobility(Bitboard mover, Bitboard opponent, Bitboard legal, int alpha, int empties) {
    const Position position{mover, opponent};
    ++last_.nodes;

    // Step 1. Stable discs and the small table.
    if (const auto score = stability_cut(position, alpha, empties)) return *score;
    LocalEntry* entry = nullptr;
    Square known_move = NO_SQUARE;
    if (shared_.techniques.local_transpositions) {
        entry = &local_entry(position);
        if (entry->position == position) {
            if (entry->lower > alpha) return entry->lower;
            if (entry->upper <= alpha) return entry->upper;
            known_move = entry->move;
        }
    }

    // Step 2. Pass or end.
    if (legal == 0) {
        const Position passed{position.opponent, position.mover};
        const Bitboard answers = legal_moves(passed) & last_.playable;
        if (answers == 0) return game_over(position);
        return -solve_by_mobility(opponent, mover, answers, -alpha - 1, empties);
    }

    // Step 3. The moves, best first.
    AnsweredMoves moves;
    if (!find_answers(position, legal, empties, known_move, NO_SQUARE, moves)) return last_.squares;
    int best = NOT_SEARCHED;
    Square best_move = NO_SQUARE;
    while (const AnsweredMove* move = moves.next()) {
        const auto [own, others] = move->child;
        const int value = empties - 1 > PARITY_EMPTIES
                              ? -solve_by_mobility(own, others, move->answers, -alpha - 1, empties - 1)
                              : -solve_by_parity(own, others, move->answers, -alpha - 1, empties - 1);
        if (value > best) {
            best = value;
            best_move = move->square;
            if (best > alpha) break;
        }
    }

    // Step 4. Remember.
    if (entry) {
        if (entry->position == position) {
            // The entry may have been overwritten by now; its bounds are valid in any case.
            if (best > alpha) entry->lower = std::max(entry->lower, static_cast<std::int8_t>(best));
            else entry->upper = std::min(entry->upper, static_cast<std::int8_t>(best));
        } else {
            entry->position = position;
            entry->lower = static_cast<std::int8_t>(best > alpha ? best : WORST);
            entry->upper = static_cast<std::int8_t>(best > alpha ? BEST : best);
        }
        entry->move = static_cast<std::uint8_t>(best_move);
    }
    return best;
}

}  // namespace outflank
