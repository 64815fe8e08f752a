/* arrange_avx512.c - the arranger's innermost loops, 32 lanes at a time.
 *
 * Gathers read the tables; their entries of two bytes are read as four and the upper half dropped. Choices are
 * compressed into lists without a branch, which no predictor could guess. Compressing in a register and storing it
 * whole beats storing compressed, which is slow on some processors. Nine cards with utilities are few enough for a way
 * of their own, arrange_thirds.h. Invariant: lanes past the end of an array may hold anything and are masked off; lists
 * have room for them.
 */
#include "arrange.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>

LP_TARGET_BEGIN(LP_TARGET_AVX512)

#define LP_LANES 32

static inline __m512i words(int x) { return _mm512_set1_epi16((short)x); }

static inline __mmask32 lanes_below(size_t n) { return n < 32 ? (__mmask32)((1u << n) - 1) : (__mmask32)-1; }

static inline __m512i first_lanes(void) {
    static const uint16_t number[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    return _mm512_loadu_si512(number);
}

static inline void rank_terms(const uint8_t *code, size_t n, size_t levels, uint16_t term[5][16]) {
    __m256i rank = _mm256_srli_epi16(_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)code)), 2);
    (void)n;
    for (size_t k = 0; k < levels; k++) {
        __m256i row = _mm256_maskz_loadu_epi16((1u << LP_RANK_CODES) - 1, lp_index_term[k]);
        _mm256_storeu_si256((__m256i *)term[k], _mm256_permutexvar_epi16(rank, row));
    }
}

static inline void suit_terms(const uint8_t *code, size_t n, size_t levels, uint16_t term[5][16]) {
    __m256i suit = _mm256_cvtepu8_epi16(_mm_and_si128(_mm_loadu_si128((const __m128i *)code), _mm_set1_epi8(3)));
    (void)n;
    for (size_t k = 0; k < levels; k++, suit = _mm256_slli_epi16(suit, 2))
        _mm256_storeu_si256((__m256i *)term[k], suit);
}

/* 16 places fit one register, so sums over subsets of three are looked up place by place, where other instruction sets
 * build them up from pairs. */
#define LP_LOOKS_UP_PLACES 1

static inline __m512i by_place(const uint16_t *term, const uint16_t *place) {
    __m512i row = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)term));
    return _mm512_permutexvar_epi16(_mm512_loadu_si512(place), row);
}

static inline void add_threes(const lp_subsets_t *subsets, uint16_t term[5][16], size_t n, uint16_t *three) {
    (void)n;
    for (size_t i = 0; i < subsets->n_first; i += 32) {
        __m512i low = by_place(term[0], subsets->place[0] + i), middle = by_place(term[1], subsets->place[1] + i);
        __m512i high = by_place(term[2], subsets->place[2] + i);
        _mm512_storeu_si512(three + i, _mm512_add_epi16(_mm512_add_epi16(low, middle), high));
    }
}

static inline void mark_threes(const lp_subsets_t *subsets, const lp_hand_t *hand, size_t n, uint16_t *three) {
    uint16_t suits[16];
    (void)n;
    _mm256_storeu_si256((__m256i *)suits, _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)hand->suits)));
    for (size_t i = 0; i < subsets->n_first; i += 32) {
        __m512i low = by_place(suits, subsets->place[0] + i), middle = by_place(suits, subsets->place[1] + i);
        __m512i high = by_place(suits, subsets->place[2] + i);
        __mmask32 flush = _mm512_test_epi16_mask(_mm512_and_si512(low, middle), high);
        __m512i index = _mm512_loadu_si512(three + i);
        _mm512_storeu_si512(three + i, _mm512_mask_add_epi16(index, flush, index, _mm512_set1_epi16(LP_INDEX3)));
    }
}

static inline void add_base(uint16_t *out, const uint16_t *pair, unsigned base, size_t n) {
    __m512i constant = _mm512_set1_epi16((short)base);
    for (size_t i = 0; i < n; i += 32)
        _mm512_storeu_si512(out + i, _mm512_add_epi16(_mm512_loadu_si512(pair + i), constant));
}

static inline __m512i gather(const uint16_t *table, __m512i index) {
    __m512i even_words = _mm512_add_epi16(first_lanes(), first_lanes());
    __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(index));
    __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(index, 1));
    return _mm512_permutex2var_epi16(_mm512_i32gather_epi32(low, table, 2), even_words,
                                     _mm512_i32gather_epi32(high, table, 2));
}

