// Batches of games for Python: bytes in, bytes out, with the GIL released.
#include "games.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "../games.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using outflank::LONGEST_GAME;

namespace {

constexpr std::size_t WTHOR_RECORD = 68;
constexpr std::size_t WTHOR_MOVES = 8;  // the offset of the 60 moves in a record

std::span<const std::uint8_t> view(const nb::bytes& data) {
    return {reinterpret_cast<const std::uint8_t*>(data.c_str()), data.size()};
}

template <class Value>
nb::bytes packed(const std::vector<Value>& values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

std::size_t how_many(std::size_t bytes, std::size_t record, const char* what) {
    if (bytes % record) {
        throw std::invalid_argument(std::string(what) + " come as " + std::to_string(record) +
                                    " bytes each; got " + std::to_string(bytes) + " bytes");
    }
    return bytes / record;
}

// WTHOR writes a square as ten times its row plus its column, both from 1, and 0 after the last move.
// 0xfe stands for a byte that is neither, which no replay accepts.
std::uint8_t from_wthor(std::uint8_t code) {
    if (code == 0) return outflank::NO_MOVE;
    const int row = code / 10, column = code % 10;
    const bool on_board = row >= 1 && row <= 8 && column >= 1 && column <= 8;
    return on_board ? static_cast<std::uint8_t>((row - 1) * 8 + column - 1) : 0xfe;
}

// A table whose games are Python bytes objects, which it references without copying.
struct KeptGames {
    outflank::GameTable table;
    std::vector<nb::bytes> kept;
};

nb::bytes results_of(const std::vector<std::uint8_t>& squares) {
    std::vector<outflank::Replay> results(squares.size() / LONGEST_GAME);
    {
        nb::gil_scoped_release unlocked;
        for (std::size_t game = 0; game < results.size(); ++game) {
            results[game] = outflank::replay(std::span(squares).subspan(game * LONGEST_GAME, LONGEST_GAME));
        }
    }
    static_assert(sizeof(outflank::Replay) == 3);
    return packed(results);
}

}  // namespace

void bind_games(nb::module_& module) {
    module.def(
        "replay_games",
        [](const nb::bytes& squares) {
            how_many(squares.size(), LONGEST_GAME, "games");
            const auto data = view(squares);
            return results_of({data.begin(), data.end()});
        },
        "squares"_a,
        "Replay games of 60 bytes each (squares, then 255): for each the number of legal moves, 0 unfinished, "
        "1 over or 2 illegal, and Black's score as a signed byte.");
    module.def(
        "read_wthor_games",
        [](const nb::bytes& records) {
            const std::size_t games = how_many(records.size(), WTHOR_RECORD, "WTHOR games");
            const auto data = view(records);
            std::vector<std::uint8_t> squares(games * LONGEST_GAME);
            for (std::size_t game = 0; game < games; ++game) {
                for (int move = 0; move < LONGEST_GAME; ++move) {
                    squares[game * LONGEST_GAME + move] = from_wthor(data[game * WTHOR_RECORD + WTHOR_MOVES + move]);
                }
            }
            const nb::bytes results = results_of(squares);
            return nb::make_tuple(packed(squares), results);
        },
        "records"_a, nb::sig("def read_wthor_games(records: bytes) -> tuple[bytes, bytes]"),
        "The squares of WTHOR records, and what replay_games says of them.");

    nb::class_<outflank::OpeningTable>(module, "OpeningTable", "Names of openings by position.")
        .def(nb::init<>())
        .def(
            "add",
            [](outflank::OpeningTable& table, outflank::Bitboard mover, outflank::Bitboard opponent, int number) {
                table.add({mover, opponent}, number);
            },
            "mover"_a, "opponent"_a, "number"_a, "Give a position, and all that look like it turned, a number.")
        .def(
            "find",
            [](const outflank::OpeningTable& table, const nb::bytes& squares, int depth) {
                const std::size_t games = how_many(squares.size(), LONGEST_GAME, "games");
                const auto data = view(squares);
                std::vector<std::int16_t> found(games);
                {
                    nb::gil_scoped_release unlocked;
                    for (std::size_t game = 0; game < games; ++game) {
                        found[game] = static_cast<std::int16_t>(
                            table.find(data.subspan(game * LONGEST_GAME, LONGEST_GAME), depth));
                    }
                }
                return packed(found);
            },
            "squares"_a, "depth"_a,
            "For each game the number of the last named position in its first moves as a 16-bit integer, or -1.");

    nb::class_<KeptGames>(module, "GameTable", "Many games in memory, searched by position.")
        .def(nb::init<>())
        .def("__len__", [](const KeptGames& games) { return games.table.size(); })
        .def(
            "append",
            [](KeptGames& games, const nb::bytes& squares, const nb::bytes& scores) {
                if (how_many(squares.size(), LONGEST_GAME, "games") != scores.size()) {
                    throw std::invalid_argument("every game needs one score");
                }
                const auto data = view(scores);
                games.kept.push_back(squares);
                games.kept.push_back(scores);
                games.table.append(view(squares), {reinterpret_cast<const std::int8_t*>(data.data()), data.size()});
            },
            "squares"_a, "scores"_a, "Add games of 60 bytes with Black's scores, 127 where unknown.")
        .def(
            "find",
            [](const KeptGames& games, outflank::Bitboard mover, outflank::Bitboard opponent,
               bool white_to_move, std::optional<nb::bytes> wanted) {
                if (wanted && wanted->size() != games.table.size()) {
                    throw std::invalid_argument("`wanted` has one byte a game");
                }
                const std::span<const std::uint8_t> counted = wanted ? view(*wanted) : std::span<const std::uint8_t>{};
                outflank::Found found;
                {
                    nb::gil_scoped_release unlocked;
                    found = games.table.find({{mover, opponent}, white_to_move}, counted);
                }
                using Row = std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::int64_t>;
                std::vector<Row> next;
                for (int square = 0; square < 64; ++square) {
                    const outflank::NextMove& entry = found.next[square];
                    if (entry.games) {
                        next.emplace_back(square, entry.games, entry.won, entry.drawn, entry.lost, entry.score);
                    }
                }
                return std::make_tuple(next, found.ended, packed(found.games));
            },
            "mover"_a, "opponent"_a, "white_to_move"_a, "wanted"_a = nb::none(),
            nb::sig("def find(self, mover: int, opponent: int, white_to_move: bool, wanted: bytes | None = None)"
                    " -> tuple[list[tuple[int, int, int, int, int, int]], int, bytes]"),
            "The games through a position: (square, games, won, drawn, lost, total score) of each next move, how "
            "many ended there, and their numbers as 32-bit integers.");
}
