/* fuzz.h - what the harnesses share: bytes that are read one after another, hands made of them, and expectations.
 *
 * A harness is one function that libFuzzer calls with bytes of its choosing; it keeps those that reach new code. Half of
 * what a harness makes of them is legal by construction (cards dealt from a deck), for else hardly any input would come
 * past validation; the other half is the bytes as they are. Beyond not to crash, results must hold together, and a
 * refusal must name a place that exists. */
#ifndef LP_FUZZ_H
#define LP_FUZZ_H

#include "lipai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                               \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                    \
        }                                                                               \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes_t;

/* The next byte, 0 once there are none. */
static inline uint8_t take(bytes_t *bytes) {
    if (!bytes->left) return 0;
    bytes->left--;
    return *bytes->at++;
}

static inline unsigned below(bytes_t *bytes, unsigned n) { return take(bytes) % n; }

static inline int64_t take_number(bytes_t *bytes) {
    uint64_t number = 0;
    unsigned length = below(bytes, 9);
    for (unsigned i = 0; i < length; i++) number = number << 8 | take(bytes);
    return (int64_t)number;
}

/* n codes: dealt without repetition from `deck` codes that start at `first`, or just the bytes. */
static inline void take_cards(bytes_t *bytes, int dealt, unsigned first, unsigned deck, uint8_t *out, size_t n) {
    uint8_t pack[256];
    for (unsigned i = 0; i < deck; i++) pack[i] = (uint8_t)(first + i);
    for (size_t i = 0; i < n; i++) {
        if (!dealt || !deck) {
            out[i] = take(bytes);
            continue;
        }
        unsigned at = below(bytes, deck);
        out[i] = pack[at];
        pack[at] = pack[--deck];
    }
}

#endif
