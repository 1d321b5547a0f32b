#include "pattern_evaluation.hpp"

#include <stdexcept>
#include <string>

namespace outflank {

namespace {

struct Folding {
    std::vector<std::int32_t> parameter_of_entry;
    int parameters = 0;
};

// The digits (0, 1, 2) of an entry rearranged as if the pattern lay mirrored on itself.
int permuted(int entry, const Pattern& pattern, const std::array<int, MAX_SQUARES>& permutation) {
    int result = 0;
    for (int i = 0; i < pattern.size; ++i, entry /= 3) result += entry % 3 * power_of_3(permutation[i]);
    return result;
}

Folding make_folding() {
    Folding folding;
    folding.parameter_of_entry.resize(TABLE_ENTRIES);
    for (const Pattern& pattern : GEOMETRY.patterns) {
        for (int entry = 0; entry < pattern.entries; ++entry) {
            int smallest = entry;
            for (int s = 0; s < pattern.self_symmetries; ++s)
                smallest = std::min(smallest, permuted(entry, pattern, pattern.permutations[s]));
            folding.parameter_of_entry[pattern.offset + entry] =
                smallest == entry ? folding.parameters++
                                  : folding.parameter_of_entry[pattern.offset + smallest];
        }
    }
    for (int entry = GEOMETRY.entries; entry < TABLE_ENTRIES; ++entry)
        folding.parameter_of_entry[entry] = folding.parameters++;
    return folding;
}

const Folding& folding() {
    static const Folding made = make_folding();
    return made;
}

}  // namespace

const std::vector<std::int32_t>& parameter_of_entry() { return folding().parameter_of_entry; }
int parameter_count() { return folding().parameters; }

Weights::Weights(std::span<const std::int16_t> parameters) {
    const std::size_t expected = static_cast<std::size_t>(PHASES) * parameter_count();
    if (parameters.size() != expected)
        throw std::invalid_argument("an evaluation has " + std::to_string(expected) +
                                    " weights, but got " + std::to_string(parameters.size()) +
                                    ": use a weights file made for this version of Outflank");
    tables_.resize(static_cast<std::size_t>(PHASES) * STRIDE);
    const std::vector<std::int32_t>& parameter = parameter_of_entry();
    for (int phase = 0; phase < PHASES; ++phase) {
        const std::int16_t* from = parameters.data() + static_cast<std::size_t>(phase) * parameter_count();
        std::int16_t* to = tables_.data() + static_cast<std::size_t>(phase) * STRIDE;
        for (int entry = 0; entry < TABLE_ENTRIES; ++entry) to[entry] = from[parameter[entry]];
    }
}

}  // namespace outflank
