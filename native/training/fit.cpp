#include "training/fit.hpp"

#include <cmath>
#include <stdexcept>
#include <thread>

namespace outflank::training {

namespace {

// All table entries that one position adds up: its features, mobility and parity.
constexpr int TERMS = GEOMETRY.feature_count + 2;

void entries_of(Position position, std::int32_t* entries) {
    const Features features(position);
    for (int lane = 0; lane < GEOMETRY.feature_count; ++lane)
        entries[lane] = LANE_ORIGINS[lane] + features.index(lane);
    entries[GEOMETRY.feature_count] =
        MOBILITY_OFFSET + mobility_term(count(legal_moves(position)),
                                        count(legal_moves({position.opponent, position.mover})));
    entries[GEOMETRY.feature_count + 1] = PARITY_OFFSET + parity_term(position);
}

// Side by side so that looking one up brings the other into the cache.
struct Cell {
    float value;
    float sum;
};

class System {
  public:
    System(const Labelled& positions, int threads)
        : count_(positions.mover.size()), entries_(count_ * TERMS), weight_(positions.weight),
          cells_(threads, std::vector<Cell>(TABLE_ENTRIES)), dots_(threads) {
        in_parallel([&](int, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                entries_of({positions.mover[i], positions.opponent[i]}, &entries_[i * TERMS]);
        });
    }

    std::size_t size() const { return count_; }

    // out = Aᵀ W (target − A x), or Aᵀ W A x where there is no target; returns Σ w·(…)².
    double normal(std::span<const float> x, const float* target, std::span<float> out) {
        const std::vector<std::int32_t>& parameter = parameter_of_entry();
        in_parallel([&](int thread, std::size_t begin, std::size_t end) {
            std::vector<Cell>& cells = cells_[thread];
            for (int entry = 0; entry < TABLE_ENTRIES; ++entry) cells[entry] = {x[parameter[entry]], 0};
            double dot = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const std::int32_t* entries = &entries_[i * TERMS];
                float value = 0;
                for (int term = 0; term < TERMS; ++term) value += cells[entries[term]].value;
                if (target) value = target[i] - value;
                dot += static_cast<double>(weight_[i]) * value * value;
                value *= weight_[i];
                for (int term = 0; term < TERMS; ++term) cells[entries[term]].sum += value;
            }
            dots_[thread] = dot;
        });
        std::fill(out.begin(), out.end(), 0.0f);
        double dot = 0;
        for (std::size_t thread = 0; thread < cells_.size(); ++thread) {
            dot += dots_[thread];
            for (int entry = 0; entry < TABLE_ENTRIES; ++entry)
                out[parameter[entry]] += cells_[thread][entry].sum;
        }
        return dot;
    }

    // How often each parameter occurs, weighted.
    std::vector<float> occurrences() const {
        std::vector<float> occurrences(parameter_count());
        for (std::size_t i = 0; i < count_; ++i)
            for (int term = 0; term < TERMS; ++term)
                occurrences[parameter_of_entry()[entries_[i * TERMS + term]]] += weight_[i];
        return occurrences;
    }

  private:
    template <typename Work>
    void in_parallel(const Work& work) {
        std::vector<std::jthread> workers;
        const std::size_t threads = cells_.size();
        for (std::size_t t = 0; t < threads; ++t)
            workers.emplace_back([&, t] { work(t, count_ * t / threads, count_ * (t + 1) / threads); });
    }

    std::size_t count_;
    std::vector<std::int32_t> entries_;
    std::span<const float> weight_;
    std::vector<std::vector<Cell>> cells_;
    std::vector<double> dots_;
};

double dot(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

}  // namespace

std::vector<float> fit(const Labelled& positions, std::span<const float> prior, const FitSettings& settings,
                       const std::function<bool(int, double)>& keep_going) {
    const std::size_t parameters = parameter_count();
    if (prior.size() != parameters) throw std::invalid_argument("the prior must have a value for every parameter");
    std::vector<float> x(prior.begin(), prior.end());
    if (positions.mover.empty()) return x;
    System system(positions, std::max(1, settings.threads));

    // Jacobi preconditioning: common entries take small steps, rare ones large, each held by the pull.
    std::vector<float> diagonal = system.occurrences();
    for (float& value : diagonal) value += settings.pull;

    std::vector<float> residual(parameters), step(parameters), direction(parameters), image(parameters);
    double square_error = system.normal(x, positions.score.data(), residual);
    for (std::size_t i = 0; i < parameters; ++i) direction[i] = step[i] = residual[i] / diagonal[i];
    double size = dot(residual, step);
    const double first_size = size;
    for (int iteration = 1; iteration <= settings.iterations; ++iteration) {
        if (!keep_going(iteration, std::sqrt(square_error / system.size()))) break;
        if (size <= first_size * settings.enough * settings.enough) break;
        system.normal(direction, nullptr, image);
        for (std::size_t i = 0; i < parameters; ++i) image[i] += settings.pull * direction[i];
        const double curvature = dot(direction, image);
        const double length = size / curvature;
        square_error -= length * size;  // of the penalised sum; exact for conjugate directions
        for (std::size_t i = 0; i < parameters; ++i) {
            x[i] += static_cast<float>(length * direction[i]);
            residual[i] -= static_cast<float>(length * image[i]);
            step[i] = residual[i] / diagonal[i];
        }
        const double next = dot(residual, step);
        for (std::size_t i = 0; i < parameters; ++i)
            direction[i] = step[i] + static_cast<float>(next / size) * direction[i];
        size = next;
    }
    return x;
}

void predict(std::span<const Bitboard> mover, std::span<const Bitboard> opponent,
             std::span<const float> parameters, std::span<float> scores) {
    const std::vector<std::int32_t>& parameter = parameter_of_entry();
    std::array<std::int32_t, TERMS> entries;
    for (std::size_t i = 0; i < mover.size(); ++i) {
        entries_of({mover[i], opponent[i]}, entries.data());
        float sum = 0;
        for (const std::int32_t entry : entries) sum += parameters[parameter[entry]];
        scores[i] = sum;
    }
}

}  // namespace outflank::training
