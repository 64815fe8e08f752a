/* shisanshui.h - 十三水: what src/lipai/rules/shisanshui.toml says, as structs. */
#ifndef SHISANSHUI_H
#define SHISANSHUI_H

#include "lipai.h"

#define ALL_RANKS {LP_KEY_RANKS, LP_KEY_FEWER_JOKERS}
#define BOTH (1 << 3 | 1 << 5)
#define FIVE (1 << 5)

static const lp_pile_rules_t SHISANSHUI = {
    .jokers = 2,
    .pile_size = {3, 5, 5},
    .wheel = LP_WHEEL_SECOND,
    .suit_weight = {0, 1, 2, 3},
    .joker_model = LP_JOKERS_WILD,
    .n_categories = 10,
    .category =
        {
            {LP_HIGH_CARD, BOTH, 2, ALL_RANKS},
            {LP_PAIR, BOTH, 2, ALL_RANKS},
            {LP_TWO_PAIR, FIVE, 2, ALL_RANKS},
            {LP_TRIPS, BOTH, 2, ALL_RANKS},
            {LP_STRAIGHT, FIVE, 2, ALL_RANKS},
            {LP_FLUSH, FIVE, 2, ALL_RANKS},
            {LP_FULL_HOUSE, FIVE, 2, ALL_RANKS},
            {LP_QUADS, FIVE, 2, ALL_RANKS},
            {LP_STRAIGHT_FLUSH, FIVE, 2, ALL_RANKS},
            {LP_FIVE_OF_A_KIND, FIVE, 2, ALL_RANKS},
        },
};

/* Special and settlement rules; ranks are from 0, the two. */
static const lp_settle_rules_t SHISANSHUI_STAKES = {
    .kind = LP_SETTLE_WATERS,
    .players_min = 2,
    .players_max = 4,
    .water =
        {
            [0] = {1, 1, 1, 3, 1, 1, 1, 1, 1, 1},
            [1] = {1, 1, 1, 1, 1, 1, 2, 8, 10, 20},
            [2] = {1, 1, 1, 1, 1, 1, 1, 4, 5, 10},
        },
    .gun = LP_GUN_DOUBLE,
    .run_over = 1,
    .home_run_players = 4,
    .home_run_factor = 2,
    .special =
        {
            [LP_THREE_FLUSHES] = {.place = 1, .points = 3},
            [LP_THREE_STRAIGHTS] = {.place = 2, .points = 3},
            [LP_SIX_PAIRS] = {.place = 3, .points = 3},
            [LP_FIVE_PAIRS_TRIPS] = {.place = 4, .points = 4},
            [LP_FOUR_TRIPS] = {.place = 5, .points = 5},
            [LP_ONE_COLOUR] = {.place = 7, .points = 10},
            [LP_ALL_SMALL] = {.place = 8, .points = 10, .lowest = 0, .highest = 6},
            [LP_ALL_BIG] = {.place = 9, .points = 10, .lowest = 6, .highest = 12},
            [LP_THREE_QUADS] = {.place = 10, .points = 16},
            [LP_THREE_STRAIGHT_FLUSHES] = {.place = 11, .points = 18},
            [LP_TWELVE_ROYALS] = {.place = 12, .points = 24, .lowest = 9, .highest = 12},
            [LP_DRAGON] = {.place = 13, .points = 26, .sweep_factor = 2, .lowest = 0, .highest = 12},
            [LP_SUPREME_DRAGON] = {.place = 14, .points = 52, .sweep_factor = 2, .lowest = 0, .highest = 12},
        },
};

#endif
