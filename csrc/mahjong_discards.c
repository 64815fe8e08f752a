/* mahjong_discards.c - what each discard leaves, and which draws then bring the hand nearer.
 *
 * A discard changes one part of the hand and a draw another or the same, so of the four parts two are looked up anew at
 * most, and of the two merged halves often one. The row that a draw gives an otherwise unchanged part is found once for
 * all discards, and a draw that leaves the row as it was brings nothing.
 * Where a fifth copy could matter, or tiles are gone that the tables don't know of, the same is done with rows
 * themselves in place of their numbers.
 * Invariant: both ways give the same answers wherever both apply.
 */
#include "mahjong.h"

#include <string.h>

typedef struct hand {
    const lp_mahjong_t *mahjong;
    const uint8_t *counts, *gone;
    const uint32_t *part;
    unsigned wilds, melds;
    uint8_t left[LP_TILE_FACES]; /* tiles that can be drawn and are not seen */
} hand_t;

typedef struct answer {
    uint64_t *accepts;
    int8_t *shanten;
    uint8_t *count;
} answer_t;

static void put(const answer_t *out, unsigned discard, int shanten, uint64_t accepts, unsigned count) {
    out->shanten[discard] = (int8_t)shanten;
    out->accepts[discard] = accepts;
    out->count[discard] = (uint8_t)count;
}

/* ---- by numbers of rows -------------------------------------------------------------------------------------------- */

typedef struct drawn {
    uint8_t row[LP_TILE_FACES];   /* of its part, with the face drawn */
    uint16_t half[LP_TILE_FACES]; /* of its half of the hand: characters and dots, or bamboo and honours */
} drawn_t;

/* One discard, or a wild tile. `drawn` is of the whole hand. */
static void discard_fast(const hand_t *hand, const drawn_t *drawn, const uint8_t *row, unsigned discard,
                         const answer_t *out) {
    const lp_mahjong_t *m = hand->mahjong;
    const unsigned wild = discard == LP_TILE_WILD, wilds = hand->wilds - wild;
    const unsigned own = wild ? LP_PARTS : lp_part_of(discard), own_half = own / 2;
    const uint16_t *merge = m->merge[wilds ? LP_FREE : LP_CAPPED];
    const uint8_t *missing = m->missing[hand->melds];
    uint8_t now[LP_PARTS];
    memcpy(now, row, sizeof now);
    const uint8_t *entry = NULL;
    if (!wild) {
        entry = m->row + (hand->part[own] - lp_place_of(discard));
        now[own] = *entry;
    }
    const unsigned half[2] = {merge[now[0] * LP_ROWS_MAX + now[1]], merge[now[2] * LP_ROWS_MAX + now[3]]};
    const unsigned least = missing[half[0] * LP_MERGED_MAX + half[1]];
    uint64_t accepts = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < LP_PARTS && least > wilds; i++) {
        const unsigned other = half[1 - i / 2], partner = now[i ^ 1];
        const uint8_t *from = missing + (i < 2 ? other : other * LP_MERGED_MAX);
        const unsigned step = i < 2 ? LP_MERGED_MAX : 1;
        for (unsigned f = lp_part_first[i]; f < lp_part_first[i + 1]; f++) {
            unsigned merged;
            if (i == own) merged = merge[entry[hand->left[f] ? lp_place_of(f) : 0] * LP_ROWS_MAX + partner];
            else if (i / 2 == own_half) merged = merge[drawn->row[f] * LP_ROWS_MAX + partner];
            else merged = drawn->half[f];
            unsigned accepted = hand->left[f] && from[merged * step] < least;
            accepts |= (uint64_t)accepted << f;
            count += accepted ? hand->left[f] : 0;
        }
    }
    put(out, discard, lp_distance(least, wilds), accepts, count);
}

static void discards_fast(const hand_t *hand, const answer_t *out) {
    const lp_mahjong_t *m = hand->mahjong;
    drawn_t drawn[2]; /* with all the wild tiles; with one fewer */
    uint8_t row[LP_PARTS];
    for (unsigned i = 0; i < LP_PARTS; i++) row[i] = m->row[hand->part[i]];
    for (unsigned fewer = 0; fewer <= (hand->wilds == 1); fewer++) {
        const uint16_t *merge = m->merge[hand->wilds - fewer ? LP_FREE : LP_CAPPED];
        for (unsigned f = 0; f < LP_TILE_FACES; f++) {
            unsigned i = lp_part_of(f);
            /* No fifth tile is ever drawn; the place of one could lie outside the table. */
            uint8_t with = m->row[hand->part[i] + (hand->counts[f] < 4 ? lp_place_of(f) : 0)];
            drawn[fewer].row[f] = with;
            drawn[fewer].half[f] = merge[with * LP_ROWS_MAX + row[i ^ 1]];
        }
    }
    for (unsigned f = 0; f < LP_TILE_FACES; f++)
        if (hand->counts[f]) discard_fast(hand, &drawn[0], row, f, out);
    if (hand->wilds) discard_fast(hand, &drawn[hand->wilds == 1], row, LP_TILE_WILD, out);
}

/* ---- by rows themselves -------------------------------------------------------------------------------------------- */

