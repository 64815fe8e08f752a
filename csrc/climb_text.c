/* climb_text.c - hands of climbing games as text (N-2 to N-5).
 *
 * A text is bare ranks or suited cards, never both. Which of the two is not guessed: both are tried, and one that reads
 * as either - `3D`, the three of diamonds or a three and the red joker - is refused. Bare ranks that the deck cannot
 * hold are no reading, so `3D4D` is two diamonds.
 * Invariant: nothing is read at or after text + length, and every pass of a loop moves on by at least one byte.
 */
#include "climb.h"

static const char LETTERS[] = "3456789TJQKA2XD";

/* One more than the rank of a letter. */
static const uint8_t RANK_OF[256] = {
    ['3'] = 1, ['4'] = 2, ['5'] = 3, ['6'] = 4, ['7'] = 5, ['8'] = 6, ['9'] = 7, ['T'] = 8, ['t'] = 8, ['J'] = 9,
    ['j'] = 9, ['Q'] = 10, ['q'] = 10, ['K'] = 11, ['k'] = 11, ['A'] = 12, ['a'] = 12, ['2'] = 13, ['X'] = 14,
    ['x'] = 14, ['D'] = 15, ['d'] = 15,
};

static lp_status_t fail(lp_error_t *error, lp_status_t status, size_t place, size_t length, lp_text_fault_t detail) {
    if (error) *error = (lp_error_t){0, (int32_t)(place > INT32_MAX ? INT32_MAX : place), (int32_t)length, 0, detail};
    return status;
}

/* The bytes of the bare rank that starts here, or 0. */
static size_t read_bare(const char *text, size_t length, unsigned *rank) {
    if (length >= 2 && text[0] == '1' && text[1] == '0') {
        *rank = 7;
        return 2;
    }
    if (!length || !RANK_OF[(unsigned char)text[0]]) return 0;
    *rank = RANK_OF[(unsigned char)text[0]] - 1u;
    return 1;
}

static size_t character(const char *text, size_t length) {
    size_t used = 1;
    while (used < length && ((unsigned char)text[used] & 0xC0) == 0x80) used++;
    return used;
}

static lp_status_t parse_bare(const lp_climb_t *climb, const char *text, size_t length, uint64_t *out,
                              lp_error_t *error) {
    uint64_t cards = 0;
    for (size_t i = 0; i < length;) {
        unsigned rank = 0;
        size_t used = read_bare(text + i, length - i, &rank);
        if (used) {
            unsigned most = climb->rules.deck[rank];
            if ((cards >> 4 * rank & 15) == most)
                return fail(error, most ? LP_E_DUPLICATE : LP_E_NOT_IN_DECK, i, used, LP_TEXT_OTHER);
            cards += (uint64_t)1 << 4 * rank;
        } else {
            used = lp_read_separator(text + i, length - i);
            if (!used) return fail(error, LP_E_CARD, i, character(text + i, length - i), LP_TEXT_OTHER);
        }
        i += used;
    }
    *out = cards;
    return LP_OK;
}

/* Rank of a card code, and whether the deck holds it: of a rank with fewer than four cards the highest suits (GP-1). */
static int rank_of_code(const lp_climb_t *climb, unsigned code, unsigned *rank) {
    if (code >= LP_BLACK_JOKER) {
        *rank = code - LP_BLACK_JOKER + 13;
        return climb->rules.deck[*rank] != 0;
    }
    *rank = (code / 4 + 12) % 13;
    return code % 4 + climb->rules.deck[*rank] >= 4;
}

lp_status_t lp_climb_of_codes(const lp_climb_t *climb, const uint8_t *codes, size_t n, uint64_t *out,
                              lp_error_t *error) {
    if (!climb || !out || (n && !codes)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    uint64_t cards = 0, seen = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned rank;
        if (codes[i] >= LP_CARDS) return lp_fail(error, LP_E_CARD, 0, (int32_t)i, codes[i]);
        if (seen >> codes[i] & 1) return lp_fail(error, LP_E_DUPLICATE, 0, (int32_t)i, codes[i]);
        if (!rank_of_code(climb, codes[i], &rank)) return lp_fail(error, LP_E_NOT_IN_DECK, 0, (int32_t)i, codes[i]);
        seen |= (uint64_t)1 << codes[i];
        cards += (uint64_t)1 << 4 * rank;
    }
    *out = cards;
    return LP_OK;
}

