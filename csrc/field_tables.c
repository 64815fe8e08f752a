/* field_tables.c - what a field's hands come to: rows, costs, bounds, declared specials.
 *
 * Made once for a field, in some milliseconds: sorted piles, how many of them are below each strength, how often each
 * hand sweeps another of the field, and the bounds by cell as sums over a histogram of three dimensions.
 * Invariant: a cell's bound is the rest of an arrangement at its upper corner, where every count that helps is taken
 * with "no stronger than", and every cost with "stronger than", the corner; so it bounds all arrangements in the cell.
 */
#include "field.h"

#include <stdlib.h>
#include <string.h>

static const lp_settle_rules_t *rules_of(const lp_field_t *f) { return &f->stakes->rules; }

static double power(double x, size_t n) {
    double product = 1;
    for (size_t i = 0; i < n; i++) product *= x;
    return product;
}

/* ---- piles ------------------------------------------------------------------------------------------------------- */

static int by_last(const void *a, const void *b) {
    const lp_entry_t *one = a, *other = b;
    for (int i = LP_PILES - 1; i >= 0; i--)
        if (one->strength[i] != other->strength[i]) return one->strength[i] < other->strength[i] ? -1 : 1;
    return (int)one->extra - (int)other->extra;
}

static lp_status_t count_piles(lp_field_t *f, const lp_entry_t *plain) {
    size_t n = f->piles->n_strengths;
    for (size_t i = 0; i < LP_PILES; i++) {
        f->pile[i] = calloc(f->m + 64, sizeof *f->pile[i]); /* kernels may read past the end */
        f->row[i] = calloc(n, sizeof *f->row[i]);
        f->below[i] = calloc(n + 1, sizeof *f->below[i]);
        f->cut[i] = calloc(n, sizeof *f->cut[i]);
        if (!f->pile[i] || !f->row[i] || !f->below[i] || !f->cut[i]) return LP_E_MEMORY;
        for (size_t k = 0; k < f->m; k++) {
            f->pile[i][k] = plain[k].strength[i];
            f->below[i][plain[k].strength[i] + 1]++;
        }
        for (size_t s = 1; s <= n; s++) f->below[i][s] += f->below[i][s - 1];
    }
    f->cost = calloc(f->m + 64, sizeof *f->cost);
    return f->cost ? LP_OK : LP_E_MEMORY;
}

/* ---- costs: what hand k takes from a hand that it beats in all three piles, besides the rows ------- */

/* The share of the field that hand k beats in all three piles. */
static double sweeps(const lp_field_t *f, size_t k) {
    size_t run = f->below[2][f->pile[2][k]];
    size_t beaten = f->kernels->weaker(f->pile[0], f->pile[1], run, f->pile[0][k], f->pile[1][k], 0, NULL);
    return (double)beaten / (double)f->n;
}

static double gun_extra(const lp_settle_rules_t *r, double total) { /* SSS-12, SSS-13 */
    return r->gun == LP_GUN_DOUBLE ? total : r->gun == LP_GUN_PLUS_ONE ? 1 : 0;
}

static double cost_of(const lp_field_t *f, size_t k) {
    const lp_settle_rules_t *r = rules_of(f);
    size_t others = f->opponents - 1; /* besides me */
    if (r->kind == LP_SETTLE_WATERS) {
        double total = 0;
        for (size_t i = 0; i < LP_PILES; i++) total += lp_water(f->stakes, i, f->pile[i][k]);
        double extra = gun_extra(r, total);
        if (r->home_run_players == f->info.players) /* SSS-14: it beats the others too */
            extra += (total + extra) * (r->home_run_factor - 1) * power(sweeps(f, k), others);
        return extra;
    }
    /* BJ-15: a sweep of all three pots beats every other player in each */
    return r->kind == LP_SETTLE_POTS && (f->stakes->in_play & LP_BIT(LP_SWEEP)) ? power(sweeps(f, k), others) : 0;
}

