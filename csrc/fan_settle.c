/* fan_settle.c - who pays whom for a win at mahjong.
 *
 * A win is one number, paid by one, by all three, or by one for all three, so there is nothing to search for; the work
 * is in refusing what contradicts itself. Liability is looked for only where it counts, on a self-draw: a partner is one
 * who fed the winner that many melds or was fed them by the winner. One who fed comes before those who were fed; any
 * other choice among several needs to be told which third meld came last (SM-10).
 * Invariant: no net overflows: what one pays is at most a third of what 64 bits hold.
 */
#include "fan.h"

#include <string.h>

static lp_status_t refuse(lp_error_t *error, lp_status_t status, int fault, size_t place, int64_t value) {
    int32_t shown = value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
    if (error) *error = (lp_error_t){0, (int32_t)place, 0, shown, fault};
    return status;
}

static lp_status_t check(const lp_pay_rules_t *rules, const lp_pay_win_t *win, lp_error_t *error) {
    int drawn = win->by == LP_BY_SELF || win->by == LP_BY_KONG;
    if (win->winner >= LP_MAHJONG_SEATS) return refuse(error, LP_E_VALUE, LP_PAY_WINNER, 0, win->winner);
    if (win->by >= LP_BYS) return refuse(error, LP_E_VALUE, LP_PAY_BY, 0, win->by);
    if (drawn ? win->payer != LP_NO_SEAT : win->payer >= LP_MAHJONG_SEATS || win->payer == win->winner)
        return refuse(error, LP_E_VALUE, LP_PAY_PAYER, 0, win->payer);
    if (win->base < 1) return refuse(error, LP_E_VALUE, LP_PAY_BASE, 0, win->base);
    if (win->worth < 1 || win->worth > INT32_MAX) return refuse(error, LP_E_VALUE, LP_PAY_WORTH, 0, win->worth);
    if (win->n_codes > rules->codes) return refuse(error, LP_E_HAND_SIZE, LP_PAY_CODES, 0, (int64_t)win->n_codes);
    if (win->n_codes && !win->codes) return refuse(error, LP_E_VALUE, LP_PAY_CODES, 0, 0);
    lp_error_t found;
    lp_status_t status = lp_tiles_check(win->codes, win->n_codes, &found);
    if (status != LP_OK) return refuse(error, status, LP_PAY_CODE, (size_t)found.place, found.value);
    for (size_t seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
        if (win->n_claims[seat] > rules->melds || (win->n_claims[seat] && (!win->claims[seat] || !rules->liability)))
            return refuse(error, LP_E_VALUE, LP_PAY_CLAIMS, seat, -1);
        for (size_t i = 0; i < win->n_claims[seat]; i++)
            if (win->claims[seat][i] >= LP_MAHJONG_SEATS || win->claims[seat][i] == seat)
                return refuse(error, LP_E_VALUE, LP_PAY_CLAIMS, seat, win->claims[seat][i]);
    }
    return LP_OK;
}

static int fed(const lp_pay_rules_t *rules, const lp_pay_win_t *win, unsigned claimer, unsigned feeder) {
    unsigned melds = 0;
    for (size_t i = 0; i < win->n_claims[claimer]; i++) melds += win->claims[claimer][i] == feeder;
    return melds >= rules->liability;
}

/* The seat that pays for all three, or LP_NO_SEAT. */
static lp_status_t find_liable(const lp_pay_rules_t *rules, const lp_pay_win_t *win, unsigned *out, lp_error_t *error) {
    unsigned partners = 0, n = 0, feeder = LP_NO_SEAT, partner = LP_NO_SEAT;
    *out = LP_NO_SEAT;
    if (rules->liability && win->payer == LP_NO_SEAT)
        for (unsigned seat = 0; seat < LP_MAHJONG_SEATS; seat++) {
            int fed_winner = fed(rules, win, win->winner, seat);
            if (seat == win->winner || !(fed_winner || fed(rules, win, seat, win->winner))) continue;
            partners |= 1u << seat;
            partner = seat;
            n++;
            if (fed_winner) feeder = seat;
        }
    if (win->last_third != LP_NO_SEAT) {
        if (win->last_third >= LP_MAHJONG_SEATS || !(partners >> win->last_third & 1))
            return refuse(error, LP_E_VALUE, LP_PAY_LAST_THIRD, 0, win->last_third);
        *out = win->last_third;
    } else if (n == 1) {
        *out = partner;
    } else if (n > 1) {
        if (feeder == LP_NO_SEAT) return refuse(error, LP_E_VALUE, LP_PAY_SEVERAL, 0, (int64_t)n);
        *out = feeder;
    }
    return LP_OK;
}

static void transfer(lp_pay_t *out, unsigned from, unsigned to, int64_t amount, int liable) {
    out->transfer[out->n_transfers].from = (uint8_t)from;
    out->transfer[out->n_transfers].to = (uint8_t)to;
    out->transfer[out->n_transfers].amount = amount;
    out->transfer[out->n_transfers++].liable = (uint8_t)liable;
    out->net[from] -= amount;
    out->net[to] += amount;
}

lp_status_t lp_mahjong_pay(const lp_pay_rules_t *rules, const lp_pay_win_t *win, lp_pay_t *out, lp_error_t *error) {
    if (!rules || !win || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if ((rules->payers != LP_PAYERS_DISCARDER && rules->payers != LP_PAYERS_ALL) || rules->codes > LP_CODES_MAX)
        return lp_fail(error, LP_E_RULES, 0, 0, rules->payers);
    unsigned liable;
    lp_status_t status = check(rules, win, error);
    if (status != LP_OK || (status = find_liable(rules, win, &liable, error)) != LP_OK) return status;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < win->n_codes; i++)
        out->hits = (uint8_t)(out->hits + (rules->hits[win->winner] >> win->codes[i] & 1));
    int64_t units = win->worth + (int64_t)rules->code * out->hits;
    if (win->base > INT64_MAX / 3 / units) return refuse(error, LP_E_VALUE, LP_PAY_BASE, 0, win->base);
    int64_t amount = win->base * units;
    if (liable != LP_NO_SEAT) {
        transfer(out, liable, win->winner, 3 * amount, 1);
    } else if (win->payer != LP_NO_SEAT && rules->payers == LP_PAYERS_DISCARDER) {
        transfer(out, win->payer, win->winner, amount, 0);
    } else {
        for (unsigned seat = 0; seat < LP_MAHJONG_SEATS; seat++)
            if (seat != win->winner) transfer(out, seat, win->winner, amount, 0);
    }
    return LP_OK;
}
