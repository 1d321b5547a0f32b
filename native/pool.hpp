// Several threads on one search: "young brothers wait".
//
// When the first move of a node has been searched and a thread is idle, the node becomes a split point: its
// remaining moves are distributed one by one to idle threads. A thread that finishes early helps
// where its own helpers work, so no thread waits while there is work.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "search.hpp"
#include "threads.hpp"

namespace outflank {

struct SplitPoint {
    const Node& node;
    MoveList& moves;
    const int beta;
    const int depth;
    const int confidence;
    const int probcut_level;
    SplitPoint* const parent;
    Line* const line;  // null in a null-window node

    std::atomic<bool> cut{false};  // a move caused a cutoff: all threads below stop
    Mutex mutex;                   // protects the four members below
    int next;
    int alpha;
    int best;
    Square best_move;

    int helpers = 0;  // protected by the pool's mutex

    bool below(const SplitPoint* ancestor) const {
        for (const SplitPoint* split = this; split; split = split->parent) {
            if (split == ancestor) return true;
        }
        return false;
    }
};

class Pool {
public:
    Pool(Shared& shared, int helpers);  // starts `helpers` threads beside the caller's
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    bool somebody_is_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }
    void open(SplitPoint& split);
    // Removes the split point and returns when its last helper has left; helps until then.
    void close(SplitPoint& split, Search& owner);
    // Between searches only, when all helpers are idle:
    std::uint64_t nodes() const;
    void begin();
    void forget();

private:
    void run(Search& search);
    // Works on a split point if there is one (`below` an own one, if given), otherwise sleeps until something changes.
    void help_or_wait(std::unique_lock<Mutex>& lock, Search& search, const SplitPoint* below);
    SplitPoint* find_work(const SplitPoint* below);  // with the mutex held

    Mutex mutex_;
    Condition changed_;
    std::vector<SplitPoint*> open_;
    std::atomic<int> idle_{0};
    bool leaving_ = false;
    std::vector<std::unique_ptr<Search>> searches_;
    std::vector<Thread> threads_;
};

}  // namespace outflank
