/* kernels.c - which kernels of pile games run, decided once when a rule set is compiled.
 *
 * One table has the functions of each instruction set; adding a set is adding a line here and its name in isa.c.
 */
#include "internal.h"

static const struct kernels {
    lp_rank_n_fn rank3_n, rank5_n;
    lp_split_fn split_best;
} kernels[] = {
    [LP_ISA_AUTO] = {NULL, NULL, NULL},
    [LP_ISA_SCALAR] = {lp_rank3_n_scalar, lp_rank5_n_scalar, lp_split_best_scalar},
#if LP_X86_KERNELS
    [LP_ISA_AVX2] = {lp_rank3_n_avx2, lp_rank5_n_avx2, lp_split_best_avx2},
    [LP_ISA_AVX512] = {lp_rank3_n_avx512, lp_rank5_n_avx512, lp_split_best_avx512},
#else
    [LP_ISA_AVX2] = {NULL, NULL, NULL},
    [LP_ISA_AVX512] = {NULL, NULL, NULL},
#endif
};

lp_status_t lp_kernels_choose(lp_piles_t *p, lp_isa_t isa) {
    lp_status_t status = lp_isa_resolve(&isa);
    if (status != LP_OK) return status;
    p->isa = (uint8_t)isa;
    p->rank3_n = kernels[isa].rank3_n;
    p->rank5_n = kernels[isa].rank5_n;
    p->split_best = kernels[isa].split_best;
    return LP_OK;
}
