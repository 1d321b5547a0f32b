#include "engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace outflank::wide {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int DIRECT_EMPTIES = 10;   // up to here a search to the end needs no preparation
constexpr int WINDOW = 3;            // discs around the score of the previous iteration
constexpr int CHECK_EVERY = 1024;    // nodes between clock reads
constexpr int UNORDERED_EMPTIES = 4; // up to here ordering and table lookups cost more than they save
constexpr int REDUCED_FROM = 4;      // ordered moves from here on are first searched to a reduced depth …
constexpr int REDUCED_DEPTH = 3;     // … if the search is at least this deep

// Weights of the ordering: the opponent's mobility counts most ("fastest first").
constexpr int ANSWER_WORTH = 32;    // a corner counts twice
constexpr int POTENTIAL_WORTH = 6;  // per empty square next to our discs
constexpr int PARITY_WORTH = 12;    // for playing into a region with an odd number of empties
constexpr int CORNER_WORTH = 96;
constexpr int X_SQUARE_COST = 48;   // next to an empty corner, in the middle game

constexpr Square NOWHERE = -1;
constexpr int NOT_SEARCHED = -(1 << 20);

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// The squares of empty regions with an odd number of squares.
Squares odd_regions(Squares empty) {
    Squares odd, left = empty;
    while (left) {
        const Words words = left.words();
        int word = 0;
        while (!words[word]) ++word;
        Squares region = single(word * 64 + std::countr_zero(words[word]));
        for (;;) {
            const Squares grown = beside(region) & left;
            if (grown == region) break;
            region = grown;
        }
        if (count(region) & 1) odd = odd | region;
        left = left - region;
    }
    return odd;
}

// Iterates over the squares of a set.
class Walk {
public:
    explicit Walk(Squares squares) : words_(squares.words()) {}
    bool next(Square& square) {
        for (; word_ < WORDS; ++word_) {
            if (std::uint64_t& left = words_[word_]) {
                square = word_ * 64 + std::countr_zero(left);
                left &= left - 1;
                return true;
            }
        }
        return false;
    }

private:
    Words words_;
    int word_ = 0;
};

void check(const Position& position, const Geometry& geometry, const Limit& limit, int lines) {
    if (position.mover & position.opponent) {
        throw std::invalid_argument("a square holds a disc of each side; expected at most one disc on a square");
    }
    if (!legal_moves(position, geometry.playable)) {
        throw std::invalid_argument("the side to move has no legal move here; pass the turn, or the game is over");
    }
    if (limit.seconds && !(*limit.seconds > 0)) throw std::invalid_argument("expected a time above 0 seconds");
    if (limit.nodes && *limit.nodes == 0) throw std::invalid_argument("expected a limit of at least 1 node, got 0");
    if (limit.depth < 1) throw std::invalid_argument("expected a depth of 1 or more, got " + std::to_string(limit.depth));
    if (lines < 1) throw std::invalid_argument("expected at least 1 line, got " + std::to_string(lines));
}

}  // namespace

Engine::Engine(std::size_t table_megabytes) {
    if (table_megabytes < 1 || table_megabytes > (std::size_t{1} << 20)) {
        throw std::invalid_argument("expected a table of 1 to 1048576 megabytes, got " + std::to_string(table_megabytes));
    }
    const std::size_t pairs = std::bit_floor((table_megabytes << 20) / (2 * sizeof(Remembered)));
    table_.resize(2 * pairs);
    table_shift_ = 64 - std::countr_zero(pairs);
}

void Engine::clear() {
    const std::lock_guard lock(searching_);
    std::fill(table_.begin(), table_.end(), Remembered{});
}

// --- The table ------------------------------------------------------------------------------------------

