/* arrange_avx512.c - the arranger's innermost loops, 32 lanes at a time.
 *
 * Gathers read the tables; their entries of two bytes are read as four and the upper half dropped. Strengths in mask
 * order become strengths by mask with expand, since the masks of one popcount ascend. The middles of a last pile are
 * the deposits of 56 constant masks into the places left: a product of bit matrices (GFNI), whose matrix is itself one
 * expand of the unit vectors. Invariant: lanes past the end of an array may hold anything and are masked off.
 */
#if defined(__x86_64__) && defined(__GNUC__)
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi,bmi2,popcnt")

#include "arrange.h"

#include <immintrin.h>

#define LP_LANES 32

static inline __mmask32 lanes_below(size_t n) { return n < 32 ? (__mmask32)((1u << n) - 1) : (__mmask32)-1; }

static inline void add_base(uint16_t *out, const uint16_t *pair, unsigned base, size_t n) {
    __m512i constant = _mm512_set1_epi16((short)base);
    for (size_t i = 0; i < n; i += 32)
        _mm512_storeu_si512(out + i, _mm512_add_epi16(_mm512_loadu_si512(pair + i), constant));
}

static inline __m512i gather(const uint16_t *table, __m512i index) {
    __m512i even_words = _mm512_set_epi16(62, 60, 58, 56, 54, 52, 50, 48, 46, 44, 42, 40, 38, 36, 34, 32, 30, 28, 26, 24,
                                          22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(index));
    __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(index, 1));
    return _mm512_permutex2var_epi16(_mm512_i32gather_epi32(low, table, 2), even_words,
                                     _mm512_i32gather_epi32(high, table, 2));
}

/* Lanes whose number has k bits, and how many they are. */
static const uint32_t lanes_of_bits[6] = {0x1, 0x10116, 0x1161668, 0x16686880, 0x68808000, 0x80000000};
static const uint8_t n_lanes_of_bits[6] = {1, 5, 10, 10, 5, 1};

static inline void look_up(const uint16_t *table, const uint16_t *index, const uint16_t *suits, const uint16_t *mask,
                           size_t n, uint16_t *strength, uint16_t *by_mask) {
    for (size_t i = 0; i < n; i += 32) {
        __m512i entry = gather(table, _mm512_loadu_si512(index + i));
        if (suits) {
            __m512i cls = _mm512_srli_epi16(_mm512_mulhi_epu16(entry, _mm512_set1_epi16((short)43691)), 2);
            __m512i place = _mm512_sub_epi16(entry, _mm512_mullo_epi16(cls, _mm512_set1_epi16(LP_PLACES)));
            __m512i suit = _mm512_srlv_epi16(_mm512_loadu_si512(suits + i), _mm512_slli_epi16(place, 1));
            entry = _mm512_ternarylogic_epi64(_mm512_slli_epi16(cls, 2), suit, _mm512_set1_epi16(3), 0xF8);
        }
        _mm512_storeu_si512(strength + i, entry);
    }
    unsigned size = (unsigned)__builtin_popcount(mask[0]);
    for (unsigned chunk = 0; chunk <= mask[n - 1] / 32u; chunk++) {
        unsigned bits = size - (unsigned)__builtin_popcount(chunk);
        if (bits > 5) continue;
        __mmask32 lanes = lanes_of_bits[bits];
        _mm512_mask_storeu_epi16(by_mask + 32 * chunk, lanes,
                                 _mm512_maskz_expand_epi16(lanes, _mm512_loadu_si512(strength)));
        strength += n_lanes_of_bits[bits];
    }
}

static inline int greatest(__mmask32 any, __m512i strength) {
    if (!any) return -1;
    strength = _mm512_maskz_mov_epi16(any, strength);
    __m256i half = _mm256_max_epu16(_mm512_castsi512_si256(strength), _mm512_extracti64x4_epi64(strength, 1));
    __m128i rest = _mm_max_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    /* minpos finds the least: of the complements, the greatest */
    return 0xFFFF ^ _mm_extract_epi16(_mm_minpos_epu16(_mm_xor_si128(rest, _mm_set1_epi32(-1))), 0);
}

