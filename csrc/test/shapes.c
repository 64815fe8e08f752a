/* shapes.c - melds and a pair on random counts, some of them wrong: wins against a search that takes a hand apart tile by
 * tile, waits and discards against wins and shanten of every tile drawn or thrown, every instruction set against plain C,
 * batches against single hands, and refusals that name a fault. Shanten is compared with the oracle in tests/.
 * Usage: shapes [rounds in thousands, 20 by default] */
#include "lipai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                       \
    do {                                                                        \
        if (!(condition)) {                                                     \
            fprintf(stderr, "shapes.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

#define BATCH 150 /* two full blocks and a part of one */

typedef struct hand {
    uint8_t counts[LP_TILE_FACES];
    unsigned wilds;
} hand_t;

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 11) % n);
}

/* A complete hand less `short_of` tiles, wild tiles in for some and a few others spoilt; no face held five times. */
static hand_t deal(unsigned melds, unsigned wilds, unsigned short_of) {
    hand_t hand = {{0}, 0};
    unsigned suits = 1 + below(3), tiles = 0;
    for (unsigned i = 0; i <= melds;) {
        unsigned low = below(5) ? below(9) + 9 * below(suits) : 27 + below(7), size = i < melds ? 3 : 2;
        unsigned step = size == 3 && low < 27 && low % 9 <= 6 && below(2);
        for (unsigned k = 0; k < size; k++) hand.counts[low + step * k]++;
        if (hand.counts[low] <= 4 && hand.counts[low + step] <= 4 && hand.counts[low + 2 * step] <= 4) {
            tiles += size;
            i++;
        } else {
            for (unsigned k = 0; k < size; k++) hand.counts[low + step * k]--;
        }
    }
    unsigned spoilt = below(3), taken = wilds + short_of + spoilt;
    for (unsigned i = 0; i < taken && tiles > 0; i++, tiles--) {
        unsigned face = below(LP_TILE_FACES);
        while (!hand.counts[face]) face = below(LP_TILE_FACES);
        hand.counts[face]--;
    }
    for (unsigned held = 3 * melds + 2 - short_of - wilds; tiles < held;) {
        unsigned face = below(LP_TILE_FACES);
        if (hand.counts[face] == 4) continue;
        hand.counts[face]++;
        tiles++;
    }
    hand.wilds = wilds;
    return hand;
}

/* Does it come out, the lowest tile in some group, wild tiles for what the group lacks? */
static int comes_out(uint8_t *counts, unsigned wilds, unsigned melds, unsigned pairs);

static int comes_out_with(uint8_t *counts, unsigned wilds, const unsigned *face, unsigned size, unsigned melds,
                          unsigned pairs) {
    uint8_t held[3];
    unsigned lacks = 0;
    for (unsigned k = 0; k < size; k++) {
        held[k] = counts[face[k]] > 0;
        counts[face[k]] = (uint8_t)(counts[face[k]] - held[k]);
        lacks += !held[k];
    }
    int found = lacks <= wilds && comes_out(counts, wilds - lacks, melds, pairs);
    for (unsigned k = 0; k < size; k++) counts[face[k]] = (uint8_t)(counts[face[k]] + held[k]);
    return found;
}

static int comes_out(uint8_t *counts, unsigned wilds, unsigned melds, unsigned pairs) {
    unsigned first = 0;
    while (first < LP_TILE_FACES && !counts[first]) first++;
    if (first == LP_TILE_FACES) return wilds == 3 * melds + 2 * pairs;
    const unsigned same[3] = {first, first, first};
    if (pairs && comes_out_with(counts, wilds, same, 2, melds, 0)) return 1;
    if (!melds) return 0;
    if (comes_out_with(counts, wilds, same, 3, melds - 1, pairs)) return 1;
    for (unsigned back = 0; first < 27 && back <= 2 && back <= first % 9; back++) {
        const unsigned chow[3] = {first - back, first - back + 1, first - back + 2};
        if (chow[0] % 9 <= 6 && comes_out_with(counts, wilds, chow, 3, melds - 1, pairs)) return 1;
    }
    return 0;
}

static int shanten_of(const lp_mahjong_t *mahjong, unsigned melds, const hand_t *hand) {
    int out = 99;
    EXPECT(lp_shanten(mahjong, melds, hand->counts, hand->wilds, NULL, &out, NULL) == LP_OK);
    return out;
}

