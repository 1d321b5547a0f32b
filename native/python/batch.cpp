// Many positions at once, as numpy arrays. The GIL is released while the core works.
#include "batch.hpp"

#include <nanobind/ndarray.h>

#include <memory>
#include <string>

#include "../batch.hpp"

namespace nb = nanobind;
namespace batch = outflank::batch;
using outflank::Bitboard;

namespace {

template <typename T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Output = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <typename T>
struct Array {
    explicit Array(std::size_t size) : data(new T[size]), size(size) {}

    Output<T> release() {
        T* values = data.release();
        nb::capsule owner(values, [](void* pointer) noexcept { delete[] static_cast<T*>(pointer); });
        return Output<T>(values, {size}, owner);
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

[[noreturn]] void refuse_move(std::size_t index, int square) {
    throw nb::value_error(("position " + std::to_string(index) + ": " + std::to_string(square) +
                           " is not a legal move there (a square from 0 to 63, or -1 for a forced pass)")
                              .c_str());
}

}  // namespace

void bind_batch(nb::module_& module) {
    using namespace nb::literals;

    module.def(
        "batch_legal_moves",
        [](Input<Bitboard> mover, Input<Bitboard> opponent) {
            refuse_unequal(mover.size(), opponent.size(), "opponent");
            Array<Bitboard> moves(mover.size());
            {
                nb::gil_scoped_release release;
                batch::legal_moves(mover.data(), opponent.data(), moves.data.get(), mover.size());
            }
            return moves.release();
        },
        "mover"_a, "opponent"_a, "The legal moves of each position, as bitboards.");

    module.def(
        "batch_play",
        [](Input<Bitboard> mover, Input<Bitboard> opponent, Input<std::int8_t> squares) {
            refuse_unequal(mover.size(), opponent.size(), "opponent");
            refuse_unequal(mover.size(), squares.size(), "squares");
            Array<Bitboard> next_mover(mover.size()), next_opponent(mover.size());
            try {
                nb::gil_scoped_release release;
                batch::play(mover.data(), opponent.data(), squares.data(), next_mover.data.get(),
                            next_opponent.data.get(), mover.size());
            } catch (const batch::IllegalMove& illegal) {
                refuse_move(illegal.index, squares.data()[illegal.index]);
            }
            return nb::make_tuple(next_mover.release(), next_opponent.release());
        },
        "mover"_a, "opponent"_a, "squares"_a, "The positions after one move each, turned to the next mover.");

    module.def(
        "batch_step",
        [](Input<Bitboard> mover, Input<Bitboard> opponent, Input<std::uint8_t> turn, Input<std::int16_t> squares) {
            const std::size_t count = mover.size();
            refuse_unequal(count, opponent.size(), "opponent");
            refuse_unequal(count, turn.size(), "turn");
            refuse_unequal(count, squares.size(), "squares");
            Array<Bitboard> next_mover(count), next_opponent(count), moves(count);
            Array<std::uint8_t> next_turn(count);
            try {
                nb::gil_scoped_release release;
                batch::step(mover.data(), opponent.data(), turn.data(), squares.data(),
                            {next_mover.data.get(), next_opponent.data.get(), next_turn.data.get(), moves.data.get()},
                            count);
            } catch (const batch::IllegalMove& illegal) {
                refuse_move(illegal.index, squares.data()[illegal.index]);
            }
            return nb::make_tuple(next_mover.release(), next_opponent.release(), next_turn.release(),
                                  moves.release());
        },
        "mover"_a, "opponent"_a, "turn"_a, "squares"_a,
        "The positions after one move each and the pass it forces, whose turn it is, and the legal moves.");

    module.def(
        "batch_random_squares",
        [](Input<Bitboard> sets, std::uint64_t seed) {
            Array<std::int16_t> squares(sets.size());
            {
                nb::gil_scoped_release release;
                batch::random_squares(sets.data(), seed, squares.data.get(), sets.size());
            }
            return squares.release();
        },
        "sets"_a, "seed"_a, "A random square of each set; -1 where it is empty.");

    module.def(
        "batch_scores",
        [](Input<Bitboard> mover, Input<Bitboard> opponent) {
            refuse_unequal(mover.size(), opponent.size(), "opponent");
            Array<std::int8_t> scores(mover.size());
            {
                nb::gil_scoped_release release;
                batch::scores(mover.data(), opponent.data(), scores.data.get(), mover.size());
            }
            return scores.release();
        },
        "mover"_a, "opponent"_a, "The final score of each position; 127 where the game goes on.");

    module.def(
        "batch_playouts",
        [](Input<Bitboard> mover, Input<Bitboard> opponent, std::uint64_t seed) {
            refuse_unequal(mover.size(), opponent.size(), "opponent");
            Array<std::int8_t> scores(mover.size());
            {
                nb::gil_scoped_release release;
                batch::playouts(mover.data(), opponent.data(), seed, scores.data.get(), mover.size());
            }
            return scores.release();
        },
        "mover"_a, "opponent"_a, "seed"_a, "The final score of one random game from each position.");
}
