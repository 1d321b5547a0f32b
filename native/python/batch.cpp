// Batches of positions as numpy arrays. The GIL is released during the computation.
//
// Each function has two forms, selected by the arrays: words for 8×8, (N,) of uint64, and rows for other sizes,
// (N, 16) of uint16.
#include "batch.hpp"

#include <nanobind/ndarray.h>

#include <memory>
#include <string>

#include "../batch.hpp"

namespace nb = nanobind;
namespace batch = outflank::batch;

namespace {

template <typename T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The numpy layout of the sets of a board kind.
template <typename Kind>
struct Sets;

template <>
struct Sets<batch::Eight> {
    using Number = std::uint64_t;
    using Input = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    using Output = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;
    static Output made(Number* values, std::size_t size, nb::capsule owner) { return Output(values, {size}, owner); }
};

template <>
struct Sets<batch::Wide> {
    using Number = std::uint16_t;
    static constexpr std::size_t ROWS = outflank::wide::SIDE;
    using Input = nb::ndarray<const Number, nb::shape<-1, ROWS>, nb::c_contig, nb::device::cpu>;
    using Output = nb::ndarray<nb::numpy, Number, nb::shape<-1, ROWS>>;
    static Output made(Number* values, std::size_t size, nb::capsule owner) {
        return Output(values, {size, ROWS}, owner);
    }
};

// An array that is filled here and then owned by numpy.
template <typename T>
struct Array {
    explicit Array(std::size_t size) : data(new T[size]), size(size) {}

    nb::capsule owner(void* values) {
        return nb::capsule(values, [](void* pointer) noexcept { delete[] static_cast<T*>(pointer); });
    }
    auto numbers() {
        T* values = data.release();
        return nb::ndarray<nb::numpy, T, nb::ndim<1>>(values, {size}, owner(values));
    }
    template <typename Kind>
    auto sets() {
        T* values = data.release();
        return Sets<Kind>::made(reinterpret_cast<typename Sets<Kind>::Number*>(values), size, owner(values));
    }

