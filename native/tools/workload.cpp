// A sample of all native code for the sanitizers (`make native-sanitize`): rules, exact scores against
// the plain search, small boards, two threads, a search stopped from another thread, and a fit of a network.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "../engine.hpp"
#include "../plain_search.hpp"
#include "../self_check.hpp"
#include "../learning/fit.hpp"

using namespace outflank;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "workload: %s\n", what);
    std::exit(1);
}

// Weights of random bytes for every entry, as the block of a file.
Weights noise() {
    Random random(3);
    std::vector<std::uint8_t> block(PHASES * 2 * ROW * 2);
    for (std::size_t i = 0; i < block.size(); i += 2) block[i] = static_cast<std::uint8_t>(random.next() % 100);
    const auto parameters = static_cast<std::size_t>(parameter_count());
    for (int stage = 0; stage < STAGES; ++stage) {
        block.insert(block.end(), parameters / 8, 0xff);
        if (parameters % 8) block.push_back(static_cast<std::uint8_t>(0xff00 >> parameters % 8));
        for (std::size_t i = 0; i < parameters * ROW; ++i) block.push_back(static_cast<std::uint8_t>(random.next() % 256));
    }
    return Weights(block);
}

void learn() {
    Random random(5);
    std::vector<Bitboard> mover, opponent;
    std::vector<float> score;
    for (int i = 0; i < 500; ++i) {
        const Position position = random_game_position(random, 20 + i % 8);
        mover.push_back(position.mover);
        opponent.push_back(position.opponent);
        score.push_back(static_cast<float>(count(position.mover) - count(position.opponent)));
    }
    const auto network = learning::fit({mover, opponent, score}, {.epochs = 1, .threads = 2}, [](int, double) { return true; });
    require(!network.rows.empty(), "nothing was learned");
}

}  // namespace

int main() {
    require(check_rules(1, 2000) > 0, "no rules compared");
    require(check_features(noise(), 1, 20) > 0, "no features compared");
    learn();
    const auto weights = std::make_shared<const Weights>();
    for (const int threads : {1, 2}) {
        Engine engine(threads, 4, weights);
        Random random(7);
        for (int index = 0; index < 12; ++index) {
            const Position position = random_game_position(random, 6 + index % 5);
            if (legal_moves(position) == 0) continue;
            StopFlag stop{false};
            const auto results = engine.analyse(position, ~Bitboard{0}, Limit{}, 1 + index % 2, stop);
            require(results[0].score == plain_score(position, -64, 64), "an exact score differs from the plain search's");
        }
        // Deep enough for threads to share nodes.
        StopFlag stop{false};
        engine.analyse(random_game_position(random, 16), ~Bitboard{0}, Limit{}, 1, stop);
        engine.analyse(START, ~Bitboard{0}, Limit{.depth = 9}, 2, stop);
        engine.analyse(START, 0x007e7e7e7e7e7e00ULL, Limit{.depth = 8}, 1, stop);
        engine.analyse(START, 0x00003c3c3c3c0000ULL, Limit{}, 1, stop);
        engine.clear();
        std::thread stopper([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            stop.store(true);
        });
        require(engine.analyse(START, ~Bitboard{0}, Limit{}, 1, stop)[0].move != NO_SQUARE, "a stopped search has no move");
        stopper.join();
    }
    std::puts("workload done");
}
