/* expected.c - the doors to expected value.
 *
 * A hand is read and checked by the arranger's reader, searched, and, where it holds a special, weighed against
 * declaring (SSS-16). Invariant: what a batch gives for a hand is what the scalar call gives as its first choice.
 */
#include "field.h"

#include <string.h>

/* Bonuses that the hand brings however it is laid out (BJ-14). */
static double hand_constant(const lp_field_t *f, uint64_t hand) {
    double k = (double)f->opponents;
    if (f->stakes->rules.kind != LP_SETTLE_POTS || !f->stakes->in_play) return 0;
    return k * k * f->stakes->rules.step * lp_hand_multiples(f->stakes, hand);
}

static uint64_t word_of(const lp_hand_t *hand, size_t n) {
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) word |= (uint64_t)1 << hand->card[i];
    return word;
}

static lp_status_t best_of(const lp_field_t *f, const uint8_t *cards, uint8_t *out, double *value, uint8_t *declared,
                           lp_error_t *error) {
    const lp_piles_t *p = f->piles;
    lp_hand_t hand;
    lp_found_t found[2];
    size_t n;
    lp_status_t status = lp_hand_read(p, cards, &hand, error);
    if (status != LP_OK) return status;
    uint64_t word = word_of(&hand, p->n_cards);
    lp_field_search(f, &hand, 1, found, &n);
    double special_value = 0;
    uint8_t special = declared && f->stakes->in_play ? lp_field_special(f, word, &special_value) : LP_NO_SPECIAL;
    if (special != LP_NO_SPECIAL && n && special_value < found->value) special = LP_NO_SPECIAL;
    if (declared) *declared = special;
    if (special != LP_NO_SPECIAL) {
        if (value) *value = special_value;
        return lp_special_show(f->stakes, cards, (lp_special_t)special, out, error);
    }
    if (!n) return lp_fail(error, LP_E_ARRANGEMENT, 0, 0, 0);
    lp_split_cards(p, &hand, found->middle, found->last, out);
    if (value) *value = found->value + hand_constant(f, word);
    return LP_OK;
}

lp_status_t lp_expected_n(const lp_field_t *f, const uint8_t *hands, size_t n, uint8_t *cards, double *values,
                          uint8_t *declared, lp_error_t *error) {
    if (!f || (n && (!hands || !cards))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    size_t size = f->piles->n_cards;
    for (size_t row = 0; row < n; row++) {
        lp_status_t status = best_of(f, hands + row * size, cards + row * size, values ? values + row : NULL,
                                     declared ? declared + row : NULL, error);
        if (status == LP_OK) continue;
        if (error) error->row = (int64_t)row;
        return status;
    }
    return LP_OK;
}

lp_status_t lp_expected_of_n(const lp_field_t *f, const uint8_t *cards, const uint8_t *declared, size_t n,
                             double *values, lp_error_t *error) {
    if (!f || (n && (!cards || !values))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    for (size_t row = 0; row < n; row++) {
        uint8_t bytes[LP_FIELD_ENTRY];
        const uint8_t *hand = cards + row * f->piles->n_cards;
        lp_status_t status = lp_field_entries_n(f->stakes, hand, declared ? declared + row : NULL, 1, bytes, error);
        if (status != LP_OK) {
            if (error) error->row = (int64_t)row;
            return status;
        }
        lp_entry_t e = lp_entry_read(bytes);
        values[row] = e.special != LP_NO_SPECIAL ? f->declare[e.special][e.extra]
                                                 : lp_field_value(f, e.strength) +
                                                       hand_constant(f, lp_hand_word(f->stakes, hand));
    }
    return LP_OK;
}

/* ---- the best few ------------------------------------------------------------------------------------------------ */

#define FEW 64 /* found at a time without the caller's memory */

static void fill_choice(const lp_field_t *f, const lp_hand_t *hand, const lp_found_t *found, lp_choice_t *out) {
    memset(out, 0, sizeof *out);
    out->declared = LP_NO_SPECIAL;
    out->arrangement.value = found->value;
    memcpy(out->arrangement.strength, found->strength, sizeof found->strength);
    lp_split_cards(f->piles, hand, found->middle, found->last, out->arrangement.cards);
    for (size_t i = 0; f->m && i < LP_PILES; i++) {
        double below = f->below[i][found->strength[i]], upto = f->below[i][found->strength[i] + 1];
        out->win[i] = below / (double)f->m;
        out->push[i] = (upto - below) / (double)f->m;
    }
}

lp_status_t lp_expected(const lp_field_t *f, const uint8_t *cards, size_t top, lp_choice_t *out, size_t *n_out,
                        lp_error_t *error) {
    if (!f || !cards || !top || !out || !n_out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (top > FEW) top = FEW;
    lp_hand_t hand;
    lp_found_t found[FEW + 1];
    size_t n;
    lp_status_t status = lp_hand_read(f->piles, cards, &hand, error);
    if (status != LP_OK) return status;
    uint64_t word = word_of(&hand, f->piles->n_cards);
    lp_field_search(f, &hand, top, found, &n);
    for (size_t i = 0; i < n; i++) {
        found[i].value += hand_constant(f, word);
        fill_choice(f, &hand, &found[i], &out[i]);
    }
    double value = 0;
    uint8_t special = f->stakes->in_play ? lp_field_special(f, word, &value) : LP_NO_SPECIAL;
    if (special != LP_NO_SPECIAL) {
        size_t at = n;
        while (at && out[at - 1].arrangement.value <= value) at--;
        if (at < top) {
            if (n < top) n++;
            memmove(&out[at + 1], &out[at], (n - 1 - at) * sizeof *out);
            memset(&out[at], 0, sizeof *out);
            out[at].declared = special;
            out[at].arrangement.value = value;
            status = lp_special_show(f->stakes, cards, (lp_special_t)special, out[at].arrangement.cards, error);
            if (status != LP_OK) return status;
        }
    }
    if (!n) return lp_fail(error, LP_E_ARRANGEMENT, 0, 0, 0);
    *n_out = n;
    return LP_OK;
}
