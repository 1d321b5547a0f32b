// Batches of games: replay, validation, opening names, and search by position.
//
// A game is LONGEST_GAME bytes: its squares in order, without passes because they are forced, and NO_MOVE
// after the last one. The functions do not trust these bytes, because they come from files.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rules.hpp"
#include "symmetries.hpp"

namespace outflank {

inline constexpr int LONGEST_GAME = 60;
inline constexpr std::uint8_t NO_MOVE = 0xff;
inline constexpr std::int8_t UNKNOWN_SCORE = 127;

// A position with the color of the side to move.
struct Standing {
    Position position;
    bool white_to_move;
};

inline constexpr Standing STANDARD_START = {{bit(28) | bit(35), bit(27) | bit(36)}, false};

inline void pass(Standing& standing) {
    standing.position = {standing.position.opponent, standing.position.mover};
    standing.white_to_move = !standing.white_to_move;
}

// Makes a move, after a pass if one is forced; returns false without a change if it is illegal.
inline bool play_forced(Standing& standing, std::uint8_t square) {
    if (square >= 64 || !(standing.position.empties() & bit(square))) return false;
    Bitboard turned = flips(standing.position, square);
    if (!turned) {
        if (legal_moves(standing.position)) return false;
        Standing passed = standing;
        pass(passed);
        turned = flips(passed.position, square);
        if (!turned) return false;
        standing = passed;
    }
    standing.position = play(standing.position, square, turned);
    standing.white_to_move = !standing.white_to_move;
    return true;
}

// Black's discs minus White's, with empty squares for the winner.
inline int black_score(const Standing& standing) {
    const int own = count(standing.position.mover), other = count(standing.position.opponent);
    const int empties = 64 - own - other;
    const int score = own == other ? 0 : own > other ? own - other + empties : own - other - empties;
    return standing.white_to_move ? -score : score;
}

enum class Replayed : std::uint8_t { unfinished = 0, over = 1, illegal = 2 };

struct Replay {
    std::uint8_t moves;  // legal moves made: all of the game's, unless one was illegal
    Replayed status;
    std::int8_t score;  // Black's, if the game stopped here
};

inline Replay replay(std::span<const std::uint8_t> squares, Standing standing = STANDARD_START) {
    std::uint8_t made = 0;
    for (const std::uint8_t square : squares) {
        if (square == NO_MOVE) break;
        if (!play_forced(standing, square)) {
            return {made, Replayed::illegal, static_cast<std::int8_t>(black_score(standing))};
        }
        ++made;
    }
    const Position turned_round = {standing.position.opponent, standing.position.mover};
    const bool over = !legal_moves(standing.position) && !legal_moves(turned_round);
    return {made, over ? Replayed::over : Replayed::unfinished, static_cast<std::int8_t>(black_score(standing))};
}

struct PositionHash {
    std::size_t operator()(const Position& position) const {
        std::uint64_t value = position.mover * 0x9e3779b97f4a7c15ULL ^ position.opponent;
        value = (value ^ (value >> 29)) * 0xbf58476d1ce4e5b9ULL;
        return static_cast<std::size_t>(value ^ (value >> 32));
    }
};

// Opening names by position, independent of move order and orientation.
class OpeningTable {
public:
    static constexpr int NONE = -1;

    void add(Position position, int number) { numbers_[canonical(position)] = number; }

