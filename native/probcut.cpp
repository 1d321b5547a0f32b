// Multi-ProbCut: a shallow search predicts what a deep one would say, within an error.
// Where the prediction is far enough outside the window the deep search is skipped.
// (M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997.)
#include <cmath>

#include "search.hpp"

namespace outflank {
namespace {

constexpr int MID_DEPTH = 4;       // plies; the shallowest middle-game node worth a probe
constexpr int MAX_LEVEL = 2;       // probes inside probes

// Plies of the probe.
constexpr int probe_depth(int depth) { return 2 * (depth / 5) + (depth & 1); }

}  // namespace

// Standard deviation, in discs, of the difference between searches of `depth` and `probe` plies: what solves in the
// fewest nodes (docs/measurements.md), which is less than `outflank accuracy --probcut` measures in the middle game.
double probcut_error(int empties, int depth, int probe) {
    if (depth >= empties) return 3.70 - 0.067 * probe + 0.055 * (empties - 12);
    return 1.8 + 0.13 * (depth - probe) - 0.065 * probe;
}

bool Search::probcut(const Node& node, int alpha, int depth, int empties, int& score) {
    if (confidence_ == EXACT || !shared_.techniques.probcut || probcut_level_ >= MAX_LEVEL) return false;
    const bool to_the_end = depth >= empties;
    if (to_the_end ? empties < GUESS_EMPTIES : depth < MID_DEPTH) return false;

    const double deviations = CONFIDENCES[static_cast<std::size_t>(confidence_)].deviations;
    const int probe = probe_depth(depth);
    const int margin = static_cast<int>(std::lround(std::ceil(deviations * probcut_error(empties, depth, probe))));
    const int guess_margin = static_cast<int>(std::lround(deviations * 0.4 * probcut_error(empties, depth, 0)));
    const int beta = alpha + 1;
    const int guess = static_score(node);  // says which side of the window is worth probing

    const auto probe_search = [&](int bound) {
        ++probcut_level_;
        const int value = null_window(node, bound, probe);
        --probcut_level_;
        return value;
    };
    const int high = beta + margin;
    if (guess >= beta + guess_margin - margin / 2 && high < last_.squares && probe_search(high - 1) >= high) {
        score = beta;
        return !stopped();
    }
    const int low = alpha - margin;
    if (guess <= alpha - guess_margin + margin / 2 && low > -last_.squares && probe_search(low) <= low) {
        score = alpha;
        return !stopped();
    }
    return false;
}

}  // namespace outflank
