/* isa.c - which kernels run, decided once when a rule set is compiled.
 *
 * One table has an entry for each instruction set and the functions that go with it; adding a set is adding a line.
 * Invariant: every set gives the same results, so the choice is never anybody's business but the clock's.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static const struct kernels {
    const char *name;
    lp_rank_n_fn rank3_n, rank5_n;
    lp_split_fn split_best;
} kernels[] = {
    [LP_ISA_AUTO] = {"auto", NULL, NULL, NULL},
    [LP_ISA_SCALAR] = {"scalar", lp_rank3_n_scalar, lp_rank5_n_scalar, lp_split_best_scalar},
#if LP_X86_KERNELS
    [LP_ISA_AVX2] = {"avx2", lp_rank3_n_avx2, lp_rank5_n_avx2, lp_split_best_avx2},
    [LP_ISA_AVX512] = {"avx512", lp_rank3_n_avx512, lp_rank5_n_avx512, lp_split_best_avx512},
#else
    [LP_ISA_AVX2] = {"avx2", NULL, NULL, NULL},
    [LP_ISA_AVX512] = {"avx512", NULL, NULL, NULL},
#endif
};

#define N_ISAS (sizeof kernels / sizeof *kernels)

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

const char *lp_isa_name(lp_isa_t isa) { return (size_t)isa < N_ISAS ? kernels[isa].name : "unknown"; }

/* LP_ISA_AUTO is what the environment asks for, else the best. A name that nothing has is an error, not a default:
 * who sets it wants to be sure. */
static lp_status_t resolve(lp_isa_t *isa) {
    const char *name = *isa == LP_ISA_AUTO ? getenv("LIPAI_ISA") : NULL;
    if (*isa == LP_ISA_AUTO) *isa = lp_isa_best();
    if (!name || !*name) return LP_OK;
    for (size_t i = LP_ISA_SCALAR; i < N_ISAS; i++)
        if (!strcmp(name, kernels[i].name)) {
            *isa = (lp_isa_t)i;
            return LP_OK;
        }
    return LP_E_ISA;
}

lp_status_t lp_kernels_choose(lp_piles_t *p, lp_isa_t isa) {
    lp_status_t status = resolve(&isa);
    if (status != LP_OK) return status;
    if ((size_t)isa >= N_ISAS || !lp_isa_available(isa)) return LP_E_ISA;
    p->isa = (uint8_t)isa;
    p->rank3_n = kernels[isa].rank3_n;
    p->rank5_n = kernels[isa].rank5_n;
    p->split_best = kernels[isa].split_best;
    return LP_OK;
}
