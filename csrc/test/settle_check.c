/* settle_check.c - specials and settlement through the public header: the documents' worked figures, every refusal with
 * the place it names, and random tables settled one by one and all at once.
 *
 * Rows and results sit in blocks of exactly their size, so that the address sanitizer sees whatever is touched beside
 * them. Exit status 1 and a line on stderr at the first difference. What a hand holds and who pays whom is compared
 * with the clauses in tests/. */
#include "stakes.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                             \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "settle_check.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

typedef struct game {
    lp_piles_t *piles;
    lp_stakes_t *stakes;
    size_t size;
    uint32_t deck;
} game_t;

static game_t open_game(const lp_pile_rules_t *piles, const lp_settle_rules_t *rules) {
    game_t g = {NULL, NULL, 0, 52u + piles->jokers};
    EXPECT(lp_piles_compile(piles, LP_ISA_AUTO, &g.piles, NULL) == LP_OK);
    EXPECT(lp_stakes_new(g.piles, rules, &g.stakes, NULL) == LP_OK);
    g.size = lp_piles_hand_size(g.piles);
    return g;
}

static void close_game(game_t *g) {
    lp_stakes_free(g->stakes);
    lp_piles_free(g->piles);
}

/* "AS KH BJ", exactly n cards. */
static void read_cards(const char *text, uint8_t *out, size_t n) {
    static const char ranks[] = "23456789TJQKA", suits[] = "CDHS";
    for (size_t i = 0; i < n; i++, text += 3) {
        if (text[1] == 'J' && (text[0] == 'B' || text[0] == 'R')) out[i] = text[0] == 'B' ? 52 : 53;
        else out[i] = (uint8_t)(4 * (strchr(ranks, text[0]) - ranks) + (strchr(suits, text[1]) - suits));
    }
}

/* ---- worked figures ---------------------------------------------------------------------------------------------- */

static uint32_t held(const game_t *g, const char *text, uint8_t *best, int arranged) {
    uint8_t hand[LP_HAND_MAX];
    uint32_t bits = 0;
    read_cards(text, hand, g->size);
    EXPECT(lp_specials_n(g->stakes, hand, 1, arranged, &bits, best, NULL) == LP_OK);
    return bits;
}
#define BIT(k) ((uint32_t)1 << (k))

