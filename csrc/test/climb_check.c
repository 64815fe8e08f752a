/* climb_check.c - climbing games through the public header: what lp_climb_moves lists against a reading of every set of
 * cards that a hand holds, splits that add up, texts of random bytes, and rule sets that make no sense.
 *
 *   climb_check [HANDS]     random hands a game
 *   climb_check most GAME   the most moves of any full hand, by counting those of every one; some seconds
 */
#include "climbsets.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                            \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "climb_check.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

enum { MOVES = 2048 };

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int beats(const lp_play_t *play, const lp_play_t *over) {
    if (play->bomb != over->bomb) return play->bomb > over->bomb;
    if (play->bomb) return play->rank > over->rank;
    return play->kind == over->kind && play->length == over->length && play->rank > over->rank;
}

/* Every set of cards below `hand`, which has not more than some tens of thousands of them. */
static size_t listed(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over, uint64_t *out) {
    size_t n = 0;
    uint64_t cards = 0;
    for (;;) {
        unsigned r = 0;
        while (r < LP_CLIMB_RANKS && (cards >> 4 * r & 15) == (hand >> 4 * r & 15)) cards &= ~((uint64_t)15 << 4 * r++);
        if (r == LP_CLIMB_RANKS) return n;
        cards += (uint64_t)1 << 4 * r;
        lp_play_t found[LP_CLIMB_READINGS];
        size_t readings = 0;
        int legal = 0;
        EXPECT(lp_climb_classify(climb, cards, found, LP_CLIMB_READINGS, &readings, NULL, NULL) == LP_OK);
        EXPECT(readings <= LP_CLIMB_READINGS);
        for (size_t i = 0; i < readings; i++) {
            EXPECT(found[i].body + found[i].kickers == cards);
            legal |= !over || beats(&found[i], over);
        }
        if (legal) out[n++] = cards;
        EXPECT(n <= MOVES);
    }
}

static void check_moves(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over) {
    static uint64_t wanted[MOVES + 1], found[MOVES], few[7];
    size_t n_wanted = listed(climb, hand, over, wanted), n = 0, counted = 0;
    uint32_t batch = 0;
    EXPECT(lp_climb_moves(climb, hand, over, found, MOVES, &n, NULL) == LP_OK && n == n_wanted);
    EXPECT(lp_climb_moves(climb, hand, over, NULL, 0, &counted, NULL) == LP_OK && counted == n);
    EXPECT(lp_climb_moves_count_n(climb, &hand, 1, over, &batch, NULL) == LP_OK && batch == n);
    EXPECT(lp_climb_moves(climb, hand, over, few, 7, &counted, NULL) == LP_OK && counted == n);
    EXPECT(memcmp(few, found, (n < 7 ? n : 7) * sizeof *few) == 0);
    qsort(found, n, sizeof *found, by_value);
    qsort(wanted, n, sizeof *wanted, by_value);
    EXPECT(memcmp(found, wanted, n * sizeof *found) == 0);
}

static void check_hand(const lp_climb_t *climb, const lp_climb_rules_t *rules, uint64_t hand) {
    lp_play_t plays[LP_CLIMB_HAND_MAX], over;
    uint64_t moves[MOVES], sum = 0, read = 0;
    size_t n = 0, readings = 0;
    check_moves(climb, hand, NULL);
    uint64_t other = climb_dealt(rules, 12, 0, 14);
    EXPECT(lp_climb_moves(climb, other, NULL, moves, MOVES, &n, NULL) == LP_OK && n);
    EXPECT(lp_climb_classify(climb, moves[climb_random((uint32_t)n)], &over, 1, &readings, NULL, NULL) == LP_OK);
    check_moves(climb, hand, &over);
    EXPECT(lp_climb_split(climb, hand, plays, &n, NULL) == LP_OK);
    for (size_t i = 0; i < n; i++) sum += plays[i].body + plays[i].kickers;
    EXPECT(sum == hand);
    char text[2 * LP_CLIMB_TEXT], letters[LP_CLIMB_TEXT];
    size_t length = lp_climb_format(hand, 0, letters);
    for (size_t i = 0; i < length; i++) text[2 * i] = letters[i], text[2 * i + 1] = ' ';
    EXPECT(lp_climb_parse(climb, text, 2 * length, &read, NULL) == LP_OK && read == hand);
}

static void check_texts(const lp_climb_t *climb) {
    static const char SIGNS[] = "3456789TJQKA2XDCHSBR10 ,\xE2\x99\xA0\xE9\xBB\x91\xE6\xA1\x83z\0";
    for (size_t i = 0; i < 200000; i++) {
        char text[12];
        size_t length = climb_random(sizeof text + 1);
        for (size_t k = 0; k < length; k++) text[k] = SIGNS[climb_random(sizeof SIGNS)];
        char *own = malloc(length ? length : 1); /* so that reading past its end is seen */
        EXPECT(own);
        memcpy(own, text, length);
        uint64_t cards = 0;
        lp_error_t error = {0, 0, 0, 0, 0};
        lp_status_t status = lp_climb_parse(climb, own, length, &cards, &error);
        EXPECT(status == LP_OK || (error.place >= 0 && (size_t)error.place + (size_t)error.length <= length));
        free(own);
    }
}

