/* mahjong.c - what judging mahjong hands costs in instructions; see check.py.
 *
 *   mahjong win|shanten|discards MELDS ISA N    lp_win_n, lp_shanten_n, lp_discards_n: random hands, 0 to 4 wild tiles
 *   mahjong waits MELDS ISA N                   lp_waits_n: hands that wait, or nearly
 *   mahjong one MELDS ISA N                     lp_win
 *   mahjong tables MELDS ISA N                  lp_mahjong_new and lp_mahjong_free
 *
 * The same DEALT hands are judged N / DEALT times over, so that dealing them cancels from a difference between two N.
 * Exit status 77: this machine lacks the instruction set.
 */
#include "lipai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALT 1024

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void draw(uint8_t *counts, unsigned n) {
    while (n) {
        uint32_t face = random_below(LP_TILE_FACES);
        if (counts[face] < 4 && random_below(4) >= counts[face]) {
            counts[face]++;
            n--;
        }
    }
}

/* Melds, and one or two tiles short of the pair. */
static void deal_waiting(uint8_t *counts, unsigned melds) {
    for (unsigned i = 0; i < melds;) {
        uint32_t low = 9 * random_below(3) + random_below(7), chow = random_below(3) != 0;
        uint32_t high = low + 2 * chow, fits = 1;
        for (uint32_t f = low; f <= high; f++) fits &= counts[f] + (chow ? 1u : 3u) <= 4;
        if (!fits) continue;
        for (uint32_t f = low; f <= high; f++) counts[f] = (uint8_t)(counts[f] + (chow ? 1 : 3));
        i++;
    }
    draw(counts, 1);
}

static lp_isa_t isa_named(const char *name) {
    for (int isa = LP_ISA_AUTO; isa <= LP_ISA_AVX512; isa++)
        if (!strcmp(name, lp_isa_name((lp_isa_t)isa))) return (lp_isa_t)isa;
    return (lp_isa_t)-1;
}

int main(int argc, char **argv) {
    static uint8_t counts[DEALT * LP_TILE_FACES], wilds[DEALT], won[DEALT], unseen[DEALT * LP_DISCARDS];
    static int8_t shanten[DEALT * LP_DISCARDS];
    static uint64_t faces[DEALT * LP_DISCARDS];
    if (argc != 5) return 2;
    const char *what = argv[1];
    unsigned melds = (unsigned)strtoul(argv[2], NULL, 10);
    lp_isa_t isa = isa_named(argv[3]);
    size_t n = strtoul(argv[4], NULL, 10);
    lp_mahjong_t *mahjong = NULL;
    lp_status_t status = lp_mahjong_new(isa, &mahjong, NULL);
    if (status == LP_E_ISA) return 77;
    if (status != LP_OK || melds > LP_MELDS_MAX) return 1;
    if (!strcmp(what, "tables")) {
        for (size_t i = 0; i < n; i++) {
            lp_mahjong_free(mahjong);
            if (lp_mahjong_new(isa, &mahjong, NULL) != LP_OK) return 1;
        }
        lp_mahjong_free(mahjong);
        return 0;
    }
    int waiting = !strcmp(what, "waits");
    for (size_t i = 0; i < DEALT; i++) {
        uint8_t *hand = counts + i * LP_TILE_FACES;
        wilds[i] = (uint8_t)(waiting ? 0 : random_below(5));
        if (waiting) deal_waiting(hand, melds);
        else draw(hand, 3 * melds + 2 - wilds[i]);
    }
    uint64_t sum = 0;
    for (size_t round = 0; round < n / DEALT; round++) {
        if (waiting) {
            status = lp_waits_n(mahjong, melds, counts, wilds, NULL, DEALT, faces, NULL);
        } else if (!strcmp(what, "shanten")) {
            status = lp_shanten_n(mahjong, melds, counts, wilds, NULL, DEALT, shanten, NULL);
        } else if (!strcmp(what, "discards")) {
            status = lp_discards_n(mahjong, melds, counts, wilds, NULL, NULL, DEALT, shanten, faces, unseen, NULL);
        } else if (!strcmp(what, "one")) {
            for (size_t i = 0; i < DEALT && status == LP_OK; i++) {
                int one = 0;
                status = lp_win(mahjong, melds, counts + i * LP_TILE_FACES, wilds[i], NULL, &one, NULL);
                won[i] = (uint8_t)one;
            }
        } else {
            status = lp_win_n(mahjong, melds, counts, wilds, NULL, DEALT, won, NULL);
        }
        if (status != LP_OK) return 1;
        sum += faces[round % DEALT] + won[round % DEALT] + (uint64_t)shanten[round % DEALT];
    }
    printf("%llu\n", (unsigned long long)sum); /* so that nothing is optimised away */
    lp_mahjong_free(mahjong);
    return 0;
}
