/* dealt.h - hands and tables for the drivers that count instructions: seeded, so every run counts the same. */
#ifndef LP_COUNTS_DEALT_H
#define LP_COUNTS_DEALT_H

#include "stakes.h"

#include <stdlib.h>

static const struct stakes *stakes_named(const char *name) {
    for (size_t i = 0; i < N_STAKES; i++)
        if (!strcmp(name, STAKES[i].name)) return &STAKES[i];
    return NULL;
}

static lp_isa_t isa_named(const char *name) {
    for (int isa = LP_ISA_AUTO; isa <= LP_ISA_AVX512; isa++)
        if (!strcmp(name, lp_isa_name((lp_isa_t)isa))) return (lp_isa_t)isa;
    return (lp_isa_t)-1;
}

/* Rows of `hands` hands each, all of one row from one deck. */
static uint8_t *dealt(const lp_piles_t *piles, size_t rows, size_t hands) {
    uint8_t *cards = malloc(rows * hands * lp_piles_hand_size(piles));
    if (!cards || lp_deal_n(piles, 1, 0, rows, hands, cards, NULL) != LP_OK) exit(1);
    return cards;
}

/* Compiled for an instruction set, or exit status 77 where this machine lacks it. */
static lp_piles_t *piles_of(const struct stakes *game, const char *isa) {
    lp_piles_t *piles = NULL;
    lp_status_t status = lp_piles_compile(game->piles, isa_named(isa), &piles, NULL);
    if (status != LP_OK) exit(status == LP_E_ISA ? 77 : 1);
    return piles;
}

#endif
