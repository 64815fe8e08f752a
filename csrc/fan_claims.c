/* fan_claims.c - who may do what with a discard.
 *
 * One pass for each action, in the order in which the actions go, so that what is found is in that order already. A win
 * is what lp_fan says it is, which looks at every hand and meld too; what is left to check here are the numbers of
 * tiles over the whole table. Chows are found by face, since white may play as another (WC-2), and laid open as tiles.
 * Invariant: four tiles of a face are all there are, so one seat at most holds the two that a pung takes, and no more
 * than LP_CLAIMS_MAX claims are found.
 */
#include "fan.h"

#include <string.h>

typedef struct claims {
    const lp_fan_rules_t *rules;
    const lp_discarded_t *d;
    lp_claim_t *out;
    size_t n;
    int white; /* white plays as the wild face */
} claims_t;

static lp_status_t refuse(lp_error_t *error, lp_status_t status, int fault, size_t place, int32_t value) {
    if (error) *error = (lp_error_t){0, (int32_t)place, 0, value, fault};
    return status;
}

static unsigned seat_after(const lp_discarded_t *d, unsigned steps) { return (d->discarder + steps) % LP_MAHJONG_SEATS; }

static unsigned face_of(const claims_t *c, unsigned tile) { return tile == LP_WHITE && c->white ? c->d->wild : tile; }

/* Every tile is one, and the table holds no more of any than there are. */
static lp_status_t check_copies(const lp_discarded_t *d, lp_error_t *error) {
    uint8_t held[256] = {0};
    held[d->tile] = 1;
    for (unsigned seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        if (d->n_tiles[seat] > LP_HAND_TILES_MAX || d->n_melds[seat] > LP_MELDS_MAX)
            return refuse(error, LP_E_HAND_SIZE, LP_CLAIMS_HAND, seat, -1);
        for (size_t i = 0; i < d->n_tiles[seat]; i++) held[d->tiles[seat][i]]++;
        for (size_t i = 0; i < d->n_melds[seat]; i++)
            for (int k = 0; k < (d->melds[seat][i].kind >= LP_KONG ? 4 : 3); k++) held[d->melds[seat][i].tile[k]]++;
    }
    for (unsigned tile = 0; tile < 256; tile++) {
        unsigned most = tile >= LP_TILES ? 0 : tile == d->wild ? LP_WILDS_MAX : LP_TILE_COPIES(tile);
        if (held[tile] > most)
            return refuse(error, tile < LP_TILES ? LP_E_DUPLICATE : LP_E_CARD, LP_CLAIMS_COPIES, 0, (int32_t)tile);
    }
    return LP_OK;
}

static lp_status_t check(const claims_t *c, lp_error_t *error) {
    const lp_discarded_t *d = c->d;
    if (d->discarder >= LP_MAHJONG_SEATS) return refuse(error, LP_E_VALUE, LP_CLAIMS_DISCARDER, 0, d->discarder);
    if (d->tile >= LP_TILES) return refuse(error, LP_E_CARD, LP_CLAIMS_TILE, 0, d->tile);
    if (c->rules->laid >> d->tile & 1) return refuse(error, LP_E_PLAY, LP_CLAIMS_TILE, 0, d->tile);
    if (d->n_limits && !d->limits) return refuse(error, LP_E_VALUE, LP_CLAIMS_LIMIT, 0, 0);
    for (size_t i = 0; i < d->n_limits; i++)
        if (d->limits[i].seat >= LP_MAHJONG_SEATS || d->limits[i].action >= LP_ACTIONS)
            return refuse(error, LP_E_VALUE, LP_CLAIMS_LIMIT, i, d->limits[i].action);
    for (unsigned seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        if ((!d->tiles[seat] && d->n_tiles[seat]) || (!d->melds[seat] && d->n_melds[seat]))
            return refuse(error, LP_E_VALUE, LP_CLAIMS_HAND, seat, 0);
        size_t wanted = d->n_melds[seat] > c->rules->melds ? 0 : 3 * (c->rules->melds - d->n_melds[seat]) + 1;
        if (seat == d->discarder) wanted = 0;
        if (d->n_tiles[seat] != wanted)
            return refuse(error, LP_E_HAND_SIZE, LP_CLAIMS_HAND, seat,
                          d->n_tiles[seat] > INT32_MAX ? INT32_MAX : (int32_t)d->n_tiles[seat]);
    }
    return check_copies(d, error);
}

