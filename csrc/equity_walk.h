/* equity_walk.h - the walk over deals, included once by each instruction set.
 *
 * A walk is a nest of loops, one a walked seat, over the completions that the cards of the seats before leave. In the
 * order of their numbers the lowest place changes fastest, so that the AND of the rows of all higher places is kept, a
 * row a place, and a step is mostly one AND. Invariant: `level[j]` is the AND of what the seats before left and of the
 * rows of places j and up.
 *
 * The including file defines
 *   KERNEL(name)   the name of the entry point
 *   count_and      bits set in both of two rows, of their first `bits`
 */

typedef struct walk {
    const lp_equity_t *e;
    uint64_t *wins, *scratch;
} walk_t;

typedef struct lead {
    uint16_t strength; /* the largest so far, and whose it is */
    size_t player;
} lead_t;

static void and_rows(const uint64_t *restrict a, const uint64_t *restrict b, uint64_t *restrict out, size_t words) {
    for (size_t i = 0; i < words; i++) out[i] = a[i] & b[i];
}

static void walk_player(const walk_t *w, size_t player, size_t start, size_t n, const uint64_t *alive, uint64_t used,
                        lead_t lead);

/* A deal to all walked seats, or one to `player` and those before. */
static ALWAYS_INLINE void step(const walk_t *w, size_t player, uint32_t number, const uint64_t *alive,
                               const uint64_t *avoid, uint64_t *row, uint64_t used, lead_t lead) {
    const lp_equity_t *e = w->e;
    uint16_t strength = e->strength[player][number];
    if (!player || strength > lead.strength) lead = (lead_t){strength, player};
    if (player + 2 == e->playing) {
        w->wins[lead.player] += count_and(alive, avoid, e->below[lead.strength]);
        return;
    }
    and_rows(alive, avoid, row, e->words);
    walk_player(w, player + 1, 0, SIZE_MAX, row, used, lead);
}

static void walk_player(const walk_t *w, size_t player, size_t start, size_t n, const uint64_t *alive, uint64_t used,
                        lead_t lead) {
    const lp_equity_t *e = w->e;
    const size_t m = e->need[player], words = e->words;
    uint64_t *rows = w->scratch + player * LP_HOLDINGS * words;
    if (!m) {
        step(w, player, 0, alive, alive, rows, used, lead);
        return;
    }
    uint8_t left[LP_CARDS]; /* places that are not used, ascending */
    size_t n_left = 0;
    for (uint8_t p = 0; p < e->unseen; p++)
        if (!(used >> p & 1)) left[n_left++] = p;

    /* at[j]: the j-th lowest, as an index into left; at[m + 1] stops it. number[j], taken[j]: of at[j] and up. */
    size_t at[LP_HOLDINGS + 2];
    uint32_t number[LP_HOLDINGS + 2];
    uint64_t taken[LP_HOLDINGS + 2];
    const uint64_t *level[LP_HOLDINGS + 2];
    at[m + 1] = n_left;
    number[m + 1] = 0;
    taken[m + 1] = used;
    level[m + 1] = alive;
    for (size_t j = m, rest = start, top = n_left; j >= 1; j--) {
        do top--;
        while (e->choose[j][top] > rest);
        at[j] = top;
        rest -= e->choose[j][top];
    }
    for (size_t changed = m; n--;) {
        for (size_t j = changed; j >= 2; j--) {
            uint8_t p = left[at[j]];
            uint64_t *row = rows + (j - 1) * words;
            and_rows(level[j + 1], e->avoid + p * words, row, words);
            level[j] = row;
            number[j] = number[j + 1] + e->choose[j][p];
            taken[j] = taken[j + 1] | (uint64_t)1 << p;
        }
        uint8_t p = left[at[1]];
        step(w, player, number[2] + p, level[2], e->avoid + p * words, rows, taken[2] | (uint64_t)1 << p, lead);
        for (changed = 1; changed <= m && at[changed] + 1 == at[changed + 1]; changed++) at[changed] = changed - 1;
        if (changed > m) return;
        at[changed]++;
    }
}

void KERNEL(lp_equity_walk)(const lp_equity_t *e, size_t start, size_t n, uint64_t *wins, uint64_t *scratch) {
    const walk_t w = {e, wins, scratch};
    uint64_t *all = scratch + (e->playing - 1) * LP_HOLDINGS * e->words;
    for (size_t i = 0; i < e->words; i++) all[i] = ~(uint64_t)0;
    walk_player(&w, 0, start, n, all, 0, (lead_t){0, 0});
}
