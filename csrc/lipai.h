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
    LP_E_VALUE,         /* an argument out of range: a null pointer, a utility beyond LP_UTILITY_MAX, top = 0 */
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

/* ---- mahjong tiles (N-6, N-7) ----------------------------------------------------------------------------------- */

/* Tiles are bytes: 0-8 characters, 9-17 dots, 18-26 bamboo, 27-30 winds from the east, 31 white, 32 green, 33 red,
 * 34-41 the flowers. There are four of each face and one of each flower. */
#define LP_TILES 42
#define LP_TILE_FACES 34 /* what melds are made of; flowers come after */
#define LP_TILE_SET 144
#define LP_TILE_COPIES(tile) ((tile) < LP_TILE_FACES ? 4 : 1)

/* Reads UTF-8 text into tile codes, in the order of the text. Errors as lp_cards_parse has them; LP_E_DUPLICATE is a
 * tile of which there are no more, error.value its code. */
LP_API lp_status_t lp_tiles_parse(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *n_out,
                                  lp_error_t *error);
/* Writes digits and suit letters, one letter for each run of a suit, and a final NUL. Needs 2 * n + 1 bytes. */
LP_API lp_status_t lp_tiles_format(const uint8_t *tiles, size_t n, char *out, size_t capacity, lp_error_t *error);
/* Refuses codes that are no tile (LP_E_CARD) and more of a tile than there are (LP_E_DUPLICATE). */
LP_API lp_status_t lp_tiles_check(const uint8_t *tiles, size_t n, lp_error_t *error);

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
/* Of NULL: LP_ISA_AUTO and 0. */
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

#define LP_UTILITY_MAX 1e300 /* so that the sum of three is finite */
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
 * included (SSS-30). arranged 1: cards lie first pile to last, and bonuses bound to that are included (BJ-16), for which
 * a foul is refused: LP_E_ARRANGEMENT; a sweep never is. best, if not NULL: the special of the most points, then the highest place (SSS-25), or LP_NO_SPECIAL. */
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
 * it independently (banker games: bets, against one), exact for that field but for what opponents take by beating all the
 * others too, which is kept in fixed point and moves a value by some 1e-5; no two instruction sets differ in a bit. */
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
    uint64_t ranking, settlement; /* lp_stakes_prints of the rules it was made under */
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
/* What the header says, nothing else of the data being read: enough to tell for which rules and table a field is.
 * same_stakes is 0, since there are no stakes to compare with. */
LP_API lp_status_t lp_field_peek(const uint8_t *data, size_t size, lp_field_info_t *out, lp_error_t *error);
/* Fingerprints: ranking is the same for rules that rank piles alike, settlement for those that settle alike. A field
 * belongs to the rules of its ranking, whatever their settlement. */
LP_API void lp_stakes_prints(const lp_stakes_t *stakes, uint64_t *ranking, uint64_t *settlement);

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

/* ---- climbing games -------------------------------------------------------------------------------------------- */

/* Cards of climbing games are counts of ranks, suits aside (DDZ-4, GP-2): four bits a rank in one word, rank r in bits
 * 4r to 4r + 3. Ranks 0-12 are 3 4 .. K A 2, rank 13 the black joker X, 14 the red joker D (N-4). */
#define LP_CLIMB_RANKS 15
#define LP_CLIMB_HAND_MAX 20
#define LP_CLIMB_FORMS 24    /* at most in one rule set */
#define LP_CLIMB_KINDS 24    /* kinds are numbered below it */
#define LP_CLIMB_READINGS 64 /* of one hand at most: rules under which there could be more are refused */
#define LP_CLIMB_TEXT 25     /* bytes of a hand as text: a letter a card, a final NUL, and some to spare */

typedef enum lp_kickers {
    LP_KICKERS_NONE = 0, LP_KICKERS_SINGLES, LP_KICKERS_PAIRS,
    LP_KICKERS_PAIR_SINGLE /* a pair and a single card, for bodies of one group (GP-6) */
} lp_kickers_t;

