#include "pattern_evaluation.hpp"

#include <random>
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

// How many weights are left when mirrored entries share one, without looking at the entries: by
// Burnside's lemma, the mean over the symmetries of the entries each leaves alone.
constexpr int count_parameters() {
    int parameters = TABLE_ENTRIES - GEOMETRY.entries;
    for (const Pattern& pattern : GEOMETRY.patterns) {
        int left_alone = 0;
        for (int s = 0; s < pattern.self_symmetries; ++s) {
            int cycles = 0;
            std::array<bool, MAX_SQUARES> seen{};
            for (int i = 0; i < pattern.size; ++i) {
                cycles += !seen[i];
                for (int j = i; !seen[j]; j = pattern.permutations[s][j]) seen[j] = true;
            }
            left_alone += power_of_3(cycles);
        }
        parameters += left_alone / pattern.self_symmetries;
    }
    return parameters;
}

constexpr int PARAMETERS = count_parameters();

const Folding& folding() {
    static const Folding made = make_folding();
    if (made.parameters != PARAMETERS) throw std::logic_error("the weights are counted wrongly");
    return made;
}

}  // namespace

const std::vector<std::int32_t>& parameter_of_entry() { return folding().parameter_of_entry; }
int parameter_count() { return PARAMETERS; }

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

int check_features(const Weights& weights, std::uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    int compared = 0;
    for (int game = 0; game < games; ++game) {
        Position position{0x0000000810000000, 0x0000001008000000};
        Features kept(position);
        for (bool passed = false;;) {
            const Features fresh(position);
            const std::int16_t* table = weights.table(phase_of(position));
            for (int lane = 0; lane < LANES; ++lane)
                if (kept.index(lane) != fresh.index(lane))
                    throw std::logic_error("feature " + std::to_string(lane) + " went wrong in game " +
                                           std::to_string(game));
            if (pattern_sum(table, kept) != portable_pattern_sum(table, fresh))
                throw std::logic_error("the sums differ in game " + std::to_string(game));
            ++compared;
            Bitboard moves = legal_moves(position);
            if (!moves) {
                if (passed) break;
                passed = true;
                position = {position.opponent, position.mover};
                kept.pass();
                continue;
            }
            passed = false;
            for (std::uint64_t skip = random() % static_cast<std::uint64_t>(count(moves)); skip > 0; --skip)
                moves &= moves - 1;
            const Square square = first(moves);
            const Bitboard turned = flips(position, square);
            position = play(position, square, turned);
            kept.play(square, turned);
        }
    }
    return compared;
}

}  // namespace outflank
