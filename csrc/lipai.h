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
    int32_t detail; /* lp_fault_t: what of a table is at fault, 0 where the status says it all */
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
    uint8_t sizes;    /* pile sizes in which it counts: bit 3 for three cards, bit 5 for five; stud: bits 1 to 5 */
    uint8_t n_keys;
    uint8_t key[LP_MAX_KEYS]; /* lp_key_t */
} lp_category_rule_t;

typedef struct lp_pile_rules {
    uint8_t lowest_rank;         /* 0: the deck runs from the 2 up */
    uint8_t jokers;              /* 0 or 2 */
    uint8_t pile_size[LP_PILES]; /* first to last: {3, 5, 5} or {3, 3, 3}; {0, 0, 5}: stud, see lp_showdown_n */
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
LP_API size_t lp_piles_hand_size(const lp_piles_t *piles);      /* 9 or 13; stud: 5 */
LP_API size_t lp_piles_strength_count(const lp_piles_t *piles); /* every strength is below it */

/* ---- ranking ----------------------------------------------------------------------------------------------- */

/* Strength of one pile of 3 or 5 cards, or of a hand or up-cards of stud: larger is stronger, one order over all sizes. */
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

/* ---- specials and settlement --------------------------------------------------------------------------------- */

#define LP_PLAYERS_MAX 6
#define LP_NO_SPECIAL 0xFF

/* Specials of thirteen cards in the order of SSS-17, then bonuses of nine cards (BJ-15..17). */
typedef enum lp_special {
    LP_THREE_FLUSHES = 0, LP_THREE_STRAIGHTS, LP_SIX_PAIRS, LP_FIVE_PAIRS_TRIPS, LP_FOUR_TRIPS, LP_DOUBLE_FULL_HOUSE,
    LP_ONE_COLOUR, LP_ALL_SMALL, LP_ALL_BIG, LP_THREE_QUADS, LP_THREE_STRAIGHT_FLUSHES, LP_TWELVE_ROYALS, LP_DRAGON,
    LP_SUPREME_DRAGON,
    LP_ALL_BLACK, LP_ALL_RED, LP_NINE_RUN, LP_QUADS_BONUS, LP_SWEEP, LP_STRAIGHT_FLUSH_HEAD, LP_THREE_TRIPS,
    LP_SPECIALS
} lp_special_t;
#define LP_SECOND_QUADS LP_SPECIALS /* a bit of its own in a mask of what is held: two quads, each a bonus (BJ-14) */
LP_API const char *lp_special_name(lp_special_t special);

typedef struct lp_special_rule {
    uint16_t points;      /* water from each opponent; bonuses: multiple of the unit (BJ-14); banker games: any */
    uint8_t place;        /* order among equal points, from 1, the weakest (SSS-17); 0: not in this game */
    uint8_t sweep_factor; /* points times this for one who beats all others (SSS-18); 0 and 1: no more than points */
    uint8_t lowest, highest; /* all_small, all_big, twelve_royals: ranks allowed; dragons: ranks needed (BS-7) */
    uint8_t each;            /* quads: counts as often as it is held (BJ-14); else once */
} lp_special_rule_t;

typedef enum lp_settle_kind {
    LP_SETTLE_WATERS = 1, /* pair by pair, pile by pile: shisanshui */
    LP_SETTLE_POTS,       /* each pile is a pot that all play for: biji, biji52 */
    LP_SETTLE_BANKER      /* each player against one banker: baishisan, shisanzhang */
} lp_settle_kind_t;
typedef enum lp_gun { LP_GUN_NONE = 0, LP_GUN_DOUBLE, LP_GUN_PLUS_ONE } lp_gun_t;
typedef enum lp_fouls {
    LP_FOULS_REFUSE = 0,
    LP_FOULS_PAY, /* waters: the value of each opponent's piles (SSS-15); banker games: a foul loses (BS-4) */
} lp_fouls_t;

/* The data of [settlement], [specials.*] and [bonuses.*] in a rule file. Fields of another kind must be zero. */
typedef struct lp_settle_rules {
    uint8_t kind;                     /* lp_settle_kind_t */
    uint8_t players_min, players_max; /* the banker counts as a player */
    uint8_t fouls;                    /* lp_fouls_t */
    /* waters */
    uint16_t water[LP_PILES][LP_CATEGORIES]; /* what a pile is worth to its winner (SSS-11) */
    uint8_t gun;              /* lp_gun_t (SSS-12, SSS-13) */
    uint8_t run_over;         /* 1: winning without losing a pile counts as a gun (SSS-13) */
    uint8_t home_run_players; /* table size at which a home run counts; 0: at none (SSS-14) */
    uint8_t home_run_factor;
    /* pots */
    uint16_t step;   /* the player in place k pays base * step * (k - 1) (BJ-13, BJ-19) */
    uint8_t bonuses; /* 1: bonuses are paid (BJ-14, BJ-20) */
    /* banker games */
    uint8_t piles_to_win; /* BS-3 */
    uint8_t pays;         /* a winner is paid this many times the bet (BS-4) */
    uint8_t bet_limit;    /* 1: no bet above the banker's chips over the players, where chips are given (BS-11) */
    lp_special_rule_t special[LP_SPECIALS]; /* by lp_special_t */
} lp_settle_rules_t;

/* more values of error.place for LP_E_RULES; error.value is the special's where one is meant */
enum { LP_FIELD_SETTLEMENT = 32, LP_FIELD_PLAYERS, LP_FIELD_WATER, LP_FIELD_GUN, LP_FIELD_FOULS, LP_FIELD_POT,
       LP_FIELD_BANKER, LP_FIELD_SPECIAL };

/* error.detail. error.place is then seat * cards in a hand + card, the seat's first card where no card is meant. */
typedef enum lp_fault {
    LP_FAULT_NONE = 0,
    LP_FAULT_PLAYERS,          /* LP_E_VALUE: too few or too many; error.value is the number */
    LP_FAULT_BASE,             /* LP_E_VALUE: not positive, or so large that a net could overflow */
    LP_FAULT_BANKER,           /* LP_E_VALUE: missing, no seat, or given where there is none; error.value is it */
    LP_FAULT_BET,              /* LP_E_VALUE: negative, too large to add up, not 0 at the banker's seat; no such game */
    LP_FAULT_BET_LIMIT,        /* LP_E_PLAY: above the limit (BS-11) */
    LP_FAULT_CHIPS,            /* LP_E_VALUE: negative chips */
    LP_FAULT_SPECIAL,          /* LP_E_VALUE: no special to declare in this game; error.value is it */
    LP_FAULT_SPECIAL_NOT_HELD, /* LP_E_PLAY: declared, not held; error.value is the special (SSS-16) */
    LP_FAULT_FOUL,             /* LP_E_ARRANGEMENT: error.value is the pile (1 or 2) not above the one before it */
    LP_FAULT_TIE               /* LP_E_VALUE: two piles of a pot are equal by a rule set; error.value is the pile */
} lp_fault_t;

typedef struct lp_stakes lp_stakes_t; /* compiled settlement rules, read-only; keeps a pointer to its lp_piles_t */
LP_API lp_status_t lp_stakes_new(const lp_piles_t *piles, const lp_settle_rules_t *rules, lp_stakes_t **out,
                                 lp_error_t *error);
LP_API void lp_stakes_free(lp_stakes_t *stakes);

/* What each of n hands holds: held, bit k for lp_special_t k (and LP_SECOND_QUADS), jokers that stand in for cards
 * included (SSS-30). arranged 1: cards lie first pile to last, and bonuses bound to that are included (BJ-16); a sweep
 * never is. best, if not NULL: the special of the most points, then the highest place (SSS-25), or LP_NO_SPECIAL. */
LP_API lp_status_t lp_specials_n(const lp_stakes_t *stakes, const uint8_t *hands, size_t n, int arranged,
                                 uint32_t *held, uint8_t *best, lp_error_t *error);
/* The hand laid out to show a special that it holds: piles of 3, 5 and 5 for the three-pile ones, groups for the
 * others, jokers where they stand in. LP_E_PLAY if it is not held. LP_SWEEP and LP_STRAIGHT_FLUSH_HEAD are no matter of
 * the hand alone: LP_E_VALUE. */
LP_API lp_status_t lp_special_show(const lp_stakes_t *stakes, const uint8_t *hand, lp_special_t special, uint8_t *out,
                                   lp_error_t *error);

/* n tables of one size. Arrays are in rows of `players` seats. */
typedef struct lp_tables {
    size_t n, players;
    const uint8_t *cards;    /* a hand a seat, first pile to last; in any order for a seat that declares */
    const uint8_t *declared; /* lp_special_t or LP_NO_SPECIAL a seat; NULL: nobody declares */
    int64_t base;            /* what one unit is worth; the bet where bets is NULL */
    const uint8_t *banker;   /* a seat a table; banker games only, where it must be given */
    const int64_t *bets;     /* a seat, 0 at the banker's; amounts, not units; NULL: base each */
    const int64_t *chips;    /* a table: the banker's chips (BS-11); NULL: not known */
} lp_tables_t;

/* Nets, a row of `players` a table; each row sums to zero. On an error the first bad row is named and net is
 * unspecified. Within a row, cards are looked at first, then banker and bets, then declared specials and fouls. */
LP_API lp_status_t lp_settle_n(const lp_stakes_t *stakes, const lp_tables_t *tables, int64_t *net, lp_error_t *error);

typedef enum lp_why {
    LP_WHY_PILE = 0, LP_WHY_GUN, LP_WHY_RUN_OVER, LP_WHY_HOME_RUN, LP_WHY_FOUL, LP_WHY_SPECIAL, LP_WHY_SPECIAL_SWEEP,
    LP_WHY_POT, LP_WHY_BONUS, LP_WHY_BANKER_PILES, LP_WHY_BANKER_FOUL, LP_WHY_BANKER_DRAGON, LP_WHYS
} lp_why_t;
typedef enum lp_clause {
    LP_SSS_11 = 0, LP_SSS_12, LP_SSS_13, LP_SSS_14, LP_SSS_15, LP_SSS_17, LP_SSS_18, LP_SSS_19,
    LP_BJ_13, LP_BJ_15, LP_BJ_16, LP_BJ_17, LP_BJ_19, LP_BS_3, LP_BS_4, LP_BS_5, LP_CLAUSES
} lp_clause_t;
LP_API const char *lp_why_name(lp_why_t why);          /* "pile", "gun", … */
LP_API const char *lp_clause_name(lp_clause_t clause); /* "SSS-11", … */

typedef struct lp_transfer {
    int64_t amount;    /* > 0 */
    uint8_t from, to;  /* seats */
    uint8_t clause;    /* lp_clause_t */
    uint8_t why;       /* lp_why_t */
    uint8_t pile;      /* 0-2 for LP_WHY_PILE and LP_WHY_POT, else 0 */
    uint8_t special;   /* lp_special_t for specials and bonuses, else LP_NO_SPECIAL */
} lp_transfer_t;

#define LP_TRANSFERS_MAX 256
enum { LP_LOST = -1, LP_PUSH = 0, LP_WON = 1, LP_NOT_COMPARED = 2 };

typedef struct lp_settlement {
    int64_t net[LP_PLAYERS_MAX];
    uint16_t strength[LP_PLAYERS_MAX][LP_PILES];   /* of the piles as laid out; 0 for a seat that declares */
    uint8_t foul[LP_PLAYERS_MAX];                  /* 0, or the pile (1 or 2) that is not above the one before it */
    uint8_t place[LP_PLAYERS_MAX][LP_PILES];       /* pots: place in each, 1 the winner; else 0 */
    int8_t outcome[LP_PLAYERS_MAX][LP_PLAYERS_MAX][LP_PILES]; /* [seat][other]: how the seat's pile fared; pots: none */
    size_t n_transfers;
    lp_transfer_t transfer[LP_TRANSFERS_MAX]; /* add up to net */
} lp_settlement_t;
/* One table (tables->n = 1) with everything that happened at it. */
LP_API lp_status_t lp_settle(const lp_stakes_t *stakes, const lp_tables_t *table, lp_settlement_t *out,
                             lp_error_t *error);

/* ---- expected value -------------------------------------------------------------------------------------------- */

/* A field is a sample of how the opponents arrange, some thousands of hands: bytes in a file (lp_field_pack) and,
 * loaded, tables that any number of threads share. Values are net units a deal against players - 1 opponents drawn from
 * it independently (banker games: bets, against one), exact for that field; no two instruction sets differ in a bit. */
typedef struct lp_field lp_field_t;

typedef enum lp_role { LP_ROLE_ANY = 0, LP_ROLE_PLAYER, LP_ROLE_BANKER } lp_role_t; /* banker games: the latter two */

typedef struct lp_field_info {
    uint32_t n;          /* hands */
    uint8_t players;     /* table size; 2 in banker games, where each plays the banker alone (BS-3) */
    uint8_t role;        /* lp_role_t: who laid these hands out; the opponents of the other role */
    uint8_t same_stakes; /* settled by the very rules it was made for; 0: an approximation */
    uint32_t rounds;     /* of fictitious play that made it */
    uint64_t seed;       /* from which it can be made again */
    int64_t gain, gain_error; /* exploitability, its standard error: millionths of a unit an opponent; -1: unmeasured */
} lp_field_info_t;

#define LP_FIELD_HEADER 80
#define LP_FIELD_ENTRY 8
#define LP_FIELD_ENTRIES_MAX ((size_t)1 << 20)

/* error.detail of LP_E_VALUE from lp_field_new: what of the bytes is at fault; error.row is the entry, if one is */
typedef enum lp_field_fault {
    LP_FIELD_FAULT_SIZE = 1, LP_FIELD_FAULT_MAGIC, LP_FIELD_FAULT_VERSION, LP_FIELD_FAULT_CHECKSUM,
    LP_FIELD_FAULT_RULES, /* made for a game that ranks piles in another way */
    LP_FIELD_FAULT_PLAYERS, LP_FIELD_FAULT_ROLE, LP_FIELD_FAULT_ENTRY
} lp_field_fault_t;

/* Entries, LP_FIELD_ENTRY bytes each, of n hands laid out first pile to last. declared: lp_special_t or LP_NO_SPECIAL a
 * hand; NULL: none. Fouls and specials that are not held are refused. */
LP_API lp_status_t lp_field_entries_n(const lp_stakes_t *stakes, const uint8_t *cards, const uint8_t *declared,
                                      size_t n, uint8_t *entries, lp_error_t *error);
/* The bytes of a field: LP_FIELD_HEADER + n * LP_FIELD_ENTRY. Of info, players, role, rounds, seed and gains count. */
LP_API lp_status_t lp_field_pack(const lp_stakes_t *stakes, const lp_field_info_t *info, const uint8_t *entries,
                                 size_t n, uint8_t *out, size_t capacity, lp_error_t *error);
/* Checks every byte. Keeps a pointer to stakes, none to data. */
LP_API lp_status_t lp_field_new(const lp_stakes_t *stakes, const uint8_t *data, size_t size, lp_field_t **out,
                                lp_error_t *error);
LP_API void lp_field_free(lp_field_t *field);
LP_API void lp_field_about(const lp_field_t *field, lp_field_info_t *out);

/* The best arrangement of each of n hands, ties to the strongest; cards: rows in pile order. declared: the special to
 * declare (SSS-16), where that is worth no less, and the cards then show it, or LP_NO_SPECIAL; NULL: never declare. */
LP_API lp_status_t lp_expected_n(const lp_field_t *field, const uint8_t *hands, size_t n, uint8_t *cards,
                                 double *values, uint8_t *declared, lp_error_t *error);
/* What n hands as they are laid out, or declared, are worth. */
LP_API lp_status_t lp_expected_of_n(const lp_field_t *field, const uint8_t *cards, const uint8_t *declared, size_t n,
                                    double *values, lp_error_t *error);

typedef struct lp_choice {
    lp_arrangement_t arrangement;        /* its value is the expected one */
    double win[LP_PILES], push[LP_PILES]; /* against one opponent who lays out piles; the rest is lost */
    uint8_t declared;                    /* lp_special_t or LP_NO_SPECIAL */
} lp_choice_t;
/* The best `top` choices of one hand, best first, no two with the same three strengths (BJ-23), specials it can declare
 * among them. *n_out <= top; 64 at most. */
LP_API lp_status_t lp_expected(const lp_field_t *field, const uint8_t *hand, size_t top, lp_choice_t *out,
                               size_t *n_out, lp_error_t *error);

/* Deals number `start` on, each of `hands` hands, by a generator without state: the same number is the same deal on
 * every machine. cards: n * hands hands. */
LP_API lp_status_t lp_deal_n(const lp_piles_t *piles, uint64_t seed, uint64_t start, size_t n, size_t hands,
                             uint8_t *cards, lp_error_t *error);

/* Plays `deals` deals from number `start` on with the opponents' cards dealt from those that are unseen and arranged by
 * best response to `theirs` (declaring where declare is set), once for each of n ways to lay out one hand, on the same
 * deals. field->players players; banker games: two. sum and square: of the net units and of their squares, added to. */
typedef struct lp_sums { int64_t deals; double sum, square; } lp_sums_t;
LP_API lp_status_t lp_simulate(const lp_field_t *theirs, const uint8_t *cards, const uint8_t *declared, size_t n,
                               uint64_t seed, uint64_t start, size_t deals, int declare, lp_sums_t *sums,
                               lp_error_t *error);

/* ---- stud ------------------------------------------------------------------------------------------------------ */

/* A rule set of stud has pile_size {0, 0, 5}. Its hands are five cards; the sizes of its weakest category say which
 * smaller numbers of up-cards have a strength too. Suits decide every tie, so that no two hands of a deal are equal
 * (WZ-9); rules that do not are refused. What is for three piles refuses such a rule set with LP_E_VALUE. */

/* Of n tables the seat with the largest cards, `size` a seat: who leads (WZ-10) or wins (WZ-12). cards: rows of
 * `players` hands; folded: rows of `players` bytes, those of a seat not zero where its cards do not count and are not
 * looked at, or NULL. seats: n, or NULL; strengths: rows of `players`, 0 for a folded seat, or NULL.
 * error.place is seat * size + card. Nobody left in a row: LP_E_VALUE with detail LP_FAULT_PLAYERS. */
LP_API lp_status_t lp_showdown_n(const lp_piles_t *piles, const uint8_t *cards, size_t size, size_t players, size_t n,
                                 const uint8_t *folded, uint8_t *seats, uint16_t *strengths, lp_error_t *error);

/* What is known of a seat: its hole card or not, its up-cards. The rest of five comes from the unseen cards; a folded
 * seat gets no more cards and cannot win, but those it shows are seen. */
typedef struct lp_seat {
    uint8_t folded;
    uint8_t n_cards; /* 0 to 5 */
    uint8_t card[5];
} lp_seat_t;

/* Chances to win at the opening (WZ-13). Read-only once made, shared by threads; keeps a pointer to piles.
 * `limit`: with more deals than this, only lp_equity_sample can be used. error.place is seat * 5 + card; a number of
 * players that there cannot be, or nobody left: LP_E_VALUE with detail LP_FAULT_PLAYERS. */
typedef struct lp_equity lp_equity_t;
LP_API lp_status_t lp_equity_new(const lp_piles_t *piles, const lp_seat_t *seats, size_t players, uint64_t limit,
                                 lp_equity_t **out, lp_error_t *error);
LP_API void lp_equity_free(lp_equity_t *equity);
/* All deals of the unseen cards to the seats that have not folded; UINT64_MAX if that number is larger. */
LP_API uint64_t lp_equity_cases(const lp_equity_t *equity);
/* The parts that the enumeration is made of; 0 if there are more deals than the limit. */
LP_API size_t lp_equity_parts(const lp_equity_t *equity);
/* Enumerates n parts from number `start` on; adds to wins, one a seat. All parts add lp_equity_cases. */
LP_API lp_status_t lp_equity_count(const lp_equity_t *equity, size_t start, size_t n, uint64_t *wins,
                                   lp_error_t *error);
/* Deals n times, from number `start` of the deals of this seed on, which are the same on every machine. */
LP_API lp_status_t lp_equity_sample(const lp_equity_t *equity, uint64_t seed, uint64_t start, size_t n, uint64_t *wins,
                                    lp_error_t *error);

#ifdef __cplusplus
}
#endif
#endif