std::uint64_t Engine::key_of(const Position& position, bool to_the_end) const {
    std::uint64_t key = static_cast<std::uint64_t>(geometry_->size) << 1 | to_the_end;
    for (const Squares side : {position.mover, position.opponent}) {
        for (const std::uint64_t word : side.words()) {
            key = (key ^ word) * 0x9e3779b97f4a7c15ULL;
            key ^= key >> 29;
        }
    }
    return key * 0xbf58476d1ce4e5b9ULL;
}

const Remembered* Engine::recall(std::uint64_t key) {
    const Remembered* const pair = bucket(key);
    for (int i = 0; i < 2; ++i) {
        if (pair[i].key == key && pair[i].bound) return &pair[i];
    }
    return nullptr;
}

void Engine::remember(std::uint64_t key, int depth, int alpha, int beta, int score, Square move) {
    Remembered* const pair = bucket(key);
    Remembered* place = &pair[0];
    if (pair[0].key != key) {
        // Replaces the same position, an older search, or the smaller depth.
        const auto keeping = [&](const Remembered& entry) {
            return entry.key == key ? -1 : entry.generation == generation_ ? entry.depth : 0;
        };
        if (keeping(pair[1]) < keeping(pair[0])) place = &pair[1];
    }
    const Remembered::Bound bound = score <= alpha  ? Remembered::UPPER
                                    : score >= beta ? Remembered::LOWER
                                                    : Remembered::BOTH;
    *place = {key,   static_cast<std::int16_t>(score), static_cast<std::uint8_t>(depth), bound,
              static_cast<std::uint8_t>(move), generation_};
}

// --- One node -------------------------------------------------------------------------------------------

bool Engine::out_of_time() {
    ++nodes_;
    if (owes_a_move_) return false;
    if (nodes_ >= node_limit_) {
        stopped_ = true;
    } else if (nodes_ % CHECK_EVERY == 0) {
        stopped_ = stop_->load(std::memory_order_relaxed) || Clock::now() >= deadline_;
    }
    return stopped_;
}

std::size_t Engine::add_moves(const Position& position, Squares legal, Square known, bool to_the_end) {
    const std::size_t begin = moves_.size();
    const Geometry& geometry = *geometry_;
    const Squares empty = geometry.playable - position.taken();
    const Squares odd = to_the_end ? odd_regions(empty) : Squares();
    const Squares given_away = geometry.x_squares & beside(empty & geometry.corners);
    Walk walk(legal);
    for (Square square; walk.next(square);) {
        Move& move = moves_.emplace_back();
        move.square = square;
        move.child = play(position, square, flips(position, square));
        move.answers = legal_moves(move.child, geometry.playable);
        move.worth = square == known ? 1 << 20
                                     : -ANSWER_WORTH * (count(move.answers) + count(move.answers & geometry.corners)) -
                                           POTENTIAL_WORTH * count(beside(move.child.opponent) & empty) +
                                           (geometry.corners.has(square) ? CORNER_WORTH : 0) +
                                           (odd.has(square) ? PARITY_WORTH : 0) -
                                           (!to_the_end && given_away.has(square) ? X_SQUARE_COST : 0);
    }
    return begin;
}

Engine::Move& Engine::best_from(std::size_t index, std::size_t end) {
    std::size_t best = index;
    for (std::size_t i = index + 1; i < end; ++i) {
        if (moves_[i].worth > moves_[best].worth) best = i;
    }
    std::swap(moves_[index], moves_[best]);
    return moves_[index];
}

