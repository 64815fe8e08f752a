/* expected_avx512.c - the counting loops of expected value, 32 hands at a time.
 *
 * Compares give masks, so a count is a popcount, and costs are added under the mask. Invariant: lanes past the end may
 * hold anything and are masked off; no lane of 32 bits overflows (see count_costs).
 */
#include "field.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>

LP_TARGET_BEGIN(LP_TARGET_AVX512)

static inline __mmask32 lanes_of(size_t left) { return left < 32 ? (__mmask32)((1u << left) - 1) : (__mmask32)-1; }
static inline __m512i load(const uint16_t *at) { return _mm512_loadu_si512((const void *)at); }

static inline void note(lp_ties_t *ties, uint32_t mask, size_t at) {
    ties->mask[ties->n] = mask;
    ties->at[ties->n] = (uint32_t)at;
    ties->n += mask != 0;
}

static size_t weaker(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a, unsigned b, uint32_t at,
                     lp_ties_t *ties) {
    __m512i x = _mm512_set1_epi16((short)a), y = _mm512_set1_epi16((short)b);
    size_t count = 0;
    for (size_t i = 0; i < n; i += 32) {
        __m512i one = load(first + i), two = load(middle + i);
        __mmask32 lanes = lanes_of(n - i);
        __mmask32 below = _mm512_mask_cmplt_epu16_mask(_mm512_mask_cmplt_epu16_mask(lanes, one, x), two, y);
        count += (size_t)__builtin_popcount(below);
        if (!ties) continue;
        __mmask32 upto = _mm512_mask_cmple_epu16_mask(_mm512_mask_cmple_epu16_mask(lanes, one, x), two, y);
        note(ties, upto ^ below, at + i);
    }
    return count;
}

static int64_t cost_of(const uint16_t *first, const uint16_t *middle, const int32_t *cost, size_t n, unsigned a,
                       unsigned b, uint32_t at, lp_ties_t *ties) {
    __m512i x = _mm512_set1_epi16((short)a), y = _mm512_set1_epi16((short)b);
    __m512i sum = _mm512_setzero_si512(), more = _mm512_setzero_si512();
    for (size_t i = 0; i < n; i += 32) {
        __m512i one = load(first + i), two = load(middle + i);
        __mmask32 lanes = lanes_of(n - i);
        __mmask32 above = _mm512_mask_cmpgt_epu16_mask(_mm512_mask_cmpgt_epu16_mask(lanes, one, x), two, y);
        sum = _mm512_mask_add_epi32(sum, (__mmask16)above, sum, _mm512_loadu_si512((const void *)(cost + i)));
        more = _mm512_mask_add_epi32(more, (__mmask16)(above >> 16), more,
                                     _mm512_loadu_si512((const void *)(cost + i + 16)));
        if (!ties) continue;
        __mmask32 from = _mm512_mask_cmpge_epu16_mask(_mm512_mask_cmpge_epu16_mask(lanes, one, x), two, y);
        note(ties, from ^ above, at + i);
    }
    __m512i low = _mm512_add_epi64(_mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum)),
                                   _mm512_cvtepi32_epi64(_mm512_castsi512_si256(more)));
    __m512i high = _mm512_add_epi64(_mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(sum, 1)),
                                    _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(more, 1)));
    return _mm512_reduce_add_epi64(_mm512_add_epi64(low, high));
}

static size_t either(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a, unsigned b) {
    __m512i x = _mm512_set1_epi16((short)a), y = _mm512_set1_epi16((short)b);
    size_t count = 0;
    for (size_t i = 0; i < n; i += 32) {
        __mmask32 below = _mm512_cmplt_epu16_mask(load(first + i), x) | _mm512_cmplt_epu16_mask(load(middle + i), y);
        count += (size_t)__builtin_popcount(below & lanes_of(n - i));
    }
    return count;
}

static size_t apart(const uint16_t *masks, const uint16_t *strength, size_t n, unsigned mask, unsigned low,
                    unsigned high, uint16_t *id) {
    __m512i cards = _mm512_set1_epi16((short)mask), least = _mm512_set1_epi16((short)low);
    __m512i range = _mm512_set1_epi16((short)(high - low)), step = _mm512_set1_epi16(32);
    __m512i number = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12,
                                      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    size_t found = 0;
    for (size_t i = 0; i < n; i += 32) {
        __mmask32 lanes = _mm512_mask_testn_epi16_mask(lanes_of(n - i), load(masks + i), cards);
        lanes = _mm512_mask_cmple_epu16_mask(lanes, _mm512_sub_epi16(load(strength + i), least), range);
        _mm512_storeu_si512((void *)(id + found), _mm512_maskz_compress_epi16(lanes, number));
        found += (size_t)__builtin_popcount(lanes);
        number = _mm512_add_epi16(number, step);
    }
    return found;
}

/* Register by register for the places from the seventh on; the six lowest by moving lanes up within one. */
static void spread(uint8_t most[LP_MASKS]) {
    for (size_t i = 0; i < LP_MASKS; i += 64) {
        __m512i x = _mm512_load_si512((const void *)(most + i));
        x = _mm512_max_epu8(x, _mm512_slli_epi16(x, 8));
        x = _mm512_max_epu8(x, _mm512_slli_epi32(x, 16));
        x = _mm512_max_epu8(x, _mm512_slli_epi64(x, 32));
        x = _mm512_max_epu8(x, _mm512_bslli_epi128(x, 8));
        x = _mm512_max_epu8(x, _mm512_maskz_shuffle_i64x2(0xCC, x, x, 0xA0)); /* quarters 0, 0, 2, 2 */
        x = _mm512_max_epu8(x, _mm512_maskz_shuffle_i64x2(0xF0, x, x, 0x44)); /* 0, 1, 0, 1 */
        _mm512_store_si512((void *)(most + i), x);
    }
    for (size_t step = 64; step < LP_MASKS; step *= 2)
        for (size_t i = 0; i < LP_MASKS; i += 2 * step)
            for (size_t k = i; k < i + step; k += 64) {
                __m512i x = _mm512_load_si512((const void *)(most + k));
                __m512i *to = (__m512i *)(most + k + step);
                _mm512_store_si512(to, _mm512_max_epu8(x, _mm512_load_si512(to)));
            }
}

const lp_field_kernels_t lp_field_avx512 = {weaker, cost_of, either, apart, spread, lp_rank_subsets_avx512};

LP_TARGET_END

#else
typedef int lp_field_avx512_unused; /* not an empty file */
#endif
