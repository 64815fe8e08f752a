/* fan_check.c - hands that may have won: refused where they are none, or can't have been won as they say.
 *
 * Tiles are looked at first (each a tile, each where it may be, no more of a face than there are), then the winning tile,
 * then what is said of how it was won. The first fault found is the one told. While it looks it counts, so that what
 * follows has faces and numbers and no need to look at a tile again.
 * Invariant: what passes has as many natural tiles and wild ones as its free melds and the pair take.
 */
#include "fan.h"

#include <string.h>

#define FLOWERS (UINT64_C(0xFF) << LP_TILE_FACES)

static const char *const item_names[LP_FAN_ITEMS] = {
    "win", "self_draw", "mixed_suit", "pure_suit", "all_chows", "all_pungs", "own_wind", "own_wind", "own_wind",
    "exposed_kong", "concealed_kong", "robbed_kong", "kong_draw", "kong_draw", "kong_tile", "four_flowers", "wild",
    "three_wilds_down", "three_wilds", "wild_pung", "heaven", "earth",
};

const char *lp_fan_item_name(lp_fan_item_t item) { return (unsigned)item < LP_FAN_ITEMS ? item_names[item] : ""; }

lp_status_t lp_fan_rules_check(const lp_fan_rules_t *rules, lp_error_t *error) {
    if (!rules) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (rules->melds < 1 || rules->melds > LP_MELDS_MAX)
        return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_MELDS, rules->melds);
    if (rules->wilds > 1 || rules->white_as_wild_face > rules->wilds)
        return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_WILDS, rules->wilds);
    /* White must be a tile of melds where it plays as another. */
    if ((rules->laid & FLOWERS) != FLOWERS || rules->laid >> LP_TILES ||
        (rules->white_as_wild_face && rules->laid >> LP_WHITE & 1))
        return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_LAID, 0);
    if (rules->kong_tiles & ~rules->laid || (rules->kong_tiles != 0) != (rules->amount[LP_FAN_KONG_TILE] != 0))
        return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_KONG_TILES, 0);
    for (int i = LP_FAN_WILD; i <= LP_FAN_WILD_PUNG; i++)
        if (!rules->wilds && rules->amount[i]) return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_AMOUNT, i);
    if (!rules->amount[LP_FAN_WIN]) return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_AMOUNT, LP_FAN_WIN);
    for (int i = LP_FAN_OWN_WIND_EXPOSED; i <= LP_FAN_OWN_WIND_CONCEALED; i++)
        if (!rules->amount[LP_FAN_OWN_WIND] != !rules->amount[i])
            return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_AMOUNT, i);
    if (!rules->amount[LP_FAN_KONG_DRAW] != !rules->amount[LP_FAN_KONG_DRAW_CONCEALED])
        return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_AMOUNT, LP_FAN_KONG_DRAW_CONCEALED);
    return LP_OK;
}

static lp_status_t refuse(lp_error_t *error, lp_status_t status, int fault, size_t place, int32_t value) {
    if (error) *error = (lp_error_t){0, (int32_t)place, 0, value, fault};
    return status;
}

typedef struct check {
    const lp_fan_rules_t *rules;
    const lp_won_t *won;
    lp_tally_t *out;
    uint8_t held[LP_TILES]; /* tiles as they lie, everywhere */
} check_t;

static int is_laid(const check_t *c, unsigned tile) { return (int)(c->rules->laid >> tile & 1); }

/* The face that a natural tile plays. */
static unsigned face_of(const check_t *c, unsigned tile) { return tile == LP_WHITE && c->out->white ? c->won->wild : tile; }

static lp_status_t check_wild(check_t *c, lp_error_t *error) {
    unsigned wild = c->won->wild;
    if (wild == LP_NO_TILE) return LP_OK;
    if (wild >= LP_TILES) return refuse(error, LP_E_CARD, LP_WON_WILD, 0, (int32_t)wild);
    if (!c->rules->wilds || is_laid(c, wild)) return refuse(error, LP_E_PLAY, LP_WON_WILD, 0, (int32_t)wild);
    c->out->white = c->rules->white_as_wild_face && wild != LP_WHITE;
    return LP_OK;
}

