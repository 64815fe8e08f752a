/* reading.c - what a pile is worth under a rule set, read straight off the rules.
 *
 * This is the only place where categories are recognised. It runs when tables are built and when a pile is put in
 * reading order, never per hand of a batch, so it is written for plainness. Invariant: keys of two piles of a game,
 * of either size, compare as the rules compare the piles, suits aside.
 */
#include "internal.h"

#include <string.h>

typedef struct shape {
    uint8_t count[LP_RANK_CODES + 1]; /* by rank value 0-15 */
    uint8_t value[5];                 /* distinct rank values: largest group first, then descending */
    uint8_t n_values;
    uint8_t straight; /* twice the height, 0 if none; odd for a wheel placed second */
    int wheel;
} shape_t;

/* Rank values: 1 joker of the suit model, 2-14 natural, 15 a pair of jokers that counts highest (BJ-11). */
static uint8_t rank_value(uint8_t code) { return code > 12 ? 1 : (uint8_t)(code + 2); }

static void find_straight(const lp_pile_rules_t *rules, const uint8_t *ranks, size_t n, shape_t *s) {
    s->straight = 0;
    s->wheel = 0;
    if (s->n_values != n || ranks[n - 1] > 12) return;
    uint8_t top = ranks[n - 1];
    if (ranks[n - 1] - ranks[0] == (int)n - 1) {
        s->straight = (uint8_t)(2 * (top + 2));
        return;
    }
    uint8_t low = ranks[n - 2];
    if (rules->wheel == LP_WHEEL_NONE || top != 12 || ranks[0] != rules->lowest_rank || low != ranks[0] + n - 2) return;
    s->wheel = 1;
    s->straight = (uint8_t)(rules->wheel == LP_WHEEL_SECOND ? 2 * 14 - 1 : 2 * (low + 2));
}

/* With grouped = 0 two jokers of the suit model stay apart, as they do in a flush. */
static void find_shape(const lp_pile_rules_t *rules, const uint8_t *ranks, size_t n, int grouped, shape_t *s) {
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < n; i++) s->count[rank_value(ranks[i])]++;
    uint8_t apart = 0;
    if (s->count[1] == 2) {
        if (!grouped || rules->joker_pair == LP_JOKER_PAIR_NONE) {
            s->count[1] = apart = 1;
        } else if (rules->joker_pair == LP_JOKER_PAIR_HIGHEST) {
            s->count[15] = 2;
            s->count[1] = 0;
        }
    }
    for (int v = 15; v >= 1; v--) {
        if (!s->count[v]) continue;
        size_t k = s->n_values++;
        for (; k > 0 && s->count[s->value[k - 1]] < s->count[v]; k--) s->value[k] = s->value[k - 1];
        s->value[k] = (uint8_t)v;
    }
    if (apart) s->value[s->n_values++] = 1;
    find_straight(rules, ranks, n, s);
}

static int holds(const shape_t *s, int category, int flush) {
    int c0 = s->count[s->value[0]];
    int c1 = s->n_values > 1 ? s->count[s->value[1]] : 0;
    switch (category) {
    case LP_HIGH_CARD: return 1;
    case LP_PAIR: return c0 >= 2;
    case LP_TWO_PAIR: return c0 >= 2 && c1 >= 2;
    case LP_TRIPS: return c0 >= 3;
    case LP_STRAIGHT: return s->straight != 0;
    case LP_FLUSH: return flush;
    case LP_FULL_HOUSE: return c0 >= 3 && c1 >= 2;
    case LP_QUADS: return c0 >= 4;
    case LP_STRAIGHT_FLUSH: return flush && s->straight != 0;
    case LP_FIVE_OF_A_KIND: return c0 >= 5;
    default: return 0;
    }
}

static int is_straight(int category) { return category == LP_STRAIGHT || category == LP_STRAIGHT_FLUSH; }

static uint64_t ranks_key(const shape_t *s, int category, size_t used) {
    if (is_straight(category)) return s->straight;
    uint64_t key = 0;
    for (size_t i = 0; i < used; i++) key = key << 5 | (i < s->n_values ? s->value[i] : 0u);
    return key;
}

