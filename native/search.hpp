// Alpha-beta search of one thread: middle game, selective endgame and exact endgame in one set of functions.
//
// `depth` counts plies; a search whose depth reaches the number of empties goes to the end of the game and
// scores discs, any other scores the evaluation rounded to discs. Positions are seen by the mover, and all
// functions fail soft: a score outside the window is a bound.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "evaluation.hpp"
#include "last_empties.hpp"
#include "transpositions.hpp"

namespace outflank {

// The confidence required to prune a branch, in standard deviations and percent.
struct Confidence {
    double deviations;
    int percent;
};

inline constexpr std::array<Confidence, 6> CONFIDENCES{
    {{1.1, 73}, {1.5, 87}, {2.0, 95}, {2.6, 99}, {3.3, 99}, {0.0, 100}}};
inline constexpr int EXACT = 5;  // the last: no pruning

// The search techniques. All are on for play; the tests turn each off and expect the same exact scores.
struct Techniques {
    bool transpositions = true;
    bool stability = true;
    bool child_transpositions = true;  // "enhanced transposition cutoffs": is a child already known to be bad enough?
    bool probcut = true;
    bool local_transpositions = true;
};

struct Node {
    Position position;
    Features features;

    explicit Node(Position start) : position(start), features(start) {}
    void play(Square square, Bitboard turned) {
        position = outflank::play(position, square, turned);
        features.play(square, turned);
    }
    void pass() {
        position = {position.opponent, position.mover};
        features.pass();
    }
};

inline constexpr Bitboard NOT_FOUND = ~Bitboard{0};  // placeholder for moves that are not computed yet

struct Move {
    Bitboard turned;
    Bitboard answers;  // the opponent's moves after it, computed by ordering and reused by the search
    Square square;
    int worth;  // for ordering, larger first
};

class MoveList {
public:
    static constexpr std::size_t MOST = 34;  // no position has more than 33 moves

    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    int size() const { return size_; }
    Move& operator[](int index) { return moves_[static_cast<std::size_t>(index)]; }
    void add(const Move& move) { moves_[static_cast<std::size_t>(size_++)] = move; }
    // Brings the best of the moves from `index` on to `index`.
    Move& pick(int index);
    // Brings the move to that square to the front; false where it is not among them.
    bool bring_first(Square square);
    void sort(int from = 0);

private:
    std::array<Move, MOST> moves_;  // not initialized, because that would take longer than adding them
    int size_ = 0;
};

// A move and its successor; the opponent's moves are used for ordering and by the child.
struct AnsweredMove {
    Position child;
    Bitboard answers;
    Square square;
    int worth;
};

class AnsweredMoves {
public:
    void add(const AnsweredMove& move) { moves_[static_cast<std::size_t>(size_++)] = move; }
    // The best move not yet returned, or null.
    const AnsweredMove* next() {
        if (next_ == size_) return nullptr;
        AnsweredMove* const place = &moves_[static_cast<std::size_t>(next_++)];
        AnsweredMove* best = place;
        for (AnsweredMove* move = place + 1; move < &moves_[0] + size_; ++move) {
            if (move->worth > best->worth) best = move;
        }
        std::swap(*place, *best);
        return place;
    }

private:
    std::array<AnsweredMove, MoveList::MOST> moves_;
    int size_ = 0;
    int next_ = 0;
};

// Moves of the principal variation, PASS if a side has none.
inline constexpr Square PASS = 65;
struct Line {
    std::array<std::uint8_t, 130> moves;
    int length = 0;
    void set(Square move, const Line& rest) {
        moves[0] = static_cast<std::uint8_t>(move);
        std::copy_n(rest.moves.begin(), rest.length, moves.begin() + 1);
        length = rest.length + 1;
    }
};

class Pool;
struct SplitPoint;

// Set from any thread to stop a search; the search also sets it when a limit is reached.
using StopFlag = std::atomic<bool>;

// The state shared by all threads of an engine. All but the flag is constant during a search.
struct Shared {
    Transpositions& transpositions;
    const Weights& weights;
    Bitboard playable = ~Bitboard{0};
    Techniques techniques{};
    StopFlag* stop = nullptr;
    std::uint64_t node_limit = ~std::uint64_t{0};  // per thread
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    Pool* pool = nullptr;
};

inline constexpr int LOCAL_BITS = 14;  // 2¹⁴ entries × 32 bytes: stay in the second-level cache
inline constexpr int SOLVE_EMPTIES = 14;    // from here on down an exact search uses endgame.cpp
inline constexpr int GUESS_EMPTIES = 13;    // a selective one estimates down to here

class Search {
public:
    explicit Search(Shared& shared);

