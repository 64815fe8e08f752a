/* arrange.h - what the arranger's files share.
 *
 * A hand is sorted once; from then on a pile is a mask over its 9 or 13 places, bit 0 the lowest card, so every
 * subset of the hand is already sorted, a higher mask takes higher cards, and the first pile is what the other two
 * leave. Strengths of all subsets are looked up once per hand. Invariant: a hand's places never change, so masks of one
 * hand can be compared and combined anywhere.
 */
#ifndef LIPAI_ARRANGE_H
#define LIPAI_ARRANGE_H

#include "internal.h"

#define LP_MASKS (1u << LP_HAND_MAX)
#define LP_PAIRS 78 /* C(13, 2) */
#define LP_STEPS 1024

typedef struct lp_hand {
    uint8_t code[16];  /* sort codes, ascending */
    uint8_t card[16];  /* the cards they stand for */
    uint8_t suits[16]; /* the suits each can show */
} lp_hand_t;

/* One way to lay a hand out. */
typedef struct lp_split {
    double value; /* 0 without utilities */
    uint16_t strength[LP_PILES];
    uint16_t middle, last; /* masks */
} lp_split_t;

/* Subsets of the size of middle and last pile, in mask order. */
typedef struct lp_pool {
    size_t n;
    const uint16_t *mask, *strength;
} lp_pool_t;

/* A rising bound by strength, and its inverse in equal steps of value. */
typedef struct lp_ceiling {
    const double *most;
    double low, scale;       /* the least value; steps per value, 0 where that makes no sense */
    uint16_t need[LP_STEPS]; /* the weakest strength whose bound reaches step k */
} lp_ceiling_t;

#define LP_COARSE_STEPS 65000 /* the greatest sum of a split; one more still fits 16 bits */
#define LP_COARSE_SLACK 3     /* rounding down loses less than one step a pile */

struct lp_utilities {
    size_t n;
    const uint64_t *coarse; /* by strength: the values in first, middle and last pile in steps, 16 bits each, the first
                             * lowest; NULL for hands of 13 and where steps would not tell values apart */
    const double *value[LP_PILES];
    const double *most_last; /* the most that a last pile no stronger than this is worth */
    lp_ceiling_t rest;  /* of a first and a middle pile, the middle no stronger than this */
    lp_ceiling_t whole; /* of all three piles, the last no stronger than this */
};

/* Strengths of all subsets of the pile sizes, by mask. */
void lp_hand_strengths(const lp_piles_t *piles, const lp_hand_t *hand, uint16_t strength[LP_MASKS]);

lp_status_t lp_hand_read(const lp_piles_t *piles, const uint8_t *cards, lp_hand_t *hand, lp_error_t *error);
/* The cards of a split, first pile to last, each in descending order. */
void lp_split_cards(const lp_piles_t *piles, const lp_hand_t *hand, unsigned middle, unsigned last, uint8_t *cards);

/* Where the lanes of lp_subsets_t.third start counting, for the three piles of one block of 32 partitions. */
#define LP_SUBSETS_OF_9 84
#define LP_THIRD_HIGH 24
#define LP_THIRD_TOP 56
static inline size_t lp_third_base(size_t pile, size_t block) {
    if (pile == 0) return LP_THIRD_TOP;
    return block < (pile == 1 ? 7u : 1u) ? LP_THIRD_HIGH : 0;
}

/* C(place, k): what a place adds, as the k-th lowest, to the number of a subset in mask order */
extern const uint16_t lp_choose[6][LP_HAND_MAX];

/* What each of n places adds, as the k-th lowest card of a subset, to its table index and to its packed suits. */
static inline void lp_rank_terms(const uint8_t *code, size_t n, size_t levels, uint16_t term[5][16]) {
    for (size_t k = 0; k < levels; k++)
        for (size_t i = 0; i < n; i++) term[k][i] = lp_index_term[k][code[i] >> 2];
}

static inline void lp_suit_terms(const uint8_t *code, size_t n, size_t levels, uint16_t term[5][16]) {
    for (size_t k = 0; k < levels; k++)
        for (size_t i = 0; i < n; i++) term[k][i] = (uint16_t)((code[i] & 3u) << 2 * k);
}

static inline unsigned lp_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned at = 0;
    while (!(bits >> at & 1)) at++;
    return at;
#endif
}

/* The next larger mask with as many bits. */
static inline unsigned lp_next_mask(unsigned mask) {
    unsigned low = mask & (~mask + 1u), up = mask + low;
    return up | (((mask ^ up) >> 2) / low);
}

static inline double lp_split_value(const lp_utilities_t *u, unsigned first, unsigned middle, unsigned last) {
    return u->value[0][first] + u->value[1][middle] + u->value[2][last];
}

/* The strongest order among splits of one value: last pile, middle, first. */
static inline uint64_t lp_split_key(unsigned first, unsigned middle, unsigned last) {
    return (uint64_t)last << 32 | (uint64_t)middle << 16 | first;
}

#endif
