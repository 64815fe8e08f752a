/* threads.c - several threads that share what is compiled and made once, in all families; for the thread sanitizer.
 *
 * lipai.h promises that tables are read-only once made and that no function keeps state of its own. Each thread here
 * ranks, checks and arranges with the shared ones, then with a rule set that it compiled itself; what it finds is
 * compared with what one thread alone found, so a result that differs fails without the sanitizer too.
 */
#include "climbsets.h"
#include "fan_rules.h"
#include "stakes.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4
#define HANDS 24

typedef struct work {
    const lp_piles_t *piles;
    const lp_pile_rules_t *rules;
    const lp_utilities_t *utilities;
    uint8_t hands[HANDS * LP_HAND_MAX];
    uint8_t cards[2][HANDS * LP_HAND_MAX]; /* the strongest; with utilities */
    uint16_t strengths[2][HANDS * LP_PILES];
    int failed;
} work_t;

static void arrange_all(work_t *w, const lp_piles_t *piles, const lp_utilities_t *utilities) {
    size_t size = lp_piles_hand_size(piles), n = 0, first = w->rules->pile_size[0];
    for (int k = 0; k < 2; k++)
        w->failed |= lp_arrange_n(piles, k ? utilities : NULL, w->hands, HANDS, w->cards[k], w->strengths[k], NULL,
                                  NULL) != LP_OK;
    for (size_t i = 0; i < HANDS; i++) {
        const uint8_t *laid = w->cards[0] + i * size;
        uint16_t strength = 0, strengths[LP_PILES];
        int legal = 0, fault = 0;
        lp_arrangement_t best;
        w->failed |= lp_rank_n(piles, laid, first, 1, &strength, NULL) != LP_OK;
        w->failed |= lp_check(piles, laid, strengths, &legal, &fault, NULL) != LP_OK || !legal;
        w->failed |= memcmp(strengths, w->strengths[0] + i * LP_PILES, sizeof strengths) || strength != strengths[0];
        if (i % 8 == 0) w->failed |= lp_arrange(piles, utilities, w->hands + i * size, 1, &best, &n, NULL) != LP_OK;
        if (i % 8 == 0) w->failed |= lp_pareto(piles, w->hands + i * size, &best, 1, &n, NULL) != LP_OK;
    }
}

static void *run(void *argument) {
    work_t *w = argument;
    lp_piles_t *own = NULL;
    arrange_all(w, w->piles, w->utilities);
    w->failed |= lp_piles_compile(w->rules, LP_ISA_AUTO, &own, NULL) != LP_OK;
    if (!w->failed) arrange_all(w, own, w->utilities);
    lp_piles_free(own);
    return NULL;
}

static int share(const char *name, const lp_pile_rules_t *rules, lp_isa_t isa) {
    static work_t alone, work[THREADS];
    pthread_t thread[THREADS];
    lp_piles_t *piles = NULL;
    lp_utilities_t *utilities = NULL;
    if (lp_piles_compile(rules, isa, &piles, NULL) != LP_OK) return 1;
    size_t n = lp_piles_strength_count(piles), size = lp_piles_hand_size(piles);
    double *table = malloc(n * sizeof *table);
    if (!table) return 1;
    for (size_t s = 0; s < n; s++) table[s] = (double)(s * s % 1009);
    if (lp_utilities_new(piles, table, table, table, &utilities, NULL) != LP_OK) return 1;
    memset(&alone, 0, sizeof alone);
    alone.piles = piles;
    alone.rules = rules;
    alone.utilities = utilities;
    for (size_t i = 0; i < HANDS; i++) /* steps that are prime to 52: no card comes twice */
        for (size_t k = 0; k < size; k++)
            alone.hands[i * size + k] = (uint8_t)((i + (i % 2 ? 7 : 5) * k) % 52);
    for (size_t i = 0; i < THREADS; i++) work[i] = alone;
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, run, &work[i])) return 1;
    int failed = 0;
    for (size_t i = 0; i < THREADS; i++) failed |= pthread_join(thread[i], NULL);
    arrange_all(&alone, piles, utilities);
    for (size_t i = 0; i < THREADS; i++)
        failed |= work[i].failed || memcmp(work[i].cards, alone.cards, sizeof alone.cards) ||
                  memcmp(work[i].strengths, alone.strengths, sizeof alone.strengths);
    if (failed || alone.failed) fprintf(stderr, "%s, %s: threads disagree\n", name, lp_isa_name(isa));
    lp_utilities_free(utilities);
    lp_piles_free(piles);
    free(table);
    return failed || alone.failed;
}

/* Threads that share the deals of a table of stud: each counts all parts, and parts in turn add up to the same. */
typedef struct counting {
    const lp_equity_t *equity;
    uint64_t wins[LP_PLAYERS_MAX];
    int failed;
} counting_t;

