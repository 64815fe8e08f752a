/* arrange_scalar.c - the arranger's innermost loops in plain C, and what is done once per rule set.
 *
 * Why plain loops suffice: the search of arrange_search.h looks at a few thousand numbers a hand, all in the first
 * level cache. Invariant: what these loops compute is what their AVX counterparts compute, number for number.
 */
#include "arrange.h"

#include <string.h>

#define LP_LANES 4

static inline void add_base(uint16_t *out, const uint16_t *smaller, unsigned base, size_t n) {
    for (size_t i = 0; i < n; i += LP_LANES) { /* four lanes in a word: no sum reaches 2^16 */
        uint64_t lanes;
        memcpy(&lanes, smaller + i, sizeof lanes);
        lanes += base * UINT64_C(0x0001000100010001);
        memcpy(out + i, &lanes, sizeof lanes);
    }
}

static inline void look_up(const uint16_t *table, const uint16_t *index, const uint16_t *suits, size_t n,
                           uint16_t *strength) {
    if (suits)
        for (size_t i = 0; i < n; i++) {
            unsigned entry = table[index[i]], cls = entry / LP_PLACES, place = entry - LP_PLACES * cls;
            strength[i] = (uint16_t)(4 * cls + (suits[i] >> 2 * place & 3u));
        }
    else
        for (size_t i = 0; i < n; i++) strength[i] = table[index[i]];
}

/* The greatest strength below limit, or -1. */
static inline int greatest(const uint16_t *strength, size_t n, int limit) {
    int most = -1;
    for (size_t i = 0; i < n; i++)
        if (strength[i] < limit && strength[i] > most) most = strength[i];
    return most;
}

/* Where strengths are from low to high. */
static inline size_t collect(const uint16_t *strength, size_t n, unsigned low, unsigned high, uint16_t *id) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        id[found] = (uint16_t)i;
        found += strength[i] - low <= high - low;
    }
    return found;
}

/* The pool's subsets of strengths from low to high. Reads ahead of what it writes, so it can work in place. */
static inline size_t narrow(const lp_pool_t *pool, unsigned low, unsigned high, uint16_t *mask, uint16_t *strength) {
    size_t found = 0;
    for (size_t i = 0; i < pool->n; i++) {
        unsigned s = pool->strength[i];
        mask[found] = pool->mask[i];
        strength[found] = (uint16_t)s;
        found += s - low <= high - low;
    }
    return found;
}

/* Number of a middle among all subsets from its number among the 56 (or 20) of the places left: the sum over its
 * places of C(place, k + 1), halved into two look-ups as bits 0-3 and 4-7 of the small mask. */
static void deposit(const lp_subsets_t *subsets, unsigned places, uint16_t low[16], uint16_t high[16]) {
    uint8_t place[8] = {0};
    unsigned size = subsets->n_middle == LP_MIDDLES ? 5 : 3;
    for (unsigned i = 0; places; i++, places &= places - 1) place[i] = (uint8_t)lp_lowest_bit(places);
    for (unsigned small = 0; small < 16; small++) {
        unsigned k = 0, below = 0, above = 0, bits = (small & 1) + (small >> 1 & 1) + (small >> 2 & 1) + (small >> 3);
        for (unsigned i = 0; i < 4; i++)
            if (small >> i & 1) {
                below += k < size ? lp_choose(place[i], k + 1) : 0;
                above += bits <= size ? lp_choose(place[i + 4], size - bits + k + 1) : 0;
                k++;
            }
        low[small] = (uint16_t)below;
        high[small] = (uint16_t)above;
    }
}

/* Where the pool's subsets share no place with `mask` and have strengths from low to high. */
static inline size_t list_apart(const lp_pool_t *pool, const lp_subsets_t *subsets, unsigned mask, unsigned low,
                                unsigned high, uint16_t *id) {
    size_t found = 0;
    if (pool->n == subsets->n_last) { /* the pool is everything: few enough fit to be named one by one */
        uint16_t low_id[16], high_id[16];
        deposit(subsets, subsets->all & ~mask, low_id, high_id);
        for (size_t i = 0; i < subsets->n_middle; i++) {
            unsigned small = subsets->middle[i], at = (unsigned)low_id[small & 15] + high_id[small >> 4];
            id[found] = (uint16_t)at;
            found += pool->strength[at] - low <= high - low;
        }
        return found;
    }
    for (size_t i = 0; i < pool->n; i++)
        if (!(pool->mask[i] & mask) && pool->strength[i] - low <= high - low) id[found++] = (uint16_t)i;
    return found;
}

#include "arrange_search.h"

int lp_split_best_scalar(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    return split_best(p, u, hand, best);
}

void lp_hand_strengths(const lp_piles_t *p, const lp_hand_t *hand, uint16_t strength[LP_MASKS]) {
    ranked_t ranked;
    rank_subsets(p, hand, &ranked);
    for (size_t i = 0; i < p->subsets.n_first; i++)
        strength[p->subsets.first[i]] = ranked.first[p->subsets.first[i]];
    for (size_t i = 0; i < p->subsets.n_last; i++) strength[p->subsets.last[i]] = ranked.last[i];
}

static size_t list_subsets(unsigned n, unsigned size, uint16_t *mask) {
    size_t found = 0;
    for (unsigned m = (1u << size) - 1; m < 1u << n; m = lp_next_mask(m)) mask[found++] = (uint16_t)m;
    return found;
}

void lp_subsets_init(lp_piles_t *p) {
    lp_subsets_t *subsets = &p->subsets;
    unsigned n = p->n_cards, size = p->rules.pile_size[2];
    uint16_t middle[LP_MIDDLES];
    subsets->all = (uint16_t)((1u << n) - 1);
    subsets->n_first = (uint16_t)list_subsets(n, 3, subsets->first);
    subsets->n_last = (uint16_t)list_subsets(n, size, subsets->last);
    subsets->n_middle = (uint16_t)list_subsets(n - size, size, middle);
    for (size_t i = 0; i < subsets->n_middle; i++) subsets->middle[i] = (uint8_t)middle[i];
    for (size_t i = 0; i < LP_INDEX3; i++) /* an entry of 0 is no flush: it is what the weakest high card has */
        subsets->first_flush |= p->three[LP_INDEX3 + i] && p->three[LP_INDEX3 + i] != p->three[i];
}
