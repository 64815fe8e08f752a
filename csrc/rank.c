/* rank.c - one pile at a time, and the door to the batch kernels.
 *
 * A scalar rank is the definition of internal.h carried out: check, sort by insertion, add five terms, load. Batch
 * kernels say only whether a block was clean; the first bad row is found here, by the same scalar check, so that
 * every instruction set reports the same row, place and value.
 */
#include "internal.h"

#include <string.h>

lp_status_t lp_pile_codes(const lp_piles_t *p, const uint8_t *cards, size_t n, uint8_t *codes, lp_error_t *error) {
    for (size_t i = 0; i < n; i++) {
        uint8_t card = cards[i];
        if (card >= LP_CARDS) return lp_fail(error, LP_E_CARD, 0, (int32_t)i, card);
        uint8_t code = p->code[card];
        if (code == LP_NO_CODE) return lp_fail(error, LP_E_NOT_IN_DECK, 0, (int32_t)i, card);
        size_t k = i;
        for (; k > 0 && codes[k - 1] > code; k--) codes[k] = codes[k - 1];
        if (k > 0 && codes[k - 1] == code) return lp_fail(error, LP_E_DUPLICATE, 0, (int32_t)i, card);
        codes[k] = code;
    }
    for (size_t i = n; i < LP_PLACES; i++) codes[i] = 0;
    return LP_OK;
}

static int one_suit(const lp_piles_t *p, const uint8_t *cards, size_t n) {
    uint8_t suits = 15;
    for (size_t i = 0; i < n; i++) suits &= p->suits[cards[i]];
    return suits != 0;
}

static int pile_size_fits(const lp_piles_t *p, size_t n) {
    return n == p->rules.pile_size[0] || n == p->rules.pile_size[1] || n == p->rules.pile_size[2];
}

lp_status_t lp_rank(const lp_piles_t *p, const uint8_t *cards, size_t n, uint16_t *out, lp_error_t *error) {
    if (!p || !cards || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!pile_size_fits(p, n)) return lp_fail(error, LP_E_HAND_SIZE, 0, 0, (int32_t)n);
    uint8_t codes[LP_PLACES];
    lp_status_t status = lp_pile_codes(p, cards, n, codes, error);
    if (status != LP_OK) return status;
    size_t index = 0;
    for (size_t k = 0; k < n; k++) index += lp_index_term[k][codes[k] >> 2];
    int flush = one_suit(p, cards, n);
    uint16_t entry = n == 3 ? p->three[(flush ? LP_INDEX3 : 0) + index] : p->five[(flush ? LP_INDEX5 : 0) + index];
    *out = lp_entry_strength(p, entry, codes);
    return LP_OK;
}

lp_status_t lp_rank_n(const lp_piles_t *p, const uint8_t *cards, size_t pile_size, size_t n, uint16_t *out,
                      lp_error_t *error) {
    if (!p || (n && (!cards || !out))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!pile_size_fits(p, pile_size)) return lp_fail(error, LP_E_HAND_SIZE, 0, 0, (int32_t)pile_size);
    lp_status_t status = (pile_size == 3 ? p->rank3_n : p->rank5_n)(p, cards, n, out);
    if (status == LP_OK) return LP_OK;
    uint8_t codes[LP_PLACES];
    for (size_t row = 0; row < n; row++) {
        status = lp_pile_codes(p, cards + row * pile_size, pile_size, codes, error);
        if (status != LP_OK) {
            if (error) error->row = (int64_t)row;
            return status;
        }
    }
    return lp_fail(error, LP_E_VALUE, 0, 0, 0); /* the rows changed under the kernel's hands */
}

lp_status_t lp_strength_category(const lp_piles_t *p, uint16_t strength, lp_category_t *out) {
    if (!p || !out || strength >= p->n_strengths) return LP_E_VALUE;
    size_t i = p->rules.n_categories;
    while (i-- > 1)
        if (strength >= p->category_start[i]) break;
    *out = (lp_category_t)p->rules.category[i].category;
    return LP_OK;
}

lp_status_t lp_check(const lp_piles_t *p, const uint8_t *cards, uint16_t strength[LP_PILES], int *legal, int *fault,
                     lp_error_t *error) {
    if (!p || !cards || !strength || !legal || !fault) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    uint64_t seen = 0;
    for (size_t i = 0; i < p->n_cards; i++) {
        if (cards[i] >= LP_CARDS) return lp_fail(error, LP_E_CARD, 0, (int32_t)i, cards[i]);
        if (seen >> cards[i] & 1) return lp_fail(error, LP_E_DUPLICATE, 0, (int32_t)i, cards[i]);
        seen |= (uint64_t)1 << cards[i];
    }
    size_t at = 0;
    for (size_t i = 0; i < LP_PILES; i++) {
        lp_status_t status = lp_rank(p, cards + at, p->rules.pile_size[i], &strength[i], error);
        if (status != LP_OK) {
            if (error) error->place += (int32_t)at;
            return status;
        }
        at += p->rules.pile_size[i];
    }
    *legal = 1;
    *fault = 0;
    for (int i = 1; i < LP_PILES; i++)
        if (strength[i] < strength[i - 1] + p->rules.strict) {
            *legal = 0;
            *fault = i;
            break;
        }
    return LP_OK;
}

