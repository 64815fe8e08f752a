/* rank_avx2.c - batch ranking, 32 piles at a time, with AVX2.
 *
 * The same steps as with AVX-512, but a byte look-up has 16 entries: ranks are shifted out of the codes first, and
 * what depends on suit or joker is asked by *kind*, 0-3 for the suits and 4 up for jokers: code - 48 where that is
 * larger than code & 3. The tables by kind are therefore the last 16 entries of the tables by card.
 * Invariant: piles 0-15 are in the lower half of a byte register, 16-31 in the upper. A card beyond 63 shows in `raw`;
 * of the others every one outside the deck leaves the sort codes that `least` and `most` allow.
 */
#include "rank_lanes.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>
#include <string.h>

LP_TARGET_BEGIN(LP_TARGET_AVX2)

#define HANDS 32
#define KERNEL(name) name##_avx2

#include "rank_x86.h"

typedef struct block {
    _Alignas(32) uint16_t index[HANDS];
    uint16_t suits[HANDS]; /* suit weights of the sorted cards, two bits each, the smallest card lowest */
} block_t;

typedef struct lanes {
    __m256i recode, shows;           /* by kind: sort code - card code; weights of the suits it can show */
    __m256i least, most, raw, twice; /* smallest and largest sort code; every bit of every card; non-zero: duplicates */
    uint8_t lowest, highest;         /* what the codes may be */
} lanes_t;

static ALWAYS_INLINE __m256i bytes(int x) { return _mm256_set1_epi8((char)x); }
static ALWAYS_INLINE __m256i words(int x) { return _mm256_set1_epi16((short)x); }
static ALWAYS_INLINE __m256i add(__m256i a, __m256i b) { return _mm256_add_epi8(a, b); }
static ALWAYS_INLINE __m256i look_up(__m256i table, __m256i at) { return _mm256_shuffle_epi8(table, at); }
static ALWAYS_INLINE __m256i twofold(const void *sixteen_bytes) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sixteen_bytes));
}
static ALWAYS_INLINE __m256i constant(const uint8_t *x) { return _mm256_loadu_si256((const __m256i *)x); }
static ALWAYS_INLINE __m256i suit_of(__m256i codes) { return _mm256_and_si256(codes, bytes(3)); }
static ALWAYS_INLINE __m256i kind_of(__m256i codes) {
    return _mm256_max_epu8(suit_of(codes), _mm256_subs_epu8(codes, bytes(48)));
}

#define SIXTEEN(F, n)                                                             \
    F(0, n), F(1, n), F(2, n), F(3, n), F(4, n), F(5, n), F(6, n), F(7, n), F(8, n), \
    F(9, n), F(10, n), F(11, n), F(12, n), F(13, n), F(14, n), F(15, n)
#define TWOFOLD(F, n) {SIXTEEN(F, n), SIXTEEN(F, n)}
#define PLUS(p, n) (p) + (n)
#define TIMES_3_PLUS(p, n) (3 * (p) + (n)) % 16
#define TIMES_5_PLUS(p, n) (5 * (p) + (n)) % 16
#define MOD_3_AMONG(p, set) ((set) >> (p) % 3 & 1 ? 0xFF : 0)
#define MOD_5_AMONG(p, set) ((set) >> (p) % 5 & 1 ? 0xFF : 0)

static const uint8_t from_48[16] = {SIXTEEN(PLUS, 48)};
static const uint8_t by_3[3][32] = {TWOFOLD(TIMES_3_PLUS, 0), TWOFOLD(TIMES_3_PLUS, 1), TWOFOLD(TIMES_3_PLUS, 2)};
static const uint8_t by_5[5][32] = {TWOFOLD(TIMES_5_PLUS, 0), TWOFOLD(TIMES_5_PLUS, 1), TWOFOLD(TIMES_5_PLUS, 2),
                                    TWOFOLD(TIMES_5_PLUS, 3), TWOFOLD(TIMES_5_PLUS, 4)};
/* All ones where the place modulo 5 or 3 is one of these remainders. */
static const uint8_t mod_5_is_1_or_3[32] = TWOFOLD(MOD_5_AMONG, 0x0A), mod_5_is_2_or_3[32] = TWOFOLD(MOD_5_AMONG, 0x0C),
                     mod_5_is_4[32] = TWOFOLD(MOD_5_AMONG, 0x10);
