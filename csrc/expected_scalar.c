/* expected_scalar.c - the counting loops of expected value in plain C.
 *
 * They have no branch on cards, so that a compiler makes what it can of them. Invariant: what these loops count is what
 * their AVX counterparts count, number for number; ties are listed in the same order.
 */
#include "field.h"

static void note(lp_ties_t *ties, uint32_t mask, size_t at) {
    ties->mask[ties->n] = mask;
    ties->at[ties->n] = (uint32_t)at;
    ties->n += mask != 0;
}

static size_t weaker(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a, unsigned b, uint32_t at,
                     lp_ties_t *ties) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += (size_t)((first[i] < a) & (middle[i] < b));
    for (size_t i = 0; ties && i < n; i += 32) {
        uint32_t mask = 0;
        for (unsigned k = 0; k < 32 && i + k < n; k++) {
            unsigned x = first[i + k], y = middle[i + k];
            mask |= (uint32_t)((x <= a) & (y <= b) & ((x == a) | (y == b))) << k;
        }
        note(ties, mask, at + i);
    }
    return count;
}

static int64_t cost_of(const uint16_t *first, const uint16_t *middle, const int32_t *cost, size_t n, unsigned a,
                       unsigned b, uint32_t at, lp_ties_t *ties) {
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += cost[i] & -(int32_t)((first[i] > a) & (middle[i] > b));
    for (size_t i = 0; ties && i < n; i += 32) {
        uint32_t mask = 0;
        for (unsigned k = 0; k < 32 && i + k < n; k++) {
            unsigned x = first[i + k], y = middle[i + k];
            mask |= (uint32_t)((x >= a) & (y >= b) & ((x == a) | (y == b))) << k;
        }
        note(ties, mask, at + i);
    }
    return sum;
}

static size_t either(const uint16_t *first, const uint16_t *middle, size_t n, unsigned a, unsigned b) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += (size_t)((first[i] < a) | (middle[i] < b));
    return count;
}

static size_t apart(const uint16_t *masks, const uint16_t *strength, size_t n, unsigned mask, unsigned low,
                    unsigned high, uint16_t *id) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        id[found] = (uint16_t)i;
        found += (size_t)(!(masks[i] & mask) & (strength[i] - low <= high - low));
    }
    return found;
}

/* The larger of eight bytes each, all of them below 128. */
static inline uint64_t larger_bytes(uint64_t a, uint64_t b) {
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t from_b = ((b | high) - a) & high; /* set where b >= a */
    from_b = (from_b - (from_b >> 7)) | from_b;
    return (b & from_b) | (a & ~from_b);
}

static void raise_to(uint8_t *restrict most, const uint8_t *restrict of, size_t n) {
    for (size_t i = 0; i < n; i++) most[i] = most[i] > of[i] ? most[i] : of[i];
}

static void spread(uint8_t most[LP_MASKS]) {
    for (size_t i = 0; i < LP_MASKS; i += 8) { /* the three lowest places within a word, whatever its byte order */
        uint64_t word = 0;
        for (size_t k = 0; k < 8; k++) word |= (uint64_t)most[i + k] << 8 * k;
        word = larger_bytes(word, word << 8 & UINT64_C(0xFF00FF00FF00FF00));
        word = larger_bytes(word, word << 16 & UINT64_C(0xFFFF0000FFFF0000));
        word = larger_bytes(word, word << 32);
        for (size_t k = 0; k < 8; k++) most[i + k] = (uint8_t)(word >> 8 * k);
    }
    for (size_t step = 8; step < LP_MASKS; step *= 2)
        for (size_t i = 0; i < LP_MASKS; i += 2 * step) raise_to(most + i + step, most + i, step);
}

const lp_field_kernels_t lp_field_scalar = {weaker, cost_of, either, apart, spread, lp_rank_subsets_scalar};
