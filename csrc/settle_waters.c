/* settle_waters.c - every pair of players, pile by pile, with guns, home runs, fouls and declared specials.
 *
 * Two versions. lp_settle_waters follows the clauses pair by pair and writes down every transfer. Nearly every table
 * of a batch is plain, nobody declaring and nobody fouling, and goes through lp_settle_waters_plain, which compares the
 * three piles of a pair at once in the lanes of a word and has no branch on cards but the one for a home run.
 * Invariant: both give a plain table the same nets.
 */
#include "settle.h"

/* ---- by the clauses ---------------------------------------------------------------------------------------------- */

static int64_t water(const lp_stakes_t *s, const lp_seats_t *t, size_t seat, size_t pile) {
    return s->rules.water[pile][s->category[t->strength[seat][pile]]]; /* SSS-11 */
}

static int ordinary(const lp_seats_t *t, size_t seat) { return t->declared[seat] == LP_NO_SPECIAL; }
static int compared(const lp_seats_t *t, size_t seat) { return ordinary(t, seat) && !t->foul[seat]; }

/* Piles that a wins against b. */
static unsigned wins(const lp_seats_t *t, size_t a, size_t b) {
    unsigned n = 0;
    for (size_t i = 0; i < LP_PILES; i++) n += t->strength[a][i] > t->strength[b][i];
    return n;
}

/* SSS-14. A declared special was not beaten; a foul's piles were never compared (SSS-15). */
static int home_run(const lp_stakes_t *s, const lp_seats_t *t, size_t a) {
    if (s->rules.home_run_players != t->players) return 0;
    for (size_t b = 0; b < t->players; b++)
        if (b != a && (!compared(t, b) || wins(t, a, b) < LP_PILES)) return 0;
    return 1;
}

/* What b pays a for the piles that a wins, and for losing without winning one. */
static void settle_piles(const lp_stakes_t *s, const lp_seats_t *t, size_t a, size_t b, lp_ledger_t *ledger) {
    lp_transfer_t pay = {.from = (uint8_t)b, .to = (uint8_t)a, .special = LP_NO_SPECIAL};
    int64_t total = 0;
    for (size_t i = 0; i < LP_PILES; i++) {
        if (t->strength[a][i] <= t->strength[b][i]) continue; /* SSS-3: equal piles are a push */
        pay.amount = water(s, t, a, i);
        pay.clause = LP_SSS_11;
        pay.why = LP_WHY_PILE;
        pay.pile = (uint8_t)i;
        lp_pay(ledger, pay);
        total += pay.amount;
    }
    pay.pile = 0;
    unsigned won = wins(t, a, b);
    int plus_one = s->rules.gun == LP_GUN_PLUS_ONE;
    if (s->rules.gun && (won == LP_PILES || (s->rules.run_over && won && !wins(t, b, a)))) {
        int gun = won == LP_PILES;
        pay.amount = plus_one ? 1 : total;
        pay.clause = (uint8_t)(gun && !plus_one ? LP_SSS_12 : LP_SSS_13);
        pay.why = (uint8_t)(gun ? LP_WHY_GUN : LP_WHY_RUN_OVER);
        lp_pay(ledger, pay);
        total += pay.amount;
    }
    if (won == LP_PILES && home_run(s, t, a)) {
        pay.amount = total * (s->rules.home_run_factor - 1);
        pay.clause = LP_SSS_14;
        pay.why = LP_WHY_HOME_RUN;
        lp_pay(ledger, pay);
    }
}

/* SSS-15: a foul pays each opponent the value of that opponent's piles, never doubled. */
static void settle_foul(const lp_stakes_t *s, const lp_seats_t *t, size_t a, size_t b, lp_ledger_t *ledger) {
    int64_t amount = 0;
    for (size_t i = 0; i < LP_PILES; i++) amount += water(s, t, a, i);
    lp_pay(ledger, (lp_transfer_t){amount, (uint8_t)b, (uint8_t)a, LP_SSS_15, LP_WHY_FOUL, 0, LP_NO_SPECIAL});
}

/* Does a's special beat b? Every ordinary hand, fouls too (SSS-16); a special that is worth less, or worth the same and
 * made with more jokers (SSS-19). */
static int special_beats(const lp_stakes_t *s, const lp_seats_t *t, size_t a, size_t b) {
    if (ordinary(t, b)) return 1;
    unsigned one = s->worth[t->declared[a]], other = s->worth[t->declared[b]];
    return one > other || (one == other && lp_joker_count(t->hand[a]) < lp_joker_count(t->hand[b]));
}