/* Place of the last card whose rank has this value: cards of a rank ascend by suit, so it is the best suited one. */
static uint8_t place_of(const uint8_t *ranks, size_t n, uint8_t value) {
    for (size_t i = n; i-- > 0;)
        if (rank_value(ranks[i]) == value || (value == 15 && ranks[i] > 12)) return (uint8_t)i;
    return LP_NO_PLACE;
}

static uint8_t suit_place(const lp_pile_rules_t *rules, const shape_t *s, int category, int key, const uint8_t *ranks,
                          size_t n) {
    if (is_straight(category)) /* the ace tops every straight that holds it, but for a wheel led by its low card */
        return (uint8_t)(s->wheel && !rules->wheel_led_by_ace ? n - 2 : n - 1);
    switch (key) {
    case LP_KEY_SUIT_OF_LEADING: return place_of(ranks, n, s->value[0]);
    case LP_KEY_SUIT_OF_KICKER: return s->n_values > 1 ? place_of(ranks, n, s->value[1]) : LP_NO_PLACE;
    default: { /* LP_KEY_SUIT_OF_LARGEST */
        uint8_t largest = 0;
        for (size_t i = 0; i < s->n_values; i++)
            if (s->value[i] > largest) largest = s->value[i];
        return place_of(ranks, n, largest);
    }
    }
}

/* Bits a key takes, the same in every pile of a category. */
static unsigned key_width(int key) {
    switch (key) {
    case LP_KEY_RANKS: return 25;
    case LP_KEY_LEADING: return 5;
    case LP_KEY_FEWER_JOKERS:
    case LP_KEY_RED_JOKER: return 2;
    default: return 0;
    }
}

static lp_reading_t read_as(const lp_pile_rules_t *rules, const uint8_t *ranks, size_t n, int flush) {
    shape_t s;
    find_shape(rules, ranks, n, !flush, &s);
    size_t c = rules->n_categories;
    while (c-- > 1)
        if ((rules->category[c].sizes >> n & 1) && holds(&s, rules->category[c].category, flush)) break;
    const lp_category_rule_t *rule = &rules->category[c];
    uint64_t key = c;
    uint8_t place = LP_NO_PLACE;
    unsigned width = 0, jokers = 0, red = 0;
    for (size_t i = 0; i < n; i++) {
        jokers += ranks[i] > 12;
        red |= ranks[i] == 14;
    }
    for (size_t i = 0; i < rule->n_keys; i++) {
        uint64_t part = 0;
        switch (rule->key[i]) {
        case LP_KEY_RANKS: part = ranks_key(&s, rule->category, 5); break;
        case LP_KEY_LEADING: part = ranks_key(&s, rule->category, 1); break;
        case LP_KEY_FEWER_JOKERS: part = 2 - jokers; break;
        case LP_KEY_RED_JOKER: part = jokers ? 1 + red : 0; break;
        default: place = suit_place(rules, &s, rule->category, rule->key[i], ranks, n);
        }
        key = key << key_width(rule->key[i]) | part;
        width += key_width(rule->key[i]);
    }
    return (lp_reading_t){key << (56 - width), rule->category, place};
}

lp_reading_t lp_read_ranks(const lp_pile_rules_t *rules, const uint8_t *ranks, size_t n, int flush) {
    lp_reading_t best = read_as(rules, ranks, n, 0);
    for (size_t i = 1; i < n; i++) /* a flush has different ranks (SSS-8) */
        if (ranks[i] == ranks[i - 1] && ranks[i] <= 12) return best;
    if (flush) {
        lp_reading_t suited = read_as(rules, ranks, n, 1);
        if (suited.key > best.key) best = suited;
    }
    return best;
}

size_t lp_key_category(uint64_t key) { return (size_t)(key >> 56); }

uint64_t lp_joker_unit(const lp_pile_rules_t *rules, uint64_t key) {
    const lp_category_rule_t *rule = &rules->category[lp_key_category(key)];
    unsigned width = 0;
    for (size_t i = 0; i < rule->n_keys; i++) {
        width += key_width(rule->key[i]);
        if (rule->key[i] == LP_KEY_FEWER_JOKERS) return (uint64_t)1 << (56 - width);
    }
    return 0;
}
