// Compiler-specific features behind one interface, for GCC, Clang and MSVC.
// OUTFLANK_PLAIN uses standard C++ where possible; the tests build it, because MSVC is not available here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>

#if defined(_WIN32)
#include <malloc.h>
#endif
#if defined(_MSC_VER)
#include <intrin.h>
#define OUTFLANK_PLAIN
#elif defined(__x86_64__)
#include <cpuid.h>
#endif

// Before a loop of constant length: unrolled, so that expressions of the loop index are constants.
#if defined(OUTFLANK_PLAIN)
#define OUTFLANK_UNROLL
#elif defined(__clang__)
#define OUTFLANK_UNROLL _Pragma("clang loop unroll(full)")
#else
#define OUTFLANK_UNROLL _Pragma("GCC unroll 64")
#endif

namespace outflank {

// Prefetch memory; only a hint.
inline void prefetch([[maybe_unused]] const void* memory) {
#if !defined(OUTFLANK_PLAIN)
    __builtin_prefetch(memory);
#elif defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(memory), _MM_HINT_T0);
#elif defined(_M_ARM64)
    __prefetch(memory);
#endif
}

// The upper and the lower half of a product of 128 bits, folded into one by xor.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
#if defined(_MSC_VER)
    return (a * b) ^ __umulh(a, b);
#elif defined(__wasm__) || defined(OUTFLANK_PLAIN)
    // By halves: 128-bit multiplication in WebAssembly is slower.
    const std::uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
    const std::uint64_t cross = (a >> 32) * (b & 0xffffffff) + (low >> 32);
    const std::uint64_t other = (a & 0xffffffff) * (b >> 32) + (cross & 0xffffffff);
    return (a * b) ^ ((a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32));
#else
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#endif
}

// Sixteen numbers added in parallel: one vector register with AVX2, otherwise two or sixteen.
#if defined(OUTFLANK_PLAIN)
struct Vector {
    std::int16_t lane[16];

    friend Vector operator+(Vector a, const Vector& b) {
        for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<std::int16_t>(a.lane[i] + b.lane[i]);
        return a;
    }
    friend Vector operator-(Vector a, const Vector& b) {
        for (int i = 0; i < 16; ++i) a.lane[i] = static_cast<std::int16_t>(a.lane[i] - b.lane[i]);
        return a;
    }
    Vector operator-() const { return Vector{} - *this; }
    Vector& operator+=(const Vector& other) { return *this = *this + other; }
};
#else
using Vector = std::int16_t __attribute__((vector_size(32)));
#endif

// Aligned memory, or nullptr if there is none left. To be released by `release_aligned`.
inline void* allocate_aligned(std::size_t alignment, std::size_t bytes) {
#if defined(_WIN32)
    return _aligned_malloc(bytes, alignment);
#else
    return std::aligned_alloc(alignment, bytes);
#endif
}

inline void release_aligned(void* memory) {
#if defined(_WIN32)
    _aligned_free(memory);
#else
    std::free(memory);
#endif
}

// The name of the fastest build that this processor runs: "avx512" is compiled for x86-64-v4, "avx2" for x86-64-v3, and
// this checks the features that each adds to the level below; "baseline" is for all.
inline const char* processor_kind() {
#if defined(_M_X64) || defined(__x86_64__)
    // By hand: __builtin_cpu_supports needs a variable of libgcc, which not every compiler brings.
    std::uint32_t of_one[4] = {}, of_seven[4] = {};
    std::uint64_t saved = 0;  // the registers that the system saves must include the wide ones
    const auto has = [](std::uint32_t word, std::initializer_list<int> bits) {
        return std::ranges::all_of(bits, [word](int bit) { return word >> bit & 1; });
    };
#if defined(_MSC_VER)
    __cpuidex(reinterpret_cast<int*>(of_one), 1, 0);
    __cpuidex(reinterpret_cast<int*>(of_seven), 7, 0);
    if (has(of_one[2], {27})) saved = _xgetbv(0);
#else
    __get_cpuid_count(1, 0, &of_one[0], &of_one[1], &of_one[2], &of_one[3]);
    __get_cpuid_count(7, 0, &of_seven[0], &of_seven[1], &of_seven[2], &of_seven[3]);
    if (std::uint32_t low, high; has(of_one[2], {27})) {
        __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        saved = std::uint64_t{high} << 32 | low;
    }
#endif
    const bool avx2 = (saved & 0x06) == 0x06 && has(of_one[2], {23}) && has(of_seven[1], {3, 5, 8});
    const bool avx512 = avx2 && (saved & 0xe6) == 0xe6 && has(of_seven[1], {16, 17, 28, 30, 31});
#else
    const bool avx2 = false, avx512 = false;
#endif
    return avx512 ? "avx512" : avx2 ? "avx2" : "baseline";
}

}  // namespace outflank
