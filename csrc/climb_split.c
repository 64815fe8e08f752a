/* climb_split.c - a hand in as few plays as there can be.
 *
 * Every split is a choice of sequences - straights, airplanes, whatever has a body of several groups - and of plays with
 * one group for the rest. The search tries the choices of sequences, those of many cards first. What a choice leaves is
 * looked up in a table: the fewest plays of one group that can clear ranks held so often, with so many single cards and
 * pairs still owed as wings to the sequences chosen. The table asks less than the rules do: a body may take kickers of
 * its own rank, equal ones, and stand at any rank that some body may. So its number is never too high, and wherever it
 * promises a better split than the best known, the plays are made out card by card, the table pruning, before the
 * promise is believed: the result is exact, and the table makes it fast because it is nearly always right.
 * Invariant: `best` is the number of plays of a split that has been made out.
 */
#include "climb.h"

#include <stdlib.h>
#include <string.h>

#define NEVER 0xFF
#define RUNS_MAX 1024

typedef struct shape { uint8_t group, singles, pairs; } shape_t;
typedef struct run {
    uint64_t body;
    uint8_t form, length, singles, pairs, cards;
} run_t;

struct climb_leftovers {
    uint32_t offset[CLIMB_SIGNATURES];
    uint8_t owed_max[LP_CLIMB_HAND_MAX + 1]; /* kickers that can be owed, in cards, where so many cards are left */
    uint8_t *fewest;
    size_t n_shapes, n_runs;
    shape_t shape[LP_CLIMB_FORMS];
    run_t run[RUNS_MAX]; /* every body of several groups, those of most cards first */
    uint8_t rocket;        /* both jokers are one play */
    uint8_t most_cards[5]; /* of a play with one group, by the cards that some rank is held at most */
};

/* ---- the table */

typedef struct state { unsigned held[5], couple, cards; } state_t; /* couple: both jokers are among those held once */

static unsigned state_signature(const state_t *state) {
    return ((state->held[1] * 11 + state->held[2]) * 7 + state->held[3]) * 6 + state->held[4];
}

static ALWAYS_INLINE size_t place(unsigned owed_max, unsigned couple, unsigned singles, unsigned pairs) {
    return ((size_t)couple * (owed_max / 2 + 1) + pairs) * (owed_max + 1) + singles;
}

/* A body of `group` cards owes its kickers; so much at most can be owed by the bodies that are gone. */
static void find_owed_max(const lp_climb_t *climb) {
    for (unsigned cards = 0; cards <= climb->rules.hand_max; cards++) {
        unsigned most = 0, gone = climb->rules.hand_max - cards;
        for (size_t i = 0; i < climb->n_forms; i++) {
            unsigned owed = gone * climb->form[i].n_kickers / climb->form[i].rule.group;
            if (owed > most) most = owed;
        }
        climb->leftovers->owed_max[cards] = (uint8_t)(most < cards ? most : cards);
    }
}

static unsigned fewest_of(const struct climb_leftovers *table, const state_t *state, unsigned singles, unsigned pairs) {
    unsigned owed_max = table->owed_max[state->cards];
    if (singles + 2 * pairs > owed_max) return NEVER;
    return table->fewest[table->offset[state_signature(state)] + place(owed_max, state->couple, singles, pairs)];
}

/* The state after n cards of a rank held `held` times are gone. A joker goes last: the couple is worth more. */
static state_t without(state_t state, unsigned held, unsigned n) {
    state.held[held]--;
    if (held > n) state.held[held - n]++;
    state.cards -= n;
    if (state.held[1] < 2) state.couple = 0;
    return state;
}

static unsigned fewest_from_below(const struct climb_leftovers *table, const state_t *state, unsigned singles,
                                  unsigned pairs) {
    unsigned best = state->cards ? NEVER : 0;
    for (unsigned held = 1; held <= 4; held++) {
        if (!state->held[held]) continue;
        if (singles) {
            state_t rest = without(*state, held, 1);
            unsigned plays = fewest_of(table, &rest, singles - 1, pairs);
            if (plays < best) best = plays;
        }
        if (pairs && held >= 2) {
            state_t rest = without(*state, held, 2);
            unsigned plays = fewest_of(table, &rest, singles, pairs - 1);
            if (plays < best) best = plays;
        }
        for (size_t i = 0; i < table->n_shapes; i++) {
            const shape_t *shape = &table->shape[i];
            if (shape->group > held) continue;
            state_t rest = without(*state, held, shape->group);
            unsigned plays = fewest_of(table, &rest, singles + shape->singles, pairs + shape->pairs);
            if (plays != NEVER && plays + 1 < best) best = plays + 1;
        }
    }
    if (state->couple && table->rocket) {
        state_t rest = *state;
        rest.held[1] -= 2;
        rest.cards -= 2;
        rest.couple = 0;
        unsigned plays = fewest_of(table, &rest, singles, pairs);
        if (plays != NEVER && plays + 1 < best) best = plays + 1;
    }
    return best;
}

