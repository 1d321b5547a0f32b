// The Python interface of the engine and the self-checks.
#include "../engine.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <exception>
#include <thread>

#include "../compiler.hpp"
#include "../perft.hpp"
#include "../plain_search.hpp"
#include "../probcut.hpp"
#include "../recipe.hpp"
#include "../self_check.hpp"
#include "../settling.hpp"
#include "../wide/engine.hpp"
#include "board_type.hpp"
#include "engine_binding.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace outflank;

namespace {

constexpr auto SIGNAL_INTERVAL = std::chrono::milliseconds(10);  // polling interval for Ctrl-C

std::uint64_t checked_perft(Bitboard mover, Bitboard opponent, int depth, Bitboard playable, bool portable) {
    if (mover & opponent) {
        throw std::invalid_argument("a square holds a disc of each side; expected at most one disc on a square");
    }
    if (depth < 0) throw std::invalid_argument("expected a depth of 0 or more, got " + std::to_string(depth));
    const Position position{mover, opponent};
    return portable ? perft<PortableRules>(position, depth, playable) : perft<FastRules>(position, depth, playable);
}

// A flag that Python holds while a search runs in another thread.
struct Stop {
    StopFlag flag{false};
};

using Results = std::vector<Result>;
using Scores = std::vector<std::pair<Square, int>>;

std::vector<ScoredMove> scored(const Scores& scores) {
    std::vector<ScoredMove> moves;
    for (const auto& [move, score] : scores) moves.push_back({move, score});
    if (moves.empty()) throw std::invalid_argument("expected the score of a move or more, got none");
    return moves;
}

// Runs the search in another thread, so that this one can deliver results and handle Ctrl-C.
template <typename Search>
Results watched(Stop& stop, nb::object progress, Search search) {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Results> reported;
    Results last;
    std::exception_ptr failure;
    bool finished = false;

    std::thread worker([&] {
        Progress report;
        if (!progress.is_none()) {
            report = [&](const Results& results) {
                {
                    const std::lock_guard lock(mutex);
                    reported.push_back(results);
                }
                changed.notify_one();
                return true;
            };
        }
        try {
            last = search(report);
        } catch (...) {
            failure = std::current_exception();
        }
        // Notified with the lock held: the waiting thread destroys the condition as soon as it continues.
        const std::lock_guard lock(mutex);
        finished = true;
        changed.notify_one();
    });
    const auto leave = [&] {
        stop.flag.store(true);
        const nb::gil_scoped_release released;
        worker.join();
    };

    for (;;) {
        std::vector<Results> news;
        bool over;
        {
            const nb::gil_scoped_release released;
            std::unique_lock lock(mutex);
            changed.wait_for(lock, SIGNAL_INTERVAL, [&] { return finished || !reported.empty(); });
            news.swap(reported);
            over = finished;
        }
        try {
            for (const Results& results : news) {
                if (!nb::cast<bool>(progress(results))) stop.flag.store(true);
            }
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        } catch (...) {
            leave();
            throw;
        }
        if (over) break;
    }
    worker.join();
    if (failure) std::rethrow_exception(failure);
    return last;
}

Results analyse(Engine& engine, Bitboard mover, Bitboard opponent, Bitboard playable, const Limit& limit, int lines,
                Stop& stop, nb::object progress) {
    const auto without_passes = [](Results results) {  // they are forced, so the moves are sufficient
        for (Result& result : results) std::erase(result.line, PASS);
        return results;
    };
    return watched(stop, std::move(progress), [&](const Progress& report) {
        Progress told;
        if (report) told = [&](const Results& results) { return report(without_passes(results)); };
        return without_passes(engine.analyse({mover, opponent}, playable, limit, lines, stop.flag, told));
    });
}

Results analyse_wide(wide::Engine& engine, nb::handle board, const Limit& limit, int lines, Stop& stop,
                     nb::object progress) {
    const int size = nb::cast<int>(board.attr("size"));
    return watched(stop, std::move(progress),
                   [&, position = wide_position(board)](const Progress& report) {
                       return engine.analyse(position, size, limit, lines, stop.flag, report);
                   });
}

std::vector<int> wide_features(nb::handle board) {
    const wide::Position position = wide_position(board);
    const wide::Geometry geometry(nb::cast<int>(board.attr("size")));
    const auto features = wide::features_of(position, wide::legal_moves(position, geometry.playable), geometry);
    return {features.begin(), features.end()};
}

}  // namespace

