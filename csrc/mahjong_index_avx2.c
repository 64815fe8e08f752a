/* mahjong_index_avx2.c - counts to vector indices with AVX2.
 *
 * Sixteen bytes that begin with a part hold its digits; what else they hold gets the weight 0. Multiplying and adding
 * neighbours twice leaves a part as three numbers, which four hands are transposed to add. The honours are the second
 * half of the bytes that begin with bamboo, so that no load leaves the row.
 * Invariant: counts up to 127 don't overflow on the way, and any above four are reported.
 */
#include "mahjong.h"

#if LP_X86_KERNELS

#include <immintrin.h>

#include "x86_target.h"

LP_TARGET_BEGIN(LP_TARGET_AVX2)

#define FOUR 4

/* Weights within pairs of bytes, then of pairs. */
#define SUIT_BYTES 1, 5, 25, 125, 1, 5, 25, 125, 125, 0, 0, 0, 0, 0, 0, 0
#define SUIT_WORDS 1, 1, 625, 625, 3125, 0, 0, 0
#define HONOUR_BYTES 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 5, 25, 1, 5, 25, 125
#define HONOUR_WORDS 0, 0, 0, 0, 1, 1, 125, 125

static ALWAYS_INLINE __m256i two(const uint8_t *low, const uint8_t *high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                   _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

/* Sums of fours of four vectors of two parts: a vector of four hands for each part. */
static ALWAYS_INLINE __m256i transpose_add(__m256i a, __m256i b, __m256i c, __m256i d) {
    return _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
}

int lp_index_avx2(const uint8_t *counts, const uint8_t *wilds, size_t n, lp_indexed_t *out) {
    const __m256i suit_bytes = _mm256_setr_epi8(SUIT_BYTES, SUIT_BYTES);
    const __m256i suit_words = _mm256_setr_epi16(SUIT_WORDS, SUIT_WORDS);
    const __m256i last_bytes = _mm256_setr_epi8(SUIT_BYTES, HONOUR_BYTES);
    const __m256i last_words = _mm256_setr_epi16(SUIT_WORDS, HONOUR_WORDS);
    const __m256i first_tiles = _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, /* */
                                                 -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0);
    __m256i most = _mm256_setzero_si256(), totals = most;
    __m128i most_tiles = _mm_setzero_si128();
    size_t h = 0;
    for (; h + FOUR <= n; h += FOUR, counts += FOUR * LP_TILE_FACES) {
        __m256i suits[FOUR], last[FOUR], tiles[FOUR];
        for (int i = 0; i < FOUR; i++) {
            const uint8_t *row = counts + i * LP_TILE_FACES;
            __m256i a = two(row, row + 9), b = two(row + 18, row + 18);
            suits[i] = _mm256_madd_epi16(_mm256_maddubs_epi16(a, suit_bytes), suit_words);
            last[i] = _mm256_madd_epi16(_mm256_maddubs_epi16(b, last_bytes), last_words);
            most = _mm256_max_epu8(most, _mm256_max_epu8(a, b));
            /* Bamboo and honours once, from the lower half, all sixteen bytes. */
            __m256i all = _mm256_add_epi8(_mm256_and_si256(a, first_tiles),
                                          _mm256_inserti128_si256(b, _mm_setzero_si128(), 1));
            tiles[i] = _mm256_sad_epu8(all, _mm256_setzero_si256());
        }
        __m256i m_p = transpose_add(suits[0], suits[1], suits[2], suits[3]);
        __m256i s_z = transpose_add(last[0], last[1], last[2], last[3]);
        s_z = _mm256_add_epi32(s_z, _mm256_setr_epi32(0, 0, 0, 0, LP_SUIT_VECTORS, LP_SUIT_VECTORS, LP_SUIT_VECTORS,
                                                      LP_SUIT_VECTORS));
        __m128i m = _mm256_castsi256_si128(m_p), p = _mm256_extracti128_si256(m_p, 1);
        __m128i s = _mm256_castsi256_si128(s_z), z = _mm256_extracti128_si256(s_z, 1);
        __m128i m_p_low = _mm_unpacklo_epi32(m, p), m_p_high = _mm_unpackhi_epi32(m, p);
        __m128i s_z_low = _mm_unpacklo_epi32(s, z), s_z_high = _mm_unpackhi_epi32(s, z);
        __m128i *to = (__m128i *)(void *)out->part[h];
        _mm_storeu_si128(to, _mm_unpacklo_epi64(m_p_low, s_z_low));
        _mm_storeu_si128(to + 1, _mm_unpackhi_epi64(m_p_low, s_z_low));
        _mm_storeu_si128(to + 2, _mm_unpacklo_epi64(m_p_high, s_z_high));
        _mm_storeu_si128(to + 3, _mm_unpackhi_epi64(m_p_high, s_z_high));
        totals = _mm256_or_si256(_mm256_or_si256(tiles[0], _mm256_slli_epi64(tiles[1], 8)),
                                 _mm256_or_si256(_mm256_slli_epi64(tiles[2], 16), _mm256_slli_epi64(tiles[3], 24)));
        __m128i half = _mm_add_epi8(_mm256_castsi256_si128(totals), _mm256_extracti128_si256(totals, 1));
        __m128i sum = _mm_add_epi8(half, _mm_unpackhi_epi64(half, half));
        if (wilds) {
            int32_t four;
            __builtin_memcpy(&four, wilds + h, sizeof four);
            sum = _mm_adds_epu8(sum, _mm_cvtsi32_si128(four));
        }
        int32_t four = _mm_cvtsi128_si32(sum);
        most_tiles = _mm_max_epu8(most_tiles, _mm_cvtsi32_si128(four));
        __builtin_memcpy(out->total + h, &four, sizeof four);
    }
    int good = _mm256_testz_si256(_mm256_subs_epu8(most, _mm256_set1_epi8(4)), _mm256_set1_epi8(-1));
    __m128i over = _mm_subs_epu8(most_tiles, _mm_set1_epi8(LP_HAND_TILES_MAX));
    good &= _mm_testz_si128(over, over);
    if (h < n) {
        lp_indexed_t rest;
        good &= lp_index_scalar(counts, wilds ? wilds + h : NULL, n - h, &rest);
        __builtin_memcpy(out->part[h], rest.part, (n - h) * sizeof *rest.part);
        __builtin_memcpy(out->total + h, rest.total, n - h);
    }
    return good;
}

LP_TARGET_END

#endif
