/* climb_moves.c - every play of a hand, or every one that beats another (DDZ-5 to DDZ-11, GP-3 to GP-7).
 *
 * Form by form: the ranks that can start a body of some length are a mask, found by shifting the mask of the ranks held
 * often enough over itself; kickers are taken from what is left in ascending order, so each set of them comes once. A
 * loop over the bits of a mask writes the plays of the last step, and there is no other inner loop.
 * Invariant: two bodies of one hand make the same cards only where the kickers of one hold a good part of the other.
 * The compiler knows from how many equal kickers on (climb.c, find_clash); only plays of bodies that have such kickers
 * to choose from are read again, and one is kept if it is the first of its cards' readings.
 */
#include "climb.h"

typedef struct sink {
    uint64_t *out;
    size_t n, capacity;
    const lp_climb_t *climb;
    const lp_play_t *over;
    const climb_form_t *form; /* of the plays that come */
    uint64_t body;            /* theirs, where they have to be read again; else 0 */
} sink_t;

static size_t keep_first_readings(const sink_t *sink, uint64_t *plays, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        lp_play_t play;
        if (climb_read_first(sink->climb, plays[i], sink->over, &play) && play.body == sink->body &&
            play.form == (uint8_t)(sink->form - sink->climb->form))
            plays[kept++] = plays[i];
    }
    return kept;
}

/* The plays `base` with `cards` more of one rank of the mask, lowest first. */
static ALWAYS_INLINE void put(sink_t *sink, uint64_t base, uint64_t ranks, uint64_t cards) {
    if (!sink->capacity && !sink->body) {
        sink->n += climb_ranks(ranks);
        return;
    }
    uint64_t few[LP_CLIMB_RANKS];
    int direct = sink->n + LP_CLIMB_RANKS <= sink->capacity;
    uint64_t *start = direct ? sink->out + sink->n : few, *p = start;
    for (; ranks; ranks &= ranks - 1) *p++ = base + climb_lowest(ranks) * cards;
    size_t n = (size_t)(p - start);
    if (sink->body) n = keep_first_readings(sink, start, n);
    if (!direct)
        for (size_t i = 0; i < n && sink->n + i < sink->capacity; i++) sink->out[sink->n + i] = start[i];
    sink->n += n;
}

/* `base` with n more kickers of `unit` cards each. pool: how many such there are of each rank; ranks below those that
 * base has taken are gone from it, so kickers ascend. */
static void put_kickers(sink_t *sink, uint64_t base, uint64_t pool, unsigned n, unsigned unit) {
    uint64_t ranks = climb_at_least(pool, 1);
    if (n == 1) {
        put(sink, base, ranks, unit);
        return;
    }
    for (; ranks; ranks &= ranks - 1) {
        uint64_t rank = climb_lowest(ranks);
        uint64_t rest = (pool & (0 - rank)) - rank;
        if (!sink->form->rule.joker_couple && rank == CLIMB_RED >> 4) rest &= ~(CLIMB_RED * 15);
        if (n == 2) put(sink, base + rank * unit, climb_at_least(rest, 1), unit);
        else if (climb_cards(rest) + 1 >= n) put_kickers(sink, base + rank * unit, rest, n - 1, unit);
    }
}

/* Counts, none above `most`. */
static ALWAYS_INLINE uint64_t at_most(uint64_t cards, unsigned most) {
    climb_held_t held = climb_held(cards);
    uint64_t sum = 0;
    for (unsigned k = 1; k <= most && k <= 4; k++) sum += held.at_least[k];
    return sum;
}

/* Counts, of these ranks none that makes a group. */
static ALWAYS_INLINE uint64_t without_groups(uint64_t cards, unsigned group, uint64_t ranks) {
    uint64_t of_ranks = cards & ranks * 15;
    return cards - of_ranks + at_most(of_ranks, group - 1);
}

