/* fan.c - tiles, fan, claims and payment on random input, most of it wrong: no crash and no undefined behaviour, refusals that
 * name a fault, and results that hold together. What wins are worth is compared with the oracle in tests/.
 * Usage: fan [rounds in thousands, 200 by default] */
#include "fan_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                    \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "fan.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 11) % n);
}

static void test_text(void) {
    static const char pieces[][7] = {"1", "5", "9", "m", "p", "s", "z", "f", "0", " ", ",", "\xE4\xB8\x80", "\xE4\xB8\x87",
                                     "\xE4\xB8\x9C", "\xE9\xA3\x8E", "\xE7\x99\xBD", "\xE6\x9D\xBF", "\xE6\xA2\x85",
                                     "\xE4", "\xB8", "\xFF", "x"};
    char text[64], again[2 * 64 + 1];
    uint8_t tiles[64], twice[64];
    size_t length = 0, n = 0, m = 0;
    for (unsigned i = below(14); i > 0; i--) {
        const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
        memcpy(text + length, piece, strlen(piece));
        length += strlen(piece);
    }
    lp_error_t error = {0};
    char *exact = malloc(length ? length : 1); /* so that a byte read too many is seen */
    memcpy(exact, text, length);
    lp_status_t status = lp_tiles_parse(exact, length, tiles, below(2) ? 64 : below(5), &n, &error);
    if (status == LP_OK) {
        EXPECT(lp_tiles_check(tiles, n, NULL) == LP_OK);
        EXPECT(lp_tiles_format(tiles, n, again, 2 * n + 1, NULL) == LP_OK);
        EXPECT(lp_tiles_parse(again, strlen(again), twice, 64, &m, NULL) == LP_OK);
        EXPECT(m == n && memcmp(tiles, twice, n) == 0);
    } else {
        EXPECT(status == LP_E_CARD || status == LP_E_DUPLICATE || status == LP_E_HAND_SIZE);
        EXPECT(error.length > 0 && (size_t)error.place + (size_t)error.length <= length);
    }
    free(exact);
}

/* Groups of a hand of so many melds, as tiles of which there may be too many. */
static size_t deal(unsigned melds, unsigned spoilt, uint8_t *tiles) {
    size_t n = 0;
    for (unsigned i = 0; i < melds; i++) {
        unsigned low = below(3) ? below(7) + 9 * below(3) : below(LP_TILE_FACES);
        unsigned step = low < 27 && low % 9 <= 6 && below(2);
        for (unsigned k = 0; k < 3; k++) tiles[n++] = (uint8_t)(low + step * k);
    }
    tiles[n] = tiles[n + 1] = (uint8_t)below(LP_TILE_FACES);
    n += 2;
    for (; spoilt > 0; spoilt--) tiles[below((unsigned)n)] = (uint8_t)below(spoilt > 2 ? 64 : LP_TILES);
    return n;
}

