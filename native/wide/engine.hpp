// The engine for boards larger than 8×8: as engine.hpp, with one thread and an evaluation without patterns.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../engine.hpp"
#include "evaluation.hpp"

namespace outflank::wide {

// The table entry of a position: a bound of its score, and the best move.
struct Remembered {
    enum Bound : std::uint8_t { NOTHING, LOWER, UPPER, BOTH };

    std::uint64_t key = 0;
    std::int16_t score = 0;
    std::uint8_t depth = 0;
    Bound bound = NOTHING;
    std::uint8_t move = 0;
    std::uint8_t generation = 0;
};

class Engine {
public:
    explicit Engine(std::size_t table_megabytes);

    // Like outflank::Engine::analyse; moves in the results are row × size + column.
    std::vector<Result> analyse(const Position& position, int size, const Limit& limit, int lines, StopFlag& stop,
                                const Progress& progress = {});
    void clear();  // clears the transposition table

private:
    // A move and its successor; the opponent's moves are used for ordering and by the child.
    struct Move {
        Position child;
        Squares answers;
        Square square;
        int worth;
    };
    struct Step {
        int depth;
        bool to_the_end;
    };

    std::vector<Step> plan(int empties, const Limit& limit) const;
    std::vector<Result> search_steps(const Position& position, const Limit& limit, int lines, const Progress& progress);
    // Brings the best of the moves from `rank` on to `rank` and returns its score, exact within the window.
    int search_root(std::vector<Move>& moves, std::size_t rank, int alpha, int beta, const Step& step, int empties);
    int search_moves(const Move& move, int alpha, int beta, const Step& step, int empties);
    std::vector<Square> line_from(const Move& move, const Step& step);

    // Scores in 1/64 disc, `depth` plies ahead.
    int middle(const Position& position, Squares legal, int alpha, int beta, int depth, int discs);
    // Scores in discs, to the end of the game.
    int solve(const Position& position, Squares legal, int alpha, int beta, int empties);

    bool out_of_time();
    int evaluate(const Position& position, Squares legal, int discs) const {
        return weights_->score(features_of(position, legal, *geometry_), discs);
    }
    // Pushes the moves of `legal` with their successors on the stack of moves; returns their number.
    std::size_t add_moves(const Position& position, Squares legal, Square known, bool to_the_end);
    Move& best_from(std::size_t index, std::size_t end);

    std::uint64_t key_of(const Position& position, bool to_the_end) const;
    Remembered* bucket(std::uint64_t key) { return &table_[key >> table_shift_ << 1]; }
    const Remembered* recall(std::uint64_t key);
    void remember(std::uint64_t key, int depth, int alpha, int beta, int score, Square move);

    std::vector<Remembered> table_;
    int table_shift_;
    std::uint8_t generation_ = 0;
    std::unique_ptr<Geometry> geometry_;
    std::unique_ptr<Weights> weights_;
    std::vector<Move> moves_;  // a stack: every node's moves above those of its parent

    StopFlag* stop_ = nullptr;
    std::chrono::steady_clock::time_point deadline_;
    std::uint64_t nodes_ = 0, node_limit_ = 0;
    bool owes_a_move_ = false;  // the first iteration is always completed
    bool stopped_ = false;
    std::mutex searching_;
};

}  // namespace outflank::wide
