#include "engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace outflank {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int DIRECT_EMPTIES = 12;  // up to here an exact search needs no preparation
constexpr int ASPIRATION_WIDTH = 3;  // discs; narrower re-searches more

}  // namespace

Engine::Engine(int threads, std::size_t table_megabytes, std::shared_ptr<const Weights> weights)
    : threads_(threads), table_(table_megabytes), weights_(std::move(weights)) {
    if (threads < 1 || threads > 256) {
        throw std::invalid_argument("expected 1 to 256 threads, got " + std::to_string(threads));
    }
    if (table_megabytes < 1 || table_megabytes > (std::size_t{1} << 20)) {
        throw std::invalid_argument("expected a table of 1 to 1048576 megabytes, got " + std::to_string(table_megabytes));
    }
}

void Engine::check(Position position, Bitboard playable, const Limit& limit, int lines) const {
    if (position.mover & position.opponent) {
        throw std::invalid_argument("a square holds a disc of each side; expected at most one disc on a square");
    }
    if ((position.mover | position.opponent) & ~playable) {
        throw std::invalid_argument("a disc lies outside the board");
    }
    if ((legal_moves(position) & playable) == 0) {
        throw std::invalid_argument("the side to move has no legal move here; pass the turn, or the game is over");
    }
    if (limit.seconds && !(*limit.seconds > 0)) throw std::invalid_argument("expected a time above 0 seconds");
    if (limit.nodes && *limit.nodes == 0) throw std::invalid_argument("expected a limit of at least 1 node, got 0");
    if (limit.depth < 1) throw std::invalid_argument("expected a depth of 1 or more, got " + std::to_string(limit.depth));
    if (lines < 1) throw std::invalid_argument("expected at least 1 line, got " + std::to_string(lines));
}

// What to search in which order: each step prepares the next by ordering the root and filling the table.
std::vector<Engine::Step> Engine::plan(int empties, const Limit& limit) const {
    std::vector<Step> steps;
    const bool to_the_end = empties <= limit.exact_from;
    if (to_the_end && empties <= DIRECT_EMPTIES) return {{empties, limit.confidence}};
    const int middle = to_the_end ? std::min(limit.depth, std::max(6, empties - 10)) : std::min(limit.depth, empties);
    for (int depth = 1; depth <= middle; ++depth) steps.push_back({depth, 0});
    if (to_the_end && limit.depth >= middle) {
        for (int confidence = 0; confidence <= limit.confidence; ++confidence) {
            steps.push_back({empties, confidence});
        }
    }
    return steps;
}

std::vector<Result> Engine::analyse(Position position, Bitboard playable, const Limit& limit, int lines,
                                    const Progress& progress) {
    check(position, playable, limit, lines);
    const std::lock_guard one_at_a_time(searching_);
    const auto begin = Clock::now();
    Shared shared{.table = table_, .weights = *weights_, .playable = playable, .techniques = techniques};
    if (limit.seconds) {
        shared.deadline = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*limit.seconds));
    }
    if (limit.nodes) shared.node_limit = std::max<std::uint64_t>(1, *limit.nodes / static_cast<std::uint64_t>(threads_));
    std::optional<Pool> pool;
    if (threads_ > 1) {
        pool.emplace(shared, threads_ - 1);
        shared.pool = &*pool;
    }
    {
        const std::lock_guard lock(guards_shared_);
        running_ = &shared;
    }
    struct Finally {
        Engine& engine;
        ~Finally() {
            const std::lock_guard lock(engine.guards_shared_);
            engine.running_ = nullptr;
        }
    } finally{*this};
    table_.new_search();

    Search search(shared);
    const Node root(position);
    const int empties = count(position.empties() & playable);
    const Bitboard legal = legal_moves(position) & playable;
    lines = std::min(lines, count(legal));

    std::vector<Result> results;
    for (const Step& step : plan(empties, limit)) {
        search.set_confidence(step.confidence);
        std::vector<Result> found;
        Bitboard excluded = 0;
        for (int rank = 0; rank < lines; ++rank) {
            // Step 1. A window around what the step before found, widened until the score is inside.
            const bool guessed = rank < static_cast<int>(results.size());
            const int guess = guessed ? results[static_cast<std::size_t>(rank)].score : 0;
            int width = step.depth >= empties ? 1 : ASPIRATION_WIDTH;
            int alpha = guessed ? std::max(guess - width, WORST - 1) : WORST - 1;
            int beta = guessed ? std::min(guess + width, BEST + 1) : BEST + 1;
            Line line;
            int score;
            for (;;) {
                score = search.principal(root, alpha, beta, step.depth, line, excluded);
                if (shared.stop.load(std::memory_order_relaxed)) break;
                width *= 2;
                if (score <= alpha && alpha >= WORST) {
                    beta = alpha + 1;
                    alpha = std::max(score - width, WORST - 1);
                } else if (score >= beta && beta <= BEST) {
                    alpha = beta - 1;
                    beta = std::min(score + width, BEST + 1);
                } else {
                    break;
                }
            }
            // Step 2. A step cut short still counts if a move had been found inside the window.
            const bool cut_short = shared.stop.load(std::memory_order_relaxed);
            if (cut_short && (line.length == 0 || score <= alpha)) break;
            Result result;
            result.move = line.moves[0];
            result.score = score;
            result.depth = step.depth;
            result.to_the_end = step.depth >= empties;
            result.confidence = step.confidence;
            result.line.assign(line.moves.begin(), line.moves.begin() + line.length);
            result.nodes = search.nodes() + (pool ? pool->nodes() : 0);
            result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
            if (cut_short) break;
            found.push_back(std::move(result));
            excluded |= bit(found.back().move);
        }
        if (static_cast<int>(found.size()) == lines) {
            std::stable_sort(found.begin(), found.end(), [](const Result& a, const Result& b) { return a.score > b.score; });
            results = std::move(found);
            if (progress && !progress(results)) break;
        }
        if (shared.stop.load(std::memory_order_relaxed)) break;
    }

    // A search stopped before its first step still owes a legal move.
    if (results.empty()) {
        MoveList moves = search.moves_of(position, legal);
        search.order(root, moves, WORST, 1, empties, TableEntry{});
        moves.sort();
        Result result;
        result.move = moves[0].square;
        result.score = search.static_score(root);
        result.line = {result.move};
        results.push_back(result);
    }
    for (Result& result : results) {
        result.nodes = search.nodes() + (pool ? pool->nodes() : 0);
        result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    return results;
}

void Engine::stop() {
    const std::lock_guard lock(guards_shared_);
    if (running_) running_->stop.store(true, std::memory_order_relaxed);
}

void Engine::clear() {
    const std::lock_guard lock(searching_);
    table_.clear();
}

}  // namespace outflank
