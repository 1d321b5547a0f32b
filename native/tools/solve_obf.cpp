// Development driver without Python: solves the positions of .obf files and compares the scores.
//   solve_obf [threads] [table MB] [verbose] file.obf …
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../engine.hpp"

using namespace outflank;

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
    const int megabytes = argc > 2 ? std::atoi(argv[2]) : 512;
    const bool verbose = argc > 3 && std::atoi(argv[3]) != 0;
    double total_seconds = 0, total_cpu = 0;
    std::uint64_t total_nodes = 0;
    int wrong = 0, number = 0;
    // The block of a weights file, as returned by outflank.engine.weights.unpack; the default is the modest evaluation.
    auto weights = std::make_shared<Weights>();
    if (const char* path = std::getenv("OUTFLANK_RAW_WEIGHTS")) {
        std::ifstream raw(path, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(raw), {}};
        weights = std::make_shared<Weights>(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
    }
    Engine engine(threads, static_cast<std::size_t>(megabytes), weights);
    for (int index = 4; index < argc; ++index) {
        std::ifstream file(argv[index]);
        for (std::string text; std::getline(file, text);) {
            if (text.size() < 66) continue;
            Bitboard black = 0, white = 0;
            for (int square = 0; square < 64; ++square) {
                if (text[static_cast<std::size_t>(square)] == 'X') black |= bit(square);
                if (text[static_cast<std::size_t>(square)] == 'O') white |= bit(square);
            }
            const Position position = text[65] == 'X' ? Position{black, white} : Position{white, black};
            const int expected = std::atoi(text.c_str() + text.find(':') + 1);
            engine.clear();
            StopFlag stop{false};
            const std::clock_t cpu = std::clock();
            const auto results = engine.analyse(position, ~Bitboard{0}, Limit{}, 1, stop, [&](const std::vector<Result>& found) {
                if (verbose) {
                    std::printf("   depth %2d %3d%%  %c%d %+3d  %12llu nodes %8.3f s\n", found[0].depth,
                                CONFIDENCES[static_cast<std::size_t>(found[0].confidence)].percent, 'a' + found[0].move % 8,
                                found[0].move / 8 + 1, found[0].score, static_cast<unsigned long long>(found[0].nodes), found[0].seconds);
                }
                return true;
            });
            const double used = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
            const Result& best = results[0];
            std::printf("%2d  empties %2d  %c%d %+3d %s  %12llu nodes %8.3f s %8.3f cpu  %.1f Mn/s\n", ++number,
                        count(position.empties()), 'a' + best.move % 8, best.move / 8 + 1, best.score,
                        best.score == expected ? "ok   " : "WRONG", static_cast<unsigned long long>(best.nodes), best.seconds, used,
                        static_cast<double>(best.nodes) / best.seconds / 1e6);
            std::fflush(stdout);
            wrong += best.score != expected;
            total_seconds += best.seconds;
            total_cpu += used;
            total_nodes += best.nodes;
        }
    }
    std::printf("total %llu nodes %.2f s %.2f cpu  %.1f Mn/s, %d wrong\n", static_cast<unsigned long long>(total_nodes), total_seconds,
                total_cpu, static_cast<double>(total_nodes) / total_cpu / 1e6, wrong);
    return wrong != 0;
}
