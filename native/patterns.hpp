// The patterns of the evaluation and their table indices.
//
// A pattern is a shape on the board; its symmetric images are up to eight *features*, which share their
// rows. The contents of a feature are one number: each square is a digit of base 3 that is +1
// for the mover's disc, −1 for the opponent's and 0 if empty. So the index ranges from −(3ⁿ−1)/2 to
// (3ⁿ−1)/2, fits in 16 bits for up to ten squares, and changing sides is a change of sign.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "bitboard.hpp"
#include "compiler.hpp"

namespace outflank {

struct Shape {
    std::string_view name;
    std::string_view squares;  // "a1 b1 …", at most ten
};

// Chosen by their effect on the error.
inline constexpr Shape SHAPES[] = {
    {"edge with X", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"},
    {"edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"},
    {"corner 2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
    {"corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3 d4"},
    {"triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
    {"narrow triangle", "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5"},
    {"line 2", "a2 b2 c2 d2 e2 f2 g2 h2 a1 h1"},
    {"line 3", "a3 b3 c3 d3 e3 f3 g3 h3"},
    {"line 4", "a4 b4 c4 d4 e4 f4 g4 h4"},
    {"diagonal 8", "a1 b2 c3 d4 e5 f6 g7 h8"},
    {"diagonal 7", "b1 c2 d3 e4 f5 g6 h7 a1 h8"},
};

inline constexpr int PATTERNS = static_cast<int>(std::size(SHAPES));
inline constexpr int MAX_SQUARES = 10;
inline constexpr int LANES = 48;  // features, padded to whole SIMD registers

// The eight ways to turn and mirror the board.
constexpr Square turned(Square square, int symmetry) {
    int row = square / 8, column = square % 8;
    if (symmetry & 1) column = 7 - column;
    if (symmetry & 2) row = 7 - row;
    return symmetry & 4 ? column * 8 + row : row * 8 + column;
}

constexpr int power_of_3(int exponent) {
    int power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

struct Pattern {
    int size = 0;                            // squares
    int entries = 0;                         // 3^size
    int offset = 0;                          // of its first entry among those of a stage
    std::array<Square, MAX_SQUARES> squares{};
    int self_symmetries = 0;                 // its own symmetries: equal weights
    std::array<std::array<int, MAX_SQUARES>, 8> permutations{};
};

struct Feature {
    int pattern = 0;
    std::array<Square, MAX_SQUARES> squares{};
};

struct Geometry {
    std::array<Pattern, PATTERNS> patterns{};
    std::array<Feature, LANES> features{};
    int feature_count = 0;
    int entries = 0;  // of all patterns, before the extra terms
};

constexpr Bitboard squares_of(const std::array<Square, MAX_SQUARES>& squares, int size) {
    Bitboard set = 0;
    for (int i = 0; i < size; ++i) set |= bit(squares[i]);
    return set;
}

constexpr Geometry make_geometry() {
    Geometry geometry;
    for (int p = 0; p < PATTERNS; ++p) {
        Pattern& pattern = geometry.patterns[p];
        const std::string_view text = SHAPES[p].squares;
        for (std::size_t at = 0; at < text.size(); at += 3)
            pattern.squares[pattern.size++] = (text[at + 1] - '1') * 8 + (text[at] - 'a');
        pattern.entries = power_of_3(pattern.size);
        pattern.offset = geometry.entries;
        geometry.entries += pattern.entries;

        const Bitboard own = squares_of(pattern.squares, pattern.size);
        std::array<Bitboard, 8> seen{};
        int seen_count = 0;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            Feature feature{p, {}};
            for (int i = 0; i < pattern.size; ++i)
                feature.squares[i] = turned(pattern.squares[i], symmetry);
            const Bitboard set = squares_of(feature.squares, pattern.size);
            if (set == own) {
                auto& permutation = pattern.permutations[pattern.self_symmetries++];
                for (int i = 0; i < pattern.size; ++i)
                    for (int j = 0; j < pattern.size; ++j)
                        if (feature.squares[i] == pattern.squares[j]) permutation[i] = j;
            }
            bool known = false;
            for (int k = 0; k < seen_count; ++k) known = known || seen[k] == set;
            if (known) continue;
            seen[seen_count++] = set;
            geometry.features[geometry.feature_count++] = feature;
        }
    }
    return geometry;
}

inline constexpr Geometry GEOMETRY = make_geometry();
static_assert(GEOMETRY.feature_count <= LANES);

inline constexpr int VECTORS = LANES / 16;
union alignas(64) Lanes {
    std::int16_t index[LANES];
    Vector vector[VECTORS];
};

// The amount that a mover's disc on a square adds to every feature's index; 0 for the 65th, a dummy.
struct DiscTable {
    Lanes of_square[65];
};

constexpr DiscTable make_disc_table() {
    DiscTable table{};
    for (Lanes& lanes : table.of_square)
        for (std::int16_t& index : lanes.index) index = 0;
    for (int f = 0; f < GEOMETRY.feature_count; ++f) {
        const Feature& feature = GEOMETRY.features[f];
        for (int i = 0; i < GEOMETRY.patterns[feature.pattern].size; ++i)
            table.of_square[feature.squares[i]].index[f] = static_cast<std::int16_t>(power_of_3(i));
    }
    return table;
}

inline constexpr DiscTable DISCS = make_disc_table();

}  // namespace outflank
