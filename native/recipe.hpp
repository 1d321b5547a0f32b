// How a computer opponent chooses among the moves it has looked at: the best, a small mistake, or a close game.
// Shared by Python's players and the page, so that the same dice mean the same move.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>
#include <vector>

#include "bitboard.hpp"

namespace outflank {

struct ScoredMove {
    Square move;
    int score;  // discs, from the mover's view
};

struct LikelyMove {
    Square move;
    double chance;
};

// Which of several a roll between 0 and 1 means, as Python's random.choices has it.
inline std::size_t rolled(std::span<const double> weights, double roll) {
    std::vector<double> sums;
    double total = 0;
    for (const double weight : weights) sums.push_back(total += weight);
    const auto last = sums.end() - 1;
    return static_cast<std::size_t>(std::upper_bound(sums.begin(), last, roll * total) - sums.begin());
}

// How likely each move is for somebody who gives away at most `largest` discs in a move.
//
// It is drawn how many discs to give away; then a move is played that loses at least half of that and no more,
// or, where there is none, the worst that loses less. What is given away is the largest of three draws, because
// weak players err at nearly every move.
inline std::vector<LikelyMove> mistake_chances(std::vector<ScoredMove> moves, double largest) {
    std::ranges::sort(moves, {}, &ScoredMove::move);
    const int best = std::ranges::max(moves, {}, &ScoredMove::score).score;
    const auto loss = [&](const ScoredMove& move) { return static_cast<double>(best - move.score); };
    // Between two of these numbers it does not matter how much exactly was drawn.
    std::set<double> edges{0.0, largest};
    for (const ScoredMove& move : moves) {
        for (const double edge : {loss(move), 2 * loss(move)}) {
            if (edge < largest) edges.insert(edge);
        }
    }
    std::vector<LikelyMove> likely;
    for (auto low = edges.begin(), high = std::next(low); high != edges.end(); ++low, ++high) {
        const double lost = (*low + *high) / 2;
        double worst = 0;
        for (const ScoredMove& move : moves) {
            if (loss(move) <= lost) worst = std::max(worst, loss(move));
        }
        std::vector<Square> played;
        for (const ScoredMove& move : moves) {
            if (std::min(lost / 2, worst) <= loss(move) && loss(move) <= lost) played.push_back(move.move);
        }
        const double upper = *high / largest, lower = *low / largest;
        const double share = (upper * upper * upper - lower * lower * lower) / static_cast<double>(played.size());
        for (const Square move : played) {
            const auto known = std::ranges::find(likely, move, &LikelyMove::move);
            if (known == likely.end()) likely.push_back({move, share});
            else known->chance += share;
        }
    }
    return likely;
}

// The mistake that a roll of the dice means.
inline Square drawn_mistake(const std::vector<ScoredMove>& moves, double largest, double roll) {
    const std::vector<LikelyMove> likely = mistake_chances(moves, largest);
    std::vector<double> weights;
    for (const LikelyMove& move : likely) weights.push_back(move.chance);
    return likely[rolled(weights, roll)].move;
}

// The move whose score is nearest to `lead`; of two the better, of equals the first.
inline Square closest_move(std::vector<ScoredMove> moves, int lead) {
    std::ranges::sort(moves, {}, &ScoredMove::move);
    return std::ranges::min(moves, [lead](const ScoredMove& a, const ScoredMove& b) {
               const int far_a = std::abs(a.score - lead), far_b = std::abs(b.score - lead);
               return far_a != far_b ? far_a < far_b : a.score > b.score;
           }).move;
}

}  // namespace outflank
