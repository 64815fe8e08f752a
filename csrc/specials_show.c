/* specials_show.c - a hand laid out so that a special can be seen.
 *
 * Once a special is known to be held, the layout is found by plain search: groups are filled one after another from the
 * ranks that are left, straights by trying every triple of runs. One hand at a time; nothing here decides what is held.
 * Invariant: the cards written are the cards given, piles or groups in the order that the special's name counts them.
 */
#include "settle.h"

#include <string.h>

/* Takes up to n cards of these off the hand, descending; returns how many. */
static size_t take(uint64_t *hand, uint64_t cards, size_t n, uint8_t *out) {
    size_t taken = 0;
    for (int card = LP_CARDS - 1; card >= 0 && taken < n; card--)
        if (*hand & cards & UINT64_C(1) << card) {
            out[taken++] = (uint8_t)card;
            *hand &= ~(UINT64_C(1) << card);
        }
    return taken;
}

static const uint64_t jokers_word = ~LP_NATURAL;
static uint64_t of_rank(unsigned rank) { return UINT64_C(15) << 4 * rank; }

/* The cards of some ranks down from the highest, a joker where the hand lacks one. first: the rank to start from. */
static size_t take_run(uint64_t *hand, uint64_t run, uint64_t of_suit, uint8_t *out, size_t n) {
    size_t taken = 0;
    unsigned first = 12;
    if ((run & 1) && (run >> 48)) /* A2345 reads 5 4 3 2 A */
        for (first = 0; run >> 4 * (first + 1) & 1; first++) {}
    for (unsigned i = 0; i < 13 && taken < n; i++) {
        unsigned rank = (first + 13 - i) % 13;
        if (!(run >> 4 * rank & 1)) continue;
        if (!take(hand, of_rank(rank) & of_suit, 1, out + taken)) take(hand, jokers_word, 1, out + taken);
        taken++;
    }
    return taken;
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* Fills groups of size[0..n_groups), each from one rank and jokers. Equal groups go down in rank; a rank may serve
 * twice. */
static int fill_groups(uint64_t hand, const uint8_t *size, size_t n_groups, unsigned below, uint8_t *out) {
    if (!n_groups) {
        take(&hand, ~UINT64_C(0), LP_HAND_MAX, out); /* the card left over, jokers left over */
        return 1;
    }
    unsigned jokers = lp_joker_count(hand);
    uint64_t counts = lp_rank_counts(hand);
    for (unsigned rank = below + 1; rank-- > 0;) {
        unsigned count = counts >> 4 * rank & 15u;
        if (!count || count + jokers < size[0]) continue;
        uint64_t rest = hand;
        size_t taken = take(&rest, of_rank(rank), size[0], out);
        take(&rest, jokers_word, size[0] - taken, out + taken);
        unsigned next = n_groups > 1 && size[1] == size[0] ? rank : 12;
        if (fill_groups(rest, size + 1, n_groups - 1, next, out + size[0])) return 1;
    }
    return 0;
}

static const struct groups {
    uint8_t special, n, size[6];
} groups_of[] = {
    {LP_SIX_PAIRS, 6, {2, 2, 2, 2, 2, 2}},
    {LP_FIVE_PAIRS_TRIPS, 6, {3, 2, 2, 2, 2, 2}},
    {LP_FOUR_TRIPS, 4, {3, 3, 3, 3}},
    {LP_DOUBLE_FULL_HOUSE, 5, {3, 3, 2, 2, 2}},
    {LP_THREE_QUADS, 3, {4, 4, 4}},
    {LP_QUADS_BONUS, 1, {4}},
    {LP_THREE_TRIPS, 3, {3, 3, 3}},
};

/* ---- three piles ------------------------------------------------------------------------------------------------- */

static void show_straights(const lp_stakes_t *s, uint64_t hand, const uint64_t *run, const unsigned *suit,
                           uint8_t *out) {
    size_t at = 0;
    for (size_t pile = 0; pile < LP_PILES; pile++) {
        size_t n = s->piles->rules.pile_size[pile];
        uint64_t of_suit = suit ? LP_NIBBLES << suit[pile] : LP_NATURAL;
        if (run[pile]) take_run(&hand, run[pile], of_suit, out + at, n);
        else take(&hand, jokers_word, n, out + at);
        at += n;
    }
}

static void show_three_straights(const lp_stakes_t *s, uint64_t hand, uint8_t *out) {
    const uint64_t guard = 8 * LP_NIBBLES;
    uint64_t counts = lp_rank_counts(hand);
    for (size_t k = 0; k < s->n_runs3; k++)
        for (size_t i = 0; i < s->n_runs5; i++)
            for (size_t j = i; j < s->n_runs5; j++) {
                uint64_t places = s->run3[k] + s->run5[i] + s->run5[j];
                if ((((places | guard) - counts) & guard) != guard) continue; /* a rank has more cards than places */
                show_straights(s, hand, (uint64_t[]){s->run3[k], s->run5[i], s->run5[j]}, NULL, out);
                return;
            }
}

/* Gives each pile a suit so that every suit's cards have room; jokers take the room that is left. */
static void show_three_flushes(const lp_stakes_t *s, uint64_t hand, uint8_t *out) {
    const uint8_t *size = s->piles->rules.pile_size;
    for (unsigned choice = 0; choice < 64; choice++) {
        unsigned suit[LP_PILES] = {choice & 3, choice >> 2 & 3, choice >> 4}, room[4] = {0};
        for (size_t pile = 0; pile < LP_PILES; pile++) room[suit[pile]] += size[pile];
        int fits = 1;
        for (unsigned k = 0; k < 4; k++) fits &= lp_nibble_sum(lp_suit_ranks(hand & LP_NATURAL, k)) <= room[k];
        if (!fits) continue;
        for (size_t pile = 0; pile < LP_PILES; out += size[pile++]) {
            size_t taken = take(&hand, LP_NIBBLES << suit[pile], size[pile], out);
            take(&hand, jokers_word, size[pile] - taken, out + taken);
        }
        return;
    }
}

/* The two piles of five in order, the smaller one first. */
static void order_fives(const lp_stakes_t *s, uint8_t *cards) {
    uint16_t middle, last;
    if (lp_rank(s->piles, cards + 3, 5, &middle, NULL) != LP_OK) return;
    if (lp_rank(s->piles, cards + 8, 5, &last, NULL) != LP_OK || middle <= last) return;
    uint8_t moved[5];
    memcpy(moved, cards + 3, 5);
    memcpy(cards + 3, cards + 8, 5);
    memcpy(cards + 8, moved, 5);
}

lp_status_t lp_special_show(const lp_stakes_t *s, const uint8_t *hand, lp_special_t special, uint8_t *out,
                            lp_error_t *error) {
    if (!s || !hand || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if ((unsigned)special >= LP_SPECIALS || special == LP_SWEEP || special == LP_STRAIGHT_FLUSH_HEAD)
        return lp_fail_table(error, LP_E_VALUE, 0, (int32_t)special, LP_FAULT_SPECIAL);
    uint64_t word = 0;
    lp_status_t status = lp_hand_check(s, hand, &word, 0, error);
    if (status != LP_OK) return status;
    if (!(lp_hand_specials(s, word) & LP_BIT(special)))
        return lp_fail_table(error, LP_E_PLAY, 0, (int32_t)special, LP_FAULT_SPECIAL_NOT_HELD);
    for (size_t i = 0; i < sizeof groups_of / sizeof *groups_of; i++)
        if (groups_of[i].special == special) {
            fill_groups(word, groups_of[i].size, groups_of[i].n, 12, out);
            return LP_OK;
        }
    uint64_t run[LP_PILES];
    unsigned suit[LP_PILES];
    switch (special) {
    case LP_THREE_FLUSHES: show_three_flushes(s, word, out); break;
    case LP_THREE_STRAIGHTS: show_three_straights(s, word, out); break;
    case LP_THREE_STRAIGHT_FLUSHES:
        lp_cover_straight_flushes(s, word, run, suit);
        show_straights(s, word, run, suit, out);
        break;
    case LP_DRAGON:
    case LP_SUPREME_DRAGON: {
        size_t n = take_run(&word, s->range[special], LP_NATURAL, out, s->hand_size);
        take(&word, ~UINT64_C(0), s->hand_size - n, out + n); /* 3-A: the thirteenth card (BS-7) */
        return LP_OK;
    }
    case LP_NINE_RUN:
        for (size_t i = 0; i < s->n_runs9; i++)
            if (lp_rank_counts(word) == s->run9[i]) take_run(&word, s->run9[i], LP_NATURAL, out, 9);
        return LP_OK;
    default: take(&word, ~UINT64_C(0), s->hand_size, out); return LP_OK;
    }
    order_fives(s, out);
    return LP_OK;
}
