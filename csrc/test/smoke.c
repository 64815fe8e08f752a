/* smoke.c - the core through its public header alone, as a C program would use it: a few known answers and errors of
 * every part, so that a build that links and runs is also one that works. The tests in tests/ go further. */
#include "rulesets.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                      \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "smoke.c:%d: expected %s\n", __LINE__, #condition); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

enum { CLUBS, DIAMONDS, HEARTS, SPADES };
enum { TWO, THREE_, FOUR, FIVE_, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };
#define CARD(rank, suit) (uint8_t)(4 * (rank) + (suit))

static lp_piles_t *compiled(const lp_pile_rules_t *rules) {
    lp_piles_t *piles = NULL;
    EXPECT(lp_piles_compile(rules, LP_ISA_AUTO, &piles, NULL) == LP_OK);
    return piles;
}

static uint16_t strength(const lp_piles_t *piles, const uint8_t *cards, size_t n, lp_category_t expected) {
    uint16_t s = 0;
    lp_category_t category = LP_CATEGORIES;
    EXPECT(lp_rank(piles, cards, n, &s, NULL) == LP_OK);
    EXPECT(s < lp_piles_strength_count(piles));
    EXPECT(lp_strength_category(piles, s, &category) == LP_OK && category == expected);
    return s;
}

static void test_nothing(void) {
    EXPECT(lp_piles_isa(NULL) == LP_ISA_AUTO);
    EXPECT(lp_piles_hand_size(NULL) == 0 && lp_piles_strength_count(NULL) == 0);
}

static void test_shisanshui(void) {
    lp_piles_t *piles = compiled(&SHISANSHUI);
    EXPECT(lp_piles_hand_size(piles) == 13);
    const uint8_t royal[5] = {CARD(TEN, SPADES), CARD(ACE, SPADES), CARD(QUEEN, SPADES), CARD(KING, SPADES),
                              CARD(JACK, SPADES)};
    const uint8_t wheel[5] = {CARD(ACE, CLUBS), CARD(TWO, HEARTS), CARD(THREE_, CLUBS), CARD(FOUR, SPADES),
                              CARD(FIVE_, CLUBS)};
    const uint8_t king_high[5] = {CARD(NINE, CLUBS), CARD(TEN, HEARTS), CARD(JACK, CLUBS), CARD(QUEEN, SPADES),
                                  CARD(KING, CLUBS)};
    const uint8_t five_aces[5] = {CARD(ACE, CLUBS), CARD(ACE, HEARTS), CARD(ACE, SPADES), LP_RED_JOKER, LP_BLACK_JOKER};
    const uint8_t pair[3] = {CARD(KING, CLUBS), CARD(TWO, HEARTS), LP_BLACK_JOKER};
    const uint8_t natural_pair[3] = {CARD(KING, CLUBS), CARD(TWO, HEARTS), CARD(KING, SPADES)};
    uint16_t best = strength(piles, five_aces, 5, LP_FIVE_OF_A_KIND);
    EXPECT(best > strength(piles, royal, 5, LP_STRAIGHT_FLUSH));
    EXPECT(strength(piles, wheel, 5, LP_STRAIGHT) > strength(piles, king_high, 5, LP_STRAIGHT)); /* SSS-5 */
    EXPECT(strength(piles, pair, 3, LP_PAIR) < strength(piles, natural_pair, 3, LP_PAIR));       /* SSS-9 */

    uint8_t order[5];
    EXPECT(lp_pile_order(piles, natural_pair, 3, order, NULL) == LP_OK);
    EXPECT(order[0] == CARD(KING, SPADES) && order[1] == CARD(KING, CLUBS) && order[2] == CARD(TWO, HEARTS));

    uint8_t rows[100 * 5];
    uint16_t out[100];
    for (size_t i = 0; i < 100; i++) memcpy(rows + 5 * i, i % 3 ? five_aces : royal, 5);
    EXPECT(lp_rank_n(piles, rows, 5, 100, out, NULL) == LP_OK);
    for (size_t i = 0; i < 100; i++) EXPECT((out[i] == best) == (i % 3 != 0));
    EXPECT(lp_rank_n(piles, NULL, 5, 0, NULL, NULL) == LP_OK);

    lp_error_t error;
    rows[5 * 77 + 3] = rows[5 * 77];
    rows[5 * 98 + 1] = 54;
    EXPECT(lp_rank_n(piles, rows, 5, 100, out, &error) == LP_E_DUPLICATE);
    EXPECT(error.row == 77 && error.place == 3 && error.value == rows[5 * 77]);
    EXPECT(lp_rank_n(piles, rows + 5 * 78, 5, 22, out, &error) == LP_E_CARD);
    EXPECT(error.row == 20 && error.place == 1 && error.value == 54);
    EXPECT(lp_rank_n(piles, rows, 4, 100, out, &error) == LP_E_HAND_SIZE && error.value == 4);
    EXPECT(lp_rank(NULL, royal, 5, out, NULL) == LP_E_VALUE);

    uint8_t laid[13] = {CARD(KING, CLUBS),  CARD(TWO, HEARTS),  CARD(KING, SPADES), CARD(ACE, CLUBS),  CARD(TWO, CLUBS),
                        CARD(THREE_, CLUBS), CARD(FOUR, SPADES), CARD(FIVE_, CLUBS), CARD(NINE, HEARTS),
                        CARD(TEN, HEARTS),  CARD(JACK, HEARTS), CARD(QUEEN, HEARTS), CARD(EIGHT, HEARTS)};
    uint16_t strengths[LP_PILES];
    int legal = -1, fault = -1;
    EXPECT(lp_check(piles, laid, strengths, &legal, &fault, NULL) == LP_OK && legal == 1 && fault == 0);
    for (size_t i = 3; i < 8; i++) { /* middle and back change places */
        uint8_t t = laid[i];
        laid[i] = laid[i + 5];
        laid[i + 5] = t;
    }
    EXPECT(lp_check(piles, laid, strengths, &legal, &fault, NULL) == LP_OK && legal == 0 && fault == 2);
    laid[12] = laid[0];
    EXPECT(lp_check(piles, laid, strengths, &legal, &fault, &error) == LP_E_DUPLICATE && error.place == 12);
    lp_piles_free(piles);
}