static void fill(struct climb_leftovers *table, const state_t *state) {
    state_t each = *state;
    uint8_t *out = table->fewest + table->offset[state_signature(state)];
    unsigned owed_max = table->owed_max[state->cards];
    for (each.couple = 0; each.couple < 2 && (!each.couple || state->held[1] >= 2); each.couple++)
        for (unsigned pairs = 0; pairs <= owed_max / 2; pairs++)
            for (unsigned singles = 0; singles + 2 * pairs <= owed_max; singles++)
                out[place(owed_max, each.couple, singles, pairs)] =
                    (uint8_t)fewest_from_below(table, &each, singles, pairs);
}

/* Calls fill for every state of `cards` cards, or adds up the room that they need where it is to be laid out. */
static size_t each_state(struct climb_leftovers *table, unsigned cards, int lay_out, size_t offset) {
    for (unsigned four = 0; four <= 5 && 4 * four <= cards; four++)
        for (unsigned three = 0; three <= 6 && 4 * four + 3 * three <= cards; three++)
            for (unsigned two = 0; two <= 10 && 4 * four + 3 * three + 2 * two <= cards; two++) {
                unsigned one = cards - 4 * four - 3 * three - 2 * two;
                state_t state = {{0, one, two, three, four}, 0, cards};
                if (one + two + three + four > LP_CLIMB_RANKS) continue;
                if (lay_out) table->offset[state_signature(&state)] = (uint32_t)offset;
                else fill(table, &state);
                offset += 2 * place(table->owed_max[cards], 1, 0, 0);
            }
    return offset;
}

static void add_shape(struct climb_leftovers *table, const climb_form_t *form) {
    const lp_form_t *rule = &form->rule;
    shape_t shape = {rule->group, 0, 0};
    if (rule->kickers == LP_KICKERS_SINGLES || rule->kickers == LP_KICKERS_PAIR_SINGLE)
        shape.singles = rule->kickers_each;
    if (rule->kickers == LP_KICKERS_PAIRS || rule->kickers == LP_KICKERS_PAIR_SINGLE) shape.pairs = rule->kickers_each;
    for (unsigned held = rule->group; held <= 4; held++)
        if (rule->group + form->n_kickers > table->most_cards[held])
            table->most_cards[held] = (uint8_t)(rule->group + form->n_kickers);
    for (size_t i = 0; i < table->n_shapes; i++)
        if (memcmp(&table->shape[i], &shape, sizeof shape) == 0) return;
    table->shape[table->n_shapes++] = shape;
}

static int add_runs(const lp_climb_t *climb, size_t i) {
    struct climb_leftovers *table = climb->leftovers;
    const climb_form_t *form = &climb->form[i];
    const lp_form_t *rule = &form->rule;
    for (unsigned length = rule->run_min < 2 ? 2 : rule->run_min; length <= rule->run_max; length++) {
        unsigned cards = length * (rule->group + form->n_kickers);
        if (cards > climb->rules.hand_max) break;
        uint64_t fit = climb_at_least(climb->deck, rule->group) & form->ranks;
        for (uint64_t starts = climb_runs(fit, length); starts; starts &= starts - 1) {
            if (table->n_runs == RUNS_MAX) return 0;
            run_t run = {climb_run(length) * climb_lowest(starts) * rule->group,
                         (uint8_t)i, (uint8_t)length,
                         0, 0, (uint8_t)cards};
            if (rule->kickers == LP_KICKERS_SINGLES) run.singles = (uint8_t)(rule->kickers_each * length);
            if (rule->kickers == LP_KICKERS_PAIRS) run.pairs = (uint8_t)(rule->kickers_each * length);
            size_t at = table->n_runs++;
            for (; at > 0 && table->run[at - 1].cards < cards; at--) table->run[at] = table->run[at - 1];
            table->run[at] = run;
        }
    }
    return 1;
}

