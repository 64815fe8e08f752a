/* internal.h - what the core's files share and the public header hides.
 *
 * The table of piles. A card becomes a *sort code*: rank code * 4 + suit weight. Rank codes 0-12 are 2..A; jokers
 * come above, 13 for both where a rule set never tells them apart, else 13 (black) and 14 (red). With the sort
 * codes of a pile in ascending order and r_k = code_k >> 2,
 *
 *     index = sum over k of C(r_k + k, k + 1)
 *
 * numbers the multisets of rank codes densely, natural piles first, so one small table serves natural hands and
 * hands with jokers alike, and the sum is additive by position. The second half of each table, LP_INDEX3 or
 * LP_INDEX5 entries on, is for piles whose cards can all show one suit. A game of stud has the same for up-cards of one,
 * two and four cards, which no batch kernel serves. An entry is the strength itself, or, in a
 * rule set where suits break ties, LP_PLACES * class + place with strength = 4 * class + suit weight of the card at
 * that place of the sorted pile; LP_NO_PLACE, past the last card, means that no suit decides and adds 0. */
#ifndef LP_INTERNAL_H
#define LP_INTERNAL_H

#include "lipai.h"

/* The vector kernels turn their instruction set on for themselves, so they are built wherever that can be done. */
#if defined(__x86_64__) && defined(__GNUC__)
#define LP_X86_KERNELS 1
#else
#define LP_X86_KERNELS 0
#endif

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

#define LP_RANK_CODES 15
#define LP_INDEX1 15
#define LP_INDEX2 120    /* C(16, 2) */
#define LP_INDEX3 680    /* C(17, 3) */
#define LP_INDEX4 3060   /* C(18, 4) */
#define LP_INDEX5 11628 /* C(19, 5) */
#define LP_NO_CODE 0xFF
#define LP_PLACES 6 /* five cards and LP_NO_PLACE */
#define LP_NO_PLACE 5

typedef lp_status_t (*lp_rank_n_fn)(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);

struct lp_hand;  /* arrange.h */
struct lp_split; /* arrange.h */
typedef int (*lp_split_fn)(const lp_piles_t *, const lp_utilities_t *, const struct lp_hand *, struct lp_split *);

#define LP_SUBSETS5 1287 /* C(13, 5) */
#define LP_SUBSETS3 286  /* C(13, 3) */
#define LP_MIDDLES 56    /* C(8, 5) */
#define LP_THIRDS 288    /* the 280 ways to part nine places into threes, in blocks of 32 (arrange_thirds.h) */

/* The subsets of a hand's places as masks, in ascending order. */
typedef struct lp_subsets {
    uint16_t last[LP_SUBSETS5 + 32], first[LP_SUBSETS3 + 32]; /* of the hand's 9 or 13 places; kernels read past */
    uint16_t place[3][LP_SUBSETS3 + 32]; /* of `first`: the places of the lowest, second and third card */
    uint16_t third[3][LP_THIRDS];        /* of a hand of nine; by number in `last`, less LP_THIRD_BASE */
    uint8_t middle[LP_MIDDLES]; /* of the 6 or 8 that a last pile leaves */
    uint16_t all, n_last, n_first, n_middle;
    uint8_t first_flush; /* three cards of one suit are not always ranked as others */
} lp_subsets_t;

struct lp_piles {
    /* A kernel may read two bytes past either table, so neither comes last. */
    uint16_t five[2 * LP_INDEX5];
    uint16_t three[2 * LP_INDEX3];
    uint16_t one[2 * LP_INDEX1], two[2 * LP_INDEX2], four[2 * LP_INDEX4];
    uint8_t code[64];     /* sort code by card code, LP_NO_CODE where the deck lacks the card */
    uint8_t suits[64];    /* by card code: bit s set where the card can show suit s; 0 outside the deck */
    uint8_t shows[64];    /* the same by sort code: bit w set for the suit of weight w */
    uint8_t lowest, highest; /* the deck is the card codes lowest..highest */
    uint8_t suited;       /* entries are LP_PLACES * class + place */
    uint8_t recoded;      /* some sort code differs from its card code */
    uint8_t n_cards;      /* cards in a hand */
    uint8_t sizes;        /* bit n set where n cards have a strength */
    uint8_t isa;          /* lp_isa_t chosen */
    uint32_t n_strengths;
    uint16_t category_start[LP_CATEGORIES + 1]; /* strengths of rules.category[i] are from [i] up to [i + 1] */
    lp_subsets_t subsets;
    lp_split_fn split_best; /* the best legal split of a hand; 0 if it has none */
    lp_rank_n_fn rank3_n, rank5_n; /* LP_OK, or any error when some row is bad: lp_rank_n then names it */
    lp_pile_rules_t rules;
};

