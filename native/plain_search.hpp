// A minimal exact search on the portable rules: the oracle of the tests, too slow for other uses.
#pragma once

#include <algorithm>

#include "rules_portable.hpp"

namespace outflank {

inline int plain_score(Position position, int alpha, int beta) {
    Bitboard moves = portable::legal_moves(position);
    if (moves == 0) {
        const Position passed{position.opponent, position.mover};
        if (portable::legal_moves(passed) != 0) return -plain_score(passed, -beta, -alpha);
        const int difference = count(position.mover) - count(position.opponent);
        const int empties = count(position.empties());
        return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
    }
    int best = -65;
    for (; moves && best < beta; moves &= moves - 1) {
        const Square square = first(moves);
        const Bitboard turned = portable::flips(position, square);
        const Position child{position.opponent ^ turned, position.mover | turned | bit(square)};
        best = std::max(best, -plain_score(child, -beta, -std::max(alpha, best)));
    }
    return best;
}

}  // namespace outflank