/* One form of a combination: a body of one or more consecutive groups of equal ranks, and the cards that go with it. */
typedef struct lp_form {
    uint8_t kind;             /* the caller's number of the kind; a kind may have several forms (GP-5) */
    uint8_t group;            /* cards a rank in the body, 1-4 */
    uint8_t run_min, run_max; /* groups in the body */
    uint8_t joined;           /* 1: the body is one card of each of `ranks`, as one group: the rocket (DDZ-6) */
    uint8_t kickers;          /* lp_kickers_t */
    uint8_t kickers_each;     /* single cards or pairs for each group of the body, none of a rank of the body (DDZ-7) */
    uint8_t alike;            /* kickers of one rank at most: single cards, or pairs (DDZ-7); pair and single: 2 on */
    uint8_t joker_couple;     /* 1: both jokers may be kickers of one play (DDZ-7) */
    uint8_t adjoining;        /* 1: the kickers may hold a group that would make the body longer (DDZ-8) */
    uint8_t bomb;             /* 0, or its level: a bomb beats whatever is of a lower level, then by rank (DDZ-9) */
    uint16_t ranks;           /* bit r: the body may hold rank r */
} lp_form_t;

typedef struct lp_climb_rules {
    uint8_t hand_max;             /* cards in a hand, at most LP_CLIMB_HAND_MAX */
    uint8_t deck[LP_CLIMB_RANKS]; /* cards of each rank, at most 4 */
    uint8_t n_forms;
    lp_form_t form[LP_CLIMB_FORMS];
} lp_climb_rules_t;

/* error.place of LP_E_RULES, error.value the form's index where one is meant */
enum { LP_FIELD_CLIMB_DECK = 64, LP_FIELD_CLIMB_HAND, LP_FIELD_CLIMB_FORMS, LP_FIELD_CLIMB_BODY,
       LP_FIELD_CLIMB_KICKERS };

/* A play: cards with one of their readings (DDZ-8). */
typedef struct lp_play {
    uint64_t body, kickers; /* packed; the cards are body + kickers */
    uint8_t form;           /* index into rules.form */
    uint8_t kind;
    uint8_t rank;           /* of the body, its highest */
    uint8_t length;         /* groups in the body */
    uint8_t bomb;           /* as of its form */
} lp_play_t;

/* Why cards have no reading. */
typedef enum lp_reason {
    LP_REASON_NONE = 0,
    LP_REASON_EMPTY,      /* no cards */
    LP_REASON_LARGE,      /* more than a hand has */
    LP_REASON_SHUTTLE,    /* consecutive quads, alone or with wings: several bombs (DDZ-10) */
    LP_REASON_HIGH_RANK,  /* a sequence but for a rank that no sequence holds: the two, a joker */
    LP_REASON_SHORT,      /* a sequence too short */
    LP_REASON_BODY_RANK,  /* a kicker has the rank of its body (DDZ-7) */
    LP_REASON_ALIKE,      /* kickers that must differ do not (DDZ-7) */
    LP_REASON_JOKERS,     /* jokers where a pair is wanted, or together where they may not be (DDZ-6, DDZ-7) */
    LP_REASON_KICKERS,    /* a body with too many cards, too few, or the wrong ones */
    LP_REASON_NO_FORM     /* no combination comes near */
} lp_reason_t;

typedef struct lp_climb lp_climb_t; /* a compiled rule set, read-only */

LP_API lp_status_t lp_climb_compile(const lp_climb_rules_t *rules, lp_climb_t **out, lp_error_t *error);
LP_API void lp_climb_free(lp_climb_t *climb);

/* Packs n cards' counts, one byte a rank, rows of LP_CLIMB_RANKS. Refuses what the deck or a hand cannot hold:
 * LP_E_DUPLICATE, LP_E_NOT_IN_DECK, LP_E_HAND_SIZE with error.place the rank and error.value the count. Every function
 * below refuses packed hands in the same way; an empty hand is none. Cards that are to be classified or compared may be
 * none or too many for a hand, and are no play then. */