static const uint8_t mod_3_is_1[32] = TWOFOLD(MOD_3_AMONG, 2), mod_3_is_2[32] = TWOFOLD(MOD_3_AMONG, 4);

static ALWAYS_INLINE void start(lanes_t *l, const lp_piles_t *p, int recoded) {
    l->recode = _mm256_sub_epi8(twofold(p->code + 48), twofold(from_48));
    l->shows = twofold(p->shows + 48);
    l->least = bytes(0xFF);
    l->most = l->raw = l->twice = bytes(0);
    l->lowest = p->lowest;
    l->highest = recoded ? HIGHEST_CODE : p->highest;
}

static ALWAYS_INLINE int clean(const lanes_t *l) {
    __m256i ok = _mm256_cmpeq_epi8(_mm256_max_epu8(l->least, bytes(l->lowest)), l->least);
    ok = _mm256_and_si256(ok, _mm256_cmpeq_epi8(_mm256_min_epu8(l->most, bytes(l->highest)), l->most));
    ok = _mm256_and_si256(ok, _mm256_cmpeq_epi8(_mm256_min_epu8(l->raw, bytes(63)), l->raw));
    return _mm256_movemask_epi8(_mm256_andnot_si256(l->twice, ok)) == -1;
}

/* cards[j] = card j of every pile. Byte p of register v is card (16 v + p) mod size, so of the registers' bytes p one
 * is card j: the choice of register rotates with p, by steps of 1, 2 and 4 (15 blends, not 4 for each of 5 cards).
 * Then card j of pile i is byte size * i + j, mod 16, of its register. */
static ALWAYS_INLINE void deal(lanes_t *l, const uint8_t *rows, int size, int recoded, __m256i *cards) {
    __m256i x[5], y[5];
    for (int v = 0; v < size; v++) {
        x[v] = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(rows + 16 * v)));
        x[v] = _mm256_inserti128_si256(x[v], _mm_loadu_si128((const __m128i *)(rows + 16 * (size + v))), 1);
        if (recoded) l->raw = _mm256_or_si256(l->raw, x[v]);
    }
    /* 16 is 1 mod 5 and mod 3 */
    if (size == 5) {
        for (int v = 0; v < 5; v++) y[v] = _mm256_blendv_epi8(x[v], x[(v + 4) % 5], constant(mod_5_is_1_or_3));
        for (int v = 0; v < 5; v++) x[v] = _mm256_blendv_epi8(y[v], y[(v + 3) % 5], constant(mod_5_is_2_or_3));
        for (int v = 0; v < 5; v++) y[v] = _mm256_blendv_epi8(x[v], x[(v + 1) % 5], constant(mod_5_is_4));
    } else {
        for (int v = 0; v < 3; v++) y[v] = _mm256_blendv_epi8(x[v], x[(v + 2) % 3], constant(mod_3_is_1));
        for (int v = 0; v < 3; v++) y[v] = _mm256_blendv_epi8(y[v], x[(v + 1) % 3], constant(mod_3_is_2));
    }
    for (int j = 0; j < size; j++) cards[j] = look_up(y[j], constant(size == 5 ? by_5[j] : by_3[j]));
}

#define ORDER(a, b)                             \
    do {                                        \
        __m256i least_ = _mm256_min_epu8(a, b); \
        b = _mm256_max_epu8(a, b);              \
        a = least_;                             \
    } while (0)

static ALWAYS_INLINE void check(lanes_t *l, const __m256i *s, int size) {
    l->least = _mm256_min_epu8(l->least, s[0]);
    l->most = _mm256_max_epu8(l->most, s[size - 1]);
    for (int k = 1; k < size; k++) l->twice = _mm256_or_si256(l->twice, _mm256_cmpeq_epi8(s[k - 1], s[k]));
}

/* All ones for piles that can show one suit. Jokers sort last and are two at most, so only the last two cards are
 * asked what they can show; the others show one suit each and must be equal. */
static ALWAYS_INLINE __m256i find_flushes(const lanes_t *l, const __m256i *s, int size) {
    __m256i shown = look_up(l->shows, suit_of(s[0]));
    for (int k = size - 2; k < size; k++) shown = _mm256_and_si256(shown, look_up(l->shows, kind_of(s[k])));
    if (size == 3) return _mm256_cmpgt_epi8(shown, bytes(0));
    __m256i differ = suit_of(_mm256_or_si256(_mm256_xor_si256(s[0], s[1]), _mm256_xor_si256(s[0], s[2])));
    return _mm256_andnot_si256(_mm256_cmpeq_epi8(shown, bytes(0)), _mm256_cmpeq_epi8(differ, bytes(0)));
}