static void test_specials(void) {
    game_t g = open_game(&SHISANSHUI, &SHISANSHUI_STAKES);
    uint8_t best;
    EXPECT(held(&g, "JD 3C QC TH 6C 4C 5C 2C QS KH TD JC AD", &best, 1) == BIT(LP_THREE_STRAIGHTS));
    EXPECT(best == LP_THREE_STRAIGHTS);
    EXPECT(held(&g, "2C 2D 2H 2S 5C 5D 7H 7S 9C 9D JH JS AD", &best, 1) == BIT(LP_SIX_PAIRS)); /* quads as two pairs */
    EXPECT(held(&g, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC BJ", &best, 1) & BIT(LP_SUPREME_DRAGON));
    EXPECT(best == LP_SUPREME_DRAGON);
    EXPECT(held(&g, "AH KH QH JH 9H AS KS QS JS 9S 2C 3D 7C", &best, 1) == 0 && best == LP_NO_SPECIAL);
    close_game(&g);
    g = open_game(&BIJI, &BIJI_STAKES);
    EXPECT(held(&g, "2C 2D 2H 2S 3C 3D 3H 3S 4C", NULL, 0) == (BIT(LP_QUADS_BONUS) | BIT(LP_SECOND_QUADS)));
    EXPECT(held(&g, "AS 2S 3S 4S 5S 6S 7S 8S 9S", NULL, 1) ==
           (BIT(LP_ALL_BLACK) | BIT(LP_NINE_RUN) | BIT(LP_STRAIGHT_FLUSH_HEAD)));
    uint8_t rows[18]; /* BJ-16: of a foul nobody is told what it would have earned */
    uint32_t bits[2];
    lp_error_t error;
    read_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 4S 5S 6S AS 2S 3S 7S 8S 9S ", rows, 18);
    EXPECT(lp_specials_n(g.stakes, rows, 2, 0, bits, NULL, &error) == LP_OK);
    EXPECT(lp_specials_n(g.stakes, rows, 2, 1, bits, NULL, &error) == LP_E_ARRANGEMENT);
    EXPECT(error.row == 1 && error.place == 3 && error.value == 1 && error.detail == LP_FAULT_FOUL);
    close_game(&g);
}

static void expect_net(const lp_settlement_t *s, const int64_t *net, size_t n) {
    int64_t sum[LP_PLAYERS_MAX] = {0};
    for (size_t i = 0; i < s->n_transfers; i++) {
        sum[s->transfer[i].from] -= s->transfer[i].amount;
        sum[s->transfer[i].to] += s->transfer[i].amount;
    }
    for (size_t seat = 0; seat < n; seat++) EXPECT(s->net[seat] == net[seat] && sum[seat] == net[seat]);
}

static void test_figures(void) {
    static lp_settlement_t s;
    uint8_t cards[4 * LP_HAND_MAX], declared[4];
    /* SSS-14: 3, 6, 12 from each */
    game_t g = open_game(&SHISANSHUI, &SHISANSHUI_STAKES);
    read_cards("KS TD TC 6C 5D 4C 3C 2H QD QC 7S 7H 7C " "9S 6S 2C KC JD JC 8D 8C AH 9H 6H 5H 3H "
               "7D 5S 3S AS KD QS TH 9D 8S 8H 4S 4H 4D " "6D 5C 3D AC JH 9C 2S 2D AD KH QH JS TS ", cards, 52);
    lp_tables_t t = {.n = 1, .players = 4, .cards = cards, .base = 1};
    lp_error_t error;
    EXPECT(lp_settle(g.stakes, &t, &s, &error) == LP_OK);
    expect_net(&s, (const int64_t[]){36, -5, -12, -19}, 4);
    for (size_t i = 0, home_runs = 0; i < s.n_transfers; i++)
        if (s.transfer[i].why == LP_WHY_HOME_RUN) {
            EXPECT(s.transfer[i].amount == 6 && s.transfer[i].to == 0 && ++home_runs <= 3);
        }
    uint8_t moved[5]; /* SSS-15: the third seat's middle and back change places */
    memcpy(moved, cards + 26 + 3, 5);
    memcpy(cards + 26 + 3, cards + 26 + 8, 5);
    memcpy(cards + 26 + 8, moved, 5);
    EXPECT(lp_settle(g.stakes, &t, &s, &error) == LP_E_ARRANGEMENT && error.detail == LP_FAULT_FOUL);
    EXPECT(error.place == 2 * 13 + 8 && error.value == 2);
    /* SSS-18: 104 from each */
    read_cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC " "2D 3D 5D 4D 4S 6D 7D 8H 5S 5H 6S 7H 8S ", cards, 26);
    memset(declared, LP_NO_SPECIAL, sizeof declared);
    declared[0] = LP_SUPREME_DRAGON;
    t.players = 2;
    t.declared = declared;
    EXPECT(lp_settle(g.stakes, &t, &s, &error) == LP_OK);
    expect_net(&s, (const int64_t[]){104, -104}, 2);
    declared[0] = LP_DRAGON;
    t.base = 10;
    EXPECT(lp_settle(g.stakes, &t, &s, &error) == LP_OK);
    expect_net(&s, (const int64_t[]){520, -520}, 2);
    close_game(&g);
    /* BJ-13: three pots that each player wins once */
    g = open_game(&BIJI, &BIJI_STAKES);
    read_cards("AC KD 9H 3C 3D 4H 6D 7S 8S " "AD QC 9S TC TD 7H 7C 6C 8D " "KC JD 8H 9C 9D 8C JC QD KS ", cards, 27);
    t = (lp_tables_t){.n = 1, .players = 3, .cards = cards, .base = 1};
    EXPECT(lp_settle(g.stakes, &t, &s, &error) == LP_OK);
    expect_net(&s, (const int64_t[]){3 - 2 - 1, -1 + 3 - 2, -2 - 1 + 3}, 3);
    close_game(&g);
}

/* ---- refusals ---------------------------------------------------------------------------------------------------- */

/* Both doors refuse alike; in a batch the row is named. */
static void expect_refused(const game_t *g, const lp_tables_t *t, lp_status_t status, lp_fault_t fault, int32_t place,
                           int32_t value) {
    static lp_settlement_t s;
    lp_error_t one = {0}, many = {0};
    int64_t net[LP_PLAYERS_MAX];
    EXPECT(lp_settle(g->stakes, t, &s, &one) == status);
    EXPECT(lp_settle_n(g->stakes, t, net, &many) == status);
    EXPECT(one.detail == (int32_t)fault && one.place == place && one.value == value && one.row == 0);
    EXPECT(!memcmp(&one, &many, sizeof one));
}

static void test_refusals(void) {
    game_t g = open_game(&BAISHISAN, &BAISHISAN_STAKES);
    uint8_t cards[26], declared[2] = {LP_NO_SPECIAL, LP_NO_SPECIAL}, banker = 0;
    int64_t bets[2] = {0, 1000}, chips = 2000;
    for (uint8_t i = 0; i < 26; i++) cards[i] = i;
    const lp_tables_t good = {.n = 1, .players = 2, .cards = cards, .declared = declared, .base = 1, .banker = &banker,
                              .bets = bets, .chips = &chips};
    lp_tables_t t = good;
    static lp_settlement_t s;
    EXPECT(lp_settle(g.stakes, &t, &s, NULL) == LP_OK); /* BS-11: 2000 chips, two at the table */
    cards[20] = 3;
    expect_refused(&g, &t, LP_E_DUPLICATE, LP_FAULT_NONE, 20, 3);
    cards[20] = 52;
    expect_refused(&g, &t, LP_E_NOT_IN_DECK, LP_FAULT_NONE, 20, 52);
    cards[20] = 200;
    expect_refused(&g, &t, LP_E_CARD, LP_FAULT_NONE, 20, 200);
    cards[20] = 20;
    chips = 1999;
    expect_refused(&g, &t, LP_E_PLAY, LP_FAULT_BET_LIMIT, 13, 1);
    chips = -1;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_CHIPS, 0, 0);
    chips = INT64_MAX;
    bets[1] = -1;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BET, 13, 1);
    bets[1] = INT64_MAX / 2;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BET, 13, 1);
    bets[1] = 1;
    bets[0] = 1;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BET, 0, 0);
    bets[0] = 0;
    banker = 2;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BANKER, 0, 2);
    banker = 0;
    declared[1] = LP_DRAGON;
    expect_refused(&g, &t, LP_E_PLAY, LP_FAULT_SPECIAL_NOT_HELD, 13, LP_DRAGON);
    declared[1] = LP_SIX_PAIRS;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_SPECIAL, 13, LP_SIX_PAIRS);
    declared[1] = 77;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_SPECIAL, 13, 77);
    declared[1] = LP_NO_SPECIAL;
    t.banker = NULL;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BANKER, 0, 0);
    t = good;
    t.players = 5;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_PLAYERS, 0, 5);
    t.players = 1;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_PLAYERS, 0, 1);
    t = good;
    t.base = 0;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BASE, 0, 0);
    close_game(&g);
    g = open_game(&SHISANSHUI, &SHISANSHUI_STAKES);
    t = (lp_tables_t){.n = 1, .players = 2, .cards = cards, .base = INT64_MAX / 2};
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BASE, 0, 0);
    t.base = 1;
    t.bets = bets;
    expect_refused(&g, &t, LP_E_VALUE, LP_FAULT_BET, 0, 0);
    close_game(&g);
}

