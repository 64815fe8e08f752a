/* settle_pots.c - each pile a pot that the whole table plays for, and bonuses.
 *
 * Places come from counting the larger piles, so no sorting is needed: within one deck no two piles are equal (BJ-8),
 * and a rule set of one's own where they can be is refused at the table (LP_FAULT_TIE).
 * Invariant: in each pot the places 1 to n occur once each.
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

static void settle_bonuses(const lp_stakes_t *s, const lp_seats_t *t, size_t seat, int swept, lp_ledger_t *ledger) {
    uint32_t held = lp_hand_specials(s, t->hand[seat]);
    if (s->category[t->strength[seat][0]] == LP_STRAIGHT_FLUSH) held |= LP_BIT(LP_STRAIGHT_FLUSH_HEAD); /* BJ-16 */
    if (swept) held |= LP_BIT(LP_SWEEP); /* BJ-15 */
    held &= s->in_play | LP_BIT(LP_SECOND_QUADS);
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
