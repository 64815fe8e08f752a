/* mahjong.c - hands of counts: checked, then answered for by the tables (mahjong.h), in blocks.
 *
 * A kernel turns a block of rows into vector indices and only says whether all is well; where it is not, rows are looked
 * at one by one for the first that is wrong, so that checking costs good hands next to nothing. The tables are then read
 * in plain loops, whose loads the processor overlaps by itself.
 * Invariant: no table is read for a block before its check.
 */
#include "mahjong.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static const lp_index_fn indexers[] = {
    [LP_ISA_SCALAR] = lp_index_scalar,
#if LP_X86_KERNELS
    [LP_ISA_AVX2] = lp_index_avx2,
    [LP_ISA_AVX512] = lp_index_avx2,
#endif
};

lp_status_t lp_mahjong_new(lp_isa_t isa, lp_mahjong_t **out, lp_error_t *error) {
    if (!out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    *out = NULL;
    lp_status_t status = lp_isa_resolve(&isa);
    if (status != LP_OK) return lp_fail(error, status, 0, 0, (int32_t)isa);
    lp_mahjong_t *mahjong = calloc(1, sizeof *mahjong);
    status = mahjong ? lp_mahjong_tables(mahjong) : LP_E_MEMORY;
    if (status != LP_OK) {
        free(mahjong);
        return lp_fail(error, status, 0, 0, 0);
    }
    mahjong->isa = isa;
    mahjong->index = indexers[isa];
    *out = mahjong;
    return LP_OK;
}

void lp_mahjong_free(lp_mahjong_t *mahjong) { free(mahjong); }

lp_isa_t lp_mahjong_isa(const lp_mahjong_t *mahjong) { return mahjong->isa; }

/* ---- checks ------------------------------------------------------------------------------------------------------- */

lp_status_t lp_counts_check(unsigned melds, const uint8_t *counts, unsigned wilds, const uint8_t *gone,
                          unsigned remainders, int64_t row, lp_error_t *error) {
    unsigned total = wilds;
    for (int32_t f = 0; f < LP_TILE_FACES; f++) {
        int32_t held = counts[f] + (gone ? gone[f] : 0);
        if (held > 4) return lp_fail(error, LP_E_DUPLICATE, row, f, held);
        total += counts[f];
    }
    if (total > 3 * melds + 2 || !(remainders >> total % 3 & 1))
        return lp_fail(error, LP_E_HAND_SIZE, row, 0, (int32_t)total);
    return LP_OK;
}

/* No hand may hold what is gone. Few faces are, so only they are looked at. */
static int none_gone(const lp_gone_t *gone, const uint8_t *counts, size_t n) {
    unsigned over = 0;
    for (size_t i = 0; i < gone->n; i++) {
        const unsigned f = gone->face[i], room = gone->room[i];
        for (size_t h = 0; h < n; h++) over |= counts[h * LP_TILE_FACES + f] > room;
    }
    return !over;
}

lp_status_t lp_block_check(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                           const lp_gone_t *gone, unsigned remainders, size_t first, size_t n, lp_indexed_t *block,
                           lp_error_t *error) {
    /* Bit t: a hand of t tiles is as it should be. */
    const uint32_t any = (remainders & LP_SHORT ? 0x12492u : 0) | (remainders & LP_COMPLETE ? 0x24924u : 0);
    const uint32_t totals = any & ((8u << 3 * melds) - 1);
    counts += first * LP_TILE_FACES;
    wilds = wilds ? wilds + first : NULL;
    int good = m->index(counts, wilds, n, block) && none_gone(gone, counts, n);
    uint32_t each = 1;
    for (size_t h = 0; h < n && good; h++) each &= totals >> block->total[h];
    if (good && each) return LP_OK;
    for (size_t h = 0; h < n; h++) {
        lp_status_t status = lp_counts_check(melds, counts + h * LP_TILE_FACES, wilds ? wilds[h] : 0, gone->counts,
                                           remainders, (int64_t)(first + h), error);
        if (status != LP_OK) return status;
    }
    return LP_OK;
}

lp_status_t lp_gone_read(const uint8_t *counts, lp_gone_t *out, lp_error_t *error) {
    *out = (lp_gone_t){.counts = counts};
    for (int32_t f = 0; counts && f < LP_TILE_FACES; f++) {
        if (counts[f] > 4) return lp_fail(error, LP_E_DUPLICATE, 0, f, counts[f]);
        if (!counts[f]) continue;
        out->face[out->n] = (uint8_t)f;
        out->room[out->n++] = (uint8_t)(4 - counts[f]);
        /* A face that is all gone and no part of a chow is a face that nobody would collect. */
        out->matters |= f < 27 || counts[f] < 4;
    }
    return LP_OK;
}

/* ---- tiles -------------------------------------------------------------------------------------------------------- */

lp_status_t lp_tiles_count_n(const uint8_t *tiles, size_t size, size_t n, const uint8_t map[LP_TILES], uint8_t *counts,
                             uint8_t *wilds, lp_error_t *error) {
    if (!tiles || !map || !counts) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    uint8_t face[256];
    memset(face, LP_NO_TILE, sizeof face);
    for (int32_t t = 0; t < LP_TILES; t++) {
        if (map[t] != LP_NO_TILE && (map[t] > LP_TILE_WILD || (map[t] == LP_TILE_WILD && !wilds)))
            return lp_fail(error, LP_E_VALUE, 0, t, map[t]);
        face[t] = map[t];
    }
    for (size_t h = 0; h < n; h++, tiles += size) {
        uint8_t hand[LP_TILE_WILD + 1] = {0};
        for (size_t i = 0; i < size; i++) {
            uint8_t at = face[tiles[i]];
            if (at == LP_NO_TILE)
                return lp_fail(error, tiles[i] < LP_TILES ? LP_E_NOT_IN_DECK : LP_E_CARD, (int64_t)h, (int32_t)i,
                               tiles[i]);
            if (hand[at]++ == 4) return lp_fail(error, LP_E_DUPLICATE, (int64_t)h, (int32_t)i, tiles[i]);
        }
        memcpy(counts + h * LP_TILE_FACES, hand, LP_TILE_FACES);
        if (wilds) wilds[h] = hand[LP_TILE_WILD];
    }
    return LP_OK;
}

/* ---- wins --------------------------------------------------------------------------------------------------------- */

static ALWAYS_INLINE unsigned win_sum(const lp_mahjong_t *m, const uint32_t *part) {
    return (unsigned)m->win[part[0]] + m->win[part[1]] + m->win[part[2]] + m->win[part[3]];
}

lp_status_t lp_win_n(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                     const uint8_t *gone, size_t n, uint8_t *out, lp_error_t *error) {
    if (!m || !counts || !out || melds > LP_MELDS_MAX) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_gone_t all_gone;
    lp_status_t status = lp_gone_read(gone, &all_gone, error);
    lp_indexed_t block;
    for (size_t first = 0; first < n && status == LP_OK; first += LP_HAND_BLOCK) {
        size_t some = n - first < LP_HAND_BLOCK ? n - first : LP_HAND_BLOCK;
        status = lp_block_check(m, melds, counts, wilds, &all_gone, LP_COMPLETE, first, some, &block, error);
        if (status != LP_OK) break;
        uint8_t *won = out + first;
        if (wilds)
            for (size_t h = 0; h < some; h++)
                won[h] = lp_need_of(win_sum(m, block.part[h])) <= wilds[first + h];
        else
            for (size_t h = 0; h < some; h++) won[h] = lp_need_of(win_sum(m, block.part[h])) == 0;
    }
    return status;
}

lp_status_t lp_win(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, unsigned wilds, const uint8_t *gone,
                   int *out, lp_error_t *error) {
    uint8_t won = 0, wild = (uint8_t)(wilds < 0xFF ? wilds : 0xFF);
    if (!out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = lp_win_n(m, melds, counts, &wild, gone, 1, &won, error);
    *out = won;
    return status;
}

/* ---- shanten ------------------------------------------------------------------------------------------------------ */

void lp_part_rows_by(const lp_mahjong_t *m, uint32_t index, const uint8_t *counts, const uint8_t *gone, unsigned part,
                     unsigned beyond, lp_rows_t *out) {
    unsigned missing = 0;
    for (unsigned f = lp_part_first[part]; f < lp_part_first[part + 1] && gone; f++) missing += gone[f];
    const uint8_t row = m->row[index], none[LP_TILE_FACES] = {0};
    if (missing || m->fifths[row] > 1) { /* two halves would not say it all */
        lp_part_rows(counts, gone ? gone : none, part, beyond, out);
        return;
    }
    const uint8_t(*halves)[LP_ROW] = m->rows[row];
    for (unsigned e = 0; e <= beyond; e++) memcpy(out->allowing[e], halves[e ? LP_FREE : LP_CAPPED], LP_ROW);
}

static unsigned missing_slowly(const lp_mahjong_t *m, const uint32_t *part, const uint8_t *counts, unsigned wilds,
                               const uint8_t *gone, unsigned melds) {
    lp_rows_t rows[LP_PARTS], half[2];
    unsigned beyond = wilds < LP_BEYOND_MAX ? wilds : LP_BEYOND_MAX;
    for (unsigned i = 0; i < LP_PARTS; i++) lp_part_rows_by(m, part[i], counts, gone, i, beyond, &rows[i]);
    lp_rows_join(&rows[0], &rows[1], beyond, &half[0]);
    lp_rows_join(&rows[2], &rows[3], beyond, &half[1]);
    return lp_rows_missing(&half[0], &half[1], beyond, melds);
}

lp_status_t lp_shanten_n(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                         const uint8_t *gone, size_t n, int8_t *out, lp_error_t *error) {
    if (!m || !counts || !out || melds > LP_MELDS_MAX) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_gone_t all_gone;
    lp_status_t status = lp_gone_read(gone, &all_gone, error);
    const unsigned split = m->split;
    lp_indexed_t block;
    for (size_t first = 0; first < n && status == LP_OK; first += LP_HAND_BLOCK) {
        size_t some = n - first < LP_HAND_BLOCK ? n - first : LP_HAND_BLOCK;
        status = lp_block_check(m, melds, counts, wilds, &all_gone, LP_COMPLETE | LP_SHORT, first, some, &block, error);
        for (size_t h = 0; h < some && status == LP_OK; h++) {
            const uint32_t *part = block.part[h];
            unsigned wild = wilds ? wilds[first + h] : 0, wanted = block.total[h] / 3u, missing;
            unsigned a = m->row[part[0]], b = m->row[part[1]], c = m->row[part[2]], d = m->row[part[3]];
            int fifths = wild && (a >= split || b >= split || c >= split || d >= split) &&
                         (unsigned)m->fifths[a] + m->fifths[b] + m->fifths[c] + m->fifths[d] > wild;
            if (all_gone.matters || fifths) {
                missing = missing_slowly(m, part, counts + (first + h) * LP_TILE_FACES, wild, gone, wanted);
            } else {
                const uint16_t *merge = m->merge[wild ? LP_FREE : LP_CAPPED];
                missing = m->missing[wanted][merge[a * LP_ROWS_MAX + b] * LP_MERGED_MAX + merge[c * LP_ROWS_MAX + d]];
            }
            out[first + h] = (int8_t)lp_distance(missing, wild);
        }
    }
    return status;
}

lp_status_t lp_shanten(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, unsigned wilds,
                       const uint8_t *gone, int *out, lp_error_t *error) {
    int8_t shanten = 0;
    uint8_t wild = (uint8_t)(wilds < 0xFF ? wilds : 0xFF);
    if (!out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = lp_shanten_n(m, melds, counts, &wild, gone, 1, &shanten, error);
    *out = shanten;
    return status;
}

/* ---- waits -------------------------------------------------------------------------------------------------------- */

/* Drawing a tile saves one wild tile at most, the one that would have stood for it: two too many, and nothing waits.
 * The sum over all parts decides that, pair included; a part alone does not. */
static uint64_t waits_of(const lp_mahjong_t *m, const uint32_t *part, const uint8_t *counts, unsigned wilds,
                         const uint8_t *gone) {
    unsigned sum = win_sum(m, part);
    uint64_t found = 0;
    if (lp_need_of(sum) > wilds + 1) return 0;
    for (unsigned i = 0; i < LP_PARTS; i++) {
        const uint8_t *entry = m->win + part[i];
        unsigned rest = sum - *entry;
        for (unsigned f = lp_part_first[i]; f < lp_part_first[i + 1]; f++) {
            if (counts[f] + (gone ? gone[f] : 0) >= 4) continue;
            uint64_t waits = lp_need_of(rest + entry[lp_place_of(f)]) <= wilds;
            found |= waits << f;
        }
    }
    return found;
}

lp_status_t lp_waits_n(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                       const uint8_t *gone, size_t n, uint64_t *out, lp_error_t *error) {
    if (!m || !counts || !out || melds > LP_MELDS_MAX) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_gone_t all_gone;
    lp_status_t status = lp_gone_read(gone, &all_gone, error);
    lp_indexed_t block;
    for (size_t first = 0; first < n && status == LP_OK; first += LP_HAND_BLOCK) {
        size_t some = n - first < LP_HAND_BLOCK ? n - first : LP_HAND_BLOCK;
        status = lp_block_check(m, melds, counts, wilds, &all_gone, LP_SHORT, first, some, &block, error);
        for (size_t h = 0; h < some && status == LP_OK; h++)
            out[first + h] = waits_of(m, block.part[h], counts + (first + h) * LP_TILE_FACES,
                                      wilds ? wilds[first + h] : 0, gone);
    }
    return status;
}

lp_status_t lp_waits(const lp_mahjong_t *m, unsigned melds, const uint8_t *counts, unsigned wilds, const uint8_t *gone,
                     uint64_t *out, lp_error_t *error) {
    uint8_t wild = (uint8_t)(wilds < 0xFF ? wilds : 0xFF);
    return lp_waits_n(m, melds, counts, &wild, gone, 1, out, error);
}
