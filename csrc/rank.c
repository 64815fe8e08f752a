/* rank.c - one pile at a time, and the door to the batch kernels.
 *
 * A scalar rank is the definition of internal.h carried out: check, sort by insertion, add five terms, load. Batch
 * kernels say only whether a block was clean; the first bad row is found here, by the same scalar check, so that
 * every instruction set reports the same row, place and value.
 */
#include "internal.h"

const uint16_t lp_index_term[5][LP_RANK_CODES] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380},
    {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568},
};

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

int lp_one_suit(const lp_piles_t *p, const uint8_t *cards, size_t n) {
    uint8_t suits = 15;
    for (size_t i = 0; i < n; i++) suits &= p->suits[cards[i]];
    return suits != 0;
}

int lp_pile_size_fits(const lp_piles_t *p, size_t n) {
    return n < 8 && (p->sizes >> n & 1);
}

lp_status_t lp_rank(const lp_piles_t *p, const uint8_t *cards, size_t n, uint16_t *out, lp_error_t *error) {
    if (!p || !cards || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!lp_pile_size_fits(p, n)) return lp_fail(error, LP_E_HAND_SIZE, 0, 0, (int32_t)n);
    uint8_t codes[LP_PLACES];
    lp_status_t status = lp_pile_codes(p, cards, n, codes, error);
    if (status != LP_OK) return status;
    size_t index = 0, half;
    for (size_t k = 0; k < n; k++) index += lp_index_term[k][codes[k] >> 2];
    const uint16_t *table = lp_table_of(p, n, &half);
    *out = lp_entry_strength(p, table[(lp_one_suit(p, cards, n) ? half : 0) + index], codes);
    return LP_OK;
}

/* Up-cards of sizes that have no kernel. */
static lp_status_t rank_rows(const lp_piles_t *p, const uint8_t *cards, size_t size, size_t n, uint16_t *out,
                             lp_error_t *error) {
    for (size_t row = 0; row < n; row++) {
        lp_status_t status = lp_rank(p, cards + row * size, size, &out[row], error);
        if (status != LP_OK) {
            if (error) error->row = (int64_t)row;
            return status;
        }
    }
    return LP_OK;
}

lp_status_t lp_rank_n(const lp_piles_t *p, const uint8_t *cards, size_t pile_size, size_t n, uint16_t *out,
                      lp_error_t *error) {
    if (!p || (n && (!cards || !out))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!lp_pile_size_fits(p, pile_size)) return lp_fail(error, LP_E_HAND_SIZE, 0, 0, (int32_t)pile_size);
    if (pile_size != 3 && pile_size != 5) return rank_rows(p, cards, pile_size, n, out, error);
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
    if (!p || !cards || !strength || !legal || !fault || lp_is_stud(&p->rules))
        return lp_fail(error, LP_E_VALUE, 0, 0, 0);
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