static void check_rules(void) {
    lp_climb_rules_t joined = DOUDIZHU; /* of other cards than the jokers: refused, and the form is named */
    lp_climb_t *none = NULL;
    lp_error_t fault = {0, 0, 0, 0, 0};
    joined.form[13].ranks = 3 << 5;
    EXPECT(lp_climb_compile(&joined, &none, &fault) == LP_E_RULES && !none);
    EXPECT(fault.place == LP_FIELD_CLIMB_BODY && fault.value == 13);
    for (size_t i = 0; i < 20000; i++) {
        lp_climb_rules_t rules = i % 2 ? DOUDIZHU : GUANPAI;
        lp_error_t error = {0, 0, 0, 0, 0};
        lp_climb_t *climb = NULL;
        /* One byte of the forms or of the head, anything. */
        size_t at = climb_random(i % 4 < 2 ? 17 : (uint32_t)(rules.n_forms * sizeof *rules.form));
        uint8_t *byte = i % 4 < 2 ? (uint8_t *)&rules + at : (uint8_t *)rules.form + at;
        if (i % 4 < 2 || i % 64 < 3) *byte = (uint8_t)climb_random(256);
        else continue;
        lp_status_t status = lp_climb_compile(&rules, &climb, &error);
        EXPECT(status == LP_OK || (status == LP_E_RULES && !climb && error.place >= LP_FIELD_CLIMB_DECK));
        lp_play_t plays[LP_CLIMB_HAND_MAX];
        size_t n = 0;
        if (climb) {
            uint64_t hand = climb_dealt(&rules, rules.hand_max, 0, 14);
            status = lp_climb_split(climb, hand, plays, &n, NULL);
            EXPECT(status == LP_OK || status == LP_E_PLAY);
            EXPECT(lp_climb_moves(climb, hand, NULL, NULL, 0, &n, NULL) == LP_OK);
        }
        lp_climb_free(climb);
    }
}

static const lp_climb_t *counting;
static uint32_t most;
static uint64_t most_of, n_hands;

static void count_all(const lp_climb_rules_t *rules, size_t rank, size_t left, uint64_t hand) {
    if (!left) {
        uint32_t n = 0;
        EXPECT(lp_climb_moves_count_n(counting, &hand, 1, NULL, &n, NULL) == LP_OK);
        n_hands++;
        if (n > most) most = n, most_of = hand;
        return;
    }
    if (rank == LP_CLIMB_RANKS) return;
    for (size_t k = 0; k <= rules->deck[rank] && k <= left; k++)
        count_all(rules, rank + 1, left - k, hand | (uint64_t)k << 4 * rank);
}

int main(int argc, char **argv) {
    const lp_climb_rules_t *counted = argc == 3 ? climbset_named(argv[2]) : NULL;
    if (counted) {
        lp_climb_t *climb = NULL;
        char text[LP_CLIMB_TEXT];
        EXPECT(lp_climb_compile(counted, &climb, NULL) == LP_OK);
        counting = climb;
        count_all(counted, 0, counted->hand_max, 0);
        lp_climb_format(most_of, 0, text);
        printf("%s: %u moves at most, of %s, among %llu hands\n", argv[2], most, text, (unsigned long long)n_hands);
        lp_climb_free(climb);
        return 0;
    }
    size_t hands = argc > 1 ? strtoul(argv[1], NULL, 10) : 400;
    for (size_t g = 0; g < N_CLIMBSETS; g++) {
        const lp_climb_rules_t *rules = CLIMBSETS[g].rules;
        lp_climb_t *climb = NULL;
        EXPECT(lp_climb_compile(rules, &climb, NULL) == LP_OK);
        for (size_t i = 0; i < hands; i++) {
            size_t first = climb_random(6), last = first + 4 + climb_random(4);
            uint64_t any = climb_dealt(rules, 1 + climb_random(12), 0, 14);
            check_hand(climb, rules, i % 2 ? climb_dealt(rules, 8 + climb_random(9), first, last) : any);
        }
        check_texts(climb);
        uint64_t too_many = 0x444444, none = 0, five = 5;
        size_t n = 0;
        lp_error_t error;
        EXPECT(lp_climb_moves(climb, too_many, NULL, NULL, 0, &n, &error) == LP_E_HAND_SIZE && error.value == 24);
        EXPECT(lp_climb_moves(climb, none, NULL, NULL, 0, &n, &error) == LP_E_HAND_SIZE && error.value == 0);
        EXPECT(lp_climb_moves(climb, five, NULL, NULL, 0, &n, &error) == LP_E_DUPLICATE && error.value == 5);
        EXPECT(lp_climb_moves(climb, (uint64_t)1 << 60, NULL, NULL, 0, &n, &error) == LP_E_NOT_IN_DECK);
        lp_climb_free(climb);
    }
    check_rules();
    puts("climb_check: ok");
    return 0;
}
