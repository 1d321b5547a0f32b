#include "learning/replay.hpp"

#include <charconv>
#include <stdexcept>
#include <string>

namespace outflank::learning {

namespace {

[[noreturn]] void refuse(int line, const std::string& reason) {
    throw std::invalid_argument("game in line " + std::to_string(line + 1) + ": " + reason +
                                "; expected moves and Black's final score, like \"f5d6… +12\"");
}

void replay_line(std::string_view text, int line, Replayed& all) {
    const std::size_t space = text.find(' ');
    if (space == text.npos || space % 2) refuse(line, "no moves followed by a score");
    std::string_view moves = text.substr(0, space), rest = text.substr(space + 1);
    if (rest.starts_with('+')) rest.remove_prefix(1);
    int stated = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), stated).ec != std::errc{})
        refuse(line, "the score is not a number");

    Position position{0x0000000810000000, 0x0000001008000000};
    bool black = true;
    for (; !moves.empty(); moves.remove_prefix(2)) {
        const int column = moves[0] - 'a', row = moves[1] - '1';
        const std::string name(moves.substr(0, 2));
        if (column < 0 || column > 7 || row < 0 || row > 7) refuse(line, name + " is not a square");
        const Square square = row * 8 + column;
        if (!legal_moves(position)) {
            position = {position.opponent, position.mover};
            black = !black;
        }
        const Bitboard turned = position.empties() & bit(square) ? flips(position, square) : 0;
        if (!turned) refuse(line, name + " is not a legal move");
        all.mover.push_back(position.mover);
        all.opponent.push_back(position.opponent);
        all.score.push_back(static_cast<std::int8_t>(black ? stated : -stated));
        all.black.push_back(black);
        all.game.push_back(line);
        position = play(position, square, turned);
        black = !black;
    }
    if (legal_moves(position) || legal_moves({position.opponent, position.mover}))
        refuse(line, "the game is not finished");
    const int score = black ? final_score(position) : -final_score(position);
    if (score != stated) refuse(line, "it ends " + std::to_string(score) + ", not " + std::to_string(stated));
}

}  // namespace

Replayed replay(std::string_view lines) {
    Replayed all;
    for (int line = 0; !lines.empty(); ++line) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        if (end > 0) replay_line(lines.substr(0, end), line, all);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return all;
}

}  // namespace outflank::learning
