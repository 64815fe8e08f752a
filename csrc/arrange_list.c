/* arrange_list.c - several arrangements of one hand: the best few, and the undominated ones.
 *
 * Both walk all legal splits. The best few are kept sorted in the caller's own array, where a block of candidates is
 * merged at a time: no allocation, and no quadratic insertion however many are asked for. Invariant: out[0..n) is
 * sorted, holds no triple of strengths twice, and of a triple the split of the highest masks seen so far.
 *
 * The undominated ones are found last pile by last pile, strongest first. A split is then dominated exactly if
 * some earlier one has a middle as strong and a first as strong; `reach` keeps the strongest first seen with a middle
 * of at least each rank, so the question is one look-up. What one strength of the last pile adds is a staircase,
 * first piles rising as middles fall, of at most C(13, 3) steps.
 */
#include "arrange.h"

#include <string.h>

#define BLOCK 1024
#define FIVES 1287 /* C(13, 5) */
#define STAIRS 286 /* C(13, 3): a step has a first pile of its own */

typedef struct entry {
    double value;
    uint64_t key;
    uint32_t masks; /* last pile's above middle's: the higher stands for its triple */
} entry_t;

static int is_below(const entry_t *a, const entry_t *b) {
    if (a->value != b->value) return a->value < b->value;
    if (a->key != b->key) return a->key < b->key;
    return a->masks < b->masks;
}

/* Descending heap sort: qsort may allocate. */
static void sort_entries(entry_t *entry, size_t n) {
    for (size_t top = n / 2, end = n; end > 1;) {
        entry_t item;
        if (top > 0) {
            item = entry[--top];
        } else {
            item = entry[--end];
            entry[end] = entry[0];
        }
        size_t at = top;
        for (size_t child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && is_below(&entry[child + 1], &entry[child])) child++;
            if (!is_below(&entry[child], &item)) break;
            entry[at] = entry[child];
        }
        entry[at] = item;
    }
}

/* Kept splits hold their masks where their cards will be. */
static entry_t entry_of(const lp_arrangement_t *a) {
    entry_t e = {a->value, lp_split_key(a->strength[0], a->strength[1], a->strength[2]), 0};
    memcpy(&e.masks, a->cards, sizeof e.masks);
    return e;
}

static void keep(lp_arrangement_t *a, const entry_t *e) {
    memset(a, 0, sizeof *a);
    memcpy(a->cards, &e->masks, sizeof e->masks);
    for (int pile = 0; pile < LP_PILES; pile++) a->strength[pile] = (uint16_t)(e->key >> 16 * pile);
    a->value = e->value;
}

static size_t merge_block(lp_arrangement_t *out, size_t n, size_t top, entry_t *block, size_t n_block) {
    size_t fresh = 0;
    sort_entries(block, n_block);
    for (size_t j = 0, i = 0; j < n_block; j++) {
        if (fresh && block[fresh - 1].key == block[j].key) continue;
        entry_t kept = {0, 0, 0};
        for (; i < n; i++) {
            kept = entry_of(&out[i]);
            if (kept.key == block[j].key || is_below(&kept, &block[j])) break;
        }
        if (i < n && kept.key == block[j].key) {
            if (kept.masks < block[j].masks) keep(&out[i], &block[j]);
        } else {
            block[fresh++] = block[j];
        }
    }
    size_t i = n, j = fresh;
    while (i + j > top) {
        entry_t kept = i ? entry_of(&out[i - 1]) : block[0];
        if (j && (!i || is_below(&block[j - 1], &kept))) j--;
        else i--;
    }
    n = i + j;
    for (size_t k = n; j > 0;) {
        entry_t kept = i ? entry_of(&out[i - 1]) : block[0];
        if (i && is_below(&kept, &block[j - 1])) out[--k] = out[--i];
        else keep(&out[--k], &block[--j]);
    }
    return n;
}

