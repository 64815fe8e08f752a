/* deal.h - random deals without state.
 *
 * A deal is a function of seed and number: the random word i of deal d is a hash of both, so any part of a sequence can
 * be dealt anywhere, by any number of threads, and is the same. Invariant: no card is dealt twice.
 */
#ifndef LP_DEAL_H
#define LP_DEAL_H

#include "internal.h"

/* The finaliser of splitmix64. */
static inline uint64_t lp_scramble(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static inline uint64_t lp_random_word(uint64_t key, uint64_t i) {
    return lp_scramble(key + i * UINT64_C(0x9E3779B97F4A7C15));
}

static inline uint64_t lp_deal_key(uint64_t seed, uint64_t number) {
    return lp_scramble(lp_scramble(seed + UINT64_C(0x9E3779B97F4A7C15)) ^ (number * UINT64_C(0xD1342543DE82EF95) + 1));
}

/* The first n of a shuffled deck. */
static inline void lp_shuffle(uint8_t *deck, size_t size, size_t n, uint64_t key) {
    for (size_t i = 0; i < n; i++) {
        uint64_t word = lp_random_word(key, i) >> 32;
        size_t at = i + (size_t)(word * (uint64_t)(size - i) >> 32);
        uint8_t card = deck[at];
        deck[at] = deck[i];
        deck[i] = card;
    }
}

#endif