static void settle_special(const lp_stakes_t *s, const lp_seats_t *t, size_t a, size_t b, lp_ledger_t *ledger) {
    if (!special_beats(s, t, a, b)) return;
    const lp_special_rule_t *rule = &s->rules.special[t->declared[a]];
    lp_transfer_t pay = {rule->points, (uint8_t)b, (uint8_t)a, (uint8_t)(ordinary(t, b) ? LP_SSS_17 : LP_SSS_19),
                         LP_WHY_SPECIAL, 0, t->declared[a]};
    lp_pay(ledger, pay);
    if (rule->sweep_factor < 2) return;
    for (size_t c = 0; c < t->players; c++) /* SSS-18 */
        if (c != a && !special_beats(s, t, a, c)) return;
    pay.amount = (int64_t)rule->points * (rule->sweep_factor - 1);
    pay.clause = LP_SSS_18;
    pay.why = LP_WHY_SPECIAL_SWEEP;
    lp_pay(ledger, pay);
}

static void note_outcome(const lp_seats_t *t, size_t a, size_t b, lp_settlement_t *out) {
    for (size_t i = 0; i < LP_PILES; i++) {
        uint16_t one = t->strength[a][i], other = t->strength[b][i];
        out->outcome[a][b][i] = (int8_t)((one > other) - (one < other));
    }
}

void lp_settle_waters(const lp_stakes_t *s, const lp_seats_t *t, lp_ledger_t *ledger) {
    for (size_t a = 0; a < t->players; a++)
        for (size_t b = 0; b < t->players; b++) {
            if (a == b) continue;
            if (!ordinary(t, a)) {
                settle_special(s, t, a, b, ledger);
            } else if (compared(t, a) && compared(t, b)) {
                settle_piles(s, t, a, b, ledger);
                if (ledger->out) note_outcome(t, a, b, ledger->out);
            } else if (compared(t, a) && ordinary(t, b)) {
                settle_foul(s, t, a, b, ledger);
            }
        }
}

/* ---- plain tables ------------------------------------------------------------------------------------------------ */

/* The water of the lanes that were won; 0xFFFF where a guard is set. */
static int64_t won_water(uint64_t water, uint64_t won) { return (int64_t)lp_lane_sum(water & (won - (won >> 16))); }

/* total, or what a gun makes of it */
static int64_t with_gun(const lp_settle_rules_t *rules, int64_t total, uint64_t won, uint64_t lost) {
    int gun = (won == LP_GUARDS) | ((rules->run_over != 0) & (won != 0) & (lost == 0));
    int64_t more = rules->gun == LP_GUN_DOUBLE ? total : rules->gun == LP_GUN_PLUS_ONE;
    return total + (more & -(int64_t)gun);
}

void lp_settle_waters_plain(const lp_stakes_t *s, size_t players, const uint16_t *strength, int64_t *units) {
    uint64_t piles[LP_PLAYERS_MAX], values[LP_PLAYERS_MAX];
    int64_t pays[LP_PLAYERS_MAX][LP_PLAYERS_MAX]; /* [from][to] */
    unsigned beaten[LP_PLAYERS_MAX] = {0};        /* opponents that a player beat in all three piles */
    for (size_t a = 0; a < players; a++) {
        const uint16_t *three = strength + LP_PILES * a;
        piles[a] = lp_in_lanes(three[0], three[1], three[2]);
        values[a] = lp_in_lanes(s->rules.water[0][s->category[three[0]]], s->rules.water[1][s->category[three[1]]],
                             s->rules.water[2][s->category[three[2]]]);
        units[a] = 0;
    }
    unsigned swept = 0;
    for (size_t a = 0; a < players; a++)
        for (size_t b = a + 1; b < players; b++) {
            uint64_t won = lp_larger_lanes(piles[a], piles[b]), lost = lp_larger_lanes(piles[b], piles[a]);
            pays[b][a] = with_gun(&s->rules, won_water(values[a], won), won, lost);
            pays[a][b] = with_gun(&s->rules, won_water(values[b], lost), lost, won);
            beaten[a] += won == LP_GUARDS;
            beaten[b] += lost == LP_GUARDS;
            units[a] += pays[b][a] - pays[a][b];
            units[b] += pays[a][b] - pays[b][a];
        }
    if (s->rules.home_run_players != players) return;
    for (size_t a = 0; a < players; a++) swept |= (unsigned)(beaten[a] == players - 1) << a;
    for (size_t a = 0; swept && a < players; a++) { /* SSS-14 */
        if (!(swept >> a & 1)) continue;
        for (size_t b = 0; b < players; b++) {
            if (b == a) continue;
            units[a] += pays[b][a] * (s->rules.home_run_factor - 1);
            units[b] -= pays[b][a] * (s->rules.home_run_factor - 1);
        }
    }
}
