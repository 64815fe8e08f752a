/* settle.c - the doors to settlement: tables checked, one in full or many at once.
 *
 * A batch goes block by block: piles of one size are lined up for the ranking kernels, which check the cards as they
 * rank them, then each table is settled from its strengths. Whatever a block finds wrong is found again by check_table,
 * the same for one table and for many, which names it; so both refuse alike.
 * Invariant: nets are sums of transfers from one seat to another, so each table sums to zero.
 */
#include "settle.h"

#include <string.h>

#define BLOCK 32 /* tables */

static const char *const why_names[LP_WHYS] = {"pile", "gun", "run_over", "home_run", "foul", "special", "sweep",
                                               "pot", "bonus", "piles", "foul", "dragon"};
static const char *const clause_names[LP_CLAUSES] = {
    "SSS-11", "SSS-12", "SSS-13", "SSS-14", "SSS-15", "SSS-17", "SSS-18", "SSS-19",
    "BJ-13", "BJ-15", "BJ-16", "BJ-17", "BJ-19", "BS-3", "BS-4", "BS-5",
};
const char *lp_why_name(lp_why_t why) { return (unsigned)why < LP_WHYS ? why_names[why] : ""; }
const char *lp_clause_name(lp_clause_t clause) { return (unsigned)clause < LP_CLAUSES ? clause_names[clause] : ""; }

/* ---- checks ------------------------------------------------------------------------------------------------------ */

