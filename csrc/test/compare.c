/* compare.c - every instruction set of this machine against lp_rank, which ranks one pile at a time.
 *
 *   compare          random piles, every batch length up to 130, misaligned rows, bad piles: seconds
 *   compare all      and every pile that the decks can deal, each in a random order of its cards
 *
 * Only the public header is used. Rows and results sit in blocks of exactly their size, so that the address sanitizer
 * sees whatever a kernel touches beside them. Exit status 1 and a line on stderr at the first difference.
 */
#include "rulesets.h"

#include <stdio.h>
#include <stdlib.h>

#define LONGEST 130
#define SLACK 8

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

typedef struct subject {
    const char *game;
    const lp_pile_rules_t *rules;
    const lp_piles_t *piles;
    lp_isa_t isa;
} subject_t;

static void die(const subject_t *s, size_t size, size_t n, const char *what) {
    fprintf(stderr, "%s, %s, %zu rows of %zu: %s\n", s->game, lp_isa_name(s->isa), n, size, what);
    exit(1);
}

static uint8_t deck_card(const lp_pile_rules_t *rules) {
    uint32_t lowest = rules->lowest_rank * 4u;
    return (uint8_t)(lowest + random_below(52u + rules->jokers - lowest));
}

/* Distinct cards of the deck; in some piles few ranks or one suit, so that no category is rare. */
static void deal_pile(const lp_pile_rules_t *rules, uint8_t *pile, size_t size) {
    uint32_t mood = random_below(4);
    uint8_t base = deck_card(rules);
    for (size_t i = 0; i < size;) {
        uint8_t card = deck_card(rules);
        if (mood == 1 && random_below(8)) card = (uint8_t)((card & 0xFC) | (base & 3));
        if (mood == 2 && random_below(8)) card = (uint8_t)((base & 0xFC) ^ random_below(8));
        if (mood == 3 && rules->jokers && !random_below(3)) card = (uint8_t)(LP_BLACK_JOKER + random_below(2));
        int fits = card >= rules->lowest_rank * 4 && card < 52 + rules->jokers;
        for (size_t k = 0; k < i; k++) fits &= pile[k] != card;
        if (fits) pile[i++] = card;
    }
}

static uint8_t bad_card(const lp_pile_rules_t *rules) {
    for (;;) {
        uint8_t card = (uint8_t)random_below(256);
        if (card < rules->lowest_rank * 4 || card >= 52 + rules->jokers) return card;
    }
}

/* Ranks n rows and compares status, error and results with one lp_rank a row. */
static void compare_batch(const subject_t *s, const uint8_t *rows, size_t size, size_t n) {
    uint16_t *out = malloc(n ? n * sizeof *out : 1);
    if (!out) exit(2);
    lp_error_t error = {0}, expected_error = {0};
    lp_status_t status = lp_rank_n(s->piles, rows, size, n, out, &error);
    lp_status_t expected = LP_OK;
    for (size_t i = 0; i < n && expected == LP_OK; i++) {
        uint16_t strength = 0;
        expected = lp_rank(s->piles, rows + i * size, size, &strength, &expected_error);
        expected_error.row = (int64_t)i;
        if (expected == LP_OK && status == LP_OK && out[i] != strength) die(s, size, n, "a strength differs");
    }
    if (status != expected) die(s, size, n, "the status differs");
    if (status != LP_OK && (error.row != expected_error.row || error.place != expected_error.place ||
                            error.value != expected_error.value))
        die(s, size, n, "the error differs");
    free(out);
}

static void compare_lengths(const subject_t *s, size_t size) {
    for (size_t n = 0; n <= LONGEST; n++)
        for (size_t shift = 0; shift < SLACK; shift++) {
            uint8_t *block = malloc(shift + n * size + 1);
            if (!block) exit(2);
            uint8_t *rows = block + shift;
            for (size_t i = 0; i < n; i++) deal_pile(s->rules, rows + i * size, size);
            if (!n) rows = NULL;
            compare_batch(s, rows, size, n);
            if (n) { /* one bad pile anywhere: a card that is none, then a card twice */
                uint8_t *pile = rows + random_below((uint32_t)n) * size;
                size_t at = random_below((uint32_t)size);
                uint8_t was = pile[at];
                pile[at] = bad_card(s->rules);
                compare_batch(s, rows, size, n);
                pile[at] = was;
                pile[(at + 1 + random_below((uint32_t)size - 1)) % size] = was;
                compare_batch(s, rows, size, n);
            }
            free(block);
        }
}

