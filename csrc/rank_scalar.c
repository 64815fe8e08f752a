/* rank_scalar.c - placeholder: one pile after another. */
#include "internal.h"

static lp_status_t rank_n(const lp_piles_t *p, const uint8_t *cards, size_t size, size_t n, uint16_t *out) {
    for (size_t i = 0; i < n; i++) {
        lp_status_t status = lp_rank(p, cards + i * size, size, out + i, NULL);
        if (status != LP_OK) return status;
    }
    return LP_OK;
}

lp_status_t lp_rank3_n_scalar(const lp_piles_t *p, const uint8_t *c, size_t n, uint16_t *o) { return rank_n(p, c, 3, n, o); }
lp_status_t lp_rank5_n_scalar(const lp_piles_t *p, const uint8_t *c, size_t n, uint16_t *o) { return rank_n(p, c, 5, n, o); }
