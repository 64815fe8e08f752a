/* settle_banker.c - each player alone against the banker.
 *
 * There are no draws: whatever does not count as the player's is the banker's, so every rule here only asks whether the
 * player wins. Invariant: amounts are the bets themselves, and each player pays or is paid exactly once.
 */
#include "settle.h"

void lp_settle_banker(const lp_stakes_t *s, const lp_seats_t *t, lp_ledger_t *ledger) {
    size_t banker = t->banker;
    int bank_dragon = t->declared[banker] != LP_NO_SPECIAL;
    for (size_t seat = 0; seat < t->players; seat++) {
        if (seat == banker) continue;
        lp_transfer_t pay = {t->bet[seat], 0, 0, LP_BS_3, LP_WHY_BANKER_PILES, 0, LP_NO_SPECIAL};
        int wins, dragon = t->declared[seat] != LP_NO_SPECIAL;
        if (dragon || bank_dragon) { /* BS-5: of two dragons the player's is not larger */
            wins = dragon && !bank_dragon;
            pay.clause = LP_BS_5;
            pay.why = LP_WHY_BANKER_DRAGON;
            pay.special = LP_DRAGON;
        } else if (t->foul[seat] || t->foul[banker]) { /* BS-4: if both foul the player loses */
            wins = !t->foul[seat];
            pay.clause = LP_BS_4;
            pay.why = LP_WHY_BANKER_FOUL;
        } else { /* BS-3: an equal pile is the banker's */
            unsigned won = 0;
            for (size_t i = 0; i < LP_PILES; i++) {
                int larger = t->strength[seat][i] > t->strength[banker][i];
                won += (unsigned)larger;
                if (!ledger->out) continue;
                ledger->out->outcome[seat][banker][i] = larger ? LP_WON : LP_LOST;
                ledger->out->outcome[banker][seat][i] = larger ? LP_LOST : LP_WON;
            }
            wins = won >= s->rules.piles_to_win;
        }
        pay.from = (uint8_t)(wins ? banker : seat);
        pay.to = (uint8_t)(wins ? seat : banker);
        if (wins) pay.amount *= s->rules.pays;
        lp_pay(ledger, pay);
    }
}
