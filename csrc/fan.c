/* fan.c - what a win is worth, read in the way that gives the most.
 *
 * Only four things depend on how a hand is read: whether all melds are chows, whether none is, whether one is a pung of
 * the own wind, and what three wild tiles are together. There are two dozen combinations of them at most; the amounts say
 * what each would give, and they are tried from the dearest down: the first that the tiles allow is the answer, whatever
 * the amounts are. Whether tiles allow one is a search over the 34 faces in turn: of each face it is chosen how many
 * chows begin there, how many pungs there are and whether it is the pair; wild tiles fill what naturals lack. The search
 * remembers where it failed: a state is the chows that reach here, the wild tiles used, whether there is a pair yet and
 * whether the winning tile has found its place (WC-6), 576 states a face.
 * Wild tiles may stand for a fifth of a face. Groups of nothing but wild tiles are no part of the search: two that are
 * left over are the pair, and three together are a way of their own (WC-13).
 * Invariant: a hand has at most LP_WILDS_MAX wild tiles (lp_won_check), so at most one group is all wild.
 */
#include "fan.h"

#include <string.h>

enum { CHOWS_TO = 6, STATES = CHOWS_TO * CHOWS_TO * 4 * 2 * 2, WORDS = STATES / 64 };

typedef enum shape { ANY = 0, ALL_CHOWS, ALL_PUNGS } shape_t;
typedef enum trio { SPREAD = 0, CHOW, PUNG, PUNG_OF_OWN_WIND } trio_t; /* what three wild tiles make */

typedef struct way {
    int32_t value;
    uint8_t shape, trio;
    uint8_t own_wind; /* a natural tile of it is in a concealed pung */
    uint8_t mixes;    /* the wild group makes a pure suit a mixed one, where amounts are such that this is worth more */
} way_t;

typedef struct search {
    const uint8_t *count;
    uint8_t wilds;    /* to be used among naturals */
    uint8_t shape;
    uint8_t own_wind; /* a face that must have a pung, or LP_NO_TILE */
    uint8_t wild_pair; /* 1: the pair must be two wild tiles */
    uint8_t tile;     /* must stand first or last in a chow: a face, LP_TILE_WILD, or LP_NO_TILE for none */
    uint8_t chows[LP_TILE_FACES], pungs[LP_TILE_FACES], pair; /* the reading found; pair LP_TILE_WILD: two wild tiles */
    uint64_t failed[LP_TILE_FACES][WORDS];
} search_t;

/* Of the chows that hold face i, `two` began at i - 2 and `one` at i - 1. */
static int find(search_t *s, unsigned i, unsigned two, unsigned one, unsigned used, unsigned paired, unsigned placed) {
    const uint8_t *count = s->count;
    while (i < LP_TILE_FACES && !count[i] && !two && !one && !(i < LP_EAST && (count[i + 1] | count[i + 2]))) {
        s->chows[i] = s->pungs[i] = 0;
        i++;
    }
    if (i >= LP_TILE_FACES) {
        unsigned over = s->wilds - used;
        if (!placed || over != (paired ? 0u : 2u) || (s->wild_pair && paired)) return 0;
        if (!paired) s->pair = LP_TILE_WILD;
        return 1;
    }
    unsigned state = (((two * CHOWS_TO + one) * 4 + used) * 2 + paired) * 2 + placed;
    if (s->failed[i][state / 64] >> state % 64 & 1) return 0;
    unsigned n = count[i], most = n + s->wilds - used;
    int may_begin = i < LP_EAST && i % 9 <= 6 && s->shape != ALL_PUNGS && (n || count[i + 1] || count[i + 2]);
    for (unsigned pair = 0; pair <= (n && !paired); pair++)
        for (unsigned pungs = i == s->own_wind; pungs <= (n && s->shape != ALL_CHOWS ? 2u : 0u); pungs++) {
            unsigned others = two + one + 3 * pungs + 2 * pair;
            if (others > most) break;
            for (unsigned chows = others < n ? n - others : 0; others + chows <= most && chows < CHOWS_TO; chows++) {
                if (chows && !may_begin) break;
                unsigned wild = others + chows - n;
                unsigned here = (two || chows) && (s->tile == i || (s->tile == LP_TILE_WILD && wild));
                s->chows[i] = (uint8_t)chows;
                s->pungs[i] = (uint8_t)pungs;
                if (find(s, i + 1, one, chows, used + wild, paired | pair, placed | here)) {
                    if (pair) s->pair = (uint8_t)i;
                    return 1;
                }
            }
        }
    s->failed[i][state / 64] |= UINT64_C(1) << state % 64;
    return 0;
}

