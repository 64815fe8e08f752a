/* arrange_avx2.c - the arranger's innermost loops, 32 lanes of two registers at a time.
 *
 * Gathers read the tables; their entries of two bytes are read as four and the upper half dropped. AVX2 cannot compress
 * lanes, but few lanes are ever chosen, so choices become a 32-bit set that is walked bit by bit. Invariant: lanes
 * past the end of an array may hold anything and are masked off.
 */
#include "arrange.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>

LP_TARGET_BEGIN(LP_TARGET_AVX2)

#define LP_LANES 32
#define LP_LOOKS_UP_PLACES 0
#define rank_terms lp_rank_terms
#define suit_terms lp_suit_terms

static inline __m256i load(const uint16_t *from) { return _mm256_loadu_si256((const __m256i *)from); }
static inline void store(uint16_t *to, __m256i lanes) { _mm256_storeu_si256((__m256i *)to, lanes); }

static inline void add_base(uint16_t *out, const uint16_t *smaller, unsigned base, size_t n) {
    __m256i constant = _mm256_set1_epi16((short)base);
    for (size_t i = 0; i < n; i += 16) store(out + i, _mm256_add_epi16(load(smaller + i), constant));
}

static inline __m256i gather(const uint16_t *table, __m256i index) {
    __m256i half = _mm256_set1_epi32(0xFFFF);
    __m256i low = _mm256_i32gather_epi32((const int *)table, _mm256_and_si256(index, half), 2);
    __m256i high = _mm256_i32gather_epi32((const int *)table, _mm256_srli_epi32(index, 16), 2);
    return _mm256_blend_epi16(low, _mm256_slli_epi32(high, 16), 0xAA);
}

/* Entries to strengths: 4 * class and the two bits of `suits` at the place, moved up to bit 10 by a multiplication. */
static inline __m256i entry_strength(__m256i entry, __m256i suits) {
    /* by place, 1 << (10 - 2 * place): low bytes, from 8 on high bytes */
    const __m256i shift = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 64, 16, 4, 1, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0));
    __m256i cls = _mm256_srli_epi16(_mm256_mulhi_epu16(entry, _mm256_set1_epi16((short)43691)), 2);
    __m256i place = _mm256_sub_epi16(entry, _mm256_mullo_epi16(cls, _mm256_set1_epi16(LP_PLACES)));
    __m256i bytes = _mm256_or_si256(_mm256_or_si256(place, _mm256_slli_epi16(place, 8)), _mm256_set1_epi16(0x0800));
    __m256i suit = _mm256_srli_epi16(_mm256_mullo_epi16(suits, _mm256_shuffle_epi8(shift, bytes)), 10);
    return _mm256_or_si256(_mm256_slli_epi16(cls, 2), _mm256_and_si256(suit, _mm256_set1_epi16(3)));
}

/* Lanes 0 to 15 below n. */
static inline __m256i lanes_below(size_t n) {
    __m256i number = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm256_cmpgt_epi16(_mm256_set1_epi16((short)n), number);
}

static inline void look_up(const uint16_t *table, const uint16_t *index, const uint16_t *suits, size_t n,
                           uint16_t *strength) {
    for (size_t i = 0; i < n; i += 16) {
        __m256i entry = gather(table, _mm256_and_si256(load(index + i), lanes_below(n - i)));
        store(strength + i, suits ? entry_strength(entry, load(suits + i)) : entry);
    }
}

