// Null-window and principal-variation search for the middle game and the deep endgame.
#include "search.hpp"

#include <algorithm>

#include "pool.hpp"
#include "symmetries.hpp"

namespace outflank {
namespace {

constexpr int TRANSPOSITION_DEPTH = 2;         // plies; shallower middle-game nodes are cheaper than the table
constexpr int LOOK_AHEAD_DEPTH = 5;    // plies; from here on all children are looked up before the first is searched
constexpr int SYMMETRIC_EMPTIES = 26;  // with fewer, symmetric positions are too rare to check …
constexpr int SYMMETRIC_DEPTH = 4;     // plies; … and shallower searches save too little
constexpr unsigned CLOCK_INTERVAL = 7;  // polls between clock reads, as a mask; polls can be a millisecond apart

Bitboard without_mirror_images(Position position, Bitboard legal, int empties, int depth) {
    return empties < SYMMETRIC_EMPTIES || depth < SYMMETRIC_DEPTH ? legal : distinct_moves(position, legal);
}

}  // namespace

Move& MoveList::pick(int index) {
    Move* best = begin() + index;
    for (Move* move = best + 1; move < end(); ++move) {
        if (move->worth > best->worth) best = move;
    }
    std::swap(moves_[static_cast<std::size_t>(index)], *best);
    return moves_[static_cast<std::size_t>(index)];
}

bool MoveList::bring_first(Square square) {
    Move* const found = std::find_if(begin(), end(), [&](const Move& move) { return move.square == square; });
    if (found == end()) return false;
    std::swap(moves_[0], *found);
    return true;
}

void MoveList::sort(int from) {
    std::stable_sort(begin() + from, end(), [](const Move& a, const Move& b) { return a.worth > b.worth; });
}

Search::Search(Shared& shared) : shared_(shared), last_(shared.playable), local_(std::size_t{1} << LOCAL_BITS) {}

void Search::begin() {
    // The same discs are a different position on a board of another size.
    if (last_.playable != shared_.playable) forget();
    last_ = LastEmpties(shared_.playable);
    wall_ = ~shared_.playable;
    polls_ = 0;
}

void Search::forget() { std::fill(local_.begin(), local_.end(), LocalEntry{}); }

int Search::evaluate_node(const Node& node) const { return evaluate_node(node, legal_moves(node.position)); }

int Search::evaluate_node(const Node& node, Bitboard legal) const {
    return wall_ == 0 ? evaluate(shared_.weights, node.features, node.position, legal)
                      : modest_evaluation(node.position, shared_.playable);
}

int Search::static_score(const Node& node, Bitboard legal) const {
    // An estimate is never a wipe-out: ±64 is reserved for proven scores.
    const int limit = last_.squares - 2;
    return std::clamp(to_discs(evaluate_node(node, legal)), -limit, limit);
}

bool Search::stopped() {
    if (shared_.stop->load(std::memory_order_relaxed)) return true;
    for (const SplitPoint* split = split_; split; split = split->parent) {
        if (split->cut.load(std::memory_order_relaxed)) return true;
    }
    if (last_.nodes >= shared_.node_limit ||
        ((++polls_ & CLOCK_INTERVAL) == 0 && std::chrono::steady_clock::now() >= shared_.deadline)) {
        shared_.stop->store(true, std::memory_order_relaxed);
        return true;
    }
    return false;
}

MoveList Search::moves_of(Position position, Bitboard legal) const {
    MoveList moves;
    for (; legal; legal &= legal - 1) {
        const Square square = first(legal);
        moves.add({flips(position, square), NOT_FOUND, square, 0});
    }
    return moves;
}

std::optional<int> Search::known_cut(const Transposition& entry, int alpha, int beta, int depth) const {
    if (entry.depth < depth || entry.confidence < confidence_) return {};
    if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
    if (entry.upper <= alpha) return entry.upper;
    return {};
}

// A child whose upper bound is low enough refutes the node without being searched.
std::optional<int> Search::child_known_cut(const Node& node, MoveList& moves, int alpha, int depth) {
    std::array<std::uint64_t, MoveList::MOST> keys;
    for (int index = 0; index < moves.size(); ++index) {
        const Position child = outflank::play(node.position, moves[index].square, moves[index].turned);
        keys[static_cast<std::size_t>(index)] = key_of(child);
        shared_.transpositions.prefetch(keys[static_cast<std::size_t>(index)]);
    }
    for (int index = 0; index < moves.size(); ++index) {
        const Transposition entry = shared_.transpositions.find(keys[static_cast<std::size_t>(index)]);
        if (entry.depth >= depth - 1 && entry.confidence >= confidence_ && -entry.upper > alpha) return -entry.upper;
    }
    return {};
}

// A plain full-window search without a table, for move ordering.
int Search::shallow(const Node& node, int alpha, int beta, int depth) {
    ++last_.nodes;
    if (depth <= 0) return evaluate_node(node);
    const Bitboard legal = legal_moves(node.position) & shared_.playable;
    if (legal == 0) {
        Node passed = node;
        passed.pass();
        if ((legal_moves(passed.position) & shared_.playable) == 0) return game_over(node.position) * DISC;
        return -shallow(passed, -beta, -alpha, depth);
    }
    MoveList moves = moves_of(node.position, legal);
    if (depth > 1) {
        for (Move& move : moves) {
            const Position child = outflank::play(node.position, move.square, move.turned);
            move.worth = -count(legal_moves(child) & shared_.playable);
        }
        moves.sort();
    }
    int best = -1 << 20;
    for (const Move& move : moves) {
        Node child = node;
        child.play(move.square, move.turned);
        best = std::max(best, -shallow(child, -beta, -std::max(alpha, best), depth - 1));
        if (best >= beta) break;
    }
    return best;
}

int Search::null_window(const Node& node, Bitboard legal, int alpha, int depth) {
    const Bitboard squares = node.position.empties() & shared_.playable;
    const int empties = count(squares);
    if (depth >= empties) {
        if (empties < GUESS_EMPTIES || (empties <= SOLVE_EMPTIES && confidence_ == EXACT)) {
            return solve(node.position, legal, alpha, empties);
        }
        depth = empties;
    }
    ++last_.nodes;
    if (depth <= 0) return static_score(node, legal);
    if (depth >= TRANSPOSITION_DEPTH && stopped()) return alpha;

    // Step 1. Stable discs.
    if (const auto score = stability_cut(node.position, alpha, empties)) return *score;

    // Step 2. The table.
    const bool use_transpositions = shared_.techniques.transpositions && depth >= TRANSPOSITION_DEPTH;
    const std::uint64_t key = use_transpositions ? key_of(node.position) : 0;
    const Transposition known = use_transpositions ? shared_.transpositions.find(key) : Transposition{};
    if (const auto score = known_cut(known, alpha, alpha + 1, depth)) return *score;

    // Step 3. Moves, pass or end.
    if (legal == 0) {
        Node passed = node;
        passed.pass();
        const Bitboard answers = legal_moves(passed.position) & shared_.playable;
        if (answers == 0) return game_over(node.position);
        return -null_window(passed, answers, -alpha - 1, depth);
    }
    MoveList moves = moves_of(node.position, without_mirror_images(node.position, legal, empties, depth));
    for (const Move& move : moves) {
        if (move.turned == node.position.opponent) return last_.squares;  // a wipe-out
    }

    // Step 4. A child that is known to be bad for the opponent; an estimate of sufficient confidence.
    if (use_transpositions && depth >= LOOK_AHEAD_DEPTH && shared_.techniques.child_transpositions) {
        if (const auto score = child_known_cut(node, moves, alpha, depth)) return *score;
    }
    if (const auto score = probcut(node, legal, alpha, depth, empties)) return *score;
    if (depth >= TRANSPOSITION_DEPTH && stopped()) return alpha;

    // Step 5. The moves, best first. The table move is usually enough; the others are ordered only if it is not.
    const std::uint64_t nodes_before = last_.nodes;
    const bool known_first = trusted(known, depth, empties) && moves.bring_first(known.move);
    if (!known_first) order(node, moves, 0, alpha, depth, empties, known);
    int best = NOT_SEARCHED;
    Square best_move = NO_SQUARE;
    int bound = alpha;
    for (int index = 0; index < moves.size(); ++index) {
        if (index == 1 && known_first) order(node, moves, 1, alpha, depth, empties, known);
        if (index > 0 && should_split(depth)) {
            moves.sort(index);
            split(node, moves, index, bound, alpha + 1, depth, best, best_move, nullptr);
            break;
        }
        const Move& move = index == 0 && known_first ? moves[0] : moves.pick(index);
        const int value = search_move(node, move, alpha, alpha + 1, depth, false, nullptr);
        if (value > best) {
            best = value;
            best_move = move.square;
            if (best > alpha) break;
        }
    }

    // Step 6. Store, unless the search was interrupted and the score is invalid.
    if (use_transpositions && !stopped()) {
        shared_.transpositions.store(key, depth, confidence_, alpha, alpha + 1, best, best_move, last_.nodes - nodes_before);
    }
    return best;
}

int Search::search_move(const Node& node, const Move& move, int alpha, int beta, int depth, bool is_first, Line* line) {
    Node child = node;
    child.play(move.square, move.turned);
    const Bitboard answers = move.answers != NOT_FOUND ? move.answers : legal_moves(child.position) & shared_.playable;
    if (!line && depth == 1 && child.position.empties() & shared_.playable) {
        // The last ply: half of all nodes.
        ++last_.nodes;
        return -static_score(child, answers);
    }
    if (!line) return -null_window(child, answers, -alpha - 1, depth - 1);
    Line rest;
    int value = is_first ? alpha + 1 : -null_window(child, answers, -alpha - 1, depth - 1);
    if (value > alpha && (is_first || value < beta)) {
        value = -principal(child, -beta, -alpha, depth - 1, rest);
    }
    if (value > alpha) line->set(move.square, rest);
    return value;
}

int Search::principal(const Node& node, int alpha, int beta, int depth, Line& line, Bitboard excluded) {
    line.length = 0;
    const Bitboard squares = node.position.empties() & shared_.playable;
    const int empties = count(squares);
    depth = std::min(depth, empties);
    ++last_.nodes;
    if (empties == 0) return game_over(node.position);
    if (depth <= 0) return static_score(node, legal_moves(node.position));
    if (stopped()) return alpha;

    // Step 1. The table is only used for ordering: a cutoff would lose the line.
    const std::uint64_t key = key_of(node.position);
    const Transposition known = shared_.techniques.transpositions ? shared_.transpositions.find(key) : Transposition{};

    // Step 2. Moves, pass or end.
    const Bitboard legal = legal_moves(node.position) & shared_.playable;
    if (legal == 0) {
        Node passed = node;
        passed.pass();
        if ((legal_moves(passed.position) & shared_.playable) == 0) return game_over(node.position);
        Line rest;
        const int value = -principal(passed, -beta, -alpha, depth, rest);
        line.set(PASS, rest);
        return value;
    }
    MoveList moves = moves_of(node.position, excluded ? legal & ~excluded
                                                      : without_mirror_images(node.position, legal, empties, depth));
    const std::uint64_t nodes_before = last_.nodes;
    order(node, moves, 0, alpha, depth, empties, known);
    moves.sort();

    // Step 3. The first move with the full window, the others only if they beat it.
    int best = NOT_SEARCHED;
    Square best_move = NO_SQUARE;
    int bound = alpha;
    for (int index = 0; index < moves.size(); ++index) {
        if (index > 0 && should_split(depth)) {
            split(node, moves, index, bound, beta, depth, best, best_move, &line);
            break;
        }
        Line found;
        const int value = search_move(node, moves[index], bound, beta, depth, index == 0, &found);
        if (stopped()) break;  // before the line changes, which belongs to a completed move
        if (value > best) {
            best = value;
            best_move = moves[index].square;
            if (best > bound) {
                bound = best;
                line = found;
            }
            if (best >= beta) break;
        }
    }
    if (shared_.techniques.transpositions && excluded == 0 && !stopped()) {
        shared_.transpositions.store(key, depth, confidence_, alpha, beta, best, best_move, last_.nodes - nodes_before);
    }
    return best == NOT_SEARCHED ? alpha : best;
}

}  // namespace outflank
