/* rank_x86.h - what the two vector kernels share: the index terms in bytes, and reading the table.
 *
 * An index is a sum of up to five terms of up to 8,568. Byte look-ups are what these instruction sets do best, so a
 * term T is kept as T % 46 and T / 46 and the halves are summed apart. The terms of the two lowest places stay whole
 * in the low half. Invariant: with 46, neither sum leaves a byte: low is at most 14 + 105 + 3 * 45 = 254, high at most
 * 11,627 / 46 = 252; and low + 46 * high fits the signed 16 bits of a multiply-and-add.
 *
 * To be included after the instruction set has been turned on.
 */
#include <immintrin.h>

#define TERM_BASE 46
#define LOW(t) ((t) % TERM_BASE)
#define HIGH(t) ((t) / TERM_BASE)
#define WHOLE(t) (t)
#define NONE(t) 0

/* lp_index_term, each entry through F; a rank code of 15 does not occur and counts 0. */
#define TERMS_0(F) F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9), F(10), F(11), F(12), F(13), F(14), 0
#define TERMS_1(F) \
    F(0), F(1), F(3), F(6), F(10), F(15), F(21), F(28), F(36), F(45), F(55), F(66), F(78), F(91), F(105), 0
#define TERMS_2(F) \
    F(0), F(1), F(4), F(10), F(20), F(35), F(56), F(84), F(120), F(165), F(220), F(286), F(364), F(455), F(560), 0
#define TERMS_3(F)                                                                                              \
    F(0), F(1), F(5), F(15), F(35), F(70), F(126), F(210), F(330), F(495), F(715), F(1001), F(1365), F(1820), \
        F(2380), 0
#define TERMS_4(F)                                                                                               \
    F(0), F(1), F(6), F(21), F(56), F(126), F(252), F(462), F(792), F(1287), F(2002), F(3003), F(4368), F(6188), \
        F(8568), 0

/* Twice over, for AVX2, whose look-ups are in halves: a constant that fills a register is an operand in memory, one
 * that must be doubled first is two instructions in the middle of the loop. */
#define TWICE(terms, F) {terms(F), terms(F)}
static const uint8_t term_low[5][32] = {TWICE(TERMS_0, WHOLE), TWICE(TERMS_1, WHOLE), TWICE(TERMS_2, LOW),
                                        TWICE(TERMS_3, LOW), TWICE(TERMS_4, LOW)};
static const uint8_t term_high[5][32] = {TWICE(TERMS_0, NONE), TWICE(TERMS_1, NONE), TWICE(TERMS_2, HIGH),
                                         TWICE(TERMS_3, HIGH), TWICE(TERMS_4, HIGH)};

/* The entry in every 32-bit lane, in its low half; the high half is the entry behind it (internal.h grants that). The
 * broadcast of a float is the one that GCC leaves alone: others become inserts, which need the shuffle unit. Clang's is a
 * plain load of a float, which may not be at an odd entry. */
static ALWAYS_INLINE __m128i entry_lanes(const uint16_t *table, uint16_t index) {
#if defined(__clang__)
    uint32_t pair;
    memcpy(&pair, table + index, sizeof pair);
    return _mm_set1_epi32((int)pair);
#else
    return _mm_castps_si128(_mm_broadcast_ss((const float *)(const void *)(table + index)));
#endif
}

static ALWAYS_INLINE __m128i four_entries(const uint16_t *table, const uint16_t *index) {
    __m128i low = _mm_blend_epi32(entry_lanes(table, index[0]), entry_lanes(table, index[2]), 2);
    __m128i high = _mm_blend_epi32(entry_lanes(table, index[4]), entry_lanes(table, index[6]), 8);
    return _mm_blend_epi32(low, high, 12);
}

/* Broadcasting loads and blends: neither needs the shuffle unit, which the arithmetic keeps busy. Word inserts do and
 * are slower with AVX-512; 16-bit stores are slower with either. Gathers were up to a third faster on one machine
 * (Sapphire Rapids) and much slower on another (Zen 4), so they are left alone. */
static ALWAYS_INLINE void read_table(const uint16_t *table, const uint16_t *index, uint16_t *out) {
    for (size_t h = 0; h < HANDS; h += 8) {
        __m128i even = four_entries(table, index + h), odd = four_entries(table, index + h + 1);
        _mm_storeu_si128((__m128i *)(out + h), _mm_blend_epi16(even, _mm_slli_epi32(odd, 16), 0xAA));
    }
}