LP_API lp_status_t lp_climb_pack_n(const lp_climb_t *climb, const uint8_t *counts, size_t n, uint64_t *out,
                                   lp_error_t *error);

/* All readings of some cards, longest body first, without kickers before with, highest rank first. At most `capacity`
 * are written; *n_out is the number there are, and *reason, if not NULL, says why there are none. */
LP_API lp_status_t lp_climb_classify(const lp_climb_t *climb, uint64_t cards, lp_play_t *out, size_t capacity,
                                     size_t *n_out, lp_reason_t *reason, lp_error_t *error);
/* The first reading of `cards` that beats `over` (DDZ-8, DDZ-9, GP-7); *beats is 0 where there is none. */
LP_API lp_status_t lp_climb_beats(const lp_climb_t *climb, uint64_t cards, const lp_play_t *over, lp_play_t *out,
                                  int *beats, lp_error_t *error);
/* Every play that a hand can lead, or that beats `over`: packed, each multiset once, in the order of the forms, then of
 * lengths, ranks and kickers. At most `capacity` are written; *n_out is the number there are: out NULL and capacity 0
 * count them. */
LP_API lp_status_t lp_climb_moves(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over, uint64_t *out,
                                  size_t capacity, size_t *n_out, lp_error_t *error);

/* A split of a hand into as few plays as there can be; out has room for as many as the hand has cards. */
LP_API lp_status_t lp_climb_split(const lp_climb_t *climb, uint64_t hand, lp_play_t *out, size_t *n_out,
                                  lp_error_t *error);

/* The same for n hands; error.row is the first bad one. first: the first reading of each, kind LP_NO_KIND where there is
 * none. plays: rows of LP_CLIMB_HAND_MAX, zero past the last; or NULL. */
#define LP_NO_KIND 0xFF
LP_API lp_status_t lp_climb_classify_n(const lp_climb_t *climb, const uint64_t *cards, size_t n, uint8_t *kinds,
                                       uint8_t *ranks, uint8_t *lengths, uint8_t *readings, lp_error_t *error);
LP_API lp_status_t lp_climb_moves_count_n(const lp_climb_t *climb, const uint64_t *hands, size_t n,
                                          const lp_play_t *over, uint32_t *counts, lp_error_t *error);
LP_API lp_status_t lp_climb_split_n(const lp_climb_t *climb, const uint64_t *hands, size_t n, uint8_t *counts,
                                    uint64_t *plays, lp_error_t *error);

/* Reads bare ranks or suited cards, never both in one text (N-4). What reads as either is refused: LP_E_CARD with
 * error.detail LP_TEXT_AMBIGUOUS; a mixture with LP_TEXT_MIXED. */
typedef enum lp_text_fault { LP_TEXT_OTHER = 0, LP_TEXT_AMBIGUOUS, LP_TEXT_MIXED } lp_text_fault_t;
LP_API lp_status_t lp_climb_parse(const lp_climb_t *climb, const char *text, size_t length, uint64_t *out,
                                  lp_error_t *error);
/* The cards of codes (N-1), in a deck that holds each once; error.place is the index. */
LP_API lp_status_t lp_climb_of_codes(const lp_climb_t *climb, const uint8_t *codes, size_t n, uint64_t *out,
                                     lp_error_t *error);
/* Canonical bare ranks: those of body, ascending, then those of kickers; a final NUL. A space only parts a rank from the
 * red joker where nothing else is there, which would read as a diamond as well. Returns the bytes written, less the NUL. */
LP_API size_t lp_climb_format(uint64_t body, uint64_t kickers, char out[LP_CLIMB_TEXT]);

/* ---- endgames of climbing games ------------------------------------------------------------------------------- */

/* A position with all hands open: seat `landlord` against the others (DDZ-12), or two players (GP-7). */
typedef struct lp_endgame {
    uint64_t hand[3];
    uint8_t n_hands;       /* 2 or 3 */
    uint8_t landlord;      /* with two hands it makes no difference */
    uint8_t turn;          /* the seat to move */
    uint8_t passes;        /* since the last play; fewer than would give its player the lead */
    const lp_play_t *over; /* the last play, or NULL: turn leads */
} lp_endgame_t;

