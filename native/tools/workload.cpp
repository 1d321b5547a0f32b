// A bit of everything the core does, for the sanitizers (`make native-sanitize`): rules, exact scores against
// the plain search, small boards, two threads, and a search stopped from another thread.
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "../engine.hpp"
#include "../plain_search.hpp"
#include "../self_check.hpp"

using namespace outflank;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "workload: %s\n", what);
    std::exit(1);
}

}  // namespace

int main() {
    require(check_rules(1, 2000) > 0, "no rules compared");
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
        // Deep enough for the threads to share nodes.
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