/* The greatest strength below limit, or -1. */
static inline int strongest_of(const uint16_t *strength, size_t n, int limit) {
    __m512i most = _mm512_setzero_si512(), top = _mm512_set1_epi16((short)(limit - 1));
    __mmask32 any = 0;
    for (size_t i = 0; i < n; i += 32) {
        __m512i s = _mm512_loadu_si512(strength + i);
        __mmask32 below = _mm512_mask_cmple_epu16_mask(lanes_below(n - i), s, top);
        most = _mm512_mask_max_epu16(most, below, most, s);
        any |= below;
    }
    return any ? greatest((__mmask32)-1, most) : -1;
}

static inline __mmask32 from_to(__mmask32 lanes, __m512i s, unsigned low, unsigned high) {
    return _mm512_mask_cmple_epu16_mask(lanes, _mm512_sub_epi16(s, _mm512_set1_epi16((short)low)),
                                        _mm512_set1_epi16((short)(high - low)));
}

/* Where strengths are from low to high. */
static inline size_t collect(const uint16_t *strength, size_t n, unsigned low, unsigned high, uint16_t *id) {
    __m512i number = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11,
                                      10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    size_t found = 0;
    for (size_t i = 0; i < n; i += 32) {
        __mmask32 lanes = from_to(lanes_below(n - i), _mm512_loadu_si512(strength + i), low, high);
        _mm512_storeu_si512(id + found, _mm512_maskz_compress_epi16(lanes, number));
        found += (size_t)__builtin_popcount(lanes);
        number = _mm512_add_epi16(number, _mm512_set1_epi16(32));
    }
    return found;
}

typedef struct middles {
    __m512i mask[2], strength[2];
    __mmask32 lanes[2];
} middles_t;

static inline void load_middles(middles_t *middles, const lp_subsets_t *subsets, const uint16_t *by_mask,
                                unsigned places) {
    __m128i rows = _mm_maskz_expand_epi8((__mmask16)places, _mm_set1_epi64x((long long)0x8040201008040201));
    rows = _mm_shuffle_epi8(rows, _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    __m512i small = _mm512_loadu_si512(subsets->middle);
    __m512i low = _mm512_gf2p8affine_epi64_epi8(small, _mm512_broadcastq_epi64(rows), 0);
    __m512i high = _mm512_gf2p8affine_epi64_epi8(small, _mm512_broadcastq_epi64(_mm_unpackhi_epi64(rows, rows)), 0);
    middles->mask[0] = _mm512_unpacklo_epi8(low, high);
    middles->mask[1] = _mm512_unpackhi_epi8(low, high);
    for (int i = 0; i < 2; i++) {
        middles->lanes[i] = _mm512_test_epi16_mask(middles->mask[i], middles->mask[i]);
        middles->strength[i] = gather(by_mask, middles->mask[i]);
    }
}

static inline int strongest_middle(const middles_t *middles, int most) {
    if (most < 0) return -1;
    __m512i top = _mm512_set1_epi16((short)most);
    __mmask32 a = _mm512_mask_cmple_epu16_mask(middles->lanes[0], middles->strength[0], top);
    __mmask32 b = _mm512_mask_cmple_epu16_mask(middles->lanes[1], middles->strength[1], top);
    return greatest(a | b, _mm512_mask_max_epu16(_mm512_maskz_mov_epi16(a, middles->strength[0]), b,
                                                 _mm512_maskz_mov_epi16(a, middles->strength[0]), middles->strength[1]));
}

static inline size_t list_middles(const middles_t *middles, unsigned low, unsigned high, uint16_t *mask) {
    if (low > high) return 0;
    __mmask32 a = from_to(middles->lanes[0], middles->strength[0], low, high);
    __mmask32 b = from_to(middles->lanes[1], middles->strength[1], low, high);
    size_t found = (size_t)__builtin_popcount(a);
    _mm512_storeu_si512(mask, _mm512_maskz_compress_epi16(a, middles->mask[0]));
    _mm512_storeu_si512(mask + found, _mm512_maskz_compress_epi16(b, middles->mask[1]));
    return found + (size_t)__builtin_popcount(b);
}

#include "arrange_search.h"

int lp_split_best_avx512(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    return split_best(p, u, hand, best);
}
#else
typedef int lp_no_avx512;
#endif
