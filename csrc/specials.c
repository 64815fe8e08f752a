/* specials.c - which specials a hand holds.
 *
 * Everything but the three-pile specials is arithmetic on how often the ranks and suits occur: a group special with
 * jokers asks whether they make up what the groups lack, and each group can be costed by itself. Three straights are
 * searched exhaustively, but over the 55 pairs of five-card straights instead of the 36,036 splits: what a pair leaves
 * over must fit into a straight of three. Three straight flushes are searched card by card, and only in hands that hold
 * three flushes and three straights as well. Jokers need no choices: a split exists exactly if every natural card has a
 * place in it, since the places left over are as many as the jokers (SSS-30).
 * Invariant: no approximation and no cap; what a hand holds depends on its cards alone.
 */
#include "settle.h"

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Numbers of ranks that occur exactly once, twice, three and four times, and the jokers. */
typedef struct shape {
    unsigned one, two, three, four, jokers;
} shape_t;

static shape_t shape_of(uint64_t counts, unsigned jokers) {
    uint64_t b0 = counts & LP_NIBBLES, b1 = counts >> 1 & LP_NIBBLES, b2 = counts >> 2 & LP_NIBBLES;
    return (shape_t){lp_nibble_sum(b0 & ~b1), lp_nibble_sum(b1 & ~b0), lp_nibble_sum(b0 & b1), lp_nibble_sum(b2),
                     jokers};
}

/* ---- groups (SSS-21, SSS-22) ------------------------------------------------------------------------------------- */

/* Six pairs and any card: every rank that occurs an odd number of times but one needs a joker. Quads are two pairs. */
static int six_pairs(shape_t s) { return s.one + s.three <= 1 + s.jokers; }

/* The one odd rank left must hold trips, or jokers make a pair into trips. */
static int five_pairs_trips(shape_t s) {
    unsigned odd = s.one + s.three;
    return (odd == 1 + s.jokers && s.three > 0) || odd + 1 == s.jokers;
}

/* A pair is one joker short of trips, a single card (one over from quads too) two. */
static int four_trips(shape_t s) {
    unsigned lacking = 4 - least(4, s.three + s.four), pairs = least(lacking, s.two), singles = lacking - pairs;
    return pairs + 2 * singles <= s.jokers && singles <= s.one + s.four;
}

static int three_quads(shape_t s) {
    unsigned lacking = 3 - least(3, s.four), trips = least(lacking, s.three), pairs = lacking - trips;
    return trips + 2 * pairs <= s.jokers && pairs <= s.two;
}

/* Two trips, then three pairs and any card out of the seven left. As with six pairs it matters how many jokers there
 * are beyond the odd ranks: trips taken from a rank of three leave one odd rank fewer, any others cost a joker or leave
 * one odd rank more. */
static int double_full_house(shape_t s) {
    unsigned trips = least(2, s.three), others = 2 - trips;
    unsigned by_pairs = s.four + least(s.two, s.jokers), by_single = s.four + (s.jokers == 2 && s.one + s.four > 0);
    return (others <= by_pairs || others <= by_single) && s.one + s.three + others <= 1 + s.jokers + trips;
}

/* ---- three piles (SSS-26..29) ------------------------------------------------------------------------------------ */

/* One to three suits, the fewest cards first, must fit into piles of 3, 5 and 5 shared out among them. */
static int three_flushes(uint64_t natural) {
    unsigned fewest = 16, most = 0, suits = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        unsigned n = lp_nibble_sum(lp_suit_ranks(natural, suit));
        if (!n) continue;
        suits++;
        if (n > most) most = n;
        if (n < fewest) fewest = n;
    }
    switch (suits) {
    case 1: return 1;
    case 2: return fewest <= 3 ? most <= 10 : fewest <= 5 && most <= 8;
    case 3: return fewest <= 3 && most <= 5;
    default: return 0;
    }
}

static int three_straights(const lp_stakes_t *s, uint64_t counts) {
    const uint64_t guard = 8 * LP_NIBBLES;
    for (size_t i = 0; i < s->n_pairs; i++) {
        uint64_t difference = (counts | guard) - s->run5_pair[i]; /* 8 + count - taken in each nibble, no borrows */
        uint64_t more = difference & guard;
        uint64_t left = difference & (more - (more >> 3)); /* count - taken where that is not negative */
        if ((left & ~LP_NIBBLES) || lp_nibble_sum(left) > 3) continue;
        for (size_t k = 0; k < s->n_runs3; k++)
            if (!(left & ~s->run3[k])) return 1;
    }
    return 0;
}

