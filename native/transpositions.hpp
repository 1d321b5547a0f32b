// The transposition table: results of earlier searches by position.
//
// Buckets of four 16-byte entries fill a cache line. An entry is two words, written and read without a
// lock: the first is the position's key xor-ed with the second, so an entry torn between two threads does
// not match any key (Hyatt & Mann, "A lock-less transposition-table implementation", 2002).
#pragma once

#include <atomic>
#include <cstddef>

#include "bitboard.hpp"
#include "huge_pages.hpp"

namespace outflank {

inline constexpr Square NO_SQUARE = 64;
inline constexpr int WORST = -64;  // discs; no score is lower
inline constexpr int BEST = 64;

// 64 well-mixed bits of a position. The table trusts them: a false match in a solve of a billion nodes has
// a chance of about 1 in 10⁹.
inline std::uint64_t key_of(Position position) {
    const std::uint64_t folded =
        folded_product(position.mover ^ 0x9e3779b97f4a7c15ULL, position.opponent ^ 0xd6e8feb86659fd93ULL);
    return (folded ^ position.mover >> 29) * 0xbf58476d1ce4e5b9ULL ^ std::rotl(position.opponent, 31) * 0x94d049bb133111ebULL;
}

struct Transposition {
    std::int8_t lower = WORST;  // the score is at least this …
    std::int8_t upper = BEST;   // … and at most this
    std::uint8_t depth = 0;     // plies searched; the number of empties for a search to the end
    std::uint8_t confidence = 0;  // confidence of the search, EXACT without estimates
    std::uint8_t move = NO_SQUARE;
    std::uint8_t second_move = NO_SQUARE;
    std::uint8_t date = 0;  // the search that wrote it
    std::uint8_t effort = 0;  // log2 of the nodes below, the cost of losing the entry
};

class Transpositions {
public:
    explicit Transpositions(std::size_t megabytes);

    // The entry of a position, or an empty entry.
    Transposition find(std::uint64_t key) const;
    // Merges with an entry of the same position, depth and confidence.
    void store(std::uint64_t key, int depth, int confidence, int alpha, int beta, int score, Square move,
               std::uint64_t nodes);
    void prefetch(std::uint64_t key) const { outflank::prefetch(&buckets_[key & mask_]); }
    void clear();
    void new_search() { ++date_; }
    std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    HugeArray<Bucket> buckets_;
    std::uint64_t mask_;
    std::uint8_t date_ = 1;
};

}  // namespace outflank