/* error.row of LP_E_VALUE; of other errors it is the seat, or n_hands where the last play is at fault */
enum { LP_ENDGAME_HANDS = 0, LP_ENDGAME_LANDLORD, LP_ENDGAME_TURN, LP_ENDGAME_PASSES, LP_ENDGAME_OVER };

typedef enum lp_outcome { LP_OUTCOME_UNKNOWN = 0, LP_OUTCOME_WIN, LP_OUTCOME_LOSS } lp_outcome_t;
typedef enum lp_limit { LP_LIMIT_NONE = 0, LP_LIMIT_NODES, LP_LIMIT_MEMORY } lp_limit_t;

typedef struct lp_solution {
    lp_play_t play;          /* one that wins for the side to move; without cards where there is none */
    uint64_t nodes;          /* positions looked at so far */
    uint64_t entries, bytes; /* of the table */
    uint8_t outcome;         /* lp_outcome_t, for the side to move */
    uint8_t limit;           /* lp_limit_t that left it unknown */
    uint8_t pass;            /* 1: what wins is to pass */
} lp_solution_t;

typedef struct lp_solver lp_solver_t; /* of one endgame; keeps a pointer to its lp_climb_t; one thread at a time */

/* bytes: the most that the table of positions may take. */
LP_API lp_status_t lp_solver_new(const lp_climb_t *climb, const lp_endgame_t *endgame, size_t bytes, lp_solver_t **out,
                                 lp_error_t *error);
/* Goes on for `nodes` positions at most. Called again it goes on from there, so that a caller can look at the clock or
 * at signals in between; once the table is full it ends with LP_LIMIT_MEMORY for good. */
LP_API lp_status_t lp_solver_run(lp_solver_t *solver, uint64_t nodes, lp_solution_t *out, lp_error_t *error);
LP_API void lp_solver_free(lp_solver_t *solver);
/* ---- mahjong: melds and a pair (SM-1, WC-1..3) --------------------------------------------------------------------- */

/* A hand is LP_TILE_FACES counts of at most four, and a number of wild tiles beside them: concealed tiles alone. Claimed
 * melds show in how few they are: 3k + 2 tiles are to make k melds and a pair, k from 0 to LP_MELDS_MAX, and 3k + 1 are
 * one short of it. A wild tile stands for any face, a fifth copy included; a tile that is yet to be drawn is a natural
 * one of which fewer than four are held. `gone`, LP_TILE_FACES counts or NULL, are tiles that nobody can draw: those of
 * claimed melds, all four of a face that the game lacks.
 *
 * `melds` are those of a complete hand in the game, up to LP_MELDS_MAX; more tiles than they take are too many.
 *
 * More than four of a face, with those gone: LP_E_DUPLICATE, error.place the face, error.value the count. Another number
 * of tiles than the call is for: LP_E_HAND_SIZE, error.value the number, wild tiles included. */
#define LP_MELDS_MAX 5
#define LP_HAND_TILES_MAX 17
#define LP_TILE_WILD 34 /* in a map of tiles: no face, but a wild tile */
#define LP_NO_TILE 0xFF /* in a map of tiles: none that belongs into a hand */

typedef struct lp_mahjong lp_mahjong_t; /* the tables: one for all games, read-only, shared by threads */
LP_API lp_status_t lp_mahjong_new(lp_isa_t isa, lp_mahjong_t **out, lp_error_t *error);
LP_API void lp_mahjong_free(lp_mahjong_t *mahjong);
LP_API lp_isa_t lp_mahjong_isa(const lp_mahjong_t *mahjong);

/* Counts and wild tiles of n hands of `size` tile codes each. map: by code, the face that the tile plays as (WC-2),
 * LP_TILE_WILD or LP_NO_TILE, which is LP_E_NOT_IN_DECK. More than four of a face or of wild tiles: LP_E_DUPLICATE at
 * the last of them. wilds may be NULL where the map has none. */
