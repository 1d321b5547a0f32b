// The rules alone, for the board to embed in other pages: a module of about a kilobyte without memory or imports.
#include "../rules_portable.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

EXPORT(legal_moves) outflank::Bitboard legal_moves(outflank::Bitboard mover, outflank::Bitboard opponent) {
    return outflank::portable::legal_moves({mover, opponent});
}

// The discs that a move on an empty square flips.
EXPORT(flips) outflank::Bitboard flips(outflank::Bitboard mover, outflank::Bitboard opponent, int square) {
    return outflank::portable::flips({mover, opponent}, square);
}
