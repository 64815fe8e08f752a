/* arrange_search.h - the search for one hand's best split, shared by every instruction set.
 *
 * arrange_scalar.c, arrange_avx2.c and arrange_avx512.c define the innermost loops (add_base, look_up, greatest,
 * collect, narrow, list_apart; with LP_LOOKS_UP_PLACES add_threes and mark_threes) and then include this file, so that
 * they differ in speed alone.
 *
 * Ranking. Subsets in ascending mask order fall into blocks: one choice of the highest cards, times a prefix of the
 * smaller subsets below them. A subset's table index is a sum over its cards, so a block is that prefix plus a
 * constant. Suits, two bits a place, add up in the same way. Subsets of one suit are few; they are patched afterwards.
 *
 * Strongest (SSS-20). The last piles of the greatest strength are completed by the strongest middle that leaves a legal
 * first pile. Rule sets where that fails fall back to the next strength down.
 *
 * Utilities. Last piles are taken category by category from above. A last pile of strength s is worth no more than
 * value[s] + rest[s], where rest bounds what legal piles no stronger than s can add; strength_needed turns that round
 * and says how strong a pile must be to matter at all, so most last piles are dropped by one 16-bit comparison, and
 * the pool of middles that can go with the others shrinks with every category. What remains is scanned for middles that
 * share no card with the last pile. A split is dropped only when its bound is strictly below the best value so
 * far, so ties survive. All bounds hold for any table; tables that rise, as win rates do, make them tight.
 */
#ifndef LIPAI_ARRANGE_SEARCH_H
#define LIPAI_ARRANGE_SEARCH_H

#include "arrange.h"

#include <string.h>

#define LP_FEW 128 /* subsets that are taken as they are: narrowing or parting them would cost more than it saves */

/* Strengths. Scratch that vectors walk through is aligned: a load across two lines costs two. */
typedef struct ranked {
    _Alignas(64) uint16_t last[LP_SUBSETS5 + LP_LANES]; /* of the subsets of the last pile's size, in mask order */
    uint16_t first[LP_MASKS];                           /* of the subsets of three, by mask */
} ranked_t;

/* For each place c in turn the subsets whose highest place is c: the count[c] smaller ones below c, each with what c
 * adds. */
static inline uint16_t *add_level(uint16_t *out, const uint16_t *term, unsigned base, size_t from, size_t to,
                                  const uint16_t *smaller, const uint16_t *count) {
    for (size_t c = from; c < to; out += count[c], c++) add_base(out, smaller, base + term[c], count[c]);
    return out;
}

#if !LP_LOOKS_UP_PLACES
/* Table indices (or packed suits) of all subsets of three of n places in mask order; term[k][i] is what place i adds as
 * the k-th card. */
static void add_threes(const lp_subsets_t *subsets, uint16_t term[5][16], size_t n, uint16_t *three) {
    (void)subsets;
    _Alignas(64) uint16_t pair[LP_PAIRS + LP_LANES];
    add_level(pair, term[1], 0, 1, n, term[0], lp_choose[1]);
    add_level(three, term[2], 0, 2, n, pair, lp_choose[2]);
}
#endif

/* The same of five, from those of three. */
static void add_fives(uint16_t term[5][16], size_t n, const uint16_t *three, uint16_t *five) {
    for (size_t e = 4; e < n; e++) five = add_level(five, term[3], term[4][e], 3, e, three, lp_choose[3]);
}