lp_status_t lp_arrange(const lp_piles_t *p, const lp_utilities_t *u, const uint8_t *cards, size_t top,
                       lp_arrangement_t *out, size_t *n_out, lp_error_t *error) {
    if (!p || !cards || !top || !out || !n_out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (u && u->n != p->n_strengths) return lp_fail(error, LP_E_VALUE, 0, 0, (int32_t)u->n);
    lp_hand_t hand;
    lp_status_t status = lp_hand_read(p, cards, &hand, error);
    if (status != LP_OK) return status;
    uint16_t strength[LP_MASKS];
    entry_t block[BLOCK], worst = {0, 0, 0};
    size_t n = 0, n_block = 0;
    unsigned size = p->rules.pile_size[2], all = (1u << p->n_cards) - 1, strict = p->rules.strict;
    lp_hand_strengths(p, &hand, strength);
    for (unsigned last = (1u << size) - 1; last <= all; last = lp_next_mask(last)) {
        unsigned s3 = strength[last];
        lp_deposit_t deposit;
        lp_deposit_init(&deposit, all & ~last);
        for (unsigned small = (1u << size) - 1; small < 1u << (p->n_cards - size); small = lp_next_mask(small)) {
            unsigned middle = lp_deposit_mask(&deposit, small), s2 = strength[middle];
            if (s2 + strict > s3) continue;
            unsigned s1 = strength[all & ~(last | middle)];
            if (s1 + strict > s2) continue;
            entry_t e = {u ? lp_split_value(u, s1, s2, s3) : 0, lp_split_key(s1, s2, s3), last << 16 | middle};
            if (n == top && is_below(&e, &worst)) continue;
            block[n_block++] = e;
            if (n_block < BLOCK) continue;
            n = merge_block(out, n, top, block, n_block);
            worst = entry_of(&out[n - 1]);
            n_block = 0;
        }
    }
    n = merge_block(out, n, top, block, n_block);
    for (size_t i = 0; i < n; i++) {
        uint32_t masks = entry_of(&out[i]).masks;
        lp_split_cards(p, &hand, masks & 0xFFFF, masks >> 16, out[i].cards);
    }
    *n_out = n;
    return LP_OK;
}

/* ---- undominated --------------------------------------------------------------------------------------------- */

typedef struct stairs {
    size_t n;
    entry_t step[STAIRS]; /* middles fall, firsts rise */
} stairs_t;

/* Adds a split unless one step equals or beats it, and drops the steps that it beats. */
static void climb(stairs_t *stairs, const entry_t *e) {
    size_t at = 0, drop;
    unsigned middle = (uint16_t)(e->key >> 16), first = (uint16_t)e->key;
    while (at < stairs->n && (uint16_t)(stairs->step[at].key >> 16) > middle) at++;
    if (at && (uint16_t)stairs->step[at - 1].key >= first) return;
    if (at < stairs->n && stairs->step[at].key == e->key) {
        if (stairs->step[at].masks < e->masks) stairs->step[at].masks = e->masks;
        return;
    }
    if (at < stairs->n && (uint16_t)(stairs->step[at].key >> 16) == middle && (uint16_t)stairs->step[at].key > first)
        return;
    for (drop = at; drop < stairs->n && (uint16_t)stairs->step[drop].key <= first; drop++) {}
    memmove(&stairs->step[at + 1], &stairs->step[drop], (stairs->n - drop) * sizeof stairs->step[0]);
    stairs->step[at] = *e;
    stairs->n += 1 + at - drop;
}

/* Piles of the last size by falling strength; of equals, by falling mask. */
static size_t sort_piles(const uint16_t *strength, unsigned size, unsigned all, uint32_t *pile) {
    size_t n = 0;
    for (unsigned mask = (1u << size) - 1; mask <= all; mask = lp_next_mask(mask))
        pile[n++] = (uint32_t)strength[mask] << 16 | mask;
    for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (size_t i = gap; i < n; i++) {
            uint32_t item = pile[i];
            size_t k = i;
            for (; k >= gap && pile[k - gap] < item; k -= gap) pile[k] = pile[k - gap];
            pile[k] = item;
        }
    return n;
}

lp_status_t lp_pareto(const lp_piles_t *p, const uint8_t *cards, lp_arrangement_t *out, size_t capacity, size_t *n_out,
                      lp_error_t *error) {
    if (!p || !cards || (capacity && !out) || !n_out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_hand_t hand;
    lp_status_t status = lp_hand_read(p, cards, &hand, error);
    if (status != LP_OK) return status;
    uint16_t strength[LP_MASKS], rank[LP_MASKS];
    uint16_t reach[FIVES + 1] = {0}; /* by rank of a middle: 1 + the strongest first seen with one no weaker */
    uint32_t pile[FIVES];
    unsigned size = p->rules.pile_size[2], all = (1u << p->n_cards) - 1, strict = p->rules.strict;
    lp_hand_strengths(p, &hand, strength);
    size_t n_piles = sort_piles(strength, size, all, pile), found = 0;
    for (size_t i = 0, r = 0; i < n_piles; i++) { /* rank 0 is the strongest */
        r += i && pile[i] >> 16 != pile[i - 1] >> 16;
        rank[pile[i] & 0xFFFF] = (uint16_t)r;
    }
    for (size_t i = 0; i < n_piles;) {
        unsigned s3 = pile[i] >> 16;
        stairs_t stairs;
        stairs.n = 0;
        for (; i < n_piles && pile[i] >> 16 == s3; i++) {
            unsigned last = pile[i] & 0xFFFF;
            lp_deposit_t deposit;
            lp_deposit_init(&deposit, all & ~last);
            for (unsigned small = (1u << size) - 1; small < 1u << (p->n_cards - size); small = lp_next_mask(small)) {
                unsigned middle = lp_deposit_mask(&deposit, small), s2 = strength[middle];
                unsigned s1 = strength[all & ~(last | middle)];
                if (s2 + strict > s3 || s1 + strict > s2 || s1 < reach[rank[middle]]) continue;
                entry_t e = {0, lp_split_key(s1, s2, s3), last << 16 | middle};
                climb(&stairs, &e);
            }
        }
        for (size_t k = 0; k < stairs.n; k++) {
            const entry_t *step = &stairs.step[k];
            unsigned middle = step->masks & 0xFFFF, first = (uint16_t)step->key;
            if (found < capacity) {
                keep(&out[found], step);
                lp_split_cards(p, &hand, middle, step->masks >> 16, out[found].cards);
            }
            found++;
            for (size_t r = rank[middle]; r <= FIVES && reach[r] <= first; r++) reach[r] = (uint16_t)(first + 1);
        }
    }
    *n_out = found;
    return LP_OK;
}
