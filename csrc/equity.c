/* equity.c - each seat's exact chance to win at the opening (WZ-13), or a sample of it.
 *
 * Every deal of the unseen cards is as likely as any other, whether a card is a hole card dealt already or one to come.
 * What each seat makes of each of its completions is ranked once, by the batch kernel; after that a deal is a few
 * look-ups, in a sample, and a few bits, in an enumeration (equity.h). Cards that folded seats hide stay among the
 * unseen ones: they are as likely there as anywhere.
 * Invariant: wins are whole numbers, so parts can be counted in any order by any number of threads.
 */
#include "equity.h"
#include "deal.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 256 /* completions ranked at a time */

typedef struct table {
    const lp_seat_t *seats;
    uint8_t unseen[LP_CARDS];
} table_t;

static lp_status_t fail_players(lp_error_t *error, size_t players) {
    lp_fail(error, LP_E_VALUE, 0, 0, (int32_t)(players > 99 ? 99 : players));
    if (error) error->detail = LP_FAULT_PLAYERS;
    return LP_E_VALUE;
}

/* The seats that play, by what they need, and the unseen cards. */
static lp_status_t read_seats(lp_equity_t *e, table_t *t, lp_error_t *error) {
    const lp_piles_t *p = e->piles;
    uint64_t seen = 0;
    size_t wanted = 0;
    for (size_t s = 0; s < e->seats; s++) {
        const lp_seat_t *seat = &t->seats[s];
        int32_t first = (int32_t)(s * LP_HOLDINGS);
        if (seat->n_cards > LP_HOLDINGS) return lp_fail(error, LP_E_HAND_SIZE, 0, first, seat->n_cards);
        for (int32_t i = 0; i < seat->n_cards; i++) {
            uint8_t card = seat->card[i];
            if (card >= LP_CARDS) return lp_fail(error, LP_E_CARD, 0, first + i, card);
            if (p->code[card] == LP_NO_CODE) return lp_fail(error, LP_E_NOT_IN_DECK, 0, first + i, card);
            if (seen >> card & 1) return lp_fail(error, LP_E_DUPLICATE, 0, first + i, card);
            seen |= (uint64_t)1 << card;
        }
        if (seat->folded) continue;
        uint8_t need = (uint8_t)(LP_HOLDINGS - seat->n_cards);
        wanted += need;
        size_t k = e->playing++;
        for (; k > 0 && e->need[k - 1] < need; k--) {
            e->need[k] = e->need[k - 1];
            e->seat[k] = e->seat[k - 1];
        }
        e->need[k] = need;
        e->seat[k] = (uint8_t)s;
    }
    if (!e->playing) return fail_players(error, 0);
    /* the one that needs most is the one to count */
    uint8_t need = e->need[0], seat = e->seat[0];
    memmove(e->need, e->need + 1, e->playing - 1);
    memmove(e->seat, e->seat + 1, e->playing - 1);
    e->need[e->playing - 1] = need;
    e->seat[e->playing - 1] = seat;
    for (unsigned c = p->lowest; c <= p->highest; c++)
        if (!(seen >> c & 1)) t->unseen[e->unseen++] = (uint8_t)c;
    return wanted <= e->unseen ? LP_OK : fail_players(error, e->seats);
}

static void count_cases(lp_equity_t *e) {
    for (size_t n = 0; n <= LP_CARDS; n++) {
        e->choose[0][n] = 1;
        for (size_t k = 1; k <= LP_HOLDINGS; k++) e->choose[k][n] = n ? e->choose[k - 1][n - 1] + e->choose[k][n - 1] : 0;
    }
    e->cases = 1;
    size_t left = e->unseen;
    for (size_t k = 0; k < e->playing && e->playing > 1; k++) { /* nobody deals on for the last one left (WZ-12) */
        uint64_t ways = e->choose[e->need[k]][left];
        e->cases = e->cases > UINT64_MAX / ways ? UINT64_MAX : e->cases * ways;
        left -= e->need[k];
    }
}

/* Places of the next completion; 0 after the last. */
static int next_completion(uint8_t *places, size_t m, size_t unseen) {
    for (size_t i = 0; i < m; i++) {
        if (places[i] + 1u < (i + 1 < m ? places[i + 1] : unseen)) {
            places[i]++;
            return 1;
        }
        places[i] = (uint8_t)i;
    }
    return 0;
}

static lp_status_t rank_completions(lp_equity_t *e, const table_t *t, size_t player) {
    const lp_seat_t *seat = &t->seats[e->seat[player]];
    const size_t m = e->need[player], n = e->choose[m][e->unseen];
    uint8_t places[LP_HOLDINGS] = {0, 1, 2, 3, 4}, rows[ROWS * LP_HOLDINGS];
    e->strength[player] = malloc(n * sizeof(uint16_t));
    if (!e->strength[player]) return LP_E_MEMORY;
    for (size_t done = 0; done < n;) {
        size_t k = 0;
        for (; k < ROWS && done + k < n; k++) {
            uint8_t *row = rows + k * LP_HOLDINGS;
            memcpy(row, seat->card, seat->n_cards);
            for (size_t i = 0; i < m; i++) row[seat->n_cards + i] = t->unseen[places[i]];
            next_completion(places, m, e->unseen);
        }
        lp_status_t status = e->piles->rank5_n(e->piles, rows, k, e->strength[player] + done);
        if (status != LP_OK) return status;
        done += k;
    }
    return LP_OK;
}

