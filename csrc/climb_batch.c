/* climb_batch.c - many hands of a climbing game at once.
 *
 * The calls of one hand in a loop, every row checked; packing takes a row of counts as two overlapping words.
 * Invariant: the first bad row is the one that is named.
 */
#include "climb.h"

#include <string.h>

/* Eight counts, each below 16, one a byte, as eight times four bits. */
static ALWAYS_INLINE uint64_t nibbles(uint64_t bytes) {
    bytes = (bytes | bytes >> 4) & 0x00FF00FF00FF00FFu;
    bytes = (bytes | bytes >> 8) & 0x0000FFFF0000FFFFu;
    return (bytes | bytes >> 16) & 0xFFFFFFFFu;
}

static ALWAYS_INLINE uint64_t word_of(const uint8_t *bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
#else
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
    return word;
#endif
}

lp_status_t lp_climb_pack_n(const lp_climb_t *climb, const uint8_t *counts, size_t n, uint64_t *out,
                            lp_error_t *error) {
    if (!climb || (n && (!counts || !out))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    for (size_t row = 0; row < n; row++) {
        const uint8_t *counted = counts + row * LP_CLIMB_RANKS;
        uint64_t low = word_of(counted), high = word_of(counted + 7);
        uint64_t cards = nibbles(low) | nibbles(high) << 28;
        if (!((low | high) & 0xF8F8F8F8F8F8F8F8u) && climb_hand_is_good(climb, cards)) {
            out[row] = cards;
            continue;
        }
        for (unsigned r = 0; r < LP_CLIMB_RANKS; r++) {
            unsigned most = climb->rules.deck[r];
            if (counted[r] > most)
                return lp_fail(error, most ? LP_E_DUPLICATE : LP_E_NOT_IN_DECK, (int64_t)row, (int32_t)r, counted[r]);
        }
        return climb_check_hand(climb, cards, (int64_t)row, error);
    }
    return LP_OK;
}

lp_status_t lp_climb_classify_n(const lp_climb_t *climb, const uint64_t *cards, size_t n, uint8_t *kinds, uint8_t *ranks,
                                uint8_t *lengths, uint8_t *readings, lp_error_t *error) {
    if (!climb || (n && (!cards || !kinds || !ranks || !lengths || !readings)))
        return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    for (size_t row = 0; row < n; row++) {
        lp_play_t play;
        size_t found = 0;
        if (climb_hand_is_good(climb, cards[row])) {
            found = climb_read(climb, cards[row], &play, 1);
        } else {
            lp_status_t status = climb_check_deck(climb, cards[row], (int64_t)row, error);
            if (status != LP_OK) return status;
        }
        kinds[row] = found ? play.kind : LP_NO_KIND;
        ranks[row] = found ? play.rank : 0;
        lengths[row] = found ? play.length : 0;
        readings[row] = (uint8_t)found;
    }
    return LP_OK;
}

lp_status_t lp_climb_moves_count_n(const lp_climb_t *climb, const uint64_t *hands, size_t n, const lp_play_t *over,
                                   uint32_t *counts, lp_error_t *error) {
    if (!climb || (n && (!hands || !counts))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (over && !climb_over_is_good(climb, over)) return lp_fail(error, LP_E_PLAY, 0, 0, 0);
    for (size_t row = 0; row < n; row++) {
        if (!climb_hand_is_good(climb, hands[row])) return climb_check_hand(climb, hands[row], (int64_t)row, error);
        counts[row] = (uint32_t)climb_moves(climb, hands[row], over, NULL, 0);
    }
    return LP_OK;
}
