/* lipai.h - the public interface of the lipai core.
 *
 * Cards are bytes: rank * 4 + suit, ranks 0-12 = 2..A, suits 0-3 = clubs, diamonds, hearts, spades; 52 is the
 * black joker, 53 the red one (N-1). A rule set is a plain struct; lp_piles_compile turns it into read-only tables
 * that any number of threads share. Every function validates its input, returns a status and writes results
 * through its out pointers; an lp_error_t, where given, names the row, the place and the value at fault.
 * No function keeps state of its own, and no per-hand call allocates.
 */
#ifndef LIPAI_H
#define LIPAI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LP_VERSION "0.1.0"

#if defined(__GNUC__)
#define LP_API __attribute__((visibility("default")))
#else
#define LP_API
#endif

/* ---- status ------------------------------------------------------------------------------------------------ */

typedef enum lp_status {
    LP_OK = 0,
    LP_E_CARD,          /* no such card: error.value is the code (arrays); place and length mark it (text) */
    LP_E_DUPLICATE,     /* the same card twice */
    LP_E_NOT_IN_DECK,   /* a card that the game's deck does not hold */
    LP_E_HAND_SIZE,     /* a wrong number of cards: error.value is the number found */
    LP_E_ARRANGEMENT,   /* an arrangement that the rules call a foul, or a hand that has no other */
    LP_E_PLAY,          /* a play that the rules do not allow */
    LP_E_RULES,         /* an impossible rule set: error.place is one of LP_FIELD_* */
    LP_E_VALUE,         /* an argument out of range: a null pointer, a utility that is not finite, top = 0 */
    LP_E_ISA,           /* an instruction set that this machine or build lacks */
    LP_E_MEMORY
} lp_status_t;

typedef struct lp_error {
    int64_t row;    /* row of a batch, 0 for scalar calls */
    int32_t place;  /* card within the row, or byte offset within a text */
    int32_t length; /* length in bytes of the offending token of a text, 0 otherwise */
    int32_t value;  /* the offending value */
} lp_error_t;

LP_API const char *lp_version(void);
LP_API const char *lp_status_text(lp_status_t status);

/* ---- cards (N-1..N-5) -------------------------------------------------------------------------------------- */

#define LP_CARDS 54
#define LP_BLACK_JOKER 52
#define LP_RED_JOKER 53

/* Reads UTF-8 text into card codes; *n_out is the number read. More than `capacity` cards: LP_E_HAND_SIZE with
 * error.value = capacity + 1. The same card twice: LP_E_DUPLICATE at the second one. */
LP_API lp_status_t lp_cards_parse(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *n_out,
                                  lp_error_t *error);
/* Writes canonical text, cards separated by one space, and a final NUL. Needs 3 * n bytes (1 when n is 0). */
LP_API lp_status_t lp_cards_format(const uint8_t *cards, size_t n, char *out, size_t capacity, lp_error_t *error);

/* ---- rule sets of pile games --------------------------------------------------------------------------------- */

typedef enum lp_category {
    LP_HIGH_CARD = 0, LP_PAIR, LP_TWO_PAIR, LP_TRIPS, LP_STRAIGHT, LP_FLUSH, LP_FULL_HOUSE, LP_QUADS,
    LP_STRAIGHT_FLUSH, LP_FIVE_OF_A_KIND, LP_CATEGORIES
} lp_category_t;

/* What decides between two piles of one category, in the order listed. A suit key, if any, comes last. */
typedef enum lp_key {
    LP_KEY_RANKS = 1,       /* group ranks, largest group first, then kickers descending; a straight's height */
    LP_KEY_LEADING,         /* the first of these ranks only */
    LP_KEY_FEWER_JOKERS,    /* the pile with fewer jokers is larger */
    LP_KEY_RED_JOKER,       /* a red joker is larger than a black one */
    LP_KEY_SUIT_OF_LEADING, /* highest suit in the leading group; without groups, of the largest card */
    LP_KEY_SUIT_OF_LARGEST, /* highest suit among the cards of the highest rank, grouped or not */
    LP_KEY_SUIT_OF_KICKER   /* suit of the largest card outside the leading group */
} lp_key_t;

typedef enum lp_wheel { LP_WHEEL_NONE = 0, LP_WHEEL_LOW, LP_WHEEL_SECOND } lp_wheel_t;
typedef enum lp_joker_model {
    LP_JOKERS_NONE = 0,
    LP_JOKERS_WILD, /* stands for any card; a pile counts as the largest it can be (SSS-7, SSS-8) */
    LP_JOKERS_SUIT  /* a rank below every card, of any suit in joker_suits (BJ-10) */
} lp_joker_model_t;
typedef enum lp_joker_pair { LP_JOKER_PAIR_NONE = 0, LP_JOKER_PAIR_LOWEST, LP_JOKER_PAIR_HIGHEST } lp_joker_pair_t;

#define LP_MAX_KEYS 4
#define LP_PILES 3

typedef struct lp_category_rule {
    uint8_t category; /* lp_category_t */
    uint8_t sizes;    /* pile sizes in which it counts: bit 3 for three cards, bit 5 for five */
    uint8_t n_keys;
    uint8_t key[LP_MAX_KEYS]; /* lp_key_t */
} lp_category_rule_t;

