/* expected_avx2.c - the counting loops of expected value, 16 hands at a time.
 *
 * Unsigned words compare as signed ones with the top bit flipped. The end of a run that does not fill a register goes
 * through the plain loops. Invariant: as in expected_avx512.c.
 */
#include "field.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>

LP_TARGET_BEGIN(LP_TARGET_AVX2)

#define FLIP _mm256_set1_epi16((short)0x8000)

static inline __m256i load(const uint16_t *at) {
    return _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(const void *)at), FLIP);
}
static inline __m256i all(unsigned value) { return _mm256_xor_si256(_mm256_set1_epi16((short)value), FLIP); }

/* One bit for each of 32 words of 0 or -1. */
static inline uint32_t bits(__m256i low, __m256i high) {
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xD8);
    return (uint32_t)_mm256_movemask_epi8(packed);
}

static inline void note(lp_ties_t *ties, uint32_t mask, size_t at) {
    ties->mask[ties->n] = mask;
    ties->at[ties->n] = (uint32_t)at;
    ties->n += mask != 0;
}

static inline __m256i tied(__m256i one, __m256i x, __m256i two, __m256i y, int above) {
    __m256i outside = above ? _mm256_or_si256(_mm256_cmpgt_epi16(x, one), _mm256_cmpgt_epi16(y, two))
                            : _mm256_or_si256(_mm256_cmpgt_epi16(one, x), _mm256_cmpgt_epi16(two, y));
    return _mm256_andnot_si256(outside, _mm256_or_si256(_mm256_cmpeq_epi16(one, x), _mm256_cmpeq_epi16(two, y)));
}

static size_t weaker(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a, unsigned b, uint32_t at,
                     lp_ties_t *ties) {
    __m256i x = all(a), y = all(b);
    size_t count = 0, i = 0;
    for (; i + 32 <= n; i += 32) {
        __m256i one = load(first + i), two = load(middle + i);
        __m256i three = load(first + i + 16), four = load(middle + i + 16);
        uint32_t below = bits(_mm256_and_si256(_mm256_cmpgt_epi16(x, one), _mm256_cmpgt_epi16(y, two)),
                              _mm256_and_si256(_mm256_cmpgt_epi16(x, three), _mm256_cmpgt_epi16(y, four)));
        count += (size_t)__builtin_popcount(below);
        if (ties) note(ties, bits(tied(one, x, two, y, 0), tied(three, x, four, y, 0)), at + i);
    }
    return count + lp_field_scalar.weaker(first + i, middle + i, n - i, a, b, (uint32_t)(at + i), ties);
}

static int64_t cost_of(const uint16_t *first, const uint16_t *middle, const int32_t *cost, size_t n, unsigned a,
                       unsigned b, uint32_t at, lp_ties_t *ties) {
    __m256i x = all(a), y = all(b), sum = _mm256_setzero_si256();
    int64_t total = 0;
    size_t i = 0;
    for (; i + 32 <= n; i += 32) {
        __m256i one = load(first + i), two = load(middle + i);
        __m256i three = load(first + i + 16), four = load(middle + i + 16);
        __m256i low = _mm256_and_si256(_mm256_cmpgt_epi16(one, x), _mm256_cmpgt_epi16(two, y));
        __m256i high = _mm256_and_si256(_mm256_cmpgt_epi16(three, x), _mm256_cmpgt_epi16(four, y));
        for (unsigned k = 0; k < 4; k++) {
            __m256i half = k < 2 ? low : high;
            __m128i words = k & 1 ? _mm256_extracti128_si256(half, 1) : _mm256_castsi256_si128(half);
            __m256i costs = _mm256_loadu_si256((const __m256i *)(const void *)(cost + i + 8 * k));
            sum = _mm256_add_epi32(sum, _mm256_and_si256(_mm256_cvtepi16_epi32(words), costs));
        }
        if (ties) note(ties, bits(tied(one, x, two, y, 1), tied(three, x, four, y, 1)), at + i);
    }
    int32_t lane[8];
    _mm256_storeu_si256((__m256i *)(void *)lane, sum);
    for (unsigned k = 0; k < 8; k++) total += lane[k];
    return total + lp_field_scalar.cost(first + i, middle + i, cost + i, n - i, a, b, (uint32_t)(at + i), ties);
}