typedef struct hand {
    const lp_fan_rules_t *rules;
    const lp_won_t *won;
    lp_tally_t tally;
    lp_fan_t *out;
} hand_t;

/* ---- items ---- */

static void add(hand_t *h, lp_fan_item_t item, unsigned count) {
    lp_fan_t *out = h->out;
    if (!count || !h->rules->amount[item]) return;
    out->item[out->n_items].item = (uint8_t)item;
    out->item[out->n_items].count = (uint8_t)count;
    out->item[out->n_items].amount = (int32_t)(h->rules->amount[item] * count);
    out->total += out->item[out->n_items++].amount;
}

/* The item of the suits that the hand shows, or LP_FAN_ITEMS (SM-2, WC-7). */
static lp_fan_item_t suit_item(unsigned suits) {
    unsigned numbered = suits & (LP_HONOURS - 1);
    if (numbered & (numbered - 1)) return LP_FAN_ITEMS;
    return numbered && suits & LP_HONOURS ? LP_FAN_MIXED_SUIT : LP_FAN_PURE_SUIT;
}

/* Wild tiles fit any suit; only a chow of them has one where no other tile has, and a pung as the own wind is honours.
 * A pair or pung of them may also be what the other tiles are not. */
static unsigned suits_of(const hand_t *h, const way_t *way) {
    unsigned suits = h->tally.suits;
    if (way->trio == CHOW && !(suits & (LP_HONOURS - 1))) suits |= 1;
    if (way->trio == PUNG_OF_OWN_WIND) suits |= LP_HONOURS;
    if (way->mixes) suits |= suits & LP_HONOURS ? 1 : LP_HONOURS;
    return suits;
}

static lp_fan_item_t trio_item(const hand_t *h, const way_t *way) {
    if (h->tally.wilds < LP_WILDS_MAX) return LP_FAN_WILD;
    return way->trio >= PUNG ? LP_FAN_WILD_PUNG : LP_FAN_THREE_WILDS;
}

static int32_t worth(const hand_t *h, lp_fan_item_t item) {
    return item < LP_FAN_ITEMS ? h->rules->amount[item] : 0;
}

/* Of several melds of the own wind the dearest counts. */
static lp_fan_item_t own_wind_item(const hand_t *h, const way_t *way) {
    lp_fan_item_t claimed = h->tally.own_wind;
    int pung = way->own_wind || way->trio == PUNG_OF_OWN_WIND;
    return pung && worth(h, LP_FAN_OWN_WIND) > worth(h, claimed) ? LP_FAN_OWN_WIND : claimed;
}

static unsigned flower_sets(const lp_won_t *won) {
    unsigned laid = 0;
    for (size_t i = 0; i + won->last_flower < won->n_flowers; i++)
        if (won->flowers[i] >= LP_TILE_FACES) laid |= 1u << (won->flowers[i] - LP_TILE_FACES);
    return ((laid & 15) == 15) + (laid >> 4 == 15);
}

