// The Python interface of the evaluation and its training: arrays of positions in, arrays of numbers out.
#include "learning.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "evaluation_walk.hpp"
#include "pattern_evaluation.hpp"
#include "learning/fit.hpp"
#include "learning/label.hpp"
#include "learning/replay.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace outflank {

namespace {

template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> span_of(const Array<T>& array) {
    return {array.data(), array.size()};
}

// Transfers a vector's memory to numpy without a copy.
template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_numpy(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

void check_same_length(std::size_t expected, std::size_t got, const char* what) {
    if (got != expected)
        throw std::invalid_argument("expected " + std::to_string(expected) + " " + what + ", one for every position, but got " +
                                    std::to_string(got));
}

nb::tuple positions_of(const nb::bytes& lines) {
    learning::Replayed games;
    const std::string_view text(lines.c_str(), lines.size());
    {
        nb::gil_scoped_release release;
        games = learning::replay(text);
    }
    return nb::make_tuple(to_numpy(std::move(games.mover)), to_numpy(std::move(games.opponent)),
                          to_numpy(std::move(games.score)), to_numpy(std::move(games.black)),
                          to_numpy(std::move(games.game)));
}

nb::tuple fit(const Array<Bitboard>& mover, const Array<Bitboard>& opponent, const Array<float>& score, int epochs,
              float rate, float damping, float decay, unsigned seed, int threads,
              const std::function<bool(int, double)>& progress) {
    check_same_length(mover.size(), opponent.size(), "opponents");
    check_same_length(mover.size(), score.size(), "scores");
    const learning::Labelled positions{span_of(mover), span_of(opponent), span_of(score)};
    learning::Network network;
    {
        nb::gil_scoped_release release;
        network = learning::fit(positions, {epochs, rate, damping, decay, seed, threads}, [&](int epoch, double error) {
            nb::gil_scoped_acquire acquire;
            return progress(epoch, error);
        });
    }
    return nb::make_tuple(to_numpy(std::move(network.rows)), to_numpy(std::move(network.start)),
                          to_numpy(std::move(network.worth)));
}

auto evaluate_all(const Weights& weights, const Array<Bitboard>& mover, const Array<Bitboard>& opponent) {
    check_same_length(mover.size(), opponent.size(), "opponents");
    std::vector<std::int32_t> scores(mover.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const Position position{mover.data()[i], opponent.data()[i]};
            scores[i] = pattern_evaluation(weights, Features(position), position);
        }
    }
    return to_numpy(std::move(scores));
}

// The number of lookups of every row of every stage for the positions: STAGES × PARAMETERS.
auto count_rows(const Array<Bitboard>& mover, const Array<Bitboard>& opponent) {
    check_same_length(mover.size(), opponent.size(), "opponents");
    const std::size_t parameters = static_cast<std::size_t>(parameter_count());
    std::vector<std::int32_t> counts(STAGES * parameters);
    {
        nb::gil_scoped_release release;
        const std::vector<std::int32_t>& parameter = parameter_of_entry();
        for (std::size_t i = 0; i < mover.size(); ++i) {
            const Position position{mover.data()[i], opponent.data()[i]};
            const Features features(position);
            std::int32_t* const of_stage = counts.data() + parameters * stage_of_phase(phase_of(position));
            for (int f = 0; f < GEOMETRY.feature_count; ++f) ++of_stage[parameter[LANE_ORIGINS[f] + features.index(f)]];
            const int answers = count(legal_moves({position.opponent, position.mover}));
            ++of_stage[parameter[MOBILITY_OFFSET + mobility_term(count(legal_moves(position)), answers)]];
            ++of_stage[parameter[PARITY_OFFSET + parity_term(position)]];
        }
    }
    return to_numpy(std::move(counts));
}

std::pair<std::uint64_t, std::int64_t> evaluated_leaves(const Weights& weights, Bitboard mover, Bitboard opponent,
                                                        int depth) {
    Evaluated evaluated;
    evaluate_leaves(weights, Node({mover, opponent}), depth, evaluated);
    return {evaluated.positions, evaluated.sum};
}

auto label(const std::shared_ptr<const Weights>& weights, const Array<Bitboard>& mover,
           const Array<Bitboard>& opponent, int exact_from, int depth, int confidence) {
    check_same_length(mover.size(), opponent.size(), "opponents");
    std::vector<float> scores(mover.size());
    {
        nb::gil_scoped_release release;
        learning::label(weights, span_of(mover), span_of(opponent), {exact_from, depth, confidence}, scores);
    }
    return to_numpy(std::move(scores));
}

// Describes every shape and size that determines the meaning of a weight.
std::string layout() {
    std::string text = std::to_string(PHASES) + " phases, " + std::to_string(STAGES) + " stages, " + std::to_string(UNITS) + " units";
    for (const Shape& shape : SHAPES) text += ", " + std::string(shape.squares);
    return text + ", mobility " + std::to_string(MOST_MOVES) + ", parity " + std::to_string(PARITY_ENTRIES);
}

}  // namespace

void bind_learning(nb::module_& module) {
    module.attr("PHASES") = PHASES;
    module.attr("STAGES") = STAGES;
    module.attr("PARAMETERS") = parameter_count();
    module.attr("ROW") = ROW;
    module.attr("COLUMNS") = learning::COLUMNS;
    module.attr("EVALUATION_LAYOUT") = layout();
    nb::class_<Weights>(module, "Weights", "A trained evaluation, shared by every engine that is given it.")
        .def(
            "__init__",
            [](Weights* self, const nb::bytes& block) {
                new (self) Weights({reinterpret_cast<const std::uint8_t*>(block.c_str()), block.size()});
            },
            "block"_a, "The unpacked block of a weights file; see outflank.engine.weights.")
        .def("evaluate_all", &evaluate_all, "mover"_a, "opponent"_a,
             "The evaluation of every position, in 1/256 disc.")
        .def("evaluate_leaves", &evaluated_leaves, "mover"_a, "opponent"_a, "depth"_a,
             nb::call_guard<nb::gil_scoped_release>(),
             "Evaluates every position `depth` moves on, as a search does: how many, and the sum in 1/256 disc.");
    module.def("check_features", &check_features, "weights"_a, "seed"_a, "games"_a,
               nb::call_guard<nb::gil_scoped_release>(),
               "Compares the features and sums of random games with plain ones; returns how many positions.");
    module.def("replay", &positions_of, "lines"_a,
               "Every position of the games in `lines`: mover, opponent, final score for the mover, "
               "whether Black moves, number of the game.");
    module.def("count_rows", &count_rows, "mover"_a, "opponent"_a,
               "How often every row is looked up for the positions: STAGES × PARAMETERS.");
    module.def("label", &label, "weights"_a.none(), "mover"_a, "opponent"_a, "exact_from"_a, "depth"_a,
               "confidence"_a = EXACT,
               "Scores in discs: solved up to `exact_from` empties, a search of `depth` plies before.");
    module.def("stage_of_phase", &stage_of_phase, "phase"_a, "The stage whose rows a phase reads.");
    module.def("fit", &fit, "mover"_a, "opponent"_a, "score"_a, "epochs"_a, "rate"_a, "damping"_a, "decay"_a,
               "seed"_a, "threads"_a, "progress"_a,
               "The network of a stage by gradient descent: PARAMETERS × COLUMNS rows, PHASES × COLUMNS starts, "
               "and as many worths.");
}

}  // namespace outflank
