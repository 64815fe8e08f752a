/* expected_value.c - what an arrangement is worth against a field.
 *
 * Opponents are drawn from the field independently, so almost everything is a sum over one opponent, times their number
 * k. With W, P, L for a pile won, pushed and lost, V my piles' water, v the opponent's:
 *
 *   waters   SSS-11  sum of V over W - sum of v over L                               the rows
 *            SSS-12  WWW: as much again (or 1), LLL: as much again to the opponent   win3 and cost
 *            SSS-13  no L and a W, no W and an L: the same                           run-overs, found among ties
 *            SSS-14  mine: with all k beaten WWW each pays (factor - 1) times its gun more: (factor - 1) k T P(WWW)^k,
 *                    T my water with its gun. An opponent's: LLL, and it beats the k - 1 others, h^(k - 1) with h its
 *                    chance to beat a hand of the field: in cost
 *            SSS-17  specials declared against me, by SSS-18 more if the others lose to it: a constant
 *   pots     BJ-13   by the pile's chance to win and the mean number of piles above it: the rows
 *            BJ-15   sweep: all k beaten WWW; theirs as for home runs
 *            BJ-16   in the first pile's row; other bonuses are the hand's, whatever its arrangement
 *   banker   BS-3    P(at least two piles); for the banker, those that the player does not win
 *
 * Invariant: the same integers, and the same additions of doubles, whatever instruction set counted.
 */
#include "field.h"

static double power(double x, size_t n) {
    double product = 1;
    for (size_t i = 0; i < n; i++) product *= x;
    return product;
}

double lp_field_rest(const lp_field_t *f, unsigned worth, size_t win3, int64_t cost, int64_t run_overs) {
    const lp_settle_rules_t *r = &f->stakes->rules;
    double share = (double)win3 / (double)f->n;
    if (r->kind == LP_SETTLE_BANKER) {
        double wins = (r->pays + 1) * (f->banker ? 1 - share : share) - 1; /* BS-4 */
        return f->banker ? -wins : wins;
    }
    double rest = f->constant - f->per_cost * (double)cost;
    if (r->kind == LP_SETTLE_POTS) return f->sweep != 0 ? rest + f->sweep * power(share, f->opponents) : rest;
    unsigned gun = r->gun == LP_GUN_DOUBLE ? worth : r->gun == LP_GUN_PLUS_ONE;
    rest += f->per_hand * (double)((int64_t)gun * (int64_t)win3 + run_overs);
    return f->sweep != 0 ? rest + f->sweep * (double)(worth + gun) * power(share, f->opponents) : rest;
}

/* SSS-13: what a gun without all three piles adds, for me or for hand k. */
static int64_t run_over(const lp_field_t *f, const uint16_t *s, size_t k) {
    int64_t mine = 0, theirs = 0;
    for (size_t i = 0; i < LP_PILES; i++) {
        if (s[i] > f->pile[i][k]) mine += lp_water(f->stakes, i, s[i]);
        if (s[i] < f->pile[i][k]) theirs += lp_water(f->stakes, i, f->pile[i][k]);
    }
    if (f->stakes->rules.gun == LP_GUN_PLUS_ONE) return (mine > 0) - (theirs > 0);
    return mine - theirs;
}

static int64_t run_overs_at(const lp_field_t *f, const uint16_t *s, const lp_ties_t *ties) {
    int64_t sum = 0;
    for (size_t i = 0; i < ties->n; i++)
        for (uint32_t mask = ties->mask[i]; mask; mask &= mask - 1)
            sum += run_over(f, s, ties->at[i] + lp_lowest_bit(mask));
    return sum;
}

/* Hands of the run from..to that tie my last pile: run-overs are those where the other two do not contradict. */
static int64_t run_overs_in(const lp_field_t *f, const uint16_t *s, size_t from, size_t to) {
    int64_t sum = 0;
    for (size_t k = from; k < to; k++) {
        int first = (s[0] > f->pile[0][k]) - (s[0] < f->pile[0][k]);
        int middle = (s[1] > f->pile[1][k]) - (s[1] < f->pile[1][k]);
        if (first + middle != 0) sum += run_over(f, s, k); /* not W and L, not two pushes */
    }
    return sum;
}

#define TIE_WORDS 1024 /* 32 hands each: longer runs go in parts */

