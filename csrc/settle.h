/* settle.h - what the files of specials and settlement share.
 *
 * Settlement rules compile, like those of ranking, to a read-only struct of small tables (lp_stakes); the kernels see
 * only it. A hand is looked at as one word of 54 bits, bit c for card c: its nibbles are then the suits of each rank,
 * the same word counts ranks, suits and colours, and the words of a table must not overlap. */
#ifndef LP_SETTLE_H
#define LP_SETTLE_H

#include "internal.h"

#define LP_NIBBLES UINT64_C(0x1111111111111) /* a one for each of the thirteen ranks */
#define LP_NATURAL ((UINT64_C(1) << LP_BLACK_JOKER) - 1)
#define LP_BIT(k) ((uint32_t)1 << (k))

#define LP_RUNS3 12 /* straights of three ranks: A23 to QKA (SSS-27) */
#define LP_RUNS5 10
#define LP_RUNS9 6

struct lp_stakes {
    const lp_piles_t *piles;
    lp_settle_rules_t rules;
    uint8_t hand_size, n_runs3, n_runs5, n_runs9, n_pairs;
    /* as words with a one in the nibble of each rank; the one that starts with the ace comes last */
    uint64_t run3[LP_RUNS3], run5[LP_RUNS5], run9[LP_RUNS9];
    uint64_t run5_pair[LP_RUNS5 * (LP_RUNS5 + 1) / 2]; /* sums of two */
    uint64_t black, red;       /* the cards that can show a suit of that colour */
    uint64_t range[LP_SPECIALS]; /* ones in the nibbles of the ranks lowest..highest */
    uint32_t in_play;          /* bit k: special k is in this game */
    uint8_t by_worth[LP_SPECIALS]; /* those in play, most points first, then the highest place (SSS-25) */
    uint8_t n_by_worth;
    uint16_t worth[LP_SPECIALS]; /* place in that order, larger is better; equal for none */
    int64_t base_max;          /* the largest base for which no net can overflow */
    uint8_t category[];        /* lp_category_t by strength */
};

/* ---- hands as words ---------------------------------------------------------------------------------------------- */

/* The sum of thirteen nibbles, at most 15. */
static inline unsigned lp_nibble_sum(uint64_t word) { return (unsigned)(word * LP_NIBBLES >> 48 & 15u); }

/* How often each rank occurs, a nibble each. */
static inline uint64_t lp_rank_counts(uint64_t cards) {
    uint64_t x = cards & LP_NATURAL;
    x -= x >> 1 & 5 * LP_NIBBLES;
    return (x & 3 * LP_NIBBLES) + (x >> 2 & 3 * LP_NIBBLES);
}

static inline unsigned lp_joker_count(uint64_t cards) {
    return (unsigned)(cards >> LP_BLACK_JOKER & 1) + (unsigned)(cards >> LP_RED_JOKER & 1);
}

/* Cards of a suit, a one in the nibble of each rank. */
static inline uint64_t lp_suit_ranks(uint64_t cards, unsigned suit) { return cards >> suit & LP_NIBBLES; }

/* The cards of a hand as a word; 0 if one is not in the deck or there twice. */
static inline uint64_t lp_hand_word(const lp_stakes_t *s, const uint8_t *cards) {
    uint64_t word = 0;
    unsigned bad = 0;
    for (size_t i = 0; i < s->hand_size; i++) {
        bad |= (unsigned)(cards[i] < s->piles->lowest) | (unsigned)(cards[i] > s->piles->highest);
        word |= (uint64_t)1 << (cards[i] & 63);
    }
    bad |= (unsigned)(lp_nibble_sum(lp_rank_counts(word)) + lp_joker_count(word) != s->hand_size);
    return bad ? 0 : word;
}

/* Names the first card that is not in the deck, or that is there a second time, seen included, which gains the hand. */
lp_status_t lp_hand_check(const lp_stakes_t *stakes, const uint8_t *cards, uint64_t *seen, int32_t first_place,
                          lp_error_t *error);

