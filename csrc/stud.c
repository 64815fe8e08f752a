/* stud.c - who leads and who wins: the largest of the seats that have not folded (WZ-10, WZ-12).
 *
 * Up-cards and whole hands are the same question with another number of cards. Tables of five or three cards a seat,
 * nobody folded, go through the batch kernels a few at a time; the rest, and whatever the kernels refuse, seat by seat,
 * which also finds the first fault.
 * Invariant: a rule set of stud leaves no two seats equal (WZ-9, see rules.c), so the largest is one.
 */
#include "internal.h"

#define TABLES 32 /* to a chunk of the batch kernels */

typedef struct table {
    const lp_piles_t *piles;
    size_t size, players;
} table_t;

/* One table; strength is already there where `ranked`. */
static lp_status_t judge(const table_t *t, const uint8_t *cards, const uint8_t *folded, int ranked, uint16_t *strength,
                         uint8_t *seat, lp_error_t *error) {
    uint64_t seen = 0;
    size_t best = t->players;
    for (size_t s = 0; s < t->players; s++) {
        const uint8_t *hand = cards + s * t->size;
        int32_t first = (int32_t)(s * t->size);
        if (folded && folded[s]) {
            strength[s] = 0;
            continue;
        }
        lp_status_t status = ranked ? LP_OK : lp_rank(t->piles, hand, t->size, &strength[s], error);
        if (status != LP_OK) {
            if (error) error->place += first;
            return status;
        }
        for (size_t i = 0; i < t->size; i++) {
            if (seen >> hand[i] & 1) return lp_fail(error, LP_E_DUPLICATE, 0, first + (int32_t)i, hand[i]);
            seen |= (uint64_t)1 << hand[i];
        }
        if (best == t->players || strength[s] > strength[best]) best = s;
    }
    if (best == t->players) {
        lp_fail(error, LP_E_VALUE, 0, 0, 0);
        if (error) error->detail = LP_FAULT_PLAYERS;
        return LP_E_VALUE;
    }
    if (seat) *seat = (uint8_t)best;
    return LP_OK;
}

lp_status_t lp_showdown_n(const lp_piles_t *p, const uint8_t *cards, size_t size, size_t players, size_t n,
                          const uint8_t *folded, uint8_t *seats, uint16_t *strengths, lp_error_t *error) {
    if (!p || !lp_is_stud(&p->rules) || (n && !cards) || !players || players > LP_PLAYERS_MAX)
        return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!lp_pile_size_fits(p, size)) return lp_fail(error, LP_E_HAND_SIZE, 0, 0, (int32_t)(size > 99 ? 99 : size));
    const table_t table = {p, size, players};
    lp_rank_n_fn kernel = folded ? NULL : size == 5 ? p->rank5_n : size == 3 ? p->rank3_n : NULL;
    for (size_t start = 0; start < n; start += TABLES) {
        uint16_t strength[TABLES * LP_PLAYERS_MAX];
        size_t stop = n - start < TABLES ? n : start + TABLES;
        int ranked = kernel && kernel(p, cards + start * players * size, (stop - start) * players, strength) == LP_OK;
        for (size_t row = start; row < stop; row++) {
            uint16_t *of_row = strength + (row - start) * players;
            lp_status_t status = judge(&table, cards + row * players * size, folded ? folded + row * players : NULL,
                                       ranked, of_row, seats ? seats + row : NULL, error);
            if (status != LP_OK) {
                if (error) error->row = (int64_t)row;
                return status;
            }
            for (size_t s = 0; strengths && s < players; s++) strengths[row * players + s] = of_row[s];
        }
    }
    return LP_OK;
}
