// The opening book in the page: the block of the file described in outflank/book/file.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "recipe.hpp"
#include "rules.hpp"
#include "symmetries.hpp"

namespace outflank {

struct BookMove {
    Square move;
    int value;  // discs, from the mover's view
    int depth;  // search depth
};

class Book {
public:
    // For all positions in order: mover's discs, opponent's discs, number of moves, their values, their depths.
    Book(std::span<const std::uint8_t> block, std::size_t positions) {
        if (block.size() < 17 * positions) throw std::invalid_argument("the book ends too early");
        const std::uint8_t* counts = block.data() + 16 * positions;
        std::size_t moves = 0;
        for (std::size_t i = 0; i < positions; ++i) {
            Position key;
            std::memcpy(&key.mover, block.data() + 8 * i, 8);
            std::memcpy(&key.opponent, block.data() + 8 * (positions + i), 8);
            keys_.push_back(key);
            begins_.push_back(moves);
            moves += counts[i];
        }
        begins_.push_back(moves);
        if (block.size() != 17 * positions + 2 * moves) throw std::invalid_argument("the book is damaged");
        const std::uint8_t* values = counts + positions;
        for (std::size_t i = 0; i < moves; ++i) worths_.push_back({static_cast<std::int8_t>(values[i]), values[moves + i]});
    }

    // All legal moves, best first; empty if the position is not in the book.
    std::vector<BookMove> moves(Position position) const {
        const Canonical turned = to_canonical(position);
        const auto found = std::ranges::lower_bound(keys_, turned.position, before);
        if (found == keys_.end() || *found != turned.position) return {};
        std::size_t at = begins_[static_cast<std::size_t>(found - keys_.begin())];
        std::vector<BookMove> moves;
        for (Bitboard left = legal_moves(turned.position); left; left &= left - 1, ++at) {
            const Bitboard square = transformed(left & -left, inverse(turned.symmetry));
            moves.push_back({first(square), worths_[at].value, worths_[at].depth});
        }
        std::ranges::sort(moves, [](const BookMove& a, const BookMove& b) {
            if (a.value != b.value) return a.value > b.value;
            return a.depth != b.depth ? a.depth > b.depth : a.move < b.move;
        });
        return moves;
    }

    // The best line that starts with a move, to the end of the book.
    std::vector<Square> line(Position position, Square move) const {
        std::vector<Square> line;
        std::vector<BookMove> next{{move, 0, 0}};
        while (!next.empty()) {
            line.push_back(next.front().move);
            position = play(position, line.back(), flips(position, line.back()));
            if (!legal_moves(position)) std::swap(position.mover, position.opponent);
            next = moves(position);
        }
        return line;
    }

    // One of the best moves, chosen by a random number, which loses no disc; none if the book's depth is below
    // `depth`.
    std::optional<Square> choose(Position position, int depth, double roll) const {
        const std::vector<BookMove> all = moves(position);
        if (all.empty() || all.front().depth < depth) return {};
        std::vector<Square> good;
        for (const BookMove& move : all) {
            if (move.value == all.front().value && move.depth >= depth) good.push_back(move.move);
        }
        return good[rolled(std::vector<double>(good.size(), 1.0), roll)];
    }

private:
    struct Worth {
        int value;
        int depth;
    };
    static bool before(const Position& a, const Position& b) {
        return a.mover != b.mover ? a.mover < b.mover : a.opponent < b.opponent;
    }

    std::vector<Position> keys_;
    std::vector<std::size_t> begins_;
    std::vector<Worth> worths_;
};

}  // namespace outflank