/* The lowest card not covered yet must lie in one of the straights still free; each that can is tried. */
static int cover(const lp_stakes_t *s, const uint64_t *ranks, unsigned suit, uint64_t left, unsigned free_piles,
                 uint64_t *run, unsigned *suit_of) {
    while (!left) {
        if (++suit == 4) return 1;
        left = ranks[suit];
    }
    uint64_t lowest = left & (0 - left);
    for (unsigned pile = 0; pile < LP_PILES; pile++) {
        if (!(free_piles >> pile & 1) || (pile == 2 && (free_piles & 2))) continue; /* the two of five are alike */
        const uint64_t *runs = pile ? s->run5 : s->run3;
        size_t n = pile ? s->n_runs5 : s->n_runs3;
        for (size_t i = 0; i < n; i++) {
            if (!(runs[i] & lowest)) continue;
            run[pile] = runs[i];
            suit_of[pile] = suit;
            if (cover(s, ranks, suit, left & ~runs[i], free_piles & ~(1u << pile), run, suit_of)) return 1;
            run[pile] = 0;
        }
    }
    return 0;
}

int lp_cover_straight_flushes(const lp_stakes_t *s, uint64_t hand, uint64_t run[LP_PILES], unsigned suit[LP_PILES]) {
    uint64_t ranks[4];
    for (unsigned k = 0; k < 4; k++) ranks[k] = lp_suit_ranks(hand & LP_NATURAL, k);
    for (size_t i = 0; i < LP_PILES; i++) run[i] = suit[i] = 0;
    return cover(s, ranks, 0, ranks[0], 7, run, suit);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static int in_range(const lp_stakes_t *s, uint64_t counts, int special) { /* SSS-23 */
    return !(counts & ~(15 * s->range[special]));
}

/* Jokers are as many as the ranks still missing (SSS-24, BS-7). */
static int is_dragon(const lp_stakes_t *s, uint64_t counts, unsigned jokers, int special) {
    uint64_t present = (counts | counts >> 1 | counts >> 2) & LP_NIBBLES;
    return lp_nibble_sum(s->range[special] & ~present) <= jokers;
}

static int one_suit(uint64_t natural) {
    for (unsigned suit = 0; suit < 4; suit++)
        if (!(natural & ~(LP_NIBBLES << suit))) return 1;
    return 0;
}

static uint32_t thirteen_cards(const lp_stakes_t *s, uint64_t hand, uint64_t counts, unsigned jokers) {
    uint64_t natural = hand & LP_NATURAL;
    shape_t shape = shape_of(counts, jokers);
    uint32_t held = 0;
    held |= (uint32_t)three_flushes(natural) << LP_THREE_FLUSHES;
    /* a rank occurs at most once a pile */
    held |= (uint32_t)(!shape.four && three_straights(s, counts)) << LP_THREE_STRAIGHTS;
    held |= (uint32_t)six_pairs(shape) << LP_SIX_PAIRS;
    held |= (uint32_t)five_pairs_trips(shape) << LP_FIVE_PAIRS_TRIPS;
    held |= (uint32_t)four_trips(shape) << LP_FOUR_TRIPS;
    held |= (uint32_t)double_full_house(shape) << LP_DOUBLE_FULL_HOUSE;
    held |= (uint32_t)(!(hand & ~s->black) || !(hand & ~s->red)) << LP_ONE_COLOUR;
    held |= (uint32_t)in_range(s, counts, LP_ALL_SMALL) << LP_ALL_SMALL;
    held |= (uint32_t)in_range(s, counts, LP_ALL_BIG) << LP_ALL_BIG;
    held |= (uint32_t)three_quads(shape) << LP_THREE_QUADS;
    held |= (uint32_t)in_range(s, counts, LP_TWELVE_ROYALS) << LP_TWELVE_ROYALS;
    held |= (uint32_t)is_dragon(s, counts, jokers, LP_DRAGON) << LP_DRAGON;
    held |= (uint32_t)(is_dragon(s, counts, jokers, LP_SUPREME_DRAGON) && one_suit(natural)) << LP_SUPREME_DRAGON;
    if ((held & (LP_BIT(LP_THREE_FLUSHES) | LP_BIT(LP_THREE_STRAIGHTS))) ==
        (LP_BIT(LP_THREE_FLUSHES) | LP_BIT(LP_THREE_STRAIGHTS))) {
        uint64_t run[LP_PILES];
        unsigned suit[LP_PILES];
        held |= (uint32_t)lp_cover_straight_flushes(s, hand, run, suit) << LP_THREE_STRAIGHT_FLUSHES;
    }
    return held & s->in_play;
}

static uint32_t nine_cards(const lp_stakes_t *s, uint64_t hand, uint64_t counts) {
    uint64_t quads = counts >> 2 & LP_NIBBLES;
    uint32_t held = 0;
    held |= (uint32_t) !(hand & ~s->black) << LP_ALL_BLACK; /* BJ-15: a joker has its own colour (BJ-10) */
    held |= (uint32_t) !(hand & ~s->red) << LP_ALL_RED;
    for (size_t i = 0; i < s->n_runs9; i++) held |= (uint32_t)(counts == s->run9[i]) << LP_NINE_RUN;
    held |= (uint32_t)(quads != 0) << LP_QUADS_BONUS;
    held |= (uint32_t)(lp_nibble_sum(counts & counts >> 1 & LP_NIBBLES) == 3) << LP_THREE_TRIPS; /* BJ-17 */
    held &= s->in_play;
    if ((held & LP_BIT(LP_QUADS_BONUS)) && s->rules.special[LP_QUADS_BONUS].each && (quads & (quads - 1)))
        held |= LP_BIT(LP_SECOND_QUADS); /* BJ-14 */
    return held;
}

uint32_t lp_hand_specials(const lp_stakes_t *s, uint64_t hand) {
    if (!s->in_play) return 0;
    uint64_t counts = lp_rank_counts(hand);
    return s->hand_size == 13 ? thirteen_cards(s, hand, counts, lp_joker_count(hand)) : nine_cards(s, hand, counts);
}

lp_status_t lp_hand_check(const lp_stakes_t *s, const uint8_t *cards, uint64_t *seen, int32_t first_place,
                          lp_error_t *error) {
    for (int32_t i = 0; i < s->hand_size; i++) {
        uint8_t card = cards[i];
        lp_status_t status = LP_OK;
        if (card >= LP_CARDS) status = LP_E_CARD;
        else if (card < s->piles->lowest || card > s->piles->highest) status = LP_E_NOT_IN_DECK;
        else if (*seen >> card & 1) status = LP_E_DUPLICATE;
        if (status != LP_OK) return lp_fail(error, status, 0, first_place + i, card);
        *seen |= (uint64_t)1 << card;
    }
    return LP_OK;
}

/* BJ-16: a straight flush in the first pile, not trips, though they are larger; of a foul nobody is told. */
static lp_status_t check_head(const lp_stakes_t *s, const uint8_t *hand, uint32_t *held, lp_error_t *error) {
    const uint8_t *size = s->piles->rules.pile_size;
    uint16_t strength[LP_PILES];
    size_t at = 0;
    for (size_t i = 0; i < LP_PILES; at += size[i++]) {
        lp_status_t status = lp_rank(s->piles, hand + at, size[i], &strength[i], error);
        if (status != LP_OK) return status;
    }
    uint8_t foul = lp_foul_of(s->piles, strength);
    if (foul)
        return lp_fail_table(error, LP_E_ARRANGEMENT, size[0] + (foul == 2 ? size[1] : 0), foul, LP_FAULT_FOUL);
    if (s->category[strength[0]] == LP_STRAIGHT_FLUSH) *held |= LP_BIT(LP_STRAIGHT_FLUSH_HEAD);
    return LP_OK;
}

lp_status_t lp_specials_n(const lp_stakes_t *s, const uint8_t *hands, size_t n, int arranged, uint32_t *held,
                          uint8_t *best, lp_error_t *error) {
    if (!s || (n && (!hands || !held))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    int head = arranged && s->in_play & LP_BIT(LP_STRAIGHT_FLUSH_HEAD);
    for (size_t row = 0; row < n; row++) {
        const uint8_t *hand = hands + row * s->hand_size;
        uint64_t word = lp_hand_word(s, hand), seen = 0;
        lp_status_t status = LP_OK;
        if (!word) status = lp_hand_check(s, hand, &seen, 0, error);
        else held[row] = lp_hand_specials(s, word);
        if (word && head) status = check_head(s, hand, &held[row], error);
        if (status != LP_OK) {
            if (error) error->row = (int64_t)row;
            return status;
        }
        if (best) best[row] = lp_best_special(s, held[row]);
    }
    return LP_OK;
}
