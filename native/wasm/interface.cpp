// The engine's interface for the page: plain functions with numbers as arguments and results in a block of memory.
//
// No exception crosses this boundary: a throw stores its message in `problem` and ends the module with a trap,
// and the worker that owns it reports this and is replaced.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>

#include "../book.hpp"
#include "../engine.hpp"
#include "../recipe.hpp"
#include "../self_check.hpp"
#include "../settling.hpp"

using namespace outflank;

namespace {

constexpr int MOST_LINE = 64;
constexpr int MOST_RESULTS = 34;

// The layout read by the worker: four-byte numbers, then eight-byte ones, then squares.
struct Told {
    std::int32_t move, score, depth, exact, confidence, length;
    double nodes, seconds;
    std::uint8_t line[MOST_LINE];
};
static_assert(sizeof(Told) == 104);

std::shared_ptr<const Weights> weights = std::make_shared<const Weights>();
std::optional<Engine> engine;
std::optional<Book> book;
StopFlag stop_flag{false};
Told told[MOST_RESULTS];
char problem_text[400];

int tell(const std::vector<Result>& results) {
    int number = 0;
    for (const Result& result : results) {
        Told& one = told[number++];
        one = {result.move, result.score, result.depth, result.exact(),
               CONFIDENCES[static_cast<std::size_t>(result.confidence)].percent, 0,
               static_cast<double>(result.nodes), result.seconds, {}};
        for (const Square square : result.line) {
            if (square != PASS) one.line[one.length++] = static_cast<std::uint8_t>(square);
        }
    }
    return number;
}

struct Question {
    Position position;
    Bitboard playable;
    Limit limit;
};

// 0 seconds and 0 nodes mean no limit.
Question question(Bitboard mover, Bitboard opponent, Bitboard playable, int depth, int exact_from, double seconds,
                  double nodes) {
    Limit limit{.seconds = {}, .nodes = {}, .depth = depth, .exact_from = exact_from};
    if (seconds > 0) limit.seconds = seconds;
    if (nodes > 0) limit.nodes = static_cast<std::uint64_t>(nodes);
    return {{mover, opponent}, playable, limit};
}

std::vector<Result> search(const Question& asked, int lines, const Progress& progress = {}) {
    stop_flag.store(false);
    return engine->analyse(asked.position, asked.playable, asked.limit, lines, stop_flag, progress);
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Implemented by the page: this many results of a running search are ready.
extern "C" __attribute__((import_module("page"), import_name("report"))) void report(int results);

EXPORT(memory_for) void* memory_for(std::size_t bytes) { return std::malloc(bytes); }
EXPORT(give_back) void give_back(void* memory) { std::free(memory); }
EXPORT(results) Told* results() { return told; }
EXPORT(problem) char* problem() { return problem_text; }
EXPORT(stop) StopFlag* stop() { return &stop_flag; }

// Free earlier weights first, because both together would exceed the memory of a phone.
EXPORT(load_weights) void load_weights(const std::uint8_t* block, std::size_t bytes) {
    engine.reset();
    weights.reset();
    weights = std::make_shared<const Weights>(std::span(block, bytes));
}

EXPORT(load_book) void load_book(const std::uint8_t* block, std::size_t bytes, std::size_t positions) {
    book.emplace(std::span(block, bytes), positions);
}

EXPORT(open_engine) void open_engine(std::size_t megabytes) { engine.emplace(1, megabytes, weights); }
EXPORT(forget) void forget() { engine->clear(); }

EXPORT(count_moves) int count_moves(Bitboard mover, Bitboard opponent, Bitboard playable) {
    return count(legal_moves({mover, opponent}) & playable);
}

// Returns the number of results, the best moves. Every improved list is reported.
EXPORT(analyse) int analyse(Bitboard mover, Bitboard opponent, Bitboard playable, int depth, int exact_from, double seconds,
                   double nodes, int lines) {
    const auto progress = [](const std::vector<Result>& found) {
        report(tell(found));
        return true;
    };
    return tell(search(question(mover, opponent, playable, depth, exact_from, seconds, nodes), lines, progress));
}

// Returns the number of book results for an 8×8 position.
EXPORT(look_up) int look_up(Bitboard mover, Bitboard opponent) {
    if (!book) return 0;
    const Position position{mover, opponent};
    std::vector<Result> found;
    for (const BookMove& move : book->moves(position)) {
        found.push_back({.move = move.move, .score = move.value, .depth = move.depth, .line = book->line(position, move.move)});
    }
    return tell(found);
}

// The square an opponent plays: from the book if its depth is at least `book_depth` (none below 0), else by search:
// a mistake of up to this many discs, a score near `lead` if `close` is set, or the best. `timed`: an easy move takes
// less than its time.
EXPORT(choose) Square choose(Bitboard mover, Bitboard opponent, Bitboard playable, int depth, int exact_from, double seconds,
                     double nodes, int book_depth, double mistake, int close, int lead, double roll, int timed) {
    const Question asked = question(mover, opponent, playable, depth, exact_from, seconds, nodes);
    const Bitboard moves = legal_moves(asked.position) & playable;
    if (count(moves) == 1) return first(moves);
    if (book && book_depth >= 0 && playable == ~Bitboard{0}) {
        if (const auto known = book->choose(asked.position, book_depth, roll)) return *known;
    }
    Progress progress;
    if (timed) {
        progress = [settled = Settling(seconds, count(moves))](const std::vector<Result>& found) mutable {
            const auto ahead = found.size() > 1 ? std::optional(found[0].score - found[1].score) : std::nullopt;
            return !settled(found[0].move, ahead, found[0].seconds);
        };
    }
    if (mistake <= 0 && !close) return search(asked, 1, progress).front().move;
    std::vector<ScoredMove> scored;
    for (const Result& result : search(asked, count(moves), progress)) scored.push_back({result.move, result.score});
    return close ? closest_move(scored, lead) : drawn_mistake(scored, mistake, roll);
}

// For tests: compares the fast code of this build with the plain one; returns the number of comparisons.
EXPORT(self_check) int self_check(int seed, int positions, int games) {
    const auto random = static_cast<std::uint64_t>(seed);
    return static_cast<int>(check_rules(random, static_cast<std::uint64_t>(positions))) +
           check_features(*weights, random, games);
}

// The implementation of throw. The compiler calls these two; all our exceptions are std::exception.
extern "C" void* __cxa_allocate_exception(std::size_t bytes) noexcept { return std::malloc(bytes); }

extern "C" void __cxa_throw(void* thrown, void*, void (*)(void*)) {
    std::strncpy(problem_text, static_cast<std::exception*>(thrown)->what(), sizeof problem_text - 1);
    __builtin_trap();
}