static inline void look_up(const uint16_t *table, const uint16_t *index, const uint16_t *suits, size_t n,
                           uint16_t *strength) {
    for (size_t i = 0; i < n; i += 32) {
        __m512i entry = gather(table, _mm512_maskz_loadu_epi16(lanes_below(n - i), index + i));
        if (suits) {
            __m512i cls = _mm512_srli_epi16(_mm512_mulhi_epu16(entry, _mm512_set1_epi16((short)43691)), 2);
            __m512i place = _mm512_sub_epi16(entry, _mm512_mullo_epi16(cls, _mm512_set1_epi16(LP_PLACES)));
            __m512i suit = _mm512_srlv_epi16(_mm512_loadu_si512(suits + i), _mm512_slli_epi16(place, 1));
            entry = _mm512_ternarylogic_epi64(_mm512_slli_epi16(cls, 2), suit, _mm512_set1_epi16(3), 0xF8);
        }
        _mm512_storeu_si512(strength + i, entry);
    }
}

static inline int greatest_lane(__m512i lanes) {
    __m256i half = _mm256_max_epu16(_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64(lanes, 1));
    __m128i rest = _mm_max_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    /* minpos finds the least: of the complements, the greatest */
    return 0xFFFF ^ _mm_extract_epi16(_mm_minpos_epu16(_mm_xor_si128(rest, _mm_set1_epi32(-1))), 0);
}

/* The greatest strength below limit, or -1. */
static inline int greatest(const uint16_t *strength, size_t n, int limit) {
    if (limit <= 0) return -1;
    __m512i most = _mm512_setzero_si512(), top = _mm512_set1_epi16((short)(limit - 1));
    __mmask32 any = 0;
    for (size_t i = 0; i < n; i += 32) {
        __m512i s = _mm512_loadu_si512(strength + i);
        __mmask32 below = _mm512_mask_cmple_epu16_mask(lanes_below(n - i), s, top);
        most = _mm512_mask_max_epu16(most, below, most, s);
        any |= below;
    }
    return any ? greatest_lane(most) : -1;
}

static inline __mmask32 from_to(__mmask32 lanes, __m512i s, unsigned low, unsigned high) {
    return _mm512_mask_cmple_epu16_mask(lanes, _mm512_sub_epi16(s, _mm512_set1_epi16((short)low)),
                                        _mm512_set1_epi16((short)(high - low)));
}

/* Where strengths are from low to high. */
static inline size_t collect(const lp_pool_t *pool, unsigned low, unsigned high, uint16_t *id) {
    __m512i number = first_lanes();
    size_t found = 0;
    for (size_t i = 0; i < pool->n; i += 32) {
        __mmask32 lanes = from_to(lanes_below(pool->n - i), _mm512_loadu_si512(pool->strength + i), low, high);
        _mm512_storeu_si512(id + found, _mm512_maskz_compress_epi16(lanes, number));
        found += (size_t)__builtin_popcount(lanes);
        number = _mm512_add_epi16(number, _mm512_set1_epi16(32));
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
        __m512i s = _mm512_loadu_si512(pool->strength + i), m = _mm512_loadu_si512(pool->mask + i);
        __mmask32 lanes = from_to(lanes_below(pool->n - i), s, low, high);
        _mm512_storeu_si512(list->strength + found, _mm512_maskz_compress_epi16(lanes, s));
        _mm512_storeu_si512(list->mask + found, _mm512_maskz_compress_epi16(lanes, m));
        found += (size_t)__builtin_popcount(lanes);
    }
    _mm512_storeu_si512(list->mask + found, _mm512_set1_epi16(-1)); /* shares a place with every pile */
    return (lp_pool_t){found, list->mask, list->strength};
}

/* Where the pool's subsets share no place with `mask` and have strengths from low to high. */
static inline size_t list_apart(const lp_pool_t *pool, const lp_subsets_t *subsets, unsigned mask, unsigned low,
                                unsigned high, uint16_t *id) {
    __m512i taken = _mm512_set1_epi16((short)mask), number = first_lanes();
    size_t found = 0;
    (void)subsets;
    for (size_t i = 0; i < pool->n; i += 32) {
        __mmask32 lanes = _mm512_testn_epi16_mask(_mm512_loadu_si512(pool->mask + i), taken);
        lanes = from_to(lanes, _mm512_loadu_si512(pool->strength + i), low, high);
        _mm512_storeu_si512(id + found, _mm512_maskz_compress_epi16(lanes, number));
        found += (size_t)__builtin_popcount(lanes);
        number = _mm512_add_epi16(number, _mm512_set1_epi16(32));
    }
    return found;
}

#include "arrange_search.h"
#include "arrange_thirds.h"

int lp_split_best_avx512(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    if (!u || !u->coarse || p->n_cards != 9) return split_best(p, u, hand, best);
    ranked_t ranked;
    rank_subsets(p, hand, &ranked);
    if (p->rules.strict) return split_thirds(p, u, ranked.last, best, 1);
    return split_thirds(p, u, ranked.last, best, 0);
}

LP_TARGET_END

#endif
