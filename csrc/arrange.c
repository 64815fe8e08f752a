/* arrange.c - the door to the arranger: reads and checks hands, calls the kernel, writes the piles.
 *
 * Checking a hand costs one pass that ORs its codes into a 64-bit set; 13 bits in the set mean 13 different cards of
 * the deck, and taking the bits out from below sorts them. Only a hand that fails is looked at card by card, to name
 * the culprit. Invariant: no kernel ever sees a hand that the deck could not deal.
 */
#include "arrange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static lp_status_t find_fault(const lp_piles_t *p, const uint8_t *cards, lp_error_t *error) {
    uint64_t seen = 0;
    for (size_t i = 0; i < p->n_cards; i++) {
        uint8_t card = cards[i];
        lp_status_t status = card >= LP_CARDS                  ? LP_E_CARD
                             : p->code[card] == LP_NO_CODE     ? LP_E_NOT_IN_DECK
                             : seen >> p->code[card] & 1       ? LP_E_DUPLICATE
                                                               : LP_OK;
        if (status != LP_OK) return lp_fail(error, status, 0, (int32_t)i, card);
        seen |= (uint64_t)1 << p->code[card];
    }
    return lp_fail(error, LP_E_VALUE, 0, 0, 0); /* the hand changed under our hands */
}

lp_status_t lp_hand_read(const lp_piles_t *p, const uint8_t *cards, lp_hand_t *hand, lp_error_t *error) {
    uint8_t by_code[64];
    uint64_t seen = 0;
    unsigned wrong = 0;
    size_t n = p->n_cards;
    for (size_t i = 0; i < n; i++) {
        unsigned code = p->code[cards[i] & 63];
        wrong |= (cards[i] & 0xC0u) | (code & 0x80u);
        by_code[code & 63] = cards[i];
        seen |= (uint64_t)1 << (code & 63);
    }
    if (wrong) return find_fault(p, cards, error);
    memset(hand, 0, sizeof *hand);
    for (size_t i = 0; i < n; i++) {
        if (!seen) return find_fault(p, cards, error);
        unsigned code = lp_lowest_bit(seen);
        seen &= seen - 1;
        hand->code[i] = (uint8_t)code;
        hand->card[i] = by_code[code];
        hand->suits[i] = p->suits[by_code[code]];
    }
    return LP_OK;
}

void lp_split_cards(const lp_piles_t *p, const lp_hand_t *hand, unsigned middle, unsigned last, uint8_t *cards) {
    uint8_t *at[LP_PILES] = {cards, cards + p->rules.pile_size[0], cards + p->n_cards - p->rules.pile_size[2]};
    for (size_t i = p->n_cards; i-- > 0;) {
        unsigned pile = (last >> i & 1) * 2 + (middle >> i & 1);
        *at[pile]++ = hand->card[i];
    }
}

static lp_status_t check_utilities(const lp_piles_t *p, const lp_utilities_t *u, lp_error_t *error) {
    return !u || u->n == p->n_strengths ? LP_OK : lp_fail(error, LP_E_VALUE, 0, 0, (int32_t)u->n);
}

static void invert(lp_ceiling_t *ceiling, const double *most, size_t n) {
    double range = most[n - 1] - most[0];
    ceiling->most = most;
    ceiling->low = most[0];
    ceiling->scale = range > 0 && isfinite(LP_STEPS / range) && isfinite(range) ? LP_STEPS / range : 0;
    size_t s = 0;
    for (size_t k = 0; k < LP_STEPS; k++) {
        while (s + 1 < n && (most[s] - most[0]) * ceiling->scale < (double)k) s++;
        ceiling->need[k] = (uint16_t)s;
    }
}

/* Values in whole steps, 16 bits a pile, rounded down; NULL where a step would not be far above what rounding does to
 * sums in double precision: where values hardly differ, or are so large that sums overflow. */