/* The rows of bits, completions of the counted seat put in order by counting how many have each strength. */
static lp_status_t sort_completions(lp_equity_t *e) {
    const size_t counted = e->playing - 1, m = e->need[counted], n = e->choose[m][e->unseen];
    const size_t n_strengths = e->piles->n_strengths;
    const uint16_t *strength = e->strength[counted];
    e->words = (n + 63) / 64;
    e->avoid = malloc((e->unseen ? e->unseen : 1) * e->words * sizeof(uint64_t));
    e->below = calloc(n_strengths + 1, sizeof(uint32_t));
    uint32_t *next = malloc((n_strengths + 1) * sizeof(uint32_t));
    if (e->avoid && e->below && next) {
        memset(e->avoid, 0xFF, e->unseen * e->words * sizeof(uint64_t));
        for (size_t i = 0; i < n; i++) e->below[strength[i] + 1]++;
        for (size_t s = 1; s <= n_strengths; s++) e->below[s] += e->below[s - 1];
        memcpy(next, e->below, (n_strengths + 1) * sizeof(uint32_t));
        uint8_t places[LP_HOLDINGS] = {0, 1, 2, 3, 4};
        for (size_t i = 0; i < n; i++, next_completion(places, m, e->unseen)) {
            uint32_t at = next[strength[i]]++;
            for (size_t k = 0; k < m; k++) e->avoid[places[k] * e->words + at / 64] &= ~((uint64_t)1 << at % 64);
        }
    }
    free(next);
    return e->avoid && e->below && next ? LP_OK : LP_E_MEMORY;
}

static lp_equity_walk_fn walk_of(const lp_piles_t *p) {
    switch (p->isa) {
#if LP_X86_KERNELS
    case LP_ISA_AVX512: return lp_equity_walk_avx512;
    case LP_ISA_AVX2: return lp_equity_walk_avx2;
#endif
    default: return lp_equity_walk_scalar;
    }
}

lp_status_t lp_equity_new(const lp_piles_t *p, const lp_seat_t *seats, size_t players, uint64_t limit,
                          lp_equity_t **out, lp_error_t *error) {
    if (!p || !lp_is_stud(&p->rules) || !seats || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!players || players > LP_PLAYERS_MAX) return fail_players(error, players);
    lp_equity_t *e = calloc(1, sizeof *e);
    if (!e) return LP_E_MEMORY;
    table_t table = {.seats = seats};
    e->piles = p;
    e->seats = players;
    e->walk = walk_of(p);
    lp_status_t status = read_seats(e, &table, error);
    if (status == LP_OK) count_cases(e);
    for (size_t k = 0; k < e->playing && e->playing > 1 && status == LP_OK; k++)
        status = rank_completions(e, &table, k);
    if (status == LP_OK && e->cases <= limit) {
        e->parts = e->playing > 1 ? e->choose[e->need[0]][e->unseen] : 1;
        if (e->playing > 1) status = sort_completions(e);
    }
    if (status == LP_OK) *out = e;
    else lp_equity_free(e);
    return status;
}

void lp_equity_free(lp_equity_t *e) {
    if (!e) return;
    for (size_t k = 0; k < LP_PLAYERS_MAX; k++) free(e->strength[k]);
    free(e->avoid);
    free(e->below);
    free(e);
}

uint64_t lp_equity_cases(const lp_equity_t *e) { return e->cases; }
size_t lp_equity_parts(const lp_equity_t *e) { return e->parts; }

lp_status_t lp_equity_count(const lp_equity_t *e, size_t start, size_t n, uint64_t *wins, lp_error_t *error) {
    if (!e || !wins || start > e->parts || n > e->parts - start) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    const size_t counted = e->playing - 1;
    if (!n) return LP_OK;
    if (!counted) {
        wins[e->seat[0]]++;
        return LP_OK;
    }
    uint64_t *scratch = malloc((counted * LP_HOLDINGS + 1) * e->words * sizeof(uint64_t));
    if (!scratch) return LP_E_MEMORY;
    uint64_t won[LP_PLAYERS_MAX] = {0};
    e->walk(e, start, n, won, scratch);
    free(scratch);
    uint64_t rest = e->cases / e->parts * n; /* each part is as many deals as any other */
    for (size_t k = 0; k < counted; k++) {
        wins[e->seat[k]] += won[k];
        rest -= won[k];
    }
    wins[e->seat[counted]] += rest;
    return LP_OK;
}

/* The number of the completion that takes these places. */
static size_t number_of(const lp_equity_t *e, const uint8_t *places, size_t m) {
    uint8_t sorted[LP_HOLDINGS];
    size_t number = 0;
    for (size_t i = 0; i < m; i++) {
        size_t k = i;
        for (; k > 0 && sorted[k - 1] > places[i]; k--) sorted[k] = sorted[k - 1];
        sorted[k] = places[i];
    }
    for (size_t i = 0; i < m; i++) number += e->choose[i + 1][sorted[i]];
    return number;
}

lp_status_t lp_equity_sample(const lp_equity_t *e, uint64_t seed, uint64_t start, size_t n, uint64_t *wins,
                             lp_error_t *error) {
    if (!e || !wins) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (e->playing == 1) {
        wins[e->seat[0]] += n;
        return LP_OK;
    }
    size_t wanted = 0;
    for (size_t k = 0; k < e->playing; k++) wanted += e->need[k];
    for (size_t i = 0; i < n; i++) {
        uint8_t places[LP_CARDS];
        for (size_t c = 0; c < e->unseen; c++) places[c] = (uint8_t)c;
        lp_shuffle(places, e->unseen, wanted, lp_deal_key(seed, start + i));
        size_t best = 0;
        uint16_t largest = 0;
        for (size_t k = 0, at = 0; k < e->playing; at += e->need[k++]) {
            uint16_t strength = e->strength[k][number_of(e, places + at, e->need[k])];
            if (!k || strength > largest) {
                largest = strength;
                best = k;
            }
        }
        wins[e->seat[best]]++;
    }
    return LP_OK;
}
