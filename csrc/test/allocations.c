/* allocations.c - no call for a hand, a table or a batch allocates, in any family: the allocator is wrapped at link time
 * (-Wl,--wrap) and counts. What compiles rules and makes tables does allocate, which shows that the counting works.
 * Endgames and the chances of stud are left to their own makers: a solver grows its table while it runs.
 */
#include "climbsets.h"
#include "fan_rules.h"
#include "stakes.h"

#include <stdio.h>
#include <stdlib.h>

enum { HANDS = 48, MOVES = 2048 };

static size_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **out, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);

void *__wrap_malloc(size_t size) { return allocations++, __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return allocations++, __real_calloc(n, size); }
void *__wrap_realloc(void *old, size_t size) { return allocations++, __real_realloc(old, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) { return allocations++, __real_aligned_alloc(alignment, size); }
int __wrap_posix_memalign(void **out, size_t alignment, size_t size) {
    return allocations++, __real_posix_memalign(out, alignment, size);
}

static size_t calls;

/* A call that must succeed and must not allocate. */
#define PLAIN(call)                                                                                        \
    do {                                                                                                   \
        size_t before = allocations;                                                                       \
        lp_status_t status = (call);                                                                       \
        calls++;                                                                                           \
        if (status != LP_OK || allocations != before) {                                                    \
            fprintf(stderr, "allocations.c:%d: %s: %s, %d allocations\n", __LINE__, #call, lp_status_text(status), \
                    (int)(allocations - before));                                                          \
            exit(1);                                                                                       \
        }                                                                                                  \
    } while (0)
/* One that makes tables. */
#define MAKES(call)                                                                            \
    do {                                                                                       \
        size_t before = allocations;                                                           \
        if ((call) != LP_OK || allocations == before) {                                        \
            fprintf(stderr, "allocations.c:%d: %s makes nothing\n", __LINE__, #call);          \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

static void texts(void) {
    uint8_t codes[13];
    char text[64];
    size_t n = 0;
    PLAIN(lp_cards_parse("AS K\xE2\x99\xA5 RJ", 8, codes, sizeof codes, &n, NULL));
    PLAIN(lp_cards_format(codes, n, text, sizeof text, NULL));
    PLAIN(lp_tiles_parse("123m55z", 7, codes, sizeof codes, &n, NULL));
    PLAIN(lp_tiles_check(codes, n, NULL));
    PLAIN(lp_tiles_format(codes, n, text, sizeof text, NULL));
}

static void pile_game(const struct stakes *game, lp_isa_t isa) {
    static uint8_t hands[HANDS * LP_HAND_MAX], laid[HANDS * LP_HAND_MAX], entries[HANDS * LP_FIELD_ENTRY];
    static uint8_t declared[HANDS], bytes[LP_FIELD_HEADER + HANDS * LP_FIELD_ENTRY];
    static uint16_t strengths[HANDS * LP_PILES];
    static uint32_t held[HANDS];
    static double values[HANDS];
    static lp_settlement_t settlement;
    lp_piles_t *piles = NULL;
    lp_stakes_t *stakes = NULL;
    lp_field_t *field = NULL;
    lp_utilities_t *utilities = NULL;
    MAKES(lp_piles_compile(game->piles, isa, &piles, NULL));
    MAKES(lp_stakes_new(piles, game->rules, &stakes, NULL));
    size_t size = lp_piles_hand_size(piles), count = lp_piles_strength_count(piles), n = 0;
    double *table = __real_calloc(count, sizeof *table);
    for (size_t i = 0; i < count; i++) table[i] = (double)(i * i % 1009);
    MAKES(lp_utilities_new(piles, table, table, table, &utilities, NULL));
    free(table);
    PLAIN(lp_deal_n(piles, 1, 0, HANDS / 2, 2, hands, NULL));
    PLAIN(lp_arrange_n(piles, NULL, hands, HANDS, laid, strengths, NULL, NULL));
    PLAIN(lp_arrange_n(piles, utilities, hands, HANDS, laid, strengths, values, NULL));
    PLAIN(lp_rank_n(piles, hands, 3, 3, strengths, NULL)); /* all of the first hand */
    for (size_t i = 0; i < HANDS; i++) {
        lp_arrangement_t best[4];
        uint8_t order[5];
        lp_category_t category;
        int legal = 0, fault = 0;
        PLAIN(lp_check(piles, laid + i * size, strengths, &legal, &fault, NULL));
        PLAIN(lp_rank(piles, hands + i * size, game->piles->pile_size[0], strengths, NULL));
        PLAIN(lp_strength_category(piles, *strengths, &category));
        PLAIN(lp_pile_order(piles, hands + i * size, game->piles->pile_size[0], order, NULL));
        if (i % 8) continue;
        PLAIN(lp_arrange(piles, utilities, hands + i * size, 4, best, &n, NULL));
        PLAIN(lp_pareto(piles, hands + i * size, best, 4, &n, NULL));
    }
    PLAIN(lp_specials_n(stakes, hands, HANDS, 0, held, declared, NULL));
    for (size_t i = 0; i < HANDS; i++)
        if (declared[i] != LP_NO_SPECIAL && declared[i] < LP_SWEEP)
            PLAIN(lp_special_show(stakes, hands + i * size, (lp_special_t)declared[i], laid, NULL));
    PLAIN(lp_arrange_n(piles, NULL, hands, HANDS, laid, NULL, NULL, NULL));
    static const uint8_t bankers[HANDS];
    static int64_t net[HANDS];
    lp_tables_t tables = {.n = HANDS / 2, .players = 2, .cards = laid, .base = 3};
    int banker = game->rules->kind == LP_SETTLE_BANKER;
    if (banker) tables.banker = bankers;
    PLAIN(lp_settle_n(stakes, &tables, net, NULL));
    tables.n = 1;
    PLAIN(lp_settle(stakes, &tables, &settlement, NULL));
    lp_field_info_t info = {.players = 2, .role = (uint8_t)(banker ? LP_ROLE_BANKER : LP_ROLE_ANY), .gain = -1};
    PLAIN(lp_field_entries_n(stakes, laid, NULL, HANDS, entries, NULL));
    PLAIN(lp_field_pack(stakes, &info, entries, HANDS, bytes, sizeof bytes, NULL));
    PLAIN(lp_field_peek(bytes, sizeof bytes, &info, NULL));
    MAKES(lp_field_new(stakes, bytes, sizeof bytes, &field, NULL));
    lp_choice_t choice;
    PLAIN(lp_expected_n(field, hands, 8, laid, values, declared, NULL));
    PLAIN(lp_expected_of_n(field, laid, NULL, 8, values, NULL));
    PLAIN(lp_expected(field, hands, 1, &choice, &n, NULL));
    lp_field_free(field);
    lp_utilities_free(utilities);
    lp_stakes_free(stakes);
    lp_piles_free(piles);
}

static void stud(void) {
    static const lp_seat_t seats[2] = {{0, 4, {24, 30, 33, 51}}, {0, 4, {28, 44, 27, 50}}};
    lp_piles_t *piles = NULL;
    lp_equity_t *equity = NULL;
    uint8_t cards[HANDS * 5], seat[HANDS];
    uint64_t wins[LP_PLAYERS_MAX] = {0};
    MAKES(lp_piles_compile(&WUZHANG, LP_ISA_AUTO, &piles, NULL));
    PLAIN(lp_deal_n(piles, 1, 0, HANDS / 4, 4, cards, NULL));
    PLAIN(lp_showdown_n(piles, cards, 5, 4, HANDS / 4, NULL, seat, NULL, NULL));
    MAKES(lp_equity_new(piles, seats, 2, UINT64_MAX, &equity, NULL));
    PLAIN(lp_equity_sample(equity, 1, 0, 100, wins, NULL));
    lp_equity_free(equity);
    lp_piles_free(piles);
}

static void climbing(const lp_climb_rules_t *rules) {
    static uint64_t moves[MOVES];
    lp_climb_t *climb = NULL;
    MAKES(lp_climb_compile(rules, &climb, NULL));
    for (size_t i = 0; i < HANDS; i++) {
        uint64_t hand = climb_dealt(rules, rules->hand_max, 0, LP_CLIMB_RANKS - 1), again = 0;
        lp_play_t plays[LP_CLIMB_HAND_MAX], over;
        char text[LP_CLIMB_TEXT];
        size_t n = 0;
        int beats = 0;
        uint8_t count = 0;
        PLAIN(lp_climb_moves(climb, hand, NULL, moves, MOVES, &n, NULL));
        PLAIN(lp_climb_classify(climb, moves[0], &over, 1, &n, NULL, NULL));
        PLAIN(lp_climb_beats(climb, moves[n], &over, plays, &beats, NULL));
        PLAIN(lp_climb_moves(climb, hand, &over, moves, MOVES, &n, NULL));
        PLAIN(lp_climb_split(climb, hand, plays, &n, NULL));
        PLAIN(lp_climb_split_n(climb, &hand, 1, &count, NULL, NULL));
        PLAIN(lp_climb_parse(climb, text, lp_climb_format(hand, 0, text), &again, NULL));
    }
    lp_climb_free(climb);
}

static void mahjong(lp_isa_t isa) {
    static const uint8_t won[14] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 27, 27, 28, 28};
    lp_mahjong_t *tables = NULL;
    uint8_t counts[LP_TILE_FACES] = {0};
    uint64_t waits = 0;
    int out = 0;
    lp_discards_t discards;
    lp_fan_t fan;
    lp_claim_t claims[LP_CLAIMS_MAX];
    lp_pay_t pay;
    size_t n = 0;
    MAKES(lp_mahjong_new(isa, &tables, NULL));
    for (size_t i = 0; i < 14; i++) counts[won[i]]++;
    PLAIN(lp_win(tables, 4, counts, 0, NULL, &out, NULL));
    PLAIN(lp_shanten(tables, 4, counts, 0, NULL, &out, NULL));
    PLAIN(lp_discards(tables, 4, counts, 0, NULL, NULL, &discards, NULL));
    counts[28]--;
    PLAIN(lp_waits(tables, 4, counts, 0, NULL, &waits, NULL));
    lp_won_t hand = {.tiles = won, .n_tiles = 14, .tile = 28, .wild = LP_NO_TILE, .wind = LP_NO_TILE,
                     .by = LP_BY_SELF, .kong = LP_NO_TILE};
    PLAIN(lp_fan(&SANMEN, &hand, &fan, NULL));
    lp_discarded_t table = {.tile = 28, .wild = LP_NO_TILE, .allowed = 15};
    for (size_t seat = 1; seat < LP_MAHJONG_SEATS; seat++) {
        static const uint8_t other[2][13] = {{9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 13},
                                             {18, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 21, 22}};
        table.tiles[seat] = seat == 1 ? won : other[seat - 2];
        table.n_tiles[seat] = 13;
    }
    PLAIN(lp_claims(&SANMEN, &table, claims, &n, NULL));
    lp_pay_rules_t rules = {.payers = LP_PAYERS_DISCARDER};
    lp_pay_win_t win = {.payer = LP_NO_SEAT, .by = LP_BY_SELF, .worth = 3, .base = 1, .last_third = LP_NO_SEAT};
    PLAIN(lp_mahjong_pay(&rules, &win, &pay, NULL));
    lp_mahjong_free(tables);
}

int main(void) {
    texts();
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++) {
        if (!lp_isa_available((lp_isa_t)isa)) continue;
        for (size_t i = 0; i < N_STAKES; i++) pile_game(&STAKES[i], (lp_isa_t)isa);
        mahjong((lp_isa_t)isa);
    }
    stud();
    for (size_t i = 0; i < N_CLIMBSETS; i++) climbing(CLIMBSETS[i].rules);
    printf("allocations: none in %d calls\n", (int)calls);
    return 0;
}
