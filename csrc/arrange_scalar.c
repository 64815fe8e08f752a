/* arrange_scalar.c - the arranger's innermost loops in plain C, and what is done once per rule set.
 *
 * Why plain loops suffice: the search of arrange_search.h looks at a few thousand numbers a hand, all in the first
 * level cache. Invariant: what these loops compute is what their AVX counterparts compute, number for number.
 */
#include "arrange.h"

#include <string.h>

#define LP_LANES 4
#define LP_LOOKS_UP_PLACES 0
#define rank_terms lp_rank_terms
#define suit_terms lp_suit_terms

const uint16_t lp_choose[6][LP_HAND_MAX] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66},
    {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220},
    {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330, 495},
    {0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462, 792},
};

typedef int subset_list_t;

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
static inline size_t collect(const lp_pool_t *pool, unsigned low, unsigned high, uint16_t *id) {
    size_t found = 0;
    for (size_t i = 0; i < pool->n; i++) {
        id[found] = (uint16_t)i;
        found += pool->strength[i] - low <= high - low;
    }
    return found;
}

/* list_apart below names the subsets it wants by their numbers in the whole pool, which is therefore kept. */
static inline lp_pool_t narrow(const lp_pool_t *pool, unsigned low, unsigned high, subset_list_t *list) {
    (void)low, (void)high, (void)list;
    return *pool;
}

/* Where the pool's subsets share no place with `mask` and have strengths from low to high. There are 56 (or 20) that
 * share none. The number of each among all subsets is the sum over its places of C(place, k), halved into two look-ups
 * by bits 0-3 and 4-7 of its mask over the places left. */
static inline size_t list_apart(const lp_pool_t *pool, const lp_subsets_t *subsets, unsigned mask, unsigned low,
                                unsigned high, uint16_t *id) {
    static const uint8_t n_bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    static const uint8_t lowest[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    uint16_t below[16] = {0}, above[16] = {0};
    uint8_t place[8] = {0};
    unsigned size = subsets->n_middle == LP_MIDDLES ? 5 : 3;
    size_t found = 0;
    for (unsigned i = 0, places = subsets->all & ~mask; places; i++, places &= places - 1)
        place[i] = (uint8_t)lp_lowest_bit(places);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 1u << i; k++)
            below[(1u << i) + k] = (uint16_t)(below[k] + lp_choose[n_bits[k] + 1][place[i]]);
    for (unsigned k = 1; k < 16; k++) {
        unsigned higher = k & (k - 1);
        if (n_bits[k] > size) continue;
        above[k] = (uint16_t)(above[higher] + lp_choose[size - n_bits[higher]][place[4 + lowest[k]]]);
    }
    for (size_t i = 0; i < subsets->n_middle; i++) {
        unsigned small = subsets->middle[i], at = (unsigned)below[small & 15] + above[small >> 4];
        id[found] = (uint16_t)at;
        found += pool->strength[at] - low <= high - low;
    }
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

/* The ways to part nine places into three piles, the one of the highest mask first: 30 for the block whose other piles
 * both count from LP_THIRD_HIGH, 192 where the second does, 58 where neither does. Lanes that are left over repeat a
 * partition, which changes nothing. */
static void list_thirds(lp_subsets_t *subsets) {
    static const size_t start[3] = {0, 32, 7 * 32}, end[3] = {32, 7 * 32, LP_THIRDS};
    size_t next[3] = {start[0], start[1], start[2]};
    uint16_t number[1u << 9] = {0};
    for (size_t i = 0; i < subsets->n_last; i++) number[subsets->last[i]] = (uint16_t)i;
    for (size_t i = LP_THIRD_TOP; i < subsets->n_last; i++)
        for (size_t k = 0; k < i; k++) {
            unsigned a = subsets->last[i], b = subsets->last[k], c = subsets->all & ~(a | b);
            if ((a & b) || c > b) continue;
            int kind = number[c] >= 30 ? 0 : k >= 32 ? 1 : 2;
            const size_t piles[3] = {i, k, number[c]};
            for (size_t at = next[kind]++, last = at; last < end[kind]; last++)
                for (size_t pile = 0; pile < 3; pile++)
                    subsets->third[pile][last] = (uint16_t)(piles[pile] - lp_third_base(pile, at / 32));
        }
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
    memset(subsets->last + subsets->n_last, 0xFF, 2 * 32); /* shares a place with every pile */
    for (size_t i = 0; i < subsets->n_first; i++)
        for (unsigned k = 0, left = subsets->first[i]; k < 3; k++, left &= left - 1)
            subsets->place[k][i] = (uint16_t)lp_lowest_bit(left);
    if (n == 9) list_thirds(subsets);
    for (size_t i = 0; i < LP_INDEX3; i++) /* an entry of 0 is no flush: it is what the weakest high card has */
        subsets->first_flush |= p->three[LP_INDEX3 + i] && p->three[LP_INDEX3 + i] != p->three[i];
}
