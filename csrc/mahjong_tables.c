/* mahjong_tables.c - the two tables of all vectors, and how rows merge.
 *
 * A million vectors share few histories: after any number of faces, vectors in the same state have the same future, so
 * each step is taken once a state and count, and the vectors only carry the number of their state. That makes tens of
 * thousands of steps in place of millions, some tens of milliseconds in all.
 * Invariant: vectors of more than LP_HAND_TILES_MAX tiles have entries that are inside all tables and mean nothing; no
 * hand that passes its check has one.
 */
#include "mahjong_rows.h"

#include <stdlib.h>
#include <string.h>

#define COUNTS 5
#define STATES_MAX 16384 /* at most some six thousand are in use at a face */
#define BUCKETS (4 * STATES_MAX)

/* Numbers different byte strings of one size in the order in which they come. */
typedef struct names {
    uint8_t *value;
    size_t size;
    uint32_t n, capacity, n_buckets;
    uint16_t *bucket; /* number + 1 */
} names_t;

static uint64_t hash_of(const uint8_t *value, size_t size) {
    uint64_t hash = 0xCBF29CE484222325u, word;
    for (size_t i = 0; i < size; i += sizeof word) {
        memcpy(&word, value + i, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static lp_status_t names_new(names_t *names, size_t size, uint32_t capacity) {
    *names = (names_t){.size = size, .capacity = capacity, .n_buckets = 4 * capacity};
    names->value = malloc(size * capacity);
    names->bucket = calloc(names->n_buckets, sizeof *names->bucket);
    return names->value && names->bucket ? LP_OK : LP_E_MEMORY;
}

static void names_free(names_t *names) {
    free(names->value);
    free(names->bucket);
}

static void names_clear(names_t *names) {
    names->n = 0;
    memset(names->bucket, 0, names->n_buckets * sizeof *names->bucket);
}

/* The number of a value, `capacity` if there is no room for it. */
static uint32_t name_of(names_t *names, const void *value) {
    uint32_t at = (uint32_t)hash_of(value, names->size) & (names->n_buckets - 1);
    for (; names->bucket[at]; at = (at + 1) & (names->n_buckets - 1))
        if (!memcmp(names->value + names->size * (names->bucket[at] - 1u), value, names->size))
            return names->bucket[at] - 1u;
    if (names->n == names->capacity) return names->capacity;
    memcpy(names->value + names->size * names->n, value, names->size);
    names->bucket[at] = (uint16_t)(names->n + 1);
    return names->n++;
}

/* ---- wins ------------------------------------------------------------------------------------------------------- */

/* Fewest wild tiles by pair or none, chows begun at the face before the last and at the last; every tile is used. */
typedef struct fill {
    uint8_t wilds[2][4][4];
} fill_t;

static void fill_start(void *state) {
    fill_t *fill = state;
    memset(fill, LP_NEVER, sizeof *fill);
    fill->wilds[0][0][0] = 0;
}

static void fill_step(const void *from_state, void *to_state, unsigned count, int chows) {
    static const uint8_t pungs[COUNTS] = {0, 2, 1, 0, 2}, and_pair[COUNTS] = {2, 1, 0, 2, 1}; /* of so many tiles */
    const fill_t *from = from_state;
    fill_t *to = to_state;
    memset(to, LP_NEVER, sizeof *to);
    for (unsigned p = 0; p < 2; p++)
        for (unsigned x = 0; x <= 2; x++)
            for (unsigned y = 0; y <= 2; y++) {
                unsigned before = from->wilds[p][x][y];
                for (unsigned z = 0; z <= (chows ? 2u : 0u) && before < LP_NEVER; z++) {
                    unsigned used = x + y + z, rest = count > used ? count - used : 0;
                    unsigned fill = before + (used > count ? used - count : 0), paired = fill + and_pair[rest];
                    fill += pungs[rest];
                    if (fill < to->wilds[p][y][z]) to->wilds[p][y][z] = (uint8_t)fill;
                    if (!p && paired < to->wilds[1][y][z]) to->wilds[1][y][z] = (uint8_t)paired;
                }
            }
}

static uint8_t fill_end(const void *state, void *context) {
    const fill_t *fill = state;
    (void)context;
    unsigned melds = fill->wilds[0][0][0], pair = fill->wilds[1][0][0];
    return (uint8_t)(melds | (pair < melds ? LP_WIN_PAIR : 0));
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* A row as it is kept; `fifths` are the tiles beyond that LP_FREE makes use of. */
typedef struct halves {
    uint8_t row[2][LP_ROW];
    uint8_t fifths, none[7];
} halves_t;

/* A state holds the tiles beyond that are of any use: one in a suit, where chows take care of the rest, and up to two of
 * each face in the honours. */
#define SUIT_BEYOND 1
#define STATE_SIZE(beyond) (((beyond) + 1) * sizeof((lp_rows_state_t *)0)->row[0])

static void start_rows(void *state, unsigned beyond) {
    lp_rows_state_t start;
    lp_rows_start(&start);
    memcpy(state, &start, STATE_SIZE(beyond));
}

static void step_rows(const void *from_state, void *to_state, unsigned beyond, unsigned count, int chows) {
    lp_rows_state_t from, to;
    memcpy(&from, from_state, STATE_SIZE(beyond));
    lp_rows_step(&from, &to, beyond, count, 4, chows);
    memcpy(to_state, &to, STATE_SIZE(beyond));
}

static uint8_t end_rows(const void *state, unsigned beyond, names_t *rows) {
    lp_rows_state_t end;
    halves_t halves = {.fifths = (uint8_t)beyond};
    memcpy(&end, state, STATE_SIZE(beyond));
    const uint8_t *most = end.row[beyond][0][0];
    while (halves.fifths && !memcmp(end.row[halves.fifths - 1][0][0], most, LP_ROW)) halves.fifths--;
    memcpy(halves.row[LP_CAPPED], end.row[0][0][0], LP_ROW);
    memcpy(halves.row[LP_FREE], most, LP_ROW);
    return (uint8_t)name_of(rows, &halves);
}

static void suit_start(void *state) { start_rows(state, SUIT_BEYOND); }
static void suit_step(const void *from, void *to, unsigned count, int chows) {
    step_rows(from, to, SUIT_BEYOND, count, chows);
}
static uint8_t suit_end(const void *state, void *rows) { return end_rows(state, SUIT_BEYOND, rows); }

static void honour_start(void *state) { start_rows(state, LP_BEYOND_MAX); }
static void honour_step(const void *from, void *to, unsigned count, int chows) {
    step_rows(from, to, LP_BEYOND_MAX, count, chows);
}
static uint8_t honour_end(const void *state, void *rows) { return end_rows(state, LP_BEYOND_MAX, rows); }

/* ---- all vectors ------------------------------------------------------------------------------------------------ */

typedef struct kind {
    size_t size; /* of a state */
    void (*start)(void *state);
    void (*step)(const void *from, void *to, unsigned count, int chows);
    uint8_t (*end)(const void *state, void *context);
} kind_t;

static const kind_t fills = {sizeof(fill_t), fill_start, fill_step, fill_end};
static const kind_t suit_rows = {STATE_SIZE(SUIT_BEYOND), suit_start, suit_step, suit_end};
static const kind_t honour_rows = {STATE_SIZE(LP_BEYOND_MAX), honour_start, honour_step, honour_end};

/* What one table takes to make: states of two faces, the fewest tiles that lead to each, vectors by state. */
typedef struct work {
    names_t names[2];
    size_t room; /* bytes of states in each */
    uint8_t fewest[2][STATES_MAX];
    uint16_t next[STATES_MAX][COUNTS];
    uint8_t end[STATES_MAX];
    uint16_t vectors[2][LP_SUIT_VECTORS / COUNTS];
} work_t;

static lp_status_t fill_table(const kind_t *kind, void *context, unsigned faces, int suit, work_t *w, uint8_t *table) {
    uint64_t state[sizeof(lp_rows_state_t) / sizeof(uint64_t) + 1];
    uint32_t n = 1;
    for (int i = 0; i < 2; i++) {
        w->names[i].size = kind->size;
        w->names[i].capacity = (uint32_t)(w->room / kind->size < STATES_MAX ? w->room / kind->size : STATES_MAX);
        names_clear(&w->names[i]);
    }
    kind->start(state);
    w->vectors[0][0] = (uint16_t)name_of(&w->names[0], state);
    w->fewest[0][0] = 0;
    for (unsigned face = 0; face < faces; face++, n *= COUNTS) {
        names_t *from = &w->names[face & 1], *to = &w->names[(face + 1) & 1];
        uint8_t *fewest = w->fewest[face & 1], *then = w->fewest[(face + 1) & 1];
        const uint16_t *vectors = w->vectors[face & 1];
        uint16_t *longer = w->vectors[(face + 1) & 1];
        names_clear(to);
        for (uint32_t s = 0; s < from->n; s++)
            for (unsigned c = 0; c < COUNTS; c++) {
                unsigned tiles = fewest[s] + c;
                w->next[s][c] = 0;
                if (tiles > LP_HAND_TILES_MAX) continue;
                kind->step(from->value + kind->size * s, state, c, suit && face + 2 < faces);
                uint32_t before = to->n, name = name_of(to, state);
                if (name == to->capacity) return LP_E_MEMORY;
                if (name == before || tiles < then[name]) then[name] = (uint8_t)tiles;
                w->next[s][c] = (uint16_t)name;
            }
        if (face + 1 < faces) {
            for (unsigned c = 0; c < COUNTS; c++)
                for (uint32_t v = 0; v < n; v++) longer[c * n + v] = w->next[vectors[v]][c];
            continue;
        }
        for (uint32_t s = 0; s < to->n; s++) w->end[s] = kind->end(to->value + kind->size * s, context);
        for (unsigned c = 0; c < COUNTS; c++)
            for (uint32_t v = 0; v < n; v++) table[c * n + v] = w->end[w->next[vectors[v]][c]];
    }
    return LP_OK;
}

/* Numbers rows anew, those that make use of a fifth copy last. */
static void order_rows(lp_mahjong_t *m, const names_t *rows) {
    uint8_t number[LP_ROWS_MAX] = {0};
    m->n_rows = rows->n;
    uint32_t n = 0;
    for (int differ = 0; differ < 2; differ++) {
        for (uint32_t i = 0; i < rows->n; i++) {
            const halves_t *halves = (const halves_t *)(const void *)(rows->value + rows->size * i);
            if ((halves->fifths != 0) != differ) continue;
            memcpy(m->rows[n], halves->row, sizeof halves->row);
            m->fifths[n] = halves->fifths;
            number[i] = (uint8_t)n++;
        }
        if (!differ) m->split = n;
    }
    for (size_t i = 0; i < LP_VECTORS; i++) m->row[i] = number[m->row[i]];
}

static uint8_t missing_of(const uint8_t *a, const uint8_t *b, unsigned melds) {
    unsigned least = LP_NEVER;
    for (unsigned j = 0; j <= melds; j++) {
        unsigned one = (unsigned)a[j] + b[LP_PAIRED + melds - j], other = (unsigned)a[LP_PAIRED + j] + b[melds - j];
        unsigned less = one < other ? one : other;
        least = less < least ? less : least;
    }
    return (uint8_t)least;
}

static lp_status_t merge_rows(lp_mahjong_t *m, names_t *merged) {
    uint8_t sum[LP_ROW];
    for (int half = 0; half < 2; half++)
        for (uint32_t a = 0; a < m->n_rows; a++)
            for (uint32_t b = 0; b <= a; b++) {
                lp_rows_merge(m->rows[a][half], m->rows[b][half], sum);
                uint32_t name = name_of(merged, sum);
                if (name == merged->capacity) return LP_E_MEMORY;
                m->merge[half][a * LP_ROWS_MAX + b] = m->merge[half][b * LP_ROWS_MAX + a] = (uint16_t)name;
            }
    m->n_merged = merged->n;
    for (unsigned k = 0; k <= LP_MELDS_MAX; k++)
        for (uint32_t a = 0; a < merged->n; a++)
            for (uint32_t b = 0; b < merged->n; b++)
                m->missing[k][a * LP_MERGED_MAX + b] =
                    missing_of(merged->value + LP_ROW * a, merged->value + LP_ROW * b, k);
    return LP_OK;
}

lp_status_t lp_mahjong_tables(lp_mahjong_t *m) {
    names_t rows = {0}, merged = {0};
    work_t *w = calloc(1, sizeof *w);
    lp_status_t status = w ? LP_OK : LP_E_MEMORY;
    if (w) w->room = suit_rows.size * STATES_MAX;
    for (int i = 0; i < 2 && status == LP_OK; i++) status = names_new(&w->names[i], suit_rows.size, STATES_MAX);
    if (status == LP_OK) status = names_new(&rows, sizeof(halves_t), LP_ROWS_MAX);
    if (status == LP_OK) status = names_new(&merged, LP_ROW, LP_MERGED_MAX);
    if (status == LP_OK) status = fill_table(&fills, NULL, 9, 1, w, m->win);
    if (status == LP_OK) status = fill_table(&fills, NULL, 7, 0, w, m->win + LP_SUIT_VECTORS);
    if (status == LP_OK) status = fill_table(&suit_rows, &rows, 9, 1, w, m->row);
    if (status == LP_OK) status = fill_table(&honour_rows, &rows, 7, 0, w, m->row + LP_SUIT_VECTORS);
    if (status == LP_OK && rows.n == rows.capacity) status = LP_E_MEMORY;
    if (status == LP_OK) {
        order_rows(m, &rows);
        status = merge_rows(m, &merged);
    }
    names_free(&rows);
    names_free(&merged);
    for (int i = 0; w && i < 2; i++) names_free(&w->names[i]);
    free(w);
    return status;
}
