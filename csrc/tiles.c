/* tiles.c - mahjong tiles as text.
 *
 * A text of tiles is groups of numerals that end in a suit (123m, 一二万) and names that stand alone (东, 白板, 梅). A
 * numeral says nothing until its suit has come, so a group is scanned to its suit first and then read; both passes
 * look at bytes through a table, and at a list of names only where a byte is not ASCII. As in cards.c names are matched
 * by bytes: a name stands there or it does not, and broken UTF-8 is no tile.
 * Invariant: nothing is read at or after text + length, every pass of a loop moves on by at least one byte, and no
 * face is ever counted above what the 144 tiles hold of it.
 */
#include "internal.h"

#include <string.h>

enum { SUIT_M = 1, SUIT_P, SUIT_S, SUIT_Z, SUIT_F };

static const uint8_t SUIT_OF[256] = {
    ['m'] = SUIT_M, ['M'] = SUIT_M, ['p'] = SUIT_P, ['P'] = SUIT_P, ['s'] = SUIT_S, ['S'] = SUIT_S,
    ['z'] = SUIT_Z, ['Z'] = SUIT_Z, ['f'] = SUIT_F, ['F'] = SUIT_F,
};
static const uint8_t FIRST[6] = {0, 0, 9, 18, 27, 34};
static const uint8_t FACES[6] = {0, 9, 9, 9, 7, 8};
static const char SUIT_LETTERS[] = "mpszf";

typedef struct name {
    char text[7]; /* UTF-8, padded with NULs; no name has more than two characters of three bytes */
    uint8_t length, value;
} name_t;

