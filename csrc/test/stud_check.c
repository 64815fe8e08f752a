/* stud_check.c - stud through the public header: every hand by every instruction set, tables against one hand at a time,
 * chances against deals that are dealt out one by one, and every refusal with the place it names.
 *
 *   stud_check [N]   N random tables for each instruction set, 200 if it is left out
 *
 * Exit status 1 and a line on stderr at the first difference. What a hand is worth is compared with the clauses in tests/.
 */
#include "rulesets.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                           \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "stud_check.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define LOWEST 24
#define DECK 28
#define HANDS 98280 /* C(28, 5) */

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void shuffle(uint8_t *cards, size_t n) {
    for (size_t i = n; i > 1; i--) {
        size_t k = random_below((uint32_t)i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[k];
        cards[k] = card;
    }
}

static void new_deck(uint8_t *deck) {
    for (size_t i = 0; i < DECK; i++) deck[i] = (uint8_t)(LOWEST + i);
    shuffle(deck, DECK);
}

static lp_piles_t *compiled(lp_isa_t isa) {
    lp_piles_t *piles = NULL;
    EXPECT(lp_piles_compile(&WUZHANG, isa, &piles, NULL) == LP_OK);
    return piles;
}

static void check_hands(const lp_piles_t *piles) {
    static uint8_t rows[HANDS * 5], up[HANDS * 4];
    static uint16_t out[HANDS];
    size_t n = 0;
    for (uint8_t a = 0; a < DECK; a++)
        for (uint8_t b = 0; b < a; b++)
            for (uint8_t c = 0; c < b; c++)
                for (uint8_t d = 0; d < c; d++)
                    for (uint8_t e = 0; e < d; e++, n++) {
                        const uint8_t cards[5] = {a, b, c, d, e};
                        for (size_t i = 0; i < 5; i++) rows[5 * n + i] = (uint8_t)(LOWEST + cards[i]);
                        shuffle(rows + 5 * n, 5);
                    }
    EXPECT(n == HANDS && lp_rank_n(piles, rows, 5, n, out, NULL) == LP_OK);
    for (size_t i = 0; i < n; i++) {
        uint16_t strength = 0;
        EXPECT(lp_rank(piles, rows + 5 * i, 5, &strength, NULL) == LP_OK && strength == out[i]);
    }
    for (size_t size = 1; size <= 4; size++) {
        for (size_t i = 0; i < n; i++) memcpy(up + size * i, rows + 5 * i, size);
        EXPECT(lp_rank_n(piles, up, size, n, out, NULL) == LP_OK);
        for (size_t i = 0; i < n; i++) {
            uint16_t strength = 0;
            EXPECT(lp_rank(piles, up + size * i, size, &strength, NULL) == LP_OK && strength == out[i]);
        }
    }
}

/* A card that the deck lacks, or one twice, somewhere among good hands: the same refusal as one hand at a time gives. */
static void check_bad_hands(const lp_piles_t *piles) {
    enum { ROWS = 150 };
    uint8_t rows[ROWS * 5];
    uint16_t out[ROWS], strength;
    for (int round = 0; round < 2000; round++) {
        size_t size = round % 2 ? 5 : 3, n = 1 + random_below(ROWS), bad = random_below((uint32_t)n);
        for (size_t i = 0; i < n; i++) {
            uint8_t deck[DECK];
            new_deck(deck);
            memcpy(rows + i * size, deck, size);
        }
        uint8_t *card = rows + bad * size + random_below((uint32_t)size), outside = (uint8_t)random_below(256 - DECK);
        if (round % 3 == 0) *card = rows[bad * size + (card == rows + bad * size)];
        else *card = outside < LOWEST ? outside : (uint8_t)(outside + DECK);
        lp_error_t error, expected;
        lp_status_t status = lp_rank_n(piles, rows, size, n, out, &error);
        EXPECT(status != LP_OK && status == lp_rank(piles, rows + bad * size, size, &strength, &expected));
        EXPECT(error.row == (int64_t)bad && error.place == expected.place && error.value == expected.value);
    }
}

static void check_showdown(const lp_piles_t *piles, size_t size, size_t players, int folding) {
    enum { TABLES = 100 };
    uint8_t cards[TABLES * DECK], folded[TABLES * LP_PLAYERS_MAX], seats[TABLES];
    uint16_t strengths[TABLES * LP_PLAYERS_MAX];
    for (size_t row = 0; row < TABLES; row++) {
        uint8_t deck[DECK];
        new_deck(deck);
        memcpy(cards + row * players * size, deck, players * size);
        for (size_t s = 0; s < players; s++) folded[row * players + s] = (uint8_t)(random_below(3) == 0);
        folded[row * players + random_below((uint32_t)players)] = 0;
        for (size_t s = 0; s < players; s++) /* nobody looks at those */
            if (folding && folded[row * players + s]) memset(cards + (row * players + s) * size, 0xFF, size);
    }
    const uint8_t *out_of_it = folding ? folded : NULL;
    EXPECT(lp_showdown_n(piles, cards, size, players, TABLES, out_of_it, seats, strengths, NULL) == LP_OK);
    for (size_t row = 0; row < TABLES; row++) {
        size_t best = players;
        uint16_t most = 0;
        for (size_t s = 0; s < players; s++) {
            uint16_t strength = 0;
            if (!folding || !folded[row * players + s]) {
                EXPECT(lp_rank(piles, cards + (row * players + s) * size, size, &strength, NULL) == LP_OK);
                EXPECT(best == players || strength != most);
                if (best == players || strength > most) best = s;
                if (best == s) most = strength;
            }
            EXPECT(strengths[row * players + s] == strength);
        }
        EXPECT(seats[row] == best);
    }
}

typedef struct dealt {
    const lp_piles_t *piles;
    lp_seat_t seat[LP_PLAYERS_MAX];
    size_t players;
    uint64_t wins[LP_PLAYERS_MAX], deals;
} dealt_t;

/* Every way to give the cards from `from` on to the seats from `s` on that still want some; one deal a set of sets. */
static void deal_out(dealt_t *d, size_t s, uint8_t from, uint64_t seen) {
    while (s < d->players && (d->seat[s].folded || d->seat[s].n_cards == 5)) {
        s++;
        from = LOWEST;
    }
    if (s < d->players) {
        lp_seat_t *seat = &d->seat[s];
        for (uint8_t c = from; c < LOWEST + DECK; c++) {
            if (seen >> c & 1) continue;
            seat->card[seat->n_cards++] = c;
            deal_out(d, s, (uint8_t)(c + 1), seen | (uint64_t)1 << c);
            seat->n_cards--;
        }
        return;
    }
    size_t best = d->players;
    uint16_t most = 0;
    for (s = 0; s < d->players; s++) {
        uint16_t strength = 0;
        if (d->seat[s].folded) continue;
        EXPECT(lp_rank(d->piles, d->seat[s].card, 5, &strength, NULL) == LP_OK);
        if (best == d->players || strength > most) best = s;
        if (best == s) most = strength;
    }
    d->wins[best]++;
    d->deals++;
}

/* Tables late enough to be dealt out here: at most this many deals. */
#define FEW 20000

static int random_table(dealt_t *d, size_t players) {
    uint8_t deck[DECK];
    new_deck(deck);
    memset(d->seat, 0, sizeof d->seat);
    memset(d->wins, 0, sizeof d->wins);
    d->players = players;
    d->deals = 0;
    size_t folded = random_below((uint32_t)(2 * players)), unseen = DECK, playing = 0;
    for (size_t s = 0, at = 0; s < players; s++) {
        lp_seat_t *seat = &d->seat[s];
        seat->folded = s == folded;
        playing += !seat->folded;
        seat->n_cards = (uint8_t)(seat->folded ? random_below(5) : 5 - random_below(4));
        memcpy(seat->card, deck + at, seat->n_cards);
        at += seat->n_cards;
        unseen -= seat->n_cards;
    }
    double deals = 1;
    for (size_t s = 0; s < players; s++)
        for (int k = 1; !d->seat[s].folded && k <= 5 - d->seat[s].n_cards; k++) deals *= (double)unseen-- / k;
    return playing > 1 && deals <= FEW;
}

static uint64_t cards_seen(const dealt_t *d) {
    uint64_t seen = 0;
    for (size_t s = 0; s < d->players; s++)
        for (size_t i = 0; i < d->seat[s].n_cards; i++) seen |= (uint64_t)1 << d->seat[s].card[i];
    return seen;
}

static void check_equity(const lp_piles_t *piles, size_t tables) {
    dealt_t d = {.piles = piles};
    for (size_t t = 0; t < tables; t++) {
        while (!random_table(&d, 2 + t % 4)) continue;
        deal_out(&d, 0, LOWEST, cards_seen(&d));
        lp_equity_t *equity = NULL;
        EXPECT(lp_equity_new(piles, d.seat, d.players, FEW, &equity, NULL) == LP_OK);
        EXPECT(lp_equity_cases(equity) == d.deals);
        uint64_t wins[LP_PLAYERS_MAX] = {0}, sampled[LP_PLAYERS_MAX] = {0}, total = 0;
        size_t parts = lp_equity_parts(equity), cut = random_below((uint32_t)parts + 1);
        EXPECT(parts && lp_equity_count(equity, cut, parts - cut, wins, NULL) == LP_OK);
        EXPECT(lp_equity_count(equity, 0, cut, wins, NULL) == LP_OK);
        EXPECT(!memcmp(wins, d.wins, sizeof wins));
        EXPECT(lp_equity_sample(equity, t, 5, 4000, sampled, NULL) == LP_OK);
        for (size_t s = 0; s < d.players; s++) { /* five standard errors and a bit */
            double p = (double)wins[s] / (double)d.deals, off = (double)sampled[s] / 4000 - p;
            EXPECT(off * off <= 25 * (p * (1 - p) + 0.001) / 4000);
            total += sampled[s];
        }
        EXPECT(total == 4000);
        EXPECT(lp_equity_count(equity, parts, 1, wins, NULL) == LP_E_VALUE);
        lp_equity_free(equity);
    }
}

static void check_refusals(const lp_piles_t *piles) {
    lp_error_t error;
    lp_piles_t *none = NULL;
    lp_pile_rules_t rules = WUZHANG;
    rules.category[1].n_keys = 1; /* pairs by ranks alone: two may be equal */
    EXPECT(lp_piles_compile(&rules, LP_ISA_AUTO, &none, &error) == LP_E_RULES && error.place == LP_FIELD_KEYS);
    EXPECT(error.value == 1);
    rules = WUZHANG;
    rules.category[0].sizes = 1 << 1 | 1 << 4;
    EXPECT(lp_piles_compile(&rules, LP_ISA_AUTO, &none, &error) == LP_E_RULES && error.place == LP_FIELD_CATEGORY);
    rules = WUZHANG;
    rules.jokers = 2;
    rules.joker_model = LP_JOKERS_WILD;
    EXPECT(lp_piles_compile(&rules, LP_ISA_AUTO, &none, &error) == LP_E_RULES && error.place == LP_FIELD_JOKERS);
    rules = WUZHANG;
    rules.pile_size[1] = 3;
    EXPECT(lp_piles_compile(&rules, LP_ISA_AUTO, &none, &error) == LP_E_RULES && error.place == LP_FIELD_PILE_SIZE);

    uint8_t hand[13] = {24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36}, laid[13];
    uint16_t strengths[LP_PILES];
    int legal = 0, fault = 0;
    size_t n = 0;
    lp_arrangement_t best;
    lp_utilities_t *utilities = NULL;
    static const double zeros[4096] = {0};
    EXPECT(lp_piles_strength_count(piles) <= 4096);
    EXPECT(lp_check(piles, hand, strengths, &legal, &fault, NULL) == LP_E_VALUE);
    EXPECT(lp_arrange_n(piles, NULL, hand, 1, laid, NULL, NULL, NULL) == LP_E_VALUE);
    EXPECT(lp_arrange(piles, NULL, hand, 1, &best, &n, NULL) == LP_E_VALUE);
    EXPECT(lp_pareto(piles, hand, &best, 1, &n, NULL) == LP_E_VALUE);
    EXPECT(lp_utilities_new(piles, zeros, zeros, zeros, &utilities, NULL) == LP_E_VALUE);
    EXPECT(lp_stakes_new(piles, &(lp_settle_rules_t){.kind = LP_SETTLE_POTS, .players_min = 2, .players_max = 2},
                         &(lp_stakes_t *){NULL}, NULL) == LP_E_VALUE);

    uint8_t tables[20] = {24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43}, seats[2];
    const uint8_t folded[4] = {1, 0, 1, 1};
    tables[17] = tables[12];
    EXPECT(lp_showdown_n(piles, tables, 5, 2, 2, NULL, seats, NULL, &error) == LP_E_DUPLICATE);
    EXPECT(error.row == 1 && error.place == 7 && error.value == tables[12]);
    tables[17] = 23;
    EXPECT(lp_showdown_n(piles, tables, 5, 2, 2, NULL, seats, NULL, &error) == LP_E_NOT_IN_DECK);
    EXPECT(error.row == 1 && error.place == 7 && error.value == 23);
    tables[17] = 200;
    EXPECT(lp_showdown_n(piles, tables, 5, 2, 2, NULL, seats, NULL, &error) == LP_E_CARD && error.place == 7);
    EXPECT(lp_showdown_n(piles, tables, 5, 2, 2, folded, seats, NULL, &error) == LP_E_VALUE && error.row == 1);
    EXPECT(error.detail == LP_FAULT_PLAYERS);
    EXPECT(lp_showdown_n(piles, tables, 6, 2, 1, NULL, seats, NULL, &error) == LP_E_HAND_SIZE && error.value == 6);
    EXPECT(lp_showdown_n(piles, tables, 5, 7, 1, NULL, seats, NULL, NULL) == LP_E_VALUE);

    lp_seat_t known[LP_PLAYERS_MAX] = {{0, 2, {24, 25}}, {0, 2, {26, 27}}};
    lp_equity_t *equity = NULL;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, NULL) == LP_OK);
    EXPECT(lp_equity_cases(equity) == 2024u * 1330u && !lp_equity_parts(equity));
    uint64_t wins[LP_PLAYERS_MAX] = {0};
    EXPECT(lp_equity_count(equity, 0, 1, wins, NULL) == LP_E_VALUE);
    lp_equity_free(equity);
    known[1].card[1] = 25;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, &error) == LP_E_DUPLICATE && error.place == 6);
    known[1].card[1] = 20;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, &error) == LP_E_NOT_IN_DECK && error.place == 6);
    known[1].card[1] = 54;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, &error) == LP_E_CARD && error.value == 54);
    known[1].n_cards = 6;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, &error) == LP_E_HAND_SIZE && error.place == 5);
    known[0].folded = known[1].folded = 1;
    known[1].n_cards = 1;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, &error) == LP_E_VALUE && error.detail == LP_FAULT_PLAYERS);
    memset(known, 0, sizeof known);
    EXPECT(lp_equity_new(piles, known, 6, 1000, &equity, &error) == LP_E_VALUE && error.value == 6); /* 30 cards */
    EXPECT(lp_equity_new(piles, known, 0, 1000, &equity, &error) == LP_E_VALUE);
    known[1].folded = 1;
    EXPECT(lp_equity_new(piles, known, 2, 1000, &equity, NULL) == LP_OK); /* the only one left wins (WZ-12) */
    EXPECT(lp_equity_cases(equity) == 1 && lp_equity_parts(equity) == 1);
    EXPECT(lp_equity_count(equity, 0, 1, wins, NULL) == LP_OK && wins[0] == 1 && !wins[1]);
    lp_equity_free(equity);
}

int main(int argc, char **argv) {
    size_t tables = argc > 1 ? strtoul(argv[1], NULL, 10) : 200;
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++) {
        if (!lp_isa_available((lp_isa_t)isa)) continue;
        lp_piles_t *piles = compiled((lp_isa_t)isa);
        check_hands(piles);
        check_bad_hands(piles);
        for (size_t size = 1; size <= 5; size++)
            for (size_t players = 1; players <= 5; players++)
                for (int folding = 0; folding < 2; folding++) check_showdown(piles, size, players, folding);
        check_equity(piles, tables);
        check_refusals(piles);
        lp_piles_free(piles);
    }
    puts("stud_check: ok");
    return 0;
}
