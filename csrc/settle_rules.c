/* settle_rules.c - settlement rules checked and compiled.
 *
 * Everything that the kernels take for granted is refused here: a special that the hand's size cannot hold, a table
 * that the deck cannot deal, a field of another kind of game. What depends on the rules alone is worked out once: the
 * straights of the deck, the ranks of a range, the order of the specials, the category of each strength.
 * Invariant: for any base up to base_max, no net of any table overflows.
 */
#include "settle.h"

#include <stdlib.h>
#include <string.h>

static const char *const special_names[LP_SPECIALS] = {
    "three_flushes", "three_straights", "six_pairs", "five_pairs_trips", "four_trips", "double_full_house",
    "one_colour", "all_small", "all_big", "three_quads", "three_straight_flushes", "twelve_royals", "dragon",
    "supreme_dragon", "all_black", "all_red", "nine_run", "quads", "sweep", "straight_flush_head", "three_trips",
};

const char *lp_special_name(lp_special_t special) {
    return (unsigned)special < LP_SPECIALS ? special_names[special] : "";
}

static lp_status_t refuse(lp_error_t *error, int field, size_t value) {
    return lp_fail(error, LP_E_RULES, 0, field, (int32_t)value);
}

static int runs_over_ranks(size_t special) {
    return special == LP_ALL_SMALL || special == LP_ALL_BIG || special == LP_TWELVE_ROYALS || special == LP_DRAGON ||
           special == LP_SUPREME_DRAGON;
}

static lp_status_t check_special(const lp_piles_t *p, const lp_settle_rules_t *rules, size_t special,
                                 lp_error_t *error) {
    const lp_special_rule_t *rule = &rules->special[special];
    if (!rule->place) return LP_OK;
    int fits = special >= LP_ALL_BLACK ? rules->kind == LP_SETTLE_POTS && p->n_cards == 9
               : rules->kind == LP_SETTLE_BANKER ? special == LP_DRAGON && p->n_cards == 13
                                                 : rules->kind == LP_SETTLE_WATERS && p->n_cards == 13;
    if (!fits || rule->each > 1 || (rule->each && special != LP_QUADS_BONUS))
        return refuse(error, LP_FIELD_SPECIAL, special);
    if (runs_over_ranks(special) ? rule->lowest > rule->highest || rule->highest > 12 : rule->lowest || rule->highest)
        return refuse(error, LP_FIELD_SPECIAL, special);
    for (size_t k = 0; k < special; k++) /* the order of SSS-17 leaves no two equal */
        if (rules->special[k].place == rule->place) return refuse(error, LP_FIELD_SPECIAL, special);
    return LP_OK;
}

static int any_water(const lp_settle_rules_t *rules) {
    for (size_t i = 0; i < LP_PILES; i++)
        for (size_t c = 0; c < LP_CATEGORIES; c++)
            if (rules->water[i][c]) return 1;
    return 0;
}

/* Each kind of game has its own fields; those of the others must be zero, so that nothing said is ignored. */
static lp_status_t check_kind(const lp_settle_rules_t *rules, lp_error_t *error) {
    int waters = rules->kind == LP_SETTLE_WATERS, pots = rules->kind == LP_SETTLE_POTS;
    int banker = rules->kind == LP_SETTLE_BANKER;
    if (!waters && !pots && !banker) return refuse(error, LP_FIELD_SETTLEMENT, rules->kind);
    if (waters != any_water(rules)) return refuse(error, LP_FIELD_WATER, 0);
    if (rules->gun > LP_GUN_PLUS_ONE || rules->run_over > 1 || (rules->run_over && !rules->gun) ||
        (rules->home_run_players != 0) != (rules->home_run_factor > 1) || rules->home_run_players == 1 ||
        (!waters && (rules->gun || rules->home_run_players || rules->home_run_factor)))
        return refuse(error, LP_FIELD_GUN, rules->gun);
    if (pots ? !rules->step || rules->bonuses > 1 : rules->step || rules->bonuses)
        return refuse(error, LP_FIELD_POT, rules->step);
    if (banker ? !rules->piles_to_win || rules->piles_to_win > LP_PILES || !rules->pays || rules->bet_limit > 1
               : rules->piles_to_win || rules->pays || rules->bet_limit)
        return refuse(error, LP_FIELD_BANKER, rules->piles_to_win);
    if (rules->fouls > LP_FOULS_PAY || (pots && rules->fouls)) return refuse(error, LP_FIELD_FOULS, rules->fouls);
    return LP_OK;
}

