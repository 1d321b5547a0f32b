// The engine and the checks of the native core, as Python sees them.
#include "engine_binding.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "../perft.hpp"
#include "../self_check.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace outflank;

namespace {

// Whether the AVX2 build would run here. The baseline build asks this before anything else is imported.
bool processor_runs_avx2() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

std::uint64_t checked_perft(Bitboard mover, Bitboard opponent, int depth, Bitboard playable, bool portable) {
    if (mover & opponent) throw std::invalid_argument("a square holds a disc of each side; expected at most one disc on a square");
    if (depth < 0) throw std::invalid_argument("expected a depth of 0 or more, got " + std::to_string(depth));
    const Position position{mover, opponent};
    return portable ? perft<PortableRules>(position, depth, playable) : perft<FastRules>(position, depth, playable);
}

}  // namespace

void bind_engine(nb::module_& module) {
    module.attr("RULES_CODE") = RULES_CODE;
    module.def("processor_runs_avx2", &processor_runs_avx2, "Whether this processor runs the AVX2 build.");
    module.def("perft", &checked_perft, "mover"_a, "opponent"_a, "depth"_a, "playable"_a = ~Bitboard{0},
               "portable"_a = false, nb::call_guard<nb::gil_scoped_release>(),
               "How many ways the game can go in `depth` plies; a pass is a ply, a finished game one leaf.");
    module.def("check_rules", &check_rules, "seed"_a, "positions"_a, nb::call_guard<nb::gil_scoped_release>(),
               "Compares this build's moves and flips with the portable ones; returns how many were compared.");
}