    // The score in (alpha, beta) with its line; moves in `excluded` are skipped at this node.
    int principal(const Node& node, int alpha, int beta, int depth, Line& line, Bitboard excluded = 0);
    // Whether the score is above alpha: a score ≤ alpha is an upper bound, a score > alpha a lower one.
    // `legal` are the mover's moves.
    int null_window(const Node& node, Bitboard legal, int alpha, int depth);
    // The same for a search to the end with few empties, always exact.
    int solve(Position position, Bitboard legal, int alpha, int empties);

    int evaluate_node(const Node& node) const;  // in 1/256 discs
    int evaluate_node(const Node& node, Bitboard legal) const;  // the same where the mover's moves are known
    int static_score(const Node& node, Bitboard legal) const;   // in discs
    // Computes the ordering values of the moves from `from` on.
    void order(const Node& node, MoveList& moves, int from, int alpha, int depth, int empties, const Transposition& known);
    MoveList moves_of(Position position, Bitboard legal) const;
    // True if a table move goes first: its search was deep enough or exact.
    static bool trusted(const Transposition& known, int depth, int empties);

    std::uint64_t nodes() const { return last_.nodes; }
    void begin();   // sets the board and the limits of a new search
    void forget();  // clears the small table
    bool stopped();
    void set_confidence(int confidence) { confidence_ = confidence; }
    int confidence() const { return confidence_; }
    Shared& shared() { return shared_; }
    void help(SplitPoint& split);  // searches moves of another thread's node until there are none left

private:
    struct alignas(32) LocalEntry {  // two per cache line
        Position position{0, 0};
        std::int8_t lower = WORST, upper = BEST;
        std::uint8_t move = NO_SQUARE;
    };

    LocalEntry& local_entry(Position position) {
        // The high bits of the products depend on all squares.
        const std::uint64_t mixed = position.mover * 0x9e3779b97f4a7c15ULL ^ position.opponent * 0xd6e8feb86659fd93ULL;
        return local_[mixed >> (64 - LOCAL_BITS)];
    }
    // `legal` are the mover's moves, which are known from ordering the previous move. On the hot path the two boards
    // are separate arguments: WebAssembly passes a pair through memory.
    int solve_by_parity(Bitboard mover, Bitboard opponent, Bitboard legal, int alpha, int empties);
    int solve_by_mobility(Bitboard mover, Bitboard opponent, Bitboard legal, int alpha, int empties);
    int solve_with_transpositions(Position position, Bitboard legal, int alpha, int empties);
    bool find_answers(Position position, Bitboard legal, int empties, Square known_move, Square second_move,
                      AnsweredMoves& moves);
    int game_over(Position position) const { return final_score(position, last_.squares); }
    int shallow(const Node& node, int alpha, int beta, int depth);
    int search_move(const Node& node, const Move& move, int alpha, int beta, int depth, bool first, Line* line);
    // A score that ends the search of a node immediately, if there is one: …
    std::optional<int> stability_cut(Position position, int alpha, int empties) const;  // from stable discs
    // … from the table entry of the position, …
    std::optional<int> known_cut(const Transposition& entry, int alpha, int beta, int depth) const;
    // … from a child with a table entry that is bad enough for the opponent, …
    std::optional<int> child_known_cut(const Node& node, MoveList& moves, int alpha, int depth);
    std::optional<int> probcut(const Node& node, Bitboard legal, int alpha, int depth, int empties);  // … an estimate
    bool should_split(int depth) const;
    void split(const Node& node, MoveList& moves, int next, int& alpha, int beta, int depth, int& best, Square& best_move,
               Line* line);
    void take_moves(SplitPoint& split);

    Shared& shared_;
    LastEmpties last_;
    Bitboard wall_ = 0;
    int confidence_ = EXACT;
    int probcut_level_ = 0;
    unsigned polls_ = 0;
    SplitPoint* split_ = nullptr;
    std::vector<LocalEntry> local_;

    friend class Pool;
};

}  // namespace outflank
