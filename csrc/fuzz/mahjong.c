/* mahjong.c - shapes, fan and claims of both games: items add up, groups are the hand's tiles, a hand that has won has
 * no tile to wait for, and what is refused says which of its parts. */
#include "fuzz.h"

#include "../test/fan_rules.h"

static lp_fan_rules_t take_rules(bytes_t *bytes) {
    lp_fan_rules_t rules = below(bytes, 2) ? WENCHENG : SANMEN;
    if (below(bytes, 16) == 15) ((uint8_t *)&rules)[below(bytes, sizeof rules)] = take(bytes);
    return rules;
}

/* Groups of tiles as a hand has them, then some of them changed. */
static size_t take_tiles(bytes_t *bytes, size_t groups, uint8_t *out) {
    size_t n = 0;
    for (size_t i = 0; i < groups; i++) {
        unsigned what = take(bytes), low = what % LP_TILE_FACES;
        unsigned step = what >= 2 * LP_TILE_FACES && low < 27 && low % 9 < 7;
        for (unsigned k = 0; k < 3; k++) out[n++] = (uint8_t)(low + step * k);
    }
    out[n] = out[n + 1] = (uint8_t)below(bytes, LP_TILE_FACES);
    n += 2;
    for (unsigned i = below(bytes, 5); i > 0; i--) out[below(bytes, (unsigned)n)] = take(bytes) % (LP_TILES + 2);
    return n;
}

static void take_melds(bytes_t *bytes, lp_meld_t *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned low = below(bytes, LP_TILE_FACES);
        out[i].kind = (uint8_t)below(bytes, LP_MELD_KINDS);
        for (unsigned k = 0; k < 4; k++) out[i].tile[k] = (uint8_t)(low + (out[i].kind == LP_CHOW ? k % 3 : 0));
        if (below(bytes, 32) == 31) ((uint8_t *)&out[i])[below(bytes, sizeof out[i])] = take(bytes);
    }
}

static void won(bytes_t *bytes) {
    lp_fan_rules_t rules = take_rules(bytes);
    uint8_t tiles[32], flowers[8];
    lp_meld_t melds[8];
    lp_fan_t out;
    lp_error_t error = {0};
    if (lp_fan_rules_check(&rules, &error) != LP_OK) {
        EXPECT(error.place >= LP_FIELD_FAN_MELDS && error.place <= LP_FIELD_FAN_AMOUNT);
        return;
    }
    lp_won_t hand = {.tiles = tiles, .melds = melds, .flowers = flowers};
    hand.n_melds = below(bytes, rules.melds + 1u);
    take_melds(bytes, melds, hand.n_melds);
    hand.n_tiles = take_tiles(bytes, rules.melds - hand.n_melds, tiles);
    hand.n_flowers = below(bytes, 8);
    for (size_t i = 0; i < hand.n_flowers; i++) flowers[i] = (uint8_t)(34 - 2 * (rules.wilds != 0) + below(bytes, 10));
    hand.tile = below(bytes, 8) ? tiles[below(bytes, (unsigned)hand.n_tiles)] : take(bytes);
    hand.wild = below(bytes, 2) ? (uint8_t)below(bytes, 32) : LP_NO_TILE;
    hand.wind = below(bytes, 2) ? (uint8_t)(27 + below(bytes, 5)) : LP_NO_TILE;
    hand.by = (uint8_t)below(bytes, LP_BYS + 1);
    hand.kong = below(bytes, 2) ? (uint8_t)below(bytes, 5) : LP_NO_TILE;
    unsigned flags = take(bytes);
    hand.heaven = (flags & 7) == 7;
    hand.earth = (flags & 56) == 56;
    hand.last_flower = (flags & 192) == 192;
    if (lp_fan(&rules, &hand, &out, &error) != LP_OK) {
        EXPECT(error.detail >= LP_WON_HAND_TILE && error.detail <= LP_WON_LAST_FLOWER_BY);
        return;
    }
    int32_t total = 0;
    EXPECT(out.n_items <= LP_FAN_ITEMS && out.n_groups <= LP_MELDS_MAX);
    for (size_t i = 0; i < out.n_items; i++) {
        EXPECT(lp_fan_item_name((lp_fan_item_t)out.item[i].item) != NULL);
        total += out.item[i].amount;
    }
    EXPECT(total == out.total && (out.win || total == 0));
    if (out.n_groups) EXPECT(3u * out.n_groups + 2 == hand.n_tiles);
}

