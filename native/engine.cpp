#include "engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace outflank {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int DIRECT_EMPTIES = 12;  // up to here an exact search needs no preparation
// How many plies before the end iterations stop in favor of an endgame search. With many empties it is slow, and
// every iteration before it is worth its time.
constexpr int FAR_FROM_END = 28;  // empties; more count as many
constexpr int steps_left_out(int empties) { return empties > FAR_FROM_END ? 6 : 10; }
// The selective endgame searches before the last one. More of them cost more than they save: 73, 87, 95, 99
// and 99.9 % instead of these two made FFO #42 to #44 take 57 % longer.
constexpr int PREPARING_CONFIDENCES[] = {0, 2};
constexpr int ASPIRATION_WIDTH = 3;  // discs; narrower windows cause more re-searches
constexpr int MOST_ATTEMPTS = 5;     // windows tried before the full one

// Checked before the table is allocated.
int checked_threads(int threads) {
    if (threads < 1 || threads > MOST_THREADS) {
        throw std::invalid_argument("expected 1 to " + std::to_string(MOST_THREADS) + " threads, got " + std::to_string(threads));
    }
    return threads;
}

std::size_t checked_megabytes(std::size_t megabytes) {
    if (megabytes < 1 || megabytes > (std::size_t{1} << 20)) {
        throw std::invalid_argument("expected a table of 1 to 1048576 megabytes, got " + std::to_string(megabytes));
    }
    return megabytes;
}

