#include "training/label.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "parity.hpp"

namespace outflank::training {

namespace {

constexpr int PLAIN_EMPTIES = 12;  // up to here, and …
constexpr int PLAIN_DEPTH = 5;     // … up to here, an engine's preparations cost more than they save
constexpr std::size_t ENGINE_MEGABYTES = 16;
constexpr int FEW = 6;          // empties from which plain parity order beats sorting
constexpr int SOLVED = 64;      // depth noted in the table for an exact score
constexpr Bitboard X_SQUARES = 0x0042000000004200;

Position passed(Position position) { return {position.opponent, position.mover}; }

// Fewer answers for the opponent first, corners before, X squares after.
int mobility_order(Position next, Square square) {
    const Bitboard answers = legal_moves(next);
    int order = 4 * (count(answers) + count(answers & CORNERS));
    if (bit(square) & CORNERS) order -= 12;
    if (bit(square) & X_SQUARES) order += 4;
    return order;
}

}  // namespace

LabelSearch::LabelSearch(const Weights* weights, int table_bits)
    : weights_(weights), table_(std::size_t{1} << table_bits), shift_(64 - table_bits) {}

LabelSearch::Entry& LabelSearch::entry_of(Position position) {
    const std::uint64_t mixed =
        (position.mover * 0x9e3779b97f4a7c15ULL) ^ ((position.opponent ^ (position.opponent >> 29)) * 0xbf58476d1ce4e5b9ULL);
    return table_[(mixed * 0x94d049bb133111ebULL) >> shift_];
}

int LabelSearch::solve(Position position) {
    if (!legal_moves(position)) {
        if (!legal_moves(passed(position))) return final_score(position);
        return -solve(passed(position));
    }
    return solve_many(position, -64, 64);
}

int LabelSearch::solve_few(Position position, int low, int high, Bitboard odd) {
    const Bitboard moves = legal_moves(position);
    if (!moves) {
        const Position next = passed(position);
        if (!legal_moves(next)) return final_score(position);
        return -solve_few(next, -high, -low, odd);
    }
    int best = -64;
    for (const Bitboard group : {moves & odd, moves & ~odd}) {
        for (Bitboard left = group; left; left &= left - 1) {
            const Square square = first(left);
            const Position next = play(position, square, flips(position, square));
            const Bitboard empties = next.empties();
            const int value = empties ? -solve_few(next, -high, -std::max(low, best), odd_quarters(empties))
                                      : -final_score(next);
            if (value > best) best = value;
            if (best >= high) return best;
        }
    }
    return best;
}

int LabelSearch::solve_many(Position position, int low, int high) {
    const Bitboard empties = position.empties();
    if (count(empties) <= FEW) return solve_few(position, low, high, odd_quarters(empties));
    const Bitboard moves = legal_moves(position);
    if (!moves) {
        const Position next = passed(position);
        if (!legal_moves(next)) return final_score(position);
        return -solve_many(next, -high, -low);
    }
    Entry& entry = entry_of(position);
    Square known = -1;
    if (entry.position == position && entry.depth == SOLVED) {
        if (entry.low >= high) return entry.low;
        if (entry.high <= low) return entry.high;
        if (entry.low == entry.high) return entry.low;
        known = entry.move;
    }
    std::array<Move, 34> list;
    int size = 0;
    const Bitboard odd = odd_quarters(empties);
    for (Bitboard left = moves; left; left &= left - 1) {
        const Square square = first(left);
        const Bitboard turned = flips(position, square);
        const Position next = play(position, square, turned);
        if (!next.mover) return 64;  // a wipe-out
        const int order = square == known ? -1000 : mobility_order(next, square) - (odd & bit(square) ? 2 : 0);
        list[size++] = {square, turned, order};
    }
    std::sort(list.begin(), list.begin() + size, [](const Move& a, const Move& b) { return a.order < b.order; });
    int best = -65, at = low;
    Square best_move = -1;
    for (int i = 0; i < size; ++i) {
        const Position next = play(position, list[i].square, list[i].turned);
        int value;
        if (i == 0) {
            value = -solve_many(next, -high, -at);
        } else {
            value = -solve_many(next, -at - 1, -at);
            if (value > at && value < high) value = -solve_many(next, -high, -value);
        }
        if (value > best) best = value, best_move = list[i].square;
        if (best > at) at = best;
        if (at >= high) break;
    }
    Entry& store = entry_of(position);
    if (!(store.position == position && store.depth == SOLVED)) store = {position, -64, 64, SOLVED, 0};
    if (best > low) store.low = std::max<std::int16_t>(store.low, best);
    if (best < high) store.high = std::min<std::int16_t>(store.high, best);
    store.move = static_cast<std::int8_t>(best_move);
    return best;
}

int LabelSearch::search(Position position, int depth) {
    if (!weights_) throw std::invalid_argument("a search that stops before the end needs weights");
    if (depth >= count(position.empties())) return solve(position) * DISC;
    return search(position, Features(position), depth, -MAX_SCORE, MAX_SCORE);
}

int LabelSearch::search(Position position, const Features& features, int depth, int low, int high) {
    if (depth == 0) return leaf(position, features);
    const Bitboard moves = legal_moves(position);
    if (!moves) {
        const Position next = passed(position);
        if (!legal_moves(next)) return final_score(position) * DISC;
        Features after = features;
        after.pass();
        return -search(next, after, depth, -high, -low);
    }
    Square known = -1;
    if (depth >= 2) {
        const Entry& entry = entry_of(position);
        if (entry.position == position && entry.depth != SOLVED) {
            if (entry.depth == depth) {
                if (entry.low >= high) return entry.low;
                if (entry.high <= low) return entry.high;
                if (entry.low == entry.high) return entry.low;
            }
            known = entry.move;
        }
    }
    struct Child {
        Square square;
        int order;
        Position position;
        Features features;
    };
    std::array<Child, 34> list;
    std::array<int, 34> by_order;
    int size = 0;
    for (Bitboard left = moves; left; left &= left - 1) {
        Child& child = list[size];
        child.square = first(left);
        const Bitboard turned = flips(position, child.square);
        child.position = play(position, child.square, turned);
        if (!child.position.mover) return MAX_SCORE;
        child.features = features;
        child.features.play(child.square, turned);
        // At depth 1 the evaluation is the value; deeper, it and the opponent's freedom make the order.
        child.order = child.square == known ? -2 * MAX_SCORE
                      : depth == 1          ? 0
                      : depth == 2          ? mobility_order(child.position, child.square)
                                            : leaf(child.position, child.features) +
                                                  DISC / 4 * mobility_order(child.position, child.square);
        by_order[size] = size;
        ++size;
    }
    if (depth > 1)
        std::sort(by_order.begin(), by_order.begin() + size,
                  [&](int a, int b) { return list[a].order < list[b].order; });
    int best = -MAX_SCORE - 1, at = low;
    Square best_move = -1;
    for (int i = 0; i < size; ++i) {
        const Child& child = list[by_order[i]];
        int value;
        if (i == 0 || depth == 1) {
            value = -search(child.position, child.features, depth - 1, -high, -at);
        } else {
            value = -search(child.position, child.features, depth - 1, -at - 1, -at);
            if (value > at && value < high)
                value = -search(child.position, child.features, depth - 1, -high, -at);
        }
        if (value > best) best = value, best_move = child.square;
        if (best > at) at = best;
        if (at >= high) break;
    }
    if (depth >= 2) {
        Entry& store = entry_of(position);
        store = {position, static_cast<std::int16_t>(best > low ? best : -MAX_SCORE),
                 static_cast<std::int16_t>(best < high ? best : MAX_SCORE), static_cast<std::int8_t>(depth),
                 static_cast<std::int8_t>(best_move)};
    }
    return best;
}

void label(const std::shared_ptr<const Weights>& weights, std::span<const Bitboard> mover,
           std::span<const Bitboard> opponent, const LabelSettings& settings, std::span<float> scores) {
    LabelSearch plain(weights.get());
    std::optional<Engine> engine;
    StopFlag never{false};
    // The score of every step on the way, the last one the one asked for.
    const auto by_engine = [&](Position position, const Limit& limit) {
        if (!engine) engine.emplace(1, ENGINE_MEGABYTES, weights ? weights : std::make_shared<const Weights>());
        std::vector<float> scores;
        engine->analyse(position, ~Bitboard{0}, limit, 1, never, [&](const std::vector<Result>& results) {
            scores.push_back(static_cast<float>(results.front().score));
            return true;
        });
        return scores;
    };
    for (std::size_t i = 0; i < mover.size(); ++i) {
        Position position{mover[i], opponent[i]};
        if (position.mover & position.opponent)
            throw std::invalid_argument("position " + std::to_string(i) + " has a square with two discs");
        const int empties = count(position.empties());
        if (empties <= std::min(settings.exact_from, PLAIN_EMPTIES)) {
            scores[i] = static_cast<float>(plain.solve(position));
        } else if (empties > settings.exact_from && settings.depth <= PLAIN_DEPTH) {
            const int before = plain.search(position, std::max(1, settings.depth - 1));
            scores[i] = static_cast<float>(before + plain.search(position, settings.depth)) / 2 / DISC;
        } else {
            // The engine wants a move to choose: where there is none, the opponent's view of the same.
            float sign = 1;
            if (!legal_moves(position)) {
                position = passed(position);
                sign = -1;
            }
            const bool to_the_end = empties <= std::max(settings.exact_from, settings.depth);
            Limit limit;
            if (to_the_end) limit.confidence = settings.confidence;
            else limit.exact_from = 0, limit.depth = settings.depth;
            if (!legal_moves(position)) {
                scores[i] = sign * static_cast<float>(final_score(position));
                continue;
            }
            const std::vector<float> found = by_engine(position, limit);
            scores[i] = sign * (to_the_end ? found.back() : (found[found.size() - 2] + found.back()) / 2);
        }
    }
}

}  // namespace outflank::training
