/* expected_search.c - the arrangements of one hand that are worth most against a field.
 *
 * The arranger's best by the rows alone is nearly always close, so its value is a goal from the start. The bounds of
 * lp_field.whole then say for a last pile whether any middle and first pile that this hand has left could reach the goal
 * with it, and how strong the first would have to be: of some 36,000 pairs of thirteen cards about a thousand are looked
 * at, by their first pile, since a last and a first pile leave the middle. What is the strongest that is left comes
 * from a table of all sets of places, filled by a maximum over subsets. Of nine cards all 280 ways are looked at. A
 * dozen pass the bound of their own cell and are evaluated in full, the largest bound first, until no bound reaches the
 * best value found.
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

static void offer(search_t *x, const uint16_t s[LP_PILES], unsigned middle, unsigned last) {
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

/* ---- thirteen cards ---------------------------------------------------------------------------------------------- */

/* First piles by falling interval: those of interval c are start[c + 1] up to start[c]. */
typedef struct pool {
    uint16_t start[LP_CUTS + 1];
    uint16_t mask[LP_SUBSETS3 + 64], strength[LP_SUBSETS3 + 64];
} pool_t;

/* One pass of a counting sort. Within an interval, the order of masks. */
static void sort_firsts(const lp_subsets_t *subsets, const uint16_t *strength, const uint8_t *cut, size_t n_cuts,
                        pool_t *pool) {
    uint16_t at[LP_CUTS + 1] = {0};
    uint8_t interval[LP_SUBSETS3];
    size_t n = subsets->n_first;
    for (size_t i = 0; i < n; i++) {
        interval[i] = cut[strength[subsets->first[i]]];
        at[interval[i]]++;
    }
    pool->start[n_cuts] = 0;
    for (size_t c = n_cuts; c-- > 0;) {
        uint16_t count = at[c];
        at[c] = pool->start[c + 1];
        pool->start[c] = (uint16_t)(at[c] + count);
    }
    for (size_t i = 0; i < n; i++) {
        size_t to = at[interval[i]]++;
        pool->mask[to] = subsets->first[i];
        pool->strength[to] = strength[subsets->first[i]];
    }
}

typedef struct view {
    search_t x;
    lp_ranked_t ranked;
    pool_t firsts;
    uint16_t of_five[LP_MASKS]; /* strengths by mask */
    /* by the places that are free: the interval of the strongest first or middle pile among them */
    _Alignas(64) uint8_t most_first[LP_MASKS], most_middle[LP_MASKS];
} view_t;

/* Fills a view from the strengths of a hand's subsets. */
static void look_at(view_t *v, const lp_field_t *f) {
    const lp_subsets_t *subsets = &f->piles->subsets;
    memset(v->most_first, 0, sizeof v->most_first);
    memset(v->most_middle, 0, sizeof v->most_middle);
    for (size_t i = 0; i < subsets->n_first; i++)
        v->most_first[subsets->first[i]] = f->cut[0][v->ranked.first[subsets->first[i]]];
    for (size_t i = 0; i < subsets->n_last; i++) {
        unsigned mask = subsets->last[i], strength = v->ranked.last[i];
        v->of_five[mask] = (uint16_t)strength;
        v->most_middle[mask] = f->cut[1][strength];
    }
    f->kernels->spread(v->most_first);
    f->kernels->spread(v->most_middle);
    sort_firsts(subsets, v->ranked.first, f->cut[0], f->n_cuts[0], &v->firsts);
}

/* What the intervals say of a last pile: the slab of bounds for its own, and the strongest first and middle pile that
 * it leaves, the middle no stronger than itself. */
typedef struct outlook {
    const float *slab;
    unsigned first, middle;
} outlook_t;

static inline outlook_t outlook_of(const view_t *v, const lp_field_t *f, unsigned last, unsigned s3) {
    unsigned rest = f->piles->subsets.all & ~last, middle = v->most_middle[rest];
    unsigned most = f->cut[1][s3 - f->piles->rules.strict];
    return (outlook_t){f->whole + lp_cell(f, 0, 0, f->cut[2][s3]), v->most_first[rest], middle < most ? middle : most};
}

