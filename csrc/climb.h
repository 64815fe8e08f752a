/* climb.h - packed rank counts, and what a rule set of a climbing game is compiled to.
 *
 * A mask of ranks has bit 4r set for rank r, so that it lies over packed counts: `mask * g` is g cards of each rank in
 * it, `mask << 4` the next ranks, and the sum of a mask is one multiplication. Nothing here needs instructions beyond
 * the baseline. */
#ifndef LP_CLIMB_H
#define LP_CLIMB_H

#include "internal.h"

#define CLIMB_ONES ((uint64_t)0x0111111111111111) /* one card of each of the fifteen ranks */
#define CLIMB_JOKERS ((uint64_t)0x0110000000000000)
#define CLIMB_RED ((uint64_t)1 << 56)
#define CLIMB_SIGNATURES (16 * 11 * 7 * 6)
#define CLIMB_CANDIDATES 4096

/* A form with everything that is the same for all hands. */
typedef struct climb_form {
    uint64_t ranks;       /* mask of the ranks of the body */
    lp_form_t rule;
    uint8_t n_kickers;    /* cards for each group */
    uint8_t open;         /* what the signature does not show of the kickers does not matter */
    uint8_t clash;        /* cards of one rank among the kickers that may give the cards another reading; 0: any may */
    uint8_t clash_length; /* bodies of fewer groups have no such kickers */
} climb_form_t;

typedef struct climb_candidate { uint8_t form, length, span; } climb_candidate_t; /* span: ranks of the body */

struct lp_climb {
    lp_climb_rules_t rules;
    uint64_t deck;
    uint32_t n_forms, n_candidates;
    climb_form_t form[LP_CLIMB_FORMS];
    uint64_t kinds_forms[LP_CLIMB_KINDS]; /* bit f: form f is of that kind and no bomb */
    uint64_t bomb_forms;                  /* bit f: form f is a bomb */
    /* By the numbers of ranks held exactly once, twice, three and four times: the forms and lengths that such cards can
     * have, in the order of readings. candidates of signature s are those from start[s] up to start[s + 1]. */
    uint16_t start[CLIMB_SIGNATURES + 1];
    climb_candidate_t candidate[CLIMB_CANDIDATES];
    struct climb_leftovers *leftovers; /* climb_split.c */
};

/* The masks of the ranks held at least 1, 2, 3 and 4 times; [0] has all ranks, [5] none. */
typedef struct climb_held { uint64_t at_least[6]; } climb_held_t;

static ALWAYS_INLINE climb_held_t climb_held(uint64_t cards) {
    uint64_t ones = cards & CLIMB_ONES, twos = cards >> 1 & CLIMB_ONES, fours = cards >> 2 & CLIMB_ONES;
    return (climb_held_t){{CLIMB_ONES, ones | twos | fours, twos | fours, (ones & twos) | fours, fours, 0}};
}

static ALWAYS_INLINE uint64_t climb_at_least(uint64_t cards, unsigned n) { return climb_held(cards).at_least[n]; }
static ALWAYS_INLINE uint64_t climb_lowest(uint64_t mask) { return mask & (0 - mask); }
static ALWAYS_INLINE unsigned climb_rank_of(uint64_t mask) { return (unsigned)__builtin_ctzll(mask) >> 2; }
static ALWAYS_INLINE unsigned climb_top_rank(uint64_t cards) { return (63u - (unsigned)__builtin_clzll(cards)) >> 2; }
static ALWAYS_INLINE unsigned climb_ranks(uint64_t mask) { /* at most fifteen */
    return (unsigned)(mask * 0x1111111111111111u >> 60);
}
static ALWAYS_INLINE unsigned climb_cards(uint64_t cards) {
    uint64_t pairs = (cards & 0x0F0F0F0F0F0F0F0Fu) + (cards >> 4 & 0x0F0F0F0F0F0F0F0Fu);
    return (unsigned)(pairs * 0x0101010101010101u >> 56);
}
/* A mask with the lowest n ranks. */
static ALWAYS_INLINE uint64_t climb_run(unsigned n) { return CLIMB_ONES & (((uint64_t)1 << 4 * n) - 1); }
/* The lowest ranks of the runs of n ranks in a mask. */
static ALWAYS_INLINE uint64_t climb_runs(uint64_t mask, unsigned n) {
    uint64_t starts = mask;
    for (unsigned i = 1; i < n && starts; i++) starts &= mask >> 4 * i;
    return starts;
}

/* Do kickers hold, next to a body of these ranks, a group that would make it longer? */
static ALWAYS_INLINE uint64_t climb_neighbours(const climb_form_t *form, uint64_t ranks) {
    return (ranks << 4 | ranks >> 4) & ~ranks & form->ranks;
}
static ALWAYS_INLINE int climb_adjoins(const climb_form_t *form, uint64_t ranks, uint64_t kickers) {
    return (climb_at_least(kickers, form->rule.group) & climb_neighbours(form, ranks)) != 0;
}

/* Does a play of this form beat one of kind, length, rank and bomb level of `over`, given its own length and rank? */
static ALWAYS_INLINE int climb_beats(const lp_play_t *play, const lp_play_t *over) {
    if (play->bomb != over->bomb) return play->bomb > over->bomb;
    if (play->bomb) return play->rank > over->rank;
    return play->kind == over->kind && play->length == over->length && play->rank > over->rank;
}

lp_status_t climb_check_deck(const lp_climb_t *climb, uint64_t cards, int64_t row, lp_error_t *error);
lp_status_t climb_check_hand(const lp_climb_t *climb, uint64_t cards, int64_t row, lp_error_t *error);
static ALWAYS_INLINE int climb_hand_is_good(const lp_climb_t *climb, uint64_t cards) {
    const uint64_t guard = 0x8888888888888888u;
    return !(cards & guard) && (((climb->deck | guard) - cards) & guard) == guard && cards &&
           climb_cards(cards) <= climb->rules.hand_max;
}
/* Is this a play that climb_beats may compare with? */
int climb_over_is_good(const lp_climb_t *climb, const lp_play_t *over);

/* Readings of cards that some deck holds, in order; at most `capacity` are written and returned is what there are. */
size_t climb_read(const lp_climb_t *climb, uint64_t cards, lp_play_t *out, size_t capacity);
/* The first reading, or the first that beats `over`; 0 where there is none. */
int climb_read_first(const lp_climb_t *climb, uint64_t cards, const lp_play_t *over, lp_play_t *out);
lp_reason_t climb_reason(const lp_climb_t *climb, uint64_t cards);
/* lp_climb_moves of a hand and a play that are known to be good: what a search calls. */
size_t climb_moves(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over, uint64_t *out, size_t capacity);

lp_status_t climb_leftovers_new(lp_climb_t *climb, lp_error_t *error);
void climb_leftovers_free(lp_climb_t *climb);

#endif
