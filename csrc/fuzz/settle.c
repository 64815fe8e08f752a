/* settle.c - specials and settlement of tables in all pile games, some of them with spoilt rules: nets add up to zero,
 * transfers to the nets, and a batch says what one table says. */
#include "fuzz.h"

#include "../test/stakes.h"

static void settled(const lp_stakes_t *stakes, const lp_tables_t *table, size_t hand_size) {
    static lp_settlement_t found;
    int64_t net[LP_PLAYERS_MAX], paid[LP_PLAYERS_MAX] = {0}, sum = 0;
    lp_error_t error = {0};
    lp_status_t status = lp_settle(stakes, table, &found, &error);
    EXPECT(lp_settle_n(stakes, table, net, NULL) == status);
    if (status != LP_OK) {
        EXPECT(error.place >= 0 && (size_t)error.place <= table->players * hand_size);
        return;
    }
    EXPECT(found.n_transfers <= LP_TRANSFERS_MAX);
    for (size_t i = 0; i < found.n_transfers; i++) {
        const lp_transfer_t *one = &found.transfer[i];
        EXPECT(one->amount > 0 && one->from < table->players && one->to < table->players && one->from != one->to);
        EXPECT(lp_why_name((lp_why_t)one->why) && lp_clause_name((lp_clause_t)one->clause));
        paid[one->from] -= one->amount;
        paid[one->to] += one->amount;
    }
    for (size_t seat = 0; seat < table->players; seat++) {
        EXPECT(found.net[seat] == net[seat] && paid[seat] == net[seat]);
        sum += net[seat];
    }
    EXPECT(sum == 0);
}

static void shown(const lp_stakes_t *stakes, const uint8_t *hand, size_t hand_size) {
    uint32_t held = 0;
    uint8_t best = LP_NO_SPECIAL, laid[LP_HAND_MAX];
    lp_error_t error = {0};
    if (lp_specials_n(stakes, hand, 1, 0, &held, &best, &error) != LP_OK) {
        EXPECT(error.row == 0 && error.place >= 0 && (size_t)error.place < hand_size);
        return;
    }
    EXPECT(best == LP_NO_SPECIAL || (best < LP_SPECIALS && held >> best & 1));
    for (unsigned special = 0; special < LP_SPECIALS; special++) {
        lp_status_t status = lp_special_show(stakes, hand, (lp_special_t)special, laid, &error);
        EXPECT((status == LP_OK) <= (int)(held >> special & 1));
        int count[LP_CARDS] = {0};
        for (size_t i = 0; status == LP_OK && i < hand_size; i++) count[hand[i]]++, count[laid[i]]--;
        for (size_t i = 0; i < LP_CARDS; i++) EXPECT(count[i] == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lp_piles_t *piles[N_STAKES];
    static lp_stakes_t *shared[N_STAKES];
    bytes_t bytes = {data, size};
    size_t game = below(&bytes, N_STAKES);
    lp_error_t error = {0};
    lp_stakes_t *own = NULL;
    if (!piles[game]) {
        EXPECT(lp_piles_compile(STAKES[game].piles, LP_ISA_AUTO, &piles[game], NULL) == LP_OK);
        EXPECT(lp_stakes_new(piles[game], STAKES[game].rules, &shared[game], NULL) == LP_OK);
    }
    if (below(&bytes, 8) == 7) {
        lp_settle_rules_t rules = *STAKES[game].rules;
        for (unsigned i = 1 + below(&bytes, 4); i > 0; i--) {
            size_t at = (size_t)take(&bytes) << 8;
            at = (at | take(&bytes)) % sizeof rules;
            ((uint8_t *)&rules)[at] = take(&bytes);
        }
        if (lp_stakes_new(piles[game], &rules, &own, &error) != LP_OK) {
            EXPECT(error.place >= LP_FIELD_SETTLEMENT && error.place <= LP_FIELD_SPECIAL);
            return 0;
        }
    }
    const lp_stakes_t *stakes = own ? own : shared[game];
    size_t hand_size = lp_piles_hand_size(piles[game]), players = 1 + below(&bytes, LP_PLAYERS_MAX + 1);
    uint8_t cards[(LP_PLAYERS_MAX + 1) * LP_HAND_MAX] = {0}, declared[LP_PLAYERS_MAX + 1], banker = below(&bytes, 5);
    int64_t bets[LP_PLAYERS_MAX + 1] = {0}, chips = 0;
    unsigned flags = take(&bytes), deck = 52u - 4u * STAKES[game].piles->lowest_rank + STAKES[game].piles->jokers;
    size_t dealt = players * hand_size;
    take_cards(&bytes, (flags & 3) != 3 && dealt <= deck, 4u * STAKES[game].piles->lowest_rank, deck, cards, dealt);
    if (players >= 2 && players <= 4 && flags & 4) { /* laid out; else most hands are fouls */
        for (size_t seat = 0; seat < players; seat++) {
            uint8_t laid[LP_HAND_MAX];
            if (lp_arrange_n(piles[game], NULL, cards + seat * hand_size, 1, laid, NULL, NULL, NULL) == LP_OK)
                memcpy(cards + seat * hand_size, laid, hand_size);
        }
    }
    for (size_t seat = 0; seat < players; seat++) {
        lp_specials_n(stakes, cards + seat * hand_size, 1, 0, &(uint32_t){0}, &declared[seat], NULL);
        if (below(&bytes, 4) != 0) declared[seat] = below(&bytes, 9) ? LP_NO_SPECIAL : take(&bytes);
        if (flags & 8) bets[seat] = take_number(&bytes);
    }
    chips = take_number(&bytes);
    lp_tables_t table = {
        .n = 1, .players = players, .cards = cards, .declared = flags & 16 ? declared : NULL,
        .base = flags & 32 ? take_number(&bytes) : 1,
        .banker = (STAKES[game].rules->kind == LP_SETTLE_BANKER) != (below(&bytes, 16) == 15) ? &banker : NULL,
        .bets = flags & 8 ? bets : NULL, .chips = flags & 64 ? &chips : NULL,
    };
    settled(stakes, &table, hand_size);
    shown(stakes, cards, hand_size);
    lp_stakes_free(own);
    return 0;
}
