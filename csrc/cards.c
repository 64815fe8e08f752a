/* cards.c - cards as text (N-1 to N-5), and the words of the library itself.
 *
 * Nearly all input is canonical, so the loop looks first for a rank letter and a suit letter by two table look-ups;
 * whatever else N-3 accepts goes through read_card, which compares bytes with the names it knows. The text is never
 * decoded: a name either stands there byte for byte or it does not, so broken UTF-8 is simply no card.
 * Invariant: nothing is read at or after text + length, and every pass of the loop moves on by at least one byte.
 */
#include "internal.h"

#include <string.h>

/* One more than the rank or the suit of a letter, 0 for all other bytes. */
static const uint8_t RANK_OF[256] = {
    ['2'] = 1, ['3'] = 2, ['4'] = 3, ['5'] = 4, ['6'] = 5, ['7'] = 6, ['8'] = 7, ['9'] = 8, ['T'] = 9, ['t'] = 9,
    ['J'] = 10, ['j'] = 10, ['Q'] = 11, ['q'] = 11, ['K'] = 12, ['k'] = 12, ['A'] = 13, ['a'] = 13,
};
static const uint8_t SUIT_OF[256] = {
    ['C'] = 1, ['c'] = 1, ['D'] = 2, ['d'] = 2, ['H'] = 3, ['h'] = 3, ['S'] = 4, ['s'] = 4,
};
static const char RANK_LETTERS[] = "23456789TJQKA";
static const char SUIT_LETTERS[] = "CDHS";

typedef struct name {
    char text[7]; /* UTF-8, padded with NULs; no name has more than two characters of three bytes */
    uint8_t length, value;
} name_t;