static void test_biji(void) {
    lp_piles_t *piles = compiled(&BIJI);
    EXPECT(lp_piles_hand_size(piles) == 9);
    const uint8_t hearts[3] = {CARD(TWO, HEARTS), CARD(NINE, HEARTS), LP_RED_JOKER};
    const uint8_t spades[3] = {CARD(TWO, SPADES), CARD(NINE, SPADES), LP_RED_JOKER};
    strength(piles, hearts, 3, LP_FLUSH);
    strength(piles, spades, 3, LP_HIGH_CARD); /* BJ-10: a red joker is no spade */
    uint16_t out;
    EXPECT(lp_rank(piles, hearts, 5, &out, NULL) == LP_E_HAND_SIZE);
    lp_piles_free(piles);

    lp_error_t error;
    piles = compiled(&BIJI52);
    EXPECT(lp_rank(piles, hearts, 3, &out, &error) == LP_E_NOT_IN_DECK && error.place == 2 && error.value == 53);
    lp_piles_free(piles);
}

static void test_rules(void) {
    lp_piles_t *piles = NULL;
    lp_error_t error;
    lp_pile_rules_t rules = SHISANSHUI;
    rules.pile_size[1] = 4;
    EXPECT(lp_piles_compile(&rules, LP_ISA_AUTO, &piles, &error) == LP_E_RULES && error.place == LP_FIELD_PILE_SIZE);
    EXPECT(!piles);
    EXPECT(lp_piles_compile(NULL, LP_ISA_AUTO, &piles, NULL) == LP_E_VALUE);
    lp_piles_free(NULL);
}