static lp_status_t check_rules(const lp_piles_t *p, const lp_settle_rules_t *rules, lp_error_t *error) {
    lp_status_t status = check_kind(rules, error);
    if (status != LP_OK) return status;
    size_t deck = (size_t)(LP_BLACK_JOKER - p->lowest) + p->rules.jokers;
    if (rules->players_min < 2 || rules->players_max < rules->players_min || rules->players_max > LP_PLAYERS_MAX ||
        (size_t)rules->players_max * p->n_cards > deck)
        return refuse(error, LP_FIELD_PLAYERS, rules->players_max);
    for (size_t k = 0; k < LP_SPECIALS && status == LP_OK; k++) status = check_special(p, rules, k, error);
    return status;
}

/* All straights of n ranks; the one that starts with the ace last, if the rules have it. */
static uint8_t list_runs(const lp_piles_t *p, unsigned n, uint64_t *runs) {
    unsigned low = p->rules.lowest_rank;
    uint64_t run = LP_NIBBLES & ((UINT64_C(1) << 4 * n) - 1);
    uint8_t count = 0;
    for (unsigned r = low; r + n <= 13; r++) runs[count++] = run << 4 * r;
    if (p->rules.wheel != LP_WHEEL_NONE)
        runs[count++] = (run >> 4) << 4 * low | UINT64_C(1) << 48;
    return count;
}

static void list_specials(lp_stakes_t *s) {
    const lp_special_rule_t *rule = s->rules.special;
    for (size_t k = 0; k < LP_SPECIALS; k++) {
        if (!rule[k].place || (s->rules.kind == LP_SETTLE_POTS && !s->rules.bonuses)) continue;
        s->in_play |= LP_BIT(k);
        for (unsigned r = rule[k].lowest; r <= rule[k].highest; r++) s->range[k] |= UINT64_C(1) << 4 * r;
        size_t i = s->n_by_worth++;
        for (; i > 0; i--) { /* by points, then place */
            uint8_t other = s->by_worth[i - 1];
            if (rule[other].points > rule[k].points ||
                (rule[other].points == rule[k].points && rule[other].place > rule[k].place))
                break;
            s->by_worth[i] = other;
        }
        s->by_worth[i] = (uint8_t)k;
    }
    for (size_t i = 0; i < s->n_by_worth; i++) s->worth[s->by_worth[i]] = (uint16_t)(s->n_by_worth - i);
}

/* More than one player can win or lose at any table, in units. */
static uint64_t most_units(const lp_settle_rules_t *rules) {
    uint64_t pair = 0, points = 0, multiples = 0, n = rules->players_max;
    for (size_t i = 0; i < LP_PILES; i++) {
        uint64_t most = 0;
        for (size_t c = 0; c < LP_CATEGORIES; c++)
            if (rules->water[i][c] > most) most = rules->water[i][c];
        pair += most;
    }
    pair = (2 * pair + 1) * (1u + rules->home_run_factor);
    for (size_t k = 0; k < LP_SPECIALS; k++) {
        uint64_t swept = (uint64_t)rules->special[k].points * (1u + rules->special[k].sweep_factor);
        if (swept > points) points = swept;
        multiples += 2u * (uint64_t)rules->special[k].points;
    }
    uint64_t pots = LP_PILES * n * n * rules->step + multiples * n * n * rules->step;
    return (pair + points) * n + pots + 1;
}

lp_status_t lp_stakes_new(const lp_piles_t *p, const lp_settle_rules_t *rules, lp_stakes_t **out, lp_error_t *error) {
    if (!p || !rules || !out || lp_is_stud(&p->rules)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = check_rules(p, rules, error);
    if (status != LP_OK) return status;
    lp_stakes_t *s = calloc(1, sizeof *s + p->n_strengths);
    if (!s) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    s->piles = p;
    s->rules = *rules;
    s->hand_size = p->n_cards;
    s->n_runs3 = list_runs(p, 3, s->run3);
    s->n_runs5 = list_runs(p, 5, s->run5);
    s->n_runs9 = p->rules.lowest_rank + 9 <= 13 ? list_runs(p, 9, s->run9) : 0;
    for (size_t i = 0; i < s->n_runs5; i++)
        for (size_t j = i; j < s->n_runs5; j++) s->run5_pair[s->n_pairs++] = s->run5[i] + s->run5[j];
    for (unsigned c = p->lowest; c <= p->highest; c++) {
        if (p->suits[c] & 9) s->black |= UINT64_C(1) << c;
        if (p->suits[c] & 6) s->red |= UINT64_C(1) << c;
    }
    list_specials(s);
    s->base_max = (int64_t)((uint64_t)INT64_MAX / most_units(rules));
    for (size_t c = 0; c < p->rules.n_categories; c++)
        for (size_t i = p->category_start[c]; i < p->n_strengths; i++) s->category[i] = p->rules.category[c].category;
    *out = s;
    return LP_OK;
}

void lp_stakes_free(lp_stakes_t *stakes) { free(stakes); }
