/* arrange.c - every instruction set's search for the best arrangement against lp_arrange asked for two, which it finds
 * by visiting all there are. (Asked for one it would search as well.)
 *
 * Why all kinds of tables: the searches leave out what their bounds rule out, and bounds are made from the tables. So
 * there are tables that rise and fall, that hold few values or one, that are as large as they may be, and
 * whose differences sums in double precision round away. Hands are dealt from few ranks or suits as well, so that
 * strengths tie. Only the public header is used. Exit status 1 and a line on stderr at the first difference.
 */
#include "rulesets.h"

#include <stdio.h>
#include <stdlib.h>

#define KINDS 10
#define ROUNDS 8 /* sets of tables */

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void deal(const lp_pile_rules_t *rules, size_t size, uint8_t *hand) {
    uint32_t mood = random_below(4), base = random_below(13);
    uint32_t lowest = rules->lowest_rank * 4u, next = 52u + rules->jokers;
    for (size_t i = 0, tries = 0; i < size; tries++) {
        uint32_t card = lowest + random_below(next - lowest);
        if (mood == 1 && tries < 60) card = (card & ~3u) | (base & 3);
        if (mood == 2 && tries < 60) card = (base + random_below(4)) % 13 * 4 + (card & 3);
        int fits = card >= lowest && card < next;
        for (size_t k = 0; k < i; k++) fits &= hand[k] != card;
        if (fits) hand[i++] = (uint8_t)card;
    }
}

static double utility(int kind, size_t s, size_t n, int pile) {
    double share = (double)s / (double)n, noise = (double)random_below(1000);
    switch (kind) {
    case 0: return share * share * (pile + 1);
    case 1: return noise / 7;
    case 2: return (double)random_below(3);
    case 3: return (double)(s * 16 / n);
    case 4: return -share;
    case 5: return 1;
    case 6: return 1e15 + noise / 8;
    case 7: return 4e15 + (double)random_below(3);
    case 8: return (random_below(2) ? 1 : -1) * LP_UTILITY_MAX;
    default: return noise * 0x1p-1074;
    }
}

static lp_utilities_t *utilities_of(const lp_piles_t *piles, int kind) {
    size_t n = lp_piles_strength_count(piles);
    double *table = malloc(LP_PILES * n * sizeof *table);
    lp_utilities_t *utilities = NULL;
    if (!table) exit(2);
    for (int pile = 0; pile < LP_PILES; pile++)
        for (size_t s = 0; s < n; s++) table[(size_t)pile * n + s] = utility(kind, s, n, pile);
    if (lp_utilities_new(piles, table, table + n, table + 2 * n, &utilities, NULL) != LP_OK) exit(2);
    free(table);
    return utilities;
}

/* Both must find the same cards, strengths and value, or both that there is nothing to find. */
static int same(const lp_piles_t *piles, const lp_utilities_t *utilities, const uint8_t *hand) {
    size_t size = lp_piles_hand_size(piles), n = 0;
    uint8_t *rows = malloc(size), *cards = malloc(size); /* exactly as large as they must be, for the sanitizer */
    uint16_t strengths[LP_PILES];
    double value = 0;
    lp_arrangement_t best[2];
    if (!rows || !cards) exit(2);
    memcpy(rows, hand, size);
    lp_status_t status = lp_arrange_n(piles, utilities, rows, 1, cards, strengths, &value, NULL);
    int ok = lp_arrange(piles, utilities, hand, 2, best, &n, NULL) == LP_OK;
    if (ok && !n) ok = status == LP_E_ARRANGEMENT;
    else
        ok = ok && status == LP_OK && !memcmp(cards, best->cards, size) && value == best->value &&
             !memcmp(strengths, best->strength, sizeof strengths);
    free(rows);
    free(cards);
    return ok;
}

static void compare(const char *name, const lp_pile_rules_t *rules, size_t hands) {
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++) {
        lp_piles_t *piles = NULL;
        if (!lp_isa_available((lp_isa_t)isa)) continue;
        if (lp_piles_compile(rules, (lp_isa_t)isa, &piles, NULL) != LP_OK) exit(2);
        size_t size = lp_piles_hand_size(piles), n = size == 9 ? 16 * hands : hands; /* they are as much work */
        for (int round = 0; round < ROUNDS * KINDS; round++) {
            int kind = round % KINDS;
            lp_utilities_t *utilities = utilities_of(piles, kind);
            for (size_t i = 0; i < n; i++) {
                uint8_t hand[LP_HAND_MAX];
                deal(rules, size, hand);
                if (same(piles, utilities, hand) && same(piles, NULL, hand)) continue;
                fprintf(stderr, "%s, %s, tables of kind %d: the arrangement differs\n", name,
                        lp_isa_name((lp_isa_t)isa), kind);
                exit(1);
            }
            lp_utilities_free(utilities);
        }
        lp_piles_free(piles);
    }
}

int main(int argc, char **argv) {
    size_t hands = argc > 1 ? strtoul(argv[1], NULL, 10) : 4;
    for (size_t i = 0; i < N_RULESETS; i++) compare(RULESETS[i].name, RULESETS[i].rules, hands);
    lp_pile_rules_t rules = SHISANSHUI;
    rules.strict = 1;
    compare("shisanshui, strict", &rules, hands);
    rules = BIJI;
    rules.strict = 0;
    for (size_t i = 0; i < rules.n_categories; i++) {
        rules.category[i].n_keys = 1;
        rules.category[i].key[0] = LP_KEY_LEADING;
    }
    compare("biji, many equal", &rules, hands);
    rules.strict = rules.n_categories = 1;
    compare("biji, often no arrangement", &rules, hands);
    puts("arrange: every instruction set finds the best");
    return 0;
}
