/* settle.c - specials and settlement from C: two to four hands of 十三水, dealt and never laid out, are settled.
 *
 *   make -C csrc
 *   cc -std=c11 -Icsrc -o settle examples/settle.c -Lcsrc/build -llipai -Wl,-rpath,"$PWD/csrc/build"
 *   ./settle "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ" "AC KC QC JC TD 9S 8S 8H 7S 7H 6D 5D 2C"
 *
 * Who holds a special declares it, everybody else lays out the strongest arrangement.
 */
#include "shisanshui.h"

#include <stdio.h>
#include <string.h>

static lp_status_t read_hand(const char *text, uint8_t *hand, lp_error_t *error) {
    size_t n = 0;
    lp_status_t status = lp_cards_parse(text, strlen(text), hand, LP_HAND_MAX, &n, error);
    return status != LP_OK || n == LP_HAND_MAX ? status : LP_E_HAND_SIZE;
}

static lp_status_t settle(const lp_piles_t *piles, const lp_stakes_t *stakes, char **texts, size_t players,
                          lp_settlement_t *out, lp_error_t *error) {
    uint8_t cards[LP_PLAYERS_MAX * LP_HAND_MAX], declared[LP_PLAYERS_MAX];
    uint32_t held = 0;
    lp_status_t status = LP_OK;
    for (size_t seat = 0; status == LP_OK && seat < players; seat++) {
        uint8_t hand[LP_HAND_MAX];
        status = read_hand(texts[seat], hand, error);
        if (status == LP_OK) status = lp_specials_n(stakes, hand, 1, 0, &held, &declared[seat], error);
        if (status == LP_OK)
            status = lp_arrange_n(piles, NULL, hand, 1, cards + seat * LP_HAND_MAX, NULL, NULL, error);
        if (status == LP_OK && declared[seat] != LP_NO_SPECIAL)
            printf("seat %d declares %s\n", (int)seat, lp_special_name((lp_special_t)declared[seat]));
    }
    if (status != LP_OK) return status;
    lp_tables_t table = {.n = 1, .players = players, .cards = cards, .declared = declared, .base = 1};
    return lp_settle(stakes, &table, out, error);
}

int main(int argc, char **argv) {
    lp_piles_t *piles = NULL;
    lp_stakes_t *stakes = NULL;
    lp_settlement_t found;
    lp_error_t error = {0};
    size_t players = (size_t)argc - 1;
    if (players < 2 || players > LP_PLAYERS_MAX) {
        fprintf(stderr, "usage: settle HAND HAND [HAND [HAND]]\n");
        return 2;
    }
    if (lp_piles_compile(&SHISANSHUI, LP_ISA_AUTO, &piles, &error) != LP_OK) return 1;
    if (lp_stakes_new(piles, &SHISANSHUI_STAKES, &stakes, &error) != LP_OK) return 1;
    lp_status_t status = settle(piles, stakes, argv + 1, players, &found, &error);
    for (size_t i = 0; status == LP_OK && i < found.n_transfers; i++) {
        const lp_transfer_t *paid = &found.transfer[i];
        printf("seat %d pays seat %d\t%lld\t%s\t%s\n", paid->from, paid->to, (long long)paid->amount,
               lp_why_name((lp_why_t)paid->why), lp_clause_name((lp_clause_t)paid->clause));
    }
    for (size_t seat = 0; status == LP_OK && seat < players; seat++)
        printf("seat %d\t%+lld\n", (int)seat, (long long)found.net[seat]);
    if (status != LP_OK) fprintf(stderr, "%s (place %d)\n", lp_status_text(status), (int)error.place);
    lp_stakes_free(stakes);
    lp_piles_free(piles);
    return status == LP_OK ? 0 : 2;
}
