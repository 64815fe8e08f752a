/* field.h - what the files of expected value share.
 *
 * The value of an arrangement is a sum of three row values, one a pile, plus what depends on all piles at once: guns,
 * sweeps, two piles out of three. The rows are tables by strength. The rest is counted over the field, whose hands are
 * sorted by their last pile: those that lose it, tie it and win it are then three runs, and within a run two
 * comparisons tell what is left to know.
 *
 * The same rest, rounded up, stands in a table by cell: each pile's strengths are cut into at most LP_CUTS
 * intervals, and a cell holds a bound for every arrangement in it. Search needs no other bound.
 * Invariant: counts and costs are integers, so the order of summing does not matter; what is floating is computed in
 * one place, from the same integers, for every instruction set.
 */
#ifndef LP_FIELD_H
#define LP_FIELD_H

#include "arrange.h"
#include "settle.h"

#ifndef LP_CUTS
#define LP_CUTS 48
#endif

/* Hands among those of a run that neither win nor lose every pile, 32 to a word; filled by kernels. */
typedef struct lp_ties {
    size_t n;
    uint32_t *mask, *at; /* at: the hand of bit 0 */
} lp_ties_t;

/* Of n hands, those weaker than a in the first and the middle pile; ties: no stronger in both, but not that. */
typedef size_t (*lp_weaker_fn)(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a_first,
                               unsigned a_middle, uint32_t at, lp_ties_t *ties);
/* The cost of those stronger in both; ties: no weaker in both, but not that. */
typedef int64_t (*lp_cost_fn)(const uint16_t *first, const uint16_t *middle, const int32_t *cost, size_t n,
                              unsigned a_first, unsigned a_middle, uint32_t at, lp_ties_t *ties);
/* Those weaker in the first or the middle pile. */
typedef size_t (*lp_either_fn)(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a_first,
                               unsigned a_middle);
/* Of n piles, the numbers of those that share no place with mask and have strengths from low to high. id has room for
 * 32 more than there can be. */
typedef size_t (*lp_apart_fn)(const uint16_t *masks, const uint16_t *strength, size_t n, unsigned mask, unsigned low,
                              unsigned high, uint16_t *id);
/* Makes most[set] the largest of most[subset], for all sets of thirteen places. most is aligned to 64 bytes. */
typedef void (*lp_spread_fn)(uint8_t most[LP_MASKS]);

typedef struct lp_field_kernels {
    lp_weaker_fn weaker;
    lp_cost_fn cost;
    lp_either_fn either;
    lp_apart_fn apart;
    lp_spread_fn spread;
    void (*rank_subsets)(const lp_piles_t *piles, const lp_hand_t *hand, lp_ranked_t *out);
} lp_field_kernels_t;

extern const lp_field_kernels_t lp_field_scalar, lp_field_avx2, lp_field_avx512;

struct lp_field {
    const lp_stakes_t *stakes;
    const lp_piles_t *piles;
    const lp_field_kernels_t *kernels;
    lp_field_info_t info;
    lp_utilities_t *guess; /* additive values that find a good first arrangement */
    size_t n, m;           /* hands, and those that lay out piles: only they are in the arrays */
    size_t opponents;      /* players - 1 */
    uint8_t banker;        /* I am the banker */
    uint8_t ties_count;    /* run-overs count (SSS-13) */
    uint8_t additive;      /* the rows are everything but a constant */
    /* by hand, sorted by last pile */
    uint16_t *pile[LP_PILES];
    int32_t *cost; /* what it takes from one that it beats in all three piles, besides the rows, times 2^shift */
    /* by strength */
    double *row[LP_PILES];
    uint32_t *below[LP_PILES]; /* hands whose pile is weaker; one more entry than strengths */
    uint8_t *cut[LP_PILES];    /* the interval it is in */
    uint16_t low[LP_PILES][LP_CUTS + 1]; /* the weakest strength of each interval, then the number of strengths */
    size_t n_cuts[LP_PILES];
    float *rest, *whole; /* by cell: bound on the rest; on everything, for this cell and all below */
    double per_hand;  /* value of one counted hand of the field: opponents / n */
    double per_cost;  /* value of a unit of cost */
    double constant;  /* what does not depend on my arrangement */
    double sweep;     /* waters: (factor - 1) * opponents; pots: all that a sweep brings (BJ-15) */
    double declare[LP_SPECIALS][3]; /* by special and jokers in the hand */
    unsigned shift;
};

/* The rest, from counts: win3 hands beaten in all three piles, cost of those that beat me so, extra gun units from
 * run-overs. worth: my piles' water (SSS-11). */
double lp_field_rest(const lp_field_t *field, unsigned worth, size_t win3, int64_t cost, int64_t run_overs);
/* Value of an ordinary arrangement. */
double lp_field_value(const lp_field_t *field, const uint16_t strength[LP_PILES]);

/* What every game but bankers' adds up pile by pile; and the value of P(win) of banker games. */
static inline double lp_field_rows(const lp_field_t *f, const uint16_t *s) {
    return f->row[0][s[0]] + f->row[1][s[1]] + f->row[2][s[2]];
}

static inline unsigned lp_water(const lp_stakes_t *s, size_t pile, unsigned strength) {
    return s->rules.water[pile][s->category[strength]];
}

static inline size_t lp_cell(const lp_field_t *f, unsigned a, unsigned b, unsigned c) {
    return ((size_t)c * f->n_cuts[0] + a) * f->n_cuts[1] + b;
}

/* field_tables.c: everything that depends on the hands; pile arrays, cost, info, n and m are there. */
lp_status_t lp_field_tables(lp_field_t *field, const uint8_t *entries);

typedef struct lp_entry {
    uint16_t strength[LP_PILES];
    uint8_t special, extra; /* extra: jokers in a declared hand; pots: multiples of what the hand holds (BJ-14) */
} lp_entry_t;

static inline lp_entry_t lp_entry_read(const uint8_t *b) {
    lp_entry_t e = {{0}, b[6], b[7]};
    for (size_t i = 0; i < LP_PILES; i++) e.strength[i] = (uint16_t)(b[2 * i] | b[2 * i + 1] << 8);
    return e;
}

/* Multiples of a pot bonus that a hand brings however it is laid out. */
unsigned lp_hand_multiples(const lp_stakes_t *stakes, uint64_t hand);

typedef struct lp_found {
    double value;
    uint16_t strength[LP_PILES], middle, last;
} lp_found_t;
/* The best `top` arrangements, best first; *n_out of them. */
void lp_field_search(const lp_field_t *field, const lp_hand_t *hand, size_t top, lp_found_t *out, size_t *n_out);

/* The best special to declare and what that is worth; LP_NO_SPECIAL if the hand holds none. */
uint8_t lp_field_special(const lp_field_t *field, uint64_t hand, double *value);

#endif
