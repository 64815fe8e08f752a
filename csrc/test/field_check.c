/* field_check.c - expected value against settlement itself: tiny fields, every tuple of opponents. */
#include "../settle.h"
#include "../field.h"
#include "stakes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned failures;
static size_t rounds_wanted = 12;
static void check(int good, const char *what, const char *game, size_t row) {
    if (good) return;
    if (failures++ < 20) printf("FAILED %s: %s, row %zu\n", game, what, row);
}

typedef struct game {
    const char *name;
    lp_piles_t *piles;
    lp_stakes_t *stakes;
} game_t;

static game_t open_game(const struct stakes *s, lp_isa_t isa, const lp_settle_rules_t *rules) {
    game_t g = {s->name, NULL, NULL};
    lp_error_t e = {0};
    if (lp_piles_compile(s->piles, isa, &g.piles, &e) ||
        lp_stakes_new(g.piles, rules ? rules : s->rules, &g.stakes, &e)) {
        printf("cannot compile %s\n", s->name);
        exit(1);
    }
    return g;
}
static void close_game(game_t *g) {
    lp_stakes_free(g->stakes);
    lp_piles_free(g->piles);
}

static lp_entry_t entry_of(const game_t *g, const uint8_t *cards, uint8_t declared) {
    uint8_t bytes[LP_FIELD_ENTRY];
    if (lp_field_entries_n(g->stakes, cards, &declared, 1, bytes, NULL) != LP_OK) {
        printf("bad entry\n");
        exit(1);
    }
    return lp_entry_read(bytes);
}

/* Opponents of a tuple at seats 1 on, by the clauses, without a look at whether their cards could be dealt together. */
static double settle_tuple(const game_t *g, const lp_entry_t *me, uint64_t my_hand, const lp_entry_t *field,
                           const uint64_t *hand, const size_t *pick, size_t opponents, int bank) {
    lp_seats_t t;
    memset(&t, 0, sizeof t);
    t.players = opponents + 1;
    for (size_t i = 0; i <= opponents; i++) {
        const lp_entry_t *e = i ? &field[pick[i - 1]] : me;
        memcpy(t.strength[i], e->strength, sizeof t.strength[i]);
        t.declared[i] = e->special;
        t.hand[i] = i ? hand[pick[i - 1]] : my_hand;
        t.bet[i] = 1;
    }
    t.banker = (uint8_t)(bank ? 0 : 1);
    lp_ledger_t ledger = {.out = NULL};
    const lp_settle_rules_t *r = &g->stakes->rules;
    if (r->kind == LP_SETTLE_WATERS) lp_settle_waters(g->stakes, &t, &ledger);
    else if (r->kind == LP_SETTLE_POTS) lp_settle_pots(g->stakes, &t, &ledger);
    else lp_settle_banker(g->stakes, &t, &ledger);
    return (double)ledger.net[0];
}

#define HANDS 7

/* My net in pots by the clauses; opponents drawn twice tie, which is no matter of mine. */
static double pots_net(const game_t *g, const lp_entry_t *me, const lp_entry_t *field, const size_t *pick, size_t k) {
    const lp_settle_rules_t *r = &g->stakes->rules;
    double net = 0, unit = r->step * (double)k;
    size_t swept = 1;
    for (size_t p = 0; p < LP_PILES; p++) {
        size_t larger = 0;
        for (size_t i = 0; i < k; i++) larger += field[pick[i]].strength[p] > me->strength[p];
        net += r->step * (larger ? -(double)larger : (double)(k * (k + 1)) / 2); /* BJ-13 */
        swept &= !larger;
    }
    if (!r->bonuses) return net;
    net += unit * (double)k * (me->extra + (swept ? r->special[LP_SWEEP].points : 0));
    if (g->stakes->category[me->strength[0]] == LP_STRAIGHT_FLUSH) net += 2 * unit * (double)k;
    for (size_t i = 0; i < k; i++) {
        const lp_entry_t *e = &field[pick[i]];
        int sweeps = 1;
        for (size_t p = 0; p < LP_PILES; p++) {
            sweeps &= e->strength[p] > me->strength[p];
            for (size_t j = 0; j < k; j++) sweeps &= j == i || e->strength[p] > field[pick[j]].strength[p];
        }
        net -= unit * (e->extra + (sweeps ? r->special[LP_SWEEP].points : 0));
        if (g->stakes->category[e->strength[0]] == LP_STRAIGHT_FLUSH) net -= 2 * unit;
    }
    return net;
}