/* The card that stands first in the text, alone: its bytes, or 0 where there is none. */
static size_t first_card(const char *text, size_t length, uint8_t *code) {
    lp_error_t error = {0, 0, 0, 0, 0};
    size_t n = 0;
    lp_status_t status = lp_cards_parse(text, length, code, 1, &n, &error);
    if (status == LP_OK) return n ? length : 0;
    return error.place > 0 ? (size_t)error.place : 0; /* stopped at what comes after the card */
}

static lp_status_t parse_suited(const lp_climb_t *climb, const char *text, size_t length, uint64_t *out,
                                lp_error_t *error) {
    uint8_t codes[LP_CARDS];
    size_t n = 0;
    lp_status_t status = lp_cards_parse(text, length, codes, sizeof codes, &n, error);
    if (status != LP_OK) {
        error->detail = LP_TEXT_OTHER;
        return status;
    }
    lp_error_t found;
    status = lp_climb_of_codes(climb, codes, n, out, &found);
    if (status != LP_OK) { /* reading again with room for the cards before it stops at the card at fault */
        lp_cards_parse(text, length, codes, (size_t)found.place, &n, error);
        error->detail = LP_TEXT_OTHER;
    }
    return status;
}

lp_status_t lp_climb_parse(const lp_climb_t *climb, const char *text, size_t length, uint64_t *out, lp_error_t *error) {
    if (!climb || !out || (length && !text)) return fail(error, LP_E_VALUE, 0, 0, LP_TEXT_OTHER);
    lp_error_t bare = {0, 0, 0, 0, 0}, suited = {0, 0, 0, 0, 0};
    uint64_t cards = 0;
    lp_status_t as_bare = parse_bare(climb, text, length, out, &bare);
    if (as_bare == LP_OK && length != 2 && length != 3 && !(length > 3 && *out && climb_cards(*out) <= 2)) return LP_OK;
    lp_status_t as_suited = parse_suited(climb, text, length, &cards, &suited);
    if (as_bare == LP_OK) {
        if (as_suited == LP_OK && cards) return fail(error, LP_E_CARD, 0, length, LP_TEXT_AMBIGUOUS);
        return LP_OK;
    }
    if (as_suited == LP_OK) {
        *out = cards;
        return LP_OK;
    }
    /* Neither. What the text begins with says which was meant, and a card of the other sort is a mixture. */
    uint8_t code;
    unsigned rank;
    lp_error_t *found = &bare;
    lp_status_t status = as_bare;
    size_t lead = 0, used;
    while (lead < length && (used = lp_read_separator(text + lead, length - lead))) lead += used;
    if (first_card(text + lead, length - lead, &code)) {
        found = &suited;
        status = as_suited;
        if (status == LP_E_CARD && read_bare(text + found->place, length - found->place, &rank)) {
            found->length = (int32_t)read_bare(text + found->place, length - found->place, &rank);
            found->detail = LP_TEXT_MIXED;
        }
    } else if (status == LP_E_CARD) {
        size_t at = (size_t)found->place;
        for (size_t back = 0; back <= 2 && back <= at; back++) {
            size_t start = at - back;
            if (back && !read_bare(text + start, at - start, &rank)) continue;
            uint8_t codes[LP_CARDS];
            size_t n, end = at + (size_t)found->length;
            if (end - start > 0 && lp_cards_parse(text + start, end - start, codes, 1, &n, NULL) == LP_OK && n == 1) {
                *found = (lp_error_t){0, (int32_t)start, (int32_t)(end - start), 0, LP_TEXT_MIXED};
                break;
            }
        }
    }
    if (error) *error = *found;
    return status;
}

size_t lp_climb_format(uint64_t body, uint64_t kickers, char out[LP_CLIMB_TEXT]) {
    size_t n = 0;
    for (unsigned part = 0; part < 2; part++) {
        uint64_t cards = part ? kickers : body;
        for (uint64_t ranks = climb_at_least(cards, 1); ranks; ranks &= ranks - 1) {
            unsigned rank = climb_rank_of(ranks);
            for (unsigned k = cards >> 4 * rank & 15; k && n < LP_CLIMB_TEXT - 1; k--) out[n++] = LETTERS[rank];
        }
    }
    if (n == 2 && out[0] != 'X' && out[1] == 'D') { /* else it would read as one card, a diamond, too (N-4) */
        out[1] = ' ';
        out[n++] = 'D';
    }
    out[n] = '\0';
    return n;
}