LP_API lp_status_t lp_tiles_count_n(const uint8_t *tiles, size_t size, size_t n, const uint8_t map[LP_TILES],
                                    uint8_t *counts, uint8_t *wilds, lp_error_t *error);

/* Do 3k + 2 tiles make k melds and a pair? wilds: one a hand, NULL: none. out: 0 or 1. One hand has gone of its own; in
 * a batch it holds for all. */
LP_API lp_status_t lp_win(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                          const uint8_t *gone, int *out, lp_error_t *error);
LP_API lp_status_t lp_win_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                            const uint8_t *gone, size_t n, uint8_t *out, lp_error_t *error);

/* Tiles that are to be drawn, besides the one that completes the hand: -1 for a complete hand, 0 for one that waits.
 * 3k + 2 or 3k + 1 tiles. */
LP_API lp_status_t lp_shanten(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                              const uint8_t *gone, int *out, lp_error_t *error);
LP_API lp_status_t lp_shanten_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts,
                                const uint8_t *wilds, const uint8_t *gone, size_t n, int8_t *out, lp_error_t *error);

/* Faces that complete 3k + 1 tiles, bit f for face f. */
LP_API lp_status_t lp_waits(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                            const uint8_t *gone, uint64_t *out, lp_error_t *error);
LP_API lp_status_t lp_waits_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                              const uint8_t *gone, size_t n, uint64_t *out, lp_error_t *error);

/* What each face of 3k + 2 tiles leaves when one is discarded, face LP_TILE_WILD a wild tile. accepts: the faces that,
 * drawn, bring the hand nearer, where one is unseen; count: how many tiles that is, out of those that are neither held,
 * gone nor seen. seen: LP_TILE_FACES counts, NULL: none; more than are left of a face are taken as all. */
#define LP_DISCARDS 35
#define LP_NO_SHANTEN 127 /* of a face that is not held */
typedef struct lp_discards {
    uint64_t accepts[LP_DISCARDS];
    int8_t shanten[LP_DISCARDS];
    uint8_t count[LP_DISCARDS];
} lp_discards_t;
LP_API lp_status_t lp_discards(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                               const uint8_t *gone, const uint8_t *seen, lp_discards_t *out, lp_error_t *error);
/* seen, if not NULL, are n rows. shanten, accepts, count: n rows of LP_DISCARDS. */
LP_API lp_status_t lp_discards_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts,
                                 const uint8_t *wilds, const uint8_t *gone, const uint8_t *seen, size_t n,
                                 int8_t *shanten, uint64_t *accepts, uint8_t *count, lp_error_t *error);

/* ---- mahjong: what a win is worth (SM-7, WC-4..15) ------------------------------------------------------------------ */

/* What a rule set may count, an amount each. */
typedef enum lp_fan_item {
    LP_FAN_WIN = 0, LP_FAN_SELF_DRAW, LP_FAN_MIXED_SUIT, LP_FAN_PURE_SUIT, LP_FAN_ALL_CHOWS, LP_FAN_ALL_PUNGS,
    LP_FAN_OWN_WIND,           /* a pung of the player's own wind */
    LP_FAN_OWN_WIND_EXPOSED,   /* the same as a kong, the kong's own amount included (WC-9) */
    LP_FAN_OWN_WIND_CONCEALED,
    LP_FAN_EXPOSED_KONG, LP_FAN_CONCEALED_KONG, LP_FAN_ROBBED_KONG,
    LP_FAN_KONG_DRAW,           /* on the replacement of an exposed kong */
    LP_FAN_KONG_DRAW_CONCEALED, /* of a concealed one */
    LP_FAN_KONG_TILE,           /* each tile laid open that is one of kong_tiles */
    LP_FAN_FOUR_FLOWERS,        /* each complete set of four flowers */
    LP_FAN_WILD,                /* each wild tile, unless there are three */
    LP_FAN_THREE_WILDS_DOWN,    /* three, without a winning shape: nothing else counts then (WC-12) */
    LP_FAN_THREE_WILDS, LP_FAN_WILD_PUNG, LP_FAN_HEAVEN, LP_FAN_EARTH, LP_FAN_ITEMS
} lp_fan_item_t;
LP_API const char *lp_fan_item_name(lp_fan_item_t item); /* "win", …; own_wind and kong_draw for each of theirs */

