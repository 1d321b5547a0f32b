// How a computer opponent chooses among the searched moves: the best, a small mistake, or a close game.
// Shared by Python's players and the page, so that the same random number gives the same move.
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

// The choice for a random number between 0 and 1, like Python's random.choices.
inline std::size_t rolled(std::span<const double> weights, double roll) {
    std::vector<double> sums;
    double total = 0;
    for (const double weight : weights) sums.push_back(total += weight);
    const auto last = sums.end() - 1;
    return static_cast<std::size_t>(std::upper_bound(sums.begin(), last, roll * total) - sums.begin());
}

// The probability of each move for a player that loses at most `largest` discs in a move.
//
// A loss is drawn; then a move is played that loses at least half of it and at most that many discs,
// or, if there is none, the worst that loses less. The loss is the largest of three draws, because
// weak players make mistakes in nearly every move.
inline std::vector<LikelyMove> mistake_chances(std::vector<ScoredMove> moves, double largest) {
    std::ranges::sort(moves, {}, &ScoredMove::move);
    const int best = std::ranges::max(moves, {}, &ScoredMove::score).score;
    const auto loss = [&](const ScoredMove& move) { return static_cast<double>(best - move.score); };
    // Draws between two of these numbers have the same effect.
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

// The move for a random number.
inline Square drawn_mistake(const std::vector<ScoredMove>& moves, double largest, double roll) {
    const std::vector<LikelyMove> likely = mistake_chances(moves, largest);
    std::vector<double> weights;
    for (const LikelyMove& move : likely) weights.push_back(move.chance);
    return likely[rolled(weights, roll)].move;
}

// The move with the score nearest to `lead`; ties go to the better, then to the first.
inline Square closest_move(std::vector<ScoredMove> moves, int lead) {
    std::ranges::sort(moves, {}, &ScoredMove::move);
    return std::ranges::min(moves, [lead](const ScoredMove& a, const ScoredMove& b) {
               const int far_a = std::abs(a.score - lead), far_b = std::abs(b.score - lead);
               return far_a != far_b ? far_a < far_b : a.score > b.score;
           }).move;
}

}  // namespace outflank
