// The engine: takes a position and a limit, and returns improving results.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pool.hpp"
#include "search.hpp"

namespace outflank {

struct Limit {
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    int depth = 60;      // plies
    int exact_from = 0;  // with at most this many empties the search goes to the end of the game, beyond `depth`
    int confidence = EXACT;  // confidence at which the endgame search stops
};

struct Result {
    Square move = NO_SQUARE;
    int score = 0;      // discs, from the mover's view
    int depth = 0;      // plies; the number of empties for a search to the end
    bool to_the_end = false;
    int confidence = 0;  // index into CONFIDENCES
    std::vector<Square> line;
    std::uint64_t nodes = 0;
    double seconds = 0;

    bool exact() const { return to_the_end && confidence == EXACT; }
};

// Called after every completed iteration with one result per line, best first. Return false to stop.
using Progress = std::function<bool(const std::vector<Result>&)>;

class Engine {
public:
    Engine(int threads, std::size_t table_megabytes, std::shared_ptr<const Weights> weights, Techniques techniques = {});

    // The best `lines` moves. Throws std::invalid_argument for an invalid position or limit.
    // One search at a time: a second caller waits for the first. Once `stop` is set, from any thread, it
    // returns its result so far, which always has a legal move.
    std::vector<Result> analyse(Position position, Bitboard playable, const Limit& limit, int lines, StopFlag& stop,
                                const Progress& progress = {});
    void clear();  // clears the transposition table

    int threads() const { return threads_; }
    std::size_t table_bytes() const { return transpositions_.bytes(); }

private:
    struct Step {
        int depth;
        int confidence;
    };
    std::vector<Step> plan(int empties, const Limit& limit) const;
    void check(Position position, Bitboard playable, const Limit& limit, int lines) const;

    std::vector<Result> search_steps(Position position, const Limit& limit, int lines, const Progress& progress);
    std::uint64_t nodes() const { return search_.nodes() + (pool_ ? pool_->nodes() : 0); }

    const int threads_;
    Transpositions transpositions_;
    std::shared_ptr<const Weights> weights_;
    Shared shared_;
    Search search_;
    std::optional<Pool> pool_;
    Mutex searching_;
};

}  // namespace outflank