/* The rank codes that a pile's wild jokers stand for, ascending and in place; naturals stay. */
static void resolve_jokers(const lp_piles_t *p, uint8_t *ranks, size_t n, int flush) {
    size_t jokers = 0;
    while (jokers < 2 && ranks[n - 1 - jokers] > 12) jokers++;
    uint8_t best[5], with[5];
    uint64_t best_key = 0;
    uint8_t lowest = p->rules.lowest_rank;
    for (uint8_t a = lowest; a <= 12; a++)
        for (uint8_t b = jokers == 2 ? a : 12; b <= 12; b++) {
            size_t m = 0;
            memcpy(with, ranks, n);
            for (m = n - jokers; m < n; m++) {
                uint8_t rank = m == n - jokers ? a : b;
                size_t k = m;
                for (; k > 0 && with[k - 1] > rank; k--) with[k] = with[k - 1];
                with[k] = rank;
            }
            uint64_t key = lp_read_ranks(&p->rules, with, n, flush).key;
            if (key > best_key) {
                best_key = key;
                memcpy(best, with, n);
            }
        }
    memcpy(ranks, best, n);
}

lp_status_t lp_pile_order(const lp_piles_t *p, const uint8_t *cards, size_t n, uint8_t *out, lp_error_t *error) {
    if (!p || !cards || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!pile_size_fits(p, n)) return lp_fail(error, LP_E_HAND_SIZE, 0, 0, (int32_t)n);
    uint8_t codes[LP_PLACES], ranks[LP_PLACES], by_code[64];
    lp_status_t status = lp_pile_codes(p, cards, n, codes, error);
    if (status != LP_OK) return status;
    for (size_t i = 0; i < n; i++) {
        ranks[i] = codes[i] >> 2;
        by_code[codes[i]] = cards[i];
    }
    for (size_t i = 0; i < n; i++) by_code[p->code[cards[i]]] = cards[i];
    int flush = one_suit(p, cards, n);
    int wild = p->rules.joker_model == LP_JOKERS_WILD && ranks[n - 1] > 12;
    if (wild) resolve_jokers(p, ranks, n, flush);
    lp_reading_t reading = lp_read_ranks(&p->rules, ranks, n, flush);
    int wheel = (reading.category == LP_STRAIGHT || reading.category == LP_STRAIGHT_FLUSH) &&
                ranks[n - 1] - ranks[0] != (int)n - 1;
    /* Places by group size, then rank, both descending; a joker of the suit model is a kicker below the 2 unless it
     * is one of a pair that leads. */
    uint8_t weight[LP_PLACES];
    for (size_t i = 0; i < n; i++) {
        uint8_t value = ranks[i] > 12 ? 0 : (uint8_t)(ranks[i] + 1), size = 0;
        for (size_t k = 0; k < n; k++) size = (uint8_t)(size + (ranks[k] == ranks[i] || (ranks[k] > 12 && ranks[i] > 12)));
        if (reading.category == LP_HIGH_CARD || reading.category == LP_FLUSH) size = 1;
        if (wheel && ranks[i] == 12) value = 0;
        weight[i] = (uint8_t)(size * 16 + value);
    }
    /* Largest weight first; within a rank the natural cards, best suit first, then the jokers. */
    size_t done = 0;
    uint8_t next_natural[LP_RANK_CODES] = {0}, next_joker = 0;
    uint8_t natural[LP_RANK_CODES][4], jokers[2], n_natural[LP_RANK_CODES] = {0}, n_jokers = 0;
    for (size_t i = n; i-- > 0;) {
        if (wild && codes[i] >> 2 > 12) jokers[n_jokers++] = by_code[codes[i]];
        else natural[codes[i] >> 2][n_natural[codes[i] >> 2]++] = by_code[codes[i]];
    }
    while (done < n) {
        size_t top = n;
        for (size_t i = n; i-- > 0;)
            if (weight[i] && (top == n || weight[i] > weight[top])) top = i;
        uint8_t rank = ranks[top];
        weight[top] = 0;
        out[done++] = next_natural[rank] < n_natural[rank] ? natural[rank][next_natural[rank]++] : jokers[next_joker++];
    }
    return LP_OK;
}