static const name_t SUIT_NAMES[] = {
    {"\xE2\x99\xA3", 3, 0},             /* ♣ */
    {"\xE2\x99\xA6", 3, 1},             /* ♦ */
    {"\xE2\x99\xA5", 3, 2},             /* ♥ */
    {"\xE2\x99\xA0", 3, 3},             /* ♠ */
    {"\xE6\xA2\x85\xE8\x8A\xB1", 6, 0}, /* 梅花 */
    {"\xE8\x8D\x89\xE8\x8A\xB1", 6, 0}, /* 草花 */
    {"\xE6\x96\xB9\xE5\x9D\x97", 6, 1}, /* 方块 */
    {"\xE6\x96\xB9\xE5\xA1\x8A", 6, 1}, /* 方塊 */
    {"\xE6\x96\xB9\xE7\x89\x87", 6, 1}, /* 方片 */
    {"\xE7\xBA\xA2\xE6\xA1\x83", 6, 2}, /* 红桃 */
    {"\xE7\xB4\x85\xE6\xA1\x83", 6, 2}, /* 紅桃 */
    {"\xE9\xBB\x91\xE6\xA1\x83", 6, 3}, /* 黑桃 */
};
static const name_t JOKER_NAMES[] = {
    {"\xE5\xB0\x8F\xE7\x8E\x8B", 6, LP_BLACK_JOKER}, /* 小王 */
    {"\xE5\xA4\xA7\xE7\x8E\x8B", 6, LP_RED_JOKER},   /* 大王 */
};
static const name_t WIDE_SEPARATORS[] = {
    {"\xEF\xBC\x8C", 3, 0}, /* ， */
    {"\xE3\x80\x81", 3, 0}, /* 、 */
    {"\xE3\x80\x80", 3, 0}, /* ideographic space */
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Bytes of the first of these names that stands at the start of the text, 0 if none does. */
static size_t read_name(const name_t *names, size_t n, const char *text, size_t length, uint8_t *value) {
    for (size_t i = 0; i < n; i++)
        if (names[i].length <= length && memcmp(names[i].text, text, names[i].length) == 0) {
            *value = names[i].value;
            return names[i].length;
        }
    return 0;
}

/* The symbols may carry a variation selector (text or emoji presentation), as keyboards write them. */
static size_t read_suit_name(const char *text, size_t length, uint8_t *suit) {
    size_t used = read_name(SUIT_NAMES, COUNT(SUIT_NAMES), text, length, suit);
    if (used == 3 && length >= 6 && (memcmp(text + 3, "\xEF\xB8\x8F", 3) == 0 || memcmp(text + 3, "\xEF\xB8\x8E", 3) == 0))
        used = 6;
    return used;
}

static size_t read_rank(const char *text, size_t length, uint8_t *rank) {
    if (length >= 2 && text[0] == '1' && text[1] == '0') {
        *rank = 8;
        return 2;
    }
    if (length == 0 || !RANK_OF[(unsigned char)text[0]]) return 0;
    *rank = (uint8_t)(RANK_OF[(unsigned char)text[0]] - 1);
    return 1;
}

/* The card that starts here and the bytes it takes, or 0. */
static size_t read_card(const char *text, size_t length, uint8_t *card) {
    size_t used = read_name(JOKER_NAMES, COUNT(JOKER_NAMES), text, length, card);
    if (used) return used;
    if (length >= 2 && (text[1] | 0x20) == 'j' && ((text[0] | 0x20) == 'b' || (text[0] | 0x20) == 'r')) {
        *card = (text[0] | 0x20) == 'b' ? LP_BLACK_JOKER : LP_RED_JOKER;
        return 2;
    }
    uint8_t rank = 0, suit = 0;
    size_t first = read_rank(text, length, &rank), second = 0;
    if (first) {
        second = read_suit_name(text + first, length - first, &suit);
        if (!second && first < length && SUIT_OF[(unsigned char)text[first]]) {
            suit = (uint8_t)(SUIT_OF[(unsigned char)text[first]] - 1);
            second = 1;
        }
    } else {
        first = read_suit_name(text, length, &suit);
        if (first) second = read_rank(text + first, length - first, &rank);
    }
    if (!second) return 0;
    *card = (uint8_t)(rank * 4 + suit);
    return first + second;
}

size_t lp_read_separator(const char *text, size_t length) {
    uint8_t unused;
    if (text[0] == ' ' || text[0] == ',' || text[0] == '\t' || text[0] == '\n' || text[0] == '\r') return 1;
    return read_name(WIDE_SEPARATORS, COUNT(WIDE_SEPARATORS), text, length, &unused);
}

/* The length of what is no card: whole characters up to a separator or to the next card, a few at most. */
static size_t bad_token(const char *text, size_t length) {
    enum { ENOUGH = 16 };
    size_t used = 0;
    uint8_t card;
    do {
        used++;
        while (used < length && ((unsigned char)text[used] & 0xC0) == 0x80) used++;
    } while (used < length && used < ENOUGH && !lp_read_separator(text + used, length - used) &&
             !read_card(text + used, length - used, &card));
    return used;
}

static lp_status_t fail(lp_error_t *error, lp_status_t status, size_t place, size_t length, int32_t value) {
    if (error) {
        error->row = 0;
        error->place = place > INT32_MAX ? INT32_MAX : (int32_t)place;
        error->length = length > INT32_MAX ? INT32_MAX : (int32_t)length;
        error->value = value;
    }
    return status;
}

lp_status_t lp_cards_parse(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *n_out,
                           lp_error_t *error) {
    if ((!text && length) || (!out && capacity) || !n_out) return fail(error, LP_E_VALUE, 0, 0, 0);
    uint64_t seen = 0;
    size_t n = 0;
    *n_out = 0;
    for (size_t i = 0; i < length;) {
        uint8_t rank = RANK_OF[(unsigned char)text[i]], suit = 0, card;
        size_t used = 2;
        if (rank && length - i >= 2) suit = SUIT_OF[(unsigned char)text[i + 1]];
        if (suit) {
            card = (uint8_t)(4 * rank + suit - 5);
        } else {
            size_t separator = lp_read_separator(text + i, length - i);
            if (separator) {
                i += separator;
                continue;
            }
            used = read_card(text + i, length - i, &card);
            if (!used) return fail(error, LP_E_CARD, i, bad_token(text + i, length - i), 0);
        }
        if (seen >> card & 1) return fail(error, LP_E_DUPLICATE, i, used, card);
        if (n == capacity) return fail(error, LP_E_HAND_SIZE, i, used, n >= INT32_MAX ? INT32_MAX : (int32_t)n + 1);
        seen |= (uint64_t)1 << card;
        out[n++] = card;
        i += used;
    }
    *n_out = n;
    return LP_OK;
}

lp_status_t lp_cards_format(const uint8_t *cards, size_t n, char *out, size_t capacity, lp_error_t *error) {
    if (!out || (!cards && n) || capacity < 1 || n > capacity / 3) return fail(error, LP_E_VALUE, 0, 0, 0);
    for (size_t i = 0; i < n; i++) {
        uint8_t card = cards[i];
        if (card >= LP_CARDS) return fail(error, LP_E_CARD, i, 0, card);
        out[3 * i] = card < LP_BLACK_JOKER ? RANK_LETTERS[card / 4] : card == LP_BLACK_JOKER ? 'B' : 'R';
        out[3 * i + 1] = card < LP_BLACK_JOKER ? SUIT_LETTERS[card % 4] : 'J';
        out[3 * i + 2] = ' ';
    }
    out[n ? 3 * n - 1 : 0] = '\0';
    return LP_OK;
}

const char *lp_version(void) { return LP_VERSION; }

const char *lp_status_text(lp_status_t status) {
    switch (status) {
    case LP_OK: return "no error";
    case LP_E_CARD: return "no such card";
    case LP_E_DUPLICATE: return "the same card twice";
    case LP_E_NOT_IN_DECK: return "a card that the deck does not hold";
    case LP_E_HAND_SIZE: return "a wrong number of cards";
    case LP_E_ARRANGEMENT: return "a foul arrangement";
    case LP_E_PLAY: return "a play that the rules do not allow";
    case LP_E_RULES: return "an impossible rule set";
    case LP_E_VALUE: return "an argument out of range";
    case LP_E_ISA: return "an instruction set that is not available";
    case LP_E_MEMORY: return "out of memory";
    }
    return "an unknown status";
}
