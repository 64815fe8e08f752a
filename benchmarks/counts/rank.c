/* rank.c - what ranking costs in instructions; see check.py.
 *
 *   rank rank5|rank3|jokers5|jokers3 GAME ISA N    lp_rank_n: natural piles, or one in ten with a joker
 *   rank one5|one3 GAME ISA N                      lp_rank
 *   rank compile GAME ISA N                        lp_piles_compile and lp_piles_free
 *
 * The same DEALT piles are ranked N / DEALT times over, so that dealing them cancels from a difference between two N.
 * Exit status 77: this machine lacks the instruction set.
 */
#include "rulesets.h"

#include <stdio.h>
#include <stdlib.h>

#define DEALT 4096

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void deal(uint8_t *pile, size_t size, int joker) {
    for (size_t i = 0; i < size;) {
        pile[i] = (uint8_t)(joker && !i ? LP_BLACK_JOKER + random_below(2) : random_below(52));
        size_t k = 0;
        while (pile[k] != pile[i]) k++;
        if (k == i) i++;
    }
    size_t at = random_below((uint32_t)size);
    uint8_t first = pile[0];
    pile[0] = pile[at];
    pile[at] = first;
}

static lp_isa_t isa_named(const char *name) {
    for (int isa = LP_ISA_AUTO; isa <= LP_ISA_AVX512; isa++)
        if (!strcmp(name, lp_isa_name((lp_isa_t)isa))) return (lp_isa_t)isa;
    return (lp_isa_t)-1;
}

int main(int argc, char **argv) {
    static uint8_t cards[DEALT * 5];
    static uint16_t out[DEALT];
    const lp_pile_rules_t *rules = argc == 5 ? ruleset_named(argv[2]) : NULL;
    if (!rules) return 2;
    const char *what = argv[1];
    lp_isa_t isa = isa_named(argv[3]);
    size_t n = strtoul(argv[4], NULL, 10), size = what[strlen(what) - 1] == '3' ? 3 : 5;
    lp_piles_t *piles = NULL;
    lp_status_t status = lp_piles_compile(rules, isa, &piles, NULL);
    if (status == LP_E_ISA) return 77;
    if (status != LP_OK) return 1;

    if (!strcmp(what, "compile")) {
        for (size_t i = 0; i < n; i++) {
            lp_piles_free(piles);
            if (lp_piles_compile(rules, isa, &piles, NULL) != LP_OK) return 1;
        }
        lp_piles_free(piles);
        return 0;
    }
    int jokers = !strncmp(what, "jokers", 6), one = !strncmp(what, "one", 3);
    for (size_t i = 0; i < DEALT; i++) deal(cards + i * size, size, jokers && i % 10 == 0);
    uint32_t sum = 0;
    for (size_t round = 0; round < n / DEALT; round++) {
        if (one) {
            for (size_t i = 0; i < DEALT; i++)
                if (lp_rank(piles, cards + i * size, size, &out[i], NULL) != LP_OK) return 1;
        } else if (lp_rank_n(piles, cards, size, DEALT, out, NULL) != LP_OK) {
            return 1;
        }
        sum += out[round % DEALT];
    }
    printf("%u\n", sum); /* so that nothing is optimised away */
    lp_piles_free(piles);
    return 0;
}
