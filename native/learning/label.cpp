#include "learning/label.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace outflank::learning {
namespace {

constexpr std::size_t ENGINE_MEGABYTES = 16;

// The label of a position with a legal move.
float label_of(Engine& engine, Position position, const LabelSettings& settings) {
    const int empties = count(position.empties());
    const bool solved = empties <= std::max(settings.exact_from, settings.depth);
    Limit limit;
    if (solved) limit.confidence = settings.confidence;
    else limit.depth = settings.depth;
    std::vector<int> scores;  // of every iteration
    StopFlag never{false};
    engine.analyse(position, ~Bitboard{0}, limit, 1, never, [&](const std::vector<Result>& results) {
        scores.push_back(results.front().score);
        return true;
    });
    const int last = scores.back();
    const int before = solved || scores.size() < 2 ? last : scores[scores.size() - 2];
    return static_cast<float>(before + last) / 2;
}

}  // namespace

void label(const std::shared_ptr<const Weights>& weights, std::span<const Bitboard> mover,
           std::span<const Bitboard> opponent, const LabelSettings& settings, std::span<float> scores) {
    Engine engine(1, ENGINE_MEGABYTES, weights ? weights : std::make_shared<const Weights>());
    for (std::size_t i = 0; i < mover.size(); ++i) {
        const Position position{mover[i], opponent[i]};
        const Position passed{position.opponent, position.mover};
        if (position.mover & position.opponent)
            throw std::invalid_argument("position " + std::to_string(i) + " has a square with two discs");
        if (!weights && count(position.empties()) > settings.exact_from)
            throw std::invalid_argument("position " + std::to_string(i) + " is not to be solved, and a search that stops "
                                        "before the end needs weights");
        scores[i] = legal_moves(position) ? label_of(engine, position, settings)
                    : legal_moves(passed) ? -label_of(engine, passed, settings)
                                          : static_cast<float>(final_score(position));
    }
}

}  // namespace outflank::learning
