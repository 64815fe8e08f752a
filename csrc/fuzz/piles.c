/* piles.c - ranking, checking and arranging in every pile game and stud, by a rule set of ours or one that bytes have
 * spoilt: batches agree with single calls, arrangements are legal, hold the hand's cards, and none is better. */
#include "fuzz.h"

#include "../test/rulesets.h"

static void arranged(const lp_piles_t *piles, const uint8_t *hand, const uint8_t *sizes) {
    uint8_t laid[LP_HAND_MAX];
    uint16_t strengths[LP_PILES], again[LP_PILES];
    lp_arrangement_t best[5];
    lp_error_t error = {0};
    size_t n = 0, hand_size = lp_piles_hand_size(piles);
    int legal = 0, fault = 0, held[LP_CARDS] = {0};
    lp_status_t status = lp_arrange_n(piles, NULL, hand, 1, laid, strengths, NULL, &error);
    if (status != LP_OK) {
        EXPECT(status != LP_E_CARD || (error.place >= 0 && (size_t)error.place < hand_size));
        return;
    }
    EXPECT(lp_check(piles, laid, again, &legal, &fault, &error) == LP_OK && legal);
    EXPECT(!memcmp(strengths, again, sizeof again));
    for (size_t i = 0; i < hand_size; i++) held[hand[i]]++, held[laid[i]]--;
    for (size_t i = 0; i < LP_CARDS; i++) EXPECT(held[i] == 0);
    for (size_t pile = 0, at = 0; pile < LP_PILES; at += sizes[pile], pile++) {
        uint16_t strength = 0;
        lp_category_t category = LP_CATEGORIES;
        EXPECT(lp_rank(piles, laid + at, sizes[pile], &strength, &error) == LP_OK && strength == strengths[pile]);
        EXPECT(lp_strength_category(piles, strength, &category) == LP_OK && category < LP_CATEGORIES);
    }
    EXPECT(lp_arrange(piles, NULL, hand, 5, best, &n, &error) == LP_OK && n >= 1 && n <= 5);
    EXPECT(!memcmp(best[0].strength, strengths, sizeof strengths));
    EXPECT(lp_pareto(piles, hand, best, 5, &n, &error) == LP_OK && n >= 1);
    EXPECT(!memcmp(best[0].strength, strengths, sizeof strengths));
}

static void ranked(const lp_piles_t *piles, bytes_t *bytes, unsigned first, unsigned deck) {
    enum { ROWS = 40 };
    static const size_t SIZES[] = {5, 3, 5, 4, 2, 1, 0, 6};
    uint8_t cards[ROWS * 6], order[6];
    uint16_t out[ROWS], one = 0;
    lp_error_t error = {0};
    size_t size = SIZES[below(bytes, 8)], n = 1 + below(bytes, ROWS);
    int dealt = below(bytes, 4) != 0;
    for (size_t i = 0; i < n; i++) take_cards(bytes, dealt, first, deck, cards + i * size, size);
    lp_status_t status = lp_rank_n(piles, cards, size, n, out, &error);
    if (status != LP_OK) {
        EXPECT(error.row >= 0 && (size_t)error.row < n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        EXPECT(lp_rank(piles, cards + i * size, size, &one, &error) == LP_OK && one == out[i]);
        EXPECT(one < lp_piles_strength_count(piles));
        EXPECT(lp_pile_order(piles, cards + i * size, size, order, &error) == LP_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lp_piles_t *shared[N_RULESETS][LP_ISA_AVX512 + 1];
    bytes_t bytes = {data, size};
    size_t game = below(&bytes, N_RULESETS);
    lp_isa_t isa = (lp_isa_t)below(&bytes, LP_ISA_AVX512 + 1);
    lp_pile_rules_t rules = *RULESETS[game].rules;
    lp_error_t error = {0};
    lp_piles_t *own = NULL, **piles = &shared[game][isa];
    if (!lp_isa_available(isa) && isa != LP_ISA_AUTO) isa = LP_ISA_SCALAR, piles = &shared[game][isa];
    if (below(&bytes, 64) == 63) { /* seldom: compiling takes longer than all that follows */
        for (unsigned i = 1 + below(&bytes, 3); i > 0; i--)
            ((uint8_t *)&rules)[below(&bytes, sizeof rules)] = take(&bytes);
        lp_status_t status = lp_piles_compile(&rules, isa, &own, &error);
        if (status != LP_OK) {
            EXPECT(status != LP_E_RULES || (error.place >= LP_FIELD_DECK && error.place <= LP_FIELD_KEYS));
            return 0;
        }
        piles = &own;
    }
    EXPECT(*piles || lp_piles_compile(&rules, isa, piles, NULL) == LP_OK);
    unsigned first = 4u * rules.lowest_rank, deck = 52 - first + rules.jokers;
    if (below(&bytes, 2)) {
        ranked(*piles, &bytes, first, deck);
    } else {
        uint8_t hand[LP_HAND_MAX] = {0};
        take_cards(&bytes, below(&bytes, 8) != 0, first, deck, hand, lp_piles_hand_size(*piles));
        arranged(*piles, hand, rules.pile_size);
    }
    lp_piles_free(own);
    return 0;
}