/* All plays of one body; `rest` is the hand without it, `ranks` its ranks. */
static ALWAYS_INLINE void put_body(sink_t *sink, const climb_form_t *form, uint64_t hand, uint64_t ranks,
                                   unsigned length) {
    const lp_form_t *rule = &form->rule;
    uint64_t body = ranks * rule->group, pool = hand & ~(ranks * 15);
    unsigned n = rule->kickers_each * length;
    sink->body = length >= form->clash_length && (!form->clash || climb_at_least(pool, form->clash)) ? body : 0;
    if (n == 1 && rule->kickers == LP_KICKERS_SINGLES) {
        put(sink, body, climb_at_least(pool, 1), 1);
    } else if (n == 1 && rule->kickers == LP_KICKERS_PAIRS) {
        put(sink, body, climb_at_least(pool, 2), 2);
    } else if (rule->kickers == LP_KICKERS_SINGLES) {
        if (!rule->adjoining) pool = without_groups(pool, rule->group, climb_neighbours(form, ranks));
        put_kickers(sink, body, rule->alike < 4 ? at_most(pool, rule->alike) : pool, n, 1);
    } else if (rule->kickers == LP_KICKERS_PAIRS) {
        uint64_t pairs = climb_at_least(pool, 2);
        put_kickers(sink, body, rule->alike > 1 ? pairs + climb_at_least(pool, 4) : pairs, n, 2);
    } else if (rule->kickers == LP_KICKERS_PAIR_SINGLE) {
        pool = at_most(pool, rule->alike);
        for (uint64_t pairs = climb_at_least(pool, 2); pairs; pairs &= pairs - 1) {
            uint64_t pair = climb_lowest(pairs) * 2, singles = climb_at_least(pool - pair, 1);
            put(sink, body + pair, singles, 1);
        }
    } else {
        put(sink, body, 1, 0);
    }
}

/* The plays of a form. Of the bodies of `length` groups, or of all lengths where it is 0, those that start in `from`. */
static ALWAYS_INLINE void put_form(sink_t *sink, const climb_form_t *form, uint64_t hand, const climb_held_t *held,
                                   unsigned length, uint64_t from) {
    const lp_form_t *rule = &form->rule;
    uint64_t ranks = held->at_least[rule->group] & form->ranks;
    sink->form = form;
    if (rule->joined) {
        sink->body = form->clash ? 0 : form->ranks;
        if (ranks == form->ranks && from >> 4 * climb_top_rank(ranks) & 1) put(sink, form->ranks, 1, 0);
        return;
    }
    unsigned last = length ? length : rule->run_max;
    length = length ? length : rule->run_min;
    for (uint64_t starts = climb_runs(ranks, length) & from; starts && length <= last;
         length++, starts &= ranks >> 4 * (length - 1)) {
        if (!rule->kickers && form->clash) {
            sink->body = 0;
            put(sink, 0, starts, climb_run(length) * rule->group);
        } else {
            for (uint64_t left = starts; left; left &= left - 1)
                put_body(sink, form, hand, climb_run(length) * climb_lowest(left), length);
        }
    }
}

/* The starts of bodies of some length whose highest rank is above `rank`. */
static ALWAYS_INLINE uint64_t starts_above(unsigned rank, unsigned length) {
    unsigned lowest = rank + 2 > length ? rank + 2 - length : 0;
    return lowest < 16 ? ~(uint64_t)0 << 4 * lowest : 0;
}

size_t climb_moves(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over, uint64_t *out, size_t capacity) {
    sink_t sink = {out, 0, capacity, climb, over, NULL, 0};
    climb_held_t held = climb_held(hand);
    if (!over) {
        for (size_t i = 0; i < climb->n_forms; i++) put_form(&sink, &climb->form[i], hand, &held, 0, ~(uint64_t)0);
        return sink.n;
    }
    uint64_t forms = climb->bomb_forms | (over->bomb ? 0 : climb->kinds_forms[over->kind]);
    for (; forms; forms &= forms - 1) {
        const climb_form_t *form = &climb->form[__builtin_ctzll(forms)];
        const lp_form_t *rule = &form->rule;
        if (!rule->bomb) {
            if (over->length >= rule->run_min && over->length <= rule->run_max)
                put_form(&sink, form, hand, &held, over->length, starts_above(over->rank, over->length));
        } else if (rule->bomb > over->bomb) {
            put_form(&sink, form, hand, &held, 0, ~(uint64_t)0);
        } else if (rule->bomb == over->bomb) {
            for (unsigned length = rule->run_min; length <= rule->run_max; length++)
                put_form(&sink, form, hand, &held, length, starts_above(over->rank, length));
        }
    }
    return sink.n;
}

lp_status_t lp_climb_moves(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over, uint64_t *out,
                           size_t capacity, size_t *n_out, lp_error_t *error) {
    if (!climb || !n_out || (!out && capacity)) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = climb_check_hand(climb, hand, 0, error);
    if (status != LP_OK) return status;
    if (over && !climb_over_is_good(climb, over)) return lp_fail(error, LP_E_PLAY, 0, 0, 0);
    *n_out = climb_moves(climb, hand, over, out, capacity);
    return LP_OK;
}
