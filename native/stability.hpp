// Discs that can never be turned again. They bound the final score, which ends many searches at once.
#pragma once

#include "bitboard.hpp"

namespace outflank {

// A lower bound of the stable discs of `side` (edges by table, full lines, and what leans on them); the
// bound is never too high. `wall` are the squares outside the playable area, nothing on the full board.
Bitboard stable_discs(Bitboard side, Bitboard other, Bitboard wall);

}  // namespace outflank
