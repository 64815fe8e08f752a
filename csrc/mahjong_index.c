/* mahjong_index.c - counts to vector indices in plain C, which every machine has.
 *
 * Eight digits are read as one word and folded: neighbours into bytes of two, those into words of four, those into one
 * number, each time the upper times a power of five; the ninth comes on top. The same words say whether a count is
 * above four, and their bytes add up to the number of tiles.
 * Invariant: what is wrong is only gathered, in `bad`, so that there is no branch a hand.
 */
#include "mahjong.h"

#include <string.h>

#define LOW_BYTES 0x00FF00FF00FF00FFu
#define LOW_WORDS 0x0000FFFF0000FFFFu
#define EACH_BYTE 0x0101010101010101u

static ALWAYS_INLINE uint64_t load(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static ALWAYS_INLINE uint32_t fold(uint64_t digits) {
    digits = (digits & LOW_BYTES) + 5 * (digits >> 8 & LOW_BYTES);
    digits = (digits & LOW_WORDS) + 25 * (digits >> 16 & LOW_WORDS);
    return (uint32_t)digits + 625 * (uint32_t)(digits >> 32);
}

/* The top bit of a byte set where it is above four. */
static ALWAYS_INLINE uint64_t above_four(uint64_t digits) {
    return digits | ((digits & ~(EACH_BYTE << 7)) + 123 * EACH_BYTE);
}

int lp_index_scalar(const uint8_t *counts, const uint8_t *wilds, size_t n, lp_indexed_t *out) {
    uint64_t bad = 0;
    unsigned most = 0;
    for (size_t h = 0; h < n; h++, counts += LP_TILE_FACES) {
        uint64_t m = load(counts), p = load(counts + 9), s = load(counts + 18);
        uint64_t z = load(counts + 26) >> 8; /* the last bamboo makes room */
        unsigned m9 = counts[8], p9 = counts[17], s9 = counts[26];
        uint32_t *part = out->part[h];
        part[0] = fold(m) + 390625 * m9;
        part[1] = fold(p) + 390625 * p9;
        part[2] = fold(s) + 390625 * s9;
        part[3] = LP_SUIT_VECTORS + fold(z);
        bad |= above_four(m) | above_four(p) | above_four(s) | above_four(z) | above_four(m9 | p9 << 8 | s9 << 16);
        unsigned total = (unsigned)((m + p + s + z) * EACH_BYTE >> 56) + m9 + p9 + s9 + (wilds ? wilds[h] : 0u);
        most = total > most ? total : most;
        out->total[h] = (uint8_t)total;
    }
    return !(bad & EACH_BYTE << 7) && most <= LP_HAND_TILES_MAX;
}
