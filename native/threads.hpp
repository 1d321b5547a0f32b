// Threads and synchronization: the only code that depends on whether a build has threads.
//
// WebAssembly in the page has none: everything runs on a single thread, locks are always free, and an
// engine with several threads is rejected when it is created.
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
    void wait(Lock&) { std::abort(); }  // no other thread could end the wait
    void notify_all() {}
};

struct Thread {
    template <typename Work>
    explicit Thread(Work&&) { std::abort(); }  // limited by MOST_THREADS
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