/* All splits with one last pile that could reach the goal. */
static void complete(view_t *v, unsigned last, unsigned s3) {
    const lp_field_t *f = v->x.field;
    const uint8_t *cut_first = f->cut[0], *cut_middle = f->cut[1];
    const pool_t *firsts = &v->firsts;
    unsigned strict = f->piles->rules.strict, rest = f->piles->subsets.all & ~last;
    size_t n_middle = f->n_cuts[1];
    float goal = v->x.least;
    const outlook_t o = outlook_of(v, f, last, s3);
    if (o.slab[o.first * n_middle + o.middle] < goal) return; /* the goal may have risen */
    unsigned weakest = o.first; /* the weakest first pile that could do it with that middle */
    while (weakest && o.slab[(weakest - 1) * n_middle + o.middle] >= goal) weakest--;
    uint16_t id[LP_SUBSETS3 + 64], s[LP_PILES] = {0, 0, (uint16_t)s3};
    size_t at = firsts->start[o.first + 1], n_firsts = firsts->start[weakest] - at;
    size_t n = f->kernels->apart(firsts->mask + at, firsts->strength + at, n_firsts, last, 0, 0xFFFF, id);
    for (size_t k = 0; k < n; k++) {
        unsigned s1 = firsts->strength[at + id[k]], middle = rest & ~(unsigned)firsts->mask[at + id[k]];
        unsigned s2 = v->of_five[middle];
        if (s1 + strict > s2 || s2 + strict > s3 || o.slab[cut_first[s1] * n_middle + cut_middle[s2]] < goal) continue;
        s[0] = (uint16_t)s1;
        s[1] = (uint16_t)s2;
        offer(&v->x, s, middle, last);
    }
}

static void search_thirteen(search_t *x, const lp_hand_t *hand) {
    const lp_field_t *f = x->field;
    const lp_subsets_t *subsets = &f->piles->subsets;
    uint16_t id[LP_SUBSETS5 + 64];
    view_t v;
    v.x = *x;
    f->kernels->rank_subsets(f->piles, hand, &v.ranked);
    look_at(&v, f);
    /* the weakest interval of last piles that could reach the goal with the strongest of all else */
    unsigned first = v.most_first[subsets->all], middle = v.most_middle[subsets->all], low;
    size_t c = f->n_cuts[2];
    for (; c > 0; c--) {
        unsigned most = f->cut[1][f->low[2][c] - 1];
        if (f->whole[lp_cell(f, first, most < middle ? most : middle, (unsigned)c - 1)] < v.x.least) break;
    }
    low = f->low[2][c] > f->piles->rules.strict ? f->low[2][c] : f->piles->rules.strict;
    size_t n = f->kernels->apart(subsets->last, v.ranked.last, subsets->n_last, 0, low, 0xFFFF, id), left = 0;
    for (size_t i = 0; i < n; i++) { /* without a branch, which nothing could predict */
        const outlook_t o = outlook_of(&v, f, subsets->last[id[i]], v.ranked.last[id[i]]);
        uint16_t keep_id = id[i];
        id[left] = keep_id;
        left += (size_t)(o.slab[o.first * f->n_cuts[1] + o.middle] >= v.x.least);
    }
    for (size_t i = 0; i < left; i++) complete(&v, subsets->last[id[i]], v.ranked.last[id[i]]);
    evaluate(&v.x);
    x->n_found = v.x.n_found;
}

/* ---- nine cards -------------------------------------------------------------------------------------------------- */

/* A pile in one word that sorts by strength and then by mask: from above strength, number in mask order, and what it
 * adds to the number of a cell as last, first and middle pile. */
#define NUMBER_AT 41
#define LAST_AT 24
#define FIRST_AT 8

