/* fan_rules.h - what wins are worth in the two games, as src/lipai/rules has it, for C drivers. */
#ifndef FAN_RULES_H
#define FAN_RULES_H

#include "lipai.h"

static const lp_fan_rules_t SANMEN = {
    .melds = 4,
    .laid = UINT64_C(0xFF) << LP_TILE_FACES,
    .amount = {[LP_FAN_WIN] = 1, [LP_FAN_SELF_DRAW] = 1, [LP_FAN_MIXED_SUIT] = 2, [LP_FAN_PURE_SUIT] = 3,
               [LP_FAN_KONG_DRAW] = 1, [LP_FAN_KONG_DRAW_CONCEALED] = 1, [LP_FAN_FOUR_FLOWERS] = 1},
};
static const lp_fan_rules_t WENCHENG = {
    .melds = 5,
    .wilds = 1,
    .white_as_wild_face = 1,
    .laid = UINT64_C(0x3FF) << 32,
    .kong_tiles = UINT64_C(0x3C3) << 32,
    .amount = {[LP_FAN_WIN] = 1, [LP_FAN_SELF_DRAW] = 1, [LP_FAN_MIXED_SUIT] = 5, [LP_FAN_PURE_SUIT] = 10,
               [LP_FAN_ALL_CHOWS] = 1, [LP_FAN_ALL_PUNGS] = 5, [LP_FAN_OWN_WIND] = 1, [LP_FAN_OWN_WIND_EXPOSED] = 2,
               [LP_FAN_OWN_WIND_CONCEALED] = 3, [LP_FAN_EXPOSED_KONG] = 1, [LP_FAN_CONCEALED_KONG] = 2,
               [LP_FAN_ROBBED_KONG] = 1, [LP_FAN_KONG_DRAW] = 1, [LP_FAN_KONG_DRAW_CONCEALED] = 2,
               [LP_FAN_KONG_TILE] = 1, [LP_FAN_WILD] = 1, [LP_FAN_THREE_WILDS_DOWN] = 5, [LP_FAN_THREE_WILDS] = 9,
               [LP_FAN_WILD_PUNG] = 39, [LP_FAN_HEAVEN] = 10, [LP_FAN_EARTH] = 5},
};

#endif
