#include "pool.hpp"

#include <algorithm>

namespace outflank {
namespace {

constexpr int SPLIT_DEPTH = 7;  // plies; shallower nodes finish before a helper wakes up

}  // namespace

bool Search::should_split(int depth) const {
    return shared_.pool && depth >= SPLIT_DEPTH && shared_.pool->somebody_is_idle();
}

void Search::split(const Node& node, MoveList& moves, int next, int& alpha, int beta, int depth, int& best,
                   Square& best_move, Line* line) {
    SplitPoint point{node, moves, beta, depth, confidence_, probcut_level_, split_, line, {}, {}, next, alpha, best, best_move, 0};
    shared_.pool->open(point);
    split_ = &point;
    take_moves(point);
    shared_.pool->close(point, *this);
    split_ = point.parent;
    alpha = point.alpha;
    best = point.best;
    best_move = point.best_move;
}

void Search::take_moves(SplitPoint& split) {
    for (;;) {
        int index;
        int alpha;
        {
            const std::lock_guard lock(split.mutex);
            if (split.next >= split.moves.size() || split.cut.load(std::memory_order_relaxed)) return;
            index = split.next++;
            alpha = split.alpha;
        }
        const Move move = split.moves[index];
        Line line;
        const int value = search_move(split.node, move, alpha, split.beta, split.depth, false, split.line ? &line : nullptr);
        if (stopped()) return;
        const std::lock_guard lock(split.mutex);
        if (value > split.best) {
            split.best = value;
            split.best_move = move.square;
            if (value > split.alpha) {
                split.alpha = value;
                if (split.line) *split.line = line;
            }
            if (value >= split.beta) split.cut.store(true, std::memory_order_relaxed);
        }
    }
}

void Search::help(SplitPoint& point) {
    SplitPoint* const own = split_;
    const int own_confidence = confidence_;
    const int own_level = probcut_level_;
    split_ = &point;
    confidence_ = point.confidence;
    probcut_level_ = point.probcut_level;
    take_moves(point);
    split_ = own;
    confidence_ = own_confidence;
    probcut_level_ = own_level;
}

Pool::Pool(Shared& shared, int helpers) {
    for (int index = 0; index < helpers; ++index) searches_.push_back(std::make_unique<Search>(shared));
    for (auto& search : searches_) threads_.emplace_back([this, &search] { run(*search); });
}

Pool::~Pool() {
    {
        const std::lock_guard lock(mutex_);
        leaving_ = true;
    }
    changed_.notify_all();
    for (Thread& thread : threads_) thread.join();
}

std::uint64_t Pool::nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& search : searches_) nodes += search->nodes();
    return nodes;
}

void Pool::begin() {
    const std::lock_guard lock(mutex_);  // makes earlier writes visible to the helpers
    for (auto& search : searches_) search->begin();
}

void Pool::forget() {
    const std::lock_guard lock(mutex_);
    for (auto& search : searches_) search->forget();
}

SplitPoint* Pool::find_work(const SplitPoint* below) {
    SplitPoint* found = nullptr;
    for (SplitPoint* split : open_) {
        if (below && !split->below(below)) continue;
        if (split->cut.load(std::memory_order_relaxed)) continue;
        if (found && found->depth >= split->depth) continue;  // the deepest subtree keeps a helper busy longest
        const std::lock_guard lock(split->mutex);
        if (split->next < split->moves.size()) found = split;
    }
    return found;
}

void Pool::open(SplitPoint& split) {
    {
        const std::lock_guard lock(mutex_);
        open_.push_back(&split);
    }
    changed_.notify_all();
}

void Pool::close(SplitPoint& split, Search& owner) {
    std::unique_lock lock(mutex_);
    std::erase(open_, &split);
    while (split.helpers > 0) help_or_wait(lock, owner, &split);
}

void Pool::run(Search& search) {
    std::unique_lock lock(mutex_);
    while (!leaving_) help_or_wait(lock, search, nullptr);
}

void Pool::help_or_wait(std::unique_lock<Mutex>& lock, Search& search, const SplitPoint* below) {
    if (SplitPoint* work = find_work(below)) {
        ++work->helpers;
        lock.unlock();
        search.help(*work);
        lock.lock();
        --work->helpers;
        changed_.notify_all();
        return;
    }
    idle_.fetch_add(1, std::memory_order_relaxed);
    changed_.wait(lock);
    idle_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace outflank