/* Bits of what the hand holds that needs no arrangement, specials in play only. */
uint32_t lp_hand_specials(const lp_stakes_t *stakes, uint64_t hand);
/* Covers each suit's cards with straights of 3, 5 and 5 in that suit: run[0..2] (the first of three cards) as ranks and
 * suit[0..2]; a straight that no natural card needs keeps run 0. */
int lp_cover_straight_flushes(const lp_stakes_t *stakes, uint64_t hand, uint64_t run[LP_PILES],
                              unsigned suit[LP_PILES]);

/* The pile that is not above the one before it, or 0. */
static inline uint8_t lp_foul_of(const lp_piles_t *p, const uint16_t *strength) {
    unsigned strict = p->rules.strict;
    return strength[1] < strength[0] + strict ? 1 : strength[2] < strength[1] + strict ? 2 : 0;
}

static inline uint8_t lp_best_special(const lp_stakes_t *s, uint32_t held) {
    for (size_t i = 0; i < s->n_by_worth; i++)
        if (held & LP_BIT(s->by_worth[i])) return s->by_worth[i];
    return LP_NO_SPECIAL;
}

/* ---- one table --------------------------------------------------------------------------------------------------- */

/* What a checked table comes down to. */
typedef struct lp_seats {
    size_t players;
    uint16_t strength[LP_PLAYERS_MAX][LP_PILES];
    uint8_t foul[LP_PLAYERS_MAX];
    uint8_t declared[LP_PLAYERS_MAX];
    uint64_t hand[LP_PLAYERS_MAX];
    uint8_t banker;
    int64_t bet[LP_PLAYERS_MAX];
} lp_seats_t;

/* Where money is written down: nets in units (amounts in banker games), and every transfer if out is there. */
typedef struct lp_ledger {
    int64_t net[LP_PLAYERS_MAX];
    lp_settlement_t *out;
} lp_ledger_t;

static inline void lp_pay(lp_ledger_t *ledger, lp_transfer_t transfer) {
    ledger->net[transfer.from] -= transfer.amount;
    ledger->net[transfer.to] += transfer.amount;
    if (ledger->out && transfer.amount) ledger->out->transfer[ledger->out->n_transfers++] = transfer;
}

/* one kind of settlement a file; the table has been checked */
void lp_settle_waters(const lp_stakes_t *stakes, const lp_seats_t *seats, lp_ledger_t *ledger);
void lp_settle_pots(const lp_stakes_t *stakes, const lp_seats_t *seats, lp_ledger_t *ledger);
void lp_settle_banker(const lp_stakes_t *stakes, const lp_seats_t *seats, lp_ledger_t *ledger);
/* The first pile that two seats tie in, or -1 (LP_FAULT_TIE). */
int lp_pot_tie(const lp_seats_t *seats);

/* A table where nobody declares and nobody fouls, without a ledger: strengths a row of three a seat, hands as words. */
void lp_settle_waters_plain(const lp_stakes_t *stakes, size_t players, const uint16_t *strength, int64_t *units);
/* 0 if two piles of a pot are equal: units are then of no use. */
int lp_settle_pots_plain(const lp_stakes_t *stakes, size_t players, const uint16_t *strength, const uint64_t *hand,
                         int64_t *units);

/* Three lanes of 20 bits, one a pile, with bit 16 as a guard between values of 16 bits. */
#define LP_LANES_OF_PILES (UINT64_C(1) | UINT64_C(1) << 20 | UINT64_C(1) << 40)
#define LP_GUARDS (LP_LANES_OF_PILES << 16)

static inline uint64_t lp_in_lanes(uint64_t first, uint64_t middle, uint64_t last) {
    return first | middle << 20 | last << 40;
}
static inline uint64_t lp_lane_sum(uint64_t x) { return (x + (x >> 20) + (x >> 40)) & 0xFFFFF; }

/* Guard bits of the lanes where a is larger. */
static inline uint64_t lp_larger_lanes(uint64_t a, uint64_t b) { return ~((b | LP_GUARDS) - a) & LP_GUARDS; }

static inline lp_status_t lp_fail_table(lp_error_t *error, lp_status_t status, int32_t place, int32_t value,
                                        lp_fault_t detail) {
    if (error) *error = (lp_error_t){0, place, 0, value, (int32_t)detail};
    return status;
}

#endif