static unsigned test_win(const lp_fan_rules_t *rules) {
    uint8_t tiles[32], flowers[8];
    lp_meld_t melds[8];
    lp_won_t won = {.tiles = tiles, .melds = melds, .flowers = flowers};
    won.n_melds = below(rules->melds + (below(9) == 0));
    size_t left = won.n_melds < rules->melds ? rules->melds - won.n_melds : 0;
    won.n_tiles = deal((unsigned)left, below(4) ? 0 : below(4), tiles);
    if (!below(30)) won.n_tiles = below(20);
    for (size_t i = 0; i < won.n_melds; i++) {
        unsigned low = below(25);
        melds[i].kind = (uint8_t)below(below(20) ? LP_MELD_KINDS : 9);
        for (unsigned k = 0; k < 4; k++) melds[i].tile[k] = (uint8_t)(low + (melds[i].kind == LP_CHOW ? k % 3 : 0));
        if (!below(40)) melds[i].tile[below(4)] = (uint8_t)below(256);
    }
    won.n_flowers = below(4);
    for (size_t i = 0; i < won.n_flowers; i++) flowers[i] = (uint8_t)(below(12) ? LP_TILE_FACES + below(8) : below(256));
    won.tile = below(8) ? tiles[below(won.n_tiles ? (unsigned)won.n_tiles : 1)] : (uint8_t)below(256);
    won.wild = rules->wilds && below(9) ? (uint8_t)below(below(9) ? 32 : 256) : LP_NO_TILE;
    if (rules->wilds && below(2) && won.n_tiles > 3)
        for (unsigned i = below(4); i > 0; i--) tiles[below((unsigned)won.n_tiles)] = won.wild;
    won.wind = below(3) ? (uint8_t)(27 + below(below(9) ? 4 : 9)) : LP_NO_TILE;
    won.by = (uint8_t)below(below(20) ? LP_BYS : 7);
    won.kong = won.by == LP_BY_KONG && below(9) ? (uint8_t)(LP_KONG + below(2)) : LP_NO_TILE;
    won.heaven = !below(12);
    won.earth = !below(12);
    won.last_flower = !below(12);

    lp_fan_t out;
    lp_error_t error = {0};
    lp_status_t status = lp_fan(rules, &won, &out, &error);
    if (status != LP_OK) {
        EXPECT(error.detail >= LP_WON_HAND_TILE && error.detail <= LP_WON_LAST_FLOWER_BY);
        return 0;
    }
    int32_t total = 0;
    for (size_t i = 0; i < out.n_items; i++) {
        EXPECT(out.item[i].item < LP_FAN_ITEMS && out.item[i].count > 0 && out.item[i].amount > 0);
        total += out.item[i].amount;
    }
    EXPECT(total == out.total && (out.win != 0) == (total > 0));
    if (!out.win) return 0;
    EXPECT(out.n_groups == left || (out.n_groups == 0 && out.item[0].item == LP_FAN_THREE_WILDS_DOWN));
    if (out.n_groups == 0) return 1;
    int held[256] = {0};
    for (size_t i = 0; i < won.n_tiles; i++) held[tiles[i]]++;
    for (size_t i = 0; i < out.n_groups; i++)
        for (size_t k = 0; k < 3; k++) {
            EXPECT(out.group[i].face[k] == out.group[i].face[0] + (out.group[i].kind == LP_CHOW ? k : 0));
            held[out.group[i].tile[k]]--;
        }
    held[out.pair_tile[0]]--;
    held[out.pair_tile[1]]--;
    for (size_t i = 0; i < 256; i++) EXPECT(held[i] == 0);
    return 1;
}

static void test_pay(void) {
    lp_pay_rules_t rules = {.payers = (uint8_t)(1 + below(2)), .melds = (uint8_t)(4 + below(2)),
                            .liability = below(2) ? 3 : 0, .codes = 10, .code = 1};
    for (size_t i = 0; i < LP_MAHJONG_SEATS; i++) rules.hits[i] = UINT64_C(0x11111111111) << i;
    uint8_t codes[12], claims[LP_MAHJONG_SEATS][6];
    lp_pay_win_t win = {.codes = codes, .last_third = below(4) ? LP_NO_SEAT : (uint8_t)below(5)};
    win.winner = (uint8_t)below(below(20) ? 4 : 256);
    win.by = (uint8_t)below(below(20) ? LP_BYS : 9);
    win.payer = win.by == LP_BY_DISCARD || win.by == LP_BY_ROB ? (uint8_t)below(5) : LP_NO_SEAT;
    win.worth = below(9) ? 1 + below(60) : (int64_t)(below(3) * UINT64_C(0x7FFFFFFF));
    win.base = below(9) ? 1 + below(100) : INT64_MAX / (1 + below(1000));
    win.n_codes = below(12);
    for (size_t i = 0; i < win.n_codes; i++) codes[i] = (uint8_t)below(below(30) ? LP_TILES : 256);
    for (size_t seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        win.claims[seat] = claims[seat];
        win.n_claims[seat] = below(3) ? 0 : below(7);
        for (size_t i = 0; i < 6; i++) claims[seat][i] = (uint8_t)(below(12) ? (seat + 1 + below(2)) % 4 : below(5));
    }
    lp_pay_t out;
    lp_error_t error = {0};
    if (lp_mahjong_pay(&rules, &win, &out, &error) != LP_OK) {
        EXPECT(error.detail >= LP_PAY_WINNER && error.detail <= LP_PAY_SEVERAL);
        return;
    }
    int64_t net[LP_MAHJONG_SEATS] = {0}, sum = 0;
    for (size_t i = 0; i < out.n_transfers; i++) {
        EXPECT(out.transfer[i].amount > 0 && out.transfer[i].to == win.winner && out.transfer[i].from != win.winner);
        net[out.transfer[i].from] -= out.transfer[i].amount;
        net[out.transfer[i].to] += out.transfer[i].amount;
    }
    for (size_t seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        EXPECT(net[seat] == out.net[seat]);
        sum += net[seat];
    }
    EXPECT(sum == 0 && out.net[win.winner] > 0);
}

