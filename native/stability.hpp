// Discs that can never be flipped. They bound the final score, which ends many searches immediately.
#pragma once

#include "bitboard.hpp"

namespace outflank {

// A lower bound of the stable discs of `side` (edges by table, full lines, and their neighbors); the
// bound is never too high. `wall` are the squares outside the playable area, nothing on the full board.
Bitboard stable_discs(Bitboard side, Bitboard other, Bitboard wall);

}  // namespace outflank
