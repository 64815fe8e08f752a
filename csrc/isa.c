/* isa.c - instruction sets: which the machine has, and which one is meant.
 *
 * Kernels are chosen when tables are made (kernels.c, mahjong.c).
 * Invariant: every set gives the same results, so the choice is never anybody's business but the clock's.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [LP_ISA_AUTO] = "auto",
    [LP_ISA_SCALAR] = "scalar",
    [LP_ISA_AVX2] = "avx2",
    [LP_ISA_AVX512] = "avx512",
};

#define N_ISAS (sizeof names / sizeof *names)

int lp_isa_available(lp_isa_t isa) {
    if (isa == LP_ISA_AUTO || isa == LP_ISA_SCALAR) return 1;
#if LP_X86_KERNELS
    /* These ask the operating system too: registers that it does not save do not count. A set is what all files that
     * turn it on use between them. */
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    if (isa == LP_ISA_AVX2) return avx2;
    if (isa == LP_ISA_AVX512)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
               __builtin_cpu_supports("avx512vpopcntdq");
#endif
    return 0;
}

lp_isa_t lp_isa_best(void) {
    size_t isa = N_ISAS - 1;
    while (!lp_isa_available((lp_isa_t)isa)) isa--;
    return (lp_isa_t)isa;
}

const char *lp_isa_name(lp_isa_t isa) { return (size_t)isa < N_ISAS ? names[isa] : "unknown"; }

/* LP_ISA_AUTO is what the environment asks for, else the best. A name that nothing has is an error, not a default:
 * who sets it wants to be sure. */
lp_status_t lp_isa_resolve(lp_isa_t *isa) {
    const char *name = *isa == LP_ISA_AUTO ? getenv("LIPAI_ISA") : NULL;
    if (*isa == LP_ISA_AUTO) *isa = lp_isa_best();
    if (name && *name) {
        size_t i = LP_ISA_SCALAR;
        while (i < N_ISAS && strcmp(name, names[i]) != 0) i++;
        *isa = (lp_isa_t)i;
    }
    return (size_t)*isa < N_ISAS && lp_isa_available(*isa) ? LP_OK : LP_E_ISA;
}