static void test_isa(void) {
    EXPECT(lp_isa_available(LP_ISA_SCALAR) && lp_isa_available(lp_isa_best()));
    EXPECT(!strcmp(lp_isa_name(LP_ISA_AVX2), "avx2") && !strcmp(lp_isa_name((lp_isa_t)99), "unknown"));
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512 + 1; isa++) {
        lp_piles_t *piles = NULL;
        lp_status_t status = lp_piles_compile(&BAISHISAN, (lp_isa_t)isa, &piles, NULL);
        EXPECT(status == (lp_isa_available((lp_isa_t)isa) ? LP_OK : LP_E_ISA));
        if (status == LP_OK) EXPECT((int)lp_piles_isa(piles) == isa);
        lp_piles_free(piles);
    }
}

static void test_cards(void) {
    uint8_t cards[4];
    size_t n = 0;
    char text[16];
    lp_error_t error;
    EXPECT(lp_cards_parse("AS 10h", 6, cards, 4, &n, NULL) == LP_OK && n == 2);
    EXPECT(cards[0] == CARD(ACE, SPADES) && cards[1] == CARD(TEN, HEARTS));
    EXPECT(lp_cards_format(cards, 2, text, sizeof text, NULL) == LP_OK && !strcmp(text, "AS TH"));
    EXPECT(lp_cards_parse("AS 1S", 5, cards, 4, &n, &error) == LP_E_CARD && error.place == 3);
    EXPECT(lp_cards_parse("AS AS", 5, cards, 4, &n, &error) == LP_E_DUPLICATE && error.place == 3);
    EXPECT(*lp_version() && *lp_status_text(LP_E_CARD));
}

static void test_arrange(void) {
    lp_piles_t *piles = compiled(&SHISANSHUI);
    const uint8_t hand[13] = {50, 3, 7, 48, 40, 44, 36, 51, 47, 19, 20, 33, 14};
    uint8_t laid[13];
    uint16_t strengths[3], again[3];
    double value = 0;
    int legal = 0, fault = 0;
    EXPECT(lp_arrange_n(piles, NULL, hand, 1, laid, strengths, &value, NULL) == LP_OK);
    EXPECT(lp_check(piles, laid, again, &legal, &fault, NULL) == LP_OK && legal);
    EXPECT(!memcmp(strengths, again, sizeof again));

    lp_arrangement_t best[3];
    size_t n = 0;
    EXPECT(lp_arrange(piles, NULL, hand, 3, best, &n, NULL) == LP_OK && n == 3);
    EXPECT(!memcmp(best[0].cards, laid, sizeof laid) && best[0].strength[2] >= best[1].strength[2]);
    EXPECT(lp_pareto(piles, hand, best, 3, &n, NULL) == LP_OK && n >= 1);
    EXPECT(!memcmp(best[0].strength, strengths, sizeof strengths));

    size_t count = lp_piles_strength_count(piles);
    double *table = calloc(count, sizeof *table);
    EXPECT(table);
    for (size_t i = 0; i < count; i++) table[i] = (double)i;
    lp_utilities_t *utilities = NULL;
    EXPECT(lp_utilities_new(piles, table, table, table, &utilities, NULL) == LP_OK);
    EXPECT(lp_arrange_n(piles, utilities, hand, 1, laid, strengths, &value, NULL) == LP_OK);
    EXPECT(value == (double)strengths[0] + strengths[1] + strengths[2]);
    lp_utilities_free(utilities);
    free(table);

    lp_error_t error;
    uint8_t bad[26];
    memcpy(bad, hand, 13);
    memcpy(bad + 13, hand, 13);
    bad[13 + 6] = bad[13];
    uint8_t two[26];
    EXPECT(lp_arrange_n(piles, NULL, bad, 2, two, NULL, NULL, &error) == LP_E_DUPLICATE);
    EXPECT(error.row == 1 && error.place == 6);
    lp_piles_free(piles);
}

int main(void) {
    test_nothing();
    test_shisanshui();
    test_biji();
    test_rules();
    test_isa();
    test_cards();
    test_arrange();
    puts("smoke: ok");
    return 0;
}
