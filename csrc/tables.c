/* tables.c - a rule set compiled to the flat tables that every kernel reads.
 *
 * Each multiset of rank codes is read once (reading.c), twice where a flush is possible. A wild joker is resolved
 * here and nowhere else: the best reading of a pile with one joker is the best over its 13 substitutions, of a pile
 * with two the best over 13 substitutions of one of them, so no kernel knows what a joker is. The readings that can
 * occur are then sorted and numbered; the number is the strength.
 * Invariant: a table entry depends on the rule set alone, and piles compare as their strengths do.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define BLACK_CODE 13
#define RED_CODE 14
#define LP_SIZES 5 /* piles have up to five cards */

/* The readings of one pile size, by flush and index, while its table is made; count is 0 for a size that is not ranked. */
typedef struct readings {
    size_t n, count; /* pile size, multisets */
    lp_reading_t at[2][LP_INDEX5];
    uint8_t possible[2][LP_INDEX5];
} readings_t;

static size_t index_of(const uint8_t *ranks, size_t n) {
    size_t index = 0;
    for (size_t k = 0; k < n; k++) index += lp_index_term[k][ranks[k]];
    return index;
}

/* The next multiset in index order; 0 after the last. */
static int next_multiset(uint8_t *ranks, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (ranks[i] < (i + 1 < n ? ranks[i + 1] : LP_RANK_CODES - 1)) {
            ranks[i]++;
            memset(ranks, 0, i);
            return 1;
        }
    return 0;
}

/* Can a deck deal these rank codes, and if so in one suit? */
static void mark_possible(const lp_piles_t *p, readings_t *r, const uint8_t *ranks, size_t index, int two_codes) {
    int natural = 1, flush = 1;
    size_t black = 0, red = 0, run = 0;
    for (size_t i = 0; i < r->n; i++) {
        run = i && ranks[i] == ranks[i - 1] ? run + 1 : 1;
        black += ranks[i] == BLACK_CODE;
        red += ranks[i] == RED_CODE;
        if (ranks[i] > 12) continue;
        natural &= ranks[i] >= p->rules.lowest_rank && run <= 4;
        flush &= run == 1;
    }
    int jokers = p->rules.jokers == 0 ? black + red == 0
                 : two_codes         ? black <= 1 && red <= 1
                                     : black <= 2 && red == 0;
    if (p->rules.joker_model == LP_JOKERS_SUIT) {
        uint8_t show = 15;
        if (black || red == 2) show &= p->rules.joker_suits[0];
        if (red || black == 2) show &= p->rules.joker_suits[1];
        flush &= show != 0;
    }
    r->possible[0][index] = (uint8_t)(natural && jokers);
    r->possible[1][index] = (uint8_t)(natural && jokers && flush);
}

/* The last card, a joker, replaced by each rank in turn: the best of the readings already made (SSS-7). One joker
 * more is one less in the field of LP_KEY_FEWER_JOKERS (SSS-9). */
static lp_reading_t best_substitution(const lp_piles_t *p, const readings_t *r, const uint8_t *ranks, int flush) {
    lp_reading_t best = {0, 0, LP_NO_PLACE};
    for (uint8_t rank = p->rules.lowest_rank; rank <= 12; rank++) {
        uint8_t with[5];
        size_t i = r->n - 1;
        for (; i > 0 && ranks[i - 1] > rank; i--) with[i] = ranks[i - 1];
        with[i] = rank;
        while (i-- > 0) with[i] = ranks[i];
        lp_reading_t reading = r->at[flush][index_of(with, r->n)];
        if (reading.key > best.key) best = reading;
    }
    best.key -= lp_joker_unit(&p->rules, best.key);
    return best;
}

static void read_all(const lp_piles_t *p, readings_t *r, int two_codes) {
    uint8_t ranks[5] = {0};
    size_t index = 0;
    int wild = p->rules.joker_model == LP_JOKERS_WILD;
    do {
        mark_possible(p, r, ranks, index, two_codes);
        int joker = ranks[r->n - 1] > 12;
        /* What no deck deals is read all the same where it can be the end of a substitution: five of one rank, two of
         * a rank in one suit. */
        for (int flush = 0; flush < 2 && (!joker || r->possible[0][index]); flush++) {
            if (wild && joker)
                r->at[flush][index] = best_substitution(p, r, ranks, flush);
            else
                r->at[flush][index] = lp_read_ranks(&p->rules, ranks, r->n, flush);
        }
        index++;
    } while (next_multiset(ranks, r->n));
    r->count = index;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t class_of(const uint64_t *keys, size_t n, uint64_t key) {
    size_t low = 0, high = n;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (keys[middle] <= key) low = middle;
        else high = middle;
    }
    return low;
}

static void fill_table(const lp_piles_t *p, const readings_t *r, const uint64_t *keys, size_t n_keys, uint16_t *table) {
    for (int flush = 0; flush < 2; flush++)
        for (size_t i = 0; i < r->count; i++) {
            if (!r->possible[flush][i]) continue;
            size_t cls = class_of(keys, n_keys, r->at[flush][i].key);
            table[(size_t)flush * r->count + i] =
                (uint16_t)(p->suited ? cls * LP_PLACES + r->at[flush][i].place : cls);
        }
}

static size_t gather_keys(const readings_t *r, uint64_t *keys) {
    size_t n = 0;
    for (int flush = 0; flush < 2; flush++)
        for (size_t i = 0; i < r->count; i++)
            if (r->possible[flush][i]) keys[n++] = r->at[flush][i].key;
    return n;
}

