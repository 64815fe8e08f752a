/* simulate.c - deals, and one hand played against opponents dealt from the cards it does not hold.
 *
 * Every way to lay out the hand meets the same deals (deal.h), so that their differences are far more certain than their
 * values. Invariant: sums of units are integers below 2^53 for any sensible number of deals, so the
 * order of adding them does not matter.
 */
#include "deal.h"
#include "field.h"

#include <string.h>

lp_status_t lp_deal_n(const lp_piles_t *p, uint64_t seed, uint64_t start, size_t n, size_t hands, uint8_t *cards,
                      lp_error_t *error) {
    if (!p || (n && !cards) || !hands) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    size_t size = (size_t)p->highest - p->lowest + 1;
    if (hands > size / p->n_cards) return lp_fail(error, LP_E_VALUE, 0, 0, (int32_t)(hands > 99 ? 99 : hands));
    size_t dealt = hands * p->n_cards;
    for (size_t row = 0; row < n; row++) {
        uint8_t deck[LP_CARDS];
        for (size_t i = 0; i < size; i++) deck[i] = (uint8_t)(p->lowest + i);
        lp_shuffle(deck, size, dealt, lp_deal_key(seed, start + row));
        memcpy(cards + row * dealt, deck, dealt);
    }
    return LP_OK;
}

/* The cards that are not in a hand; 0 if the hand is no hand. */
static size_t unseen_cards(const lp_field_t *f, const uint8_t *hand, uint8_t *deck) {
    const lp_piles_t *p = f->piles;
    uint64_t word = lp_hand_word(f->stakes, hand);
    size_t n = 0;
    for (unsigned c = p->lowest; c <= p->highest; c++)
        if (!(word >> c & 1)) deck[n++] = (uint8_t)c;
    return word ? n : 0;
}

static lp_status_t check_ways(const lp_field_t *f, const uint8_t *cards, size_t n, lp_error_t *error) {
    uint64_t word = lp_hand_word(f->stakes, cards);
    for (size_t way = 1; way < n; way++)
        if (lp_hand_word(f->stakes, cards + way * f->piles->n_cards) != word)
            return lp_fail(error, LP_E_VALUE, (int64_t)way, 0, 0); /* another hand */
    return LP_OK;
}

#define WAYS 16 /* settled at a time */

lp_status_t lp_simulate(const lp_field_t *f, const uint8_t *cards, const uint8_t *declared, size_t n, uint64_t seed,
                        uint64_t start, size_t deals, int declare, lp_sums_t *sums, lp_error_t *error) {
    if (!f || !n || !cards || !sums) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    size_t size = f->piles->n_cards, opponents = f->opponents, players = opponents + 1;
    uint8_t unseen[LP_CARDS], theirs[LP_PLAYERS_MAX * LP_HAND_MAX], their_says[LP_PLAYERS_MAX];
    uint8_t table[WAYS * LP_PLAYERS_MAX * LP_HAND_MAX], says[WAYS * LP_PLAYERS_MAX], bank[WAYS];
    int64_t net[WAYS * LP_PLAYERS_MAX];
    size_t n_unseen = unseen_cards(f, cards, unseen);
    if (!n_unseen) {
        uint64_t seen = 0;
        return lp_hand_check(f->stakes, cards, &seen, 0, error);
    }
    lp_status_t status = check_ways(f, cards, n, error);
    memset(bank, f->info.role == LP_ROLE_BANKER ? 0 : 1, sizeof bank); /* the field's hands are those of my role */
    lp_tables_t tables = {.players = players, .cards = table, .declared = says, .base = 1,
                          .banker = f->stakes->rules.kind == LP_SETTLE_BANKER ? bank : NULL};
    memset(their_says, LP_NO_SPECIAL, sizeof their_says);
    for (size_t d = 0; d < deals && status == LP_OK; d++) {
        uint8_t deck[LP_CARDS];
        memcpy(deck, unseen, n_unseen);
        lp_shuffle(deck, n_unseen, opponents * size, lp_deal_key(seed, start + d));
        status = lp_expected_n(f, deck, opponents, theirs, NULL, declare ? their_says : NULL, error);
        for (size_t from = 0; from < n && status == LP_OK; from += tables.n) { /* a table for each way */
            tables.n = n - from < WAYS ? n - from : WAYS;
            for (size_t i = 0; i < tables.n; i++) {
                memcpy(table + i * players * size, cards + (from + i) * size, size);
                memcpy(table + (i * players + 1) * size, theirs, opponents * size);
                says[i * players] = declared ? declared[from + i] : LP_NO_SPECIAL;
                memcpy(says + i * players + 1, their_says, opponents);
            }
            status = lp_settle_n(f->stakes, &tables, net, error);
            if (status != LP_OK && error) error->row += (int64_t)from;
            for (size_t i = 0; i < tables.n && status == LP_OK; i++) {
                double units = (double)net[i * players];
                sums[from + i].deals++;
                sums[from + i].sum += units;
                sums[from + i].square += units * units;
            }
        }
    }
    return status;
}
