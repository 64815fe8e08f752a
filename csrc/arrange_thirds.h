/* arrange_thirds.h - the split of nine cards of the greatest value, by looking at all of them; for AVX-512.
 *
 * Why all: nine cards part into threes in only 280 ways, and three strengths are legal in one order at most, so there
 * is little to search and a search costs more in branches that no predictor can guess. Instead utilities in 16 bits,
 * rounded down, are added up for 32 partitions at a time. The partition of the greatest value is among those whose sum
 * is at most LP_COARSE_SLACK below the greatest sum: one or two as a rule, which are then compared in full precision.
 * Where 16 bits cannot promise that, lp_utilities_t has no coarse values and the general search is used.
 *
 * The numbers of all 84 subsets take three registers, and a permutation reads one, or at a higher price two. But if of
 * the three piles of a partition the one of the highest mask comes first and the one of the lowest last, and partitions
 * are listed in a suitable order, then 32 of them in turn need one register for each pile (lp_third_base). Invariant:
 * lp_subsets_t.third, lp_third_base and the registers taken in split_thirds belong together.
 */
#ifndef LIPAI_ARRANGE_THIRDS_H
#define LIPAI_ARRANGE_THIRDS_H

#include "arrange.h"

/* What is known of 32 subsets; value: the coarse values in first, middle and last pile. */
typedef struct third {
    __m512i strength, value[LP_PILES];
} third_t;

/* The coarse values of 32 strengths. */
static ALWAYS_INLINE void look_up_coarse(const uint64_t *coarse, third_t *t) {
    const __m512i even = _mm512_add_epi16(first_lanes(), first_lanes()), odd = _mm512_add_epi16(even, words(1));
    const __m512i even_pairs = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(even));
    const __m512i odd_pairs = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(odd));
    __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(t->strength));
    __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(t->strength, 1));
    __m512i a = _mm512_i32gather_epi64(_mm512_castsi512_si256(low), coarse, 8);
    __m512i b = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(low, 1), coarse, 8);
    __m512i c = _mm512_i32gather_epi64(_mm512_castsi512_si256(high), coarse, 8);
    __m512i d = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(high, 1), coarse, 8);
    __m512i ab = _mm512_permutex2var_epi32(a, even_pairs, b), cd = _mm512_permutex2var_epi32(c, even_pairs, d);
    t->value[0] = _mm512_permutex2var_epi16(ab, even, cd);
    t->value[1] = _mm512_permutex2var_epi16(ab, odd, cd);
    ab = _mm512_permutex2var_epi32(a, odd_pairs, b);
    cd = _mm512_permutex2var_epi32(c, odd_pairs, d);
    t->value[2] = _mm512_permutex2var_epi16(ab, even, cd);
}

/* 32 lanes of two registers, from lane 2 * `pairs` on. A macro: the count must be a constant. */
#define FROM_PAIR(a, b, pairs)                                          \
    ((third_t){_mm512_alignr_epi32((b).strength, (a).strength, pairs),  \
               {_mm512_alignr_epi32((b).value[0], (a).value[0], pairs), \
                _mm512_alignr_epi32((b).value[1], (a).value[1], pairs), \
                _mm512_alignr_epi32((b).value[2], (a).value[2], pairs)}})

/* Of 32 partitions, 1 + the sum of the coarse values in the one order that can be legal; 0 if even that is not. A
 * value is read for one place in the order, and again where the comparisons call for another. */
