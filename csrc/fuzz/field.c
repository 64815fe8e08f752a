/* field.c - the bytes of a field: as they come, and packed rightly and then spoilt, with the checksum made right again
 * half of the time, for no random bytes have a right one. A field that is accepted values a hand without a fault, and
 * no better than the best choice for that hand. */
#include "fuzz.h"

#include "../test/stakes.h"

enum { HANDS = 24, SUM_AT = LP_FIELD_HEADER - 8 };

/* The checksum that field.c looks for: FNV-1a of all bytes but its own. */
static void mend(uint8_t *data, size_t size) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++)
        if (i < SUM_AT || i >= LP_FIELD_HEADER) sum = (sum ^ data[i]) * UINT64_C(0x100000001B3);
    for (int i = 0; i < 8; i++) data[SUM_AT + i] = (uint8_t)(sum >> 8 * i);
}

static void valued(const lp_field_t *field, const uint8_t *hand, size_t hand_size) {
    uint8_t laid[LP_HAND_MAX], declared = LP_NO_SPECIAL;
    double best = 0, again = 0;
    lp_choice_t choice;
    lp_error_t error = {0};
    size_t n = 0;
    if (lp_expected_n(field, hand, 1, laid, &best, &declared, &error) != LP_OK) {
        EXPECT(error.place >= 0 && (size_t)error.place <= hand_size);
        return;
    }
    EXPECT(lp_expected_of_n(field, laid, &declared, 1, &again, &error) == LP_OK && again == best);
    EXPECT(lp_expected(field, hand, 1, &choice, &n, &error) == LP_OK && n == 1);
    EXPECT(choice.arrangement.value == best);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lp_piles_t *piles[N_STAKES];
    static lp_stakes_t *stakes[N_STAKES];
    uint8_t cards[HANDS * LP_HAND_MAX], laid[HANDS * LP_HAND_MAX], entries[HANDS * LP_FIELD_ENTRY];
    uint8_t packed[LP_FIELD_HEADER + HANDS * LP_FIELD_ENTRY];
    bytes_t bytes = {data, size};
    size_t game = below(&bytes, N_STAKES), n = 1 + below(&bytes, HANDS);
    unsigned how = below(&bytes, 4);
    lp_field_t *field = NULL;
    lp_error_t error = {0};
    if (!piles[game]) {
        EXPECT(lp_piles_compile(STAKES[game].piles, LP_ISA_AUTO, &piles[game], NULL) == LP_OK);
        EXPECT(lp_stakes_new(piles[game], STAKES[game].rules, &stakes[game], NULL) == LP_OK);
    }
    size_t hand_size = lp_piles_hand_size(piles[game]);
    unsigned deck = 52u - 4u * STAKES[game].piles->lowest_rank + STAKES[game].piles->jokers;
    if (how == 0) {
        lp_field_info_t info;
        lp_status_t status = lp_field_peek(bytes.at, bytes.left, &info, &error);
        EXPECT(lp_field_new(stakes[game], bytes.at, bytes.left, &field, &error) != LP_OK || status == LP_OK);
        lp_field_free(field);
        return 0;
    }
    for (size_t i = 0; i < n; i++)
        take_cards(&bytes, 1, 4u * STAKES[game].piles->lowest_rank, deck, cards + i * hand_size, hand_size);
    if (lp_arrange_n(piles[game], NULL, cards, n, laid, NULL, NULL, NULL) != LP_OK) return 0;
    EXPECT(lp_field_entries_n(stakes[game], laid, NULL, n, entries, &error) == LP_OK);
    int banker = STAKES[game].rules->kind == LP_SETTLE_BANKER;
    lp_field_info_t info = {.players = (uint8_t)(2 + (banker ? 0 : below(&bytes, 3))), .gain = -1};
    info.role = (uint8_t)(banker ? 1 + below(&bytes, 2) : 0);
    size_t length = LP_FIELD_HEADER + n * LP_FIELD_ENTRY;
    if (how == 1) entries[below(&bytes, (unsigned)(n * LP_FIELD_ENTRY))] = take(&bytes);
    lp_status_t status = lp_field_pack(stakes[game], &info, entries, n, packed, sizeof packed, &error);
    if (status != LP_OK) {
        EXPECT(how == 1 && error.detail >= LP_FIELD_FAULT_SIZE && error.detail <= LP_FIELD_FAULT_ENTRY);
        return 0;
    }
    if (how == 3) {
        for (unsigned i = 1 + below(&bytes, 4); i > 0; i--)
            packed[(take(&bytes) | (size_t)below(&bytes, 2) << 8) % length] = take(&bytes);
        if (below(&bytes, 4) != 0) mend(packed, length);
    }
    status = lp_field_new(stakes[game], packed, length, &field, &error);
    EXPECT(status == LP_OK || how == 3);
    if (status != LP_OK) {
        EXPECT(error.detail >= LP_FIELD_FAULT_SIZE && error.detail <= LP_FIELD_FAULT_ENTRY);
        return 0;
    }
    uint8_t hand[LP_HAND_MAX];
    take_cards(&bytes, 1, 4u * STAKES[game].piles->lowest_rank, deck, hand, hand_size);
    valued(field, hand, hand_size);
    lp_field_free(field);
    return 0;
}
