/* climb.c - what climbing games cost in instructions; see check.py.
 *
 *   climb lead|count|follow|split GAME CARDS N    hands of so many cards
 *   climb classify GAME CARDS N                   plays that such hands can lead
 *   climb compile GAME CARDS N                    lp_climb_compile and lp_climb_free
 *
 * The same DEALT hands are taken N / DEALT times over, so that dealing them cancels from a difference between two N.
 */
#include "climbsets.h"

#include <stdio.h>
#include <stdlib.h>

#define DEALT 1024
#define MOVES 2048

int main(int argc, char **argv) {
    static uint64_t hand[DEALT], play[DEALT], moves[MOVES];
    static lp_play_t over[DEALT];
    static uint8_t kinds[DEALT], ranks[DEALT], lengths[DEALT], readings[DEALT];
    const lp_climb_rules_t *rules = argc == 5 ? climbset_named(argv[2]) : NULL;
    if (!rules) return 2;
    const char *what = argv[1];
    size_t size = strtoul(argv[3], NULL, 10), n = strtoul(argv[4], NULL, 10), found = 0, sum = 0;
    lp_climb_t *climb = NULL;
    if (lp_climb_compile(rules, &climb, NULL) != LP_OK) return 1;
    if (!strcmp(what, "compile")) {
        for (size_t i = 0; i < n; i++) {
            lp_climb_free(climb);
            if (lp_climb_compile(rules, &climb, NULL) != LP_OK) return 1;
        }
        lp_climb_free(climb);
        return 0;
    }
    for (size_t i = 0; i < DEALT; i++) {
        uint64_t other = climb_dealt(rules, size, 0, LP_CLIMB_RANKS - 1);
        hand[i] = climb_dealt(rules, size, 0, LP_CLIMB_RANKS - 1);
        if (lp_climb_moves(climb, other, NULL, moves, MOVES, &found, NULL) != LP_OK) return 1;
        play[i] = moves[climb_random((uint32_t)found)];
        if (lp_climb_classify(climb, play[i], &over[i], 1, &found, NULL, NULL) != LP_OK) return 1;
    }
    for (size_t round = 0; round < n / DEALT; round++) {
        if (!strcmp(what, "classify")) {
            if (lp_climb_classify_n(climb, play, DEALT, kinds, ranks, lengths, readings, NULL) != LP_OK) return 1;
            sum += readings[round % DEALT];
            continue;
        }
        for (size_t i = 0; i < DEALT; i++) {
            lp_play_t plays[LP_CLIMB_HAND_MAX];
            lp_status_t status;
            if (!strcmp(what, "split")) status = lp_climb_split(climb, hand[i], plays, &found, NULL);
            else if (!strcmp(what, "count")) status = lp_climb_moves(climb, hand[i], NULL, NULL, 0, &found, NULL);
            else status = lp_climb_moves(climb, hand[i], *what == 'f' ? &over[i] : NULL, moves, MOVES, &found, NULL);
            if (status != LP_OK) return 1;
            sum += found;
        }
    }
    printf("%zu\n", sum); /* so that nothing is optimised away */
    lp_climb_free(climb);
    return 0;
}