static size_t either(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a, unsigned b) {
    __m256i x = all(a), y = all(b);
    size_t count = 0, i = 0;
    for (; i + 32 <= n; i += 32) {
        __m256i low = _mm256_or_si256(_mm256_cmpgt_epi16(x, load(first + i)), _mm256_cmpgt_epi16(y, load(middle + i)));
        __m256i high = _mm256_or_si256(_mm256_cmpgt_epi16(x, load(first + i + 16)),
                                       _mm256_cmpgt_epi16(y, load(middle + i + 16)));
        count += (size_t)__builtin_popcount(bits(low, high));
    }
    return count + lp_field_scalar.either(first + i, middle + i, n - i, a, b);
}

static size_t apart(const uint16_t *masks, const uint16_t *strength, size_t n, unsigned mask, unsigned low,
                    unsigned high, uint16_t *id) {
    __m256i cards = _mm256_set1_epi16((short)mask), least = all(low), most = all(high), zero = _mm256_setzero_si256();
    size_t found = 0;
    for (size_t i = 0; i < n; i += 32) { /* there are 32 words past the end of both */
        __m256i hit[2];
        for (unsigned k = 0; k < 2; k++) {
            __m256i s = load(strength + i + 16 * k);
            __m256i m = _mm256_loadu_si256((const __m256i *)(const void *)(masks + i + 16 * k));
            __m256i outside = _mm256_or_si256(_mm256_cmpgt_epi16(least, s), _mm256_cmpgt_epi16(s, most));
            hit[k] = _mm256_andnot_si256(outside, _mm256_cmpeq_epi16(_mm256_and_si256(m, cards), zero));
        }
        uint32_t lanes = bits(hit[0], hit[1]);
        if (n - i < 32) lanes &= (1u << (n - i)) - 1;
        for (; lanes; lanes &= lanes - 1) id[found++] = (uint16_t)(i + lp_lowest_bit(lanes));
    }
    return found;
}

/* Register by register for the places from the sixth on; the five lowest by moving lanes up within one. */
static void spread(uint8_t most[LP_MASKS]) {
    for (size_t i = 0; i < LP_MASKS; i += 32) {
        __m256i x = _mm256_load_si256((const __m256i *)(most + i));
        x = _mm256_max_epu8(x, _mm256_slli_epi16(x, 8));
        x = _mm256_max_epu8(x, _mm256_slli_epi32(x, 16));
        x = _mm256_max_epu8(x, _mm256_slli_epi64(x, 32));
        x = _mm256_max_epu8(x, _mm256_slli_si256(x, 8));
        x = _mm256_max_epu8(x, _mm256_permute2x128_si256(x, x, 0x08)); /* the lower half above */
        _mm256_store_si256((__m256i *)(most + i), x);
    }
    for (size_t step = 32; step < LP_MASKS; step *= 2)
        for (size_t i = 0; i < LP_MASKS; i += 2 * step)
            for (size_t k = i; k < i + step; k += 32) {
                __m256i x = _mm256_load_si256((const __m256i *)(most + k));
                __m256i *to = (__m256i *)(most + k + step);
                _mm256_store_si256(to, _mm256_max_epu8(x, _mm256_load_si256(to)));
            }
}

const lp_field_kernels_t lp_field_avx2 = {weaker, cost_of, either, apart, spread, lp_rank_subsets_avx2};

LP_TARGET_END

#else
typedef int lp_field_avx2_unused; /* not an empty file */
#endif
