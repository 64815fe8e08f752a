/* climb.c - climbing games, by our rules or spoilt ones: every play that is listed reads as one and beats what it should,
 * splits add up to the hand, and a short search of an endgame ends within its nodes. */
#include "fuzz.h"

#include "../test/climbsets.h"

enum { MOVES = 4096, SOLVER_BYTES = 1 << 16 };

static uint64_t take_hand(bytes_t *bytes, const lp_climb_rules_t *rules, unsigned most) {
    uint64_t hand = 0;
    if (below(bytes, 16) == 15) return (uint64_t)take_number(bytes);
    for (unsigned n = 1 + below(bytes, most); n > 0; n--) {
        unsigned rank = below(bytes, LP_CLIMB_RANKS);
        if ((hand >> 4 * rank & 15) < rules->deck[rank]) hand += (uint64_t)1 << 4 * rank;
    }
    return hand;
}

static void moved(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over) {
    static uint64_t moves[MOVES];
    size_t n = 0;
    uint32_t counted = 0;
    lp_error_t error = {0};
    lp_status_t status = lp_climb_moves(climb, hand, over, moves, MOVES, &n, &error);
    EXPECT((lp_climb_moves_count_n(climb, &hand, 1, over, &counted, NULL) == LP_OK) == (status == LP_OK));
    if (status != LP_OK) return;
    EXPECT(n == counted);
    for (size_t i = 0; i < n && i < MOVES; i += 1 + n / 32) {
        lp_play_t play;
        int beats = 1;
        size_t readings = 0;
        for (unsigned r = 0; r < LP_CLIMB_RANKS; r++) EXPECT((moves[i] >> 4 * r & 15) <= (hand >> 4 * r & 15));
        if (over) EXPECT(lp_climb_beats(climb, moves[i], over, &play, &beats, &error) == LP_OK);
        EXPECT(beats && lp_climb_classify(climb, moves[i], &play, 1, &readings, NULL, &error) == LP_OK && readings);
    }
}

static void solved(const lp_climb_t *climb, const lp_climb_rules_t *rules, bytes_t *bytes, const lp_play_t *over) {
    lp_endgame_t game = {.n_hands = (uint8_t)(2 + below(bytes, 2)), .landlord = (uint8_t)below(bytes, 4)};
    lp_solver_t *solver = NULL;
    lp_solution_t solution;
    lp_error_t error = {0};
    game.turn = (uint8_t)below(bytes, 4);
    game.passes = (uint8_t)below(bytes, 3);
    game.over = below(bytes, 2) ? over : NULL;
    for (unsigned i = 0; i < 3; i++) game.hand[i] = take_hand(bytes, rules, 6);
    if (lp_solver_new(climb, &game, SOLVER_BYTES, &solver, &error) != LP_OK) return;
    EXPECT(lp_solver_run(solver, 2000, &solution, &error) == LP_OK);
    EXPECT(solution.outcome != LP_OUTCOME_UNKNOWN || solution.limit != LP_LIMIT_NONE);
    EXPECT(solution.bytes <= SOLVER_BYTES);
    lp_solver_free(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lp_climb_t *shared[N_CLIMBSETS];
    bytes_t bytes = {data, size};
    size_t game = below(&bytes, N_CLIMBSETS), readings = 0, plays = 0;
    lp_climb_rules_t rules = *CLIMBSETS[game].rules;
    lp_climb_t *own = NULL;
    lp_error_t error = {0};
    lp_play_t found[LP_CLIMB_READINGS], split[LP_CLIMB_HAND_MAX], over;
    lp_reason_t reason = LP_REASON_NONE;
    EXPECT(shared[game] || lp_climb_compile(&rules, &shared[game], NULL) == LP_OK);
    if (below(&bytes, 64) == 63) { /* seldom: compiling takes longer than all that follows */
        for (unsigned i = 1 + below(&bytes, 4); i > 0; i--) {
            size_t at = (size_t)take(&bytes) << 8;
            at = (at | take(&bytes)) % sizeof rules;
            ((uint8_t *)&rules)[at] = take(&bytes);
        }
        if (lp_climb_compile(&rules, &own, &error) != LP_OK) {
            EXPECT(error.place >= LP_FIELD_CLIMB_DECK && error.place <= LP_FIELD_CLIMB_KICKERS);
            return 0;
        }
    }
    const lp_climb_t *climb = own ? own : shared[game];
    uint64_t cards = take_hand(&bytes, &rules, 12), hand = take_hand(&bytes, &rules, rules.hand_max);
    int leads = lp_climb_classify(climb, cards, found, LP_CLIMB_READINGS, &readings, &reason, &error) != LP_OK ||
                readings == 0;
    EXPECT(readings <= LP_CLIMB_READINGS && (readings > 0) + (reason != LP_REASON_NONE) <= 1);
    for (size_t i = 0; i < readings; i++) EXPECT(found[i].body + found[i].kickers == cards);
    if (!leads) over = found[below(&bytes, (unsigned)readings)];
    if (!leads && below(&bytes, 16) == 15) ((uint8_t *)&over)[below(&bytes, sizeof over)] = take(&bytes);
    moved(climb, hand, leads ? NULL : &over);
    if (lp_climb_split(climb, hand, split, &plays, &error) == LP_OK) {
        uint64_t sum = 0;
        for (size_t i = 0; i < plays; i++) sum += split[i].body + split[i].kickers;
        EXPECT(sum == hand && plays >= 1 && plays <= rules.hand_max);
    }
    if (below(&bytes, 4) == 3) solved(climb, &rules, &bytes, leads ? NULL : &over);
    lp_climb_free(own);
    return 0;
}