    std::unique_ptr<T[]> data;
    std::size_t size;
};

void refuse_unequal(std::size_t expected, std::size_t got, const char* name) {
    if (expected != got) {
        throw nb::value_error(("all arrays must be equally long: mover has " + std::to_string(expected) +
                               " entries, " + name + " has " + std::to_string(got))
                                  .c_str());
    }
}

[[noreturn]] void refuse_move(std::size_t index, int square, int squares) {
    throw nb::value_error(("position " + std::to_string(index) + ": " + std::to_string(square) +
                           " is not a legal move there (a square from 0 to " + std::to_string(squares - 1) +
                           ", or -1 for a forced pass)")
                              .c_str());
}

template <typename Kind>
batch::Batch<Kind> of_size(int size) {
    const bool fits = std::is_same_v<Kind, batch::Eight> ? size == 8 : size >= 4 && size <= outflank::wide::SIDE;
    if (!fits) throw nb::value_error("positions of 8×8 are words, those of other sizes from 4 to 16 sixteen rows");
    return {Kind(size)};
}

template <typename Kind>
void bind_kind(nb::module_& module) {
    using namespace nb::literals;
    using Set = typename Kind::Set;
    using Score = typename Kind::Score;
    using In = typename Sets<Kind>::Input;
    const auto data = [](const In& sets) { return reinterpret_cast<const Set*>(sets.data()); };

    module.def(
        "batch_legal_moves",
        [data](In mover, In opponent, int size) {
            const std::size_t count = mover.shape(0);
            refuse_unequal(count, opponent.shape(0), "opponent");
            const auto several = of_size<Kind>(size);
            Array<Set> moves(count);
            {
                nb::gil_scoped_release release;
                several.legal_moves(data(mover), data(opponent), moves.data.get(), count);
            }
            return moves.template sets<Kind>();
        },
        "mover"_a, "opponent"_a, "size"_a, "The legal moves of each position, as sets of squares.");

    module.def(
        "batch_play",
        [data](In mover, In opponent, Input<std::int16_t> squares, int size) {
            const std::size_t count = mover.shape(0);
            refuse_unequal(count, opponent.shape(0), "opponent");
            refuse_unequal(count, squares.size(), "squares");
            const auto several = of_size<Kind>(size);
            Array<Set> next_mover(count), next_opponent(count);
            try {
                nb::gil_scoped_release release;
                several.play(data(mover), data(opponent), squares.data(), next_mover.data.get(),
                             next_opponent.data.get(), count);
            } catch (const batch::IllegalMove& illegal) {
                refuse_move(illegal.index, squares.data()[illegal.index], size * size);
            }
            return nb::make_tuple(next_mover.template sets<Kind>(), next_opponent.template sets<Kind>());
        },
        "mover"_a, "opponent"_a, "squares"_a, "size"_a, "The positions after one move each, turned to the next mover.");

    module.def(
        "batch_step",
        [data](In mover, In opponent, Input<std::uint8_t> turn, Input<std::int16_t> squares, int size) {
            const std::size_t count = mover.shape(0);
            refuse_unequal(count, opponent.shape(0), "opponent");
            refuse_unequal(count, turn.size(), "turn");
            refuse_unequal(count, squares.size(), "squares");
            const auto several = of_size<Kind>(size);
            Array<Set> next_mover(count), next_opponent(count), moves(count);
            Array<std::uint8_t> next_turn(count);
            try {
                nb::gil_scoped_release release;
                several.step(data(mover), data(opponent), turn.data(), squares.data(),
                             {next_mover.data.get(), next_opponent.data.get(), next_turn.data.get(), moves.data.get()},
                             count);
            } catch (const batch::IllegalMove& illegal) {
                refuse_move(illegal.index, squares.data()[illegal.index], size * size);
            }
            return nb::make_tuple(next_mover.template sets<Kind>(), next_opponent.template sets<Kind>(),
                                  next_turn.numbers(), moves.template sets<Kind>());
        },
        "mover"_a, "opponent"_a, "turn"_a, "squares"_a, "size"_a,
        "The positions after one move each and the pass it forces, whose turn it is, and the legal moves.");

    module.def(
        "batch_random_squares",
        [data](In sets, std::uint64_t seed, int size) {
            const auto several = of_size<Kind>(size);
            Array<std::int16_t> squares(sets.shape(0));
            {
                nb::gil_scoped_release release;
                several.random_squares(data(sets), seed, squares.data.get(), sets.shape(0));
            }
            return squares.numbers();
        },
        "sets"_a, "seed"_a, "size"_a, "A random square of each set; -1 where it is empty.");

    module.def(
        "batch_scores",
        [data](In mover, In opponent, int size) {
            refuse_unequal(mover.shape(0), opponent.shape(0), "opponent");
            const auto several = of_size<Kind>(size);
            Array<Score> scores(mover.shape(0));
            {
                nb::gil_scoped_release release;
                several.scores(data(mover), data(opponent), scores.data.get(), mover.shape(0));
            }
            return scores.numbers();
        },
        "mover"_a, "opponent"_a, "size"_a, "The final score of each position; 127 where the game goes on.");

    module.def(
        "batch_playouts",
        [data](In mover, In opponent, std::uint64_t seed, int size) {
            refuse_unequal(mover.shape(0), opponent.shape(0), "opponent");
            const auto several = of_size<Kind>(size);
            Array<Score> scores(mover.shape(0));
            {
                nb::gil_scoped_release release;
                several.playouts(data(mover), data(opponent), seed, scores.data.get(), mover.shape(0));
            }
            return scores.numbers();
        },
        "mover"_a, "opponent"_a, "seed"_a, "size"_a, "The final score of one random game from each position.");

    module.def(
        "batch_random_games",
        [data](In mover, In opponent, std::uint64_t seed, std::uint64_t first, std::size_t count, int size) {
            refuse_unequal(1, mover.shape(0), "mover");
            refuse_unequal(1, opponent.shape(0), "opponent");
            const auto several = of_size<Kind>(size);
            const std::size_t length = static_cast<std::size_t>(size * size - 4);
            Array<std::int16_t> squares(count * length);
            {
                nb::gil_scoped_release release;
                several.random_games(*data(mover), *data(opponent), seed, first, squares.data.get(), count, length);
            }
            std::int16_t* values = squares.data.release();
            return nb::ndarray<nb::numpy, std::int16_t, nb::ndim<2>>(values, {count, length}, squares.owner(values));
        },
        "mover"_a, "opponent"_a, "seed"_a, "first"_a, "count"_a, "size"_a,
        "Random games from one position, numbered from `first`: their squares in rows, then -1.");
}

}  // namespace

void bind_batch(nb::module_& module) {
    bind_kind<batch::Eight>(module);
    bind_kind<batch::Wide>(module);
}