lp_status_t climb_leftovers_new(lp_climb_t *climb, lp_error_t *error) {
    struct climb_leftovers *table = climb->leftovers = calloc(1, sizeof *table);
    if (!table) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    for (size_t i = 0; i < climb->n_forms; i++) {
        const climb_form_t *form = &climb->form[i];
        if (form->rule.joined) {
            if (form->ranks != CLIMB_JOKERS) return lp_fail(error, LP_E_RULES, 0, LP_FIELD_CLIMB_BODY, (int32_t)i);
            table->rocket = 1;
        } else if (form->rule.run_min == 1) {
            add_shape(table, form);
        }
        if (!add_runs(climb, i)) return lp_fail(error, LP_E_RULES, 0, LP_FIELD_CLIMB_BODY, (int32_t)i);
    }
    find_owed_max(climb);
    size_t room = 0;
    for (unsigned cards = 0; cards <= climb->rules.hand_max; cards++) room = each_state(table, cards, 1, room);
    table->fewest = malloc(room);
    if (!table->fewest) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    memset(table->fewest, NEVER, room);
    for (unsigned cards = 0; cards <= climb->rules.hand_max; cards++) each_state(table, cards, 0, 0);
    return LP_OK;
}

void climb_leftovers_free(lp_climb_t *climb) {
    if (climb->leftovers) free(climb->leftovers->fewest);
    free(climb->leftovers);
}

/* ---- the search */

typedef struct search {
    const lp_climb_t *climb;
    const struct climb_leftovers *table;
    const run_t *run[RUNS_MAX]; /* those that the hand holds */
    size_t n_runs;
    const run_t *chosen[LP_CLIMB_HAND_MAX];
    uint64_t wings[LP_CLIMB_HAND_MAX]; /* kickers of the chosen */
    size_t n_chosen;
    uint64_t play[LP_CLIMB_HAND_MAX]; /* of one group, as they are made out */
    size_t n_plays;
    uint64_t best_play[LP_CLIMB_HAND_MAX];
    unsigned best;
} search_t;

/* At least so many plays clear these cards, with so many kickers owed to sequences. */
static ALWAYS_INLINE unsigned promised(const search_t *search, uint64_t cards, unsigned singles, unsigned pairs) {
    climb_held_t held = climb_held(cards);
    unsigned one = climb_ranks(held.at_least[1]), two = climb_ranks(held.at_least[2]);
    unsigned three = climb_ranks(held.at_least[3]), four = climb_ranks(held.at_least[4]);
    unsigned owed_max = search->table->owed_max[one + two + three + four];
    if (singles + 2 * pairs > owed_max) return NEVER;
    unsigned s = (((one - two) * 11 + two - three) * 7 + three - four) * 6 + four;
    unsigned couple = (cards & CLIMB_JOKERS) == CLIMB_JOKERS;
    return search->table->fewest[search->table->offset[s] + place(owed_max, couple, singles, pairs)];
}

static int make_out(search_t *search, uint64_t rest, unsigned plays);
static int make_out_wings(search_t *search, size_t i, uint64_t rest, unsigned singles, unsigned pairs, unsigned plays);

/* The kickers that are being taken for one body, and what comes after them. */
typedef struct taking {
    const climb_form_t *form;
    uint64_t body, must;              /* must: these ranks are to be among the kickers */
    size_t wing;                      /* number of the chosen sequence, or NO_WING */
    unsigned singles, pairs, plays;   /* still owed to others; plays left for the rest */
} taking_t;
#define NO_WING ((size_t)-1)

static int taken(search_t *search, const taking_t *taking, uint64_t kickers, uint64_t rest) {
    if (taking->must && !(kickers & taking->must)) return 0;
    if (!taking->form->rule.joker_couple && (kickers & CLIMB_JOKERS) == CLIMB_JOKERS) return 0;
    if (!taking->form->rule.adjoining && climb_adjoins(taking->form, climb_at_least(taking->body, 1), kickers)) return 0;
    if (promised(search, rest, taking->singles, taking->pairs) > taking->plays) return 0;
    if (taking->wing != NO_WING) {
        search->wings[taking->wing] = kickers;
        return make_out_wings(search, taking->wing + 1, rest, taking->singles, taking->pairs, taking->plays);
    }
    search->play[search->n_plays++] = taking->body + kickers;
    if (make_out(search, rest, taking->plays)) return 1;
    search->n_plays--;
    return 0;
}

