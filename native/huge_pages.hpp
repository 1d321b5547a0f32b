// Memory for random access, in pages of 2 MB if the system has them, because this reduces misses in the
// processor's TLB. Only a hint; nothing depends on it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "compiler.hpp"

namespace outflank {

struct Release {
    void operator()(void* memory) const { release_aligned(memory); }
};

template <typename T>
using HugeArray = std::unique_ptr<T[], Release>;

template <typename T>
HugeArray<T> make_huge_array(std::size_t count) {
#if defined(__wasm__)
    // There are none, and the allocator would use twice the memory for such an alignment.
    constexpr std::size_t PAGE = 64;
#else
    constexpr std::size_t PAGE = std::size_t{1} << 21;
#endif
    const std::size_t bytes = (count * sizeof(T) + PAGE - 1) / PAGE * PAGE;
    void* memory = allocate_aligned(PAGE, bytes);
    if (!memory) throw std::bad_alloc();
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return HugeArray<T>(new (memory) T[count]);
}

}  // namespace outflank
