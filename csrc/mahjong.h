/* mahjong.h - what the files of the mahjong core share.
 *
 * A suit is a vector of nine counts, honours one of seven; its index is the number whose base-5 digits they are, honours
 * after all suits. Two tables of a byte an entry answer for a vector:
 *
 * - wins: a, the fewest wild tiles that make melds of all its tiles, plus LP_WIN_PAIR where melds and a pair take one
 *   fewer. (There is no third case: n + a is a multiple of three and n + b is two more, a pair added to melds costs two,
 *   and a pair made a pung costs one, so b is a + 2 or a - 1.) A hand takes sum a + 2 wild tiles, three fewer if any
 *   part has LP_WIN_PAIR. That it takes no more than it has is enough, since it has 3k + 2 tiles: what remains is melds
 *   of wild tiles.
 * - rows: the number of a row, the fewest missing tiles for j melds and p pairs, j up to five. A row has two halves:
 *   LP_CAPPED takes at most four of a face; LP_FREE allows more, for each of which a wild tile must stand. `fifths` is how
 *   many more it makes use of: one in a suit at most, up to two of a face among the honours, where no chow takes the
 *   fourth tile. Rows with any have the numbers from `split` on. LP_FREE is exact for a hand that has as many wild tiles
 *   as its rows have fifths; with none LP_CAPPED is.
 *
 * merge[half][r][s] is the number of the merged row of two rows; missing[k] has, for two merged rows of all four parts,
 * the fewest missing tiles for k melds and a pair.
 */
#ifndef LP_MAHJONG_H
#define LP_MAHJONG_H

#include "internal.h"

#define LP_SUIT_VECTORS 1953125u /* 5^9 */
#define LP_HONOUR_VECTORS 78125u /* 5^7 */
#define LP_VECTORS (LP_SUIT_VECTORS + LP_HONOUR_VECTORS)
#define LP_PARTS 4 /* three suits and the honours */
#define LP_WIN_PAIR 0x40u
#define LP_ROWS_MAX 256
#define LP_MERGED_MAX 512 /* 362 are in use */
#define LP_ROW 16         /* pairs * LP_PAIRED + melds; places of more than LP_MELDS_MAX hold LP_NEVER */
#define LP_PAIRED 8
#define LP_NEVER 0x40     /* more than any hand misses */
#define LP_HAND_BLOCK 64

enum { LP_CAPPED = 0, LP_FREE = 1 };

/* A block of hands, by the index of their vectors, and their tiles, wild ones included. */
typedef struct lp_indexed {
    uint32_t part[LP_HAND_BLOCK][LP_PARTS];
    uint8_t total[LP_HAND_BLOCK];
} lp_indexed_t;

/* Fills a block of n <= LP_HAND_BLOCK hands from n rows and n wilds, or NULL, and reads nothing else. 0 if a count is
 * above four or a total above LP_HAND_TILES_MAX; what it wrote is then of no use. */
typedef int (*lp_index_fn)(const uint8_t *counts, const uint8_t *wilds, size_t n, lp_indexed_t *out);

struct lp_mahjong {
    uint8_t win[LP_VECTORS];
    uint8_t row[LP_VECTORS];
    uint16_t merge[2][LP_ROWS_MAX * LP_ROWS_MAX];
    uint8_t missing[LP_MELDS_MAX + 1][LP_MERGED_MAX * LP_MERGED_MAX];
    uint8_t rows[LP_ROWS_MAX][2][LP_ROW];
    uint8_t fifths[LP_ROWS_MAX];
    uint32_t n_rows, n_merged, split;
    lp_index_fn index;
    lp_isa_t isa;
};

static const uint32_t lp_power5[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};
static const uint8_t lp_part_first[LP_PARTS + 1] = {0, 9, 18, 27, 34};

static inline unsigned lp_part_of(unsigned face) { return face < 27 ? face / 9 : 3; }
static inline uint32_t lp_place_of(unsigned face) { return lp_power5[face - lp_part_first[lp_part_of(face)]]; }

/* What the sum of four entries of the table of wins takes. */
static inline unsigned lp_need_of(unsigned sum) { return (sum & (LP_WIN_PAIR - 1)) + (sum >= LP_WIN_PAIR ? 0 : 3) - 1; }

/* From missing tiles to shanten. */
static inline int lp_distance(unsigned missing, unsigned wilds) {
    return missing > wilds ? (int)(missing - wilds) - 1 : -1;
}

/* mahjong_tables.c */
lp_status_t lp_mahjong_tables(lp_mahjong_t *mahjong);
/* Rows by the number of tiles beyond what there can be of a face: allowing[e] allows e, up to `beyond`. */
#define LP_BEYOND_MAX 6
typedef struct lp_rows {
    uint8_t allowing[LP_BEYOND_MAX + 1][LP_ROW];
} lp_rows_t;

/* mahjong_rows.c */
void lp_part_rows(const uint8_t *counts, const uint8_t *gone, unsigned part, unsigned beyond, lp_rows_t *out);
void lp_rows_join(const lp_rows_t *a, const lp_rows_t *b, unsigned beyond, lp_rows_t *out);
/* Fewest missing tiles for melds and a pair of two that are not joined yet. */
unsigned lp_rows_missing(const lp_rows_t *a, const lp_rows_t *b, unsigned beyond, unsigned melds);

/* What is gone, and the faces where anything is. */
typedef struct lp_gone {
    const uint8_t *counts; /* or NULL */
    uint8_t face[LP_TILE_FACES], room[LP_TILE_FACES];
    size_t n;
    int matters; /* 1: it can change a shanten beyond what the tables know */
} lp_gone_t;

/* mahjong.c. Remainders by three that the number of tiles may leave, as bits. */
enum { LP_SHORT = 1 << 1, LP_COMPLETE = 1 << 2 };
lp_status_t lp_counts_check(unsigned melds, const uint8_t *counts, unsigned wilds, const uint8_t *gone,
                          unsigned remainders, int64_t row, lp_error_t *error);
/* Indexes and checks the n <= LP_HAND_BLOCK rows from `first` on. */
lp_status_t lp_block_check(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                           const lp_gone_t *gone, unsigned remainders, size_t first, size_t n, lp_indexed_t *block,
                           lp_error_t *error);
lp_status_t lp_gone_read(const uint8_t *counts, lp_gone_t *out, lp_error_t *error);
/* The rows of one part, from the tables where nothing of it is gone. */
void lp_part_rows_by(const lp_mahjong_t *mahjong, uint32_t index, const uint8_t *counts, const uint8_t *gone,
                     unsigned part, unsigned beyond, lp_rows_t *out);

int lp_index_scalar(const uint8_t *counts, const uint8_t *wilds, size_t n, lp_indexed_t *out);
int lp_index_avx2(const uint8_t *counts, const uint8_t *wilds, size_t n, lp_indexed_t *out);

#endif
