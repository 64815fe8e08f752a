/* rank_lanes.h - what the batch kernels share before they know how wide a register is.
 *
 * Piles are sorted by a network of minima and maxima, one byte lane a pile: no branch, so no pile is slower than
 * another. Invariant: after SORT_FIVE or SORT_THREE the codes ascend; ORDER(a, b) leaves the smaller in a. */
#ifndef LP_RANK_LANES_H
#define LP_RANK_LANES_H

#include "internal.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch((const void *)(address))
#else
#define PREFETCH(address) ((void)(address))
#endif

/* Nine exchanges and three: no network has fewer. */
#define SORT_FIVE(ORDER, a, b, c, d, e)                                                                        \
    do {                                                                                                       \
        ORDER(a, d); ORDER(b, e); ORDER(a, c); ORDER(b, d); ORDER(a, b); ORDER(c, e); ORDER(b, c); ORDER(d, e); \
        ORDER(c, d);                                                                                           \
    } while (0)
#define SORT_THREE(ORDER, a, b, c) \
    do {                           \
        ORDER(a, c); ORDER(a, b); ORDER(b, c); \
    } while (0)

#define HIGHEST_CODE (4 * LP_RANK_CODES - 1)

/* An entry of a rule set with ties by suit is 6 * class + place; entry * ENTRY_SCALE >> 16 is 4 * class, but for its
 * two lowest bits, for every 16-bit entry. */
#define ENTRY_SCALE 43691u

#endif
