/* equity_scalar.c - counting deals in plain C, which every machine has.
 *
 * Baselines lack an instruction that counts bits, so they are added up in the bytes of a word, of a few words at a time,
 * which a compiler does in vectors. Invariant: a byte holds 8 * BLOCK at most.
 */
#include "equity.h"

#define KERNEL(name) name##_scalar
#define BLOCK 16

static ALWAYS_INLINE uint64_t bytes_set(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

static ALWAYS_INLINE uint64_t add_bytes(uint64_t x) {
    x = (x & UINT64_C(0x00FF00FF00FF00FF)) + (x >> 8 & UINT64_C(0x00FF00FF00FF00FF));
    return x * UINT64_C(0x0001000100010001) >> 48;
}

static ALWAYS_INLINE uint64_t count_and(const uint64_t *a, const uint64_t *b, size_t bits) {
    const size_t words = bits / 64;
    uint64_t count = 0;
    size_t i = 0;
    for (; i + BLOCK <= words; i += BLOCK) {
        uint64_t sum = 0;
        for (size_t k = 0; k < BLOCK; k++) sum += bytes_set(a[i + k] & b[i + k]);
        count += add_bytes(sum);
    }
    uint64_t sum = 0;
    for (; i < words; i++) sum += bytes_set(a[i] & b[i]);
    if (bits % 64) sum += bytes_set(a[words] & b[words] & (((uint64_t)1 << bits % 64) - 1));
    return count + add_bytes(sum);
}

#include "equity_walk.h"
