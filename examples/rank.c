/* rank.c - the core from C: compiles the rules of a game once, then ranks piles and arranges a hand from text.
 *
 *   make -C csrc
 *   cc -std=c11 -Icsrc -o rank examples/rank.c -Lcsrc/build -llipai -Wl,-rpath,"$PWD/csrc/build"
 *   ./rank "AS KS QS JS TS" "AS AH 2C"
 *
 * Piles of three or five cards are ranked, hands of thirteen arranged.
 */
#include "shisanshui.h"

#include <stdio.h>
#include <string.h>

static const char *const NAMES[LP_CATEGORIES] = {
    [LP_HIGH_CARD] = "high card",   [LP_PAIR] = "pair",
    [LP_TWO_PAIR] = "two pair",     [LP_TRIPS] = "trips",
    [LP_STRAIGHT] = "straight",     [LP_FLUSH] = "flush",
    [LP_FULL_HOUSE] = "full house", [LP_QUADS] = "quads",
    [LP_STRAIGHT_FLUSH] = "straight flush", [LP_FIVE_OF_A_KIND] = "five of a kind",
};

static lp_status_t show(const lp_piles_t *piles, const uint8_t *cards, size_t n, lp_error_t *error) {
    uint16_t strength = 0;
    uint8_t order[5];
    char text[3 * 5];
    lp_category_t category = LP_HIGH_CARD;
    lp_status_t status = lp_rank(piles, cards, n, &strength, error);
    if (status == LP_OK) status = lp_strength_category(piles, strength, &category);
    if (status == LP_OK) status = lp_pile_order(piles, cards, n, order, error);
    if (status == LP_OK) status = lp_cards_format(order, n, text, sizeof text, error);
    if (status == LP_OK) printf("%s\t%s\t%u\n", text, NAMES[category], (unsigned)strength);
    return status;
}

static lp_status_t answer(const lp_piles_t *piles, const char *text, lp_error_t *error) {
    uint8_t cards[LP_HAND_MAX], laid[LP_HAND_MAX];
    size_t n = 0;
    lp_status_t status = lp_cards_parse(text, strlen(text), cards, sizeof cards, &n, error);
    if (status != LP_OK || n != LP_HAND_MAX) return status == LP_OK ? show(piles, cards, n, error) : status;
    status = lp_arrange_n(piles, NULL, cards, 1, laid, NULL, NULL, error);
    for (size_t pile = 0, at = 0; status == LP_OK && pile < LP_PILES; at += SHISANSHUI.pile_size[pile], pile++)
        status = show(piles, laid + at, SHISANSHUI.pile_size[pile], error);
    return status;
}

int main(int argc, char **argv) {
    lp_piles_t *piles = NULL;
    lp_error_t error = {0};
    if (lp_piles_compile(&SHISANSHUI, LP_ISA_AUTO, &piles, &error) != LP_OK) return 1;
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        lp_status_t status = answer(piles, argv[i], &error);
        if (status == LP_OK) continue;
        fprintf(stderr, "%s: %s (place %d)\n", argv[i], lp_status_text(status), (int)error.place);
        failed = 2;
    }
    lp_piles_free(piles);
    return failed;
}
