/* order.c - the cards of a pile as a person reads them.
 *
 * Largest group first, then descending; a straight from its top, the ace of a wheel last; a joker stands with the
 * cards it joins. A wild joker is resolved by trying every rank: this is for one pile that is shown, not for batches.
 * Invariant: the output is a permutation of the input that depends on the set of cards alone.
 */
#include "internal.h"

#include <string.h>

#define NATURAL_RANKS 13

typedef struct shown {
    uint8_t card;
    uint8_t rank;    /* 1-13; 0 for a joker of the suit model */
    uint32_t weight; /* the order: group size, rank, natural before joker, suit */
} shown_t;

/* The ranks that one or two wild jokers take in the largest pile they make. naturals ascend. */
static void stand_in(const lp_piles_t *p, const uint8_t *naturals, size_t n, size_t jokers, int flush, uint8_t as[2]) {
    uint64_t best = 0;
    for (uint8_t a = p->rules.lowest_rank; a < NATURAL_RANKS; a++)
        for (uint8_t b = a; b < (jokers == 2 ? NATURAL_RANKS : a + 1); b++) {
            const uint8_t taken[2] = {a, b};
            uint8_t ranks[5];
            memcpy(ranks, naturals, n - jokers);
            for (size_t j = 0; j < jokers; j++) {
                size_t k = n - jokers + j;
                for (; k > 0 && ranks[k - 1] > taken[j]; k--) ranks[k] = ranks[k - 1];
                ranks[k] = taken[j];
            }
            uint64_t key = lp_read_ranks(&p->rules, ranks, n, flush).key;
            if (key > best) {
                best = key;
                as[0] = b; /* the higher rank first */
                as[1] = a;
            }
        }
}

lp_status_t lp_pile_order(const lp_piles_t *p, const uint8_t *cards, size_t n, uint8_t *out, lp_error_t *error) {
    if (!out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    uint16_t strength;
    lp_category_t category;
    lp_status_t status = lp_rank(p, cards, n, &strength, error);
    if (status != LP_OK) return status;
    lp_strength_category(p, strength, &category);
    int wild = p->rules.joker_model == LP_JOKERS_WILD;
    size_t jokers = 0;
    for (size_t i = 0; i < n; i++) jokers += cards[i] >= LP_BLACK_JOKER;
    uint8_t as[2] = {0, 0};
    if (wild && jokers) {
        uint8_t codes[LP_PLACES], ranks[5];
        lp_pile_codes(p, cards, n, codes, NULL);
        for (size_t i = 0; i < n; i++) ranks[i] = codes[i] >> 2;
        stand_in(p, ranks, n, jokers, lp_one_suit(p, cards, n), as);
    }

    shown_t pile[5];
    uint8_t count[NATURAL_RANKS + 1] = {0};
    for (size_t i = 0, j = 0; i < n; i++) {
        int joker = cards[i] >= LP_BLACK_JOKER;
        pile[i].card = cards[i];
        pile[i].rank = (uint8_t)(!joker ? (p->code[cards[i]] >> 2) + 1 : wild ? as[j++] + 1 : 0);
        count[pile[i].rank]++;
    }
    int straight = category == LP_STRAIGHT || category == LP_STRAIGHT_FLUSH;
    if (straight || category == LP_HIGH_CARD || category == LP_FLUSH) { /* no groups */
        int wheel = straight && count[NATURAL_RANKS] && !count[NATURAL_RANKS - 1];
        for (size_t i = 0; wheel && i < n; i++)
            if (pile[i].rank == NATURAL_RANKS) pile[i].rank = 0;
        memset(count, 0, sizeof count);
    }
    if (p->rules.joker_pair == LP_JOKER_PAIR_NONE && !wild) count[0] = 0;
    for (size_t i = 0; i < n; i++) {
        int joker = pile[i].card >= LP_BLACK_JOKER;
        size_t last = joker ? (size_t)(pile[i].card - LP_BLACK_JOKER) : 8u + (p->code[pile[i].card] & 3u);
        shown_t shown = pile[i];
        shown.weight = (uint32_t)(count[shown.rank] << 16 | shown.rank << 8 | last);
        size_t k = i;
        for (; k > 0 && pile[k - 1].weight < shown.weight; k--) pile[k] = pile[k - 1];
        pile[k] = shown;
    }
    uint8_t next_joker = LP_RED_JOKER; /* of two wild jokers the red one is shown first, wherever they stand */
    for (size_t i = 0; i < n; i++)
        out[i] = wild && jokers == 2 && pile[i].card >= LP_BLACK_JOKER ? next_joker-- : pile[i].card;
    return LP_OK;
}
