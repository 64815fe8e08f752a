/* stud.c - what stud costs in instructions; see check.py.
 *
 *   stud rank5|up4 ISA N       lp_rank_n: hands, or four up-cards
 *   stud showdown ISA N        lp_showdown_n: tables of four
 *   stud equity2|equity3 ISA N all deals of two seats with two cards each, or of three with three, known; N / DEALT times
 *   stud sample ISA N          lp_equity_sample: deals of four seats
 *
 * The same DEALT hands or tables are judged N / DEALT times over, so that dealing them cancels from a difference between
 * two N. Exit status 77: this machine lacks the instruction set.
 */
#include "rulesets.h"

#include <stdio.h>
#include <stdlib.h>

#define DEALT 4096
#define LOWEST 24
#define DECK 28

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void deal(uint8_t *cards, size_t n) {
    uint8_t deck[DECK];
    for (size_t i = 0; i < DECK; i++) deck[i] = (uint8_t)(LOWEST + i);
    for (size_t i = 0; i < n; i++) {
        size_t at = i + random_below((uint32_t)(DECK - i));
        cards[i] = deck[at];
        deck[at] = deck[i];
    }
}

static lp_isa_t isa_named(const char *name) {
    for (int isa = LP_ISA_AUTO; isa <= LP_ISA_AVX512; isa++)
        if (!strcmp(name, lp_isa_name((lp_isa_t)isa))) return (lp_isa_t)isa;
    return (lp_isa_t)-1;
}

int main(int argc, char **argv) {
    static uint8_t cards[DEALT * 20], seats[DEALT];
    static uint16_t out[DEALT];
    static const lp_seat_t two[2] = {{0, 2, {24, 30}}, {0, 2, {28, 44}}};
    static const lp_seat_t three[3] = {{0, 3, {24, 25, 30}}, {0, 3, {28, 41, 44}}, {0, 3, {29, 42, 45}}};
    static const lp_seat_t four[4] = {{0, 1, {24}}, {0, 1, {30}}, {0, 1, {28}}, {0, 1, {44}}};
    if (argc != 4) return 2;
    const char *what = argv[1];
    size_t n = strtoul(argv[3], NULL, 10);
    lp_piles_t *piles = NULL;
    lp_status_t status = lp_piles_compile(&WUZHANG, isa_named(argv[2]), &piles, NULL);
    if (status == LP_E_ISA) return 77;
    if (status != LP_OK) return 1;

    size_t size = !strcmp(what, "showdown") ? 20 : !strcmp(what, "up4") ? 4 : 5;
    for (size_t i = 0; i < DEALT; i++) deal(cards + i * size, size);
    uint64_t wins[LP_PLAYERS_MAX] = {0}, sum = 0;
    for (size_t round = 0; round < n / DEALT && status == LP_OK; round++) {
        lp_equity_t *equity = NULL;
        if (!strcmp(what, "rank5") || !strcmp(what, "up4")) {
            status = lp_rank_n(piles, cards, size, DEALT, out, NULL);
            sum += out[round % DEALT];
        } else if (!strcmp(what, "showdown")) {
            status = lp_showdown_n(piles, cards, 5, 4, DEALT, NULL, seats, NULL, NULL);
            sum += seats[round % DEALT];
        } else if (!strncmp(what, "equity", 6)) {
            size_t players = what[6] == '2' ? 2 : 3;
            status = lp_equity_new(piles, players == 2 ? two : three, players, UINT64_MAX, &equity, NULL);
            if (status == LP_OK) status = lp_equity_count(equity, 0, lp_equity_parts(equity), wins, NULL);
        } else if (!strcmp(what, "sample")) {
            status = lp_equity_new(piles, four, 4, 0, &equity, NULL);
            if (status == LP_OK) status = lp_equity_sample(equity, 1, round * DEALT, DEALT, wins, NULL);
        } else {
            return 2;
        }
        lp_equity_free(equity);
    }
    printf("%llu\n", (unsigned long long)(sum + wins[0])); /* so that nothing is optimised away */
    lp_piles_free(piles);
    return status != LP_OK;
}