#define LP_WILDS_MAX 3 /* of four tiles of the wild face one is turned (WC-1) */

typedef struct lp_fan_rules {
    uint8_t melds;              /* melds of a complete hand, 1 to LP_MELDS_MAX */
    uint8_t wilds;              /* 1: the game has a wild face */
    uint8_t white_as_wild_face; /* 1: white plays as that face (WC-2) */
    uint64_t laid;              /* bit t: tile t is laid open and replaced, and no part of a meld; all flowers are */
    uint64_t kong_tiles;        /* those of them that LP_FAN_KONG_TILE counts */
    uint16_t amount[LP_FAN_ITEMS]; /* 0: not in this game */
} lp_fan_rules_t;
/* LP_E_RULES, error.place one of LP_FIELD_FAN_*, error.value the item where one is meant */
enum { LP_FIELD_FAN_MELDS = 96, LP_FIELD_FAN_WILDS, LP_FIELD_FAN_LAID, LP_FIELD_FAN_KONG_TILES, LP_FIELD_FAN_AMOUNT };
LP_API lp_status_t lp_fan_rules_check(const lp_fan_rules_t *rules, lp_error_t *error);

typedef enum lp_meld_kind { LP_CHOW = 0, LP_PUNG, LP_KONG, LP_CONCEALED_KONG, LP_MELD_KINDS } lp_meld_kind_t;
typedef struct lp_meld {
    uint8_t kind;    /* lp_meld_kind_t */
    uint8_t tile[4]; /* in any order; the fourth is of kongs only */
} lp_meld_t;

typedef enum lp_by { LP_BY_SELF = 0, LP_BY_DISCARD, LP_BY_KONG, LP_BY_ROB, LP_BYS } lp_by_t;

/* A hand that may have won, and how. Tiles are as they lie, white as white. */
typedef struct lp_won {
    const uint8_t *tiles; /* concealed, the winning tile included */
    size_t n_tiles;
    const lp_meld_t *melds;
    size_t n_melds;
    const uint8_t *flowers; /* tiles laid open, in the order they were */
    size_t n_flowers;
    uint8_t tile;        /* the winning tile; LP_NO_TILE: not known, and there is none of a dealt hand */
    uint8_t wild;        /* the wild face; LP_NO_TILE: no tile is wild */
    uint8_t wind;        /* the player's own, 27 to 30; LP_NO_TILE: not known */
    uint8_t by;          /* lp_by_t */
    uint8_t kong;        /* LP_BY_KONG: LP_KONG or LP_CONCEALED_KONG, or LP_NO_TILE where the amounts are the same */
    uint8_t heaven, earth; /* 0 or 1; games that count them */
    uint8_t last_flower;   /* 1: the last of flowers was the last drawable tile, and makes no set of four (SM-5) */
} lp_won_t;

