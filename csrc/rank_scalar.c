/* rank_scalar.c - batch ranking in plain C, which every machine has.
 *
 * The same steps as in the vector kernels, as loops over arrays of bytes that a compiler turns into whatever vector
 * instructions its baseline has (at -O3). Baselines lack byte look-ups, so everything is arithmetic: a permutation of
 * four suits is a matrix over two bits, and C(r + k, k + 1) is a running product, its divisions exact and thus
 * multiplications modulo 2^16.
 * Invariant: codes are capped before an index is made, so that any bytes stay inside the table. The loops have no
 * branch that depends on a card; one a block asks whether there is a joker at all.
 */
#include "rank_lanes.h"

#include <string.h>

/* Few enough that a block's arrays stay close, enough for two registers a loop. */
#define HANDS 32
#define KERNEL(name) name##_scalar

typedef struct block {
    uint16_t index[HANDS];
    uint16_t suits[HANDS]; /* suit weights of the sorted cards, two bits each, the smallest card lowest */
} block_t;

typedef struct lanes {
    uint8_t least[HANDS], most[HANDS], twice[HANDS]; /* smallest sort code, largest card, non-zero: duplicates */
    uint8_t flip, straight, up, down;                /* suit to weight: flip ^ the bits kept, moved up, moved down */
    uint8_t red_code, black_shows, red_shows;
    uint8_t lowest, highest;
} lanes_t;

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EACH_PILE for (int h = 0; h < HANDS; h++)

static void start(lanes_t *l, const lp_piles_t *p, int recoded) {
    (void)recoded;
    memset(l, 0, sizeof *l);
    memset(l->least, 0xFF, sizeof l->least);
    /* All 24 permutations of two bits are affine: the images of 0, 1 and 2 say everything. Aces are in every deck. */
    const uint8_t *weight = p->code + 48;
    uint8_t of_low_bit = (uint8_t)((weight[0] ^ weight[1]) & 3), of_high_bit = (uint8_t)((weight[0] ^ weight[2]) & 3);
    l->flip = weight[0] & 3;
    l->straight = (of_low_bit & 1) | (of_high_bit & 2);
    l->up = of_low_bit & 2;
    l->down = of_high_bit & 1;
    l->red_code = p->code[LP_RED_JOKER];
    if (p->rules.jokers) {
        l->black_shows = p->shows[p->code[LP_BLACK_JOKER]];
        l->red_shows = p->shows[p->code[LP_RED_JOKER]];
    }
    l->lowest = p->lowest;
    l->highest = p->highest;
}

static int clean(const lanes_t *l) {
    int bad = 0;
    EACH_PILE bad |= (l->least[h] < l->lowest) | (l->most[h] > l->highest) | l->twice[h];
    return !bad;
}

static ALWAYS_INLINE void recode(const lanes_t *l, uint8_t *restrict cards) {
    const uint8_t flip = l->flip, straight = l->straight, up = l->up, down = l->down, red_code = l->red_code;
    EACH_PILE {
        uint8_t card = cards[h];
        uint8_t weight = (uint8_t)(flip ^ (card & straight) ^ ((card << 1) & up) ^ ((card >> 1) & down));
        uint8_t code = card < LP_BLACK_JOKER ? (uint8_t)((card & ~3u) | weight) : card;
        cards[h] = card == LP_RED_JOKER ? red_code : code;
    }
}

#define ORDER(a, b)                   \
    do {                              \
        uint8_t least_ = MIN(a, b);   \
        b = MAX(a, b);                \
        a = least_;                   \
    } while (0)

static ALWAYS_INLINE void sort_and_check(lanes_t *restrict l, uint8_t (*restrict c)[HANDS], int size) {
    EACH_PILE {
        uint8_t s[5] = {c[0][h], c[1][h], c[2][h], size == 5 ? c[3][h] : 0, size == 5 ? c[4][h] : 0};
        if (size == 5) SORT_FIVE(ORDER, s[0], s[1], s[2], s[3], s[4]);
        else SORT_THREE(ORDER, s[0], s[1], s[2]);
        uint8_t twice = (uint8_t)((s[0] == s[1]) | (s[1] == s[2]));
        if (size == 5) twice |= (uint8_t)((s[2] == s[3]) | (s[3] == s[4]));
        l->twice[h] |= twice;
        l->least[h] = MIN(l->least[h], s[0]);
        for (int k = 0; k < size; k++) c[k][h] = MIN(s[k], HIGHEST_CODE);
    }
}

