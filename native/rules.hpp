// Legal moves and flips on 8×8, by the fastest code this build has. Every caller includes this file.
#pragma once

#include "rules_portable.hpp"

namespace outflank {

inline Bitboard legal_moves(Position position) { return portable::legal_moves(position); }
inline Bitboard flips(Position position, Square square) { return portable::flips(position, square); }

// The position after a move that turns `turned`, seen by the side that moves next.
inline Position play(Position position, Square square, Bitboard turned) {
    return {position.opponent ^ turned, position.mover | turned | bit(square)};
}

}  // namespace outflank