static double value_of_waters(const lp_field_t *f, const uint16_t *s) {
    uint32_t mask[TIE_WORDS + 1], at[TIE_WORDS + 1];
    lp_ties_t ties = {0, mask, at}, *want = f->ties_count ? &ties : NULL;
    size_t weaker = f->below[2][s[2]], stronger = f->below[2][s[2] + 1], win3 = 0, part;
    int64_t cost = 0, run_overs = 0;
    for (size_t k = 0; k < weaker; k += part) {
        part = weaker - k < 32 * TIE_WORDS ? weaker - k : 32 * TIE_WORDS;
        win3 += f->kernels->weaker(f->pile[0] + k, f->pile[1] + k, part, s[0], s[1], (uint32_t)k, want);
        run_overs += run_overs_at(f, s, &ties);
        ties.n = 0;
    }
    for (size_t k = stronger; k < f->m; k += part) {
        part = f->m - k < 32 * TIE_WORDS ? f->m - k : 32 * TIE_WORDS;
        cost += f->kernels->cost(f->pile[0] + k, f->pile[1] + k, f->cost + k, part, s[0], s[1], (uint32_t)k, want);
        run_overs += run_overs_at(f, s, &ties);
        ties.n = 0;
    }
    if (want) run_overs += run_overs_in(f, s, weaker, stronger);
    unsigned worth = 0;
    for (size_t i = 0; i < LP_PILES; i++) worth += lp_water(f->stakes, i, s[i]);
    return lp_field_rows(f, s) + lp_field_rest(f, worth, win3, cost, run_overs);
}

static double value_of_pots(const lp_field_t *f, const uint16_t *s) {
    size_t win3 = 0;
    int64_t cost = 0;
    if (f->sweep != 0) {
        size_t weaker = f->below[2][s[2]], stronger = f->below[2][s[2] + 1];
        win3 = f->kernels->weaker(f->pile[0], f->pile[1], weaker, s[0], s[1], 0, NULL);
        cost = f->kernels->cost(f->pile[0] + stronger, f->pile[1] + stronger, f->cost + stronger, f->m - stronger, s[0],
                                s[1], 0, NULL);
    }
    return lp_field_rows(f, s) + lp_field_rest(f, 0, win3, cost, 0);
}

/* In a run where the last pile is won, one pile fewer is needed. */
static size_t won(const lp_field_t *f, size_t from, size_t to, unsigned first, unsigned middle, unsigned need) {
    size_t n = to - from;
    if (need == 0) return n;
    if (need > 2) return 0;
    if (need == 1) return f->kernels->either(f->pile[0] + from, f->pile[1] + from, n, first, middle);
    return f->kernels->weaker(f->pile[0] + from, f->pile[1] + from, n, first, middle, 0, NULL);
}

/* BS-3: an equal pile is the banker's, who is beaten where fewer than 4 - piles_to_win are held. */
static double value_of_banker(const lp_field_t *f, const uint16_t *s) {
    unsigned to_win = f->stakes->rules.piles_to_win, need = f->banker ? 4u - to_win : to_win;
    unsigned first = s[0] + (unsigned)f->banker, middle = s[1] + (unsigned)f->banker;
    size_t weaker = f->below[2][s[2] + f->banker];
    size_t wins = won(f, 0, weaker, first, middle, need - 1) + won(f, weaker, f->m, first, middle, need);
    return lp_field_rest(f, 0, wins, 0, 0);
}

double lp_field_value(const lp_field_t *f, const uint16_t s[LP_PILES]) {
    switch (f->stakes->rules.kind) {
    case LP_SETTLE_WATERS: return value_of_waters(f, s);
    case LP_SETTLE_POTS: return value_of_pots(f, s);
    default: return value_of_banker(f, s);
    }
}

uint8_t lp_field_special(const lp_field_t *f, uint64_t hand, double *value) {
    uint32_t held = f->stakes->rules.kind == LP_SETTLE_POTS ? 0 : lp_hand_specials(f->stakes, hand);
    unsigned jokers = lp_joker_count(hand);
    uint8_t best = LP_NO_SPECIAL;
    for (size_t i = 0; i < f->stakes->n_by_worth; i++) { /* the most points first, so that ties go to them (SSS-25) */
        uint8_t special = f->stakes->by_worth[i];
        if (!(held >> special & 1) || (best != LP_NO_SPECIAL && f->declare[special][jokers] <= *value)) continue;
        best = special;
        *value = f->declare[special][jokers];
    }
    return best;
}
