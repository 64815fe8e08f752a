/* settle_pots.c - each pile a pot that the whole table plays for, and bonuses.
 *
 * Places come from counting the larger piles, so no sorting is needed: within one deck no two piles are equal (BJ-8),
 * and a rule set of one's own where they can be is refused at the table (LP_FAULT_TIE). lp_settle_pots writes down every
 * transfer; lp_settle_pots_plain, which nearly all tables of a batch go through, counts for the three piles of a pair at
 * once in the lanes of a word and has no branch on cards but the one for bonuses.
 * Invariant: in each pot the places 1 to n occur once each; both give a plain table the same nets.
 */
#include "settle.h"

int lp_pot_tie(const lp_seats_t *t) {
    for (size_t pile = 0; pile < LP_PILES; pile++)
        for (size_t a = 0; a < t->players; a++)
            for (size_t b = a + 1; b < t->players; b++)
                if (t->strength[a][pile] == t->strength[b][pile]) return (int)pile;
    return -1;
}

/* Every other player pays unit times the bonus's multiple (BJ-14). */
static void pay_bonus(const lp_stakes_t *s, const lp_seats_t *t, size_t seat, lp_special_t bonus, lp_ledger_t *ledger) {
    int64_t unit = (int64_t)s->rules.step * (int64_t)(t->players - 1);
    uint8_t clause = bonus == LP_STRAIGHT_FLUSH_HEAD ? LP_BJ_16 : bonus == LP_THREE_TRIPS ? LP_BJ_17 : LP_BJ_15;
    for (size_t other = 0; other < t->players; other++)
        if (other != seat)
            lp_pay(ledger, (lp_transfer_t){unit * s->rules.special[bonus].points, (uint8_t)other, (uint8_t)seat, clause,
                                           LP_WHY_BONUS, 0, (uint8_t)bonus});
}

/* The bonuses of a hand whose first pile has this strength. */
static uint32_t bonuses_of(const lp_stakes_t *s, uint64_t hand, unsigned first, int swept) {
    uint32_t held = lp_hand_specials(s, hand);
    held |= (uint32_t)(s->category[first] == LP_STRAIGHT_FLUSH) << LP_STRAIGHT_FLUSH_HEAD; /* BJ-16 */
    held |= (uint32_t)swept << LP_SWEEP; /* BJ-15 */
    return held & (s->in_play | LP_BIT(LP_SECOND_QUADS));
}

static void settle_bonuses(const lp_stakes_t *s, const lp_seats_t *t, size_t seat, int swept, lp_ledger_t *ledger) {
    uint32_t held = bonuses_of(s, t->hand[seat], t->strength[seat][0], swept);
    for (unsigned k = LP_ALL_BLACK; held >> k; k++)
        if (held >> k & 1) pay_bonus(s, t, seat, k == LP_SECOND_QUADS ? LP_QUADS_BONUS : (lp_special_t)k, ledger);
}

void lp_settle_pots(const lp_stakes_t *s, const lp_seats_t *t, lp_ledger_t *ledger) {
    size_t winner[LP_PILES];
    uint8_t clause = s->rules.step == 1 ? LP_BJ_13 : LP_BJ_19;
    for (size_t pile = 0; pile < LP_PILES; pile++) {
        uint8_t place[LP_PLAYERS_MAX];
        for (size_t a = 0; a < t->players; a++) {
            unsigned larger = 0;
            for (size_t b = 0; b < t->players; b++) larger += t->strength[b][pile] > t->strength[a][pile];
            place[a] = (uint8_t)(1 + larger);
            if (place[a] == 1) winner[pile] = a;
            if (ledger->out) ledger->out->place[a][pile] = place[a];
        }
        for (size_t a = 0; a < t->players; a++)
            if (place[a] > 1)
                lp_pay(ledger, (lp_transfer_t){(int64_t)s->rules.step * (place[a] - 1), (uint8_t)a,
                                               (uint8_t)winner[pile], clause, LP_WHY_POT, (uint8_t)pile,
                                               LP_NO_SPECIAL});
    }
    if (!s->in_play) return;
    for (size_t seat = 0; seat < t->players; seat++)
        settle_bonuses(s, t, seat, winner[0] == seat && winner[1] == seat && winner[2] == seat, ledger);
}

int lp_settle_pots_plain(const lp_stakes_t *s, size_t players, const uint16_t *strength, const uint64_t *hand,
                         int64_t *units) {
    uint64_t piles[LP_PLAYERS_MAX], above[LP_PLAYERS_MAX] = {0}, differ = LP_GUARDS;
    int64_t step = s->rules.step, pot = step * (int64_t)(players * (players - 1) / 2);
    for (size_t a = 0; a < players; a++)
        piles[a] = lp_in_lanes(strength[LP_PILES * a], strength[LP_PILES * a + 1], strength[LP_PILES * a + 2]);
    for (size_t a = 0; a < players; a++)
        for (size_t b = a + 1; b < players; b++) {
            uint64_t won = lp_larger_lanes(piles[a], piles[b]), lost = lp_larger_lanes(piles[b], piles[a]);
            above[a] += lost >> 16;
            above[b] += won >> 16;
            differ &= won | lost;
        }
    if (differ != LP_GUARDS) return 0;
    for (size_t a = 0; a < players; a++) { /* a winner has none above, and takes what the others pay (BJ-13, BJ-19) */
        uint64_t pots = lp_larger_lanes(LP_LANES_OF_PILES, above[a]) >> 16;
        units[a] = pot * (int64_t)lp_lane_sum(pots) - step * (int64_t)lp_lane_sum(above[a]);
    }
    for (size_t a = 0; s->in_play && a < players; a++) {
        uint32_t held = bonuses_of(s, hand[a], strength[LP_PILES * a], above[a] == 0);
        if (!held) continue;
        int64_t multiples = 0, n = (int64_t)players;
        for (unsigned k = LP_ALL_BLACK; held >> k; k++)
            if (held >> k & 1) multiples += s->rules.special[k == LP_SECOND_QUADS ? LP_QUADS_BONUS : k].points;
        int64_t each = step * (n - 1) * multiples; /* BJ-14 */
        for (size_t b = 0; b < players; b++) units[b] -= each;
        units[a] += n * each;
    }
    return 1;
}
