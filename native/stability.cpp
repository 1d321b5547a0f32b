#include "stability.hpp"

#include <array>
#include <vector>

namespace outflank {
namespace {

constexpr Bitboard INNER = 0x007e7e7e7e7e7e00ULL;

// ---- Edges: the discs in a line of eight that are stable against all moves in that line.

constexpr std::array<std::uint16_t, 256> make_ternary() {
    std::array<std::uint16_t, 256> ternary{};
    for (int bits = 0; bits < 256; ++bits) {
        int value = 0;
        for (int place = 7; place >= 0; --place) value = value * 3 + (bits >> place & 1);
        ternary[bits] = static_cast<std::uint16_t>(value);
    }
    return ternary;
}

constexpr std::array<std::uint16_t, 256> TERNARY = make_ternary();  // eight bits read as base-3 digits
constexpr int EDGES = 6561;                                         // 3⁸

int edge_index(int side, int other) { return TERNARY[side] + 2 * TERNARY[other]; }

int edge_flips(int side, int other, int place) {
    int flips = 0;
    for (int step = -1; step <= 1; step += 2) {
        int run = 0;
        int at = place + step;
        while (at >= 0 && at < 8 && (other >> at & 1)) {
            run |= 1 << at;
            at += step;
        }
        if (at >= 0 && at < 8 && (side >> at & 1)) flips |= run;
    }
    return flips;
}

class EdgeTable {
public:
    EdgeTable() {
        for (int side = 0; side < 256; ++side) {
            for (int other = 0; other < 256; ++other) {
                if (!(side & other)) unchanged(side, other);
            }
        }
    }
    int stable(int side, int other) const { return stable_[edge_index(side, other)] & side; }

private:
    // Discs of both sides that no sequence of moves in the line flips. Either side may play any empty square:
    // flips in other lines can make it legal.
    int unchanged(int side, int other) {
        const int index = edge_index(side, other);
        if (known_[index]) return stable_[index];
        int stable = side | other;
        for (int place = 0; place < 8; ++place) {
            if ((side | other) >> place & 1) continue;
            const int side_turns = edge_flips(side, other, place);
            stable &= ~side_turns & unchanged(side | side_turns | 1 << place, other & ~side_turns);
            const int other_turns = edge_flips(other, side, place);
            stable &= ~other_turns & unchanged(side & ~other_turns, other | other_turns | 1 << place);
        }
        known_[index] = true;
        return stable_[index] = static_cast<std::uint8_t>(stable);
    }

    std::array<std::uint8_t, EDGES> stable_{};
    std::array<bool, EDGES> known_{};
};

const EdgeTable EDGE_TABLE;

int pack_column(Bitboard squares, int column) {
    return static_cast<int>((squares >> column & A_FILE) * 0x0102040810204080ULL >> 56);
}

// Bit n of `line` becomes row n of the a-file.
Bitboard unpack_column(int line) {
    return ((static_cast<Bitboard>(line) & 0x7f) * 0x0002040810204081ULL & A_FILE) |
           (static_cast<Bitboard>(line) >> 7 & 1) << 56;
}

Bitboard stable_edges(Bitboard side, Bitboard other) {
    const auto line = [](Bitboard a, Bitboard b) {
        return static_cast<Bitboard>(EDGE_TABLE.stable(static_cast<int>(a & 0xff), static_cast<int>(b & 0xff)));
    };
    const int a_file = EDGE_TABLE.stable(pack_column(side, 0), pack_column(other, 0));
    const int h_file = EDGE_TABLE.stable(pack_column(side, 7), pack_column(other, 7));
    return line(side, other) | line(side >> 56, other >> 56) << 56 | unpack_column(a_file) | unpack_column(h_file) << 7;
}

// ---- Full lines: squares whose whole row, column or diagonal is occupied.

// Squares from which `steps` steps along the shift lead off the board.
constexpr Bitboard leaves_board(int column_step, int row_step, int steps) {
    Bitboard squares = 0;
    for (int square = 0; square < 64; ++square) {
        const int column = square % 8 + column_step * steps;
        const int row = square / 8 + row_step * steps;
        if (column < 0 || column > 7 || row < 0 || row > 7) squares |= bit(square);
    }
    return squares;
}

template <int column_step>
Bitboard full_diagonals(Bitboard occupied) {
    constexpr int shift = 8 + column_step;
    Bitboard up = occupied;    // everything ahead, as far as checked, is occupied
    Bitboard down = occupied;
    up &= leaves_board(column_step, 1, 1) | up >> shift;
    down &= leaves_board(-column_step, -1, 1) | down << shift;
    up &= leaves_board(column_step, 1, 2) | up >> 2 * shift;
    down &= leaves_board(-column_step, -1, 2) | down << 2 * shift;
    up &= leaves_board(column_step, 1, 4) | up >> 4 * shift;
    down &= leaves_board(-column_step, -1, 4) | down << 4 * shift;
    return up & down;
}

Bitboard full_rows(Bitboard occupied) {
    occupied &= occupied >> 4;
    occupied &= occupied >> 2;
    occupied &= occupied >> 1;
    return (occupied & A_FILE) * 0xff;
}

Bitboard full_columns(Bitboard occupied) {
    occupied &= std::rotr(occupied, 8);
    occupied &= std::rotr(occupied, 16);
    return occupied & std::rotr(occupied, 32);
}

}  // namespace

Bitboard stable_discs(Bitboard side, Bitboard other, Bitboard wall) {
    const Bitboard occupied = side | other | wall;
    const Bitboard rows = full_rows(occupied);
    const Bitboard columns = full_columns(occupied);
    const Bitboard falling = full_diagonals<1>(occupied);
    const Bitboard rising = full_diagonals<-1>(occupied);

    // Step 1. Discs that need no neighbor: full lines in all directions, and edges.
    const Bitboard inner = wall ? ~wall : INNER;
    Bitboard stable = rows & columns & falling & rising & side & ~wall;
    if (wall == 0) stable |= stable_edges(side, other);

    // Step 2. A disc is stable if each line is full or the disc is next to a stable disc or the wall on it.
    for (;;) {
        const Bitboard anchor = stable | wall;
        const Bitboard by_row = (anchor << 1 & NOT_A) | (anchor >> 1 & NOT_H) | rows;
        const Bitboard by_column = anchor << 8 | anchor >> 8 | columns;
        const Bitboard by_falling = (anchor << 9 & NOT_A) | (anchor >> 9 & NOT_H) | falling;
        const Bitboard by_rising = (anchor << 7 & NOT_H) | (anchor >> 7 & NOT_A) | rising;
        const Bitboard more = by_row & by_column & by_falling & by_rising & side & inner & ~stable;
        if (more == 0) return stable;
        stable |= more;
    }
}

}  // namespace outflank
