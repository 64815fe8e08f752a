/* mahjong_rows.h - the steps that mahjong_tables.c takes for all vectors at once (mahjong_rows.c). */
#ifndef LP_MAHJONG_ROWS_H
#define LP_MAHJONG_ROWS_H

#include "mahjong.h"

/* By tiles beyond, chows begun at the face before the last, chows begun at the last. */
typedef struct lp_rows_state {
    uint8_t row[LP_BEYOND_MAX + 1][3][3][LP_ROW];
    uint8_t room[LP_ROW]; /* steps reach past the last row */
} lp_rows_state_t;

void lp_rows_start(lp_rows_state_t *state);
/* One face more, of which `count` are held and `limit` can be; for 0 to `beyond` tiles beyond. */
void lp_rows_step(const lp_rows_state_t *from, lp_rows_state_t *to, unsigned beyond, unsigned count, unsigned limit,
                  int chows);
void lp_rows_merge(const uint8_t *a, const uint8_t *b, uint8_t *out);

#endif