/* Does a tuple, with me, hold equal piles? */
static int ties(const lp_entry_t *field, const size_t *pick, size_t k, const lp_entry_t *me, int mine_only) {
    for (size_t p = 0; p < LP_PILES; p++)
        for (size_t i = 0; i < k; i++) {
            if (field[pick[i]].strength[p] == me->strength[p]) return 1;
            for (size_t j = 0; !mine_only && j < i; j++)
                if (field[pick[i]].strength[p] == field[pick[j]].strength[p]) return 1;
        }
    return 0;
}


static void test_tuples(const struct stakes *rules, size_t players, unsigned role, lp_isa_t isa,
                        const lp_settle_rules_t *stakes, uint64_t seed, const char *what) {
    game_t g = open_game(rules, isa, stakes);
    size_t size = lp_piles_hand_size(g.piles), opponents = players - 1;
    static lp_arrangement_t all[40000];
    for (size_t round = 0; round < rounds_wanted; round++) {
        uint8_t hands[(HANDS + 1) * 13], says[HANDS + 1], bytes[HANDS * LP_FIELD_ENTRY], data[2048];
        lp_entry_t field[HANDS];
        uint64_t words[HANDS + 1];
        lp_deal_n(g.piles, seed, round * 100, HANDS + 1, 1, hands, NULL);
        if (round % 3 == 0) lp_deal_n(g.piles, seed, round * 100, (HANDS + 1) / 4, 4, hands, NULL);
        for (size_t i = 0; i <= HANDS; i++) {
            uint8_t *hand = hands + i * size;
            uint32_t held;
            if (round % 5 == 1 && size == 13 && i % 3 == 0) /* specials are rare: two suits, or one hand of a kind */
                for (size_t k = 0; k < 13; k++) hand[k] = (uint8_t)(4 * k + (i % 2 ? k % 4 : 0));
            says[i] = LP_NO_SPECIAL;
            words[i] = lp_hand_word(g.stakes, hand);
            lp_specials_n(g.stakes, hand, 1, 0, &held, &says[i], NULL);
            if (g.stakes->rules.kind == LP_SETTLE_POTS || (round % 2 && round % 5 != 1)) says[i] = LP_NO_SPECIAL;
            if (says[i] == LP_NO_SPECIAL) {
                size_t n;
                lp_pareto(g.piles, hand, all, 40000, &n, NULL);
                memcpy(hand, all[(round * 7 + i * 13) % n].cards, size);
            }
            if (i < HANDS) field[i] = entry_of(&g, hand, says[i]);
        }
        if (round % 4 == 0 && g.stakes->rules.kind != LP_SETTLE_POTS) { /* ties with what I can lay out */
            memcpy(hands, hands + HANDS * size, size);
            field[0] = entry_of(&g, hands, says[0] = says[HANDS]);
            words[0] = words[HANDS];
        }
        lp_field_entries_n(g.stakes, hands, says, HANDS, bytes, NULL);
        lp_field_info_t info = {.players = (uint8_t)players, .role = (uint8_t)role, .seed = 5, .gain = -1};
        lp_error_t e = {0};
        lp_field_t *f = NULL;
        check(lp_field_pack(g.stakes, &info, bytes, HANDS, data, sizeof data, &e) == LP_OK, "pack", g.name, round);
        check(lp_field_new(g.stakes, data, LP_FIELD_HEADER + sizeof bytes, &f, &e) == LP_OK, "load", g.name, round);
        if (!f) return;
        const uint8_t *mine = hands + HANDS * size;
        size_t n, tuples = 1;
        if (size == 9) lp_arrange(g.piles, NULL, mine, 40000, all, &n, NULL); /* BJ-16 is not monotone */
        else lp_pareto(g.piles, mine, all, 40000, &n, NULL);
        for (size_t i = 0; i < opponents; i++) tuples *= HANDS;
        double best = -1e300;
        for (size_t k = 0; k <= n; k++) {
            if (k == n && says[HANDS] == LP_NO_SPECIAL) continue;
            uint8_t declared = k == n ? says[HANDS] : LP_NO_SPECIAL;
            const uint8_t *cards = k == n ? mine : all[k].cards;
            lp_entry_t me = entry_of(&g, cards, declared);
            int pots = g.stakes->rules.kind == LP_SETTLE_POTS, tied = 0;
            double sum = 0, value = 0;
            for (size_t t = 0; t < tuples; t++) {
                size_t pick[LP_PLAYERS_MAX], rest = t;
                for (size_t i = 0; i < opponents; i++, rest /= HANDS) pick[i] = rest % HANDS;
                tied |= pots && ties(field, pick, opponents, &me, 1);
                int settles = !pots || !ties(field, pick, opponents, &me, 0);
                double net = pots ? pots_net(&g, &me, field, pick, opponents) : 0;
                int bank = role == LP_ROLE_PLAYER;
                double clauses = net;
                if (settles) clauses = settle_tuple(&g, &me, words[HANDS], field, words, pick, opponents, bank);
                check(!pots || net == clauses, "pots by hand", g.name, round);
                sum += clauses;
            }
            lp_expected_of_n(f, cards, &declared, 1, &value, NULL);
            if (!tied && fabs(value - sum / (double)tuples) > 1e-3)
                printf("%s %s p%zu role %u: value %.6f tuples %.6f (declared %d)\n", what, g.name, players, role, value,
                       sum / (double)tuples, declared);
            check(tied || fabs(value - sum / (double)tuples) < 1e-3, "value is that of all tuples", g.name, round);
            if (value > best) best = value;
        }
        {
            uint8_t out[13], d;
            double value;
            uint8_t *says_too = says[HANDS] == LP_NO_SPECIAL ? NULL : &d;
            check(lp_expected_n(f, mine, 1, out, &value, says_too, NULL) == LP_OK, "expected", g.name, round);
            check(fabs(value - best) < 1e-12, "the best is the best of the undominated", g.name, round);
        }
        lp_field_free(f);
    }
    close_game(&g);
}

