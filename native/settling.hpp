// When a move is easy enough to stop before its time is up. Shared by Python's players and the page.
#pragma once

#include <optional>

#include "bitboard.hpp"

namespace outflank {

class Settling {
   public:
    // So much time, and so many moves to choose from: the only one needs no thought.
    Settling(double seconds, int moves) : seconds_(seconds), moves_(moves) {}

    // After every step: its best move, by how many discs that leads the next (where others were looked at), and the
    // time since the first step began. Whether to stop, as the next step would not fit, or nothing changes.
    bool operator()(Square best, std::optional<int> lead, double taken) {
        ++steps_;
        unchanged_ = best == best_ ? unchanged_ + 1 : 1;
        best_ = best;
        if (moves_ == 1 || taken > seconds_ * 0.6) return true;  // a step takes longer than all before it together
        if (lead && *lead >= EASY_LEAD && steps_ >= 8) return unchanged_ >= 5 && taken > seconds_ * 0.1;
        return steps_ >= 10 && unchanged_ >= 8 && taken > seconds_ * 0.35;
    }

   private:
    static constexpr int EASY_LEAD = 8;  // discs: a second-best move so far behind is not worth more thought

    double seconds_;
    int moves_;
    int steps_ = 0;
    int unchanged_ = 0;  // steps that the best move has been the same
    Square best_ = -1;
};

}  // namespace outflank
