/* equity_avx512.c - counting deals eight words at a time.
 *
 * The last register of a row is cut to its bits by a mask a word and one partial word, so no row needs padding.
 * Invariant: nothing beyond the last word that holds one of the bits is read.
 */
#include "equity.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>

LP_TARGET_BEGIN(LP_TARGET_AVX512)

#define KERNEL(name) name##_avx512

static ALWAYS_INLINE uint64_t count_and(const uint64_t *a, const uint64_t *b, size_t bits) {
    const size_t words = bits / 64;
    uint64_t last = bits % 64 ? _bzhi_u64(a[words] & b[words], (unsigned)(bits % 64)) : 0;
    uint64_t count = (uint64_t)_mm_popcnt_u64(last);
    if (!words) return count;
    __m512i sum = _mm512_setzero_si512();
    size_t i = 0;
    for (; i + 8 <= words; i += 8)
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(_mm512_loadu_si512(a + i),
                                                                         _mm512_loadu_si512(b + i))));
    __mmask8 rest = (__mmask8)_bzhi_u32(0xFF, (unsigned)(words - i));
    __m512i both = _mm512_and_si512(_mm512_maskz_loadu_epi64(rest, a + i), _mm512_maskz_loadu_epi64(rest, b + i));
    sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(both));
    return count + (uint64_t)_mm512_reduce_add_epi64(sum);
}

#include "equity_walk.h"

LP_TARGET_END

#endif