static void claimed(bytes_t *bytes) {
    lp_fan_rules_t rules = take_rules(bytes);
    uint8_t tiles[LP_MAHJONG_SEATS][32];
    lp_meld_t melds[LP_MAHJONG_SEATS][8];
    lp_passed_t limits[3];
    lp_claim_t out[LP_CLAIMS_MAX];
    lp_error_t error = {0};
    size_t n = 0;
    if (lp_fan_rules_check(&rules, NULL) != LP_OK) return;
    lp_discarded_t table = {.discarder = (uint8_t)below(bytes, 5), .limits = limits, .n_limits = below(bytes, 4)};
    table.tile = take(bytes) % (LP_TILES + 1);
    table.wild = below(bytes, 2) ? (uint8_t)below(bytes, 32) : LP_NO_TILE;
    table.allowed = take(bytes);
    for (size_t seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        table.tiles[seat] = tiles[seat];
        table.melds[seat] = melds[seat];
        if (seat == table.discarder) continue;
        table.n_melds[seat] = below(bytes, rules.melds + 1u);
        take_melds(bytes, melds[seat], table.n_melds[seat]);
        table.n_tiles[seat] = take_tiles(bytes, rules.melds - table.n_melds[seat], tiles[seat]) - (below(bytes, 9) != 8);
    }
    for (size_t i = 0; i < table.n_limits; i++)
        limits[i] = (lp_passed_t){(uint8_t)below(bytes, 5), (uint8_t)below(bytes, 5), take(bytes)};
    if (lp_claims(&rules, &table, out, &n, &error) != LP_OK) {
        EXPECT(error.row >= 0 && error.row <= LP_MAHJONG_SEATS && error.detail >= LP_WON_HAND_TILE);
        return;
    }
    EXPECT(n <= LP_CLAIMS_MAX);
    for (size_t i = 0; i < n; i++) {
        EXPECT(out[i].seat < LP_MAHJONG_SEATS && out[i].seat != table.discarder && out[i].action < LP_ACTIONS);
        EXPECT(i == 0 || out[i].action >= out[i - 1].action);
    }
}

static void shaped(bytes_t *bytes) {
    static lp_mahjong_t *mahjong;
    uint8_t tiles[32], counts[LP_TILE_FACES] = {0}, gone[LP_TILE_FACES] = {0};
    unsigned melds = 1 + below(bytes, LP_MELDS_MAX), wilds = below(bytes, 6) % 4;
    size_t n = take_tiles(bytes, below(bytes, melds + 1), tiles);
    lp_discards_t discards;
    lp_error_t error = {0};
    uint64_t waits = 0;
    int shanten = 0, win = 0;
    EXPECT(mahjong || lp_mahjong_new(LP_ISA_AUTO, &mahjong, NULL) == LP_OK);
    n -= wilds + below(bytes, 2) <= n ? wilds : 0;
    for (size_t i = 0; i < n; i++) counts[tiles[i] % LP_TILE_FACES]++;
    for (unsigned i = below(bytes, 4); i > 0; i--) gone[below(bytes, LP_TILE_FACES)] = (uint8_t)below(bytes, 6);
    if (lp_shanten(mahjong, melds, counts, wilds, gone, &shanten, &error) != LP_OK) {
        EXPECT(error.place >= 0 && error.place < LP_DISCARDS);
        return;
    }
    EXPECT(shanten >= -1 && shanten <= 2 * LP_MELDS_MAX + 1);
    if (lp_win(mahjong, melds, counts, wilds, gone, &win, NULL) == LP_OK) {
        EXPECT(win == (shanten == -1));
        EXPECT(lp_discards(mahjong, melds, counts, wilds, gone, NULL, &discards, NULL) == LP_OK);
        for (size_t face = 0; face < LP_DISCARDS; face++)
            EXPECT(discards.shanten[face] == LP_NO_SHANTEN || discards.shanten[face] >= shanten);
    }
    if (lp_waits(mahjong, melds, counts, wilds, gone, &waits, NULL) == LP_OK) {
        EXPECT(waits >> LP_TILE_FACES == 0 && (shanten == 0 || waits == 0));
        for (unsigned face = 0; face < LP_TILE_FACES; face++) {
            if (!(waits >> face & 1)) continue;
            counts[face]++;
            EXPECT(lp_win(mahjong, melds, counts, wilds, gone, &win, NULL) == LP_OK && win);
            counts[face]--;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes_t bytes = {data, size};
    unsigned what = below(&bytes, 3);
    if (what == 0) won(&bytes);
    if (what == 1) claimed(&bytes);
    if (what == 2) shaped(&bytes);
    return 0;
}