/* Stores 32 words that were unpacked from bytes by halves. */
static ALWAYS_INLINE void store_words(uint16_t *to, __m256i low, __m256i high) {
    _mm_store_si128((__m128i *)to, _mm256_castsi256_si128(low));
    _mm_store_si128((__m128i *)(to + 8), _mm256_castsi256_si128(high));
    _mm_store_si128((__m128i *)(to + 16), _mm256_extracti128_si256(low, 1));
    _mm_store_si128((__m128i *)(to + 24), _mm256_extracti128_si256(high, 1));
}

static ALWAYS_INLINE void store_index(const __m256i *s, __m256i flush, int size, block_t *b) {
    __m256i low = bytes(0), high = bytes(0);
    for (int k = 0; k < size; k++) {
        __m256i rank = _mm256_and_si256(_mm256_srli_epi16(s[k], 2), bytes(15));
        low = add(low, k ? look_up(constant(term_low[k]), rank) : rank);
        if (k > 1) high = add(high, look_up(constant(term_high[k]), rank));
    }
    const __m256i scale = words(TERM_BASE << 8 | 1), second_half = words(size == 5 ? LP_INDEX5 : LP_INDEX3);
    __m256i first = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(low, high), scale);
    __m256i last = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(low, high), scale);
    first = _mm256_add_epi16(first, _mm256_and_si256(_mm256_unpacklo_epi8(flush, flush), second_half));
    last = _mm256_add_epi16(last, _mm256_and_si256(_mm256_unpackhi_epi8(flush, flush), second_half));
    store_words(b->index, first, last);
}

static ALWAYS_INLINE void store_suits(const __m256i *s, int size, block_t *b) {
    __m256i low = suit_of(s[0]), top = size == 5 ? suit_of(s[4]) : bytes(0);
    for (int k = 1; k < size && k < 4; k++) low = _mm256_or_si256(low, _mm256_slli_epi16(suit_of(s[k]), 2 * k));
    store_words(b->suits, _mm256_unpacklo_epi8(low, top), _mm256_unpackhi_epi8(low, top));
}

static ALWAYS_INLINE void index_block(lanes_t *l, const uint8_t *rows, block_t *b, int size, int suited, int recoded) {
    __m256i s[5];
    deal(l, rows, size, recoded, s);
    if (recoded)
        for (int k = 0; k < size; k++) s[k] = add(s[k], look_up(l->recode, kind_of(s[k])));
    if (size == 5) SORT_FIVE(ORDER, s[0], s[1], s[2], s[3], s[4]);
    else SORT_THREE(ORDER, s[0], s[1], s[2]);
    check(l, s, size);
    store_index(s, find_flushes(l, s, size), size, b);
    if (suited) store_suits(s, size, b);
}

/* 4 * class + the suit at the place. Words have no shift by lane here: the suits are multiplied so that the one at the
 * place comes to the top, 0 for LP_NO_PLACE. */
static ALWAYS_INLINE void finish(const block_t *b, uint16_t *out) {
    static const uint16_t to_top[8] = {1 << 14, 1 << 12, 1 << 10, 1 << 8, 1 << 6, 1 << 4};
    for (int h = 0; h < HANDS; h += 16) {
        __m256i entry = _mm256_loadu_si256((const __m256i *)(out + h));
        __m256i suits = _mm256_load_si256((const __m256i *)(b->suits + h));
        __m256i strength = _mm256_and_si256(_mm256_mulhi_epu16(entry, words(ENTRY_SCALE)), words(~3));
        __m256i part = _mm256_sub_epi16(entry, strength); /* 2 * class + place */
        __m256i twice_place = _mm256_sub_epi16(_mm256_add_epi16(part, part), strength);
        __m256i both_bytes = _mm256_add_epi16(_mm256_mullo_epi16(twice_place, words(0x0101)), words(0x0100));
        __m256i suit = _mm256_srli_epi16(_mm256_mullo_epi16(suits, look_up(twofold(to_top), both_bytes)), 14);
        _mm256_storeu_si256((__m256i *)(out + h), _mm256_or_si256(strength, suit));
    }
}

#include "rank_blocks.h"

LP_TARGET_END

#endif