/* Takes n times `unit` cards of ranks of the pool, ascending, and then `singles` single cards. */
static int take(search_t *search, const taking_t *taking, uint64_t pool, unsigned n, unsigned unit, unsigned singles,
                uint64_t kickers, uint64_t rest) {
    if (!n && singles) {
        uint64_t all = rest & ~(climb_at_least(taking->body, 1) * 15);
        return take(search, taking, all, singles, 1, 0, kickers, rest);
    }
    if (!n) return taken(search, taking, kickers, rest);
    unsigned alike = taking->form->rule.alike;
    for (uint64_t ranks = climb_at_least(pool, unit); ranks; ranks &= ranks - 1) {
        uint64_t cards = climb_lowest(ranks) * unit, next = (pool & (0 - climb_lowest(ranks))) - cards;
        unsigned rank = climb_rank_of(ranks), had = (kickers >> 4 * rank & 15) + unit;
        unsigned limit = taking->form->rule.kickers == LP_KICKERS_PAIRS ? 2 * alike : alike;
        if (had > limit) continue;
        if (take(search, taking, next, n - 1, unit, singles, kickers + cards, rest - cards)) return 1;
    }
    return 0;
}

static int take_kickers(search_t *search, const taking_t *taking, unsigned length, uint64_t rest) {
    const lp_form_t *rule = &taking->form->rule;
    uint64_t pool = rest & ~(climb_at_least(taking->body, 1) * 15);
    unsigned n = rule->kickers_each * length;
    switch (rule->kickers) {
    case LP_KICKERS_SINGLES: return take(search, taking, pool, n, 1, 0, 0, rest);
    case LP_KICKERS_PAIRS: return take(search, taking, pool, n, 2, 0, 0, rest);
    case LP_KICKERS_PAIR_SINGLE: return take(search, taking, pool, n, 2, n, 0, rest);
    default: return taken(search, taking, 0, rest);
    }
}

/* Clears `rest` in at most `plays` plays of one group, if that can be done. */
static int make_out(search_t *search, uint64_t rest, unsigned plays) {
    const lp_climb_t *climb = search->climb;
    if (!rest) return 1;
    if (promised(search, rest, 0, 0) > plays) return 0;
    /* Some play has cards of this rank; of a rank held most often there are the fewest ways to choose it. */
    climb_held_t held = climb_held(rest);
    unsigned most = 4;
    while (!held.at_least[most]) most--;
    uint64_t pivot = climb_lowest(held.at_least[most]);
    for (size_t i = 0; i < climb->n_forms; i++) {
        const climb_form_t *form = &climb->form[i];
        if (form->rule.joined) {
            if ((rest & CLIMB_JOKERS) != CLIMB_JOKERS || !(pivot & CLIMB_JOKERS)) continue;
            taking_t rocket = {form, CLIMB_JOKERS, 0, NO_WING, 0, 0, plays - 1};
            if (taken(search, &rocket, 0, rest - CLIMB_JOKERS)) return 1;
            continue;
        }
        if (form->rule.run_min > 1) continue;
        for (uint64_t ranks = held.at_least[form->rule.group] & form->ranks; ranks; ranks &= ranks - 1) {
            uint64_t rank = climb_lowest(ranks), body = rank * form->rule.group;
            if (rank != pivot && !form->n_kickers) continue;
            taking_t taking = {form, body, rank == pivot ? 0 : pivot * 15, NO_WING, 0, 0, plays - 1};
            if (take_kickers(search, &taking, 1, rest - body)) return 1;
        }
    }
    return 0;
}

/* Gives the chosen sequences their wings, from number i on, and makes out the rest. */
static int make_out_wings(search_t *search, size_t i, uint64_t rest, unsigned singles, unsigned pairs, unsigned plays) {
    while (i < search->n_chosen && !search->chosen[i]->singles && !search->chosen[i]->pairs) search->wings[i++] = 0;
    if (i == search->n_chosen) return make_out(search, rest, plays);
    const run_t *run = search->chosen[i];
    const climb_form_t *form = &search->climb->form[run->form];
    taking_t taking = {form, run->body, 0, i, singles - run->singles, pairs - run->pairs, plays};
    return take_kickers(search, &taking, run->length, rest);
}

static void improve(search_t *search, uint64_t rest, unsigned singles, unsigned pairs, unsigned promise) {
    for (unsigned plays = promise; search->n_chosen + plays < search->best; plays++) {
        search->n_plays = 0;
        if (!make_out_wings(search, 0, rest, singles, pairs, plays)) continue;
        search->best = 0;
        for (size_t i = 0; i < search->n_chosen; i++)
            search->best_play[search->best++] = search->chosen[i]->body + search->wings[i];
        for (size_t i = 0; i < search->n_plays; i++) search->best_play[search->best++] = search->play[i];
        return;
    }
}