static lp_status_t check_hand(check_t *c, lp_error_t *error) {
    const lp_won_t *won = c->won;
    if (won->n_melds > c->rules->melds)
        return refuse(error, LP_E_HAND_SIZE, LP_WON_MELDS, 0, won->n_melds > INT32_MAX ? INT32_MAX : (int32_t)won->n_melds);
    if (won->n_tiles != 3 * (c->rules->melds - won->n_melds) + 2)
        return refuse(error, LP_E_HAND_SIZE, LP_WON_HAND_SIZE, 0, won->n_tiles > INT32_MAX ? INT32_MAX : (int32_t)won->n_tiles);
    for (size_t i = 0; i < won->n_tiles; i++) {
        unsigned tile = won->tiles[i];
        if (tile >= LP_TILES) return refuse(error, LP_E_CARD, LP_WON_HAND_TILE, i, (int32_t)tile);
        if (is_laid(c, tile)) return refuse(error, LP_E_PLAY, LP_WON_HAND_TILE, i, (int32_t)tile);
        if (tile == won->wild) {
            c->out->wilds++;
        } else {
            unsigned face = face_of(c, tile);
            c->out->count[face]++;
            c->out->suits |= (uint8_t)lp_suit_bit(face);
        }
        if (++c->held[tile] > LP_TILE_COPIES(tile)) return refuse(error, LP_E_DUPLICATE, LP_WON_COPIES, i, (int32_t)tile);
    }
    if (c->out->wilds > LP_WILDS_MAX) return refuse(error, LP_E_DUPLICATE, LP_WON_WILDS, 0, won->wild);
    return LP_OK;
}

static int makes(lp_meld_kind_t kind, const unsigned *face) {
    if (kind != LP_CHOW)
        return face[0] == face[1] && face[1] == face[2] && (kind == LP_PUNG || face[2] == face[3]);
    unsigned low = face[0] < face[1] ? face[0] : face[1], high = face[0] < face[1] ? face[1] : face[0];
    if (face[2] < low) low = face[2];
    if (face[2] > high) high = face[2];
    return high < LP_EAST && high - low == 2 && high / 9 == low / 9 && face[0] + face[1] + face[2] == 3 * (low + 1) &&
           face[0] != face[1];
}

static lp_status_t check_melds(check_t *c, lp_error_t *error) {
    for (size_t i = 0; i < c->won->n_melds; i++) {
        const lp_meld_t *meld = &c->won->melds[i];
        unsigned face[4] = {0};
        if (meld->kind >= LP_MELD_KINDS) return refuse(error, LP_E_VALUE, LP_WON_MELD, i, meld->kind);
        int size = meld->kind >= LP_KONG ? 4 : 3;
        for (int k = 0; k < size; k++) {
            unsigned tile = meld->tile[k];
            if (tile >= LP_TILES) return refuse(error, LP_E_CARD, LP_WON_MELD, i, (int32_t)tile);
            if (tile == c->won->wild) return refuse(error, LP_E_PLAY, LP_WON_MELD_WILD, i, (int32_t)tile);
            if (is_laid(c, tile)) return refuse(error, LP_E_PLAY, LP_WON_MELD, i, (int32_t)tile);
            face[k] = face_of(c, tile);
            if (++c->held[tile] > LP_TILE_COPIES(tile))
                return refuse(error, LP_E_DUPLICATE, LP_WON_COPIES, i, (int32_t)tile);
        }
        if (!makes(meld->kind, face)) return refuse(error, LP_E_PLAY, LP_WON_MELD, i, meld->kind);
        c->out->suits |= (uint8_t)lp_suit_bit(face[0]);
        int own = face[0] == c->won->wind && c->rules->amount[LP_FAN_OWN_WIND];
        if (meld->kind == LP_CHOW) c->out->chows++;
        else c->out->pungs++;
        if (own)
            c->out->own_wind = meld->kind == LP_PUNG ? LP_FAN_OWN_WIND
                               : meld->kind == LP_KONG ? LP_FAN_OWN_WIND_EXPOSED : LP_FAN_OWN_WIND_CONCEALED;
        else if (meld->kind == LP_KONG) c->out->exposed++;
        else if (meld->kind == LP_CONCEALED_KONG) c->out->concealed++;
    }
    return LP_OK;
}

static lp_status_t check_flowers(check_t *c, lp_error_t *error) {
    for (size_t i = 0; i < c->won->n_flowers; i++) {
        unsigned tile = c->won->flowers[i];
        if (tile >= LP_TILES) return refuse(error, LP_E_CARD, LP_WON_FLOWERS, i, (int32_t)tile);
        if (!is_laid(c, tile)) return refuse(error, LP_E_PLAY, LP_WON_FLOWERS, i, (int32_t)tile);
        if (++c->held[tile] > LP_TILE_COPIES(tile)) return refuse(error, LP_E_DUPLICATE, LP_WON_COPIES, i, (int32_t)tile);
    }
    return LP_OK;
}

static lp_status_t check_tile(check_t *c, lp_error_t *error) {
    unsigned tile = c->won->tile;
    c->out->tile = LP_NO_TILE;
    if (tile == LP_NO_TILE) return LP_OK;
    if (tile >= LP_TILES) return refuse(error, LP_E_CARD, LP_WON_TILE, 0, (int32_t)tile);
    if (tile == c->won->wild ? !c->out->wilds : !memchr(c->won->tiles, (int)tile, c->won->n_tiles))
        return refuse(error, LP_E_PLAY, LP_WON_TILE, 0, (int32_t)tile);
    c->out->tile = (uint8_t)(tile == c->won->wild ? LP_TILE_WILD : face_of(c, tile));
    return LP_OK;
}

