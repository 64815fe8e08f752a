/* arrange_scalar.c - the arranger's innermost loops in plain C, and what is done once per rule set.
 *
 * Why plain loops suffice: the search of arrange_search.h looks at a few thousand numbers a hand, all in the first
 * level cache. Invariant: what these loops compute is what their AVX counterparts compute, number for number.
 */
#include "arrange.h"

#include <string.h>

#define LP_LANES 4

static inline void add_base(uint16_t *out, const uint16_t *pair, unsigned base, size_t n) {
    for (size_t i = 0; i < n; i += LP_LANES) { /* four lanes in a word: no sum reaches 2^16 */
        uint64_t lanes;
        memcpy(&lanes, pair + i, sizeof lanes);
        lanes += base * UINT64_C(0x0001000100010001);
        memcpy(out + i, &lanes, sizeof lanes);
    }
}

static inline void look_up(const uint16_t *table, const uint16_t *index, const uint16_t *suits, const uint16_t *mask,
                           size_t n, uint16_t *strength, uint16_t *by_mask) {
    if (suits)
        for (size_t i = 0; i < n; i++) {
            unsigned entry = table[index[i]], cls = entry / LP_PLACES, place = entry - LP_PLACES * cls;
            by_mask[mask[i]] = strength[i] = (uint16_t)(4 * cls + (suits[i] >> 2 * place & 3u));
        }
    else
        for (size_t i = 0; i < n; i++) by_mask[mask[i]] = strength[i] = table[index[i]];
}

/* The greatest strength below limit, or -1. */
static inline int strongest_of(const uint16_t *strength, size_t n, int limit) {
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

typedef struct middles {
    unsigned n;
    uint16_t mask[LP_MIDDLES], strength[LP_MIDDLES];
} middles_t;

static inline void load_middles(middles_t *middles, const lp_subsets_t *subsets, const uint16_t *by_mask,
                                unsigned places) {
    lp_deposit_t deposit;
    lp_deposit_init(&deposit, places);
    middles->n = subsets->n_middle;
    for (unsigned i = 0; i < middles->n; i++) {
        unsigned mask = lp_deposit_mask(&deposit, subsets->middle[i]);
        middles->mask[i] = (uint16_t)mask;
        middles->strength[i] = by_mask[mask];
    }
}

static inline int strongest_middle(const middles_t *middles, int most) {
    int found = -1;
    for (unsigned i = 0; i < middles->n; i++)
        if (middles->strength[i] <= most && middles->strength[i] > found) found = middles->strength[i];
    return found;
}

static inline size_t list_middles(const middles_t *middles, unsigned low, unsigned high, uint16_t *mask) {
    size_t found = 0;
    if (low > high) return 0;
    for (unsigned i = 0; i < middles->n; i++) {
        mask[found] = middles->mask[i];
        found += middles->strength[i] - low <= high - low;
    }
    return found;
}

#include "arrange_search.h"

int lp_split_best_scalar(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    return split_best(p, u, hand, best);
}

void lp_hand_strengths(const lp_piles_t *p, const lp_hand_t *hand, uint16_t strength[LP_MASKS]) {
    uint16_t last[LP_SUBSETS5 + LP_LANES];
    if (p->rules.pile_size[2] != 3) rank_size(p, hand, 3, last, strength);
    rank_size(p, hand, p->rules.pile_size[2], last, strength);
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
    subsets->n_first = (uint16_t)list_subsets(n, 3, subsets->first);
    subsets->n_last = (uint16_t)list_subsets(n, size, subsets->last);
    subsets->n_middle = (uint16_t)list_subsets(n - size, size, middle);
    for (size_t i = 0; i < subsets->n_middle; i++) subsets->middle[i] = (uint8_t)middle[i];
    for (size_t i = 0; i < LP_INDEX3; i++) /* an entry of 0 is no flush: it is what the weakest high card has */
        subsets->first_flush |= p->three[LP_INDEX3 + i] && p->three[LP_INDEX3 + i] != p->three[i];
}
