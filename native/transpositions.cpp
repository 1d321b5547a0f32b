#include "transpositions.hpp"

#include <algorithm>

namespace outflank {
namespace {

std::uint64_t pack(const Transposition& entry) { return std::bit_cast<std::uint64_t>(entry); }
Transposition unpack(std::uint64_t data) { return std::bit_cast<Transposition>(data); }

}  // namespace

Transpositions::Transpositions(std::size_t megabytes) {
    const std::size_t wanted = std::max<std::size_t>(1, megabytes) * (std::size_t{1} << 20) / sizeof(Bucket);
    const std::size_t buckets = std::bit_floor(wanted);
    buckets_ = make_huge_array<Bucket>(buckets);
    mask_ = buckets - 1;
}

void Transpositions::clear() {
    for (std::uint64_t index = 0; index <= mask_; ++index) {
        for (Slot& slot : buckets_[index].slots) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    }
    date_ = 1;
}

Transposition Transpositions::find(std::uint64_t key) const {
    for (const Slot& slot : buckets_[key & mask_].slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return unpack(data);
    }
    return {};
}

void Transpositions::store(std::uint64_t key, int depth, int confidence, int alpha, int beta, int score, Square move,
                  std::uint64_t nodes) {
    const int effort = std::bit_width(nodes);

    // Step 1. The slot to write: the position's own, else the least valuable one.
    Slot* target = nullptr;
    int least_worth = 1 << 30;
    Transposition entry;
    bool known = false;
    for (Slot& slot : buckets_[key & mask_].slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        const Transposition held = unpack(data);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
            target = &slot;
            entry = held;
            known = true;
            break;
        }
        const int worth = data == 0 ? -1 : held.effort + (held.date == date_ ? 64 : 0);
        if (worth < least_worth) {
            least_worth = worth;
            target = &slot;
        }
    }

    // Step 2. Bounds of an equally good search are merged, others are replaced.
    if (!known || entry.depth != depth || entry.confidence != confidence) {
        if (known && entry.depth > depth && entry.confidence >= confidence && entry.date == date_) {
            // The slot has a better search of this position; only its move may need an update.
            return;
        }
        entry.lower = WORST;
        entry.upper = BEST;
        entry.depth = static_cast<std::uint8_t>(depth);
        entry.confidence = static_cast<std::uint8_t>(confidence);
        if (!known) entry.move = entry.second_move = NO_SQUARE;
    }
    if (score < beta && score < entry.upper) entry.upper = static_cast<std::int8_t>(score);
    if (score > alpha && score > entry.lower) entry.lower = static_cast<std::int8_t>(score);
    // Scores of different searches can be inconsistent if search is selective.
    if (entry.lower > entry.upper) {
        entry.lower = score > alpha ? static_cast<std::int8_t>(score) : static_cast<std::int8_t>(WORST);
        entry.upper = score < beta ? static_cast<std::int8_t>(score) : static_cast<std::int8_t>(BEST);
    }
    if (move != NO_SQUARE && move != entry.move) {
        entry.second_move = entry.move;
        entry.move = static_cast<std::uint8_t>(move);
    }
    entry.date = date_;
    entry.effort = static_cast<std::uint8_t>(effort);

    const std::uint64_t data = pack(entry);
    target->check.store(key ^ data, std::memory_order_relaxed);
    target->data.store(data, std::memory_order_relaxed);
}

}  // namespace outflank