static const name_t NUMERALS[] = {
    {"\xE4\xB8\x80", 3, 1}, /* 一 */
    {"\xE4\xBA\x8C", 3, 2}, /* 二 */
    {"\xE4\xB8\x89", 3, 3}, /* 三 */
    {"\xE5\x9B\x9B", 3, 4}, /* 四 */
    {"\xE4\xBA\x94", 3, 5}, /* 五 */
    {"\xE5\x85\xAD", 3, 6}, /* 六 */
    {"\xE4\xB8\x83", 3, 7}, /* 七 */
    {"\xE5\x85\xAB", 3, 8}, /* 八 */
    {"\xE4\xB9\x9D", 3, 9}, /* 九 */
};
static const name_t SUITS[] = {
    {"\xE4\xB8\x87", 3, SUIT_M}, /* 万 */
    {"\xE8\x90\xAC", 3, SUIT_M}, /* 萬 */
    {"\xE7\xAD\x92", 3, SUIT_P}, /* 筒 */
    {"\xE9\xA5\xBC", 3, SUIT_P}, /* 饼 */
    {"\xE9\xA4\x85", 3, SUIT_P}, /* 餅 */
    {"\xE6\x9D\xA1", 3, SUIT_S}, /* 条 */
    {"\xE6\xA2\x9D", 3, SUIT_S}, /* 條 */
    {"\xE7\xB4\xA2", 3, SUIT_S}, /* 索 */
};
static const name_t HONOURS[] = { /* of two that start alike the longer first */
    {"\xE4\xB8\x9C\xE9\xA3\x8E", 6, 27}, /* 东风 */
    {"\xE6\x9D\xB1\xE9\xA2\xA8", 6, 27}, /* 東風 */
    {"\xE4\xB8\x9C", 3, 27},             /* 东 */
    {"\xE6\x9D\xB1", 3, 27},             /* 東 */
    {"\xE5\x8D\x97\xE9\xA3\x8E", 6, 28}, /* 南风 */
    {"\xE5\x8D\x97\xE9\xA2\xA8", 6, 28}, /* 南風 */
    {"\xE5\x8D\x97", 3, 28},             /* 南 */
    {"\xE8\xA5\xBF\xE9\xA3\x8E", 6, 29}, /* 西风 */
    {"\xE8\xA5\xBF\xE9\xA2\xA8", 6, 29}, /* 西風 */
    {"\xE8\xA5\xBF", 3, 29},             /* 西 */
    {"\xE5\x8C\x97\xE9\xA3\x8E", 6, 30}, /* 北风 */
    {"\xE5\x8C\x97\xE9\xA2\xA8", 6, 30}, /* 北風 */
    {"\xE5\x8C\x97", 3, 30},             /* 北 */
    {"\xE7\x99\xBD\xE6\x9D\xBF", 6, 31}, /* 白板 */
    {"\xE7\x99\xBD", 3, 31},             /* 白 */
    {"\xE5\x8F\x91\xE8\xB4\xA2", 6, 32}, /* 发财 */
    {"\xE7\x99\xBC\xE8\xB2\xA1", 6, 32}, /* 發財 */
    {"\xE5\x8F\x91", 3, 32},             /* 发 */
    {"\xE7\x99\xBC", 3, 32},             /* 發 */
    {"\xE7\xBA\xA2\xE4\xB8\xAD", 6, 33}, /* 红中 */
    {"\xE7\xB4\x85\xE4\xB8\xAD", 6, 33}, /* 紅中 */
    {"\xE4\xB8\xAD", 3, 33},             /* 中 */
    {"\xE6\x98\xA5", 3, 34},             /* 春 */
    {"\xE5\xA4\x8F", 3, 35},             /* 夏 */
    {"\xE7\xA7\x8B", 3, 36},             /* 秋 */
    {"\xE5\x86\xAC", 3, 37},             /* 冬 */
    {"\xE6\xA2\x85", 3, 38},             /* 梅 */
    {"\xE5\x85\xB0", 3, 39},             /* 兰 */
    {"\xE8\x98\xAD", 3, 39},             /* 蘭 */
    {"\xE7\xAB\xB9", 3, 40},             /* 竹 */
    {"\xE8\x8F\x8A", 3, 41},             /* 菊 */
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

static size_t read_numeral(const char *text, size_t length, uint8_t *numeral) {
    if (length == 0) return 0;
    unsigned char c = (unsigned char)text[0];
    if (c < 0x80) {
        *numeral = (uint8_t)(c - '0');
        return c >= '1' && c <= '9';
    }
    return read_name(NUMERALS, COUNT(NUMERALS), text, length, numeral);
}

static size_t read_suit(const char *text, size_t length, uint8_t *suit) {
    if (length == 0) return 0;
    if ((unsigned char)text[0] < 0x80) {
        *suit = SUIT_OF[(unsigned char)text[0]];
        return *suit != 0;
    }
    return read_name(SUITS, COUNT(SUITS), text, length, suit);
}

static size_t read_separator(const char *text, size_t length) {
    uint8_t unused;
    if (text[0] == ' ' || text[0] == ',' || text[0] == '\t' || text[0] == '\n' || text[0] == '\r') return 1;
    return read_name(WIDE_SEPARATORS, COUNT(WIDE_SEPARATORS), text, length, &unused);
}

/* The length of what is no tile: whole characters up to a separator, a few at most. */
static size_t bad_token(const char *text, size_t length) {
    enum { ENOUGH = 16 };
    size_t used = 0;
    do {
        used++;
        while (used < length && ((unsigned char)text[used] & 0xC0) == 0x80) used++;
    } while (used < length && used < ENOUGH && !read_separator(text + used, length - used));
    return used;
}

static lp_status_t fail(lp_error_t *error, lp_status_t status, size_t place, size_t length, int32_t value) {
    if (error) {
        *error = (lp_error_t){0, 0, 0, value, 0};
        error->place = place > INT32_MAX ? INT32_MAX : (int32_t)place;
        error->length = length > INT32_MAX ? INT32_MAX : (int32_t)length;
    }
    return status;
}

typedef struct reader {
    uint8_t *out;
    size_t capacity, n;
    uint8_t held[LP_TILES];
} reader_t;

static inline lp_status_t take(reader_t *r, uint8_t tile, size_t place, size_t length, lp_error_t *error) {
    if (r->held[tile] == LP_TILE_COPIES(tile)) return fail(error, LP_E_DUPLICATE, place, length, tile);
    if (r->n == r->capacity)
        return fail(error, LP_E_HAND_SIZE, place, length, r->n >= INT32_MAX ? INT32_MAX : (int32_t)r->n + 1);
    r->held[tile]++;
    r->out[r->n++] = tile;
    return LP_OK;
}

lp_status_t lp_tiles_parse(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *n_out,
                           lp_error_t *error) {
    if ((!text && length) || (!out && capacity) || !n_out) return fail(error, LP_E_VALUE, 0, 0, 0);
    reader_t r = {out, capacity, 0, {0}};
    lp_status_t status;
    *n_out = 0;
    for (size_t i = 0; i < length;) {
        uint8_t numeral = 0, suit = 0, tile = 0;
        size_t end = i, used;
        while ((used = read_numeral(text + end, length - end, &numeral))) end += used;
        if (end == i) {
            if ((used = read_separator(text + i, length - i))) {
                i += used;
                continue;
            }
            used = read_name(HONOURS, COUNT(HONOURS), text + i, length - i, &tile);
            if (!used) return fail(error, LP_E_CARD, i, bad_token(text + i, length - i), 0);
            if ((status = take(&r, tile, i, used, error)) != LP_OK) return status;
            i += used;
            continue;
        }
        size_t suit_length = read_suit(text + end, length - end, &suit);
        if (!suit_length) return fail(error, LP_E_CARD, i, bad_token(text + i, length - i), 0);
        while (i < end) {
            used = read_numeral(text + i, end - i, &numeral);
            if (numeral > FACES[suit])
                return fail(error, LP_E_CARD, i, i + used == end ? used + suit_length : used, 0);
            if ((status = take(&r, (uint8_t)(FIRST[suit] + numeral - 1), i, used, error)) != LP_OK) return status;
            i += used;
        }
        i += suit_length;
    }
    *n_out = r.n;
    return LP_OK;
}

static size_t suit_at(uint8_t tile) { return tile < 27 ? tile / 9u : tile < 34 ? 3 : 4; }

lp_status_t lp_tiles_format(const uint8_t *tiles, size_t n, char *out, size_t capacity, lp_error_t *error) {
    if (!out || (!tiles && n) || capacity < 1 || n > (capacity - 1) / 2) return fail(error, LP_E_VALUE, 0, 0, 0);
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (tiles[i] >= LP_TILES) return fail(error, LP_E_CARD, i, 0, tiles[i]);
        size_t suit = suit_at(tiles[i]);
        out[used++] = (char)('1' + tiles[i] - FIRST[suit + 1]);
        if (i + 1 == n || tiles[i + 1] >= LP_TILES || suit_at(tiles[i + 1]) != suit) out[used++] = SUIT_LETTERS[suit];
    }
    out[used] = '\0';
    return LP_OK;
}

lp_status_t lp_tiles_check(const uint8_t *tiles, size_t n, lp_error_t *error) {
    uint8_t held[LP_TILES] = {0};
    if (!tiles && n) return fail(error, LP_E_VALUE, 0, 0, 0);
    for (size_t i = 0; i < n; i++) {
        if (tiles[i] >= LP_TILES) return fail(error, LP_E_CARD, i, 0, tiles[i]);
        if (++held[tiles[i]] > LP_TILE_COPIES(tiles[i])) return fail(error, LP_E_DUPLICATE, i, 0, tiles[i]);
    }
    return LP_OK;
}