static void *count_all(void *argument) {
    counting_t *c = argument;
    for (size_t part = 0, parts = lp_equity_parts(c->equity); part < parts; part++)
        c->failed |= lp_equity_count(c->equity, part, 1, c->wins, NULL) != LP_OK;
    c->failed |= lp_equity_sample(c->equity, 1, 0, 1000, c->wins, NULL) != LP_OK;
    return NULL;
}

static int share_equity(lp_isa_t isa) {
    static const lp_seat_t seats[3] = {{0, 3, {24, 30, 33}}, {0, 2, {28, 44}}, {0, 3, {29, 42, 45}}};
    lp_piles_t *piles = NULL;
    lp_equity_t *equity = NULL;
    counting_t work[THREADS];
    pthread_t thread[THREADS];
    if (lp_piles_compile(&WUZHANG, isa, &piles, NULL) != LP_OK) return 1;
    if (lp_equity_new(piles, seats, 3, UINT64_MAX, &equity, NULL) != LP_OK) return 1;
    uint64_t wins[LP_PLAYERS_MAX] = {0};
    int failed = lp_equity_count(equity, 0, lp_equity_parts(equity), wins, NULL) != LP_OK;
    failed |= lp_equity_sample(equity, 1, 0, 1000, wins, NULL) != LP_OK;
    memset(work, 0, sizeof work);
    for (size_t i = 0; i < THREADS; i++) work[i].equity = equity;
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, count_all, &work[i])) return 1;
    for (size_t i = 0; i < THREADS; i++) failed |= pthread_join(thread[i], NULL);
    for (size_t i = 0; i < THREADS; i++) failed |= work[i].failed || memcmp(work[i].wins, wins, sizeof wins);
    if (failed) fprintf(stderr, "wuzhang, %s: threads disagree\n", lp_isa_name(isa));
    lp_equity_free(equity);
    lp_piles_free(piles);
    return failed;
}

/* The other families: every thread asks the same of what they share and keeps its answers, which are then compared. */
enum { DEALT = 16, ROUNDS = 8 };

typedef struct shared {
    const lp_stakes_t *stakes;
    const lp_field_t *field;
    const lp_climb_t *climb[N_CLIMBSETS];
    const lp_mahjong_t *mahjong;
    int banker;
    uint8_t laid[DEALT * LP_HAND_MAX];
    uint64_t hand[N_CLIMBSETS][ROUNDS];
} shared_t;

typedef struct answers {
    const shared_t *from;
    int failed;
    /* compared from here on */
    int64_t net[DEALT];
    uint32_t held[DEALT];
    double value[DEALT];
    uint8_t best[DEALT * LP_HAND_MAX];
    uint8_t plays[N_CLIMBSETS][ROUNDS];
    uint32_t moves[N_CLIMBSETS][ROUNDS];
    uint64_t waits, nodes;
    int shanten, total;
} answers_t;

static void *answer(void *argument) {
    answers_t *a = argument;
    const shared_t *s = a->from;
    static const uint8_t bankers[DEALT], won[14] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 27, 27, 28, 28};
    uint8_t counts[LP_TILE_FACES] = {0}, said[DEALT];
    lp_tables_t tables = {.n = DEALT / 2, .players = 2, .cards = s->laid, .base = 1};
    tables.banker = s->banker ? bankers : NULL;
    a->failed |= lp_settle_n(s->stakes, &tables, a->net, NULL) != LP_OK;
    a->failed |= lp_specials_n(s->stakes, s->laid, DEALT, 0, a->held, NULL, NULL) != LP_OK;
    a->failed |= lp_expected_n(s->field, s->laid, DEALT, a->best, a->value, said, NULL) != LP_OK;
    for (size_t game = 0; game < N_CLIMBSETS; game++) {
        a->failed |= lp_climb_split_n(s->climb[game], s->hand[game], ROUNDS, a->plays[game], NULL, NULL) != LP_OK;
        a->failed |= lp_climb_moves_count_n(s->climb[game], s->hand[game], ROUNDS, NULL, a->moves[game], NULL) != LP_OK;
    }
    lp_solver_t *solver = NULL; /* one a thread, of tables that they share */
    lp_solution_t solution = {0};
    lp_endgame_t endgame = {.hand = {0x1221, 0x2112}, .n_hands = 2};
    a->failed |= lp_solver_new(s->climb[0], &endgame, 1 << 20, &solver, NULL) != LP_OK;
    if (!a->failed) a->failed |= lp_solver_run(solver, 100000, &solution, NULL) != LP_OK;
    a->nodes = solution.nodes;
    lp_solver_free(solver);
    for (size_t i = 0; i < 13; i++) counts[won[i]]++;
    lp_won_t hand = {.tiles = won, .n_tiles = 14, .tile = 28, .wild = LP_NO_TILE, .wind = LP_NO_TILE,
                     .by = LP_BY_SELF, .kong = LP_NO_TILE};
    lp_fan_t fan;
    a->failed |= lp_waits(s->mahjong, 4, counts, 0, NULL, &a->waits, NULL) != LP_OK || !a->waits;
    a->failed |= lp_shanten(s->mahjong, 4, counts, 0, NULL, &a->shanten, NULL) != LP_OK || a->shanten;
    a->failed |= lp_fan(&SANMEN, &hand, &fan, NULL) != LP_OK;
    a->total = fan.total;
    return NULL;
}

