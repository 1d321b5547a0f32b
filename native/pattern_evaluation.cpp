#include "pattern_evaluation.hpp"

#include <random>
#include <stdexcept>
#include <string>
#include <utility>

namespace outflank {

namespace {

struct Folding {
    std::vector<std::int32_t> parameter_of_entry;
    int parameters = 0;
};

// The image of every entry under a symmetry of its pattern: its digits (0, 1, 2), rearranged. Entries
// with one digit more are those before them and a step.
std::vector<int> mirrored_entries(const Pattern& pattern, const std::array<int, MAX_SQUARES>& permutation) {
    std::vector<int> images{0};
    images.reserve(pattern.entries);
    for (int i = 0; i < pattern.size; ++i) {
        const int step = power_of_3(permutation[i]), known = static_cast<int>(images.size());
        for (int entry = 0; entry < 2 * known; ++entry) images.push_back(images[entry] + step);
    }
    return images;
}

Folding make_folding() {
    Folding folding;
    folding.parameter_of_entry.resize(TABLE_ENTRIES);
    for (const Pattern& pattern : GEOMETRY.patterns) {
        std::vector<std::vector<int>> images;
        for (int s = 0; s < pattern.self_symmetries; ++s) images.push_back(mirrored_entries(pattern, pattern.permutations[s]));
        for (int entry = 0; entry < pattern.entries; ++entry) {
            int smallest = entry;
            for (const std::vector<int>& image : images) smallest = std::min(smallest, image[entry]);
            folding.parameter_of_entry[pattern.offset + entry] =
                smallest == entry ? folding.parameters++
                                  : folding.parameter_of_entry[pattern.offset + smallest];
        }
    }
    for (int entry = GEOMETRY.entries; entry < TABLE_ENTRIES; ++entry)
        folding.parameter_of_entry[entry] = folding.parameters++;
    return folding;
}

// The number of rows when symmetric entries share one, by
// Burnside's lemma: the mean over the symmetries of the number of fixed entries.
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
    if (made.parameters != PARAMETERS) throw std::logic_error("the rows are counted wrongly");
    return made;
}

}  // namespace

const std::vector<std::int32_t>& parameter_of_entry() { return folding().parameter_of_entry; }
int parameter_count() { return PARAMETERS; }

Weights::Weights(std::span<const std::uint8_t> block) {
    const std::size_t parameters = static_cast<std::size_t>(parameter_count());
    const std::uint8_t* at = block.data();
    std::size_t left = block.size();
    const auto take = [&](std::size_t bytes) {
        if (bytes > left)
            throw std::invalid_argument("the weights end too early, after " + std::to_string(block.size()) +
                                        " bytes: use a weights file made for this version of Outflank");
        left -= bytes;
        return std::exchange(at, at + bytes);
    };
    const std::uint8_t* numbers = take(PHASES * 2 * ROW * 2);
    const auto next = [&] {
        const std::uint8_t* low = std::exchange(numbers, numbers + 2);
        return static_cast<std::int16_t>(low[0] | low[1] << 8);
    };
    for (Reading& reading : readings_) {
        for (std::int16_t& start : reading.start) start = next();
        for (int lane = 0; lane < ROW; ++lane) (lane < SUM_BYTES ? reading.worth : reading.rise)[lane] = next();
    }

    rows_ = make_huge_array<Row>(static_cast<std::size_t>(STAGES) * TABLE_ENTRIES);
    const std::vector<std::int32_t>& parameter = parameter_of_entry();
    std::vector<std::int32_t> place(parameters);
    std::vector<Row> present;
    for (int stage = 0; stage < STAGES; ++stage) {
        const std::uint8_t* bits = take((parameters + 7) / 8);
        std::int32_t count = 0;
        for (std::size_t i = 0; i < parameters; ++i) place[i] = bits[i / 8] >> (7 - i % 8) & 1 ? ++count : 0;
        // In the order of the file, then expanded: symmetric entries share a row.
        present.assign(static_cast<std::size_t>(count) + 1, Row{});  // the first one stands for all missing rows
        const std::uint8_t* bytes = take(static_cast<std::size_t>(count) * ROW);
        for (int lane = 0; lane < ROW; ++lane)
            for (std::int32_t i = 1; i <= count; ++i) present[i].lane[lane] = static_cast<std::int8_t>(*bytes++);
        Row* to = rows_.get() + static_cast<std::size_t>(stage) * TABLE_ENTRIES;
        for (int entry = 0; entry < TABLE_ENTRIES; ++entry) to[entry] = present[place[parameter[entry]]];
    }
    if (left)
        throw std::invalid_argument("the weights go on for " + std::to_string(left) +
                                    " bytes too many: use a weights file made for this version of Outflank");
}

int check_features(const Weights& weights, std::uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    int compared = 0;
    for (int game = 0; game < games; ++game) {
        Position position{0x0000000810000000, 0x0000001008000000};
        Features kept(position);
        for (bool passed = false;;) {
            const Features fresh(position);
            const int phase = phase_of(position);
            const int mobility = mobility_term(count(legal_moves(position)), 3);  // any will do
            for (int lane = 0; lane < LANES; ++lane)
                if (kept.index(lane) != fresh.index(lane))
                    throw std::logic_error("feature " + std::to_string(lane) + " went wrong in game " +
                                           std::to_string(game));
            if (network(weights.rows(phase), weights.reading(phase), kept, mobility, phase & 1) !=
                portable_network(weights.rows(phase), weights.reading(phase), fresh, mobility, phase & 1))
                throw std::logic_error("the networks differ in game " + std::to_string(game));
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