static void expect_bad_rules(const lp_pile_rules_t *piles, const lp_settle_rules_t *rules, int field) {
    lp_piles_t *p = NULL;
    lp_stakes_t *s = NULL;
    lp_error_t error = {0};
    EXPECT(lp_piles_compile(piles, LP_ISA_AUTO, &p, NULL) == LP_OK);
    EXPECT(lp_stakes_new(p, rules, &s, &error) == LP_E_RULES && !s && error.place == field);
    lp_piles_free(p);
}

static void test_rules(void) {
    lp_settle_rules_t r = SHISANSHUI_STAKES;
    r.players_max = 5; /* 65 cards */
    expect_bad_rules(&SHISANSHUI, &r, LP_FIELD_PLAYERS);
    r = SHISANSHUI_STAKES;
    r.step = 1;
    expect_bad_rules(&SHISANSHUI, &r, LP_FIELD_POT);
    r = SHISANSHUI_STAKES;
    r.special[LP_DRAGON].place = 1; /* there is one already */
    expect_bad_rules(&SHISANSHUI, &r, LP_FIELD_SPECIAL);
    r = BIJI_STAKES;
    r.players_max = 4;
    expect_bad_rules(&SHISANSHUI, &r, LP_FIELD_SPECIAL); /* bonuses of nine cards */
    r = BAISHISAN_STAKES;
    r.piles_to_win = 4;
    expect_bad_rules(&BAISHISAN, &r, LP_FIELD_BANKER);
    r = BIJI_STAKES;
    r.kind = 9;
    expect_bad_rules(&BIJI, &r, LP_FIELD_SETTLEMENT);
}

/* ---- random tables ----------------------------------------------------------------------------------------------- */

#define ROWS 301 /* blocks and a rest */

/* Poor: the cards come from one half of the deck, two suits and a joker, as long as it lasts. */
static void deal(const game_t *g, uint8_t *cards, size_t n, int poor) {
    uint8_t deck[LP_CARDS];
    uint32_t half = g->deck / 2;
    for (uint32_t i = 0; i < g->deck; i++) deck[i] = (uint8_t)(i < half ? 2 * i + 1 : 2 * (i - half));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = i + random_below((poor && i < half ? half : g->deck) - i);
        uint8_t card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
        cards[i] = deck[i];
    }
}