/* ---- instruction sets, bytes, deals, simulation ------------------------------------------------------- */

#define MANY 1500
static uint8_t many[MANY * 13], laid[MANY * 13], said[MANY], entries[MANY * LP_FIELD_ENTRY];
static uint8_t bytes_of_field[LP_FIELD_HEADER + MANY * LP_FIELD_ENTRY];
static uint8_t best[2][MANY * 13], declares[2][MANY];
static double values[2][MANY];
static lp_choice_t choice[8];

static lp_field_t *strongest_field(const game_t *g, size_t players, unsigned role) {
    lp_field_info_t info = {.players = (uint8_t)players, .role = (uint8_t)role, .seed = 5, .gain = -1};
    lp_field_t *f = NULL;
    lp_deal_n(g->piles, 77, 0, MANY, 1, many, NULL);
    lp_arrange_n(g->piles, NULL, many, MANY, laid, NULL, NULL, NULL);
    memset(said, LP_NO_SPECIAL, sizeof said);
    lp_field_entries_n(g->stakes, laid, said, MANY, entries, NULL);
    lp_field_pack(g->stakes, &info, entries, MANY, bytes_of_field, sizeof bytes_of_field, NULL);
    check(lp_field_new(g->stakes, bytes_of_field, sizeof bytes_of_field, &f, NULL) == LP_OK, "field", g->name, 0);
    return f;
}

static void test_same(const struct stakes *rules, size_t players, unsigned role) {
    for (lp_isa_t isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++) {
        if (!lp_isa_available(isa)) continue;
        game_t g = open_game(rules, isa, NULL);
        size_t at = isa != LP_ISA_SCALAR, size = lp_piles_hand_size(g.piles), hands = 400, n;
        lp_field_t *f = strongest_field(&g, players, role);
        lp_deal_n(g.piles, 78, 0, hands, 1, many, NULL);
        check(lp_expected_n(f, many, hands, best[at], values[at], declares[at], NULL) == LP_OK, "batch", g.name, isa);
        check(!memcmp(best[at], best[0], hands * size), "cards agree", g.name, isa);
        check(!memcmp(values[at], values[0], hands * sizeof **values), "values agree to the bit", g.name, isa);
        check(!memcmp(declares[at], declares[0], hands), "specials agree", g.name, isa);
        for (size_t i = 0; i < 40; i++) {
            lp_expected(f, many + i * size, 8, choice, &n, NULL);
            check(choice[0].arrangement.value == values[at][i], "the first of a few is the best", g.name, i);
            check(!memcmp(choice[0].arrangement.cards, best[at] + i * size, size), "and looks like it", g.name, i);
            for (size_t k = 1; k < n; k++)
                check(choice[k].arrangement.value <= choice[k - 1].arrangement.value, "best first", g.name, i);
        }
        lp_sums_t sums[2][2] = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
        uint8_t two[26];
        memcpy(two, best[at], size);
        memcpy(two + size, best[at], size);
        uint8_t says[2] = {declares[at][0], declares[at][0]};
        check(lp_simulate(f, two, says, 2, 3, 0, 20, 1, sums[0], NULL) == LP_OK, "simulate", g.name, isa);
        lp_simulate(f, two, says, 2, 3, 0, 8, 1, sums[1], NULL);
        lp_simulate(f, two, says, 2, 3, 8, 12, 1, sums[1], NULL);
        check(!memcmp(sums[0], sums[1], sizeof sums[0]), "deals are numbered", g.name, isa);
        check(sums[0][0].sum == sums[0][1].sum && sums[0][0].deals == 20, "the same deals for all", g.name, isa);
        lp_field_free(f);
        close_game(&g);
    }
}

