/* expected_search.c - the arrangements of one hand that are worth most against a field.
 *
 * The arranger's best by the rows alone is nearly always close, so its value is a goal from the start. The bounds of
 * lp_field.whole then say, for each interval of the last pile, whether any middle and first pile of this hand could
 * reach the goal with it, and how strong the middle would have to be: of some 36,000 pairs of a hand a few hundred are
 * looked at. Each of those gets the tight bound of its own cell, and what passes is evaluated in full, the largest
 * bound first, until no bound reaches the best value found.
 * Invariant: a bound is never below the value, for any stakes, so nothing is lost; ties go to the strongest.
 */
#include "field.h"

#include <string.h>

#define WAITING 256

typedef struct candidate {
    double bound;
    uint16_t strength[LP_PILES], middle, last;
} candidate_t;

typedef struct search {
    const lp_field_t *field;
    double goal; /* what a candidate must reach to matter */
    size_t top, n_found, n_waiting;
    lp_found_t *found; /* best first */
    candidate_t waiting[WAITING];
} search_t;

static uint64_t key_of(const uint16_t *s) { return lp_split_key(s[0], s[1], s[2]); }
static uint32_t masks_of(unsigned middle, unsigned last) { return (uint32_t)last << 16 | middle; }

static void keep(search_t *x, const candidate_t *c, double value) {
    size_t at = x->n_found;
    while (at && (x->found[at - 1].value < value ||
                  (x->found[at - 1].value == value && key_of(x->found[at - 1].strength) < key_of(c->strength))))
        at--;
    if (at == x->top) return;
    if (x->n_found < x->top) x->n_found++;
    memmove(&x->found[at + 1], &x->found[at], (x->n_found - 1 - at) * sizeof *x->found);
    lp_found_t *found = &x->found[at];
    found->value = value;
    found->middle = c->middle;
    found->last = c->last;
    memcpy(found->strength, c->strength, sizeof found->strength);
    if (x->n_found == x->top && x->found[x->top - 1].value > x->goal) x->goal = x->found[x->top - 1].value;
}

/* The higher masks stand for a triple of strengths. */
static int known(search_t *x, const candidate_t *c) {
    for (size_t i = 0; i < x->n_found; i++) {
        lp_found_t *found = &x->found[i];
        if (key_of(found->strength) != key_of(c->strength)) continue;
        if (masks_of(found->middle, found->last) < masks_of(c->middle, c->last)) {
            found->middle = c->middle;
            found->last = c->last;
        }
        return 1;
    }
    return 0;
}

/* Evaluates what waits, the largest bound first. */
static void evaluate(search_t *x) {
    while (x->n_waiting) {
        size_t best = 0;
        for (size_t i = 1; i < x->n_waiting; i++)
            if (x->waiting[i].bound > x->waiting[best].bound) best = i;
        candidate_t c = x->waiting[best];
        if (c.bound < x->goal) break;
        size_t left = 0;
        for (size_t i = 0; i < x->n_waiting; i++) { /* out with it and all of its strengths */
            candidate_t *other = &x->waiting[i];
            if (key_of(other->strength) != key_of(c.strength)) {
                x->waiting[left++] = *other;
            } else if (masks_of(c.middle, c.last) < masks_of(other->middle, other->last)) {
                c.middle = other->middle;
                c.last = other->last;
            }
        }
        x->n_waiting = left;
        if (!known(x, &c)) keep(x, &c, lp_field_value(x->field, c.strength));
    }
    x->n_waiting = 0;
}

static void offer(search_t *x, const uint16_t *s, unsigned middle, unsigned last) {
    const lp_field_t *f = x->field;
    double bound = lp_field_rows(f, s) + (double)f->rest[lp_cell(f, f->cut[0][s[0]], f->cut[1][s[1]], f->cut[2][s[2]])];
    if (bound < x->goal) return;
    if (x->n_waiting == WAITING) evaluate(x);
    candidate_t *c = &x->waiting[x->n_waiting++];
    c->bound = bound;
    memcpy(c->strength, s, sizeof c->strength);
    c->middle = (uint16_t)middle;
    c->last = (uint16_t)last;
}

/* The value of the arranger's best by rows; -infinity where top is more than one and there is no saying. */
static double first_goal(const lp_field_t *f, const lp_hand_t *hand, size_t top) {
    lp_split_t split;
    if (top == 1 && f->piles->split_best(f->piles, f->guess, hand, &split)) return lp_field_value(f, split.strength);
    return -1e300;
}

typedef struct pool {
    size_t n;
    uint16_t mask[LP_SUBSETS5 + 32], strength[LP_SUBSETS5 + 32];
} pool_t;

static void gather_pool(const lp_field_t *f, const lp_ranked_t *ranked, unsigned low, pool_t *pool) {
    const lp_subsets_t *subsets = &f->piles->subsets;
    uint16_t id[LP_SUBSETS5 + 64];
    pool->n = f->kernels->apart(subsets->last, ranked->last, subsets->n_last, 0, low, 0xFFFF, id);
    for (size_t i = 0; i < pool->n; i++) {
        pool->mask[i] = subsets->last[id[i]];
        pool->strength[i] = ranked->last[id[i]];
    }
}

void lp_field_search(const lp_field_t *f, const lp_hand_t *hand, size_t top, lp_found_t *out, size_t *n_out) {
    const lp_piles_t *p = f->piles;
    const lp_subsets_t *subsets = &p->subsets;
    lp_ranked_t ranked;
    search_t x = {.field = f, .goal = first_goal(f, hand, top), .top = top, .found = out};
    f->kernels->rank_subsets(p, hand, &ranked);
    unsigned first = 0, middle = 0, strict = p->rules.strict;
    for (size_t i = 0; i < subsets->n_first; i++) {
        unsigned s = ranked.first[subsets->first[i]];
        first = s > first ? s : first;
    }
    for (size_t i = 0; i < subsets->n_last; i++) middle = ranked.last[i] > middle ? ranked.last[i] : middle;
    /* the weakest last pile, and the weakest middle with each interval of last piles, that can reach the goal */
    unsigned cap = f->cut[1][middle], highest = f->cut[2][middle], need[LP_CUTS], weakest = 0xFFFF, a = f->cut[0][first];
    size_t c = highest + 1u;
    for (unsigned b = 0; c > 0; c--) {
        while (b < cap && f->whole[lp_cell(f, a, b, (unsigned)c - 1)] < x.goal) b++;
        if (f->whole[lp_cell(f, a, b, (unsigned)c - 1)] < x.goal) break;
        need[c - 1] = f->low[1][b];
        if (need[c - 1] < weakest) weakest = need[c - 1];
    }
    pool_t lasts, middles;
    gather_pool(f, &ranked, f->low[2][c], &lasts);
    gather_pool(f, &ranked, weakest, &middles);
    for (size_t i = 0; i < lasts.n; i++) {
        unsigned last = lasts.mask[i], s3 = lasts.strength[i], low = need[f->cut[2][s3]];
        uint16_t id[LP_SUBSETS5 + 64], s[LP_PILES] = {0, 0, (uint16_t)s3};
        if (s3 < low + strict) continue;
        size_t n = f->kernels->apart(middles.mask, middles.strength, middles.n, last, low, s3 - strict, id);
        for (size_t k = 0; k < n; k++) {
            unsigned mask = middles.mask[id[k]];
            s[1] = middles.strength[id[k]];
            s[0] = ranked.first[subsets->all & ~(last | mask)];
            if (s[0] + strict <= s[1]) offer(&x, s, mask, last);
        }
    }
    evaluate(&x);
    *n_out = x.n_found;
}