typedef struct lp_pile_rules {
    uint8_t lowest_rank;         /* 0: the deck runs from the 2 up */
    uint8_t jokers;              /* 0 or 2 */
    uint8_t pile_size[LP_PILES]; /* first to last: {3, 5, 5} or {3, 3, 3} */
    uint8_t strict;              /* 1: piles must increase; 0: they must not decrease */
    uint8_t wheel;               /* lp_wheel_t: the place of the straight that starts with the ace */
    uint8_t wheel_led_by_ace;    /* 1: its suit is the ace's; 0: its largest low card's */
    uint8_t suit_weight[4];      /* a permutation of 0-3 by suit code, 3 the strongest */
    uint8_t joker_model;         /* lp_joker_model_t */
    uint8_t joker_suits[2];      /* black, red: bit s set where it may stand for suit s */
    uint8_t joker_pair;          /* lp_joker_pair_t, for LP_JOKERS_SUIT */
    uint8_t n_categories;
    lp_category_rule_t category[LP_CATEGORIES]; /* weakest first */
} lp_pile_rules_t;

/* error.place of LP_E_RULES, error.value the category's index where one is meant */
enum {
    LP_FIELD_DECK = 1, LP_FIELD_PILE_SIZE, LP_FIELD_WHEEL, LP_FIELD_SUITS, LP_FIELD_JOKERS, LP_FIELD_CATEGORY,
    LP_FIELD_KEYS
};

typedef enum lp_isa { LP_ISA_AUTO = 0, LP_ISA_SCALAR, LP_ISA_AVX2, LP_ISA_AVX512 } lp_isa_t;
LP_API int lp_isa_available(lp_isa_t isa); /* 1 if this build and this machine have it */
LP_API lp_isa_t lp_isa_best(void);
LP_API const char *lp_isa_name(lp_isa_t isa);

typedef struct lp_piles lp_piles_t; /* a compiled rule set, read-only */

LP_API lp_status_t lp_piles_compile(const lp_pile_rules_t *rules, lp_isa_t isa, lp_piles_t **out, lp_error_t *error);
LP_API void lp_piles_free(lp_piles_t *piles);
LP_API lp_isa_t lp_piles_isa(const lp_piles_t *piles);
LP_API size_t lp_piles_hand_size(const lp_piles_t *piles);      /* 9 or 13 */
LP_API size_t lp_piles_strength_count(const lp_piles_t *piles); /* every strength is below it */

/* ---- ranking ----------------------------------------------------------------------------------------------- */

/* Strength of one pile of 3 or 5 cards: larger is stronger, one order over both sizes. */
LP_API lp_status_t lp_rank(const lp_piles_t *piles, const uint8_t *cards, size_t n_cards, uint16_t *out,
                           lp_error_t *error);
/* Strengths of n piles of one size, cards in rows. On an error the first bad row is named and out is unspecified. */
LP_API lp_status_t lp_rank_n(const lp_piles_t *piles, const uint8_t *cards, size_t pile_size, size_t n, uint16_t *out,
                             lp_error_t *error);
/* Category of a strength; LP_E_VALUE if no pile has it. */
LP_API lp_status_t lp_strength_category(const lp_piles_t *piles, uint16_t strength, lp_category_t *out);
/* The cards of one pile in reading order: groups first, then descending; a joker stands with the cards it joins. */
LP_API lp_status_t lp_pile_order(const lp_piles_t *piles, const uint8_t *cards, size_t n_cards, uint8_t *out,
                                 lp_error_t *error);

/* ---- arranging --------------------------------------------------------------------------------------------- */

#define LP_HAND_MAX 13

typedef struct lp_arrangement {
    uint8_t cards[LP_HAND_MAX]; /* first pile to last, each pile in descending card order */
    uint16_t strength[LP_PILES];
    double value; /* sum of the three utilities; 0 for the strongest */
} lp_arrangement_t;

/* Strengths of the three piles of one laid-out hand (cards first pile to last). *legal is 0 where the order is
 * broken; *fault is then the pile (1 or 2) that is not above the one before it. */
LP_API lp_status_t lp_check(const lp_piles_t *piles, const uint8_t *cards, uint16_t strength[LP_PILES], int *legal,
                            int *fault, lp_error_t *error);

/* Three tables, each lp_piles_strength_count long, prepared once and shared: utility of a strength in that pile. */
typedef struct lp_utilities lp_utilities_t;
LP_API lp_status_t lp_utilities_new(const lp_piles_t *piles, const double *first, const double *middle,
                                    const double *last, lp_utilities_t **out, lp_error_t *error);
LP_API void lp_utilities_free(lp_utilities_t *utilities);

/* The best legal arrangement of each of n hands. utilities NULL: the strongest, by last, then middle, then first
 * pile (SSS-20); else the largest sum first + middle + last, ties to the strongest. Among arrangements whose three
 * strengths are equal, the one whose last pile, then middle pile, takes the higher cards.
 * cards: n rows in pile order; strengths: n rows of three, or NULL; values: n, or NULL.
 * A rule set may leave a hand without any legal arrangement, where piles must increase and no three can:
 * LP_E_ARRANGEMENT, error.row the hand's row. What was written for other rows is then unspecified. */
LP_API lp_status_t lp_arrange_n(const lp_piles_t *piles, const lp_utilities_t *utilities, const uint8_t *hands,
                                size_t n, uint8_t *cards, uint16_t *strengths, double *values, lp_error_t *error);
/* The best `top` arrangements of one hand, best first, no two with the same three strengths. *n_out <= top; a hand
 * without a legal arrangement is no error here, nor in lp_pareto: LP_OK, and *n_out is 0. */
LP_API lp_status_t lp_arrange(const lp_piles_t *piles, const lp_utilities_t *utilities, const uint8_t *hand,
                              size_t top, lp_arrangement_t *out, size_t *n_out, lp_error_t *error);
/* Every legal arrangement that no other equals or beats in all three piles, one for each triple of strengths,
 * strongest first. Writes at most `capacity`; *n_out is the number there are. */
LP_API lp_status_t lp_pareto(const lp_piles_t *piles, const uint8_t *hand, lp_arrangement_t *out, size_t capacity,
                             size_t *n_out, lp_error_t *error);

#ifdef __cplusplus
}
#endif
#endif