static lp_status_t count_costs(lp_field_t *f) {
    double most = 0, *cost = malloc((f->m + 1) * sizeof *cost);
    if (!cost) return LP_E_MEMORY;
    for (size_t k = 0; k < f->m; k++) {
        cost[k] = cost_of(f, k);
        if (cost[k] > most) most = cost[k];
    }
    /* a vector kernel adds at most every eighth cost in one lane of 32 bits */
    double room = 2147483647.0 / ((double)f->m / 8 + 2);
    for (f->shift = 16; f->shift && most * (double)(1u << f->shift) + 1 > room;) f->shift--;
    int fits = most * (double)(1u << f->shift) + 1 <= room;
    for (size_t k = 0; fits && k < f->m; k++) f->cost[k] = (int32_t)(cost[k] * (double)(1u << f->shift) + 0.5);
    free(cost);
    return fits ? LP_OK : LP_E_RULES;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* SSS-11: my pile's water from each that it beats, the winner's water to each that beats it. */
static void rows_of_waters(lp_field_t *f, size_t pile) {
    size_t n = f->piles->n_strengths;
    double above = 0; /* water of piles stronger than s */
    for (size_t s = n; s-- > 0;) {
        unsigned worth = lp_water(f->stakes, pile, (unsigned)s);
        f->row[pile][s] = f->per_hand * ((double)worth * f->below[pile][s] - above);
        above += (double)worth * (f->below[pile][s + 1] - f->below[pile][s]);
    }
}

/* BJ-13, BJ-19 with k opponents: the winner takes step * (1 + ... + k); place j pays step * (j - 1), and j - 1 is the
 * number of piles above it, which is 0 for the winner. With p the chance to beat one opponent that is
 * step * (k (k + 1) / 2 * p^k - k (1 - p)). No deal has equal piles (BJ-8); independent draws do: each half beaten. */
static void rows_of_pots(lp_field_t *f, size_t pile) {
    size_t n = f->piles->n_strengths, k = f->opponents;
    double places = (double)(k * (k + 1)) / 2;
    for (size_t s = 0; s < n; s++) {
        double p = ((double)f->below[pile][s] + (double)f->below[pile][s + 1]) / 2 / (double)f->n;
        f->row[pile][s] = rules_of(f)->step * (places * power(p, k) - (double)k * (1 - p));
    }
}

static lp_status_t make_rows(lp_field_t *f) {
    const lp_settle_rules_t *r = rules_of(f);
    size_t n = f->piles->n_strengths;
    double unit = (double)r->step * (double)f->opponents * (double)f->opponents; /* BJ-14: from each opponent */
    for (size_t i = 0; i < LP_PILES; i++) {
        if (r->kind == LP_SETTLE_WATERS) rows_of_waters(f, i);
        if (r->kind == LP_SETTLE_POTS) rows_of_pots(f, i);
    }
    if (r->kind == LP_SETTLE_POTS && (f->stakes->in_play & LP_BIT(LP_STRAIGHT_FLUSH_HEAD))) /* BJ-16 */
        for (size_t s = 0; s < n; s++)
            if (f->stakes->category[s] == LP_STRAIGHT_FLUSH)
                f->row[0][s] += unit * r->special[LP_STRAIGHT_FLUSH_HEAD].points;
    const double *guess[LP_PILES] = {f->row[0], f->row[1], f->row[2]};
    double *chance = NULL;
    if (r->kind == LP_SETTLE_BANKER) {
        chance = malloc(LP_PILES * n * sizeof *chance);
        if (!chance) return LP_E_MEMORY;
        for (size_t i = 0; i < LP_PILES; i++) {
            for (size_t s = 0; s < n; s++) chance[i * n + s] = (double)f->below[i][s + f->banker];
            guess[i] = chance + i * n;
        }
    }
    lp_status_t status = lp_utilities_new(f->piles, guess[0], guess[1], guess[2], &f->guess, NULL);
    free(chance);
    return status;
}

/* ---- what no arrangement changes ----------------------------------------------------------------------- */

static size_t special_class(const lp_entry_t *e) { return (size_t)e->special * 3 + e->extra; }

/* SSS-19: more worth, or as much with fewer jokers. */
static int outdoes(const lp_stakes_t *s, size_t a, size_t b) {
    unsigned one = s->worth[a / 3], other = s->worth[b / 3];
    return one > other || (one == other && a % 3 < b % 3);
}

/* Declared specials. An opponent with special c that beats me takes points, times the sweep factor if it beats the
 * others as well (SSS-18); mine takes points from each it beats, and again the factor if it beats all of them. */
static void value_specials(lp_field_t *f, const size_t *count) {
    const lp_stakes_t *s = f->stakes;
    double n = (double)f->n, k = (double)f->opponents, beats[LP_SPECIALS * 3];
    for (size_t a = 0; a < LP_SPECIALS * 3; a++) {
        size_t beaten = f->m;
        for (size_t b = 0; b < LP_SPECIALS * 3; b++)
            if (count[b] && outdoes(s, a, b)) beaten += count[b];
        beats[a] = (double)beaten / n;
    }
    double takes[LP_SPECIALS * 3];
    for (size_t a = 0; a < LP_SPECIALS * 3; a++) {
        const lp_special_rule_t *rule = &rules_of(f)->special[a / 3];
        double more = rule->sweep_factor > 1 ? rule->sweep_factor - 1 : 0;
        takes[a] = k * (double)count[a] / n * rule->points * (1 + more * power(beats[a], f->opponents - 1));
        f->constant -= takes[a];
    }
    for (size_t a = 0; a < LP_SPECIALS * 3; a++) {
        const lp_special_rule_t *rule = &rules_of(f)->special[a / 3];
        double more = rule->sweep_factor > 1 ? rule->sweep_factor - 1 : 0;
        double value = k * rule->points * (beats[a] + more * power(beats[a], f->opponents));
        for (size_t b = 0; b < LP_SPECIALS * 3; b++)
            if (count[b] && outdoes(s, b, a)) value -= takes[b];
        f->declare[a / 3][a % 3] = value;
    }
}

static void value_constants(lp_field_t *f, const lp_entry_t *plain, const size_t *count) {
    const lp_settle_rules_t *r = rules_of(f);
    double k = (double)f->opponents, n = (double)f->n;
    f->per_hand = k / n;
    f->per_cost = k / n / (double)(1u << f->shift);
    f->additive = r->kind == LP_SETTLE_POTS && !(f->stakes->in_play & LP_BIT(LP_SWEEP));
    if (r->kind == LP_SETTLE_WATERS) {
        if (r->home_run_players == f->info.players) f->sweep = k * (r->home_run_factor - 1);
        f->ties_count = r->gun && r->run_over;
        value_specials(f, count);
    } else if (r->kind == LP_SETTLE_POTS && f->stakes->in_play) {
        double unit = r->step * k; /* BJ-14 */
        uint64_t multiples = 0;
        for (size_t i = 0; i < f->m; i++) {
            multiples += plain[i].extra;
            if ((f->stakes->in_play & LP_BIT(LP_STRAIGHT_FLUSH_HEAD)) &&
                f->stakes->category[plain[i].strength[0]] == LP_STRAIGHT_FLUSH)
                multiples += r->special[LP_STRAIGHT_FLUSH_HEAD].points;
        }
        f->constant = -k * unit * (double)multiples / n;
        f->per_cost *= unit * r->special[LP_SWEEP].points;
        if (f->stakes->in_play & LP_BIT(LP_SWEEP)) f->sweep = k * unit * r->special[LP_SWEEP].points;
    } else if (r->kind == LP_SETTLE_BANKER) { /* BS-5: a dragon loses to nothing but the banker's */
        for (size_t a = 0; a < LP_SPECIALS * 3; a++)
            f->declare[a / 3][a % 3] = f->banker ? 1 : (r->pays + 1) * (double)f->m / n - 1;
    }
}

/* ---- bounds by cell ------------------------------------------------------------------------------------- */

/* Cuts a pile's strengths where its water changes and into parts that hold as many hands each. */
static void cut_pile(lp_field_t *f, size_t pile) {
    size_t n = f->piles->n_strengths, changes = 0;
    unsigned worth = lp_water(f->stakes, pile, 0);
    for (size_t s = 1; s < n; s++) {
        unsigned next = lp_water(f->stakes, pile, (unsigned)s);
        changes += next != worth;
        worth = next;
    }
    size_t parts = changes < LP_CUTS / 2 ? LP_CUTS - 1 - changes : 1, at = 0, cut = 0;
    int every = changes < LP_CUTS / 2; /* else more changes than a cell can follow: see bound_cells */
    for (size_t s = 0; s < n; s++) {
        if (s) {
            size_t part = (size_t)f->below[pile][s] * parts / (f->m ? f->m : 1);
            int change = every && lp_water(f->stakes, pile, (unsigned)s) != lp_water(f->stakes, pile, (unsigned)s - 1);
            if ((change || part != at) && cut + 1 < LP_CUTS) cut++;
            at = part;
        }
        f->cut[pile][s] = (uint8_t)cut;
        f->low[pile][cut + 1] = (uint16_t)(s + 1);
    }
    f->n_cuts[pile] = cut + 1;
}

/* Turns counts by cell into counts of all cells no higher in any of the three piles. */
static void sum_up(const lp_field_t *f, int64_t *cell) {
    size_t na = f->n_cuts[0], nb = f->n_cuts[1], nc = f->n_cuts[2];
    for (size_t i = 0, all = na * nb * nc; i < all; i++)
        if (i % nb) cell[i] += cell[i - 1];
    for (size_t i = 0, all = na * nb * nc; i < all; i++)
        if (i / nb % na) cell[i] += cell[i - nb];
    for (size_t i = na * nb, all = na * nb * nc; i < all; i++) cell[i] += cell[i - na * nb];
}

static int64_t at_or_zero(const lp_field_t *f, const int64_t *cell, int a, int b, int c) {
    return a < 0 || b < 0 || c < 0 ? 0 : cell[lp_cell(f, (unsigned)a, (unsigned)b, (unsigned)c)];
}

/* Hands that a cell's upper corner beats or equals in at least `need` piles, from counts of one, two and three. */
static int64_t beaten_in(const lp_field_t *f, const int64_t *cell, int a, int b, int c, unsigned need) {
    int x = (int)f->n_cuts[0] - 1, y = (int)f->n_cuts[1] - 1, z = (int)f->n_cuts[2] - 1;
    int64_t one = at_or_zero(f, cell, a, y, z) + at_or_zero(f, cell, x, b, z) + at_or_zero(f, cell, x, y, c);
    int64_t two = at_or_zero(f, cell, a, b, z) + at_or_zero(f, cell, a, y, c) + at_or_zero(f, cell, x, b, c);
    int64_t three = at_or_zero(f, cell, a, b, c);
    return need == 1 ? one - two + three : need == 2 ? two - 2 * three : three;
}

static float rounded_up(double x) {
    float y = (float)(x + (x < 0 ? -x : x) * 1e-6 + 1e-9);
    return y;
}

/* The largest row value of each interval. */
static void row_tops(const lp_field_t *f, double top[LP_PILES][LP_CUTS], unsigned worth[LP_PILES][LP_CUTS]) {
    for (size_t i = 0; i < LP_PILES; i++)
        for (size_t s = 0; s < f->piles->n_strengths; s++) {
            size_t cut = f->cut[i][s];
            int fresh = !s || f->cut[i][s - 1] != cut;
            unsigned water = lp_water(f->stakes, i, (unsigned)s);
            if (fresh || f->row[i][s] > top[i][cut]) top[i][cut] = f->row[i][s];
            if (fresh || water > worth[i][cut]) worth[i][cut] = water;
        }
}

static lp_status_t bound_cells(lp_field_t *f) {
    const lp_settle_rules_t *r = rules_of(f);
    for (size_t i = 0; i < LP_PILES; i++) cut_pile(f, i);
    size_t na = f->n_cuts[0], nb = f->n_cuts[1], nc = f->n_cuts[2], cells = na * nb * nc;
    int64_t *count = calloc(cells, sizeof *count), *cost = calloc(cells, sizeof *cost);
    f->rest = malloc(cells * sizeof *f->rest);
    f->whole = malloc(cells * sizeof *f->whole);
    if (!count || !cost || !f->rest || !f->whole) {
        free(count);
        free(cost);
        return LP_E_MEMORY;
    }
    for (size_t k = 0; k < f->m; k++) {
        unsigned a = f->cut[0][f->pile[0][k]], b = f->cut[1][f->pile[1][k]], c = f->cut[2][f->pile[2][k]];
        count[lp_cell(f, a, b, c)]++;
        /* mirrored, so that the sum over lower cells is the sum over higher ones */
        cost[lp_cell(f, (unsigned)na - 1 - a, (unsigned)nb - 1 - b, (unsigned)nc - 1 - c)] += f->cost[k];
    }
    sum_up(f, count);
    sum_up(f, cost);
    double top[LP_PILES][LP_CUTS];
    unsigned worth[LP_PILES][LP_CUTS], need = f->banker ? 4u - r->piles_to_win : r->piles_to_win;
    row_tops(f, top, worth);
    for (size_t a = 0; a < na; a++)
        for (size_t b = 0; b < nb; b++)
            for (size_t c = 0; c < nc; c++) {
                size_t at = lp_cell(f, (unsigned)a, (unsigned)b, (unsigned)c);
                int64_t wins = count[at];
                if (r->kind == LP_SETTLE_BANKER) wins = beaten_in(f, count, (int)a, (int)b, (int)c, need);
                int64_t least = at_or_zero(f, cost, (int)(na - 2 - a), (int)(nb - 2 - b), (int)(nc - 2 - c));
                double rest = lp_field_rest(f, worth[0][a] + worth[1][b] + worth[2][c], (size_t)wins, least, 0);
                f->rest[at] = rounded_up(rest);
                f->whole[at] = rounded_up(rest + top[0][a] + top[1][b] + top[2][c]);
                if (a && f->whole[at - nb] > f->whole[at]) f->whole[at] = f->whole[at - nb];
                if (b && f->whole[at - 1] > f->whole[at]) f->whole[at] = f->whole[at - 1];
                if (c && f->whole[at - na * nb] > f->whole[at]) f->whole[at] = f->whole[at - na * nb];
            }
    free(count);
    free(cost);
    return LP_OK;
}

lp_status_t lp_field_tables(lp_field_t *f, const uint8_t *entries) {
    lp_entry_t *plain = malloc(f->n * sizeof *plain);
    size_t count[LP_SPECIALS * 3] = {0};
    if (!plain) return LP_E_MEMORY;
    for (size_t i = 0; i < f->n; i++) {
        lp_entry_t e = lp_entry_read(entries + i * LP_FIELD_ENTRY);
        if (e.special == LP_NO_SPECIAL) plain[f->m++] = e;
        else count[special_class(&e)]++;
    }
    qsort(plain, f->m, sizeof *plain, by_last);
    lp_status_t status = count_piles(f, plain);
    if (status == LP_OK) status = count_costs(f);
    if (status == LP_OK) {
        value_constants(f, plain, count);
        status = make_rows(f);
    }
    if (status == LP_OK) status = bound_cells(f);
    free(plain);
    return status;
}
