#include "learning/fit.hpp"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <numeric>
#include <thread>

#include "random_positions.hpp"

namespace outflank::learning {

namespace {

// All rows of a position: its features, mobility and parity.
constexpr int TERMS = GEOMETRY.feature_count + 2;
constexpr int STRIDE = (COLUMNS + 15) / 16 * 16;  // floats of a row in memory: whole cache lines
constexpr std::size_t BATCH = 64;  // positions per batch: errors are computed before rows change
constexpr int ENOUGH = 100;        // minimum positions of a phase to fit its readings
constexpr int MOST_THREADS = 8;    // with more, synchronization takes longer than the work
constexpr float READING_DAMPING = 1e4f;  // larger steps would disable units early

void parameters_of(Position position, std::int32_t* parameters) {
    const std::vector<std::int32_t>& parameter = parameter_of_entry();
    const Features features(position);
    for (int lane = 0; lane < GEOMETRY.feature_count; ++lane)
        parameters[lane] = parameter[LANE_ORIGINS[lane] + features.index(lane)];
    const int mobility =
        mobility_term(count(legal_moves(position)), count(legal_moves({position.opponent, position.mover})));
    parameters[GEOMETRY.feature_count] = parameter[MOBILITY_OFFSET + mobility];
    parameters[GEOMETRY.feature_count + 1] = parameter[PARITY_OFFSET + parity_term(position)];
}

// Our own generator, because std::normal_distribution and std::shuffle differ between compilers.
float between(Random& random, float low, float high) {
    return low + (high - low) * static_cast<float>(random.next() >> 40) * 0x1p-24f;
}

// A row in training, and the sum of its squared gradients: the more data an entry has seen, the
// smaller its steps (Adagrad; J. Duchi and others, 2011).
struct alignas(64) Learning {
    float value[STRIDE] = {};
    float told[STRIDE] = {};

    void step(const float* gradient, float rate) {
        for (int column = 0; column < STRIDE; ++column) {
            told[column] += gradient[column] * gradient[column];
            value[column] -= rate * gradient[column] / std::sqrt(told[column]);
        }
    }
};

// The output of a hidden unit with a positive total: the square of half of it. (With all of it, early steps would be
// too large for the readings.)
float said(float total) {
    const float half = 0.5f * std::max(total, 0.0f);
    return half * half;
}

// The gradients of a position's squared error: with respect to each total and its reading.
struct alignas(64) Judged {
    float of_totals[STRIDE];
    float of_worths[STRIDE];
};

class Descent {
  public:
    Descent(const Labelled& positions, const FitSettings& settings)
        : settings_(settings), count_(positions.mover.size()), score_(positions.score), parameters_(count_ * TERMS),
          phase_(count_), rows_(parameter_count()), start_(PHASES), worth_(PHASES), judged_(BATCH),
          order_(count_), random_(settings.seed) {
        for (std::size_t i = 0; i < count_; ++i) {
            const Position position{positions.mover[i], positions.opponent[i]};
            parameters_of(position, &parameters_[i * TERMS]);
            phase_[i] = static_cast<std::int8_t>(phase_of(position));
        }
        std::iota(order_.begin(), order_.end(), 0u);
        for (Learning& row : rows_) {
            std::fill(row.told, row.told + STRIDE, settings.damping);
            for (int unit = 1; unit < COLUMNS; ++unit) row.value[unit] = between(random_, -0.03f, 0.03f);
        }
        // Half of the units count for the mover, half against; with small initial values.
        for (int phase = 0; phase < PHASES; ++phase) {
            std::fill(start_[phase].told, start_[phase].told + STRIDE, READING_DAMPING);
            std::fill(worth_[phase].told, worth_[phase].told + STRIDE, READING_DAMPING);
            worth_[phase].value[0] = 1;
            for (int unit = 1; unit < COLUMNS; ++unit) {
                start_[phase].value[unit] = 0.5f;
                worth_[phase].value[unit] = unit % 2 ? 1.0f : -1.0f;
            }
        }
        share_out();
    }

    // One pass over all positions; returns the mean squared error.
    double epoch(float rate) {
        for (std::size_t i = count_; i > 1; --i) std::swap(order_[i - 1], order_[random_.next() % i]);
        const int threads = static_cast<int>(terms_.size());
        std::vector<double> errors(threads);
        std::barrier<> together(threads);
        {
            std::vector<std::jthread> workers;
            for (int thread = 0; thread < threads; ++thread)
                workers.emplace_back([&, thread] {
                    double squares = 0;
                    for (std::size_t begin = 0; begin < count_; begin += BATCH) {
                        const std::size_t size = std::min(BATCH, count_ - begin);
                        for (std::size_t i = size * thread / threads; i < size * (thread + 1) / threads; ++i)
                            squares += judge(order_[begin + i], judged_[i]);
                        together.arrive_and_wait();
                        // Every row belongs to one thread, which processes the positions in order.
                        for (std::size_t i = 0; i < size; ++i) change_rows(order_[begin + i], judged_[i], thread, rate);
                        if (thread == 0)
                            for (std::size_t i = 0; i < size; ++i) change_reading(order_[begin + i], judged_[i], rate);
                        together.arrive_and_wait();
                    }
                    errors[thread] = squares;
                });
        }
        return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(count_);
    }