    // The last named position a game went through.
    int find(std::span<const std::uint8_t> squares, int depth) const {
        Standing standing = STANDARD_START;
        int found = NONE;
        for (int made = 0; made < depth && made < static_cast<int>(squares.size()); ++made) {
            if (!play_forced(standing, squares[made])) break;
            if (const auto entry = numbers_.find(canonical(standing.position)); entry != numbers_.end()) {
                found = entry->second;
            }
        }
        return found;
    }

private:
    std::unordered_map<Position, int, PositionHash> numbers_;
};

// The moves played from a position and their results, from the view of the side that moved there.
struct NextMove {
    std::uint32_t games = 0;
    std::uint32_t won = 0, drawn = 0, lost = 0;  // of games with a known score
    std::int64_t score = 0;
};

struct Found {
    std::array<NextMove, 64> next{};  // by square, in the orientation of the position asked for
    std::uint32_t ended = 0;          // games that ended there
    std::vector<std::uint32_t> games; // their numbers in the table
};

// Many games in memory, searched from the first to the last.
//
// No index: the squares taken at a position are the first moves of the game in any order, so a few
// operations on one integer rule almost every game out, and only the rest are replayed. 137,548 games take
// a few milliseconds (docs/measurements.md), need 61 bytes each, and are ready as soon as they are read:
// the table reads the bytes in place, and the caller who appends them keeps them alive.
class GameTable {
public:
    void append(std::span<const std::uint8_t> squares, std::span<const std::int8_t> scores) {
        chunks_.push_back({squares, scores, size_});
        size_ += scores.size();
    }

    std::size_t size() const { return size_; }

    // `wanted`, if not empty, says of every game whether it counts.
    Found find(const Standing& asked, std::span<const std::uint8_t> wanted) const {
        Found found;
        std::array<Position, SYMMETRIES> images;
        for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            images[symmetry] = transformed(asked.position, symmetry);
        }
        for (const Chunk& chunk : chunks_) {
            find_in(chunk, asked, images, wanted.empty() ? wanted : wanted.subspan(chunk.first), found);
        }
        return found;
    }

private:
    struct Chunk {
        std::span<const std::uint8_t> squares;
        std::span<const std::int8_t> scores;
        std::size_t first;  // the number of its first game
    };

    static void find_in(const Chunk& chunk, const Standing& asked, const std::array<Position, SYMMETRIES>& images,
                        std::span<const std::uint8_t> wanted, Found& found) {
        const int moves = count(~asked.position.empties()) - count(~STANDARD_START.position.empties());
        if (moves < 0) return;
        for (std::size_t game = 0; game < chunk.scores.size(); ++game) {
            if (!wanted.empty() && !wanted[game]) continue;
            const std::uint8_t* squares = &chunk.squares[game * LONGEST_GAME];
            // Step 1. The squares taken must be those of the position, turned in some way.
            Bitboard taken = ~STANDARD_START.position.empties();
            bool long_enough = true;
            for (int made = 0; made < moves; ++made) {
                if (squares[made] >= 64) {
                    long_enough = false;
                    break;
                }
                taken |= bit(squares[made]);
            }
            if (!long_enough) continue;
            bool possible = false;
            for (const Position& image : images) possible |= taken == ~image.empties();
            if (!possible) continue;
            // Step 2. Play the game up to there and compare discs and side to move.
            Standing standing = STANDARD_START;
            bool legal = true;
            for (int made = 0; made < moves && legal; ++made) legal = play_forced(standing, squares[made]);
            if (!legal) continue;
            if (standing.white_to_move != asked.white_to_move) {
                if (legal_moves(standing.position)) continue;
                pass(standing);
            }
            int symmetry = 0;
            while (symmetry < SYMMETRIES && !(images[symmetry] == standing.position)) ++symmetry;
            if (symmetry == SYMMETRIES) continue;
            // Step 3. Count the next move, turned back to the position asked for.
            found.games.push_back(static_cast<std::uint32_t>(chunk.first + game));
            const std::uint8_t next = moves < LONGEST_GAME ? squares[moves] : NO_MOVE;
            if (next >= 64) {
                ++found.ended;
                continue;
            }
            NextMove& entry = found.next[first(transformed(bit(next), inverse(symmetry)))];
            ++entry.games;
            if (chunk.scores[game] == UNKNOWN_SCORE) continue;
            const int score = asked.white_to_move ? -chunk.scores[game] : chunk.scores[game];
            entry.score += score;
            ++(score > 0 ? entry.won : score < 0 ? entry.lost : entry.drawn);
        }
    }

    std::vector<Chunk> chunks_;
    std::size_t size_ = 0;
};

}  // namespace outflank
