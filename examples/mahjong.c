/* mahjong.c - mahjong from C: how far a hand of 三门 is from a win, what it waits for, and what a won hand is worth.
 *
 *   make -C csrc
 *   cc -std=c11 -Icsrc -o mahjong examples/mahjong.c -Lcsrc/build -llipai -Wl,-rpath,"$PWD/csrc/build"
 *   ./mahjong 23456789m11122z 123456789m11122z
 *
 * Hands have 13 tiles, or 14 of which the last was drawn.
 */
#include <lipai.h>

#include <stdio.h>
#include <string.h>

static const lp_fan_rules_t SANMEN = {
    .melds = 4,
    .laid = UINT64_C(0xFF) << LP_TILE_FACES,
    .amount = {[LP_FAN_WIN] = 1, [LP_FAN_SELF_DRAW] = 1, [LP_FAN_MIXED_SUIT] = 2, [LP_FAN_PURE_SUIT] = 3,
               [LP_FAN_KONG_DRAW] = 1, [LP_FAN_KONG_DRAW_CONCEALED] = 1, [LP_FAN_FOUR_FLOWERS] = 1},
};

static lp_status_t waiting(const lp_mahjong_t *mahjong, const uint8_t *counts, lp_error_t *error) {
    uint64_t waits = 0;
    int shanten = 0;
    lp_status_t status = lp_shanten(mahjong, SANMEN.melds, counts, 0, NULL, &shanten, error);
    if (status == LP_OK) status = lp_waits(mahjong, SANMEN.melds, counts, 0, NULL, &waits, error);
    if (status == LP_OK) printf("shanten %d, waits for", shanten);
    for (uint8_t face = 0; status == LP_OK && face < LP_TILE_FACES; face++) {
        char text[3];
        if (!(waits >> face & 1)) continue;
        status = lp_tiles_format(&face, 1, text, sizeof text, error);
        printf(" %s", text);
    }
    puts(waits ? "" : " nothing");
    return status;
}

static lp_status_t worth(const uint8_t *tiles, size_t n, lp_error_t *error) {
    lp_won_t won = {.tiles = tiles, .n_tiles = n, .tile = tiles[n - 1], .wild = LP_NO_TILE, .wind = LP_NO_TILE,
                    .by = LP_BY_SELF, .kong = LP_NO_TILE};
    lp_fan_t fan;
    lp_status_t status = lp_fan(&SANMEN, &won, &fan, error);
    if (status != LP_OK) return status;
    printf("%s, %d points\n", fan.win ? "wins" : "does not win", (int)fan.total);
    for (size_t i = 0; i < fan.n_items; i++)
        printf("%s\t%d\n", lp_fan_item_name((lp_fan_item_t)fan.item[i].item), (int)fan.item[i].amount);
    return LP_OK;
}

int main(int argc, char **argv) {
    lp_mahjong_t *mahjong = NULL;
    lp_error_t error = {0};
    int failed = 0;
    if (lp_mahjong_new(LP_ISA_AUTO, &mahjong, &error) != LP_OK) return 1;
    for (int i = 1; i < argc; i++) {
        uint8_t tiles[LP_HAND_TILES_MAX], counts[LP_TILE_FACES], map[LP_TILES];
        size_t n = 0;
        for (size_t tile = 0; tile < LP_TILES; tile++) map[tile] = (uint8_t)(tile < LP_TILE_FACES ? tile : LP_NO_TILE);
        lp_status_t status = lp_tiles_parse(argv[i], strlen(argv[i]), tiles, sizeof tiles, &n, &error);
        if (status == LP_OK) status = lp_tiles_count_n(tiles, n, 1, map, counts, NULL, &error);
        if (status == LP_OK) status = n % 3 == 2 ? worth(tiles, n, &error) : waiting(mahjong, counts, &error);
        if (status == LP_OK) continue;
        fprintf(stderr, "%s: %s (place %d)\n", argv[i], lp_status_text(status), (int)error.place);
        failed = 2;
    }
    lp_mahjong_free(mahjong);
    return failed;
}
