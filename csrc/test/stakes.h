/* stakes.h - settlement rules of the five games in C, for the tests and drivers that run without Python.
 *
 * As with rulesets.h, the rule files in src/lipai/rules/ are what the library ships. */
#ifndef LP_TEST_STAKES_H
#define LP_TEST_STAKES_H

#include "rulesets.h"

/* clang-format off */

/* double_full_house is in the rule file, but switched off: place 6, 6 points */
static const lp_settle_rules_t SHISANSHUI_STAKES = {
    .kind = LP_SETTLE_WATERS, .players_min = 2, .players_max = 4, .fouls = LP_FOULS_REFUSE,
    .water = {
        {1, 1, 1, 3, 1, 1, 1, 1, 1, 1},
        {1, 1, 1, 1, 1, 1, 2, 8, 10, 20},
        {1, 1, 1, 1, 1, 1, 1, 4, 5, 10},
    },
    .gun = LP_GUN_DOUBLE, .run_over = 1, .home_run_players = 4, .home_run_factor = 2,
    .special = {
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

#define POT_BONUSES {                                              \
        [LP_ALL_BLACK] = {.place = 1, .points = 1},                \
        [LP_ALL_RED] = {.place = 2, .points = 1},                  \
        [LP_NINE_RUN] = {.place = 3, .points = 1},                 \
        [LP_QUADS_BONUS] = {.place = 4, .points = 1, .each = 1},   \
        [LP_SWEEP] = {.place = 5, .points = 1},                    \
        [LP_STRAIGHT_FLUSH_HEAD] = {.place = 6, .points = 2},      \
        [LP_THREE_TRIPS] = {.place = 7, .points = 3},              \
    }

static const lp_settle_rules_t BIJI_STAKES = {
    .kind = LP_SETTLE_POTS, .players_min = 2, .players_max = 5, .step = 1, .bonuses = 1, .special = POT_BONUSES,
};
static const lp_settle_rules_t BIJI52_STAKES = {
    .kind = LP_SETTLE_POTS, .players_min = 2, .players_max = 5, .step = 2, .bonuses = 0, .special = POT_BONUSES,
};
static const lp_settle_rules_t BAISHISAN_STAKES = {
    .kind = LP_SETTLE_BANKER, .players_min = 2, .players_max = 4, .fouls = LP_FOULS_PAY,
    .piles_to_win = 2, .pays = 1, .bet_limit = 1,
    .special = {[LP_DRAGON] = {.place = 1, .lowest = 0, .highest = 12}},
};
static const lp_settle_rules_t SHISANZHANG_STAKES = {
    .kind = LP_SETTLE_BANKER, .players_min = 2, .players_max = 4, .fouls = LP_FOULS_PAY,
    .piles_to_win = 2, .pays = 1, .bet_limit = 0,
    .special = {[LP_DRAGON] = {.place = 1, .lowest = 0, .highest = 12}},
};

/* clang-format on */

static const struct stakes {
    const char *name;
    const lp_pile_rules_t *piles;
    const lp_settle_rules_t *rules;
} STAKES[] = {
    {"shisanshui", &SHISANSHUI, &SHISANSHUI_STAKES},    {"baishisan", &BAISHISAN, &BAISHISAN_STAKES},
    {"shisanzhang", &SHISANZHANG, &SHISANZHANG_STAKES}, {"biji", &BIJI, &BIJI_STAKES},
    {"biji52", &BIJI52, &BIJI52_STAKES},
};
#define N_STAKES (sizeof STAKES / sizeof *STAKES)

#endif
