/* solve_check.c - the endgame solver through the public header: random small endgames against a search of every line of
 * play, one whole search against one in pieces, limits, and endgames that there are not.
 *
 *   solve_check [ENDGAMES]     random endgames a game
 */
#include "climbsets.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                            \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "solve_check.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

enum { MOVES = 512, TABLE = 1 << 24 };

static int wins(const lp_climb_t *climb, const lp_endgame_t *endgame);

/* Does the side of `turn` win if this is where it leaves the others? */
static int good(const lp_climb_t *climb, const lp_endgame_t *endgame, lp_endgame_t after) {
    after.turn = (uint8_t)((endgame->turn + 1) % endgame->n_hands);
    int same = (endgame->turn == endgame->landlord) == (after.turn == endgame->landlord);
    return wins(climb, &after) == same;
}

static int wins(const lp_climb_t *climb, const lp_endgame_t *endgame) {
    uint64_t moves[MOVES], hand = endgame->hand[endgame->turn];
    size_t n = 0;
    EXPECT(lp_climb_moves(climb, hand, endgame->over, moves, MOVES, &n, NULL) == LP_OK && n <= MOVES);
    for (size_t i = 0; i < n; i++) {
        lp_play_t play[LP_CLIMB_READINGS];
        size_t readings = 0;
        int beats = 0;
        if (moves[i] == hand) return 1;
        if (endgame->over) {
            EXPECT(lp_climb_beats(climb, moves[i], endgame->over, play, &beats, NULL) == LP_OK && beats);
            readings = 1;
        } else {
            EXPECT(lp_climb_classify(climb, moves[i], play, LP_CLIMB_READINGS, &readings, NULL, NULL) == LP_OK);
        }
        for (size_t k = 0; k < readings; k++) {
            lp_endgame_t after = *endgame;
            after.hand[endgame->turn] -= moves[i];
            after.over = &play[k];
            after.passes = 0;
            if (good(climb, endgame, after)) return 1;
        }
    }
    if (!endgame->over) return 0;
    lp_endgame_t after = *endgame;
    if (++after.passes + 1 == endgame->n_hands) {
        after.over = NULL;
        after.passes = 0;
    }
    return good(climb, endgame, after);
}

static lp_solution_t solved(const lp_climb_t *climb, const lp_endgame_t *endgame, uint64_t piece) {
    lp_solver_t *solver = NULL;
    lp_solution_t found;
    EXPECT(lp_solver_new(climb, endgame, TABLE, &solver, NULL) == LP_OK);
    do {
        EXPECT(lp_solver_run(solver, piece, &found, NULL) == LP_OK);
        EXPECT(found.outcome || found.limit == LP_LIMIT_NODES);
    } while (!found.outcome);
    lp_solver_free(solver);
    return found;
}

/* Is what the solver gives a play of that hand, and does it win? */
static void check_move(const lp_climb_t *climb, const lp_endgame_t *endgame, const lp_solution_t *found) {
    uint64_t cards = found->play.body + found->play.kickers;
    lp_endgame_t after = *endgame;
    EXPECT((found->outcome == LP_OUTCOME_WIN) == (cards || found->pass));
    if (found->outcome != LP_OUTCOME_WIN || cards == endgame->hand[endgame->turn]) return;
    if (found->pass) {
        EXPECT(endgame->over && !cards);
        if (++after.passes + 1 == endgame->n_hands) {
            after.over = NULL;
            after.passes = 0;
        }
    } else {
        after.hand[endgame->turn] -= cards;
        after.over = &found->play;
        after.passes = 0;
    }
    EXPECT(good(climb, endgame, after));
}

static void check_random(const lp_climb_t *climb, const lp_climb_rules_t *rules, size_t endgames) {
    size_t ends[3] = {0, 0, 0};
    for (size_t i = 0; i < endgames; i++) {
        lp_endgame_t endgame = {{0, 0, 0}, 2, 0, 0, 0, NULL};
        uint64_t led[MOVES];
        lp_play_t over;
        size_t n = 0;
        if (rules == &DOUDIZHU) endgame.n_hands = (uint8_t)(2 + climb_random(2));
        endgame.landlord = (uint8_t)climb_random(endgame.n_hands);
        endgame.turn = (uint8_t)climb_random(endgame.n_hands);
        /* Dealt from rules whose deck loses the cards that are out. */
        lp_climb_rules_t rest = *rules;
        unsigned first = climb_random(8), most = endgame.n_hands == 3 ? 2 : 3;
        uint64_t last = 0;
        for (unsigned seat = 0; seat <= endgame.n_hands; seat++) {
            uint64_t cards = climb_dealt(&rest, 1 + climb_random(most), first, first + 4);
            for (unsigned r = 0; r < LP_CLIMB_RANKS; r++) rest.deck[r] = (uint8_t)(rest.deck[r] - (cards >> 4 * r & 15));
            if (seat < endgame.n_hands) endgame.hand[seat] = cards;
            else last = cards;
        }
        if (climb_random(2)) {
            EXPECT(lp_climb_moves(climb, last, NULL, led, MOVES, &n, NULL) == LP_OK && n);
            EXPECT(lp_climb_classify(climb, led[climb_random((uint32_t)n)], &over, 1, &n, NULL, NULL) == LP_OK);
            endgame.over = &over;
            endgame.passes = (uint8_t)climb_random(endgame.n_hands - 1u);
        }
        lp_solution_t found = solved(climb, &endgame, UINT64_MAX), pieces = solved(climb, &endgame, 7);
        EXPECT((found.outcome == LP_OUTCOME_WIN) == wins(climb, &endgame));
        EXPECT(pieces.outcome == found.outcome);
        check_move(climb, &endgame, &found);
        check_move(climb, &endgame, &pieces);
        ends[found.outcome]++;
    }
    EXPECT(endgames < 50 || (ends[LP_OUTCOME_WIN] && ends[LP_OUTCOME_LOSS]));
}