static void list_items(hand_t *h, const way_t *way) {
    const lp_won_t *won = h->won;
    const lp_tally_t *t = &h->tally;
    lp_fan_item_t suit = suit_item(suits_of(h, way)), wind = own_wind_item(h, way);
    unsigned kong_tiles = 0;
    for (size_t i = 0; i < won->n_flowers; i++) kong_tiles += (unsigned)(h->rules->kong_tiles >> won->flowers[i] & 1);
    add(h, LP_FAN_WIN, 1);
    add(h, LP_FAN_SELF_DRAW, won->by == LP_BY_SELF || won->by == LP_BY_KONG);
    if (suit < LP_FAN_ITEMS) add(h, suit, 1);
    add(h, LP_FAN_ALL_CHOWS, way->shape == ALL_CHOWS);
    add(h, LP_FAN_ALL_PUNGS, way->shape == ALL_PUNGS);
    if (wind < LP_FAN_ITEMS) add(h, wind, 1);
    add(h, LP_FAN_EXPOSED_KONG, t->exposed);
    add(h, LP_FAN_CONCEALED_KONG, t->concealed);
    add(h, LP_FAN_ROBBED_KONG, won->by == LP_BY_ROB);
    add(h, won->kong == LP_CONCEALED_KONG ? LP_FAN_KONG_DRAW_CONCEALED : LP_FAN_KONG_DRAW, won->by == LP_BY_KONG);
    add(h, LP_FAN_KONG_TILE, kong_tiles);
    add(h, LP_FAN_FOUR_FLOWERS, flower_sets(won));
    add(h, trio_item(h, way), t->wilds < LP_WILDS_MAX ? t->wilds : 1);
    add(h, LP_FAN_HEAVEN, won->heaven);
    add(h, LP_FAN_EARTH, won->earth);
}

/* ---- ways ---- */

static int can_be(const hand_t *h, const way_t *way) {
    const lp_tally_t *t = &h->tally;
    unsigned wind = h->won->wind;
    int own_wind = wind != LP_NO_TILE && h->rules->amount[LP_FAN_OWN_WIND];
    if (way->trio != SPREAD && t->wilds < LP_WILDS_MAX) return 0;
    if (way->trio == PUNG_OF_OWN_WIND && !own_wind) return 0;
    if (way->mixes && (t->wilds < 2 || suit_item(t->suits) != LP_FAN_PURE_SUIT || way->shape == ALL_CHOWS ||
                       (way->trio != SPREAD && way->trio != PUNG) ||
                       worth(h, LP_FAN_MIXED_SUIT) <= worth(h, LP_FAN_PURE_SUIT)))
        return 0;
    if (way->own_wind) {
        if (!own_wind || way->shape == ALL_CHOWS || !t->count[wind]) return 0;
        if (t->count[wind] + (way->trio == SPREAD ? t->wilds : 0) < 3) return 0;
    }
    if (way->shape == ALL_PUNGS) return h->rules->amount[LP_FAN_ALL_PUNGS] && !t->chows && way->trio != CHOW;
    if (way->shape == ALL_CHOWS)
        return h->rules->amount[LP_FAN_ALL_CHOWS] && !t->pungs && way->trio < PUNG && !(t->suits & LP_HONOURS) &&
               (t->tile != LP_NO_TILE || h->won->heaven);
    return 1;
}

static int32_t value_of(const hand_t *h, const way_t *way) {
    int32_t value = worth(h, suit_item(suits_of(h, way))) + worth(h, own_wind_item(h, way));
    if (way->shape != ANY) value += worth(h, way->shape == ALL_CHOWS ? LP_FAN_ALL_CHOWS : LP_FAN_ALL_PUNGS);
    return value + (h->tally.wilds == LP_WILDS_MAX ? worth(h, trio_item(h, way)) : 0);
}

enum { WAYS_MAX = 48 };

/* The ways that are worth a search, from the dearest to the cheapest. */
static size_t list_ways(const hand_t *h, way_t *ways) {
    size_t n = 0;
    for (unsigned trio = SPREAD; trio <= PUNG_OF_OWN_WIND; trio++)
        for (unsigned shape = ANY; shape <= ALL_PUNGS; shape++)
            for (unsigned bits = 0; bits <= 3; bits++) {
                way_t way = {0, (uint8_t)shape, (uint8_t)trio, bits & 1, (uint8_t)(bits >> 1)};
                if (!can_be(h, &way)) continue;
                way.value = value_of(h, &way);
                size_t i = n++;
                for (; i > 0 && ways[i - 1].value < way.value; i--) ways[i] = ways[i - 1];
                ways[i] = way;
            }
    return n;
}