/* error.detail of what lp_fan refuses. error.place is then the index in the list that is meant. */
typedef enum lp_fan_fault {
    LP_WON_NO_FAULT = 0,
    LP_WON_HAND_TILE = 64, /* LP_E_CARD; LP_E_PLAY for a tile that is laid open in this game */
    LP_WON_HAND_SIZE,      /* LP_E_HAND_SIZE; error.value the number */
    LP_WON_MELDS,          /* LP_E_HAND_SIZE: more melds than a hand has */
    LP_WON_MELD,           /* LP_E_CARD, LP_E_VALUE (kind), LP_E_PLAY: no such meld */
    LP_WON_MELD_WILD,      /* LP_E_PLAY: a wild tile in a claimed meld */
    LP_WON_FLOWERS,        /* LP_E_CARD; LP_E_PLAY for a tile that is not laid open */
    LP_WON_COPIES,         /* LP_E_DUPLICATE: error.value the tile of which there are not so many */
    LP_WON_WILD,           /* LP_E_PLAY: no tile of this game can be wild, or not this one */
    LP_WON_WILDS,          /* LP_E_DUPLICATE: more than three wild tiles */
    LP_WON_TILE,           /* LP_E_CARD; LP_E_PLAY: not in the hand */
    LP_WON_BY,             /* LP_E_VALUE */
    LP_WON_WIND,           /* LP_E_PLAY: no wind */
    LP_WON_KONG,           /* LP_E_VALUE: needed with LP_BY_KONG, and only there */
    LP_WON_KONG_MELD,      /* LP_E_PLAY: a kong's replacement without that kong */
    LP_WON_ROB_HELD,       /* LP_E_PLAY: the other three of a robbed kong are with the player who is robbed */
    LP_WON_ROB_WILD,       /* LP_E_PLAY: there is no kong of wild tiles */
    LP_WON_HEAVEN,         /* LP_E_PLAY: the game has none */
    LP_WON_HEAVEN_BY,      /* LP_E_PLAY: by anything but self */
    LP_WON_HEAVEN_MELDS,
    LP_WON_HEAVEN_WIND, /* the dealer is east */
    LP_WON_EARTH, LP_WON_EARTH_BY, LP_WON_EARTH_MELDS, LP_WON_EARTH_WIND, LP_WON_EARTH_HEAVEN,
    LP_WON_LAST_FLOWER,    /* LP_E_PLAY: the game does not count flowers */
    LP_WON_LAST_FLOWER_NONE, /* none is laid open, or the last is no flower */
    LP_WON_LAST_FLOWER_BY    /* no kong is made with the last tile (SM-5) */
} lp_fan_fault_t;

typedef struct lp_group {
    uint8_t kind;    /* LP_CHOW or LP_PUNG */
    uint8_t face[3]; /* as it is read */
    uint8_t tile[3]; /* what lies there: the face, white that plays as it, or a wild tile */
} lp_group_t;

typedef struct lp_fan_entry {
    uint8_t item;   /* lp_fan_item_t */
    uint8_t count;
    int32_t amount; /* of all of them */
} lp_fan_entry_t;

typedef struct lp_fan {
    int32_t total;
    uint8_t win;
    uint8_t n_items;
    uint8_t n_groups; /* of the concealed tiles; 0 without a winning shape */
    lp_fan_entry_t item[LP_FAN_ITEMS];
    lp_group_t group[LP_MELDS_MAX];
    uint8_t pair_face[2], pair_tile[2];
} lp_fan_t;

/* What the hand is worth, read in the way that gives the most (WC-15); win 0 if it does not win. Everything that the
 * fields say of how it was won must agree. */
LP_API lp_status_t lp_fan(const lp_fan_rules_t *rules, const lp_won_t *won, lp_fan_t *out, lp_error_t *error);

/* ---- mahjong: claims (SM-4, SM-5) ---------------------------------------------------------------------------------- */

#define LP_MAHJONG_SEATS 4 /* counter-clockwise; seat 0 is the dealer */

/* What may be done with a discard, what goes first first; kong and pung are one seat's at most. */
typedef enum lp_action { LP_CLAIM_WIN = 0, LP_CLAIM_KONG, LP_CLAIM_PUNG, LP_CLAIM_CHOW, LP_ACTIONS } lp_action_t;

typedef struct lp_passed {
    uint8_t seat, action; /* a claim passed up, which waits for the seat's next turn */
    uint8_t tile;         /* LP_NO_TILE: of any tile */
} lp_passed_t;

typedef struct lp_discarded {
    uint8_t discarder, tile;
    uint8_t wild;    /* the wild face; LP_NO_TILE: no tile is wild */
    uint8_t allowed; /* bit a: lp_action_t a may be claimed */
    const uint8_t *tiles[LP_MAHJONG_SEATS]; /* concealed; none of the discarder */
    size_t n_tiles[LP_MAHJONG_SEATS];
    const lp_meld_t *melds[LP_MAHJONG_SEATS];
    size_t n_melds[LP_MAHJONG_SEATS];
    const lp_passed_t *limits;
    size_t n_limits;
} lp_discarded_t;