// The result of a search that was stopped before its first iteration: the best legal move by static evaluation.
Result at_a_glance(Position position, Bitboard playable) {
    Result result;
    result.score = WORST - 1;
    for (Bitboard left = legal_moves(position) & playable; left; left &= left - 1) {
        const Square square = first(left);
        const int score = -modest_evaluation(play(position, square, flips(position, square)), playable) / DISC;
        if (score > result.score) {
            result.score = score;
            result.move = square;
        }
    }
    result.line = {result.move};
    return result;
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

Engine::Engine(int threads, std::size_t table_megabytes, std::shared_ptr<const Weights> weights, Techniques techniques)
    : threads_(checked_threads(threads)),
      transpositions_(checked_megabytes(table_megabytes)),
      weights_(std::move(weights)),
      shared_{.transpositions = transpositions_, .weights = *weights_, .techniques = techniques},
      search_(shared_) {
    if (threads_ > 1) {
        pool_.emplace(shared_, threads_ - 1);
        shared_.pool = &*pool_;
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

// The schedule of iterations: each prepares the next by ordering the root and filling the table.
std::vector<Engine::Step> Engine::plan(int empties, const Limit& limit) const {
    std::vector<Step> steps;
    const bool to_the_end = empties <= std::max(limit.exact_from, limit.depth);
    if (to_the_end && empties <= DIRECT_EMPTIES) return {{empties, limit.confidence}};
    const int middle = to_the_end ? std::min(limit.depth, std::max(6, empties - steps_left_out(empties))) : std::min(limit.depth, empties);
    for (int depth = 1; depth <= middle; ++depth) steps.push_back({depth, 0});
    if (to_the_end) {
        for (const int confidence : PREPARING_CONFIDENCES) {
            if (confidence < limit.confidence) steps.push_back({empties, confidence});
        }
        steps.push_back({empties, limit.confidence});
    }
    return steps;
}

std::vector<Result> Engine::analyse(Position position, Bitboard playable, const Limit& limit, int lines, StopFlag& stop,
                                    const Progress& progress) {
    check(position, playable, limit, lines);
    const auto begin = Clock::now();
    // Polled instead of blocking: a stopped caller must not wait for another caller's search.
    std::unique_lock one_at_a_time(searching_, std::try_to_lock);
    while (!one_at_a_time.owns_lock()) {
        if (stop.load(std::memory_order_relaxed)) return {at_a_glance(position, playable)};
        wait_a_moment();
        one_at_a_time.try_lock();
    }

    shared_.playable = playable;
    shared_.stop = &stop;
    shared_.deadline = limit.seconds ? begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*limit.seconds))
                                     : Clock::time_point::max();
    shared_.node_limit = limit.nodes ? std::max<std::uint64_t>(1, *limit.nodes / static_cast<std::uint64_t>(threads_))
                                     : ~std::uint64_t{0};
    search_.begin();
    if (pool_) pool_->begin();
    transpositions_.new_search();

    std::vector<Result> results = search_steps(position, limit, lines, progress);
    if (results.empty()) results.push_back(at_a_glance(position, playable));
    for (Result& result : results) {
        result.nodes = nodes();
        result.seconds = seconds_since(begin);
    }
    return results;
}

std::vector<Result> Engine::search_steps(Position position, const Limit& limit, int lines, const Progress& progress) {
    const auto begin = Clock::now();
    const Node root(position);
    const int empties = count(position.empties() & shared_.playable);
    lines = std::min(lines, count(legal_moves(position) & shared_.playable));
    const auto stopped = [this] { return shared_.stop->load(std::memory_order_relaxed); };

    std::vector<Result> results;
    for (const Step& step : plan(empties, limit)) {
        search_.set_confidence(step.confidence);
        std::vector<Result> found;
        Result best_so_far;
        Bitboard excluded = 0;
        for (int rank = 0; rank < lines && !stopped(); ++rank) {
            // Step 1. A window around the score of the previous iteration, widened until the score is inside.
            const bool guessed = rank < static_cast<int>(results.size());
            const int guess = guessed ? results[static_cast<std::size_t>(rank)].score : 0;
            int width = step.depth >= empties ? 1 : ASPIRATION_WIDTH;
            int alpha = guessed ? std::max(guess - width, WORST - 1) : WORST - 1;
            int beta = guessed ? std::min(guess + width, BEST + 1) : BEST + 1;
            Line line;
            int score;
            for (int attempt = 1;; ++attempt) {
                score = search_.principal(root, alpha, beta, step.depth, line, excluded);
                if (line.length > 0) {
                    best_so_far = {.move = line.moves[0], .score = score, .line = {line.moves.begin(), line.moves.begin() + line.length}};
                }
                if (stopped()) break;
                const bool too_low = score <= alpha && alpha >= WORST;
                const bool too_high = score >= beta && beta <= BEST;
                if (!too_low && !too_high) break;
                width *= 2;
                // Selective searches of the same position can be inconsistent; the full window resolves that.
                if (attempt >= MOST_ATTEMPTS) {
                    alpha = WORST - 1;
                    beta = BEST + 1;
                } else if (too_low) {
                    beta = alpha + 1;
                    alpha = std::max(score - width, WORST - 1);
                } else {
                    alpha = beta - 1;
                    beta = std::min(score + width, BEST + 1);
                }
            }
            if (stopped()) break;

            // Step 2. A result; the next line excludes its move.
            found.push_back({.move = line.moves[0],
                             .score = score,
                             .depth = step.depth,
                             .to_the_end = step.depth >= empties,
                             .confidence = step.confidence,
                             .line = {line.moves.begin(), line.moves.begin() + line.length},
                             .nodes = search_.nodes(),
                             .seconds = seconds_since(begin)});
            excluded |= bit(found.back().move);
        }
        if (static_cast<int>(found.size()) < lines) {
            // Interrupted. A move found above alpha is better than all searched before it, including the best of the
            // last iteration; depth and confidence remain those of the last completed iteration.
            if (lines == 1 && !results.empty() && best_so_far.move != NO_SQUARE) {
                results[0].move = best_so_far.move;
                results[0].score = best_so_far.score;
                results[0].line = best_so_far.line;
            }
            break;
        }
        std::stable_sort(found.begin(), found.end(), [](const Result& a, const Result& b) { return a.score > b.score; });
        results = std::move(found);
        if (progress && !progress(results)) break;
    }
    return results;
}

void Engine::clear() {
    const std::lock_guard lock(searching_);
    transpositions_.clear();
    search_.forget();
    if (pool_) pool_->forget();
}

}  // namespace outflank
