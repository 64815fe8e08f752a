/* climb_reason.c - why cards are no play.
 *
 * Every body that the cards hold is looked at with what is left of them, and every sequence that they nearly are; each
 * finds a fault or none. Of several faults the one that says most is given, which is the order of lp_reason_t.
 * Invariant: called for cards without a reading.
 */
#include "climb.h"

/* Consecutive ranks, the ace and the two also below the three, as people count who know other games. */
static int consecutive(uint64_t mask) {
    unsigned n = climb_ranks(mask);
    if (!mask || n < 2) return 0;
    uint64_t turned = ((mask << 8) & 0x0FFFFFFFFFFFFFFFu & ~(climb_run(2) << 52)) | (mask >> 44 & climb_run(2));
    return climb_runs(mask, n) != 0 || (!(mask & CLIMB_JOKERS) && climb_runs(turned, n) != 0);
}

static int are_shuttle(uint64_t cards) {
    uint64_t quads = climb_at_least(cards, 4);
    for (unsigned length = 2; length <= 5; length++)
        for (uint64_t starts = climb_runs(quads & climb_run(12), length); starts; starts &= starts - 1) {
            uint64_t wings = cards - climb_run(length) * climb_lowest(starts) * 4;
            unsigned n = climb_cards(wings);
            if (n == 0 || n == 2 * length || (n == 4 * length && !(wings & CLIMB_ONES))) return 1;
        }
    return 0;
}

static unsigned fault_of_sequence(const climb_form_t *form, uint64_t cards) {
    const lp_form_t *rule = &form->rule;
    climb_held_t held = climb_held(cards);
    uint64_t ranks = held.at_least[rule->group];
    if (rule->group < 4) ranks &= ~held.at_least[rule->group + 1];
    unsigned length = climb_ranks(ranks);
    if (rule->run_max < 2 || rule->joined || !consecutive(ranks)) return 0;
    if (climb_cards(cards) != length * (rule->group + form->n_kickers)) return 0;
    if (ranks & ~form->ranks) return length >= rule->run_min ? 1u << LP_REASON_HIGH_RANK : 0;
    return length < rule->run_min && !form->n_kickers ? 1u << LP_REASON_SHORT : 0;
}

static unsigned fault_of_kickers(const climb_form_t *form, uint64_t body, uint64_t kickers, unsigned length) {
    const lp_form_t *rule = &form->rule;
    unsigned n = climb_cards(kickers);
    int couple = (kickers & CLIMB_JOKERS) == CLIMB_JOKERS;
    if (n != form->n_kickers * length) return rule->group > 2 ? 1u << LP_REASON_KICKERS : 0;
    if (kickers & climb_at_least(body, 1) * 15) return 1u << LP_REASON_BODY_RANK;
    if (!rule->adjoining && climb_adjoins(form, climb_at_least(body, 1), kickers)) return 1u << LP_REASON_KICKERS;
    if (couple && (rule->kickers == LP_KICKERS_PAIRS || !rule->joker_couple)) return 1u << LP_REASON_JOKERS;
    unsigned most = rule->alike * (rule->kickers == LP_KICKERS_PAIRS ? 2 : 1);
    if (rule->kickers == LP_KICKERS_PAIRS && kickers & CLIMB_ONES) return 1u << LP_REASON_KICKERS;
    if (most < 4 && climb_at_least(kickers, most + 1)) return 1u << LP_REASON_ALIKE;
    return 1u << LP_REASON_KICKERS;
}

lp_reason_t climb_reason(const lp_climb_t *climb, uint64_t cards) {
    unsigned faults = 1u << LP_REASON_NO_FORM;
    climb_held_t held = climb_held(cards);
    if (are_shuttle(cards)) return LP_REASON_SHUTTLE;
    for (size_t i = 0; i < climb->n_forms; i++) {
        const climb_form_t *form = &climb->form[i];
        faults |= fault_of_sequence(form, cards);
        if (form->rule.joined) continue;
        for (unsigned length = form->rule.run_min; length <= form->rule.run_max; length++) {
            uint64_t starts = climb_runs(held.at_least[form->rule.group] & form->ranks, length);
            for (; starts; starts &= starts - 1) {
                uint64_t body = climb_run(length) * climb_lowest(starts) * form->rule.group;
                if (form->n_kickers) faults |= fault_of_kickers(form, body, cards - body, length);
                else if (form->rule.group > 2 && cards != body) faults |= 1u << LP_REASON_KICKERS;
            }
        }
    }
    return (lp_reason_t)__builtin_ctz(faults);
}
