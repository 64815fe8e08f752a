/* rulesets.h - the five games as rule sets in C, for the tests and drivers that run without Python.
 *
 * The rule files in src/lipai/rules/ are what the library ships; a test compares these with them by their results. */
#ifndef LP_TEST_RULESETS_H
#define LP_TEST_RULESETS_H

#include "lipai.h"

#include <string.h>

#define THREE (1 << 3)
#define FIVE (1 << 5)
#define EITHER (THREE | FIVE)

/* clang-format off */

#define RANKS_THEN_JOKERS 2, {LP_KEY_RANKS, LP_KEY_FEWER_JOKERS}
#define RANKS_THEN_SUIT 2, {LP_KEY_RANKS, LP_KEY_SUIT_OF_LEADING}
#define LEADING_THEN_SUIT 2, {LP_KEY_LEADING, LP_KEY_SUIT_OF_LEADING}
#define RANKS_ALONE 1, {LP_KEY_RANKS}

static const lp_pile_rules_t SHISANSHUI = {
    .jokers = 2, .joker_model = LP_JOKERS_WILD, .joker_suits = {15, 15},
    .pile_size = {3, 5, 5}, .wheel = LP_WHEEL_SECOND, .suit_weight = {0, 1, 2, 3},
    .n_categories = 10,
    .category = {
        {LP_HIGH_CARD, EITHER, RANKS_THEN_JOKERS},
        {LP_PAIR, EITHER, RANKS_THEN_JOKERS},
        {LP_TWO_PAIR, FIVE, RANKS_THEN_JOKERS},
        {LP_TRIPS, EITHER, RANKS_THEN_JOKERS},
        {LP_STRAIGHT, FIVE, RANKS_THEN_JOKERS},
        {LP_FLUSH, FIVE, RANKS_THEN_JOKERS},
        {LP_FULL_HOUSE, FIVE, RANKS_THEN_JOKERS},
        {LP_QUADS, FIVE, RANKS_THEN_JOKERS},
        {LP_STRAIGHT_FLUSH, FIVE, RANKS_THEN_JOKERS},
        {LP_FIVE_OF_A_KIND, FIVE, RANKS_THEN_JOKERS},
    },
};

static const lp_pile_rules_t BAISHISAN = {
    .pile_size = {3, 5, 5}, .strict = 1, .wheel = LP_WHEEL_LOW, .suit_weight = {1, 0, 2, 3},
    .n_categories = 9,
    .category = {
        {LP_HIGH_CARD, EITHER, RANKS_THEN_SUIT},
        {LP_PAIR, EITHER, RANKS_THEN_SUIT},
        {LP_TWO_PAIR, FIVE, LEADING_THEN_SUIT},
        {LP_TRIPS, EITHER, LEADING_THEN_SUIT},
        {LP_STRAIGHT, FIVE, LEADING_THEN_SUIT},
        {LP_FLUSH, FIVE, LEADING_THEN_SUIT},
        {LP_FULL_HOUSE, FIVE, LEADING_THEN_SUIT},
        {LP_QUADS, FIVE, LEADING_THEN_SUIT},
        {LP_STRAIGHT_FLUSH, FIVE, LEADING_THEN_SUIT},
    },
};

static const lp_pile_rules_t SHISANZHANG = {
    .pile_size = {3, 5, 5}, .strict = 1, .wheel = LP_WHEEL_SECOND, .wheel_led_by_ace = 1, .suit_weight = {1, 0, 2, 3},
    .n_categories = 9,
    .category = {
        {LP_HIGH_CARD, EITHER, RANKS_THEN_SUIT},
        {LP_PAIR, EITHER, RANKS_THEN_SUIT},
        {LP_TWO_PAIR, FIVE, RANKS_THEN_SUIT},
        {LP_TRIPS, EITHER, RANKS_ALONE},
        {LP_STRAIGHT, FIVE, RANKS_THEN_SUIT},
        {LP_FLUSH, FIVE, RANKS_THEN_SUIT},
        {LP_FULL_HOUSE, FIVE, RANKS_ALONE},
        {LP_QUADS, FIVE, RANKS_ALONE},
        {LP_STRAIGHT_FLUSH, FIVE, RANKS_THEN_SUIT},
    },
};

