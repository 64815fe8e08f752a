/* expected.c - what expected value costs in instructions; see check.py.
 *
 *   expected expected FIELD ISA N    lp_expected_n, hands dealt from the whole deck, jokers included
 *   expected simulate FIELD ISA N    lp_simulate, two ways to lay out a hand, N deals
 *
 * FIELD is the name of a shipped field, such as shisanshui-4; FIELDS, where they are. The same DEALT hands are arranged
 * N / DEALT times, so that all the rest cancels from a difference between two N. Exit status 77: this machine lacks the
 * instruction set.
 */
#include "dealt.h"

#include <stdio.h>

#define DEALT 256

static lp_field_t *field_of(const lp_stakes_t *stakes, const char *name) {
    static uint8_t data[1 << 18];
    char path[4096];
    lp_field_t *field = NULL;
    snprintf(path, sizeof path, "%s/%s.bin", FIELDS, name);
    FILE *file = fopen(path, "rb");
    if (!file) exit(1);
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    if (lp_field_new(stakes, data, size, &field, NULL) != LP_OK) exit(1);
    return field;
}

int main(int argc, char **argv) {
    static uint8_t cards[DEALT * LP_HAND_MAX], declared[DEALT];
    static double values[DEALT];
    char name[64] = "";
    if (argc == 5) snprintf(name, sizeof name, "%.*s", (int)strcspn(argv[2], "-"), argv[2]);
    const struct stakes *game = stakes_named(name);
    if (!game) return 2;
    size_t n = strtoul(argv[4], NULL, 10);
    lp_piles_t *piles = piles_of(game, argv[3]);
    lp_stakes_t *stakes = NULL;
    if (lp_stakes_new(piles, game->rules, &stakes, NULL) != LP_OK) return 1;
    lp_field_t *field = field_of(stakes, argv[2]);
    uint8_t *hands = dealt(piles, DEALT, 1);
    lp_status_t status = LP_OK;
    if (!strcmp(argv[1], "simulate")) {
        lp_sums_t sums[2] = {{0, 0, 0}, {0, 0, 0}};
        size_t size = lp_piles_hand_size(piles);
        status = lp_arrange_n(piles, NULL, hands, 1, cards, NULL, NULL, NULL);
        if (status == LP_OK) status = lp_expected_n(field, hands, 1, cards + size, values, NULL, NULL);
        if (status == LP_OK) status = lp_simulate(field, cards, NULL, 2, 1, 0, n, 1, sums, NULL);
    } else {
        for (size_t round = 0; round < n / DEALT && status == LP_OK; round++)
            status = lp_expected_n(field, hands, DEALT, cards, values, declared, NULL);
    }
    free(hands);
    lp_field_free(field);
    lp_stakes_free(stakes);
    lp_piles_free(piles);
    return status != LP_OK;
}
