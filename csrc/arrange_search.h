/* arrange_search.h - the search for one hand's best split, shared by every instruction set.
 *
 * arrange_scalar.c, arrange_avx2.c and arrange_avx512.c define the innermost loops (add_base, look_up, collect,
 * strongest_of and the middles_t functions) and then include this file, so that they differ in speed alone.
 *
 * Ranking. Subsets in ascending mask order fall into blocks: one choice of the cards above the lowest two, times a
 * prefix of the pairs. A subset's table index is a sum over its cards, so a block is that prefix plus a constant.
 * Suits, two bits a place, add up in the same way. Subsets of one suit are few; they are patched afterwards.
 *
 * Strongest (SSS-20). The last piles of the greatest strength are completed by the strongest middle that leaves a legal
 * first pile. Rule sets where that fails fall back to the next strength down.
 *
 * Utilities. Last piles are taken category by category from above. A last pile of strength s is worth no more than
 * value[s] + rest[s], where rest bounds what legal piles no stronger than s can add; `need` turns that round and
 * says how strong a pile must be to matter at all, so most are dropped by one 16-bit comparison. Only bounds strictly
 * below the best value so far drop anything that could still win a tie. All bounds hold for any table; tables that
 * rise, as win rates do, make them tight.
 */
#ifndef LIPAI_ARRANGE_SEARCH_H
#define LIPAI_ARRANGE_SEARCH_H

#include "arrange.h"

/* Strengths of a hand's subsets: of the last pile's size in mask order, of all sizes by mask. */
typedef struct ranked {
    uint16_t last[LP_SUBSETS5 + LP_LANES];
    uint16_t by_mask[LP_MASKS + LP_LANES];
} ranked_t;

/* Table indices (or packed suits) of all subsets of n places in mask order; term[k][i] is what place i adds as the
 * k-th card. */
static void add_terms(uint16_t term[5][16], size_t n, size_t size, uint16_t *out) {
    uint16_t pair[LP_PAIRS + LP_LANES] = {0};
    size_t at = 0;
    for (size_t b = 1; b + size < n + 2; b++)
        for (size_t a = 0; a < b; a++) pair[at++] = (uint16_t)(term[0][a] + term[1][b]);
    if (size == 3) {
        for (size_t c = 2; c < n; out += c * (c - 1) / 2, c++) add_base(out, pair, term[2][c], c * (c - 1) / 2);
        return;
    }
    for (size_t e = 4; e < n; e++)
        for (size_t d = 3; d < e; d++) {
            unsigned base = term[4][e] + (unsigned)term[3][d];
            for (size_t c = 2; c < d; out += c * (c - 1) / 2, c++)
                add_base(out, pair, base + term[2][c], c * (c - 1) / 2);
        }
}

/* Moves the subsets that can show one suit to the second half of their table. */
static void mark_flushes(const lp_hand_t *hand, size_t n, size_t size, unsigned offset, uint16_t *index) {
    for (unsigned suit = 0; suit < 4; suit++) {
        uint8_t place[16];
        unsigned m = 0;
        for (unsigned i = 0; i < n; i++) {
            place[m] = (uint8_t)i;
            m += hand->suits[i] >> suit & 1;
        }
        if (m < size) continue;
        for (unsigned small = (1u << size) - 1; small < 1u << m; small = lp_next_mask(small)) {
            unsigned id = 0, k = 0;
            for (unsigned i = 0; small >> i; i++)
                if (small >> i & 1) {
                    id += lp_index_term[k][place[i] - k]; /* C(place, k + 1): the place of a subset in mask order */
                    k++;
                }
            index[id] = (uint16_t)(index[id] + offset);
        }
    }
}

static void rank_size(const lp_piles_t *p, const lp_hand_t *hand, size_t size, uint16_t *strength, uint16_t *by_mask) {
    uint16_t index[LP_SUBSETS5 + LP_LANES], suits[LP_SUBSETS5 + LP_LANES], term[5][16];
    size_t n = p->n_cards;
    for (size_t k = 0; k < size; k++)
        for (size_t i = 0; i < n; i++) term[k][i] = lp_index_term[k][hand->code[i] >> 2];
    add_terms(term, n, size, index);
    int wide = size == p->rules.pile_size[2];
    if (wide || p->subsets.first_flush) mark_flushes(hand, n, size, size == 3 ? LP_INDEX3 : LP_INDEX5, index);
    if (p->suited) {
        for (size_t k = 0; k < size; k++)
            for (size_t i = 0; i < n; i++) term[k][i] = (uint16_t)((hand->code[i] & 3u) << 2 * k);
        add_terms(term, n, size, suits);
    }
    look_up(size == 3 ? p->three : p->five, index, p->suited ? suits : NULL, wide ? p->subsets.last : p->subsets.first,
            wide ? p->subsets.n_last : p->subsets.n_first, strength, by_mask);
}

static void rank_subsets(const lp_piles_t *p, const lp_hand_t *hand, ranked_t *ranked) {
    if (p->rules.pile_size[2] != 3) rank_size(p, hand, 3, ranked->last, ranked->by_mask);
    rank_size(p, hand, p->rules.pile_size[2], ranked->last, ranked->by_mask);
}

