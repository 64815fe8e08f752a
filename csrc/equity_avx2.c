/* equity_avx2.c - counting deals where the processor counts the bits of a word.
 *
 * Words are loaded, combined and counted one by one: that is a word a cycle, and the rows are short. Invariant: as in
 * equity_walk.h.
 */
#include "equity.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>

LP_TARGET_BEGIN(LP_TARGET_AVX2)

#define KERNEL(name) name##_avx2

static ALWAYS_INLINE uint64_t ones(uint64_t x) { return (uint64_t)_mm_popcnt_u64(x); }

static ALWAYS_INLINE uint64_t count_and(const uint64_t *a, const uint64_t *b, size_t bits) {
    const size_t words = bits / 64;
    uint64_t count = 0, other = 0;
    size_t i = 0;
    for (; i + 4 <= words; i += 4) {
        count += ones(a[i] & b[i]) + ones(a[i + 1] & b[i + 1]);
        other += ones(a[i + 2] & b[i + 2]) + ones(a[i + 3] & b[i + 3]);
    }
    for (; i < words; i++) count += ones(a[i] & b[i]);
    if (bits % 64) count += ones(_bzhi_u64(a[words] & b[words], (unsigned)(bits % 64)));
    return count + other;
}

#include "equity_walk.h"

LP_TARGET_END

#endif