/* shared: with what all pile games have in common here. */
static int share_rest(const struct stakes *game, lp_isa_t isa, shared_t *shared) {
    static answers_t found[THREADS + 1];
    static uint8_t hands[DEALT * LP_HAND_MAX], entries[DEALT * LP_FIELD_ENTRY];
    static uint8_t bytes[LP_FIELD_HEADER + DEALT * LP_FIELD_ENTRY];
    pthread_t thread[THREADS];
    lp_piles_t *piles = NULL;
    lp_stakes_t *stakes = NULL;
    lp_field_t *field = NULL;
    shared->banker = game->rules->kind == LP_SETTLE_BANKER;
    lp_field_info_t info = {.players = 2, .role = (uint8_t)(shared->banker ? LP_ROLE_BANKER : LP_ROLE_ANY), .gain = -1};
    if (lp_piles_compile(game->piles, isa, &piles, NULL) || lp_stakes_new(piles, game->rules, &stakes, NULL)) return 1;
    if (lp_deal_n(piles, 1, 0, DEALT / 2, 2, hands, NULL)) return 1;
    if (lp_arrange_n(piles, NULL, hands, DEALT, shared->laid, NULL, NULL, NULL)) return 1;
    if (lp_field_entries_n(stakes, shared->laid, NULL, DEALT, entries, NULL)) return 1;
    if (lp_field_pack(stakes, &info, entries, DEALT, bytes, sizeof bytes, NULL)) return 1;
    if (lp_field_new(stakes, bytes, sizeof bytes, &field, NULL)) return 1;
    shared->stakes = stakes;
    shared->field = field;
    memset(found, 0, sizeof found);
    for (size_t i = 0; i <= THREADS; i++) found[i].from = shared;
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, answer, &found[i])) return 1;
    int failed = 0;
    for (size_t i = 0; i < THREADS; i++) failed |= pthread_join(thread[i], NULL);
    answer(&found[THREADS]);
    for (size_t i = 0; i <= THREADS; i++) failed |= found[i].failed || memcmp(&found[i], &found[THREADS], sizeof *found);
    if (failed) fprintf(stderr, "%s, %s: threads disagree\n", game->name, lp_isa_name(isa));
    lp_field_free(field);
    lp_stakes_free(stakes);
    lp_piles_free(piles);
    return failed;
}

/* Every pile game by turns, once for each instruction set. */
static int share_families(lp_isa_t isa) {
    static shared_t shared;
    lp_climb_t *climb[N_CLIMBSETS] = {NULL};
    lp_mahjong_t *mahjong = NULL;
    int failed = 0;
    if (lp_mahjong_new(isa, &mahjong, NULL)) return 1;
    shared.mahjong = mahjong;
    for (size_t i = 0; i < N_CLIMBSETS; i++) {
        if (lp_climb_compile(CLIMBSETS[i].rules, &climb[i], NULL)) return 1;
        shared.climb[i] = climb[i];
        for (size_t k = 0; k < ROUNDS; k++) shared.hand[i][k] = climb_dealt(CLIMBSETS[i].rules, 13, 0, 12);
    }
    for (size_t i = 0; i < N_STAKES; i++) failed |= share_rest(&STAKES[i], isa, &shared);
    for (size_t i = 0; i < N_CLIMBSETS; i++) lp_climb_free(climb[i]);
    lp_mahjong_free(mahjong);
    return failed;
}

int main(void) {
    int failed = 0;
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++)
        if (lp_isa_available((lp_isa_t)isa)) failed |= share_families((lp_isa_t)isa);
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++)
        if (lp_isa_available((lp_isa_t)isa)) failed |= share_equity((lp_isa_t)isa);
    for (size_t i = 0; i < N_RULESETS; i++)
        for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++)
            if (lp_isa_available((lp_isa_t)isa)) failed |= share(RULESETS[i].name, RULESETS[i].rules, (lp_isa_t)isa);
    if (!failed) puts("threads: ok");
    return failed;
}