static int test_win(const lp_mahjong_t *mahjong, unsigned melds, unsigned wilds) {
    hand_t hand = deal(melds, wilds, 0);
    int won = 2;
    EXPECT(lp_win(mahjong, melds, hand.counts, wilds, NULL, &won, NULL) == LP_OK);
    EXPECT(won == comes_out(hand.counts, wilds, melds, 1));
    EXPECT((shanten_of(mahjong, melds, &hand) == -1) == won);
    return won;
}

static int test_waits(const lp_mahjong_t *mahjong, unsigned melds, unsigned wilds) {
    hand_t hand = deal(melds, wilds, 1);
    uint64_t waits = 0, wanted = 0;
    EXPECT(lp_waits(mahjong, melds, hand.counts, wilds, NULL, &waits, NULL) == LP_OK);
    for (unsigned face = 0; face < LP_TILE_FACES; face++) {
        if (hand.counts[face] == 4) continue;
        hand.counts[face]++;
        wanted |= (uint64_t)comes_out(hand.counts, wilds, melds, 1) << face;
        hand.counts[face]--;
    }
    EXPECT(waits == wanted);
    EXPECT((shanten_of(mahjong, melds, &hand) == 0) == (waits != 0));
    return waits != 0;
}

static void test_discards(const lp_mahjong_t *mahjong, unsigned melds, unsigned wilds) {
    hand_t hand = deal(melds, wilds, 0);
    uint8_t seen[LP_TILE_FACES];
    lp_discards_t out;
    for (unsigned face = 0; face < LP_TILE_FACES; face++) seen[face] = (uint8_t)(below(3) ? 0 : below(5));
    EXPECT(lp_discards(mahjong, melds, hand.counts, wilds, NULL, seen, &out, NULL) == LP_OK);
    for (unsigned tile = 0; tile < LP_DISCARDS; tile++) {
        hand_t rest = hand;
        if (tile == LP_TILE_WILD ? !wilds : !hand.counts[tile]) {
            EXPECT(out.shanten[tile] == LP_NO_SHANTEN);
            continue;
        }
        if (tile == LP_TILE_WILD) rest.wilds--;
        else rest.counts[tile]--;
        int left = shanten_of(mahjong, melds, &rest);
        unsigned count = 0;
        uint64_t accepts = 0;
        for (unsigned face = 0; face < LP_TILE_FACES; face++) {
            if (hand.counts[face] + seen[face] >= 4) continue;
            rest.counts[face]++;
            if (shanten_of(mahjong, melds, &rest) < left) {
                accepts |= UINT64_C(1) << face;
                count += 4u - hand.counts[face] - seen[face];
            }
            rest.counts[face]--;
        }
        EXPECT(out.shanten[tile] == left && out.accepts[tile] == accepts && out.count[tile] == count);
    }
}

/* Batches of every length, of exactly so many bytes that one read or written too many is seen. */
static void test_batches(const lp_mahjong_t *const *isas, size_t n_isas, unsigned melds, unsigned wilds) {
    size_t n = below(BATCH + 1);
    for (unsigned short_of = 0; short_of < 2; short_of++) {
        uint8_t *counts = malloc(n * LP_TILE_FACES + !n), *wild = malloc(n + !n), *win = malloc(n + !n);
        int8_t *shanten = malloc(n + !n);
        uint64_t *waits = malloc((n + !n) * sizeof *waits);
        EXPECT(counts && wild && win && shanten && waits);
        for (size_t i = 0; i < n; i++) {
            hand_t hand = deal(melds, wilds, short_of);
            memcpy(counts + i * LP_TILE_FACES, hand.counts, LP_TILE_FACES);
            wild[i] = (uint8_t)wilds;
        }
        for (size_t k = 0; k < n_isas; k++) {
            EXPECT(lp_shanten_n(isas[k], melds, counts, wild, NULL, n, shanten, NULL) == LP_OK);
            if (short_of) EXPECT(lp_waits_n(isas[k], melds, counts, wild, NULL, n, waits, NULL) == LP_OK);
            else EXPECT(lp_win_n(isas[k], melds, counts, wild, NULL, n, win, NULL) == LP_OK);
            for (size_t i = 0; i < n; i++) {
                const uint8_t *row = counts + i * LP_TILE_FACES;
                int one = 99, won = 2;
                uint64_t mask = 0;
                EXPECT(lp_shanten(isas[0], melds, row, wilds, NULL, &one, NULL) == LP_OK && one == shanten[i]);
                if (short_of)
                    EXPECT(lp_waits(isas[0], melds, row, wilds, NULL, &mask, NULL) == LP_OK && mask == waits[i]);
                else EXPECT(lp_win(isas[0], melds, row, wilds, NULL, &won, NULL) == LP_OK && won == win[i]);
            }
        }
        free(counts);
        free(wild);
        free(win);
        free(shanten);
        free(waits);
    }
}