int Engine::middle(const Position& position, Squares legal, int alpha, int beta, int depth, int discs) {
    if (out_of_time()) return 0;

    // Step 1. Pass, end, or depth limit.
    if (!legal) {
        const Squares answers = legal_moves(position.passed(), geometry_->playable);
        if (!answers) return final_score(position, geometry_->squares) * UNIT;
        return -middle(position.passed(), answers, -beta, -alpha, depth, discs);
    }
    if (depth == 0) return evaluate(position, legal, discs);

    // Step 2. The table.
    Square known_move = NOWHERE;
    const std::uint64_t key = key_of(position, false);
    if (depth > 1) {
        if (const Remembered* known = recall(key)) {
            known_move = known->move;
            if (known->depth >= depth) {
                const int score = known->score;
                if (known->bound == Remembered::BOTH || (known->bound == Remembered::LOWER && score >= beta) ||
                    (known->bound == Remembered::UPPER && score <= alpha)) {
                    return score;
                }
            }
        }
    }

    // Step 3. The moves, best first. Late moves are rarely best, so they get a shallower search first.
    const std::size_t begin = add_moves(position, legal, known_move, false);
    const std::size_t end = moves_.size();
    int best = NOT_SEARCHED, raised = alpha;
    Square best_move = NOWHERE;
    for (std::size_t index = begin; index < end; ++index) {
        const Move move = best_from(index, end);
        const int place = static_cast<int>(index - begin);
        const int reduction = depth >= REDUCED_DEPTH && place >= REDUCED_FROM ? (depth >= 5 && place >= 10 ? 2 : 1) : 0;
        int score;
        if (place == 0) {
            score = -middle(move.child, move.answers, -beta, -raised, depth - 1, discs + 1);
        } else {
            score = -middle(move.child, move.answers, -raised - 1, -raised, depth - 1 - reduction, discs + 1);
            if (score > raised && !stopped_ && (reduction || score < beta)) {
                score = -middle(move.child, move.answers, -beta, -raised, depth - 1, discs + 1);
            }
        }
        if (stopped_) break;
        if (score > best) {
            best = score;
            best_move = move.square;
            raised = std::max(raised, best);
            if (best >= beta) break;
        }
    }
    moves_.resize(begin);
    if (!stopped_ && depth > 1) remember(key, depth, alpha, beta, best, best_move);
    return best;
}

int Engine::solve(const Position& position, Squares legal, int alpha, int beta, int empties) {
    if (out_of_time()) return 0;

    // Step 1. Pass or end.
    if (!legal) {
        const Squares answers = legal_moves(position.passed(), geometry_->playable);
        if (!answers) return final_score(position, geometry_->squares);
        return -solve(position.passed(), answers, -beta, -alpha, empties);
    }
    Walk walk(legal);
    Square square = NOWHERE;
    if (empties == 1) {
        walk.next(square);
        return -final_score(play(position, square, flips(position, square)), geometry_->squares);
    }

    // Step 2. A few empties: without ordering.
    int best = NOT_SEARCHED, raised = alpha;
    if (empties <= UNORDERED_EMPTIES) {
        while (walk.next(square)) {
            const Position child = play(position, square, flips(position, square));
            const int score =
                -solve(child, legal_moves(child, geometry_->playable), -beta, -raised, empties - 1);
            if (stopped_) break;
            if (score > best) {
                best = score;
                raised = std::max(raised, best);
                if (best >= beta) break;
            }
        }
        return best;
    }

    // Step 3. The opponent's stable discs are lost for the mover; the table.
    const int bound = geometry_->squares - 2 * count(stable_discs(position.opponent, *geometry_));
    if (bound <= alpha) return bound;
    Square known_move = NOWHERE;
    const std::uint64_t key = key_of(position, true);
    if (const Remembered* known = recall(key)) {
        known_move = known->move;
        const int score = known->score;
        if (known->bound == Remembered::BOTH || (known->bound == Remembered::LOWER && score >= beta) ||
            (known->bound == Remembered::UPPER && score <= alpha)) {
            return score;
        }
    } else if (const Remembered* guessed = recall(key_of(position, false))) {
        known_move = guessed->move;
    }

    // Step 4. The moves, best first.
    const std::size_t begin = add_moves(position, legal, known_move, true);
    const std::size_t end = moves_.size();
    Square best_move = NOWHERE;
    for (std::size_t index = begin; index < end; ++index) {
        const Move move = best_from(index, end);
        int score;
        if (index == begin) {
            score = -solve(move.child, move.answers, -beta, -raised, empties - 1);
        } else {
            score = -solve(move.child, move.answers, -raised - 1, -raised, empties - 1);
            if (score > raised && score < beta && !stopped_) {
                score = -solve(move.child, move.answers, -beta, -raised, empties - 1);
            }
        }
        if (stopped_) break;
        if (score > best) {
            best = score;
            best_move = move.square;
            raised = std::max(raised, best);
            if (best >= beta) break;
        }
    }
    moves_.resize(begin);
    if (!stopped_) remember(key, empties, alpha, beta, best, best_move);
    return best;
}

