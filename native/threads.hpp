// Threads, and waiting for one another: the one place that knows whether a build has them.
//
// A page's WebAssembly has none: there everything runs on the one thread there is, locks are always free, and an
// engine of several threads is refused when it is made.
#pragma once

#include <mutex>

#if defined(__wasm__)
#include <cstdlib>
#else
#include <chrono>
#include <condition_variable>
#include <thread>
#endif

namespace outflank {

#if defined(__wasm__)
inline constexpr int MOST_THREADS = 1;

struct Mutex {
    void lock() {}
    void unlock() {}
    bool try_lock() { return true; }
};

struct Condition {
    template <typename Lock>
    void wait(Lock&) { std::abort(); }  // nobody else is there to end the wait
    void notify_all() {}
};

struct Thread {
    template <typename Work>
    explicit Thread(Work&&) { std::abort(); }  // MOST_THREADS says so
    void join() {}
};

inline void wait_a_moment() {}
#else
inline constexpr int MOST_THREADS = 256;
using Mutex = std::mutex;
using Condition = std::condition_variable;
using Thread = std::thread;

inline void wait_a_moment() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }
#endif

}  // namespace outflank
