/* climb.c - rule sets of climbing games, and the readings of cards (DDZ-5 to DDZ-11, GP-3 to GP-7).
 *
 * What a form asks of cards depends mostly on how many ranks they hold once, twice, three and four times: their
 * signature. For every signature the compiler lists the forms and lengths that fit it, so that of the many
 * combinations of a game reading looks at those few, usually one or none, and only has to find the run of ranks and
 * what the signature does not show - the ranks themselves, jokers.
 * Invariant: a candidate of a signature is never missing; that it is there does not yet make a reading.
 */
#include "climb.h"

#include <stdlib.h>
#include <string.h>

/* ---- rule sets */

static lp_status_t refuse(lp_error_t *error, int field, size_t value) {
    return lp_fail(error, LP_E_RULES, 0, field, (int32_t)value);
}

static lp_status_t check_form(const lp_climb_rules_t *rules, size_t i, lp_error_t *error) {
    const lp_form_t *form = &rules->form[i];
    if (form->kind >= LP_CLIMB_KINDS) return refuse(error, LP_FIELD_CLIMB_FORMS, i);
    if (!form->ranks || form->ranks >> LP_CLIMB_RANKS || form->joined > 1 || form->group < 1 || form->group > 4 ||
        form->run_min < 1 || form->run_max < form->run_min || form->run_max > LP_CLIMB_RANKS)
        return refuse(error, LP_FIELD_CLIMB_BODY, i);
    if (form->joined && (form->group != 1 || form->run_max != 1 || form->kickers))
        return refuse(error, LP_FIELD_CLIMB_BODY, i);
    if (form->kickers > LP_KICKERS_PAIR_SINGLE || form->joker_couple > 1 || form->adjoining > 1 || form->alike > 4)
        return refuse(error, LP_FIELD_CLIMB_KICKERS, i);
    if (!form->kickers != !form->kickers_each || !form->kickers != !form->alike || form->kickers_each > 4 ||
        (form->kickers == LP_KICKERS_PAIR_SINGLE && (form->run_max != 1 || form->kickers_each != 1 || form->alike < 2)))
        return refuse(error, LP_FIELD_CLIMB_KICKERS, i);
    return LP_OK;
}

static lp_status_t check_rules(const lp_climb_rules_t *rules, lp_error_t *error) {
    size_t cards = 0;
    for (size_t r = 0; r < LP_CLIMB_RANKS; r++) {
        if (rules->deck[r] > 4) return refuse(error, LP_FIELD_CLIMB_DECK, r);
        cards += rules->deck[r];
    }
    if (rules->hand_max < 1 || rules->hand_max > LP_CLIMB_HAND_MAX || rules->hand_max > cards)
        return refuse(error, LP_FIELD_CLIMB_HAND, rules->hand_max);
    if (rules->n_forms < 1 || rules->n_forms > LP_CLIMB_FORMS)
        return refuse(error, LP_FIELD_CLIMB_FORMS, rules->n_forms);
    for (size_t i = 0; i < rules->n_forms; i++) {
        lp_status_t status = check_form(rules, i, error);
        if (status != LP_OK) return status;
    }
    return LP_OK;
}

static unsigned kicker_cards(const lp_form_t *rule) {
    static const uint8_t CARDS[] = {0, 1, 2, 3};
    return CARDS[rule->kickers] * rule->kickers_each;
}

/* The most cards of one rank among the kickers of a body of `length` groups. */
static unsigned most_alike(const climb_form_t *form, unsigned length) {
    unsigned unit = form->rule.kickers == LP_KICKERS_PAIRS ? 2 : 1;
    unsigned alike = form->rule.alike * unit, cards = form->n_kickers * length;
    return alike < cards ? alike : cards;
}

static unsigned body_cards(const lp_form_t *rule, unsigned length) {
    unsigned cards = 0;
    if (!rule->joined) return rule->group * length;
    for (unsigned ranks = rule->ranks; ranks; ranks &= ranks - 1) cards++;
    return cards;
}

static int share_a_size(const climb_form_t *a, const climb_form_t *b, int same_length) {
    for (unsigned i = a->rule.run_min; i <= a->rule.run_max; i++)
        for (unsigned k = b->rule.run_min; k <= b->rule.run_max; k++)
            if ((!same_length || i == k) && body_cards(&a->rule, i) + a->n_kickers * i ==
                                                body_cards(&b->rule, k) + b->n_kickers * k)
                return 1;
    return 0;
}

/* Which kickers of form a may, together with its body, be read as form b: sets a->clash to the cards of one rank that
 * it takes. No kicker being of the body's rank, a rank of a's body is held exactly a.group times and one of b's body
 * exactly b.group times; so where the bodies differ, and b's is not a part of a's - which comes first then, being
 * longer - b has b.group cards of one rank among a's kickers. */
