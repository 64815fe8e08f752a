/* expected_search.c - the arrangements of one hand that are worth most against a field.
 *
 * The arranger's best by the rows alone is nearly always close, so its value is a goal from the start. The bounds of
 * lp_field.whole then say for a last pile whether any middle and first pile of this hand could reach the goal with it,
 * and how strong the first would have to be: of some 36,000 pairs of a hand about a thousand are looked at, by their
 * first pile, since a last and a first pile leave the middle. A dozen pass the bound of their own cell and are
 * evaluated in full, the largest bound first, until no bound reaches the best value found.
 * Invariant: a bound is never below the value, for any stakes, so nothing is lost; ties go to the strongest.
 */
#include "field.h"

#include <string.h>

#define WAITING 256 /* candidates that wait for evaluation: nearly always enough for all of a hand's */

typedef struct candidate {
    double bound;
    uint16_t strength[LP_PILES], middle, last;
} candidate_t;

typedef struct search {
    const lp_field_t *field;
    double goal; /* what a candidate must reach to matter */
    float least; /* the same, no larger, to compare bounds with */
    size_t top, n_found, n_waiting;
    lp_found_t *found; /* best first */
    candidate_t waiting[WAITING];
} search_t;

static uint64_t key_of(const uint16_t *s) { return lp_split_key(s[0], s[1], s[2]); }
static uint32_t masks_of(unsigned middle, unsigned last) { return (uint32_t)last << 16 | middle; }

static void set_goal(search_t *x, double goal) {
    x->goal = goal;
    x->least = (float)(goal - (goal < 0 ? -goal : goal) * 1e-6 - 1e-30);
}

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
    if (x->n_found == x->top && x->found[x->top - 1].value > x->goal) set_goal(x, x->found[x->top - 1].value);
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

/* The value of the arranger's best by rows; the least of all where top is more than one and there is no saying. */
static double first_goal(const lp_field_t *f, const lp_hand_t *hand, size_t top) {
    lp_split_t split;
    if (top == 1 && f->piles->split_best(f->piles, f->guess, hand, &split)) return lp_field_value(f, split.strength);
    return -1e30;
}

/* Piles by falling interval: those of interval c are start[c + 1] up to start[c]. */
typedef struct pool {
    uint16_t start[LP_CUTS + 1];
    uint16_t mask[LP_SUBSETS5 + 64], strength[LP_SUBSETS5 + 64];
} pool_t;

/* One pass of a counting sort. Within an interval, the order of masks. */
static void sort_pool(const uint16_t *mask, const uint16_t *strength, size_t n, const uint8_t *cut, size_t n_cuts,
                      pool_t *pool) {
    uint16_t at[LP_CUTS + 1] = {0};
    for (size_t i = 0; i < n; i++) at[cut[strength[i]]]++;
    pool->start[n_cuts] = 0;
    for (size_t c = n_cuts; c-- > 0;) {
        uint16_t count = at[c];
        at[c] = pool->start[c + 1];
        pool->start[c] = (uint16_t)(at[c] + count);
    }
    for (size_t i = 0; i < n; i++) {
        size_t to = at[cut[strength[i]]]++;
        pool->mask[to] = mask[i];
        pool->strength[to] = strength[i];
    }
}

typedef struct view {
    search_t x;
    lp_ranked_t ranked;
    uint16_t of_five[LP_MASKS];
    const uint16_t *of_middle; /* strengths of the middle pile's size, by mask */
    pool_t firsts, middles;
    unsigned first, middle; /* intervals of the strongest of this hand */
} view_t;

/* All splits with one last pile that could reach the goal. The strongest first and the strongest middle that are apart
 * from it say how strong the first must
 * be. */
