/* rules.c - which rule sets make sense.
 *
 * Tables are compiled without further checks, so everything the compiler relies on is refused here: sizes that no
 * kernel serves, categories that leave a pile without a reading, keys that would tell apart what a joker hides.
 */
#include "internal.h"

static lp_status_t refuse(lp_error_t *error, int field, size_t value) {
    return lp_fail(error, LP_E_RULES, 0, field, (int32_t)value);
}

static int suit_key(int key) { return key >= LP_KEY_SUIT_OF_LEADING; }

/* Can no two hands of one deal be equal (WZ-9)? Three cards of a rank are in one hand only. Elsewhere the last key must
 * be the suit of a card whose rank the keys before it have made sure of. */
static int decides(const lp_category_rule_t *rule) {
    if (rule->category == LP_TRIPS || rule->category == LP_FULL_HOUSE || rule->category == LP_QUADS) return 1;
    int last = rule->key[rule->n_keys - 1], first = rule->key[0];
    return (last == LP_KEY_SUIT_OF_LEADING && (first == LP_KEY_RANKS || first == LP_KEY_LEADING)) ||
           (last == LP_KEY_SUIT_OF_LARGEST && first == LP_KEY_RANKS);
}

static lp_status_t check_category(const lp_pile_rules_t *rules, size_t i, lp_error_t *error) {
    const lp_category_rule_t *rule = &rules->category[i];
    unsigned sizes = lp_is_stud(rules) ? 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 : 1u << 3 | 1u << 5;
    if (rule->category >= LP_CATEGORIES || !rule->sizes || (rule->sizes & ~sizes))
        return refuse(error, LP_FIELD_CATEGORY, i);
    for (size_t j = 0; j < i; j++)
        if (rules->category[j].category == rule->category) return refuse(error, LP_FIELD_CATEGORY, i);
    if (!rule->n_keys || rule->n_keys > LP_MAX_KEYS) return refuse(error, LP_FIELD_KEYS, i);
    for (size_t k = 0; k < rule->n_keys; k++) {
        int key = rule->key[k];
        if (key < LP_KEY_RANKS || key > LP_KEY_SUIT_OF_KICKER) return refuse(error, LP_FIELD_KEYS, i);
        for (size_t m = 0; m < k; m++)
            if (rule->key[m] == key) return refuse(error, LP_FIELD_KEYS, i);
        if (suit_key(key) && k + 1 != rule->n_keys) return refuse(error, LP_FIELD_KEYS, i);
        int wild = rules->joker_model == LP_JOKERS_WILD;
        if (wild && (suit_key(key) || key == LP_KEY_RED_JOKER)) return refuse(error, LP_FIELD_KEYS, i);
    }
    if (lp_is_stud(rules) && !decides(rule)) return refuse(error, LP_FIELD_KEYS, i);
    return LP_OK;
}

lp_status_t lp_rules_check(const lp_pile_rules_t *rules, lp_error_t *error) {
    const uint8_t *size = rules->pile_size;
    int piles = size[0] == 3 && size[1] == size[2] && (size[1] == 3 || size[1] == 5);
    int stud = size[0] == 0 && size[1] == 0 && size[2] == 5;
    if ((!piles && !stud) || rules->strict > (stud ? 0 : 1)) return refuse(error, LP_FIELD_PILE_SIZE, size[1]);
    size_t cards = (13u - rules->lowest_rank) * 4u + rules->jokers;
    if (rules->lowest_rank > 8 || cards < (size_t)(size[0] + size[1] + size[2]))
        return refuse(error, LP_FIELD_DECK, rules->lowest_rank);
    if (rules->wheel > LP_WHEEL_SECOND || rules->wheel_led_by_ace > 1) return refuse(error, LP_FIELD_WHEEL, rules->wheel);
    unsigned weights = 0;
    for (size_t s = 0; s < 4; s++) weights |= rules->suit_weight[s] < 4 ? 1u << rules->suit_weight[s] : 0u;
    if (weights != 15) return refuse(error, LP_FIELD_SUITS, 0);
    if ((rules->jokers != 0 && rules->jokers != 2) || rules->joker_model > LP_JOKERS_SUIT ||
        (rules->jokers != 0) != (rules->joker_model != LP_JOKERS_NONE) || rules->joker_pair > LP_JOKER_PAIR_HIGHEST ||
        rules->joker_suits[0] > 15 || rules->joker_suits[1] > 15 || (stud && rules->jokers))
        return refuse(error, LP_FIELD_JOKERS, rules->jokers);
    if (!rules->n_categories || rules->n_categories > LP_CATEGORIES)
        return refuse(error, LP_FIELD_CATEGORY, rules->n_categories);
    for (size_t i = 0; i < rules->n_categories; i++) {
        lp_status_t status = check_category(rules, i, error);
        if (status != LP_OK) return status;
    }
    /* The weakest category takes what no other does. */
    const lp_category_rule_t *weakest = &rules->category[0];
    for (size_t i = stud ? 2 : 0; i < LP_PILES; i++)
        if (weakest->category != LP_HIGH_CARD || !(weakest->sizes >> size[i] & 1))
            return refuse(error, LP_FIELD_CATEGORY, 0);
    return LP_OK;
}