static const uint64_t *make_coarse(const lp_utilities_t *u, uint64_t *coarse) {
    double least[LP_PILES], range = 0, size = 0;
    for (int pile = 0; pile < LP_PILES; pile++) {
        const double *value = u->value[pile];
        double most = least[pile] = value[0];
        for (size_t s = 1; s < u->n; s++) {
            least[pile] = value[s] < least[pile] ? value[s] : least[pile];
            most = value[s] > most ? value[s] : most;
        }
        range += most - least[pile];
        size += fabs(most) + fabs(least[pile]);
    }
    double scale = LP_COARSE_STEPS / range;
    if (!isfinite(size) || !isfinite(scale) || !(size * scale < 0x1p40)) return NULL;
    for (size_t s = 0; s < u->n; s++) {
        coarse[s] = 0;
        for (int pile = 0; pile < LP_PILES; pile++)
            coarse[s] |= (uint64_t)((u->value[pile][s] - least[pile]) * scale) << 16 * pile;
    }
    return coarse;
}

/* rest and whole are built with the additions of lp_split_value, in its order: rounding is monotone, so they bound the
 * rounded sums, not only the true ones. */
lp_status_t lp_utilities_new(const lp_piles_t *p, const double *first, const double *middle, const double *last,
                             lp_utilities_t **out, lp_error_t *error) {
    if (!p || !first || !middle || !last || !out || lp_is_stud(&p->rules)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    const double *from[LP_PILES] = {first, middle, last};
    size_t n = p->n_strengths;
    for (int pile = 0; pile < LP_PILES; pile++)
        for (size_t s = 0; s < n; s++)
            if (!(fabs(from[pile][s]) <= LP_UTILITY_MAX)) return lp_fail(error, LP_E_VALUE, (int64_t)s, pile, 0);
    size_t n_coarse = p->n_cards == 9 ? n : 0;
    lp_utilities_t *u = malloc(sizeof *u + (LP_PILES + 3) * n * sizeof(double) + n_coarse * sizeof(uint64_t));
    if (!u) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    double *table = (double *)(u + 1), *rest = table + LP_PILES * n, *whole = rest + n, *most_last = whole + n;
    u->n = n;
    for (int pile = 0; pile < LP_PILES; pile++) {
        memcpy(table + (size_t)pile * n, from[pile], n * sizeof *table);
        u->value[pile] = table + (size_t)pile * n;
    }
    double most_first = first[0];
    for (size_t s = 0; s < n; s++) {
        most_first = first[s] > most_first ? first[s] : most_first;
        double pair = most_first + middle[s];
        rest[s] = s && rest[s - 1] > pair ? rest[s - 1] : pair;
        double sum = rest[s] + last[s];
        most_last[s] = s && most_last[s - 1] > last[s] ? most_last[s - 1] : last[s];
        whole[s] = s && whole[s - 1] > sum ? whole[s - 1] : sum;
    }
    u->most_last = most_last;
    u->coarse = n_coarse ? make_coarse(u, (uint64_t *)(whole + 2 * n)) : NULL;
    invert(&u->rest, rest, n);
    invert(&u->whole, whole, n);
    *out = u;
    return LP_OK;
}

void lp_utilities_free(lp_utilities_t *utilities) { free(utilities); }

lp_status_t lp_arrange_n(const lp_piles_t *p, const lp_utilities_t *u, const uint8_t *hands, size_t n, uint8_t *cards,
                         uint16_t *strengths, double *values, lp_error_t *error) {
    if (!p || (n && (!hands || !cards)) || lp_is_stud(&p->rules)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = check_utilities(p, u, error);
    for (size_t row = 0; status == LP_OK && row < n; row++) {
        lp_hand_t hand;
        lp_split_t best;
        status = lp_hand_read(p, hands + row * p->n_cards, &hand, error);
        if (status == LP_OK && !p->split_best(p, u, &hand, &best))
            status = lp_fail(error, LP_E_ARRANGEMENT, 0, 0, 0);
        if (status != LP_OK) {
            if (error) error->row = (int64_t)row;
            break;
        }
        lp_split_cards(p, &hand, best.middle, best.last, cards + row * p->n_cards);
        if (strengths) memcpy(strengths + row * LP_PILES, best.strength, sizeof best.strength);
        if (values) values[row] = best.value;
    }
    return status;
}