/* readings: of n + 1 cards in place n. */
static lp_status_t number_readings(lp_piles_t *p, const readings_t readings[LP_SIZES], lp_error_t *error) {
    uint64_t *keys = malloc(sizeof *keys * 2 * (LP_INDEX1 + LP_INDEX2 + LP_INDEX3 + LP_INDEX4 + LP_INDEX5));
    if (!keys) return LP_E_MEMORY;
    size_t n = 0, n_classes = 0;
    for (size_t i = 0; i < LP_SIZES; i++) n += gather_keys(&readings[i], keys + n);
    qsort(keys, n, sizeof *keys, compare_keys);
    for (size_t i = 0; i < n; i++)
        if (!i || keys[i] != keys[i - 1]) keys[n_classes++] = keys[i];
    size_t scale = p->suited ? 4 : 1;
    if (n_classes * (p->suited ? LP_PLACES : 1) > UINT16_MAX) {
        free(keys);
        return lp_fail(error, LP_E_RULES, 0, LP_FIELD_KEYS, (int32_t)n_classes);
    }
    uint16_t *const table[LP_SIZES] = {p->one, p->two, p->three, p->four, p->five};
    for (size_t i = 0; i < LP_SIZES; i++) fill_table(p, &readings[i], keys, n_classes, table[i]);
    p->n_strengths = (uint32_t)(scale * n_classes);
    for (size_t c = 0, i = 0; c <= p->rules.n_categories; c++) {
        while (i < n_classes && lp_key_category(keys[i]) < c) i++;
        p->category_start[c] = (uint16_t)(scale * i);
    }
    free(keys);
    return LP_OK;
}

static int uses_key(const lp_pile_rules_t *rules, int low, int high) {
    for (size_t i = 0; i < rules->n_categories; i++)
        for (size_t k = 0; k < rules->category[i].n_keys; k++)
            if (rules->category[i].key[k] >= low && rules->category[i].key[k] <= high) return 1;
    return 0;
}

static void code_cards(lp_piles_t *p, int two_codes) {
    const lp_pile_rules_t *rules = &p->rules;
    memset(p->code, LP_NO_CODE, sizeof p->code);
    p->lowest = (uint8_t)(rules->lowest_rank * 4);
    p->highest = rules->jokers ? LP_RED_JOKER : LP_BLACK_JOKER - 1;
    for (uint8_t c = p->lowest; c < LP_BLACK_JOKER; c++) {
        p->code[c] = (uint8_t)((c & ~3u) | rules->suit_weight[c & 3]);
        p->suits[c] = (uint8_t)(1u << (c & 3));
        p->shows[p->code[c]] = (uint8_t)(1u << (p->code[c] & 3));
        p->recoded |= p->code[c] != c;
    }
    if (!rules->jokers) return;
    p->code[LP_BLACK_JOKER] = 4 * BLACK_CODE;
    p->code[LP_RED_JOKER] = two_codes ? 4 * RED_CODE : 4 * BLACK_CODE + 1;
    p->recoded |= (uint8_t)two_codes;
    for (int j = 0; j < 2; j++) {
        uint8_t suits = rules->joker_model == LP_JOKERS_WILD ? 15 : rules->joker_suits[j];
        p->suits[LP_BLACK_JOKER + j] = suits;
        for (int s = 0; s < 4; s++)
            if (suits >> s & 1) p->shows[p->code[LP_BLACK_JOKER + j]] |= (uint8_t)(1u << rules->suit_weight[s]);
    }
}

lp_status_t lp_piles_compile(const lp_pile_rules_t *rules, lp_isa_t isa, lp_piles_t **out, lp_error_t *error) {
    if (!rules || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = lp_rules_check(rules, error);
    if (status != LP_OK) return status;
    lp_piles_t *p = calloc(1, sizeof *p);
    readings_t *readings = malloc(LP_SIZES * sizeof *readings);
    if (p && readings) {
        int two_codes = rules->jokers && uses_key(rules, LP_KEY_RED_JOKER, LP_KEY_RED_JOKER);
        p->rules = *rules;
        p->suited = (uint8_t)uses_key(rules, LP_KEY_SUIT_OF_LEADING, LP_KEY_SUIT_OF_KICKER);
        for (size_t i = 0; i < LP_PILES; i++) p->n_cards = (uint8_t)(p->n_cards + rules->pile_size[i]);
        for (size_t i = 0; i < LP_PILES; i++) p->sizes |= (uint8_t)(1u << rules->pile_size[i]);
        if (lp_is_stud(rules)) p->sizes = rules->category[0].sizes;
        code_cards(p, two_codes);
        for (size_t i = 0; i < LP_SIZES; i++) {
            readings[i].n = i + 1;
            readings[i].count = 0;
            if (p->sizes >> (i + 1) & 1) read_all(p, &readings[i], two_codes);
        }
        status = number_readings(p, readings, error);
    } else {
        status = LP_E_MEMORY;
    }
    free(readings);
    if (status == LP_OK && !lp_is_stud(rules)) lp_subsets_init(p);
    if (status == LP_OK) status = lp_kernels_choose(p, isa);
    if (status == LP_OK) *out = p;
    else free(p);
    return status;
}

void lp_piles_free(lp_piles_t *piles) { free(piles); }
lp_isa_t lp_piles_isa(const lp_piles_t *piles) { return piles ? (lp_isa_t)piles->isa : LP_ISA_AUTO; }
size_t lp_piles_hand_size(const lp_piles_t *piles) { return piles ? piles->n_cards : 0; }
size_t lp_piles_strength_count(const lp_piles_t *piles) { return piles ? piles->n_strengths : 0; }