static lp_status_t check_kong(const check_t *c, lp_error_t *error) {
    const lp_won_t *won = c->won;
    if (won->by >= LP_BYS) return refuse(error, LP_E_VALUE, LP_WON_BY, 0, won->by);
    if (won->by != LP_BY_KONG)
        return won->kong == LP_NO_TILE ? LP_OK : refuse(error, LP_E_VALUE, LP_WON_KONG, 0, won->by);
    if (won->kong != LP_KONG && won->kong != LP_CONCEALED_KONG &&
        (won->kong != LP_NO_TILE ||
         c->rules->amount[LP_FAN_KONG_DRAW] != c->rules->amount[LP_FAN_KONG_DRAW_CONCEALED]))
        return refuse(error, LP_E_VALUE, LP_WON_KONG, 0, won->by);
    for (size_t i = 0; i < won->n_melds; i++)
        if (won->kong == LP_NO_TILE ? won->melds[i].kind >= LP_KONG : won->melds[i].kind == won->kong) return LP_OK;
    return refuse(error, LP_E_PLAY, LP_WON_KONG_MELD, 0, won->kong);
}

/* heaven, earth: the same faults in the same order */
static lp_status_t check_first_round(const check_t *c, int is_earth, lp_error_t *error) {
    const lp_won_t *won = c->won;
    int fault = is_earth ? LP_WON_EARTH : LP_WON_HEAVEN;
    if (!c->rules->amount[is_earth ? LP_FAN_EARTH : LP_FAN_HEAVEN]) return refuse(error, LP_E_PLAY, fault, 0, 1);
    if (won->by != LP_BY_SELF && !(is_earth && won->by == LP_BY_DISCARD))
        return refuse(error, LP_E_PLAY, fault + 1, 0, won->by);
    if (won->n_melds) return refuse(error, LP_E_PLAY, fault + 2, 0, (int32_t)won->n_melds);
    if (won->wind != LP_NO_TILE && (won->wind == LP_EAST) == is_earth)
        return refuse(error, LP_E_PLAY, fault + 3, 0, won->wind);
    return LP_OK;
}

static lp_status_t check_context(const check_t *c, lp_error_t *error) {
    const lp_won_t *won = c->won;
    lp_status_t status = check_kong(c, error);
    if (status != LP_OK) return status;
    if (won->wind != LP_NO_TILE && (won->wind < LP_EAST || won->wind >= LP_WHITE))
        return refuse(error, LP_E_PLAY, LP_WON_WIND, 0, won->wind);
    if (won->by == LP_BY_ROB && won->tile != LP_NO_TILE) {
        if (won->tile == won->wild) return refuse(error, LP_E_PLAY, LP_WON_ROB_WILD, 0, won->tile);
        if (c->held[won->tile] > 1) return refuse(error, LP_E_PLAY, LP_WON_ROB_HELD, 0, won->tile);
    }
    if (won->heaven && won->earth) return refuse(error, LP_E_PLAY, LP_WON_EARTH_HEAVEN, 0, 1);
    if (won->heaven && (status = check_first_round(c, 0, error)) != LP_OK) return status;
    if (won->earth && (status = check_first_round(c, 1, error)) != LP_OK) return status;
    if (!won->last_flower) return LP_OK;
    if (!c->rules->amount[LP_FAN_FOUR_FLOWERS]) return refuse(error, LP_E_PLAY, LP_WON_LAST_FLOWER, 0, 1);
    if (!won->n_flowers || won->flowers[won->n_flowers - 1] < LP_TILE_FACES)
        return refuse(error, LP_E_PLAY, LP_WON_LAST_FLOWER_NONE, 0, 1);
    if (won->by == LP_BY_KONG || won->by == LP_BY_ROB) return refuse(error, LP_E_PLAY, LP_WON_LAST_FLOWER_BY, 0, won->by);
    return LP_OK;
}

lp_status_t lp_won_check(const lp_fan_rules_t *rules, const lp_won_t *won, lp_tally_t *out, lp_error_t *error) {
    check_t c = {rules, won, out, {0}};
    lp_status_t status;
    memset(out, 0, sizeof *out);
    out->own_wind = LP_FAN_ITEMS;
    if ((!won->tiles && won->n_tiles) || (!won->melds && won->n_melds) || (!won->flowers && won->n_flowers) ||
        won->heaven > 1 || won->earth > 1 || won->last_flower > 1)
        return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if ((status = check_wild(&c, error)) != LP_OK || (status = check_hand(&c, error)) != LP_OK ||
        (status = check_melds(&c, error)) != LP_OK || (status = check_flowers(&c, error)) != LP_OK ||
        (status = check_tile(&c, error)) != LP_OK)
        return status;
    return check_context(&c, error);
}