static void complete(view_t *v, unsigned last, unsigned s3) {
    const lp_field_t *f = v->x.field;
    const uint8_t *cut_first = f->cut[0], *cut_middle = f->cut[1];
    const pool_t *firsts = &v->firsts, *middles = &v->middles;
    unsigned strict = f->piles->rules.strict, c = f->cut[2][s3], most;
    size_t n_middle = f->n_cuts[1];
    float goal = v->x.least;
    if (s3 < strict) return;
    most = cut_middle[s3 - strict];
    if (most > v->middle) most = v->middle;
    const float *slab = f->whole + lp_cell(f, 0, 0, c);
    if (slab[v->first * n_middle + most] < goal) return;
    size_t at = f->kernels->seek(firsts->mask, firsts->start[0], last);
    unsigned a = cut_first[firsts->strength[at]];
    if (slab[a * n_middle + most] < goal) return;
    size_t from = middles->start[most + 1], left = (size_t)middles->start[0] - from;
    from += f->kernels->seek(middles->mask + from, left, last);
    most = cut_middle[middles->strength[from]];
    if (slab[a * n_middle + most] < goal) return;
    unsigned weakest = a; /* the weakest first pile that could do it with that middle */
    while (weakest && slab[(weakest - 1) * n_middle + most] >= goal) weakest--;
    uint16_t id[LP_SUBSETS3 + 64], s[LP_PILES] = {0, 0, (uint16_t)s3};
    size_t n_firsts = firsts->start[weakest] - at;
    size_t n = f->kernels->apart(firsts->mask + at, firsts->strength + at, n_firsts, last, 0, 0xFFFF, id);
    unsigned rest = f->piles->subsets.all & ~last;
    for (size_t k = 0; k < n; k++) {
        unsigned s1 = firsts->strength[at + id[k]], middle = rest & ~(unsigned)firsts->mask[at + id[k]];
        unsigned s2 = v->of_middle[middle];
        if (s1 + strict > s2 || s2 + strict > s3 || slab[cut_first[s1] * n_middle + cut_middle[s2]] < goal) continue;
        s[0] = (uint16_t)s1;
        s[1] = (uint16_t)s2;
        offer(&v->x, s, middle, last);
    }
}

void lp_field_search(const lp_field_t *f, const lp_hand_t *hand, size_t top, lp_found_t *out, size_t *n_out) {
    const lp_piles_t *p = f->piles;
    const lp_subsets_t *subsets = &p->subsets;
    uint16_t strength[LP_SUBSETS3 + 32], id[LP_SUBSETS5 + 64];
    view_t v;
    if (top == 1 && f->additive) { /* pots without bonuses: the rows are everything */
        lp_split_t split = {0};
        *n_out = (size_t)p->split_best(p, f->guess, hand, &split);
        out->value = *n_out ? lp_field_value(f, split.strength) : 0;
        out->middle = split.middle;
        out->last = split.last;
        memcpy(out->strength, split.strength, sizeof split.strength);
        return;
    }
    v.x.field = f;
    set_goal(&v.x, first_goal(f, hand, top));
    v.x.top = top;
    v.x.found = out;
    v.x.n_found = v.x.n_waiting = 0;
    f->kernels->rank_subsets(p, hand, &v.ranked);
    v.of_middle = p->rules.pile_size[1] == 3 ? v.ranked.first : v.of_five;
    if (v.of_middle == v.of_five)
        for (size_t i = 0; i < subsets->n_last; i++) v.of_five[subsets->last[i]] = v.ranked.last[i];
    for (size_t i = 0; i < subsets->n_first; i++) strength[i] = v.ranked.first[subsets->first[i]];
    sort_pool(subsets->first, strength, subsets->n_first, f->cut[0], f->n_cuts[0], &v.firsts);
    sort_pool(subsets->last, v.ranked.last, subsets->n_last, f->cut[1], f->n_cuts[1], &v.middles);
    v.first = f->cut[0][v.firsts.strength[0]];
    v.middle = f->cut[1][v.middles.strength[0]];
    /* the weakest interval of last piles that could reach the goal with the strongest of all else */
    size_t c = f->n_cuts[2];
    for (; c > 0; c--) {
        unsigned most = f->cut[1][f->low[2][c] - 1];
        if (f->whole[lp_cell(f, v.first, most < v.middle ? most : v.middle, (unsigned)c - 1)] < v.x.goal) break;
    }
    size_t n = f->kernels->apart(subsets->last, v.ranked.last, subsets->n_last, 0, f->low[2][c], 0xFFFF, id);
    for (size_t i = 0; i < n; i++) complete(&v, subsets->last[id[i]], v.ranked.last[id[i]]);
    evaluate(&v.x);
    *n_out = v.x.n_found;
}