/* Each of the 256 bytes at each place, alone in its pile and in all places of it. */
static void compare_bytes(const subject_t *s, size_t size) {
    uint8_t rows[5 * 64];
    for (int value = 0; value < 256; value++)
        for (size_t at = 0; at <= size; at++) {
            for (size_t i = 0; i < 64; i++) deal_pile(s->rules, rows + i * size, size);
            uint8_t *pile = rows + random_below(64) * size;
            for (size_t k = 0; k < size; k++)
                if (k == at || at == size) pile[k] = (uint8_t)value;
            compare_batch(s, rows, size, 64);
        }
    for (int trial = 0; trial < 2000; trial++) {
        for (size_t i = 0; i < sizeof rows; i++) rows[i] = (uint8_t)random_below(trial % 2 ? 256 : 64);
        compare_batch(s, rows, size, 64);
    }
}

static void compare_random(const subject_t *s, size_t size, size_t n) {
    uint8_t *rows = malloc(n * size);
    if (!rows) exit(2);
    for (size_t i = 0; i < n; i++) deal_pile(s->rules, rows + i * size, size);
    compare_batch(s, rows, size, n);
    free(rows);
}

static size_t choose(size_t n, size_t k) {
    size_t ways = 1;
    for (size_t i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

static void compare_all(const subject_t *s, size_t size) {
    uint8_t lowest = (uint8_t)(s->rules->lowest_rank * 4), next = (uint8_t)(52 + s->rules->jokers);
    size_t n = choose((size_t)next - lowest, size), row = 0;
    uint8_t *rows = malloc(n * size), cards[5];
    if (!rows) exit(2);
    for (size_t i = 0; i < size; i++) cards[i] = (uint8_t)(lowest + i);
    for (int more = 1; more; row++) {
        uint8_t *pile = rows + row * size;
        memcpy(pile, cards, size);
        for (size_t i = size - 1; i > 0; i--) {
            size_t k = random_below((uint32_t)i + 1);
            uint8_t t = pile[i];
            pile[i] = pile[k];
            pile[k] = t;
        }
        size_t i = size;
        while (i > 0 && cards[i - 1] == next - 1 - (size - i)) i--;
        more = i > 0;
        if (more) {
            cards[i - 1]++;
            for (size_t k = i; k < size && k < 5; k++) cards[k] = (uint8_t)(cards[k - 1] + 1);
        }
    }
    if (row != n) die(s, size, row, "the enumeration is wrong");
    compare_batch(s, rows, size, n);
    free(rows);
}

static void compare_ruleset(const char *name, const lp_pile_rules_t *rules, int all) {
    for (int isa = LP_ISA_SCALAR; isa <= LP_ISA_AVX512; isa++) {
        if (!lp_isa_available((lp_isa_t)isa)) continue;
        lp_piles_t *piles = NULL;
        subject_t s = {name, rules, NULL, (lp_isa_t)isa};
        if (lp_piles_compile(rules, s.isa, &piles, NULL) != LP_OK) die(&s, 0, 0, "does not compile");
        s.piles = piles;
        if (lp_piles_isa(piles) != s.isa) die(&s, 0, 0, "another instruction set was chosen");
        for (size_t size = 3; size <= rules->pile_size[2]; size += 2) {
            compare_lengths(&s, size);
            compare_bytes(&s, size);
            compare_random(&s, size, 20011);
            if (all) compare_all(&s, size);
        }
        lp_piles_free(piles);
    }
}

/* Every order of the suits, short decks, and jokers told apart where suits decide nothing. */
static void compare_variants(void) {
    for (int order = 0; order < 24; order++) {
        lp_pile_rules_t rules = order % 2 ? BIJI : SHISANZHANG;
        uint8_t left[4] = {0, 1, 2, 3};
        int rest = order;
        for (int s = 0; s < 4; s++) {
            int pick = rest % (4 - s);
            rest /= 4 - s;
            rules.suit_weight[s] = left[pick];
            for (int k = pick; k < 3; k++) left[k] = left[k + 1];
        }
        rules.lowest_rank = (uint8_t)(order % 5);
        compare_ruleset("a variant", &rules, 0);
    }
    lp_pile_rules_t rules = BIJI;
    for (size_t i = 0; i < rules.n_categories; i++) {
        lp_category_rule_t *category = &rules.category[i];
        if (category->key[category->n_keys - 1] >= LP_KEY_SUIT_OF_LEADING) category->n_keys--;
    }
    compare_ruleset("jokers told apart, no suits", &rules, 0);
    rules = SHISANSHUI;
    rules.lowest_rank = 5;
    compare_ruleset("a short deck with jokers", &rules, 0);
}

int main(int argc, char **argv) {
    int all = argc > 1 && !strcmp(argv[1], "all");
    for (size_t i = 0; i < N_RULESETS; i++) compare_ruleset(RULESETS[i].name, RULESETS[i].rules, all);
    compare_variants();
    printf("compare: scalar%s%s agree%s\n", lp_isa_available(LP_ISA_AVX2) ? ", avx2" : "",
           lp_isa_available(LP_ISA_AVX512) ? ", avx512" : "", all ? " on every pile" : "");
    return 0;
}