static void add(claims_t *c, unsigned seat, lp_action_t action, const uint8_t *tiles, unsigned n) {
    const lp_discarded_t *d = c->d;
    if (!(d->allowed >> action & 1)) return;
    for (size_t i = 0; i < d->n_limits; i++)
        if (d->limits[i].seat == seat && d->limits[i].action == action &&
            (d->limits[i].tile == LP_NO_TILE || d->limits[i].tile == d->tile))
            return;
    lp_claim_t *claim = &c->out[c->n++];
    claim->seat = (uint8_t)seat;
    claim->action = (uint8_t)action;
    claim->n = (uint8_t)n;
    memcpy(claim->tile, tiles, n);
}

static lp_status_t add_win(claims_t *c, unsigned seat, lp_error_t *error) {
    const lp_discarded_t *d = c->d;
    uint8_t drawn[LP_HAND_TILES_MAX];
    size_t n = d->n_tiles[seat];
    if (n) memcpy(drawn, d->tiles[seat], n);
    drawn[n++] = d->tile;
    lp_won_t won = {.tiles = drawn, .n_tiles = n, .melds = d->melds[seat], .n_melds = d->n_melds[seat],
                    .tile = d->tile, .wild = d->wild, .wind = LP_NO_TILE, .by = LP_BY_DISCARD, .kong = LP_NO_TILE};
    lp_fan_t fan;
    lp_status_t status = lp_fan(c->rules, &won, &fan, error);
    if (status != LP_OK) {
        if (error) error->row = seat;
        return status;
    }
    if (fan.win) add(c, seat, LP_CLAIM_WIN, &d->tile, 1);
    return LP_OK;
}

static void add_sets(claims_t *c, lp_action_t action, unsigned size) {
    const lp_discarded_t *d = c->d;
    const uint8_t tiles[4] = {d->tile, d->tile, d->tile, d->tile};
    for (unsigned steps = 1; steps < LP_MAHJONG_SEATS; steps++) {
        unsigned seat = seat_after(d, steps), held = 0;
        for (size_t i = 0; i < d->n_tiles[seat]; i++) held += d->tiles[seat][i] == d->tile;
        if (held + 1 >= size) add(c, seat, action, tiles, size);
    }
}

static void add_chows(claims_t *c) {
    const lp_discarded_t *d = c->d;
    unsigned seat = seat_after(d, 1), face = face_of(c, d->tile);
    uint8_t tile[LP_TILE_FACES]; /* by face, a tile of the seat that plays it */
    if (face >= LP_EAST) return;
    memset(tile, LP_NO_TILE, sizeof tile);
    for (size_t i = 0; i < d->n_tiles[seat]; i++)
        if (d->tiles[seat][i] != d->wild) tile[face_of(c, d->tiles[seat][i])] = d->tiles[seat][i];
    tile[face] = d->tile;
    for (unsigned low = face % 9 > 2 ? face - 2 : face / 9 * 9; low <= face && low % 9 <= 6; low++)
        if (tile[low] != LP_NO_TILE && tile[low + 1] != LP_NO_TILE && tile[low + 2] != LP_NO_TILE)
            add(c, seat, LP_CLAIM_CHOW, tile + low, 3);
}

lp_status_t lp_claims(const lp_fan_rules_t *rules, const lp_discarded_t *discarded, lp_claim_t out[LP_CLAIMS_MAX],
                      size_t *n_out, lp_error_t *error) {
    if (!rules || !discarded || !out || !n_out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    claims_t c = {rules, discarded, out, 0, 0};
    c.white = rules->white_as_wild_face && discarded->wild != LP_NO_TILE && discarded->wild != LP_WHITE;
    lp_status_t status = check(&c, error);
    for (unsigned steps = 1; steps < LP_MAHJONG_SEATS && status == LP_OK; steps++)
        status = add_win(&c, seat_after(discarded, steps), error);
    if (status != LP_OK) return status;
    if (discarded->tile != discarded->wild) {
        add_sets(&c, LP_CLAIM_KONG, 4);
        add_sets(&c, LP_CLAIM_PUNG, 3);
        add_chows(&c);
    }
    *n_out = c.n;
    return LP_OK;
}
