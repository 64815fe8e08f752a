/* rank_avx512.c - batch ranking, 64 piles at a time, with AVX-512 VBMI.
 *
 * vpermb looks 64 bytes up in a 64-byte table: it puts cards in order, turns card codes into sort codes, asks which
 * suits a card can show and yields the index terms, all without shifting ranks out of codes first.
 * Invariant: lane q of every byte register is pile lane_pile[q], an order from which unpacking bytes to words makes
 * piles 0-31 and 32-63. A card beyond the 64 codes aliases one of them and shows in `raw`; one outside the deck
 * becomes LP_NO_CODE and shows in `most`, or, where codes are not changed, in `least` and `most`.
 */
#include "rank_lanes.h"
#include "x86_target.h"

#if LP_X86_KERNELS

#include <immintrin.h>
#include <string.h>

LP_TARGET_BEGIN(LP_TARGET_AVX512)

#define HANDS 64
#define KERNEL(name) name##_avx512

#include "rank_x86.h"

typedef struct block {
    _Alignas(64) uint16_t index[HANDS];
    uint16_t suits[HANDS]; /* suit weights of the sorted cards, two bits each, the smallest card lowest */
} block_t;

typedef struct lanes {
    __m512i code, shows;
    __m512i low[5], high[5];    /* index terms by sort code */
    __m512i least, most, raw;   /* smallest and largest sort code; every bit of every card */
    __mmask64 distinct;
    uint8_t lowest, highest;    /* what the codes may be */
} lanes_t;

#define EIGHT(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7
#define FOUR(n) n, n, n, n
static const uint8_t lane_pile[64] = {EIGHT(0),  EIGHT(32), EIGHT(8),  EIGHT(40),
                                      EIGHT(16), EIGHT(48), EIGHT(24), EIGHT(56)};
static const uint8_t rank_of[64] = {FOUR(0), FOUR(1), FOUR(2),  FOUR(3),  FOUR(4),  FOUR(5),  FOUR(6),  FOUR(7),
                                    FOUR(8), FOUR(9), FOUR(10), FOUR(11), FOUR(12), FOUR(13), FOUR(14), FOUR(15)};

static ALWAYS_INLINE __m512i bytes(int x) { return _mm512_set1_epi8((char)x); }
static ALWAYS_INLINE __m512i words(int x) { return _mm512_set1_epi16((short)x); }
static ALWAYS_INLINE __m512i add(__m512i a, __m512i b) { return _mm512_add_epi8(a, b); }
static ALWAYS_INLINE __m512i look_up(__m512i table, __m512i at) { return _mm512_permutexvar_epi8(at, table); }
/* bits of a where mask is set, of b elsewhere */
static ALWAYS_INLINE __m512i merge(__m512i mask, __m512i a, __m512i b) {
    return _mm512_ternarylogic_epi64(mask, a, b, 0xCA);
}

static ALWAYS_INLINE __m512i by_code(const uint8_t *by_rank) {
    __m512i row = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)by_rank));
    return _mm512_shuffle_epi8(row, _mm512_loadu_si512(rank_of));
}

static ALWAYS_INLINE void start(lanes_t *l, const lp_piles_t *p, int recoded) {
    l->code = _mm512_loadu_si512(p->code);
    l->shows = _mm512_loadu_si512(p->shows);
    for (int k = 0; k < 5; k++) {
        l->low[k] = by_code(term_low[k]);
        l->high[k] = by_code(term_high[k]);
    }
    l->least = bytes(0xFF);
    l->most = l->raw = bytes(0);
    l->distinct = ~(__mmask64)0;
    l->lowest = p->lowest;
    l->highest = recoded ? HIGHEST_CODE : p->highest;
}

static ALWAYS_INLINE int clean(const lanes_t *l) {
    return l->distinct == ~(__mmask64)0 && !_mm512_cmplt_epu8_mask(l->least, bytes(l->lowest)) &&
           !_mm512_cmpgt_epu8_mask(l->most, bytes(l->highest)) && !_mm512_cmpgt_epu8_mask(l->raw, bytes(63));
}

/* Bit p of a mask is set where p % 5, or p % 3, is one of two remainders or the one. */
#define MOD_5_IS_1_OR_3 0xA5294A5294A5294Au
#define MOD_5_IS_2_OR_3 0xC6318C6318C6318Cu
#define MOD_5_IS_4 0x0842108421084210u
#define MOD_3_IS_1 0x2492492492492492u
#define MOD_3_IS_2 0x4924924924924924u

/* cards[j] = card j of every pile. Byte p of register v is card (64 v + p) mod size, so of the registers' bytes p one
 * is card j: the choice of register rotates with p, by steps of 1, 2 and 4 (15 blends, not 4 for each of 5 cards).
 * Then card j of pile i is byte size * i + j, mod 64, of its register. */
static ALWAYS_INLINE void deal(lanes_t *l, const uint8_t *rows, int size, int recoded, __m512i *cards) {
    __m512i x[5], y[5];
    for (int v = 0; v < size; v++) {
        x[v] = _mm512_loadu_si512(rows + 64 * v);
        if (recoded) l->raw = _mm512_or_si512(l->raw, x[v]);
    }
    const __m512i pile = _mm512_loadu_si512(lane_pile);
    __m512i from = add(pile, add(pile, pile));
    if (size == 5) {
        for (int v = 0; v < 5; v++) y[v] = _mm512_mask_blend_epi8(MOD_5_IS_1_OR_3, x[v], x[(v + 1) % 5]);
        for (int v = 0; v < 5; v++) x[v] = _mm512_mask_blend_epi8(MOD_5_IS_2_OR_3, y[v], y[(v + 2) % 5]);
        for (int v = 0; v < 5; v++) y[v] = _mm512_mask_blend_epi8(MOD_5_IS_4, x[v], x[(v + 4) % 5]);
        from = add(from, add(pile, pile));
    } else {
        for (int v = 0; v < 3; v++) y[v] = _mm512_mask_blend_epi8(MOD_3_IS_1, x[v], x[(v + 2) % 3]);
        for (int v = 0; v < 3; v++) y[v] = _mm512_mask_blend_epi8(MOD_3_IS_2, y[v], x[(v + 1) % 3]);
    }
    /* 64 is -1 mod 5 and 1 mod 3 */
    for (int j = 0; j < size; j++) cards[j] = look_up(y[size == 5 ? (5 - j) % 5 : j], add(from, bytes(j)));
}

