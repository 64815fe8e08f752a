/* arrange.c - what arranging costs in instructions; see check.py.
 *
 *   arrange strongest|utilities GAME ISA N        lp_arrange_n, hands dealt from the whole deck, jokers included
 *   arrange top5|pareto GAME ISA N                lp_arrange, lp_pareto
 *
 * Utilities are win rates: the share of the dealt hands' strongest piles that a strength beats. The same DEALT hands
 * are arranged N / DEALT times over, so that all the rest cancels from a difference between two N.
 * Exit status 77: this machine lacks the instruction set.
 */
#include "rulesets.h"

#include <stdlib.h>

#define DEALT 256
#define MODEL 2048 /* hands that the win rates are taken from */

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void deal(const lp_pile_rules_t *rules, size_t size, uint8_t *hand) {
    uint8_t deck[LP_CARDS];
    uint32_t n = 0;
    for (uint32_t card = 0; card < 52u + rules->jokers; card++) deck[n++] = (uint8_t)card;
    for (size_t i = 0; i < size; i++) {
        uint32_t at = random_below(n);
        hand[i] = deck[at];
        deck[at] = deck[--n];
    }
}

/* Share of `n` strengths, three apart, below each strength, equals counting half. */
static double *win_rates(const uint16_t *strength, size_t n, size_t n_strengths) {
    double *rate = calloc(n_strengths, sizeof *rate), below = 0;
    if (!rate) exit(1);
    for (size_t i = 0; i < n; i++) rate[strength[LP_PILES * i]] += 1.0 / (double)n;
    for (size_t s = 0; s < n_strengths; s++) {
        double equal = rate[s];
        rate[s] = below + equal / 2;
        below += equal;
    }
    return rate;
}

static lp_utilities_t *utilities_of(const lp_piles_t *piles, const uint8_t *hands) {
    static uint8_t cards[MODEL * LP_HAND_MAX];
    static uint16_t strengths[MODEL * LP_PILES];
    lp_utilities_t *utilities = NULL;
    double *rate[LP_PILES];
    if (lp_arrange_n(piles, NULL, hands, MODEL, cards, strengths, NULL, NULL) != LP_OK) exit(1);
    for (size_t i = 0; i < LP_PILES; i++) rate[i] = win_rates(strengths + i, MODEL, lp_piles_strength_count(piles));
    if (lp_utilities_new(piles, rate[0], rate[1], rate[2], &utilities, NULL) != LP_OK) exit(1);
    for (size_t i = 0; i < LP_PILES; i++) free(rate[i]);
    return utilities;
}

int main(int argc, char **argv) {
    static uint8_t hands[MODEL * LP_HAND_MAX], cards[DEALT * LP_HAND_MAX];
    static lp_arrangement_t out[4096];
    const lp_pile_rules_t *rules = argc == 5 ? ruleset_named(argv[2]) : NULL;
    if (!rules) return 2;
    const char *what = argv[1];
    int isa = LP_ISA_AVX512;
    while (isa > LP_ISA_AUTO && strcmp(argv[3], lp_isa_name((lp_isa_t)isa))) isa--;
    size_t rounds = strtoul(argv[4], NULL, 10) / DEALT, n_out;
    lp_piles_t *piles = NULL;
    lp_status_t status = lp_piles_compile(rules, (lp_isa_t)isa, &piles, NULL);
    if (status == LP_E_ISA) return 77;
    if (status != LP_OK) return 1;

    size_t size = lp_piles_hand_size(piles);
    for (size_t i = 0; i < MODEL; i++) deal(rules, size, hands + i * size);
    lp_utilities_t *utilities = strcmp(what, "strongest") ? utilities_of(piles, hands) : NULL;
    for (size_t round = 0; round < rounds && status == LP_OK; round++) {
        if (!strcmp(what, "strongest") || !strcmp(what, "utilities")) {
            status = lp_arrange_n(piles, utilities, hands, DEALT, cards, NULL, NULL, NULL);
            continue;
        }
        for (size_t i = 0; i < DEALT && status == LP_OK; i++)
            status = strcmp(what, "pareto")
                         ? lp_arrange(piles, utilities, hands + i * size, 5, out, &n_out, NULL)
                         : lp_pareto(piles, hands + i * size, out, sizeof out / sizeof *out, &n_out, NULL);
    }
    lp_utilities_free(utilities);
    lp_piles_free(piles);
    return status != LP_OK;
}
