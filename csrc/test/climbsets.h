/* climbsets.h - the two climbing games as rule sets in C, for the tests and drivers that run without Python.
 *
 * The rule files in src/lipai/rules/ are what the library ships; kinds are numbered as there. */
#ifndef LP_TEST_CLIMBSETS_H
#define LP_TEST_CLIMBSETS_H

#include "lipai.h"

#include <string.h>

#define TO_ACE ((1 << 12) - 1)
#define TO_TWO ((1 << 13) - 1)
#define QUEEN_ (1 << 9)
#define BOTH_JOKERS (3 << 13)
#define SINGLES .kickers = LP_KICKERS_SINGLES, .joker_couple = 1, .adjoining = 1
#define PAIRS .kickers = LP_KICKERS_PAIRS, .joker_couple = 1, .adjoining = 1

/* clang-format off */

static const lp_climb_rules_t DOUDIZHU = {
    .hand_max = 20, .deck = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1}, .n_forms = 14,
    .form = {
        {.kind = 0, .group = 1, .run_min = 1, .run_max = 1, .ranks = TO_TWO | BOTH_JOKERS},
        {.kind = 1, .group = 2, .run_min = 1, .run_max = 1, .ranks = TO_TWO},
        {.kind = 2, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO},
        {.kind = 3, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO, SINGLES, .kickers_each = 1, .alike = 4},
        {.kind = 4, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO, PAIRS, .kickers_each = 1, .alike = 4},
        {.kind = 5, .group = 1, .run_min = 5, .run_max = 12, .ranks = TO_ACE},
        {.kind = 6, .group = 2, .run_min = 3, .run_max = 10, .ranks = TO_ACE},
        {.kind = 7, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE},
        {.kind = 8, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE, SINGLES, .kickers_each = 1, .alike = 4},
        {.kind = 9, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE, PAIRS, .kickers_each = 1, .alike = 1},
        {.kind = 10, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, SINGLES, .kickers_each = 2, .alike = 4},
        {.kind = 11, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, PAIRS, .kickers_each = 2, .alike = 1},
        {.kind = 12, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, .bomb = 1},
        {.kind = 13, .group = 1, .run_min = 1, .run_max = 1, .ranks = BOTH_JOKERS, .joined = 1, .bomb = 2},
    },
};

static const lp_climb_rules_t GUANPAI = {
    .hand_max = 17, .deck = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 0, 0}, .n_forms = 11,
    .form = {
        {.kind = 0, .group = 1, .run_min = 1, .run_max = 1, .ranks = TO_TWO},
        {.kind = 1, .group = 2, .run_min = 1, .run_max = 1, .ranks = TO_TWO},
        {.kind = 2, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO & ~QUEEN_},
        {.kind = 3, .group = 3, .run_min = 1, .run_max = 1, .ranks = TO_TWO, PAIRS, .kickers_each = 1, .alike = 4},
        {.kind = 4, .group = 2, .run_min = 2, .run_max = 12, .ranks = TO_ACE},
        {.kind = 5, .group = 3, .run_min = 2, .run_max = 12, .ranks = TO_ACE},
        {.kind = 6, .group = 1, .run_min = 5, .run_max = 12, .ranks = TO_ACE},
        {.kind = 7, .group = 3, .run_min = 1, .run_max = 1, .ranks = QUEEN_, .bomb = 1},
        {.kind = 7, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, .bomb = 2},
        {.kind = 7, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, SINGLES, .kickers_each = 1, .alike = 4,
         .bomb = 2},
        {.kind = 8, .group = 4, .run_min = 1, .run_max = 1, .ranks = TO_TWO, .kickers = LP_KICKERS_PAIR_SINGLE,
         .kickers_each = 1, .alike = 4, .joker_couple = 1, .adjoining = 1},
    },
};

/* clang-format on */

static const struct { const char *name; const lp_climb_rules_t *rules; } CLIMBSETS[] = {
    {"doudizhu", &DOUDIZHU},
    {"guanpai", &GUANPAI},
};
#define N_CLIMBSETS (sizeof CLIMBSETS / sizeof *CLIMBSETS)

static inline const lp_climb_rules_t *climbset_named(const char *name) {
    for (size_t i = 0; i < N_CLIMBSETS; i++)
        if (!strcmp(name, CLIMBSETS[i].name)) return CLIMBSETS[i].rules;
    return NULL;
}

/* A generator that starts alike every time. */
static uint64_t climb_seed = 0x9E3779B97F4A7C15u;
static inline uint32_t climb_random(uint32_t n) {
    climb_seed ^= climb_seed << 13;
    climb_seed ^= climb_seed >> 7;
    climb_seed ^= climb_seed << 17;
    return (uint32_t)((climb_seed >> 32) * n >> 32);
}

/* A packed hand of n cards dealt from the deck, or from its ranks first to last. */
static inline uint64_t climb_dealt(const lp_climb_rules_t *rules, size_t n, size_t first, size_t last) {
    uint8_t deck[4 * LP_CLIMB_RANKS];
    size_t cards = 0;
    uint64_t hand = 0;
    for (size_t r = first; r <= last; r++)
        for (size_t k = 0; k < rules->deck[r]; k++) deck[cards++] = (uint8_t)r;
    for (size_t i = 0; i < n && i < cards; i++) {
        size_t at = i + climb_random((uint32_t)(cards - i));
        hand += (uint64_t)1 << 4 * deck[at];
        deck[at] = deck[i];
    }
    return hand;
}

#endif