/* What is the same for all tables of a batch. */
static lp_status_t check_batch(const lp_stakes_t *s, const lp_tables_t *t, lp_error_t *error) {
    if (!s || !t || (t->n && !t->cards)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (t->players < s->rules.players_min || t->players > s->rules.players_max)
        return lp_fail_table(error, LP_E_VALUE, 0, (int32_t)(t->players > INT32_MAX ? INT32_MAX : t->players),
                             LP_FAULT_PLAYERS);
    int banker = s->rules.kind == LP_SETTLE_BANKER;
    if (banker != (t->banker != NULL)) return lp_fail_table(error, LP_E_VALUE, 0, 0, LP_FAULT_BANKER);
    if (!banker && t->bets) return lp_fail_table(error, LP_E_VALUE, 0, 0, LP_FAULT_BET);
    if (!banker && t->chips) return lp_fail_table(error, LP_E_VALUE, 0, 0, LP_FAULT_CHIPS);
    if (t->base < 1 || (!banker && t->base > s->base_max)) return lp_fail_table(error, LP_E_VALUE, 0, 0, LP_FAULT_BASE);
    return LP_OK;
}

static lp_status_t check_bets(const lp_stakes_t *s, const lp_tables_t *t, size_t row, lp_seats_t *seats,
                              lp_error_t *error) {
    size_t n = t->players;
    seats->banker = t->banker[row];
    if (seats->banker >= n) return lp_fail_table(error, LP_E_VALUE, 0, seats->banker, LP_FAULT_BANKER);
    if (t->chips && t->chips[row] < 0) return lp_fail_table(error, LP_E_VALUE, 0, 0, LP_FAULT_CHIPS);
    int64_t most = INT64_MAX / ((int64_t)s->rules.pays * LP_PLAYERS_MAX);
    for (size_t seat = 0; seat < n; seat++) {
        int32_t place = (int32_t)(seat * s->hand_size);
        int64_t bet = t->bets ? t->bets[row * n + seat] : seat == seats->banker ? 0 : t->base;
        if (bet < 0 || bet > most || (bet && seat == seats->banker))
            return lp_fail_table(error, LP_E_VALUE, place, (int32_t)seat, LP_FAULT_BET);
        if (s->rules.bet_limit && t->chips && bet > t->chips[row] / (int64_t)n) /* BS-11 */
            return lp_fail_table(error, LP_E_PLAY, place, (int32_t)seat, LP_FAULT_BET_LIMIT);
        seats->bet[seat] = bet;
    }
    return LP_OK;
}

static lp_status_t check_declared(const lp_stakes_t *s, const lp_seats_t *seats, size_t seat, lp_error_t *error) {
    uint8_t special = seats->declared[seat];
    int32_t place = (int32_t)(seat * s->hand_size);
    if (special >= LP_SPECIALS || s->rules.kind == LP_SETTLE_POTS || !(s->in_play & LP_BIT(special)))
        return lp_fail_table(error, LP_E_VALUE, place, special, LP_FAULT_SPECIAL);
    if (!(lp_hand_specials(s, seats->hand[seat]) & LP_BIT(special))) /* SSS-16 */
        return lp_fail_table(error, LP_E_PLAY, place, special, LP_FAULT_SPECIAL_NOT_HELD);
    return LP_OK;
}

static lp_status_t check_seat(const lp_stakes_t *s, const uint8_t *cards, size_t seat, lp_seats_t *seats,
                              lp_error_t *error) {
    const uint8_t *size = s->piles->rules.pile_size;
    if (seats->declared[seat] != LP_NO_SPECIAL) return check_declared(s, seats, seat, error);
    size_t at = 0;
    for (size_t i = 0; i < LP_PILES; at += size[i++]) {
        lp_status_t status = lp_rank(s->piles, cards + at, size[i], &seats->strength[seat][i], error);
        if (status != LP_OK) return status;
    }
    uint8_t foul = seats->foul[seat] = lp_foul_of(s->piles, seats->strength[seat]);
    if (!foul || s->rules.fouls != LP_FOULS_REFUSE) return LP_OK;
    size_t place = seat * s->hand_size + size[0] + (foul == 2 ? size[1] : 0u);
    return lp_fail_table(error, LP_E_ARRANGEMENT, (int32_t)place, foul, LP_FAULT_FOUL); /* SSS-15, BJ-22 */
}

/* Everything about one table; error->row is left to the caller. */
static lp_status_t check_table(const lp_stakes_t *s, const lp_tables_t *t, size_t row, lp_seats_t *seats,
                               lp_error_t *error) {
    const uint8_t *cards = t->cards + row * t->players * s->hand_size;
    lp_status_t status = LP_OK;
    uint64_t seen = 0;
    memset(seats, 0, sizeof *seats);
    seats->players = t->players;
    for (size_t seat = 0; seat < t->players; seat++) {
        uint64_t before = seen;
        status = lp_hand_check(s, cards + seat * s->hand_size, &seen, (int32_t)(seat * s->hand_size), error);
        if (status != LP_OK) return status;
        seats->hand[seat] = seen ^ before;
        seats->declared[seat] = t->declared ? t->declared[row * t->players + seat] : LP_NO_SPECIAL;
    }
    if (s->rules.kind == LP_SETTLE_BANKER) status = check_bets(s, t, row, seats, error);
    for (size_t seat = 0; seat < t->players && status == LP_OK; seat++)
        status = check_seat(s, cards + seat * s->hand_size, seat, seats, error);
    if (status != LP_OK || s->rules.kind != LP_SETTLE_POTS) return status;
    int tie = lp_pot_tie(seats);
    return tie < 0 ? LP_OK : lp_fail_table(error, LP_E_VALUE, 0, tie, LP_FAULT_TIE);
}

static void settle_seats(const lp_stakes_t *s, const lp_seats_t *seats, lp_ledger_t *ledger) {
    switch (s->rules.kind) {
    case LP_SETTLE_WATERS: lp_settle_waters(s, seats, ledger); break;
    case LP_SETTLE_POTS: lp_settle_pots(s, seats, ledger); break;
    default: lp_settle_banker(s, seats, ledger);
    }
}

/* What a unit is worth: a bet is an amount already. */
static int64_t unit_of(const lp_stakes_t *s, const lp_tables_t *t) {
    return s->rules.kind == LP_SETTLE_BANKER ? 1 : t->base;
}

/* ---- one table --------------------------------------------------------------------------------------------------- */

lp_status_t lp_settle(const lp_stakes_t *s, const lp_tables_t *t, lp_settlement_t *out, lp_error_t *error) {
    lp_status_t status = check_batch(s, t, error);
    if (status != LP_OK) return status;
    if (t->n != 1 || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_seats_t seats;
    status = check_table(s, t, 0, &seats, error);
    if (status != LP_OK) return status;
    memset(out, 0, sizeof *out);
    memset(out->outcome, LP_NOT_COMPARED, sizeof out->outcome);
    memcpy(out->strength, seats.strength, sizeof out->strength);
    memcpy(out->foul, seats.foul, sizeof out->foul);
    lp_ledger_t ledger = {.out = out};
    settle_seats(s, &seats, &ledger);
    int64_t unit = unit_of(s, t);
    for (size_t seat = 0; seat < t->players; seat++) out->net[seat] = unit * ledger.net[seat];
    for (size_t i = 0; i < out->n_transfers; i++) out->transfer[i].amount *= unit;
    return LP_OK;
}

/* ---- many -------------------------------------------------------------------------------------------------------- */

typedef struct block {
    uint8_t piles[BLOCK * LP_PLAYERS_MAX * 2 * 5];
    uint16_t ranked[BLOCK * LP_PLAYERS_MAX * 2];
    uint16_t strength[BLOCK * LP_PLAYERS_MAX * LP_PILES]; /* a row of three a seat */
} block_t;

/* Strengths of all piles of some hands; not LP_OK if a card is not in the deck or twice in a pile. */
static lp_status_t rank_hands(const lp_stakes_t *s, const uint8_t *hands, size_t n, block_t *b) {
    const lp_piles_t *p = s->piles;
    if (s->hand_size == 9) return p->rank3_n(p, hands, LP_PILES * n, b->strength);
    for (size_t i = 0; i < n; i++) memcpy(b->piles + 3 * i, hands + 13 * i, 3);
    lp_status_t status = p->rank3_n(p, b->piles, n, b->ranked);
    if (status != LP_OK) return status;
    for (size_t i = 0; i < n; i++) b->strength[LP_PILES * i] = b->ranked[i];
    for (size_t i = 0; i < n; i++) memcpy(b->piles + 10 * i, hands + 13 * i + 3, 10);
    status = p->rank5_n(p, b->piles, 2 * n, b->ranked);
    for (size_t i = 0; i < n; i++) memcpy(b->strength + LP_PILES * i + 1, b->ranked + 2 * i, 2 * sizeof *b->ranked);
    return status;
}

/* The hands of a table as words; 0 if a card is there twice. All cards are in the deck. */
static int hand_words(const uint8_t *cards, size_t size, size_t players, uint64_t *hand) {
    uint64_t seen = 0;
    for (size_t seat = 0; seat < players; seat++, cards += size) {
        uint64_t word = 0;
        for (size_t i = 0; i < size; i++) word |= (uint64_t)1 << (cards[i] & 63);
        hand[seat] = word;
        seen |= word;
    }
    seen -= seen >> 1 & UINT64_C(0x5555555555555555);
    seen = (seen & UINT64_C(0x3333333333333333)) + (seen >> 2 & UINT64_C(0x3333333333333333));
    seen = (seen + (seen >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (size_t)(seen * UINT64_C(0x0101010101010101) >> 56) == players * size;
}

/* Nobody declares, nobody fouls. */
static int is_plain(const lp_stakes_t *s, const uint8_t *declared, const uint16_t *strength, size_t players) {
    unsigned plain = 1, strict = s->piles->rules.strict;
    for (size_t seat = 0; seat < players; seat++, strength += LP_PILES)
        plain &= (unsigned)(strength[1] >= strength[0] + strict) & (unsigned)(strength[2] >= strength[1] + strict);
    for (size_t seat = 0; declared && seat < players; seat++) plain &= declared[seat] == LP_NO_SPECIAL;
    return (int)plain;
}

/* Nets of a table of a banker game that is plain, in amounts. */
static lp_status_t settle_banker_plain(const lp_stakes_t *s, const lp_tables_t *t, size_t row, const uint16_t *strength,
                                       lp_ledger_t *ledger, lp_error_t *error) {
    lp_seats_t seats;
    seats.players = t->players;
    memset(seats.foul, 0, sizeof seats.foul);
    memset(seats.declared, LP_NO_SPECIAL, sizeof seats.declared);
    memcpy(seats.strength, strength, t->players * sizeof *seats.strength);
    lp_status_t status = check_bets(s, t, row, &seats, error);
    if (status == LP_OK) lp_settle_banker(s, &seats, ledger);
    return status;
}

/* Nets of a table that nothing is known of. */
static lp_status_t settle_checked(const lp_stakes_t *s, const lp_tables_t *t, size_t row, lp_ledger_t *ledger,
                                  lp_error_t *error) {
    lp_seats_t seats;
    lp_status_t status = check_table(s, t, row, &seats, error);
    if (status == LP_OK) settle_seats(s, &seats, ledger);
    return status;
}

static lp_status_t settle_row(const lp_stakes_t *s, const lp_tables_t *t, size_t row, const uint16_t *strength,
                              int64_t *net, lp_error_t *error) {
    size_t players = t->players;
    const uint8_t *cards = t->cards + row * players * s->hand_size;
    const uint8_t *declared = t->declared ? t->declared + row * players : NULL;
    uint64_t hand[LP_PLAYERS_MAX];
    lp_ledger_t ledger = {.out = NULL};
    lp_status_t status = LP_OK;
    int plain = strength && hand_words(cards, s->hand_size, players, hand) && is_plain(s, declared, strength, players);
    if (plain && s->rules.kind == LP_SETTLE_WATERS) {
        lp_settle_waters_plain(s, players, strength, ledger.net);
    } else if (plain && s->rules.kind == LP_SETTLE_BANKER) {
        status = settle_banker_plain(s, t, row, strength, &ledger, error);
    } else if (!plain || !lp_settle_pots_plain(s, players, strength, hand, ledger.net)) {
        status = settle_checked(s, t, row, &ledger, error);
    }
    if (status != LP_OK) {
        if (error) error->row = (int64_t)row;
        return status;
    }
    int64_t unit = unit_of(s, t);
    for (size_t seat = 0; seat < players; seat++) net[seat] = unit * ledger.net[seat];
    return LP_OK;
}

lp_status_t lp_settle_n(const lp_stakes_t *s, const lp_tables_t *t, int64_t *net, lp_error_t *error) {
    lp_status_t status = check_batch(s, t, error);
    if (status != LP_OK) return status;
    if (t->n && !net) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    block_t block;
    size_t players = t->players;
    for (size_t start = 0; start < t->n; start += BLOCK) {
        size_t rows = t->n - start < BLOCK ? t->n - start : BLOCK;
        int ranked = rank_hands(s, t->cards + start * players * s->hand_size, rows * players, &block) == LP_OK;
        for (size_t i = 0; i < rows; i++) {
            const uint16_t *strength = ranked ? block.strength + i * players * LP_PILES : NULL;
            status = settle_row(s, t, start + i, strength, net + (start + i) * players, error);
            if (status != LP_OK) return status;
        }
    }
    return LP_OK;
}
