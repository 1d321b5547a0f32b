// Multi-ProbCut: a shallow search predicts the result of a deep one, within an error.
// Where the prediction is far enough outside the window the deep search is skipped.
// (M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997.)
#include "probcut.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "search.hpp"

namespace outflank {
namespace {

constexpr int MAX_LEVEL = 2;  // probes inside probes
constexpr int QUIET = 50;     // empties; earlier positions are as quiet as here

// The share of a probe's error that is used. Below 1 a search errs more often than its confidence says, but
// searches deeper: larger values win fewer games, and others need more nodes to solve.
constexpr double MIDDLE_CHARGE = 0.6;
constexpr double END_CHARGE = 0.75;
// The static evaluation decides which side of the window to probe; part of its error is enough for that.
constexpr double GUESS_CHARGE = 0.4;

// The errors used for a search of this depth, in discs: its probe's and the evaluation's.
struct Charge {
    double probe, guess;
};
using Charges = std::array<std::array<Charge, 65>, 65>;  // by empties and depth

Charges all_charges() {
    Charges charges{};
    for (int empties = 1; empties <= 64; ++empties) {
        for (int depth = 1; depth <= empties; ++depth) {
            const double charge = depth < empties ? MIDDLE_CHARGE : END_CHARGE;
            charges[static_cast<std::size_t>(empties)][static_cast<std::size_t>(depth)] = {
                charge * probe_error(empties, depth, probe_depth(depth)),
                charge * GUESS_CHARGE * probe_error(empties, depth, 0)};
        }
    }
    return charges;
}

const Charges CHARGES = all_charges();

}  // namespace

// The two formulas printed by `outflank teach probes` (benchmarks/RESULTS.md, "Probes").
double probe_error(int empties, int depth, int probe) {
    if (depth >= empties) return 7.26 * std::exp(-0.0766 * probe);
    return 5.38 * std::pow(depth - probe, 0.254) * std::exp(-0.0857 * probe - 0.0197 * std::min(empties, QUIET));
}

std::optional<int> Search::probcut(const Node& node, Bitboard legal, int alpha, int depth, int empties) {
    if (confidence_ == EXACT || !shared_.techniques.probcut || probcut_level_ >= MAX_LEVEL) return {};
    depth = std::min(depth, empties);
    if (depth == empties ? empties < GUESS_EMPTIES : depth < PROBED_DEPTH) return {};

    const double deviations = CONFIDENCES[static_cast<std::size_t>(confidence_)].deviations;
    const Charge charge = CHARGES[static_cast<std::size_t>(empties)][static_cast<std::size_t>(depth)];
    const int margin = static_cast<int>(std::ceil(deviations * charge.probe));
    const int guess_margin = static_cast<int>(std::lround(deviations * charge.guess));
    const int beta = alpha + 1;
    const int guess = static_score(node, legal);

    const auto probe_search = [&](int bound) {
        ++probcut_level_;
        const int value = null_window(node, legal, bound, probe_depth(depth));
        --probcut_level_;
        return value;
    };
    const int high = beta + margin;
    if (guess >= beta + guess_margin - margin / 2 && high < last_.squares && probe_search(high - 1) >= high) {
        return stopped() ? std::nullopt : std::optional(beta);
    }
    const int low = alpha - margin;
    if (guess <= alpha - guess_margin + margin / 2 && low > -last_.squares && probe_search(low) <= low) {
        return stopped() ? std::nullopt : std::optional(alpha);
    }
    return {};
}

}  // namespace outflank