// --- The root -------------------------------------------------------------------------------------------

int Engine::search_moves(const Move& move, int alpha, int beta, const Step& step, int empties) {
    if (step.to_the_end) return -solve(move.child, move.answers, -beta, -alpha, empties - 1);
    return -middle(move.child, move.answers, -beta, -alpha, step.depth - 1, geometry_->squares - empties + 1);
}

int Engine::search_root(std::vector<Move>& moves, std::size_t rank, int alpha, int beta, const Step& step, int empties) {
    int best = NOT_SEARCHED;
    std::size_t best_index = rank;
    for (std::size_t index = rank; index < moves.size(); ++index) {
        int score = NOT_SEARCHED;
        const int raised = std::max(alpha, best);
        if (index > rank) score = search_moves(moves[index], raised, raised + 1, step, empties);
        if (!stopped_ && (index == rank || (score > raised && score < beta))) {
            score = search_moves(moves[index], raised, beta, step, empties);
        }
        if (stopped_) return 0;
        if (score > best) {
            best = score;
            best_index = index;
            if (best >= beta) break;
        }
    }
    // The others keep their order from the previous iteration.
    std::rotate(moves.begin() + static_cast<std::ptrdiff_t>(rank), moves.begin() + static_cast<std::ptrdiff_t>(best_index),
                moves.begin() + static_cast<std::ptrdiff_t>(best_index) + 1);
    return best;
}

// The principal variation after `move` from the table; endgame moves are computed again.
std::vector<Square> Engine::line_from(const Move& move, const Step& step) {
    std::vector<Square> line{compact(move.square, geometry_->size)};
    Position now = move.child;
    int empties = geometry_->squares - count(now.taken());
    const bool was_owed = std::exchange(owes_a_move_, true);  // very fast after the search
    while (step.to_the_end || static_cast<int>(line.size()) < step.depth) {
        Squares legal = legal_moves(now, geometry_->playable);
        if (!legal) {
            now = now.passed();
            legal = legal_moves(now, geometry_->playable);
            if (!legal) break;
        }
        Square next = NOWHERE;
        if (step.to_the_end) {
            int best = NOT_SEARCHED;
            Walk walk(legal);
            for (Square square; walk.next(square);) {
                const Position child = play(now, square, flips(now, square));
                const int raised = std::max(best, -geometry_->squares - 1);
                const int score = -solve(child, legal_moves(child, geometry_->playable), -geometry_->squares - 1,
                                         -raised, empties - 1);
                if (score > best) {
                    best = score;
                    next = square;
                }
            }
        } else if (const Remembered* known = recall(key_of(now, false)); known && legal.has(known->move)) {
            next = known->move;
        }
        if (next == NOWHERE) break;
        line.push_back(compact(next, geometry_->size));
        now = play(now, next, flips(now, next));
        --empties;
    }
    owes_a_move_ = was_owed;
    return line;
}

// The first iteration is one ply, so that there always is a move.
std::vector<Engine::Step> Engine::plan(int empties, const Limit& limit) const {
    const bool to_the_end = empties <= std::max(limit.exact_from, limit.depth);
    std::vector<Step> steps{{1, empties == 1}};
    if (to_the_end && empties == 1) return steps;
    const int deepest = !to_the_end                 ? std::min(limit.depth, empties)
                        : empties <= DIRECT_EMPTIES ? 1
                                                    : std::min(limit.depth, std::max(4, empties - 10));
    for (int depth = 2; depth <= deepest; ++depth) steps.push_back({depth, false});
    if (to_the_end) steps.push_back({empties, true});
    return steps;
}