/* All ones for piles that can show one suit. Jokers sort last and are two at most. */
static ALWAYS_INLINE void find_flushes(const lanes_t *l, uint8_t (*restrict c)[HANDS], int size,
                                       uint8_t *restrict flush) {
    uint8_t top = 0;
    EACH_PILE top = MAX(top, c[size - 1][h]);
    if (top < LP_BLACK_JOKER) {
        EACH_PILE {
            uint8_t differ = 0;
            for (int k = 1; k < size; k++) differ |= (uint8_t)(c[0][h] ^ c[k][h]);
            flush[h] = differ & 3 ? 0 : 0xFF;
        }
        return;
    }
    const uint8_t black_shows = l->black_shows, red_shows = l->red_shows;
    EACH_PILE {
        uint8_t shown = 15;
        for (int k = 0; k < size; k++) {
            uint8_t code = c[k][h], one = (code & 1 ? 10 : 5) & (code & 2 ? 12 : 3);
            uint8_t joker = code == LP_BLACK_JOKER ? black_shows : red_shows;
            shown &= k < size - 2 || code < LP_BLACK_JOKER ? one : joker;
        }
        flush[h] = shown ? 0xFF : 0;
    }
}

#define THIRD 0xAAABu /* 1 / 3 and 1 / 5 modulo 2^16 */
#define FIFTH 0xCCCDu

static ALWAYS_INLINE uint16_t choose_2(uint16_t r) { return (uint16_t)((uint16_t)(r * (r + 1)) >> 1); }
static ALWAYS_INLINE uint16_t choose_3(uint16_t r) { return (uint16_t)((uint16_t)(choose_2(r) * (r + 2)) * THIRD); }
static ALWAYS_INLINE uint16_t choose_4(uint16_t r) { return (uint16_t)((uint16_t)(choose_3(r) * (r + 3)) >> 2); }
static ALWAYS_INLINE uint16_t choose_5(uint16_t r) { return (uint16_t)((uint16_t)(choose_4(r) * (r + 4)) * FIFTH); }

static ALWAYS_INLINE void index_block(lanes_t *restrict l, const uint8_t *restrict rows, block_t *restrict b, int size,
                                      int suited, int recoded) {
    uint8_t c[5][HANDS], flush[HANDS];
    EACH_PILE for (int k = 0; k < size; k++) c[k][h] = rows[h * size + k];
    for (int k = 0; k < size; k++) EACH_PILE l->most[h] = MAX(l->most[h], c[k][h]);
    if (recoded)
        for (int k = 0; k < size; k++) recode(l, c[k]);
    sort_and_check(l, c, size);
    find_flushes(l, c, size, flush);
    EACH_PILE {
        uint16_t index = (uint16_t)((c[0][h] >> 2) + choose_2(c[1][h] >> 2) + choose_3(c[2][h] >> 2));
        if (size == 5) index = (uint16_t)(index + choose_4(c[3][h] >> 2) + choose_5(c[4][h] >> 2));
        b->index[h] = (uint16_t)(index + ((flush[h] * 0x0101) & (size == 5 ? LP_INDEX5 : LP_INDEX3)));
    }
    if (!suited) return;
    EACH_PILE {
        uint16_t suits = 0;
        for (int k = 0; k < size; k++) suits |= (uint16_t)((c[k][h] & 3) << (2 * k));
        b->suits[h] = suits;
    }
}

static ALWAYS_INLINE void read_table(const uint16_t *restrict table, const uint16_t *restrict index,
                                     uint16_t *restrict out) {
    EACH_PILE out[h] = table[index[h]];
}

/* 4 * class + the suit at the place: the suits shifted by two bits a place, one bit of the place at a time. */
static ALWAYS_INLINE void finish(const block_t *restrict b, uint16_t *restrict out) {
    EACH_PILE {
        uint16_t entry = out[h], suits = b->suits[h];
        uint16_t strength = (uint16_t)(entry * ENTRY_SCALE >> 16) & 0xFFFC;
        uint16_t place = (uint16_t)(entry - strength - (strength >> 1));
        suits = place & 1 ? suits >> 2 : suits;
        suits = place & 2 ? suits >> 4 : suits;
        suits = place & 4 ? suits >> 8 : suits;
        out[h] = (uint16_t)(strength | (suits & 3));
    }
}

#include "rank_blocks.h"
