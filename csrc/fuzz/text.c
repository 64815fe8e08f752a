/* text.c - cards, tiles and bare ranks as text: what is read is written and read again the same; what is refused is
 * named by bytes that the text has. The text is a copy of its exact length, so that a byte read too many is seen. */
#include "fuzz.h"

#include "../test/climbsets.h"

enum { CAPACITY = 64 };

static void refused(lp_status_t status, const lp_error_t *error, size_t length) {
    EXPECT(status > LP_OK && status <= LP_E_MEMORY);
    EXPECT(error->place >= 0 && error->length >= 0);
    EXPECT((size_t)error->place + (size_t)error->length <= length);
}

static void cards(const char *text, size_t length, size_t capacity) {
    uint8_t found[CAPACITY], again[CAPACITY];
    char out[3 * CAPACITY + 1];
    size_t n = 0, m = 0;
    lp_error_t error = {0};
    lp_status_t status = lp_cards_parse(text, length, found, capacity, &n, &error);
    if (status != LP_OK) {
        refused(status, &error, length);
        return;
    }
    EXPECT(n <= capacity);
    EXPECT(lp_cards_format(found, n, out, n ? 3 * n : 1, &error) == LP_OK);
    EXPECT(lp_cards_parse(out, strlen(out), again, CAPACITY, &m, &error) == LP_OK);
    EXPECT(n == m && !memcmp(found, again, n));
}

static void tiles(const char *text, size_t length, size_t capacity) {
    uint8_t found[CAPACITY], again[CAPACITY];
    char out[2 * CAPACITY + 1];
    size_t n = 0, m = 0;
    lp_error_t error = {0};
    lp_status_t status = lp_tiles_parse(text, length, found, capacity, &n, &error);
    if (status != LP_OK) {
        refused(status, &error, length);
        return;
    }
    EXPECT(n <= capacity && lp_tiles_check(found, n, &error) == LP_OK);
    EXPECT(lp_tiles_format(found, n, out, 2 * n + 1, &error) == LP_OK);
    EXPECT(lp_tiles_parse(out, strlen(out), again, CAPACITY, &m, &error) == LP_OK);
    EXPECT(n == m && !memcmp(found, again, n));
}

static void ranks(const lp_climb_t *climb, const char *text, size_t length) {
    uint64_t found = 0, again = 0;
    char out[LP_CLIMB_TEXT];
    lp_error_t error = {0};
    lp_status_t status = lp_climb_parse(climb, text, length, &found, &error);
    if (status != LP_OK) {
        refused(status, &error, length);
        return;
    }
    size_t letters = lp_climb_format(found, 0, out);
    EXPECT(letters == strlen(out) && (letters > 0) == (found > 0));
    if (letters == LP_CLIMB_TEXT - 1) return; /* more cards than any hand has: cut off */
    EXPECT(lp_climb_parse(climb, out, letters, &again, &error) == LP_OK && again == found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lp_climb_t *climb[N_CLIMBSETS];
    bytes_t bytes = {data, size};
    unsigned what = below(&bytes, 3 + N_CLIMBSETS - 1);
    size_t capacity = below(&bytes, CAPACITY + 1);
    char *text = malloc(bytes.left ? bytes.left : 1);
    EXPECT(text != NULL);
    if (bytes.left) memcpy(text, bytes.at, bytes.left);
    if (what == 0) cards(text, bytes.left, capacity);
    if (what == 1) tiles(text, bytes.left, capacity);
    if (what >= 2) {
        size_t game = what - 2;
        EXPECT(climb[game] || lp_climb_compile(CLIMBSETS[game].rules, &climb[game], NULL) == LP_OK);
        ranks(climb[game], text, bytes.left);
    }
    free(text);
    return 0;
}
