/* fan.h - what checking a hand that may have won leaves for counting it. */
#ifndef LP_FAN_H
#define LP_FAN_H

#include "internal.h"

#define LP_WHITE 31
#define LP_EAST 27
#define LP_HONOURS 8u /* the suits that a hand shows: bits 0-2 the numbered ones, bit 3 honours */

typedef struct lp_tally {
    uint8_t count[LP_TILE_FACES + 2]; /* natural concealed tiles by the face they play; the search looks two ahead */
    uint8_t wilds, suits;             /* suits of natural tiles and melds */
    uint8_t tile;                     /* the winning tile's face, LP_TILE_WILD, or LP_NO_TILE */
    uint8_t chows, pungs;             /* claimed melds that are chows, and those that are not */
    uint8_t exposed, concealed;       /* kongs, those of the own wind left out */
    uint8_t own_wind;                 /* lp_fan_item_t of a claimed meld of the own wind, or LP_FAN_ITEMS */
    uint8_t white;                    /* what plays as the wild face lies there as white */
} lp_tally_t;

/* Refuses what is no hand, and what can't have happened. */
lp_status_t lp_won_check(const lp_fan_rules_t *rules, const lp_won_t *won, lp_tally_t *out, lp_error_t *error);

static inline unsigned lp_suit_bit(unsigned face) { return face < LP_EAST ? 1u << face / 9 : LP_HONOURS; }

#endif