/* Hands from one wall, now and then with something wrong. */
static unsigned test_claims(const lp_fan_rules_t *rules) {
    uint8_t wall[LP_TILE_SET], tiles[LP_MAHJONG_SEATS][LP_HAND_TILES_MAX + 8];
    lp_passed_t limits[3];
    lp_discarded_t table = {.discarder = (uint8_t)below(below(40) ? 4 : 256), .limits = limits, .allowed = 15};
    lp_claim_t out[LP_CLAIMS_MAX];
    lp_error_t error = {0};
    size_t n = 0, left = 0, found = 0;
    for (unsigned tile = 0; tile < 28; tile++)
        for (unsigned k = 0; k < 4; k++) wall[left++] = (uint8_t)tile;
    table.wild = rules->wilds ? (uint8_t)below(32) : LP_NO_TILE;
    size_t kept = 0;
    for (size_t i = 0, turned = 0; i < left; i++)
        if (wall[i] != table.wild || turned++) wall[kept++] = wall[i];
    left = kept;
    table.tile = wall[below(4 * 9)];
    for (unsigned seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        table.tiles[seat] = tiles[seat];
        table.n_tiles[seat] = seat == table.discarder ? 0 : 3u * rules->melds + 1;
        for (size_t i = 0; i < table.n_tiles[seat]; i++) {
            size_t at = below((unsigned)left);
            tiles[seat][i] = wall[at];
            wall[at] = wall[--left];
        }
        if (!below(40)) table.n_tiles[seat] = below(LP_HAND_TILES_MAX + 8);
        if (!below(60)) tiles[seat][0] = (uint8_t)below(256);
    }
    table.n_limits = below(4) % 3;
    for (size_t i = 0; i < 3; i++)
        limits[i] = (lp_passed_t){(uint8_t)below(below(20) ? 4 : 9), (uint8_t)below(below(20) ? 4 : 9), LP_NO_TILE};
    lp_status_t status = lp_claims(rules, &table, out, &n, &error);
    if (status != LP_OK) {
        EXPECT(error.detail >= LP_WON_HAND_TILE && error.detail <= LP_CLAIMS_LIMIT);
        return 0;
    }
    EXPECT(n <= LP_CLAIMS_MAX);
    for (size_t i = 0; i < n; i++) {
        EXPECT(out[i].seat < LP_MAHJONG_SEATS && out[i].seat != table.discarder && out[i].action < LP_ACTIONS);
        EXPECT(i == 0 || out[i].action >= out[i - 1].action);
        for (found = 0; found < out[i].n && out[i].tile[found] != table.tile; found++) {}
        EXPECT(found < out[i].n);
    }
    return n > 0;
}

int main(int argc, char **argv) {
    long rounds = 1000 * (argc > 1 ? strtol(argv[1], NULL, 10) : 200);
    long wins[2] = {0}, claimed = 0;
    EXPECT(lp_fan_rules_check(&SANMEN, NULL) == LP_OK && lp_fan_rules_check(&WENCHENG, NULL) == LP_OK);
    EXPECT(lp_fan(NULL, NULL, NULL, NULL) == LP_E_VALUE && lp_mahjong_pay(NULL, NULL, NULL, NULL) == LP_E_VALUE);
    for (long i = 0; i < rounds; i++) {
        test_text();
        wins[0] += test_win(&SANMEN);
        wins[1] += test_win(&WENCHENG);
        test_pay();
        claimed += test_claims(i % 2 ? &WENCHENG : &SANMEN);
    }
    EXPECT(wins[0] > rounds / 100 && wins[1] > rounds / 100 && claimed > rounds / 100);
    printf("fan: %ld rounds, %ld and %ld wins, %ld discards claimed\n", rounds, wins[0], wins[1], claimed);
    return 0;
}
