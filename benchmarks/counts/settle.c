/* settle.c - what settling and looking for specials cost in instructions; see check.py.
 *
 *   settle settle GAME ISA N      lp_settle_n, tables of four, everybody placing the strongest arrangement
 *   settle specials GAME ISA N    lp_specials_n, hands dealt from the whole deck, jokers included
 *
 * The same DEALT rows are gone through N / DEALT times, so that all the rest cancels from a difference between two N.
 * Exit status 77: this machine lacks the instruction set.
 */
#include "dealt.h"

#define DEALT 1024
#define PLAYERS 4

int main(int argc, char **argv) {
    static int64_t net[DEALT * PLAYERS];
    static uint32_t held[DEALT * PLAYERS];
    static uint8_t best[DEALT * PLAYERS], banker[DEALT];
    const struct stakes *game = argc == 5 ? stakes_named(argv[2]) : NULL;
    if (!game) return 2;
    int settles = !strcmp(argv[1], "settle");
    size_t rounds = strtoul(argv[4], NULL, 10) / DEALT;
    lp_piles_t *piles = piles_of(game, argv[3]);
    lp_stakes_t *stakes = NULL;
    if (lp_stakes_new(piles, game->rules, &stakes, NULL) != LP_OK) return 1;
    uint8_t *hands = dealt(piles, DEALT, PLAYERS);
    lp_status_t status = LP_OK;
    if (settles) status = lp_arrange_n(piles, NULL, hands, DEALT * PLAYERS, hands, NULL, NULL, NULL);
    const lp_tables_t tables = {.n = DEALT, .players = PLAYERS, .cards = hands, .base = 1,
                                .banker = game->rules->kind == LP_SETTLE_BANKER ? banker : NULL};
    for (size_t round = 0; round < rounds && status == LP_OK; round++)
        status = settles ? lp_settle_n(stakes, &tables, net, NULL)
                         : lp_specials_n(stakes, hands, DEALT, 0, held, best, NULL);
    free(hands);
    lp_stakes_free(stakes);
    lp_piles_free(piles);
    return status != LP_OK;
}