static ALWAYS_INLINE __m512i sum_thirds(const uint16_t (*lane)[LP_THIRDS], size_t from, const third_t *x,
                                        const third_t *y, const third_t *z, int strict) {
    __m512i a = _mm512_loadu_si512(lane[0] + from), b = _mm512_loadu_si512(lane[1] + from);
    __m512i c = _mm512_loadu_si512(lane[2] + from), sum = words(1), v;
    __m512i s = _mm512_permutexvar_epi16(a, x->strength), t = _mm512_permutexvar_epi16(b, y->strength);
    __m512i u = _mm512_permutexvar_epi16(c, z->strength);
    __mmask32 ab = _mm512_cmplt_epu16_mask(s, t), ac = _mm512_cmplt_epu16_mask(s, u);
    __mmask32 bc = _mm512_cmplt_epu16_mask(t, u);
    __mmask32 distinct = _mm512_mask_cmpneq_epu16_mask(_mm512_cmpneq_epu16_mask(s, t), s, u);
    distinct = _mm512_mask_cmpneq_epu16_mask(distinct, t, u);
    v = _mm512_permutexvar_epi16(a, x->value[2]);
    v = _mm512_mask_permutexvar_epi16(v, _kor_mask32(ab, ac), a, x->value[1]);
    v = _mm512_mask_permutexvar_epi16(v, _kand_mask32(ab, ac), a, x->value[0]);
    sum = _mm512_add_epi16(sum, v);
    v = _mm512_permutexvar_epi16(b, y->value[1]);
    v = _mm512_mask_permutexvar_epi16(v, _kandn_mask32(ab, bc), b, y->value[0]);
    v = _mm512_mask_permutexvar_epi16(v, _kandn_mask32(bc, ab), b, y->value[2]);
    sum = _mm512_add_epi16(sum, v);
    v = _mm512_permutexvar_epi16(c, z->value[0]);
    v = _mm512_mask_permutexvar_epi16(v, _kor_mask32(ac, bc), c, z->value[1]);
    v = _mm512_mask_permutexvar_epi16(v, _kand_mask32(ac, bc), c, z->value[2]);
    sum = _mm512_add_epi16(sum, v);
    return strict ? _mm512_maskz_mov_epi16(distinct, sum) : sum;
}

/* Partition i, its three piles in the order of strength and then, as offer() would have it, of mask. */
static int offer_third(const lp_piles_t *p, const lp_utilities_t *u, const uint16_t *strength, size_t i,
                       lp_split_t *best, int found) {
    uint32_t pile[3];
    for (size_t k = 0; k < 3; k++) {
        size_t number = p->subsets.third[k][i] + lp_third_base(k, i / 32);
        pile[k] = (uint32_t)strength[number] << 16 | p->subsets.last[number];
    }
    uint32_t low = pile[0] < pile[1] ? pile[0] : pile[1], high = pile[0] < pile[1] ? pile[1] : pile[0];
    uint32_t last = high > pile[2] ? high : pile[2], rest = high > pile[2] ? pile[2] : high;
    uint32_t middle = low > rest ? low : rest, first = low > rest ? rest : low;
    double value = lp_split_value(u, first >> 16, middle >> 16, last >> 16);
    return offer(best, found, value, first >> 16, middle >> 16, last >> 16, middle & 0xFFFF, last & 0xFFFF);
}

static ALWAYS_INLINE int split_thirds(const lp_piles_t *p, const lp_utilities_t *u, const uint16_t *strength,
                                      lp_split_t *best, int strict) {
    _Alignas(64) uint16_t sum[LP_THIRDS];
    third_t low, middle, end;
    low.strength = _mm512_loadu_si512(strength);
    middle.strength = _mm512_loadu_si512(strength + 32);
    end.strength = _mm512_maskz_loadu_epi16(lanes_below(LP_SUBSETS_OF_9 - 64), strength + 64);
    look_up_coarse(u->coarse, &low);
    look_up_coarse(u->coarse, &middle);
    look_up_coarse(u->coarse, &end);
    const third_t high = FROM_PAIR(low, middle, LP_THIRD_HIGH / 2), top = FROM_PAIR(middle, end, LP_THIRD_TOP / 2 - 16);

    __m512i most = _mm512_setzero_si512();
    for (size_t k = 0; k < LP_THIRDS / 32; k++) {
        const third_t *y = lp_third_base(1, k) ? &high : &low, *z = lp_third_base(2, k) ? &high : &low;
        __m512i sums = sum_thirds(p->subsets.third, 32 * k, &top, y, z, strict);
        _mm512_store_si512(sum + 32 * k, sums);
        most = _mm512_max_epu16(most, sums);
    }
    int greatest = greatest_lane(most), found = 0;
    if (!greatest) return 0;
    __m512i least = _mm512_set1_epi16((short)(greatest > LP_COARSE_SLACK ? greatest - LP_COARSE_SLACK : 1));
    uint32_t set[LP_THIRDS / 32];
    unsigned blocks = 0; /* which have any: a loop over these is predicted better than a question to each */
    for (size_t k = 0; k < LP_THIRDS / 32; k++) {
        set[k] = _mm512_cmpge_epu16_mask(_mm512_load_si512(sum + 32 * k), least);
        blocks |= (unsigned)(set[k] != 0) << k;
    }
    for (; blocks; blocks &= blocks - 1) {
        size_t k = lp_lowest_bit(blocks);
        for (uint32_t left = set[k]; left; left &= left - 1)
            found = offer_third(p, u, strength, 32 * k + lp_lowest_bit(left), best, found);
    }
    return found;
}

#endif