void bind_engine(nb::module_& module) {
    module.attr("RULES_CODE") = RULES_CODE;
    module.attr("EXACT") = EXACT;
    std::vector<int> percents;
    for (const Confidence& confidence : CONFIDENCES) percents.push_back(confidence.percent);
    module.attr("CONFIDENCES") = nb::tuple(nb::cast(percents));

    module.attr("PROBED_DEPTH") = PROBED_DEPTH;
    module.def("probe_depth", &probe_depth, "depth"_a, "Plies of the probe that predicts a search of so many.");
    module.def("probe_error", &probe_error, "empties"_a, "depth"_a, "probe"_a,
               "Discs, the standard deviation between searches of two depths; a depth of all empties is the exact score.");

    nb::class_<Settling>(module, "Settling", "When a move is easy enough to stop before its time is up.")
        .def(nb::init<double, int>(), "seconds"_a, "moves"_a, "So much time, and so many moves to choose from.")
        .def("__call__", &Settling::operator(), "best"_a, "lead"_a.none(), "taken"_a,
             "After every step, whether to stop: its best move, by how much it leads, the seconds so far.");
    module.def("processor_kind", &processor_kind, "The fastest build this processor runs: 'avx512', 'avx2' or 'baseline'.");
    module.def("perft", &checked_perft, "mover"_a, "opponent"_a, "depth"_a, "playable"_a = ~Bitboard{0},
               "portable"_a = false, nb::call_guard<nb::gil_scoped_release>(),
               "How many ways the game can go in `depth` plies; a pass is a ply, a finished game one leaf.");
    module.def("check_rules", &check_rules, "seed"_a, "positions"_a, nb::call_guard<nb::gil_scoped_release>(),
               "Compares this build's moves and flips with the portable ones; returns how many were compared.");

    module.def(
        "plain_score", [](Bitboard mover, Bitboard opponent) { return plain_score({mover, opponent}, -64, 64); }, "mover"_a,
        "opponent"_a, nb::call_guard<nb::gil_scoped_release>(),
        "The exact score by the plainest search there is; for tests, with few empties.");

    module.def(
        "mistake_chances",
        [](const Scores& scores, double largest) {
            std::vector<std::pair<Square, double>> chances;
            for (const LikelyMove& one : mistake_chances(scored(scores), largest)) chances.emplace_back(one.move, one.chance);
            return chances;
        },
        "scores"_a, "largest"_a, "How likely each move is for somebody who gives away at most so many discs in a move.");
    module.def(
        "drawn_mistake",
        [](const Scores& scores, double largest, double roll) { return drawn_mistake(scored(scores), largest, roll); },
        "scores"_a, "largest"_a, "roll"_a, "The move that a roll of the dice, from 0 to 1, means among those.");
    module.def(
        "closest_move", [](const Scores& scores, int lead) { return closest_move(scored(scores), lead); }, "scores"_a,
        "lead"_a, "The move whose score is nearest to a wanted one; of two the better.");

    nb::class_<Stop>(module, "Stop", "Ends the search that holds it.")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.flag.store(true); }, "Ends the search within milliseconds.")
        .def_prop_ro("is_set", [](const Stop& stop) { return stop.flag.load(); });

    nb::class_<Result>(module, "SearchResult", "What a search found out about one move.")
        .def_ro("move", &Result::move)
        .def_ro("score", &Result::score, "Discs, from the mover's view.")
        .def_ro("depth", &Result::depth, "Plies searched.")
        .def_ro("to_the_end", &Result::to_the_end)
        .def_prop_ro("exact", &Result::exact)
        .def_prop_ro("confidence", [](const Result& r) { return CONFIDENCES[static_cast<std::size_t>(r.confidence)].percent; })
        .def_ro("line", &Result::line)
        .def_ro("nodes", &Result::nodes)
        .def_ro("seconds", &Result::seconds);

    nb::class_<Techniques>(module, "Techniques", "What a search may use; the tests turn each off.")
        .def(
            "__init__",
            [](Techniques* self, bool transpositions, bool stability, bool child_transpositions, bool probcut,
               bool local_transpositions) {
                new (self) Techniques{transpositions, stability, child_transpositions, probcut, local_transpositions};
            },
            "transpositions"_a = true, "stability"_a = true, "child_transpositions"_a = true, "probcut"_a = true,
            "local_transpositions"_a = true);

    nb::class_<Limit>(module, "SearchLimit", "When a search ends.")
        .def(
            "__init__",
            [](Limit* self, std::optional<double> seconds, std::optional<std::uint64_t> nodes, int depth, int exact_from,
               int confidence) { new (self) Limit{seconds, nodes, depth, exact_from, confidence}; },
            "seconds"_a = nb::none(), "nodes"_a = nb::none(), "depth"_a = 60, "exact_from"_a = 0, "confidence"_a = EXACT);

    nb::class_<Engine>(module, "SearchEngine", "Searches positions; keeps its table between searches.")
        .def(
            "__init__",
            [](Engine* self, int threads, std::size_t hash_mb, const Techniques& techniques,
               std::shared_ptr<const Weights> weights) {
                if (!weights) weights = std::make_shared<const Weights>();  // the modest evaluation
                new (self) Engine(threads, hash_mb, std::move(weights), techniques);
            },
            "threads"_a, "hash_mb"_a, "techniques"_a = Techniques{}, "weights"_a = nb::none())
        .def("analyse", &analyse, "mover"_a, "opponent"_a, "playable"_a, "limit"_a, "lines"_a, "stop"_a,
             "progress"_a = nb::none(),
             "The best moves of a position; `progress` is called with every better list and may return False.")
        .def("clear", &Engine::clear, nb::call_guard<nb::gil_scoped_release>(), "Forgets all earlier positions.")
        .def_prop_ro("table_bytes", &Engine::table_bytes);

    nb::class_<wide::Engine>(module, "WideEngine", "Searches positions of boards larger than 8×8.")
        .def(nb::init<std::size_t>(), "hash_mb"_a)
        .def("analyse", &analyse_wide, "board"_a, "limit"_a, "lines"_a, "stop"_a, "progress"_a = nb::none(),
             "The best moves of a board; `progress` is called with every better list and may return False.")
        .def("clear", &wide::Engine::clear, nb::call_guard<nb::gil_scoped_release>(), "Forgets all earlier positions.");
    module.def(
        "wide_perft",
        [](nb::handle board, int depth) {
            const wide::Squares playable = wide::board(nb::cast<int>(board.attr("size")));
            const wide::Position position = wide_position(board);
            const nb::gil_scoped_release released;
            return wide::perft(position, depth, playable);
        },
        "board"_a, "depth"_a, "As perft, on boards of any size.");
    module.def("wide_features", &wide_features, "board"_a,
               "What the engine looks at on boards larger than 8×8, from the view of the side to move.");
}