/* Moves the subsets that can show one suit to the second half of their table. */
static void mark_flushes(const lp_subsets_t *subsets, const lp_hand_t *hand, size_t n, size_t size, unsigned offset,
                         uint16_t *index) {
    /* a place that can show these suits, in four sets of places, 16 bits a suit */
    static const uint64_t spread[16] = {
        0x0000000000000000, 0x0000000000000001, 0x0000000000010000, 0x0000000000010001,
        0x0000000100000000, 0x0000000100000001, 0x0000000100010000, 0x0000000100010001,
        0x0001000000000000, 0x0001000000000001, 0x0001000000010000, 0x0001000000010001,
        0x0001000100000000, 0x0001000100000001, 0x0001000100010000, 0x0001000100010001,
    };
    const uint16_t *mask = size == 3 ? subsets->first : subsets->last;
    size_t n_masks = size == 3 ? subsets->n_first : subsets->n_last;
    uint64_t suits = 0;
    for (unsigned i = 0; i < n; i++) suits |= spread[hand->suits[i] & 15] << i;
    for (; suits; suits >>= 16) {
        uint8_t place[LP_HAND_MAX];
        unsigned m = 0, others = ~(unsigned)suits & 0xFFFF;
        for (unsigned left = suits & 0xFFFF; left; left &= left - 1) place[m++] = (uint8_t)lp_lowest_bit(left);
        if (m < size) continue;
        if (m > 8 || n_masks <= LP_FEW) { /* to look at all subsets is faster than to name those of this suit */
            for (size_t i = 0; i < n_masks; i++) index[i] = (uint16_t)(index[i] + (mask[i] & others ? 0 : offset));
            continue;
        }
        for (unsigned small = (1u << size) - 1; small < 1u << m; small = lp_next_mask(small)) {
            unsigned id = 0, k = 0;
            for (unsigned i = 0; small >> i; i++)
                if (small >> i & 1) id += lp_choose[++k][place[i]];
            index[id] = (uint16_t)(index[id] + offset);
        }
    }
}

#if !LP_LOOKS_UP_PLACES
static void mark_threes(const lp_subsets_t *subsets, const lp_hand_t *hand, size_t n, uint16_t *three) {
    mark_flushes(subsets, hand, n, 3, LP_INDEX3, three);
}
#endif

static void rank_subsets(const lp_piles_t *p, const lp_hand_t *hand, ranked_t *ranked) {
    _Alignas(64) uint16_t three[LP_SUBSETS3 + LP_LANES], three_suits[LP_SUBSETS3 + LP_LANES];
    _Alignas(64) uint16_t five[LP_SUBSETS5 + LP_LANES], five_suits[LP_SUBSETS5 + LP_LANES];
    _Alignas(64) uint16_t strength[LP_SUBSETS3 + LP_LANES], term[5][16];
    const lp_subsets_t *subsets = &p->subsets;
    size_t n = p->n_cards, levels = p->rules.pile_size[2];
    int fives = levels == 5;
    rank_terms(hand->code, n, levels, term);
    add_threes(subsets, term, n, three);
    if (fives) add_fives(term, n, three, five);
    if (p->suited) {
        suit_terms(hand->code, n, levels, term);
        add_threes(subsets, term, n, three_suits);
        if (fives) add_fives(term, n, three_suits, five_suits);
    }
    if (subsets->first_flush) mark_threes(subsets, hand, n, three);
    if (fives) {
        mark_flushes(subsets, hand, n, 5, LP_INDEX5, five);
        look_up(p->five, five, p->suited ? five_suits : NULL, subsets->n_last, ranked->last);
    }
    uint16_t *first = fives ? strength : ranked->last;
    look_up(p->three, three, p->suited ? three_suits : NULL, subsets->n_first, first);
    for (size_t i = 0; i < subsets->n_first; i++) ranked->first[subsets->first[i]] = first[i];
}

/* Takes a split if it is better than the best so far, or as good and of higher cards; 1, for then there is a best. */
static inline int offer(lp_split_t *best, int found, double value, unsigned first, unsigned middle, unsigned last,
                        unsigned middle_mask, unsigned last_mask) {
    if (found) {
        if (value < best->value) return 1;
        if (value == best->value) {
            uint64_t key = lp_split_key(first, middle, last);
            uint64_t best_key = lp_split_key(best->strength[0], best->strength[1], best->strength[2]);
            if (key < best_key) return 1;
            uint32_t masks = (uint32_t)last_mask << 16 | middle_mask;
            if (key == best_key && masks < ((uint32_t)best->last << 16 | best->middle)) return 1;
        }
    }
    *best = (lp_split_t){value, {(uint16_t)first, (uint16_t)middle, (uint16_t)last}, (uint16_t)middle_mask,
                         (uint16_t)last_mask};
    return 1;
}

/* The weakest strength whose ceiling could lift `value` to `goal`. Errs on the low side: by one step, and by a slack
 * that exceeds what rounding can do to goal - value and to the sums themselves, 2^-53 of each term at a time. */