/* Takes a split if it is better than the best so far, or as good and of higher cards. */
static inline int offer(lp_split_t *best, int found, double value, unsigned first, unsigned middle, unsigned last,
                        unsigned middle_mask, unsigned last_mask) {
    if (found) {
        if (value < best->value) return 1;
        if (value == best->value) {
            uint64_t key = lp_split_key(first, middle, last);
            uint64_t best_key = lp_split_key(best->strength[0], best->strength[1], best->strength[2]);
            if (key < best_key) return 1;
            if (key == best_key && (last_mask << 16 | middle_mask) < ((unsigned)best->last << 16 | best->middle)) return 1;
        }
    }
    *best = (lp_split_t){value, {(uint16_t)first, (uint16_t)middle, (uint16_t)last}, (uint16_t)middle_mask,
                         (uint16_t)last_mask};
    return 1;
}

static int split_strongest(const lp_piles_t *p, const ranked_t *ranked, lp_split_t *best) {
    const lp_subsets_t *subsets = &p->subsets;
    unsigned all = (1u << p->n_cards) - 1, strict = p->rules.strict;
    int found = 0;
    uint16_t id[LP_SUBSETS5 + LP_LANES], mask[LP_MIDDLES + LP_LANES];
    for (int limit = (int)p->n_strengths; !found && limit > 0;) {
        int last = strongest_of(ranked->last, subsets->n_last, limit);
        if (last < 0) break;
        size_t n = collect(ranked->last, subsets->n_last, (unsigned)last, (unsigned)last, id);
        for (size_t i = 0; i < n; i++) {
            unsigned last_mask = subsets->last[id[i]];
            middles_t middles;
            load_middles(&middles, subsets, ranked->by_mask, all & ~last_mask);
            /* middles of one strength at a time, down to the best there is with this last pile */
            for (int top = last - (int)strict, done = 0; !done; top--) {
                top = strongest_middle(&middles, top);
                if (top < 0 || (found && top < best->strength[1])) break;
                size_t n_middles = list_middles(&middles, (unsigned)top, (unsigned)top, mask);
                for (size_t k = 0; k < n_middles; k++) {
                    unsigned first = ranked->by_mask[all & ~(last_mask | mask[k])];
                    if ((int)(first + strict) > top) continue;
                    found = done = offer(best, found, 0, first, (unsigned)top, (unsigned)last, mask[k], last_mask);
                }
            }
        }
        limit = last;
    }
    return found;
}

/* The weakest strength whose ceiling could lift `value` to `goal`; errs on the low side. */
static inline unsigned strength_needed(const lp_ceiling_t *ceiling, double value, double goal) {
    double slack = 0x1p-50 * ((goal < 0 ? -goal : goal) + (value < 0 ? -value : value));
    double step = (goal - value - slack - ceiling->low) * ceiling->scale;
    if (!(step >= 1)) return 0; /* a NaN, from sums that overflow, too */
    return ceiling->need[step < LP_STEPS ? (size_t)step - 1 : LP_STEPS - 1];
}

static int split_valued(const lp_piles_t *p, const lp_utilities_t *u, const ranked_t *ranked, lp_split_t *best) {
    const lp_subsets_t *subsets = &p->subsets;
    unsigned all = (1u << p->n_cards) - 1, strict = p->rules.strict;
    int found = 0;
    uint16_t id[LP_SUBSETS5 + LP_LANES], mask[LP_MIDDLES + LP_LANES];
    for (size_t c = p->rules.n_categories; c-- > 0;) {
        unsigned low = p->category_start[c];
        unsigned high = (c + 1 < p->rules.n_categories ? p->category_start[c + 1] : p->n_strengths) - 1u;
        if (p->category_start[c] > high) continue;
        if (found) {
            unsigned need = strength_needed(&u->whole, 0, best->value);
            if (need > low) low = need;
            if (low > high) break;
        }
        size_t n = collect(ranked->last, subsets->n_last, low, high, id);
        for (size_t i = 0; i < n; i++) {
            unsigned last = ranked->last[id[i]], last_mask = subsets->last[id[i]], weakest = 0;
            double value = u->value[2][last];
            if (last < strict) continue;
            if (found) {
                double bound = u->rest.most[last] + value;
                if (bound < best->value || (bound == best->value && last < best->strength[2])) continue;
                weakest = strength_needed(&u->rest, value, best->value);
            }
            middles_t middles;
            load_middles(&middles, subsets, ranked->by_mask, all & ~last_mask);
            size_t n_middles = list_middles(&middles, weakest, last - strict, mask);
            for (size_t k = 0; k < n_middles; k++) {
                unsigned middle = ranked->by_mask[mask[k]], first = ranked->by_mask[all & ~(last_mask | mask[k])];
                if (first + strict > middle) continue;
                found = offer(best, found, lp_split_value(u, first, middle, last), first, middle, last, mask[k],
                              last_mask);
            }
        }
    }
    return found;
}

static int split_best(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    ranked_t ranked;
    ranked.by_mask[0] = 0; /* the place of lanes without a pile */
    rank_subsets(p, hand, &ranked);
    return u ? split_valued(p, u, &ranked, best) : split_strongest(p, &ranked, best);
}

#endif