/* Cards laid out by the arranger, now and then left as dealt; whatever special is best is sometimes declared. */
static void make_table(const game_t *g, size_t players, int fouls, uint8_t *cards, uint8_t *declared) {
    deal(g, cards, players * g->size, random_below(4) == 0);
    for (size_t seat = 0; seat < players; seat++) {
        uint8_t *hand = cards + seat * g->size, laid[LP_HAND_MAX];
        uint32_t bits;
        if (!fouls || random_below(16)) {
            EXPECT(lp_arrange_n(g->piles, NULL, hand, 1, laid, NULL, NULL, NULL) == LP_OK);
            memcpy(hand, laid, g->size);
        }
        EXPECT(lp_specials_n(g->stakes, hand, 1, 0, &bits, &declared[seat], NULL) == LP_OK);
        if (g->size == 9 || random_below(2)) declared[seat] = LP_NO_SPECIAL;
        if (declared[seat] == LP_NO_SPECIAL) continue;
        uint64_t before = 0, after = 0;
        EXPECT(lp_special_show(g->stakes, hand, declared[seat], laid, NULL) == LP_OK);
        for (size_t i = 0; i < g->size; i++) {
            before |= (uint64_t)1 << hand[i];
            after |= (uint64_t)1 << laid[i];
        }
        EXPECT(before == after);
    }
}

static void test_tables(const game_t *g, const lp_settle_rules_t *rules, size_t players) {
    static lp_settlement_t s;
    size_t seats = ROWS * players;
    int banker = rules->kind == LP_SETTLE_BANKER;
    uint8_t *cards = malloc(seats * g->size), *declared = malloc(seats), *bankers = malloc(ROWS);
    int64_t *net = malloc(seats * sizeof *net), *bets = malloc(seats * sizeof *bets);
    EXPECT(cards && declared && bankers && net && bets);
    for (size_t row = 0; row < ROWS; row++) {
        bankers[row] = (uint8_t)random_below((uint32_t)players);
        make_table(g, players, rules->fouls == LP_FOULS_PAY, cards + row * players * g->size, declared + row * players);
        for (size_t seat = 0; seat < players; seat++)
            bets[row * players + seat] = seat == bankers[row] ? 0 : random_below(100);
    }
    lp_tables_t t = {ROWS, players, cards, declared, 3, banker ? bankers : NULL, banker ? bets : NULL, NULL};
    EXPECT(lp_settle_n(g->stakes, &t, net, NULL) == LP_OK);
    for (size_t row = 0; row < ROWS; row++) {
        lp_tables_t one = {1, players, cards + row * players * g->size, declared + row * players, 3,
                           banker ? bankers + row : NULL, banker ? bets + row * players : NULL, NULL};
        int64_t sum = 0;
        EXPECT(lp_settle(g->stakes, &one, &s, NULL) == LP_OK);
        expect_net(&s, net + row * players, players);
        for (size_t seat = 0; seat < players; seat++) sum += s.net[seat];
        EXPECT(sum == 0);
    }
    size_t at = random_below((uint32_t)(seats * g->size));
    uint8_t kept = cards[at];
    cards[at] = (uint8_t)(54 + random_below(202));
    lp_error_t error;
    EXPECT(lp_settle_n(g->stakes, &t, net, &error) == LP_E_CARD);
    EXPECT((size_t)error.row == at / (players * g->size) && (size_t)error.place == at % (players * g->size));
    EXPECT(error.value == cards[at]);
    cards[at] = kept;
    free(cards);
    free(declared);
    free(bankers);
    free(net);
    free(bets);
}

int main(void) {
    test_specials();
    test_figures();
    test_refusals();
    test_rules();
    for (size_t i = 0; i < N_STAKES; i++) {
        lp_settle_rules_t rules = *STAKES[i].rules;
        for (int variant = 0; variant < 2; variant++) {
            game_t g = open_game(STAKES[i].piles, &rules);
            for (size_t players = rules.players_min; players <= rules.players_max; players++)
                test_tables(&g, &rules, players);
            close_game(&g);
            if (rules.kind == LP_SETTLE_POTS) rules.bonuses = 1;
            if (rules.kind != LP_SETTLE_WATERS) continue;
            rules.fouls = LP_FOULS_PAY;
            rules.gun = LP_GUN_PLUS_ONE;
        }
    }
    puts("settle_check: ok");
    return 0;
}
