/* mahjong_rows.c - what a part of a hand still misses, for every number of melds and pairs.
 *
 * Faces are walked in ascending order. All that the faces behind us ask of the next two is how many chows began at the
 * last and at the one before it, two at most of each, since three equal chows are three pungs of the same tiles. So a
 * state is, for each pair of such numbers, for each number of tiles beyond what there can be of a face, the row of
 * fewest missing tiles by melds and pairs. One step gives a face its count and the chows, pungs and pair that use it.
 * Invariant: values stay at LP_NEVER or below, and LP_NEVER is what can't be had.
 */
#include "mahjong_rows.h"

#include <string.h>

/* Rows moved up by so many melds: what would leave the half of a row must not come back in the other. */
static const uint8_t guard[4][LP_ROW] = {
#define NO LP_NEVER
    {0, 0, 0, 0, 0, 0, NO, NO, 0, 0, 0, 0, 0, 0, NO, NO},
    {0, 0, 0, 0, 0, NO, NO, NO, 0, 0, 0, 0, 0, NO, NO, NO},
    {0, 0, 0, 0, NO, NO, NO, NO, 0, 0, 0, 0, NO, NO, NO, NO},
    {0, 0, 0, NO, NO, NO, NO, NO, 0, 0, 0, NO, NO, NO, NO, NO},
#undef NO
};

/* to = min(to, from with more melds and missing tiles). Reaches into the row after `to`, but with values that are no
 * less than any there. */
static ALWAYS_INLINE void add_melds(uint8_t *restrict to, const uint8_t *restrict from, unsigned melds,
                                    unsigned missing) {
    const uint8_t *keep = guard[melds];
    to += melds;
    for (unsigned i = 0; i < LP_ROW; i++) {
        uint8_t value = (uint8_t)((from[i] | keep[i]) + missing);
        to[i] = to[i] < value ? to[i] : value;
    }
}

/* The same, and a pair. */
static ALWAYS_INLINE void add_pair(uint8_t *restrict to, const uint8_t *restrict from, unsigned melds,
                                   unsigned missing) {
    const uint8_t *keep = guard[melds];
    to += LP_PAIRED + melds;
    for (unsigned i = 0; i < LP_PAIRED; i++) {
        uint8_t value = (uint8_t)((from[i] | keep[i]) + missing);
        to[i] = to[i] < value ? to[i] : value;
    }
}

/* Melds and a pair of nothing that is held can be had of some other face, so they are there from the start. (A hand of
 * 17 tiles and the groups that use them touch 27 faces at most beside one such group; 30 are in every game.) */
void lp_rows_start(lp_rows_state_t *state) {
    memset(state, LP_NEVER, sizeof *state);
    for (unsigned e = 0; e <= LP_BEYOND_MAX; e++)
        for (unsigned j = 0; j <= LP_MELDS_MAX; j++) {
            state->row[e][0][0][j] = (uint8_t)(3 * j);
            state->row[e][0][0][LP_PAIRED + j] = (uint8_t)(3 * j + 2);
        }
}

/* Does any hand have this row? They all have it at as many melds as there can be. */
static int there(const uint8_t *row) {
    return row[LP_MELDS_MAX] < LP_NEVER || row[LP_PAIRED + LP_MELDS_MAX] < LP_NEVER;
}

void lp_rows_step(const lp_rows_state_t *from, lp_rows_state_t *to, unsigned beyond, unsigned count, unsigned limit,
                  int chows) {
    memset(to->row, LP_NEVER, (beyond + 1) * sizeof *to->row);
    for (unsigned x = 0; x <= 2; x++)
        for (unsigned y = 0; y <= 2; y++) {
            if (!there(from->row[beyond][x][y])) continue;
            for (unsigned z = 0; z <= (chows ? 2u : 0u); z++) {
                unsigned in_chows = x + y + z, rest = count > in_chows ? count - in_chows : 0;
                unsigned pungs = rest ? 1 + (rest == 4) : 0; /* of four, three and one */
                for (unsigned q = 0; q <= pungs; q++)
                    for (unsigned pair = 0; pair <= (rest > 3 * q); pair++) {
                        unsigned target = in_chows + 3 * q + 2 * pair;
                        unsigned missing = target > count ? target - count : 0;
                        unsigned excess = target > limit ? target - limit : 0;
                        for (unsigned e = excess; e <= beyond; e++) {
                            const uint8_t *row = from->row[e - excess][x][y];
                            if (pair) add_pair(to->row[e][y][z], row, z + q, missing);
                            else add_melds(to->row[e][y][z], row, z + q, missing);
                        }
                    }
            }
        }
    uint8_t *value = &to->row[0][0][0][0];
    for (size_t i = 0; i < (beyond + 1) * sizeof *to->row; i++) value[i] = value[i] < LP_NEVER ? value[i] : LP_NEVER;
}

void lp_part_rows(const uint8_t *counts, const uint8_t *gone, unsigned part, unsigned beyond, lp_rows_t *out) {
    lp_rows_state_t state[2];
    unsigned first = lp_part_first[part], faces = lp_part_first[part + 1] - first;
    lp_rows_start(&state[0]);
    for (unsigned i = 0; i < faces; i++)
        lp_rows_step(&state[i & 1], &state[(i + 1) & 1], beyond, counts[first + i], 4u - gone[first + i],
                     part < 3 && i < 7);
    for (unsigned e = 0; e <= beyond; e++) memcpy(out->allowing[e], state[faces & 1].row[e][0][0], LP_ROW);
}

/* out = min(out, a and b together) */
static void merge_into(const uint8_t *a, const uint8_t *b, uint8_t *out) {
    for (unsigned i = 0; i <= LP_MELDS_MAX; i++)
        for (unsigned j = 0; i + j <= LP_MELDS_MAX; j++) {
            uint8_t plain = (uint8_t)(a[i] + b[j]);
            uint8_t left = (uint8_t)(a[LP_PAIRED + i] + b[j]), right = (uint8_t)(a[i] + b[LP_PAIRED + j]);
            uint8_t paired = left < right ? left : right;
            out[i + j] = plain < out[i + j] ? plain : out[i + j];
            out[LP_PAIRED + i + j] = paired < out[LP_PAIRED + i + j] ? paired : out[LP_PAIRED + i + j];
        }
}

void lp_rows_merge(const uint8_t *a, const uint8_t *b, uint8_t *out) {
    memset(out, LP_NEVER, LP_ROW);
    merge_into(a, b, out);
}

void lp_rows_join(const lp_rows_t *a, const lp_rows_t *b, unsigned beyond, lp_rows_t *out) {
    memset(out, LP_NEVER, (beyond + 1) * LP_ROW);
    for (unsigned e = 0; e <= beyond; e++)
        for (unsigned f = 0; e + f <= beyond; f++) merge_into(a->allowing[e], b->allowing[f], out->allowing[e + f]);
}

unsigned lp_rows_missing(const lp_rows_t *a, const lp_rows_t *b, unsigned beyond, unsigned melds) {
    unsigned least = LP_NEVER;
    for (unsigned e = 0; e <= beyond; e++) {
        const uint8_t *one = a->allowing[e], *other = b->allowing[beyond - e];
        for (unsigned i = 0; i <= melds; i++) {
            unsigned left = (unsigned)one[LP_PAIRED + i] + other[melds - i];
            unsigned right = (unsigned)one[i] + other[LP_PAIRED + melds - i], less = left < right ? left : right;
            least = less < least ? less : least;
        }
    }
    return least;
}
