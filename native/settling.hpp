// Decides when a move is easy enough to stop early. Shared by Python's players and the page.
#pragma once

#include <optional>

#include "bitboard.hpp"

namespace outflank {

class Settling {
   public:
    // The time limit and the number of legal moves; a single move needs no search.
    Settling(double seconds, int moves) : seconds_(seconds), moves_(moves) {}

    // Called after every iteration with its best move, the lead over the next in discs (if others were searched), and
    // the elapsed time. Returns true to stop: the next iteration would not fit, or the best move is stable.
    bool operator()(Square best, std::optional<int> lead, double taken) {
        ++steps_;
        unchanged_ = best == best_ ? unchanged_ + 1 : 1;
        best_ = best;
        if (moves_ == 1 || taken > seconds_ * 0.6) return true;  // an iteration takes longer than all before it
        if (lead && *lead >= EASY_LEAD && steps_ >= 8) return unchanged_ >= 5 && taken > seconds_ * 0.1;
        return steps_ >= 10 && unchanged_ >= 8 && taken > seconds_ * 0.35;
    }

   private:
    static constexpr int EASY_LEAD = 8;  // discs: a larger lead over the second-best move ends the search

    double seconds_;
    int moves_;
    int steps_ = 0;
    int unchanged_ = 0;  // iterations with the same best move
    Square best_ = -1;
};

}  // namespace outflank