/* C(r + k, k + 1) for position k and rank code r */
extern const uint16_t lp_index_term[5][LP_RANK_CODES];

/* The largest category that ranks (ascending rank codes, with jokers) make, and the ranks that decide it. */
typedef struct lp_reading {
    uint64_t key;     /* orders piles of both sizes; everything but suits */
    uint8_t category; /* lp_category_t */
    uint8_t place;    /* of the card whose suit decides, or LP_NO_PLACE */
} lp_reading_t;
/* Reads a pile that has no wild joker. ranks ascend; flush says that its cards can all show one suit. */
lp_reading_t lp_read_ranks(const lp_pile_rules_t *rules, const uint8_t *ranks, size_t n, int flush);

size_t lp_key_category(uint64_t key); /* index into rules.category */
/* One joker's worth in a key: what LP_KEY_FEWER_JOKERS takes off; 0 if its category has no such key. */
uint64_t lp_joker_unit(const lp_pile_rules_t *rules, uint64_t key);

lp_status_t lp_rules_check(const lp_pile_rules_t *rules, lp_error_t *error);

/* LP_ISA_AUTO becomes what LIPAI_ISA asks for, else the best; LP_E_ISA if the machine lacks what is asked for. */
lp_status_t lp_isa_resolve(lp_isa_t *isa);

/* Sets isa, rank3_n and rank5_n; LP_E_ISA if the machine lacks it. LP_ISA_AUTO heeds LIPAI_ISA. */
lp_status_t lp_kernels_choose(lp_piles_t *piles, lp_isa_t isa);

/* kernels, one set a file */
lp_status_t lp_rank3_n_scalar(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);
lp_status_t lp_rank5_n_scalar(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);
lp_status_t lp_rank3_n_avx2(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);
lp_status_t lp_rank5_n_avx2(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);
lp_status_t lp_rank3_n_avx512(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);
lp_status_t lp_rank5_n_avx512(const lp_piles_t *, const uint8_t *, size_t, uint16_t *);

int lp_split_best_scalar(const lp_piles_t *, const lp_utilities_t *, const struct lp_hand *, struct lp_split *);
int lp_split_best_avx2(const lp_piles_t *, const lp_utilities_t *, const struct lp_hand *, struct lp_split *);
int lp_split_best_avx512(const lp_piles_t *, const lp_utilities_t *, const struct lp_hand *, struct lp_split *);

/* Lists the subsets; the tables must be there. */
void lp_subsets_init(lp_piles_t *piles);

/* Sort codes of a pile, ascending; codes has room for LP_PLACES, the rest zero. Refuses cards outside the deck and duplicates, naming the place. */
lp_status_t lp_pile_codes(const lp_piles_t *piles, const uint8_t *cards, size_t n, uint8_t *codes, lp_error_t *error);

int lp_one_suit(const lp_piles_t *piles, const uint8_t *cards, size_t n); /* can all cards show one suit? */
int lp_pile_size_fits(const lp_piles_t *piles, size_t n);
/* A game of stud: no piles, but a hand of five cards and up-cards. */
static inline int lp_is_stud(const lp_pile_rules_t *rules) { return rules->pile_size[0] == 0; }

/* The table of piles of n cards, and where its second half begins. */
static inline const uint16_t *lp_table_of(const lp_piles_t *p, size_t n, size_t *half) {
    switch (n) {
    case 1: *half = LP_INDEX1; return p->one;
    case 2: *half = LP_INDEX2; return p->two;
    case 3: *half = LP_INDEX3; return p->three;
    case 4: *half = LP_INDEX4; return p->four;
    default: *half = LP_INDEX5; return p->five;
    }
}

static inline uint16_t lp_entry_strength(const lp_piles_t *p, uint16_t entry, const uint8_t *codes) {
    if (!p->suited) return entry;
    unsigned cls = entry / LP_PLACES;
    return (uint16_t)(4 * cls + (codes[entry - LP_PLACES * cls] & 3u));
}

/* Bytes of the separator of cards that a text begins with, or 0 (cards.c). */
size_t lp_read_separator(const char *text, size_t length);

static inline lp_status_t lp_fail(lp_error_t *error, lp_status_t status, int64_t row, int32_t place, int32_t value) {
    if (error) *error = (lp_error_t){row, place, 0, value, 0};
    return status;
}

#endif