/* What is wrong in one row of a batch is refused there, by every call and instruction set. */
static void test_refusals(const lp_mahjong_t *mahjong, unsigned melds) {
    uint8_t counts[BATCH * LP_TILE_FACES], win[BATCH], wilds[BATCH] = {0}, few[BATCH * LP_DISCARDS];
    int8_t shanten[BATCH], left[BATCH * LP_DISCARDS];
    uint64_t waits[BATCH], accepts[BATCH * LP_DISCARDS];
    for (size_t i = 0; i < BATCH; i++) {
        hand_t hand = deal(melds, 0, 0);
        memcpy(counts + i * LP_TILE_FACES, hand.counts, LP_TILE_FACES);
    }
    size_t row = below(BATCH), face = below(LP_TILE_FACES);
    uint8_t *bad = counts + row * LP_TILE_FACES;
    lp_status_t wanted = LP_E_HAND_SIZE;
    switch (below(4)) {
    case 0: bad[face] = (uint8_t)(5 + below(251)); wanted = LP_E_DUPLICATE; break;
    case 1: memset(bad, 4, LP_TILE_FACES); break;
    case 2: memset(bad, 0, LP_TILE_FACES); break;
    default: wilds[row] = (uint8_t)(255 - below(200)); break;
    }
    lp_error_t error = {0};
    EXPECT(lp_win_n(mahjong, melds, counts, wilds, NULL, BATCH, win, &error) == wanted && error.row == (int64_t)row);
    EXPECT(lp_shanten_n(mahjong, melds, counts, wilds, NULL, BATCH, shanten, &error) == wanted &&
           error.row == (int64_t)row);
    EXPECT(lp_discards_n(mahjong, melds, counts, wilds, NULL, NULL, BATCH, left, accepts, few, &error) != LP_OK);
    /* A complete number of tiles waits for nothing: the first row is refused, or this one. */
    EXPECT(lp_waits_n(mahjong, melds, counts, wilds, NULL, BATCH, waits, &error) != LP_OK && error.row <= (int64_t)row);
    EXPECT(lp_win_n(mahjong, LP_MELDS_MAX + 1, counts, NULL, NULL, 1, win, NULL) == LP_E_VALUE);
    EXPECT(lp_win_n(NULL, melds, counts, NULL, NULL, 1, win, NULL) == LP_E_VALUE);
    EXPECT(lp_win_n(mahjong, melds, NULL, NULL, NULL, 1, win, NULL) == LP_E_VALUE);
    EXPECT(lp_win_n(mahjong, melds, counts, NULL, NULL, 1, NULL, NULL) == LP_E_VALUE);
}

int main(int argc, char **argv) {
    long rounds = 1000 * (argc > 1 ? strtol(argv[1], NULL, 10) : 20);
    static const lp_isa_t asked[] = {LP_ISA_SCALAR, LP_ISA_AVX2, LP_ISA_AVX512};
    lp_mahjong_t *isas[3];
    size_t n_isas = 0;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        lp_status_t status = lp_mahjong_new(asked[i], &isas[n_isas], NULL);
        EXPECT(status == LP_OK || (status == LP_E_ISA && asked[i] != LP_ISA_SCALAR));
        n_isas += status == LP_OK;
    }
    long won = 0, waiting = 0;
    for (long i = 0; i < rounds; i++) {
        unsigned melds = 1 + below(LP_MELDS_MAX), wilds = below(5);
        won += test_win(isas[0], melds, wilds);
        waiting += test_waits(isas[0], melds, wilds);
        if (i % 20 == 0) test_discards(isas[0], melds, wilds);
        if (i % 50 == 0) test_batches((const lp_mahjong_t *const *)isas, n_isas, melds, wilds);
        if (i % 50 == 0) test_refusals(isas[below((unsigned)n_isas)], melds);
    }
    EXPECT(won > rounds / 10 && won < rounds && waiting > rounds / 10);
    for (size_t i = 0; i < n_isas; i++) lp_mahjong_free(isas[i]);
    printf("shapes: %ld rounds, %ld hands that win, %ld that wait\n", rounds, won, waiting);
    return 0;
}
