/* equity.h - what is prepared to count the deals of a game of stud, shared by the kernels that count.
 *
 * The *unseen* cards have places 0, 1, … in ascending order. A seat that needs m more cards has C(unseen, m)
 * *completions*, numbered by their places p1 < … < pm as the sum of C(p_i, i). The seat that needs most is *counted*; the
 * others are *walked*, those that need more first. The completions of the counted seat, weakest first, are the bits of a
 * row of words, and `avoid` has a row for each unseen card: set where the completion does not hold the card. So the
 * completions that a walked deal leaves, and beats, are the bits that are set in the rows of all its cards, up to
 * the first completion that is stronger: one AND and one count of bits a word for 64 deals.
 * Invariant: nothing changes once lp_equity_new has returned.
 */
#ifndef LP_EQUITY_H
#define LP_EQUITY_H

#include "internal.h"

#define LP_HOLDINGS 5 /* the most cards that a seat can need */

typedef void (*lp_equity_walk_fn)(const struct lp_equity *, size_t, size_t, uint64_t *, uint64_t *);

struct lp_equity {
    const lp_piles_t *piles;
    size_t seats, playing;                /* at the table; not folded */
    uint8_t seat[LP_PLAYERS_MAX];         /* of those playing: the walked ones in turn, then the counted one */
    uint8_t need[LP_PLAYERS_MAX];         /* cards to come to each of them */
    uint16_t *strength[LP_PLAYERS_MAX];   /* of each, by number of completion */
    size_t unseen, words;                 /* words in a row of bits */
    uint64_t cases;
    size_t parts;                         /* completions of the first walked seat; 0: not to be enumerated */
    uint64_t *avoid;                      /* `unseen` rows */
    uint32_t *below;                      /* by strength: the completions of the counted seat that are weaker */
    lp_equity_walk_fn walk;
    uint32_t choose[LP_HOLDINGS + 1][LP_CARDS + 1]; /* [k][n]: C(n, k) */
};

/* Counts parts from number `start` on into wins, one of those playing, the counted seat last. scratch: LP_HOLDINGS rows
 * for each walked seat and one more. */
void lp_equity_walk_scalar(const lp_equity_t *, size_t start, size_t n, uint64_t *wins, uint64_t *scratch);
void lp_equity_walk_avx2(const lp_equity_t *, size_t start, size_t n, uint64_t *wins, uint64_t *scratch);
void lp_equity_walk_avx512(const lp_equity_t *, size_t start, size_t n, uint64_t *wins, uint64_t *scratch);

#endif