std::vector<Result> Engine::analyse(const Position& position, int size, const Limit& limit, int lines, StopFlag& stop,
                                    const Progress& progress) {
    const auto begin = Clock::now();
    // Polled instead of blocking: a stopped caller waits for at most one step of another caller's search.
    std::unique_lock one_at_a_time(searching_, std::try_to_lock);
    while (!one_at_a_time.owns_lock()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        one_at_a_time.try_lock();
    }
    if (!geometry_ || geometry_->size != size) {
        geometry_ = std::make_unique<Geometry>(size);
        weights_ = std::make_unique<Weights>(size, learned_weights(size));
    }
    check(position, *geometry_, limit, lines);
    stop_ = &stop;
    deadline_ = limit.seconds ? begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*limit.seconds))
                              : Clock::time_point::max();
    node_limit_ = limit.nodes.value_or(~std::uint64_t{0});
    nodes_ = 0;
    stopped_ = false;
    moves_.clear();
    ++generation_;
    std::vector<Result> results = search_steps(position, limit, lines, progress);
    for (Result& result : results) {
        result.nodes = nodes_;
        result.seconds = seconds_since(begin);
    }
    return results;
}

std::vector<Result> Engine::search_steps(const Position& position, const Limit& limit, int lines, const Progress& progress) {
    const auto begin = Clock::now();
    const int empties = geometry_->squares - count(position.taken());
    add_moves(position, legal_moves(position, geometry_->playable), NOWHERE, false);
    std::vector<Move> moves(moves_);
    moves_.clear();
    // Not std::stable_sort: its buffer ignores the 32-byte alignment of a move (GCC 12), which some processors require.
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return a.worth != b.worth ? a.worth > b.worth : a.square < b.square;
    });
    const std::size_t wanted = std::min(static_cast<std::size_t>(lines), moves.size());

    std::vector<Result> results;
    for (const Step& step : plan(empties, limit)) {
        owes_a_move_ = results.empty();
        const int unit = step.to_the_end ? 1 : UNIT;
        const int most = geometry_->squares * unit + 1;
        std::vector<int> scores(wanted);
        for (std::size_t rank = 0; rank < wanted && !stopped_; ++rank) {
            // A window around the previous iteration's score, or the full window if the score is outside.
            int alpha = -most, beta = most;
            if (!results.empty()) {
                alpha = std::max(alpha, (results[rank].score - WINDOW) * unit);
                beta = std::min(beta, (results[rank].score + WINDOW) * unit);
            }
            int score = search_root(moves, rank, alpha, beta, step, empties);
            if (!stopped_ && (score <= alpha || score >= beta) && (alpha > -most || beta < most)) {
                score = search_root(moves, rank, score <= alpha ? -most : alpha, score >= beta ? most : beta, step, empties);
            }
            scores[rank] = score;
        }
        if (stopped_) break;
        std::vector<Result> found;
        for (std::size_t rank = 0; rank < wanted; ++rank) {
            const int score = scores[rank];
            found.push_back({.move = compact(moves[rank].square, geometry_->size),
                             .score = step.to_the_end ? score : (score + (score < 0 ? -UNIT / 2 : UNIT / 2)) / UNIT,
                             .depth = step.depth,
                             .to_the_end = step.to_the_end,
                             .confidence = step.to_the_end ? EXACT : 0,
                             .line = line_from(moves[rank], step),
                             .nodes = nodes_,
                             .seconds = seconds_since(begin)});
        }
        std::stable_sort(found.begin(), found.end(), [](const Result& a, const Result& b) { return a.score > b.score; });
        results = std::move(found);
        stopped_ = stop_->load(std::memory_order_relaxed);
        if ((progress && !progress(results)) || stopped_) break;
    }
    return results;
}

}  // namespace outflank::wide