    Network result() const {
        Network network;
        for (const Learning& row : rows_) network.rows.insert(network.rows.end(), row.value, row.value + COLUMNS);
        std::array<int, PHASES> seen{};
        for (const std::int8_t phase : phase_) ++seen[phase];
        const int enough = std::clamp(*std::max_element(seen.begin(), seen.end()), 1, ENOUGH);
        for (int phase = 0; phase < PHASES; ++phase) {
            int nearest = -1;
            for (int other = 0; other < PHASES; ++other)
                if (seen[other] >= enough && (nearest < 0 || std::abs(other - phase) < std::abs(nearest - phase))) nearest = other;
            const Learning& start = start_[std::max(nearest, 0)];
            const Learning& worth = worth_[std::max(nearest, 0)];
            network.start.insert(network.start.end(), start.value, start.value + COLUMNS);
            network.worth.insert(network.worth.end(), worth.value, worth.value + COLUMNS);
        }
        return network;
    }

    // Units of entries that never occurred are zero.
    void forget_the_unseen() {
        std::vector<bool> seen(rows_.size());
        for (const std::int32_t parameter : parameters_) seen[parameter] = true;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (!seen[i]) rows_[i] = Learning{};
    }

  private:
    // The terms that each thread changes: whole patterns, because the features of a pattern share rows.
    void share_out() {
        terms_.resize(std::clamp(settings_.threads, 1, MOST_THREADS));
        for (int term = 0; term < TERMS;) {
            int end = term + 1;
            while (end < GEOMETRY.feature_count && GEOMETRY.features[end].pattern == GEOMETRY.features[term].pattern) ++end;
            auto& least = *std::min_element(terms_.begin(), terms_.end(),
                                            [](const auto& a, const auto& b) { return a.size() < b.size(); });
            for (; term < end; ++term) least.push_back(term);
        }
    }

    // Stores the gradients of a position; returns its squared error.
    double judge(std::uint32_t i, Judged& judged) const {
        const int phase = phase_[i];
        const std::int32_t* parameters = &parameters_[static_cast<std::size_t>(i) * TERMS];
        alignas(64) float total[STRIDE];
        std::copy_n(start_[phase].value, STRIDE, total);
        for (int term = 0; term < TERMS; ++term) {
            const float* row = rows_[parameters[term]].value;
            for (int column = 0; column < STRIDE; ++column) total[column] += row[column];
        }
        const float* worth = worth_[phase].value;
        float found = total[0];
        for (int unit = 1; unit < COLUMNS; ++unit) found += worth[unit] * said(total[unit]);
        const float error = found - score_[i];
        for (int column = 0; column < STRIDE; ++column) {
            judged.of_totals[column] = error * worth[column] * 0.5f * std::max(total[column], 0.0f);
            judged.of_worths[column] = error * said(total[column]);
        }
        judged.of_totals[0] = error;
        judged.of_worths[0] = 0;  // the sum is linear
        return static_cast<double>(error) * error;
    }

    void change_rows(std::uint32_t i, const Judged& judged, int thread, float rate) {
        const std::int32_t* parameters = &parameters_[static_cast<std::size_t>(i) * TERMS];
        for (const int term : terms_[thread]) {
            Learning& row = rows_[parameters[term]];
            alignas(64) float gradient[STRIDE];
            for (int column = 0; column < STRIDE; ++column)
                gradient[column] = judged.of_totals[column] + settings_.decay * row.value[column];
            gradient[0] = judged.of_totals[0];
            row.step(gradient, rate);
        }
    }

    void change_reading(std::uint32_t i, const Judged& judged, float rate) {
        start_[phase_[i]].step(judged.of_totals, rate);
        worth_[phase_[i]].step(judged.of_worths, rate);
    }

    FitSettings settings_;
    std::size_t count_;
    std::span<const float> score_;
    std::vector<std::int32_t> parameters_;
    std::vector<std::int8_t> phase_;
    std::vector<Learning> rows_, start_, worth_;
    std::vector<Judged> judged_;
    std::vector<std::uint32_t> order_;
    std::vector<std::vector<int>> terms_;
    Random random_;
};

// Full steps in the first epochs and small ones at the end, for convergence.
float slowed(float rate, int epoch, int epochs) {
    const double done = static_cast<double>(epoch) / epochs;
    return done > 0.8 ? 0.1f * rate : done > 0.6 ? 0.3f * rate : rate;
}

}  // namespace

Network fit(const Labelled& positions, const FitSettings& settings, const std::function<bool(int, double)>& keep_going) {
    Descent descent(positions, settings);
    if (!positions.mover.empty()) {
        for (int epoch = 1; epoch <= settings.epochs; ++epoch) {
            const double error = descent.epoch(slowed(settings.rate, epoch, settings.epochs));
            if (!keep_going(epoch, std::sqrt(error))) break;
        }
    }
    descent.forget_the_unseen();
    return descent.result();
}

}  // namespace outflank::learning