/* The greatest strength below limit, or -1. */
static inline int greatest(const uint16_t *strength, size_t n, int limit) {
    if (limit <= 0) return -1;
    __m256i most = _mm256_setzero_si256(), any = most, top = _mm256_set1_epi16((short)(limit - 1));
    for (size_t i = 0; i < n; i += 16) {
        __m256i s = load(strength + i);
        __m256i below = _mm256_and_si256(_mm256_cmpeq_epi16(_mm256_min_epu16(s, top), s), lanes_below(n - i));
        most = _mm256_max_epu16(most, _mm256_and_si256(s, below));
        any = _mm256_or_si256(any, below);
    }
    __m128i half = _mm_max_epu16(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
    /* minpos finds the least: of the complements, the greatest */
    half = _mm_minpos_epu16(_mm_xor_si128(half, _mm_set1_epi32(-1)));
    return _mm256_testz_si256(any, any) ? -1 : 0xFFFF ^ _mm_extract_epi16(half, 0);
}

static inline __m256i from_to(__m256i s, __m256i low, __m256i span) {
    s = _mm256_sub_epi16(s, low);
    return _mm256_cmpeq_epi16(_mm256_min_epu16(s, span), s);
}

static inline uint32_t lane_set(__m256i a, __m256i b) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(_mm256_packs_epi16(a, b), 0xD8));
}

/* Which of 32 strengths are from low to high. */
static inline uint32_t lanes_from_to(const uint16_t *strength, unsigned low, unsigned high) {
    __m256i least = _mm256_set1_epi16((short)low), span = _mm256_set1_epi16((short)(high - low));
    return lane_set(from_to(load(strength), least, span), from_to(load(strength + 16), least, span));
}

static inline uint32_t set_below(size_t n) { return n < 32 ? (1u << n) - 1 : UINT32_MAX; }

/* Where strengths are from low to high. */
static inline size_t collect(const lp_pool_t *pool, unsigned low, unsigned high, uint16_t *id) {
    size_t found = 0;
    for (size_t i = 0; i < pool->n; i += 32) {
        uint32_t set = lanes_from_to(pool->strength + i, low, high) & set_below(pool->n - i);
        for (; set; set &= set - 1) id[found++] = (uint16_t)(i + lp_lowest_bit(set));
    }
    return found;
}

typedef struct subset_list {
    _Alignas(64) uint16_t mask[LP_SUBSETS5 + 32];
    _Alignas(64) uint16_t strength[LP_SUBSETS5 + 32];
} subset_list_t;

/* The pool's subsets of strengths from low to high. Reads ahead of what it writes, so it can work in place. */
static inline lp_pool_t narrow(const lp_pool_t *pool, unsigned low, unsigned high, subset_list_t *list) {
    size_t found = 0;
    for (size_t i = 0; i < pool->n; i += 32) {
        uint32_t set = lanes_from_to(pool->strength + i, low, high) & set_below(pool->n - i);
        for (; set; set &= set - 1, found++) {
            list->mask[found] = pool->mask[i + lp_lowest_bit(set)];
            list->strength[found] = pool->strength[i + lp_lowest_bit(set)];
        }
    }
    store(list->mask + found, _mm256_set1_epi16(-1)); /* shares a place with every pile */
    store(list->mask + found + 16, _mm256_set1_epi16(-1));
    return (lp_pool_t){found, list->mask, list->strength};
}

/* Where the pool's subsets share no place with `mask` and have strengths from low to high. */
static inline size_t list_apart(const lp_pool_t *pool, const lp_subsets_t *subsets, unsigned mask, unsigned low,
                                unsigned high, uint16_t *id) {
    __m256i taken = _mm256_set1_epi16((short)mask), zero = _mm256_setzero_si256();
    __m256i least = _mm256_set1_epi16((short)low), span = _mm256_set1_epi16((short)(high - low));
    size_t found = 0;
    (void)subsets;
    for (size_t i = 0; i < pool->n; i += 32) {
        __m256i a = _mm256_cmpeq_epi16(_mm256_and_si256(load(pool->mask + i), taken), zero);
        __m256i b = _mm256_cmpeq_epi16(_mm256_and_si256(load(pool->mask + i + 16), taken), zero);
        a = _mm256_and_si256(a, from_to(load(pool->strength + i), least, span));
        b = _mm256_and_si256(b, from_to(load(pool->strength + i + 16), least, span));
        for (uint32_t set = lane_set(a, b); set; set &= set - 1) id[found++] = (uint16_t)(i + lp_lowest_bit(set));
    }
    return found;
}

#include "arrange_search.h"

int lp_split_best_avx2(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    return split_best(p, u, hand, best);
}

LP_TARGET_END

#endif