typedef struct lp_claim {
    uint8_t seat, action; /* lp_action_t */
    uint8_t n, tile[4];   /* what would be laid open, a chow ascending; the discard alone for a win */
} lp_claim_t;
#define LP_CLAIMS_MAX 8

/* error.detail besides those of lp_fan, for which error.row is the seat */
enum { LP_CLAIMS_DISCARDER = 192, LP_CLAIMS_TILE, LP_CLAIMS_HAND, LP_CLAIMS_COPIES, LP_CLAIMS_LIMIT };

/* All claims of a discard in the order in which they go: wins in turn from the discarder, then kong and pung, then the
 * next seat's chows from the lowest. Claimed melds are made of natural tiles; a wild tile is only ever won on. */
LP_API lp_status_t lp_claims(const lp_fan_rules_t *rules, const lp_discarded_t *discarded,
                             lp_claim_t out[LP_CLAIMS_MAX], size_t *n_out, lp_error_t *error);

/* ---- mahjong: payment (SM-8..10, WC-16) -------------------------------------------------------------------------------- */

#define LP_CODES_MAX 10

typedef enum lp_payers {
    LP_PAYERS_DISCARDER = 1, /* a discard or a robbed kong is paid by one, a self-draw by all three */
    LP_PAYERS_ALL           /* everything is paid by all three */
} lp_payers_t;

typedef struct lp_pay_rules {
    uint8_t payers;    /* lp_payers_t */
    uint8_t melds;     /* of a complete hand: no seat has claimed more */
    uint8_t liability; /* melds claimed from one player that make the two liable (SM-10); 0: no liability */
    uint8_t codes;     /* tiles that the winner turns at most (SM-8); 0: none */
    uint16_t code;     /* what each hit adds */
    uint64_t hits[LP_MAHJONG_SEATS]; /* bit t: tile t belongs to the seat */
} lp_pay_rules_t;

typedef struct lp_pay_win {
    uint8_t winner;
    uint8_t payer; /* the discarder, or the player whose kong was robbed; LP_NO_SEAT on a self-draw */
    uint8_t by;    /* lp_by_t */
    int64_t worth; /* fan or points, at least 1 */
    int64_t base;
    const uint8_t *codes;
    size_t n_codes;
    const uint8_t *claims[LP_MAHJONG_SEATS]; /* the seats that each seat's claimed melds came from, in order */
    size_t n_claims[LP_MAHJONG_SEATS];
    uint8_t last_third; /* of several that could be liable, the one whose third meld came last; or LP_NO_SEAT */
} lp_pay_win_t;
#define LP_NO_SEAT 0xFF

typedef struct lp_paid {
    int64_t amount;
    uint8_t from, to, liable; /* liable 1: pays for all three (SM-10) */
} lp_paid_t;

typedef struct lp_pay {
    int64_t net[LP_MAHJONG_SEATS];
    lp_paid_t transfer[LP_MAHJONG_SEATS];
    uint8_t n_transfers, hits;
} lp_pay_t;

/* error.detail of what lp_mahjong_pay refuses; error.value the value, error.place the index in codes or the seat of claims. */
typedef enum lp_pay_fault {
    LP_PAY_WINNER = 128, LP_PAY_PAYER, LP_PAY_BY, LP_PAY_WORTH, LP_PAY_BASE, LP_PAY_CODES, LP_PAY_CODE, LP_PAY_CLAIMS,
    LP_PAY_LAST_THIRD, LP_PAY_SEVERAL
} lp_pay_fault_t;

LP_API lp_status_t lp_mahjong_pay(const lp_pay_rules_t *rules, const lp_pay_win_t *win, lp_pay_t *out, lp_error_t *error);
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
/* All deals of the unseen cards to the seats that have not folded; UINT64_MAX if that number is larger. To a seat that
 * is the only one left nothing is dealt: 1. */
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
