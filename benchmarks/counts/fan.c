/* fan.c - what counting a win costs in instructions; see check.py.
 *
 *   fan GAME WILDS N       lp_fan on winning hands with so many wild tiles, sanmen or wencheng
 *   fan text 0 N           lp_tiles_parse on hands of 17 tiles
 *
 * The same DEALT hands are counted N / DEALT times over, so that dealing them cancels from a difference between two N.
 */
#include "fan_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALT 512
#define WILD 27

static uint64_t state = 0x9E3779B97F4A7C15u;

static unsigned below(unsigned n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 32) * n >> 32);
}

/* A hand of melds and a pair, some of its tiles replaced by wild ones. */
static void deal(unsigned melds, unsigned wilds, uint8_t *tiles) {
    for (;;) {
        uint8_t held[LP_TILES] = {0};
        size_t n = 0;
        for (unsigned i = 0; i <= melds; i++) {
            unsigned low = 9 * below(3) + below(7), step = i < melds && below(3);
            for (unsigned k = 0; k < (i < melds ? 3 : 2); k++) held[tiles[n++] = (uint8_t)(low + k * step)]++;
        }
        size_t face = 0;
        while (face < LP_TILES && held[face] <= 4) face++;
        if (face < LP_TILES) continue;
        for (unsigned k = 0; k < wilds; k++) tiles[k * 5] = WILD;
        return;
    }
}

int main(int argc, char **argv) {
    static uint8_t tiles[DEALT][LP_HAND_TILES_MAX];
    static char text[DEALT][2 * LP_HAND_TILES_MAX + 1];
    if (argc != 4) return 2;
    const lp_fan_rules_t *rules = strcmp(argv[1], "sanmen") ? &WENCHENG : &SANMEN;
    unsigned wilds = (unsigned)strtoul(argv[2], NULL, 10);
    size_t n = strtoul(argv[3], NULL, 10), size = 3u * rules->melds + 2;
    for (size_t i = 0; i < DEALT; i++) {
        deal(rules->melds, wilds, tiles[i]);
        if (lp_tiles_format(tiles[i], size, text[i], sizeof text[i], NULL) != LP_OK) return 1;
    }
    long sum = 0;
    for (size_t round = 0; round < n / DEALT; round++)
        for (size_t i = 0; i < DEALT; i++) {
            if (!strcmp(argv[1], "text")) {
                uint8_t out[LP_HAND_TILES_MAX];
                size_t read;
                if (lp_tiles_parse(text[i], strlen(text[i]), out, sizeof out, &read, NULL) != LP_OK) return 1;
                sum += (long)read;
                continue;
            }
            lp_won_t won = {.tiles = tiles[i], .n_tiles = size, .tile = tiles[i][1], .by = LP_BY_DISCARD, .wind = 28,
                            .wild = rules->wilds ? WILD : LP_NO_TILE, .kong = LP_NO_TILE};
            lp_fan_t out;
            if (lp_fan(rules, &won, &out, NULL) != LP_OK || !out.win) return 1;
            sum += out.total;
        }
    printf("%ld\n", sum); /* so that nothing is optimised away */
    return 0;
}