typedef struct third {
    uint64_t first, middle, last;
} third_t;

static inline third_t in_order(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t low = a < b ? a : b, high = a < b ? b : a, last = high > c ? high : c, other = high > c ? c : high;
    return (third_t){low < other ? low : other, low < other ? other : low, last};
}

static inline size_t cell_of(third_t t) {
    return (size_t)(t.last >> LAST_AT & 0x1FFFF) + (size_t)(t.first >> FIRST_AT & 0xFFF) + (size_t)(t.middle & 0x3F);
}

static unsigned strength_of(uint64_t pile) { return (unsigned)(pile >> 48); }

/* Nine cards part into threes in 280 ways, each legal in one order at most: all their bounds are looked at. */
static void search_nine(search_t *x, const lp_hand_t *hand) {
    const lp_field_t *f = x->field;
    const lp_subsets_t *subsets = &f->piles->subsets;
    unsigned strict = f->piles->rules.strict;
    uint64_t pile[LP_SUBSETS_OF_9];
    uint16_t id[LP_THIRDS];
    lp_ranked_t ranked;
    size_t n = 0;
    f->kernels->rank_subsets(f->piles, hand, &ranked);
    for (size_t i = 0; i < LP_SUBSETS_OF_9; i++) {
        unsigned s = ranked.last[i];
        uint64_t cells = (uint64_t)lp_cell(f, 0, 0, f->cut[2][s]) << LAST_AT |
                         (uint64_t)lp_cell(f, f->cut[0][s], 0, 0) << FIRST_AT | f->cut[1][s];
        pile[i] = (uint64_t)s << 48 | (uint64_t)i << NUMBER_AT | cells;
    }
    for (size_t block = 0; block < LP_THIRDS / 32; block++) {
        const uint64_t *a = pile + lp_third_base(0, block), *b = pile + lp_third_base(1, block);
        const uint64_t *c = pile + lp_third_base(2, block);
        for (size_t i = 32 * block; i < 32 * (block + 1); i++) {
            third_t t = in_order(a[subsets->third[0][i]], b[subsets->third[1][i]], c[subsets->third[2][i]]);
            id[n] = (uint16_t)i;
            n += (size_t)(f->whole[cell_of(t)] >= x->least);
        }
    }
    for (size_t k = 0; k < n; k++) {
        size_t i = id[k], block = i / 32;
        third_t t = in_order(pile[subsets->third[0][i] + lp_third_base(0, block)],
                             pile[subsets->third[1][i] + lp_third_base(1, block)],
                             pile[subsets->third[2][i] + lp_third_base(2, block)]);
        const uint16_t s[LP_PILES] = {(uint16_t)strength_of(t.first), (uint16_t)strength_of(t.middle),
                                      (uint16_t)strength_of(t.last)};
        if (s[0] + strict > s[1] || s[1] + strict > s[2]) continue;
        offer(x, s, subsets->last[t.middle >> NUMBER_AT & 0x7F], subsets->last[t.last >> NUMBER_AT & 0x7F]);
    }
    evaluate(x);
}

void lp_field_search(const lp_field_t *f, const lp_hand_t *hand, size_t top, lp_found_t *out, size_t *n_out) {
    const lp_piles_t *p = f->piles;
    search_t x;
    if (top == 1 && f->additive) { /* pots without bonuses: the rows are everything */
        lp_split_t split = {0};
        *n_out = (size_t)p->split_best(p, f->guess, hand, &split);
        out->value = *n_out ? lp_field_value(f, split.strength) : 0;
        out->middle = split.middle;
        out->last = split.last;
        memcpy(out->strength, split.strength, sizeof split.strength);
        return;
    }
    x.field = f;
    set_goal(&x, first_goal(f, hand, top));
    x.top = top;
    x.found = out;
    x.n_found = x.n_waiting = 0;
    if (p->n_cards == 9) search_nine(&x, hand);
    else search_thirteen(&x, hand);
    *n_out = x.n_found;
}
