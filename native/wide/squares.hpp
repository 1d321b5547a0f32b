// Sets of squares of boards up to 16×16: sixteen rows of sixteen bits, in one vector register if available.
//
// Every size occupies the upper left corner of 16×16, so all of them share the same code: a run that leaves
// the board meets no disc, and its end is masked by the playable squares. A step to the side
// shifts every row by a bit, which is dropped at the end; a step up or down moves the rows.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace outflank::wide {

inline constexpr int SIDE = 16;
inline constexpr int SQUARES = SIDE * SIDE;
inline constexpr int WORDS = SQUARES / 64;

using Square = int;  // row × 16 + column
using Words = std::array<std::uint64_t, WORDS>;
using Rows = std::array<std::uint16_t, SIDE>;

struct Squares {
#ifdef __AVX2__
    __m256i bits;

    Squares() : bits(_mm256_setzero_si256()) {}
    explicit Squares(__m256i bits) : bits(bits) {}
    explicit Squares(const Words& words) { std::memcpy(&bits, words.data(), sizeof bits); }

    friend Squares operator&(Squares a, Squares b) { return Squares(_mm256_and_si256(a.bits, b.bits)); }
    friend Squares operator|(Squares a, Squares b) { return Squares(_mm256_or_si256(a.bits, b.bits)); }
    friend Squares operator^(Squares a, Squares b) { return Squares(_mm256_xor_si256(a.bits, b.bits)); }
    // a without b
    friend Squares operator-(Squares a, Squares b) { return Squares(_mm256_andnot_si256(b.bits, a.bits)); }
    explicit operator bool() const { return !_mm256_testz_si256(bits, bits); }
    friend bool meet(Squares a, Squares b) { return !_mm256_testz_si256(a.bits, b.bits); }

    Squares east() const { return Squares(_mm256_slli_epi16(bits, 1)); }
    Squares west() const { return Squares(_mm256_srli_epi16(bits, 1)); }
    Squares south() const {
        return Squares(_mm256_alignr_epi8(bits, _mm256_permute2x128_si256(bits, bits, 0x08), 14));
    }
    Squares north() const {
        return Squares(_mm256_alignr_epi8(_mm256_permute2x128_si256(bits, bits, 0x81), bits, 2));
    }
#else
    Words bits{};

    Squares() = default;
    explicit Squares(const Words& words) : bits(words) {}

    template <typename Operation>
    static Squares each(Operation operation) {
        Squares result;
        for (int i = 0; i < WORDS; ++i) result.bits[i] = operation(i);
        return result;
    }
    friend Squares operator&(Squares a, Squares b) {
        return each([&](int i) { return a.bits[i] & b.bits[i]; });
    }
    friend Squares operator|(Squares a, Squares b) {
        return each([&](int i) { return a.bits[i] | b.bits[i]; });
    }
    friend Squares operator^(Squares a, Squares b) {
        return each([&](int i) { return a.bits[i] ^ b.bits[i]; });
    }
    friend Squares operator-(Squares a, Squares b) {
        return each([&](int i) { return a.bits[i] & ~b.bits[i]; });
    }
    explicit operator bool() const { return (bits[0] | bits[1] | bits[2] | bits[3]) != 0; }
    friend bool meet(Squares a, Squares b) { return static_cast<bool>(a & b); }

    static constexpr std::uint64_t FIRST_COLUMN = 0x0001000100010001ULL;
    Squares east() const {
        return each([&](int i) { return bits[i] << 1 & ~FIRST_COLUMN; });
    }
    Squares west() const {
        return each([&](int i) { return bits[i] >> 1 & ~(FIRST_COLUMN << 15); });
    }
    Squares south() const {
        return each([&](int i) { return bits[i] << SIDE | (i > 0 ? bits[i - 1] >> 48 : 0); });
    }
    Squares north() const {
        return each([&](int i) { return bits[i] >> SIDE | (i < WORDS - 1 ? bits[i + 1] << 48 : 0); });
    }
#endif

    Words words() const {
        Words words;
        std::memcpy(words.data(), &bits, sizeof words);
        return words;
    }
    friend bool operator==(Squares a, Squares b) { return !(a ^ b); }
    bool has(Square square) const { return words()[square / 64] >> square % 64 & 1; }
};

inline int count(Squares squares) {
    int sum = 0;
    for (const std::uint64_t word : squares.words()) sum += std::popcount(word);
    return sum;
}

// Calls `visit` with every square, in reading order.
template <typename Visit>
void for_each(Squares squares, Visit visit) {
    const Words words = squares.words();
    for (int i = 0; i < WORDS; ++i) {
        for (std::uint64_t left = words[i]; left; left &= left - 1) visit(i * 64 + std::countr_zero(left));
    }
}

// Every square as a single-element set.
inline constexpr auto SINGLES = [] {
    std::array<Words, SQUARES> singles{};
    for (int square = 0; square < SQUARES; ++square) singles[square][square / 64] = std::uint64_t{1} << square % 64;
    return singles;
}();
inline Squares single(Square square) { return Squares(SINGLES[square]); }

// Squares next to any of `squares`, possibly including some of these.
inline Squares beside(Squares squares) {
    const Squares row = squares | squares.east() | squares.west();
    return row | row.north() | row.south();
}

// All squares of a board of this size.
inline constexpr auto BOARDS = [] {
    std::array<Words, SIDE + 1> boards{};
    for (int size = 0; size <= SIDE; ++size) {
        for (int row = 0; row < size; ++row) {
            const std::uint64_t columns = (std::uint64_t{1} << size) - 1;
            boards[size][row / 4] |= columns << SIDE * (row % 4);
        }
    }
    return boards;
}();
inline Squares board(int size) { return Squares(BOARDS[size]); }

// Conversion between this numbering and the usual one, row × size + column.
inline int compact(Square square, int size) { return square / SIDE * size + square % SIDE; }
inline Square spread(int square, int size) { return square / size * SIDE + square % size; }

inline Words compact(Squares squares, int size) {
    Words compacted{};
    for_each(squares, [&](Square square) {
        const int number = compact(square, size);
        compacted[number / 64] |= std::uint64_t{1} << number % 64;
    });
    return compacted;
}

inline Squares spread(const Words& compacted, int size) {
    Words words{};
    for (int i = 0; i < WORDS; ++i) {
        for (std::uint64_t left = compacted[i]; left; left &= left - 1) {
            const Square square = spread(i * 64 + std::countr_zero(left), size);
            words[square / 64] |= std::uint64_t{1} << square % 64;
        }
    }
    return Squares(words);
}

}  // namespace outflank::wide