static void find_clash(climb_form_t *a, const climb_form_t *b, int same) {
    unsigned clash;
    if (!(a->rule.ranks & b->rule.ranks) && !a->n_kickers && !b->n_kickers) return;
    if (!share_a_size(a, b, 0)) return;
    if (!a->n_kickers) {
        if (same || b->n_kickers || a->rule.group != b->rule.group || a->rule.joined != b->rule.joined) return;
        clash = 0;
    } else if (!b->n_kickers && a->rule.group != b->rule.group) {
        return;
    } else {
        int same_body = !same && a->rule.group == b->rule.group && b->n_kickers && share_a_size(a, b, 1);
        clash = same_body ? 0 : b->rule.group;
    }
    if (clash < a->clash) a->clash = (uint8_t)clash;
}

static void compile_form(lp_climb_t *climb, size_t i) {
    climb_form_t *form = &climb->form[i];
    form->rule = climb->rules.form[i];
    for (unsigned r = 0; r < LP_CLIMB_RANKS; r++)
        if (form->rule.ranks >> r & 1) form->ranks |= (uint64_t)1 << 4 * r;
    form->n_kickers = (uint8_t)kicker_cards(&form->rule);
    form->open = !form->n_kickers || (form->rule.joker_couple && form->rule.adjoining);
    form->clash = 5;
    if (form->rule.bomb) climb->bomb_forms |= (uint64_t)1 << i;
    else climb->kinds_forms[form->rule.kind] |= (uint64_t)1 << i;
}

static void compile_clashes(lp_climb_t *climb) {
    for (size_t i = 0; i < climb->n_forms; i++) {
        climb_form_t *form = &climb->form[i];
        for (size_t k = 0; k < climb->n_forms; k++) find_clash(form, &climb->form[k], i == k);
        form->clash_length = form->rule.run_min;
        while (form->clash && form->clash_length <= form->rule.run_max &&
               most_alike(form, form->clash_length) < form->clash)
            form->clash_length++;
    }
}

/* ---- signatures */

static ALWAYS_INLINE unsigned signature(unsigned once, unsigned twice, unsigned thrice, unsigned four) {
    return ((once * 11 + twice) * 7 + thrice) * 6 + four;
}

/* Can cards whose ranks are held so often - held[k] of them k times - be of this form and length? */
static int fits(const climb_form_t *form, unsigned length, const unsigned held[5]) {
    unsigned cards = held[1] + 2 * held[2] + 3 * held[3] + 4 * held[4], group = form->rule.group;
    if (cards != body_cards(&form->rule, length) + form->n_kickers * length) return 0;
    if (form->rule.joined) return held[1] == cards;
    if (held[group] < length) return 0;
    unsigned rest[5];
    memcpy(rest, held, sizeof rest);
    rest[group] -= length;
    for (unsigned k = most_alike(form, length) + 1; k <= 4; k++)
        if (rest[k]) return 0;
    if (form->rule.kickers == LP_KICKERS_PAIRS) return !rest[1] && !rest[3];
    if (form->rule.kickers == LP_KICKERS_PAIR_SINGLE) return rest[2] || rest[3];
    return 1;
}

/* Longest body first, without kickers before with (api: order of readings). Between forms that are equal in both, the
 * ranks decide, which climb_read looks at. */
static int comes_before(const lp_climb_t *climb, climb_candidate_t a, climb_candidate_t b) {
    if (a.length != b.length) return a.length > b.length;
    int kickers_a = climb->form[a.form].n_kickers != 0, kickers_b = climb->form[b.form].n_kickers != 0;
    return kickers_a != kickers_b ? kickers_a < kickers_b : a.form < b.form;
}

/* 0 where there are too many candidates or, the ranks lying at their worst, readings. */
static int compile_signature(lp_climb_t *climb, const unsigned held[5]) {
    size_t first = climb->n_candidates, readings = 0;
    for (size_t i = 0; i < climb->n_forms; i++) {
        const climb_form_t *form = &climb->form[i];
        for (unsigned length = form->rule.run_min; length <= form->rule.run_max; length++) {
            if (!fits(form, length, held)) continue;
            readings += held[form->rule.group] - length + 1;
            if (climb->n_candidates == CLIMB_CANDIDATES || readings > LP_CLIMB_READINGS) return 0;
            uint8_t span = (uint8_t)(form->rule.joined ? climb_ranks(form->ranks) : length);
            climb_candidate_t found = {(uint8_t)i, (uint8_t)length, span};
            size_t at = climb->n_candidates++;
            for (; at > first && comes_before(climb, found, climb->candidate[at - 1]); at--)
                climb->candidate[at] = climb->candidate[at - 1];
            climb->candidate[at] = found;
        }
    }
    return 1;
}