static void test_bytes(const struct stakes *rules, size_t players, unsigned role) {
    game_t g = open_game(rules, LP_ISA_AUTO, NULL);
    lp_field_t *f = strongest_field(&g, players, role);
    lp_field_info_t info;
    lp_field_about(f, &info);
    check(info.n == MANY && info.players == players && info.role == role && info.seed == 5 && info.gain == -1 &&
              info.same_stakes == 1, "about", g.name, 0);
    lp_field_info_t head;
    uint64_t ranking = 0, settlement = 0;
    lp_stakes_prints(g.stakes, &ranking, &settlement);
    check(lp_field_peek(bytes_of_field, LP_FIELD_HEADER, &head, NULL) == LP_OK && head.players == players &&
              head.role == role && head.ranking == ranking && head.settlement == settlement, "peek", g.name, 0);
    check(lp_field_peek(bytes_of_field, LP_FIELD_HEADER - 1, &head, NULL) == LP_E_VALUE, "peek, cut short", g.name, 0);
    lp_field_free(f);
    for (size_t i = 0; i < 400; i++) { /* one bit anywhere */
        size_t at = i < LP_FIELD_HEADER ? i : i * 31 % sizeof bytes_of_field;
        bytes_of_field[at] ^= (uint8_t)(1u << i % 8);
        f = NULL;
        lp_status_t status = lp_field_new(g.stakes, bytes_of_field, sizeof bytes_of_field, &f, NULL);
        check(status == LP_E_VALUE && !f, "a wrong bit", g.name, at);
        bytes_of_field[at] ^= (uint8_t)(1u << i % 8);
    }
    for (size_t size = 0; size < sizeof bytes_of_field; size += 97)
        check(lp_field_new(g.stakes, bytes_of_field, size, &f, NULL) == LP_E_VALUE, "cut short", g.name, size);
    lp_error_t error;
    entries[8] = entries[9] = 0xFF; /* no such strength */
    check(lp_field_pack(g.stakes, &info, entries, MANY, bytes_of_field, sizeof bytes_of_field, &error) == LP_E_VALUE &&
              error.detail == LP_FIELD_FAULT_ENTRY && error.row == 1, "an impossible entry", g.name, 0);
    close_game(&g);
}

int main(int argc, char **argv) {
    if (argc > 1) rounds_wanted = (size_t)strtoul(argv[1], NULL, 10);
    test_same(&STAKES[0], 4, LP_ROLE_ANY);
    test_same(&STAKES[1], 2, LP_ROLE_PLAYER);
    test_same(&STAKES[2], 2, LP_ROLE_BANKER);
    test_same(&STAKES[3], 5, LP_ROLE_ANY);
    test_same(&STAKES[4], 4, LP_ROLE_ANY);
    test_bytes(&STAKES[0], 3, LP_ROLE_ANY);
    test_bytes(&STAKES[1], 2, LP_ROLE_BANKER);
    for (lp_isa_t isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++) {
        if (!lp_isa_available(isa)) continue;
        for (size_t players = 2; players <= 4; players++)
            test_tuples(&STAKES[0], players, LP_ROLE_ANY, isa, NULL, players, "plain");
        lp_settle_rules_t r = SHISANSHUI_STAKES;
        r.gun = LP_GUN_PLUS_ONE;
        test_tuples(&STAKES[0], 4, LP_ROLE_ANY, isa, &r, 9, "plus one");
        r.gun = LP_GUN_DOUBLE;
        r.run_over = 0;
        test_tuples(&STAKES[0], 4, LP_ROLE_ANY, isa, &r, 10, "no run over");
        for (size_t i = 1; i < 3; i++)
            for (unsigned role = LP_ROLE_PLAYER; role <= LP_ROLE_BANKER; role++)
                test_tuples(&STAKES[i], 2, role, isa, NULL, 11 + i, "plain");
        for (size_t i = 3; i < 5; i++)
            for (size_t players = 2; players <= (i == 3 ? 5u : 4u); players++)
                test_tuples(&STAKES[i], players, LP_ROLE_ANY, isa, NULL, 20 + players, "plain");
        r = BIJI52_STAKES;
        r.bonuses = 1;
        test_tuples(&STAKES[4], 4, LP_ROLE_ANY, isa, &r, 31, "with bonuses");
    }
    printf(failures ? "%u failures\n" : "expected value: all good\n", failures);
    return failures != 0;
}