static inline unsigned strength_needed(const lp_ceiling_t *ceiling, double value, double goal) {
    double slack = 0x1p-50 * ((goal < 0 ? -goal : goal) + (value < 0 ? -value : value));
    double step = (goal - value - slack - ceiling->low) * ceiling->scale;
    if (!(step >= 1)) return 0; /* a NaN, from sums that overflow, too */
    return ceiling->need[step < LP_STEPS ? (size_t)step - 1 : LP_STEPS - 1];
}

/* Completes one last pile in the best way that beats the best so far, with middles of at least strength `low`. */
static inline int complete(const lp_piles_t *p, const lp_utilities_t *u, const ranked_t *ranked, const lp_pool_t *pool,
                           unsigned last, unsigned last_mask, unsigned low, lp_split_t *best, int found) {
    unsigned strict = p->rules.strict, rest = ((1u << p->n_cards) - 1) & ~last_mask;
    uint16_t id[LP_MIDDLES + LP_LANES];
    if (last < low + strict) return found;
    size_t n = list_apart(pool, &p->subsets, last_mask, low, last - strict, id);
    for (size_t k = 0; k < n; k++) {
        unsigned middle = pool->strength[id[k]], middle_mask = pool->mask[id[k]];
        unsigned first = ranked->first[rest & ~middle_mask];
        if (middle < low || first + strict > middle) continue;
        double value = u ? lp_split_value(u, first, middle, last) : 0;
        found = offer(best, found, value, first, middle, last, middle_mask, last_mask);
        if (!u) low = best->strength[1];
    }
    return found;
}

static int split_strongest(const lp_piles_t *p, const ranked_t *ranked, const lp_pool_t *pool, lp_split_t *best) {
    uint16_t id[LP_SUBSETS5 + LP_LANES];
    int found = 0;
    for (int last = (int)p->n_strengths; !found && (last = greatest(pool->strength, pool->n, last)) >= 0;) {
        size_t n = collect(pool, (unsigned)last, (unsigned)last, id);
        for (size_t i = 0; i < n; i++)
            found = complete(p, NULL, ranked, pool, (unsigned)last, pool->mask[id[i]], found ? best->strength[1] : 0,
                             best, found);
    }
    return found;
}

static int split_valued(const lp_piles_t *p, const lp_utilities_t *u, const ranked_t *ranked, const lp_pool_t *all,
                        lp_split_t *best) {
    subset_list_t last_list, middle_list;
    lp_pool_t lasts = *all, middles = *all;
    uint16_t id[LP_SUBSETS5 + LP_LANES];
    int found = 0;
    for (size_t c = p->rules.n_categories; c-- > 0;) {
        unsigned low = p->category_start[c];
        unsigned end = c + 1u < p->rules.n_categories ? p->category_start[c + 1] : p->n_strengths;
        if (low == end) continue; /* no pile is of this category */
        if (found) {
            unsigned need = strength_needed(&u->whole, 0, best->value);
            if (need >= end) break;
            if (lasts.n == all->n && all->n > LP_FEW) lasts = narrow(all, need, end - 1, &last_list);
            if (lasts.n <= LP_FEW) c = 0; /* all that are left at once */
            if (lasts.n <= LP_FEW || need > low) low = need;
        }
        size_t n = collect(&lasts, low, end - 1, id);
        int stale = all->n > LP_FEW; /* the pool of middles is the last category's */
        for (size_t i = 0; i < n; i++) {
            unsigned last = lasts.strength[id[i]], weakest = 0;
            if (found) {
                if (stale) {
                    weakest = strength_needed(&u->rest, u->most_last[end - 1], best->value);
                    middles = narrow(&middles, weakest, end - 1, &middle_list);
                    stale = 0;
                }
                double value = u->value[2][last], bound = u->rest.most[last] + value;
                if (bound < best->value || (bound == best->value && last < best->strength[2])) continue;
                weakest = strength_needed(&u->rest, value, best->value);
            }
            found = complete(p, u, ranked, &middles, last, lasts.mask[id[i]], weakest, best, found);
        }
    }
    return found;
}

static int split_best(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    ranked_t ranked;
    lp_pool_t pool = {p->subsets.n_last, p->subsets.last, ranked.last};
    rank_subsets(p, hand, &ranked);
    return u ? split_valued(p, u, &ranked, &pool, best) : split_strongest(p, &ranked, &pool, best);
}

#endif