static void discards_slow(const hand_t *hand, const answer_t *out, unsigned first, unsigned end) {
    const lp_mahjong_t *m = hand->mahjong;
    for (unsigned discard = first; discard < end; discard++) {
        const unsigned wild = discard == LP_TILE_WILD;
        if (!(wild ? hand->wilds : hand->counts[discard])) continue;
        const unsigned wilds = hand->wilds - wild, beyond = wilds < LP_BEYOND_MAX ? wilds : LP_BEYOND_MAX;
        uint8_t counts[LP_TILE_FACES];
        uint32_t part[LP_PARTS];
        lp_rows_t rows[LP_PARTS], half[2], drawn, joined;
        memcpy(counts, hand->counts, sizeof counts);
        memcpy(part, hand->part, sizeof part);
        if (!wild) {
            counts[discard]--;
            part[lp_part_of(discard)] -= lp_place_of(discard);
        }
        for (unsigned i = 0; i < LP_PARTS; i++) lp_part_rows_by(m, part[i], counts, hand->gone, i, beyond, &rows[i]);
        lp_rows_join(&rows[0], &rows[1], beyond, &half[0]);
        lp_rows_join(&rows[2], &rows[3], beyond, &half[1]);
        const unsigned least = lp_rows_missing(&half[0], &half[1], beyond, hand->melds);
        uint64_t accepts = 0;
        unsigned count = 0;
        for (unsigned f = 0; f < LP_TILE_FACES && least > wilds; f++) {
            if (!hand->left[f]) continue;
            const unsigned i = lp_part_of(f);
            counts[f]++;
            lp_part_rows_by(m, part[i] + lp_place_of(f), counts, hand->gone, i, beyond, &drawn);
            counts[f]--;
            if (!memcmp(&drawn, &rows[i], (beyond + 1) * LP_ROW)) continue;
            lp_rows_join(&drawn, &rows[i ^ 1], beyond, &joined);
            if (lp_rows_missing(&joined, &half[1 - i / 2], beyond, hand->melds) >= least) continue;
            accepts |= (uint64_t)1 << f;
            count += hand->left[f];
        }
        put(out, discard, lp_distance(least, wilds), accepts, count);
    }
}

/* ---- hands --------------------------------------------------------------------------------------------------------- */

/* No fewer than the fifth copies that the rows of a hand have a use for after a draw (mahjong.h): those of faces held
 * four times, and of one that a draw makes four. */
static unsigned fifths_of(const uint8_t *counts) {
    unsigned n = 0, drawn = 0;
    for (unsigned i = 0; i < LP_PARTS; i++) {
        const unsigned each = i < 3 ? 1 : 2;
        unsigned fours = 0;
        for (unsigned f = lp_part_first[i]; f < lp_part_first[i + 1]; f++) {
            fours += counts[f] == 4;
            drawn = counts[f] == 3 && each > drawn ? each : drawn;
        }
        n += i < 3 ? fours > 0 : each * fours;
    }
    return n + drawn;
}

static void discards_of(hand_t *hand, const uint8_t *seen, int gone_matters, const answer_t *out) {
    for (unsigned f = 0; f < LP_TILE_FACES; f++) {
        unsigned known = hand->counts[f] + (hand->gone ? hand->gone[f] : 0u) + (seen ? seen[f] : 0u);
        hand->left[f] = (uint8_t)(known < 4 ? 4 - known : 0);
    }
    memset(out->accepts, 0, LP_DISCARDS * sizeof *out->accepts);
    memset(out->shanten, LP_NO_SHANTEN, LP_DISCARDS);
    memset(out->count, 0, LP_DISCARDS);
    /* Where no wild tile is left none stands for a fifth copy, and with one for each there is nothing to share. */
    const unsigned fifths = hand->wilds ? fifths_of(hand->counts) : 0;
    if (gone_matters || fifths > hand->wilds) {
        discards_slow(hand, out, 0, LP_DISCARDS);
        return;
    }
    discards_fast(hand, out);
    if (hand->wilds > 1 && fifths > hand->wilds - 1) discards_slow(hand, out, LP_TILE_WILD, LP_DISCARDS);
}

lp_status_t lp_discards_n(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                          const uint8_t *gone, const uint8_t *seen, size_t n, int8_t *shanten, uint64_t *accepts,
                          uint8_t *count, lp_error_t *error) {
    if (!m || !counts || !shanten || !accepts || !count || melds > LP_MELDS_MAX)
        return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_gone_t all_gone;
    lp_status_t status = lp_gone_read(gone, &all_gone, error);
    lp_indexed_t block;
    for (size_t first = 0; first < n && status == LP_OK; first += LP_HAND_BLOCK) {
        size_t some = n - first < LP_HAND_BLOCK ? n - first : LP_HAND_BLOCK;
        status = lp_block_check(m, melds, counts, wilds, &all_gone, LP_COMPLETE, first, some, &block, error);
        for (size_t h = 0; h < some && status == LP_OK; h++) {
            size_t row = first + h;
            hand_t hand = {.mahjong = m, .counts = counts + row * LP_TILE_FACES, .gone = gone, .part = block.part[h],
                           .wilds = wilds ? wilds[row] : 0, .melds = block.total[h] / 3u};
            answer_t out = {accepts + row * LP_DISCARDS, shanten + row * LP_DISCARDS, count + row * LP_DISCARDS};
            discards_of(&hand, seen ? seen + row * LP_TILE_FACES : NULL, all_gone.matters, &out);
        }
    }
    return status;
}

lp_status_t lp_discards(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, unsigned wilds,
                        const uint8_t *gone, const uint8_t *seen, lp_discards_t *out, lp_error_t *error) {
    uint8_t wild = (uint8_t)(wilds < 0xFF ? wilds : 0xFF);
    if (!out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    return lp_discards_n(m, melds, counts, &wild, gone, seen, 1, out->shanten, out->accepts, out->count, error);
}