static int compile_signatures(lp_climb_t *climb) {
    for (unsigned once = 0; once <= 15; once++)
        for (unsigned twice = 0; twice <= 10; twice++)
            for (unsigned thrice = 0; thrice <= 6; thrice++)
                for (unsigned four = 0; four <= 5; four++) {
                    const unsigned held[5] = {0, once, twice, thrice, four};
                    unsigned cards = once + 2 * twice + 3 * thrice + 4 * four;
                    climb->start[signature(once, twice, thrice, four)] = (uint16_t)climb->n_candidates;
                    if (once + twice + thrice + four <= LP_CLIMB_RANKS && cards <= climb->rules.hand_max &&
                        !compile_signature(climb, held))
                        return 0;
                }
    climb->start[CLIMB_SIGNATURES] = (uint16_t)climb->n_candidates;
    return 1;
}

lp_status_t lp_climb_compile(const lp_climb_rules_t *rules, lp_climb_t **out, lp_error_t *error) {
    if (!rules || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    *out = NULL;
    lp_status_t status = check_rules(rules, error);
    if (status != LP_OK) return status;
    lp_climb_t *climb = calloc(1, sizeof *climb);
    if (!climb) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    climb->rules = *rules;
    climb->n_forms = rules->n_forms;
    for (unsigned r = 0; r < LP_CLIMB_RANKS; r++) climb->deck |= (uint64_t)rules->deck[r] << 4 * r;
    for (size_t i = 0; i < rules->n_forms; i++) compile_form(climb, i);
    compile_clashes(climb);
    if (!compile_signatures(climb)) {
        lp_climb_free(climb);
        return refuse(error, LP_FIELD_CLIMB_FORMS, rules->n_forms);
    }
    status = climb_leftovers_new(climb, error);
    if (status != LP_OK) {
        lp_climb_free(climb);
        return status;
    }
    *out = climb;
    return LP_OK;
}

void lp_climb_free(lp_climb_t *climb) {
    if (climb) climb_leftovers_free(climb);
    free(climb);
}

/* ---- reading */

/* Are kickers allowed, as far as the signature has not shown it? */
static ALWAYS_INLINE int kickers_fit(const climb_form_t *form, uint64_t ranks, uint64_t kickers) {
    if (!form->rule.joker_couple && (kickers & CLIMB_JOKERS) == CLIMB_JOKERS) return 0;
    return form->rule.adjoining || !climb_adjoins(form, ranks, kickers);
}

/* Counts the readings of one candidate and writes those that there is room for, highest rank first. */
static ALWAYS_INLINE size_t read_candidate(const lp_climb_t *climb, climb_candidate_t candidate, uint64_t cards,
                                           const climb_held_t *held, lp_play_t *out, size_t capacity) {
    const climb_form_t *form = &climb->form[candidate.form];
    const lp_form_t *rule = &form->rule;
    unsigned length = candidate.length, group = rule->group;
    uint64_t ranks = held->at_least[group] & ~held->at_least[group + 1] & form->ranks;
    uint64_t low = climb_lowest(ranks);
    if (!low) return 0;
    if (form->open && ranks == climb_run(candidate.span) * low) { /* nearly always these ranks are the one body */
        if (capacity)
            *out = (lp_play_t){ranks * group, cards - ranks * group, candidate.form, rule->kind,
                               (uint8_t)(climb_rank_of(low) + candidate.span - 1), (uint8_t)length, rule->bomb};
        return 1;
    }
    if (rule->joined || !form->n_kickers) return 0;
    size_t n = 0;
    for (uint64_t starts = climb_runs(ranks, length); starts;) {
        unsigned start = climb_top_rank(starts);
        uint64_t lowest = (uint64_t)1 << 4 * start, body = climb_run(length) * lowest * group;
        starts ^= lowest;
        if (!kickers_fit(form, climb_run(length) * lowest, cards - body)) continue;
        if (n < capacity)
            out[n] = (lp_play_t){body, cards - body, candidate.form, rule->kind, (uint8_t)(start + length - 1),
                                 (uint8_t)length, rule->bomb};
        n++;
    }
    return n;
}

static ALWAYS_INLINE unsigned signature_of(const climb_held_t *held) {
    unsigned one = climb_ranks(held->at_least[1]), two = climb_ranks(held->at_least[2]);
    unsigned three = climb_ranks(held->at_least[3]), four = climb_ranks(held->at_least[4]);
    return signature(one - two, two - three, three - four, four);
}

/* Candidates come in order but for the ranks of several forms; this puts play number n in its place. */
static void insert(lp_play_t *plays, size_t n) {
    lp_play_t play = plays[n];
    for (; n > 0 && plays[n - 1].length == play.length && !plays[n - 1].kickers == !play.kickers &&
           plays[n - 1].rank < play.rank;
         n--)
        plays[n] = plays[n - 1];
    plays[n] = play;
}

size_t climb_read(const lp_climb_t *climb, uint64_t cards, lp_play_t *out, size_t capacity) {
    climb_held_t held = climb_held(cards);
    unsigned s = signature_of(&held), first = climb->start[s], last = climb->start[s + 1];
    if (first == last) return 0;
    if (first + 1 == last) return read_candidate(climb, climb->candidate[first], cards, &held, out, capacity);
    lp_play_t found[LP_CLIMB_READINGS];
    size_t n = 0;
    for (unsigned i = first; i < last; i++) {
        size_t end = n + read_candidate(climb, climb->candidate[i], cards, &held, found + n, LP_CLIMB_READINGS - n);
        for (; n < end; n++) insert(found, n);
    }
    for (size_t i = 0; i < n && i < capacity; i++) out[i] = found[i];
    return n;
}

int climb_read_first(const lp_climb_t *climb, uint64_t cards, const lp_play_t *over, lp_play_t *out) {
    if (!over) return climb_read(climb, cards, out, 1) != 0;
    lp_play_t found[LP_CLIMB_READINGS];
    size_t n = climb_read(climb, cards, found, LP_CLIMB_READINGS);
    for (size_t i = 0; i < n; i++)
        if (climb_beats(&found[i], over)) {
            *out = found[i];
            return 1;
        }
    return 0;
}

/* ---- what callers give */

lp_status_t climb_check_deck(const lp_climb_t *climb, uint64_t cards, int64_t row, lp_error_t *error) {
    for (unsigned r = 0; r < 16; r++) {
        unsigned count = cards >> 4 * r & 15, most = r < LP_CLIMB_RANKS ? climb->rules.deck[r] : 0;
        if (count > most)
            return lp_fail(error, most ? LP_E_DUPLICATE : LP_E_NOT_IN_DECK, row, (int32_t)r, (int32_t)count);
    }
    return LP_OK;
}

lp_status_t climb_check_hand(const lp_climb_t *climb, uint64_t cards, int64_t row, lp_error_t *error) {
    if (climb_hand_is_good(climb, cards)) return LP_OK;
    lp_status_t status = climb_check_deck(climb, cards, row, error);
    return status != LP_OK ? status : lp_fail(error, LP_E_HAND_SIZE, row, 0, (int32_t)climb_cards(cards));
}

int climb_over_is_good(const lp_climb_t *climb, const lp_play_t *over) {
    lp_play_t found[LP_CLIMB_READINGS];
    if (!climb_hand_is_good(climb, over->body + over->kickers)) return 0;
    size_t n = climb_read(climb, over->body + over->kickers, found, LP_CLIMB_READINGS);
    for (size_t i = 0; i < n; i++)
        if (found[i].form == over->form && found[i].body == over->body && found[i].kind == over->kind &&
            found[i].rank == over->rank && found[i].length == over->length && found[i].bomb == over->bomb)
            return 1;
    return 0;
}

lp_status_t lp_climb_classify(const lp_climb_t *climb, uint64_t cards, lp_play_t *out, size_t capacity, size_t *n_out,
                              lp_reason_t *reason, lp_error_t *error) {
    if (!climb || !n_out || (!out && capacity)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    *n_out = 0;
    if (!climb_hand_is_good(climb, cards)) {
        if (reason) *reason = cards ? LP_REASON_LARGE : LP_REASON_EMPTY;
        return climb_check_deck(climb, cards, 0, error);
    }
    *n_out = climb_read(climb, cards, out, capacity);
    if (reason) *reason = *n_out ? LP_REASON_NONE : climb_reason(climb, cards);
    return LP_OK;
}

lp_status_t lp_climb_beats(const lp_climb_t *climb, uint64_t cards, const lp_play_t *over, lp_play_t *out, int *beats,
                           lp_error_t *error) {
    if (!climb || !over || !out || !beats) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = climb_check_deck(climb, cards, 0, error);
    if (status != LP_OK) return status;
    if (!climb_over_is_good(climb, over)) return lp_fail(error, LP_E_PLAY, 0, 0, 0);
    *beats = climb_hand_is_good(climb, cards) && climb_read_first(climb, cards, over, out);
    return LP_OK;
}
