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


/* Subsets of a pile's places from masks over its numbered places: the deposit of a small mask into a large one. */
typedef struct lp_deposit {
    uint16_t low[16], high[16];
} lp_deposit_t;

static inline void lp_deposit_init(lp_deposit_t *deposit, unsigned places) {
    uint16_t bit[8];
    for (unsigned i = 0; i < 8; i++) {
        bit[i] = (uint16_t)(places & (~places + 1u));
        places &= places - 1;
    }
    deposit->low[0] = deposit->high[0] = 0;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 1u << i; k++) {
            deposit->low[(1u << i) + k] = (uint16_t)(deposit->low[k] | bit[i]);
            deposit->high[(1u << i) + k] = (uint16_t)(deposit->high[k] | bit[i + 4]);
        }
}

static inline unsigned lp_deposit_mask(const lp_deposit_t *deposit, unsigned small) {
    return (unsigned)deposit->low[small & 15] | deposit->high[small >> 4];
}

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

/* Last piles by falling strength; of equals, by falling mask. Two passes of a stable counting sort by one byte of the
 * strength each, begun in the order of falling masks. */
static void sort_lasts(const lp_subsets_t *subsets, const uint16_t *strength, uint32_t *pile) {
    uint32_t other[LP_SUBSETS5], *from = other, *to = pile;
    size_t n = subsets->n_last;
    for (size_t i = 0; i < n; i++) {
        unsigned mask = subsets->last[n - 1 - i];
        from[i] = (uint32_t)strength[mask] << 16 | mask;
    }
    for (unsigned shift = 16; shift < 32; shift += 8) {
        uint16_t start[257] = {0}; /* start[b]: where byte 255 - b goes */
        for (size_t i = 0; i < n; i++) start[256 - (from[i] >> shift & 255)]++;
        for (size_t b = 1; b < 257; b++) start[b] = (uint16_t)(start[b] + start[b - 1]);
        for (size_t i = 0; i < n; i++) to[start[255 - (from[i] >> shift & 255)]++] = from[i];
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    memcpy(pile, other, n * sizeof *pile);
}

static lp_arrangement_t arrangement(const lp_piles_t *p, const lp_hand_t *hand, const lp_split_t *split) {
    lp_arrangement_t a = {{0}, {0}, split->value};
    memcpy(a.strength, split->strength, sizeof a.strength);
    lp_split_cards(p, hand, split->middle, split->last, a.cards);
    return a;
}

lp_status_t lp_arrange(const lp_piles_t *p, const lp_utilities_t *u, const uint8_t *cards, size_t top,
                       lp_arrangement_t *out, size_t *n_out, lp_error_t *error) {
    if (!p || !cards || !top || !out || !n_out || lp_is_stud(&p->rules)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (u && u->n != p->n_strengths) return lp_fail(error, LP_E_VALUE, 0, 0, (int32_t)u->n);
    lp_hand_t hand;
    lp_status_t status = lp_hand_read(p, cards, &hand, error);
    if (status != LP_OK) return status;
    if (top == 1) {
        lp_split_t best;
        *n_out = (size_t)p->split_best(p, u, &hand, &best);
        if (*n_out) *out = arrangement(p, &hand, &best);
        return LP_OK;
    }
    const lp_subsets_t *subsets = &p->subsets;
    uint16_t strength[LP_MASKS];
    uint32_t pile[LP_SUBSETS5];
    entry_t block[BLOCK], worst = {0, 0, 0};
    size_t n = 0, n_block = 0, full = top < BLOCK / 4 ? 2 * top + LP_MIDDLES : BLOCK;
    unsigned strict = p->rules.strict;
    lp_hand_strengths(p, &hand, strength);
    sort_lasts(subsets, strength, pile);
    for (size_t i = 0; i < subsets->n_last; i++) {
        unsigned last = pile[i] & 0xFFFF, s3 = pile[i] >> 16;
        double value = u ? u->value[2][s3] : 0;
        if (n == top) { /* from here on only what is no worse than the worst kept */
            if (u ? u->whole.most[s3] < worst.value : s3 < worst.key >> 32) break;
            if (u && u->rest.most[s3] + value < worst.value) continue;
        }
        lp_deposit_t deposit;
        lp_deposit_init(&deposit, subsets->all & ~last);
        for (size_t k = 0; k < subsets->n_middle; k++) {
            unsigned middle = lp_deposit_mask(&deposit, subsets->middle[k]), s2 = strength[middle];
            if (s2 + strict > s3 || (u && n == top && u->rest.most[s2] + value < worst.value)) continue;
            unsigned s1 = strength[subsets->all & ~(last | middle)];
            if (s1 + strict > s2) continue;
            entry_t e = {u ? lp_split_value(u, s1, s2, s3) : 0, lp_split_key(s1, s2, s3), last << 16 | middle};
            if (n == top && is_below(&e, &worst)) continue;
            block[n_block++] = e;
            if (n_block < full) continue;
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
    entry_t step[LP_SUBSETS3]; /* middles fall, firsts rise, so each has a first pile of its own */
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

lp_status_t lp_pareto(const lp_piles_t *p, const uint8_t *cards, lp_arrangement_t *out, size_t capacity, size_t *n_out,
                      lp_error_t *error) {
    if (!p || !cards || (capacity && !out) || !n_out || lp_is_stud(&p->rules)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_hand_t hand;
    lp_status_t status = lp_hand_read(p, cards, &hand, error);
    if (status != LP_OK) return status;
    uint16_t strength[LP_MASKS], rank[LP_MASKS];
    uint16_t reach[LP_SUBSETS5 + 1] = {0}; /* by rank of a middle: 1 + the strongest first seen with one no weaker */
    uint32_t pile[LP_SUBSETS5];
    const lp_subsets_t *subsets = &p->subsets;
    unsigned strict = p->rules.strict;
    lp_hand_strengths(p, &hand, strength);
    sort_lasts(subsets, strength, pile);
    size_t n_piles = subsets->n_last, found = 0;
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
            lp_deposit_init(&deposit, subsets->all & ~last);
            for (size_t k = 0; k < subsets->n_middle; k++) {
                unsigned middle = lp_deposit_mask(&deposit, subsets->middle[k]), s2 = strength[middle];
                unsigned s1 = strength[subsets->all & ~(last | middle)];
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
            for (size_t r = rank[middle]; r < n_piles && reach[r] <= first; r++) reach[r] = (uint16_t)(first + 1);
        }
    }
    *n_out = found;
    return LP_OK;
}
