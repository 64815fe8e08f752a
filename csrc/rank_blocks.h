/* rank_blocks.h - the frame of the batch kernels, included once by each instruction set.
 *
 * A block of HANDS piles is turned into table indices, the table is read one block behind, and where suits decide,
 * entries become strengths two blocks behind: so the loads of one block hide behind the arithmetic of the next, and
 * no wide load waits for the narrow stores before it. The variants are one body with constant arguments.
 * Invariant: index_block yields indices inside the table for any bytes whatever; a bad pile only leaves its mark in
 * the lanes, which are looked at once, at the end. Nothing outside the n rows is read or written.
 *
 * The including file defines
 *   HANDS, KERNEL(name)    piles in a block; the name of an entry point
 *   block_t                index[HANDS], suits[HANDS]
 *   lanes_t                constants, and what accumulates of the check
 *   start, index_block     as called below; index_block reads HANDS * size bytes, at any address
 *   read_table             HANDS table entries
 *   finish                 entries in out, with the block's suits, to strengths
 *   clean                  did every pile pass the check?
 */

/* How far ahead the input is asked for: by trial; from 1 KB to 5 KB it made no difference, one line cost 7 %. */
#define AHEAD_BYTES 2560

/* Whole blocks only. */
static ALWAYS_INLINE void rank_blocks(lanes_t *lanes, const uint16_t *table, const uint8_t *cards, size_t blocks,
                                      uint16_t *out, int size, int suited, int recoded) {
    block_t ring[4];
    const size_t bytes = HANDS * (size_t)size;
    for (size_t i = 0; i < blocks + 2; i++) {
        if (i < blocks) {
            const uint8_t *at = cards + i * bytes;
            for (size_t line = 0; line < bytes; line += 64) PREFETCH((uintptr_t)at + AHEAD_BYTES + line);
            index_block(lanes, at, &ring[i & 3], size, suited, recoded);
        }
        if (i >= 1 && i <= blocks) read_table(table, ring[(i - 1) & 3].index, out + (i - 1) * HANDS);
        if (suited && i >= 2) finish(&ring[(i - 2) & 3], out + (i - 2) * HANDS);
    }
}

static ALWAYS_INLINE lp_status_t rank_rows(const lp_piles_t *p, const uint8_t *cards, size_t n, uint16_t *out, int size,
                                           int suited, int recoded) {
    const uint16_t *table = size == 5 ? p->five : p->three;
    const size_t row = (size_t)size, blocks = n / HANDS, rest = n % HANDS, done = n - rest;
    lanes_t lanes;
    start(&lanes, p, recoded);
    if (blocks) rank_blocks(&lanes, table, cards, blocks, out, size, suited, recoded);
    if (rest) { /* the last rows, and copies of the very last one to fill the block */
        uint8_t padded[HANDS * 5];
        uint16_t ranked[HANDS];
        memcpy(padded, cards + done * row, rest * row);
        for (size_t h = rest; h < HANDS; h++) memcpy(padded + h * row, cards + (n - 1) * row, row);
        rank_blocks(&lanes, table, padded, 1, ranked, size, suited, recoded);
        memcpy(out + done, ranked, rest * sizeof *out);
    }
    return clean(&lanes) ? LP_OK : LP_E_CARD;
}

/* Ties by suit are always recoded, needed or not: one variant fewer, and suits seldom rank in code order. */
static ALWAYS_INLINE lp_status_t rank_any(const lp_piles_t *p, const uint8_t *cards, size_t n, uint16_t *out,
                                          int size) {
    if (p->suited) return rank_rows(p, cards, n, out, size, 1, 1);
    if (p->recoded) return rank_rows(p, cards, n, out, size, 0, 1);
    return rank_rows(p, cards, n, out, size, 0, 0);
}

lp_status_t KERNEL(lp_rank3_n)(const lp_piles_t *p, const uint8_t *cards, size_t n, uint16_t *out) {
    return rank_any(p, cards, n, out, 3);
}

lp_status_t KERNEL(lp_rank5_n)(const lp_piles_t *p, const uint8_t *cards, size_t n, uint16_t *out) {
    return rank_any(p, cards, n, out, 5);
}