#define ORDER(a, b)                             \
    do {                                        \
        __m512i least_ = _mm512_min_epu8(a, b); \
        b = _mm512_max_epu8(a, b);              \
        a = least_;                             \
    } while (0)

static ALWAYS_INLINE void check(lanes_t *l, const __m512i *s, int size, int recoded) {
    if (!recoded) l->least = _mm512_min_epu8(l->least, s[0]);
    l->most = _mm512_max_epu8(l->most, s[size - 1]);
    for (int k = 1; k < size; k++) l->distinct = _mm512_mask_cmpneq_epu8_mask(l->distinct, s[k - 1], s[k]);
}

/* Piles that can show one suit. Jokers sort last and are two at most, so only the last two cards are asked what they
 * can show; the others show one suit each and must be equal. */
static ALWAYS_INLINE __mmask64 find_flushes(const lanes_t *l, const __m512i *s, int size) {
    __m512i both = _mm512_and_si512(look_up(l->shows, s[0]), look_up(l->shows, s[size - 2]));
    __mmask64 flush = _mm512_test_epi8_mask(both, look_up(l->shows, s[size - 1]));
    if (size == 3) return flush;
    __m512i differ = _mm512_ternarylogic_epi64(s[0], s[1], s[2], 0x7E); /* not all three alike */
    return _mm512_mask_testn_epi8_mask(flush, differ, bytes(3));
}

static ALWAYS_INLINE void store_index(const lanes_t *l, const __m512i *s, __mmask64 flush, int size, block_t *b) {
    __m512i low = add(look_up(l->low[0], s[0]), look_up(l->low[1], s[1])), high = bytes(0);
    for (int k = 2; k < size; k++) {
        low = add(low, look_up(l->low[k], s[k]));
        high = add(high, look_up(l->high[k], s[k]));
    }
    const __m512i scale = words(TERM_BASE << 8 | 1), second_half = words(size == 5 ? LP_INDEX5 : LP_INDEX3);
    __m512i first = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(low, high), scale);
    __m512i last = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(low, high), scale);
    __mmask32 flush_first = (__mmask32)_pext_u64(flush, 0x00FF00FF00FF00FFu);
    __mmask32 flush_last = (__mmask32)_pext_u64(flush, 0xFF00FF00FF00FF00u);
    _mm512_store_si512(b->index, _mm512_mask_add_epi16(first, flush_first, first, second_half));
    _mm512_store_si512(b->index + 32, _mm512_mask_add_epi16(last, flush_last, last, second_half));
}

static ALWAYS_INLINE void store_suits(const __m512i *s, int size, block_t *b) {
    const __m512i suit = bytes(3), two_suits = bytes(15);
    __m512i low = merge(suit, s[0], _mm512_slli_epi16(s[1], 2));
    __m512i high = _mm512_and_si512(suit, s[2]), top = bytes(0);
    if (size == 5) {
        high = merge(suit, s[2], _mm512_slli_epi16(s[3], 2));
        top = _mm512_and_si512(suit, s[4]);
    }
    low = merge(two_suits, low, _mm512_slli_epi16(high, 4));
    _mm512_store_si512(b->suits, _mm512_unpacklo_epi8(low, top));
    _mm512_store_si512(b->suits + 32, _mm512_unpackhi_epi8(low, top));
}

static ALWAYS_INLINE void index_block(lanes_t *l, const uint8_t *rows, block_t *b, int size, int suited, int recoded) {
    __m512i s[5];
    deal(l, rows, size, recoded, s);
    if (recoded)
        for (int k = 0; k < size; k++) s[k] = look_up(l->code, s[k]);
    if (size == 5) SORT_FIVE(ORDER, s[0], s[1], s[2], s[3], s[4]);
    else SORT_THREE(ORDER, s[0], s[1], s[2]);
    check(l, s, size, recoded);
    store_index(l, s, find_flushes(l, s, size), size, b);
    if (suited) store_suits(s, size, b);
}

/* 4 * class + the suit at the place: the suits shifted by two bits a place, past them all for LP_NO_PLACE. */
static ALWAYS_INLINE void finish(const block_t *b, uint16_t *out) {
    for (int h = 0; h < HANDS; h += 32) {
        __m512i entry = _mm512_loadu_si512(out + h), suits = _mm512_load_si512(b->suits + h);
        __m512i strength = _mm512_and_si512(_mm512_mulhi_epu16(entry, words(ENTRY_SCALE)), words(~3));
        __m512i part = _mm512_sub_epi16(entry, strength); /* 2 * class + place */
        __m512i twice_place = _mm512_sub_epi16(_mm512_add_epi16(part, part), strength);
        strength = merge(words(3), _mm512_srlv_epi16(suits, twice_place), strength);
        _mm512_storeu_si512(out + h, strength);
    }
}

#include "rank_blocks.h"

LP_TARGET_END

#endif