static void check_limits(const lp_climb_t *climb) {
    lp_endgame_t endgame = {{climb_dealt(&DOUDIZHU, 20, 0, 14), 0x11111, 0}, 2, 0, 0, 0, NULL};
    lp_climb_rules_t rest = DOUDIZHU;
    for (unsigned r = 0; r < LP_CLIMB_RANKS; r++)
        rest.deck[r] = (uint8_t)(rest.deck[r] - (endgame.hand[0] >> 4 * r & 15));
    endgame.hand[1] = climb_dealt(&rest, 17, 0, 14);
    lp_solver_t *solver = NULL;
    lp_solution_t found;
    EXPECT(lp_solver_new(climb, &endgame, 0, &solver, NULL) == LP_OK);
    EXPECT(lp_solver_run(solver, 10, &found, NULL) == LP_OK);
    EXPECT(found.outcome || (found.limit == LP_LIMIT_NODES && found.nodes == 10));
    EXPECT(lp_solver_run(solver, UINT64_MAX, &found, NULL) == LP_OK);
    EXPECT(found.outcome || found.limit == LP_LIMIT_MEMORY);
    EXPECT(lp_solver_run(NULL, 1, &found, NULL) == LP_E_VALUE);
    lp_solver_free(solver);
    lp_solver_free(NULL);
}

static void refused(const lp_climb_t *climb, lp_endgame_t endgame, lp_status_t status, int64_t row) {
    lp_error_t error = {-1, 0, 0, 0, 0};
    lp_solver_t *solver = NULL;
    EXPECT(lp_solver_new(climb, &endgame, TABLE, &solver, &error) == status && !solver);
    EXPECT(error.row == row);
}

static void check_errors(const lp_climb_t *climb) {
    lp_play_t six, none = {0x11, 0, 0, 0, 0, 1, 0};
    size_t n = 0;
    EXPECT(lp_climb_classify(climb, 0x1000, &six, 1, &n, NULL, NULL) == LP_OK && n == 1);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 1, 0, 0, 0, NULL}, LP_E_VALUE, LP_ENDGAME_HANDS);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 4, 0, 0, 0, NULL}, LP_E_VALUE, LP_ENDGAME_HANDS);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 3, 3, 0, 0, NULL}, LP_E_VALUE, LP_ENDGAME_LANDLORD);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 2, 0, 2, 0, NULL}, LP_E_VALUE, LP_ENDGAME_TURN);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 3, 0, 0, 1, NULL}, LP_E_VALUE, LP_ENDGAME_PASSES);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 3, 0, 0, 2, &six}, LP_E_VALUE, LP_ENDGAME_PASSES);
    refused(climb, (lp_endgame_t){{1, 1, 0}, 2, 0, 0, 1, &six}, LP_E_VALUE, LP_ENDGAME_PASSES);
    refused(climb, (lp_endgame_t){{1, 1, 1}, 3, 0, 0, 0, &none}, LP_E_PLAY, LP_ENDGAME_OVER);
    refused(climb, (lp_endgame_t){{1, 0, 1}, 3, 0, 0, 0, NULL}, LP_E_HAND_SIZE, 1);
    refused(climb, (lp_endgame_t){{1, 5, 1}, 3, 0, 0, 0, NULL}, LP_E_DUPLICATE, 1);
    refused(climb, (lp_endgame_t){{2, 2, 1}, 3, 0, 0, 0, NULL}, LP_E_DUPLICATE, 2);
    refused(climb, (lp_endgame_t){{0x2000, 0x2000, 1}, 3, 0, 0, 0, &six}, LP_E_DUPLICATE, 3);
    refused(climb, (lp_endgame_t){{(uint64_t)1 << 60, 1, 1}, 3, 0, 0, 0, NULL}, LP_E_NOT_IN_DECK, 0);
    EXPECT(lp_solver_new(climb, NULL, TABLE, NULL, NULL) == LP_E_VALUE);
}

int main(int argc, char **argv) {
    size_t endgames = argc > 1 ? (size_t)atol(argv[1]) : 3000;
    for (size_t i = 0; i < sizeof CLIMBSETS / sizeof *CLIMBSETS; i++) {
        lp_climb_t *climb = NULL;
        EXPECT(lp_climb_compile(CLIMBSETS[i].rules, &climb, NULL) == LP_OK);
        check_random(climb, CLIMBSETS[i].rules, endgames);
        if (CLIMBSETS[i].rules == &DOUDIZHU) {
            check_limits(climb);
            check_errors(climb);
        }
        lp_climb_free(climb);
    }
    printf("solve_check: %zu endgames a game\n", endgames);
    return 0;
}