static const lp_pile_rules_t BIJI = {
    .jokers = 2, .joker_model = LP_JOKERS_SUIT, .joker_suits = {1 << 0 | 1 << 3, 1 << 1 | 1 << 2},
    .joker_pair = LP_JOKER_PAIR_LOWEST,
    .pile_size = {3, 3, 3}, .strict = 1, .wheel = LP_WHEEL_LOW, .suit_weight = {0, 1, 3, 2},
    .n_categories = 6,
    .category = {
        {LP_HIGH_CARD, THREE, 3, {LP_KEY_RANKS, LP_KEY_RED_JOKER, LP_KEY_SUIT_OF_LEADING}},
        {LP_PAIR, THREE, 3, {LP_KEY_RANKS, LP_KEY_RED_JOKER, LP_KEY_SUIT_OF_KICKER}},
        {LP_STRAIGHT, THREE, RANKS_THEN_SUIT},
        {LP_FLUSH, THREE, LEADING_THEN_SUIT},
        {LP_STRAIGHT_FLUSH, THREE, RANKS_THEN_SUIT},
        {LP_TRIPS, THREE, RANKS_ALONE},
    },
};

static const lp_pile_rules_t BIJI52 = {
    .pile_size = {3, 3, 3}, .strict = 1, .wheel = LP_WHEEL_LOW, .suit_weight = {1, 0, 2, 3},
    .n_categories = 6,
    .category = {
        {LP_HIGH_CARD, THREE, RANKS_THEN_SUIT},
        {LP_PAIR, THREE, 2, {LP_KEY_RANKS, LP_KEY_SUIT_OF_LARGEST}},
        {LP_STRAIGHT, THREE, RANKS_THEN_SUIT},
        {LP_FLUSH, THREE, RANKS_THEN_SUIT},
        {LP_STRAIGHT_FLUSH, THREE, RANKS_THEN_SUIT},
        {LP_TRIPS, THREE, RANKS_ALONE},
    },
};

/* Stud: not among RULESETS, which have piles. */
#define UP_CARDS(from) (0x3F & ~((1 << (from)) - 1))
static const lp_pile_rules_t WUZHANG = {
    .lowest_rank = 6, .pile_size = {0, 0, 5}, .wheel = LP_WHEEL_LOW, .wheel_led_by_ace = 1, .suit_weight = {1, 0, 2, 3},
    .n_categories = 9,
    .category = {
        {LP_HIGH_CARD, UP_CARDS(1), LEADING_THEN_SUIT},
        {LP_PAIR, UP_CARDS(2), RANKS_THEN_SUIT},
        {LP_TWO_PAIR, UP_CARDS(4), RANKS_THEN_SUIT},
        {LP_TRIPS, UP_CARDS(3), 1, {LP_KEY_LEADING}},
        {LP_STRAIGHT, UP_CARDS(4), LEADING_THEN_SUIT},
        {LP_FLUSH, UP_CARDS(4), RANKS_THEN_SUIT},
        {LP_FULL_HOUSE, FIVE, 1, {LP_KEY_LEADING}},
        {LP_QUADS, UP_CARDS(4), 1, {LP_KEY_LEADING}},
        {LP_STRAIGHT_FLUSH, UP_CARDS(4), LEADING_THEN_SUIT},
    },
};

/* clang-format on */

static const struct ruleset {
    const char *name;
    const lp_pile_rules_t *rules;
} RULESETS[] = {
    {"shisanshui", &SHISANSHUI}, {"baishisan", &BAISHISAN}, {"shisanzhang", &SHISANZHANG},
    {"biji", &BIJI},             {"biji52", &BIJI52},
};
#define N_RULESETS (sizeof RULESETS / sizeof *RULESETS)

static inline const lp_pile_rules_t *ruleset_named(const char *name) {
    for (size_t i = 0; i < N_RULESETS; i++)
        if (!strcmp(name, RULESETS[i].name)) return RULESETS[i].rules;
    return NULL;
}

#endif