static ALWAYS_INLINE int holds(uint64_t cards, uint64_t body) {
    const uint64_t guard = 0x8888888888888888u;
    return (((cards | guard) - body) & guard) == guard;
}

static void choose(search_t *search, size_t first, uint64_t rest, unsigned singles, unsigned pairs) {
    unsigned promise = promised(search, rest, singles, pairs);
    if (search->n_chosen + promise < search->best) improve(search, rest, singles, pairs, promise);
    climb_held_t held = climb_held(rest);
    unsigned most_held = held.at_least[4] ? 4 : held.at_least[3] ? 3 : held.at_least[2] ? 2 : 1;
    unsigned cards = climb_cards(rest) - singles - 2 * pairs, plain = search->table->most_cards[most_held];
    if (search->table->rocket && plain < 2) plain = 2;
    if (promise == NEVER && cards > LP_CLIMB_HAND_MAX) return; /* more owed than there is */
    for (size_t i = first; i < search->n_runs; i++) {
        const run_t *run = search->run[i];
        /* So many plays at least, since no play from here on has more cards. */
        unsigned most = run->cards > plain ? run->cards : plain;
        if (search->n_chosen + (cards + most - 1) / most >= search->best || search->n_chosen + 1 >= search->best) return;
        if (run->cards > cards || !holds(rest, run->body)) continue;
        search->chosen[search->n_chosen++] = run;
        choose(search, i, rest - run->body, singles + run->singles, pairs + run->pairs);
        search->n_chosen--;
    }
}

static unsigned split(const lp_climb_t *climb, uint64_t hand, search_t *search) {
    search->climb = climb;
    search->table = climb->leftovers;
    search->n_runs = search->n_chosen = 0;
    search->best = LP_CLIMB_HAND_MAX + 1;
    unsigned cards = climb_cards(hand);
    for (size_t i = 0; i < search->table->n_runs; i++)
        if (search->table->run[i].cards <= cards && holds(hand, search->table->run[i].body))
            search->run[search->n_runs++] = &search->table->run[i];
    choose(search, 0, hand, 0, 0);
    return search->best <= LP_CLIMB_HAND_MAX ? search->best : 0;
}

/* Plays of many cards first, those of equally many as their bits are. */
static int goes_before(uint64_t a, uint64_t b) {
    unsigned cards_a = climb_cards(a), cards_b = climb_cards(b);
    return cards_a != cards_b ? cards_a > cards_b : a < b;
}

static void sort_plays(uint64_t *plays, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        uint64_t play = plays[i];
        unsigned at = i;
        for (; at > 0 && goes_before(play, plays[at - 1]); at--) plays[at] = plays[at - 1];
        plays[at] = play;
    }
}

lp_status_t lp_climb_split(const lp_climb_t *climb, uint64_t hand, lp_play_t *out, size_t *n_out, lp_error_t *error) {
    if (!climb || !out || !n_out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    *n_out = 0;
    lp_status_t status = climb_check_hand(climb, hand, 0, error);
    if (status != LP_OK) return status;
    search_t search;
    unsigned n = split(climb, hand, &search);
    if (!n) return lp_fail(error, LP_E_PLAY, 0, 0, 0);
    sort_plays(search.best_play, n);
    for (unsigned i = 0; i < n; i++)
        if (!climb_read_first(climb, search.best_play[i], NULL, &out[i])) return lp_fail(error, LP_E_PLAY, 0, 0, 0);
    *n_out = n;
    return LP_OK;
}

lp_status_t lp_climb_split_n(const lp_climb_t *climb, const uint64_t *hands, size_t n, uint8_t *counts, uint64_t *plays,
                             lp_error_t *error) {
    if (!climb || (n && (!hands || !counts))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    search_t search;
    for (size_t row = 0; row < n; row++) {
        lp_status_t status = climb_check_hand(climb, hands[row], (int64_t)row, error);
        if (status != LP_OK) return status;
        unsigned found = split(climb, hands[row], &search);
        if (!found) return lp_fail(error, LP_E_PLAY, (int64_t)row, 0, 0);
        counts[row] = (uint8_t)found;
        if (!plays) continue;
        sort_plays(search.best_play, found);
        memset(plays + row * LP_CLIMB_HAND_MAX, 0, LP_CLIMB_HAND_MAX * sizeof *plays);
        memcpy(plays + row * LP_CLIMB_HAND_MAX, search.best_play, found * sizeof *plays);
    }
    return LP_OK;
}
