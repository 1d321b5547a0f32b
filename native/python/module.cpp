// outflank._native: the Python interface of the native core. Only this folder includes Python's headers.
#include <nanobind/nanobind.h>

#include "batch.hpp"
#include "board_type.hpp"
#include "engine_binding.hpp"
#include "games.hpp"
#include "rules.hpp"
#include "symmetries.hpp"
#include "learning.hpp"

namespace nb = nanobind;
using namespace nb::literals;

// The build sets the module's name: _native, or one name per processor type in a portable build.
NB_MODULE(OUTFLANK_MODULE, module) {
    module.doc() = "Outflank's native core: private, reached through outflank.board, outflank.batch and outflank.engine.";
    nb::set_leak_warnings(false);  // tables kept for the lifetime of the process are not leaks
    bind_board_types(module);
    bind_batch(module);
    bind_games(module);
    module.def(
        "legal_moves",
        [](outflank::Bitboard mover, outflank::Bitboard opponent) {
            return outflank::legal_moves({mover, opponent});
        },
        "mover"_a, "opponent"_a, "The empty squares of 8×8 where the mover turns at least one disc.");
    module.def(
        "flips",
        [](int square, outflank::Bitboard mover, outflank::Bitboard opponent) {
            return outflank::flips({mover, opponent}, square);
        },
        "square"_a, "mover"_a, "opponent"_a, "The discs of 8×8 that a move turns; 0 where it is illegal.");
    module.def(
        "canonical",
        [](outflank::Bitboard mover, outflank::Bitboard opponent) {
            const auto [position, symmetry] = outflank::to_canonical({mover, opponent});
            return nb::make_tuple(position.mover, position.opponent, symmetry);
        },
        "mover"_a, "opponent"_a,
        "The one of all eight ways to turn and mirror an 8×8 position, and the number of the symmetry that leads to it.");
    outflank::bind_learning(module);  // first, because an engine may take weights
    bind_engine(module);
}
