/* climbing.c - a climbing game from C: what 斗地主 cards are, how few plays a hand goes in, and what beats a play.
 *
 *   make -C csrc
 *   cc -std=c11 -Icsrc -o climbing examples/climbing.c -Lcsrc/build -llipai -Wl,-rpath,"$PWD/csrc/build"
 *   ./climbing 334455667789TJQ2X 99TTJJ
 */
#include <lipai.h>

#include <stdio.h>
#include <string.h>

#define TO_ACE ((1 << 12) - 1)
#define TO_TWO ((1 << 13) - 1)
#define BOTH_JOKERS (3 << 13)
#define WITH(cards, each, limit)                                                                              \
    .kickers = LP_KICKERS_##cards, .kickers_each = (each), .alike = (limit), .joker_couple = 1, .adjoining = 1

static const char *const KINDS[] = {"single",   "pair",        "trips",      "trips and single", "trips and pair",
                                    "straight", "pairs",       "airplane",   "with singles",     "with pairs",
                                    "quads",    "quads, pairs", "bomb",      "rocket"};

static const lp_climb_rules_t DOUDIZHU = {
    .hand_max = 20, .deck = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1}, .n_forms = 14,
    .form = {
        {.kind = 0, .group = 1, .run_min = 1, .run_max = 1, .ranks = TO_TWO | BOTH_JOKERS},
        {.kind = 1, .group = 2, .run_min = 1, .run_max = 1, .ranks = TO_TWO},
        {.kind = 2, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO},
        {.kind = 3, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO, WITH(SINGLES, 1, 4)},
        {.kind = 4, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO, WITH(PAIRS, 1, 4)},
        {.kind = 5, .group = 1, .run_min = 5, .run_max = 12, .ranks = TO_ACE},
        {.kind = 6, .group = 2, .run_min = 3, .run_max = 10, .ranks = TO_ACE},
        {.kind = 7, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE},
        {.kind = 8, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE, WITH(SINGLES, 1, 4)},
        {.kind = 9, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE, WITH(PAIRS, 1, 1)},
        {.kind = 10, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, WITH(SINGLES, 2, 4)},
        {.kind = 11, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, WITH(PAIRS, 2, 1)},
        {.kind = 12, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, .bomb = 1},
        {.kind = 13, .group = 1, .run_min = 1, .run_max = 1, .ranks = BOTH_JOKERS, .joined = 1, .bomb = 2},
    },
};

static lp_status_t read_hand(const lp_climb_t *climb, const char *text, uint64_t *out, lp_error_t *error) {
    lp_status_t status = lp_climb_parse(climb, text, strlen(text), out, error);
    if (status != LP_OK) fprintf(stderr, "%s: %s (place %d)\n", text, lp_status_text(status), (int)error->place);
    return status;
}

/* The fewest plays of a hand and, if cards are given that were played, how many of its plays beat them. */
static lp_status_t answer(const lp_climb_t *climb, const char *text, const char *played, lp_error_t *error) {
    uint64_t hand = 0, cards = 0;
    lp_play_t plays[LP_CLIMB_HAND_MAX], over;
    char out[LP_CLIMB_TEXT];
    size_t n = 0;
    lp_status_t status = read_hand(climb, text, &hand, error);
    if (status == LP_OK) status = lp_climb_split(climb, hand, plays, &n, error);
    for (size_t i = 0; status == LP_OK && i < n; i++) {
        lp_climb_format(plays[i].body, plays[i].kickers, out);
        printf("%s\t%s\n", out, KINDS[plays[i].kind]);
    }
    if (status != LP_OK || !played) return status;
    status = read_hand(climb, played, &cards, error);
    if (status == LP_OK) status = lp_climb_classify(climb, cards, &over, 1, &n, NULL, error);
    if (status == LP_OK && !n) status = LP_E_PLAY;
    if (status == LP_OK) status = lp_climb_moves(climb, hand, &over, NULL, 0, &n, error);
    if (status == LP_OK) printf("%d plays beat %s, %s\n", (int)n, played, KINDS[over.kind]);
    return status;
}

int main(int argc, char **argv) {
    lp_climb_t *climb = NULL;
    lp_error_t error = {0};
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: climbing HAND [PLAYED]\n");
        return 2;
    }
    if (lp_climb_compile(&DOUDIZHU, &climb, &error) != LP_OK) return 1;
    lp_status_t status = answer(climb, argv[1], argc > 2 ? argv[2] : NULL, &error);
    lp_climb_free(climb);
    return status == LP_OK ? 0 : 2;
}