static int try_way(search_t *s, const hand_t *h, const way_t *way) {
    s->count = h->tally.count;
    s->wilds = way->trio == SPREAD ? h->tally.wilds : 0;
    s->shape = way->shape;
    s->own_wind = way->own_wind ? h->won->wind : LP_NO_TILE;
    s->wild_pair = way->mixes && way->trio == SPREAD;
    s->tile = LP_NO_TILE;
    unsigned placed = 1;
    if (way->shape == ALL_CHOWS && h->tally.tile != LP_NO_TILE) {
        s->tile = h->tally.tile;
        placed = s->tile == LP_TILE_WILD && way->trio == CHOW;
    }
    memset(s->failed, 0, sizeof s->failed);
    return find(s, 0, 0, 0, 0, 0, placed);
}

/* ---- the reading ---- */

/* A face for tiles that are all wild: one that the hand's suits leave as the way has them, and not the own wind. */
static uint8_t free_face(const hand_t *h, const way_t *way) {
    unsigned suits = h->tally.suits;
    if (way->mixes) suits ^= suits_of(h, way);
    if (lp_suit_bit(h->won->wild) & suits && h->won->wild != h->won->wind) return h->won->wild;
    for (unsigned suit = 0; suit < 3; suit++)
        if (suits >> suit & 1) return (uint8_t)(9 * suit);
    return h->won->wind == LP_EAST ? LP_EAST + 1 : LP_EAST;
}

static uint8_t lay(const hand_t *h, uint8_t *left, unsigned face) {
    if (!left[face]) return h->won->wild;
    left[face]--;
    return (uint8_t)(h->tally.white && face == h->won->wild ? LP_WHITE : face);
}

static void add_group(const hand_t *h, uint8_t *left, lp_meld_kind_t kind, unsigned face) {
    lp_group_t *group = &h->out->group[h->out->n_groups++];
    group->kind = (uint8_t)kind;
    for (unsigned k = 0; k < 3; k++) {
        group->face[k] = (uint8_t)(kind == LP_CHOW ? face + k : face);
        group->tile[k] = lay(h, left, group->face[k]);
    }
}

static void read_groups(const hand_t *h, const way_t *way, const search_t *s) {
    lp_fan_t *out = h->out;
    uint8_t left[LP_TILE_FACES], none[LP_TILE_FACES] = {0};
    memcpy(left, h->tally.count, sizeof left);
    for (unsigned i = 0; i < LP_TILE_FACES; i++) {
        for (unsigned k = 0; k < s->pungs[i]; k++) add_group(h, left, LP_PUNG, i);
        for (unsigned k = 0; k < s->chows[i]; k++) add_group(h, left, LP_CHOW, i);
    }
    if (way->trio == CHOW) {
        unsigned suits = suits_of(h, way);
        add_group(h, none, LP_CHOW, suits & 1 ? 0 : suits & 2 ? 9 : 18);
    }
    if (way->trio == PUNG) add_group(h, none, LP_PUNG, free_face(h, way));
    if (way->trio == PUNG_OF_OWN_WIND) add_group(h, none, LP_PUNG, h->won->wind);
    for (int k = 0; k < 2; k++) {
        out->pair_face[k] = s->pair == LP_TILE_WILD ? free_face(h, way) : s->pair;
        out->pair_tile[k] = s->pair == LP_TILE_WILD ? h->won->wild : lay(h, left, s->pair);
    }
}

lp_status_t lp_fan(const lp_fan_rules_t *rules, const lp_won_t *won, lp_fan_t *out, lp_error_t *error) {
    if (!rules || !won || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (rules->melds > LP_MELDS_MAX) return lp_fail(error, LP_E_RULES, 0, LP_FIELD_FAN_MELDS, rules->melds);
    hand_t h = {.rules = rules, .won = won, .out = out};
    lp_status_t status = lp_won_check(rules, won, &h.tally, error);
    if (status != LP_OK) return status;
    memset(out, 0, sizeof *out);
    way_t ways[WAYS_MAX];
    size_t n = list_ways(&h, ways);
    search_t s;
    for (size_t i = 0; i < n; i++) {
        if (!try_way(&s, &h, &ways[i])) continue;
        out->win = 1;
        read_groups(&h, &ways[i], &s);
        list_items(&h, &ways[i]);
        return LP_OK;
    }
    if (h.tally.wilds == LP_WILDS_MAX && rules->amount[LP_FAN_THREE_WILDS_DOWN]) {
        out->win = 1;
        add(&h, LP_FAN_THREE_WILDS_DOWN, 1);
    }
    return LP_OK;
}
