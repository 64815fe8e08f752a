/* isa.c - placeholder */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
int lp_isa_available(lp_isa_t isa) { return isa <= LP_ISA_AVX512; }
lp_isa_t lp_isa_best(void) { return LP_ISA_AVX512; }
const char *lp_isa_name(lp_isa_t isa) { return isa == LP_ISA_SCALAR ? "scalar" : "auto"; }
lp_status_t lp_kernels_choose(lp_piles_t *p, lp_isa_t isa) {
    p->isa = isa ? isa : LP_ISA_SCALAR;
    p->rank3_n = lp_rank3_n_scalar;
    p->rank5_n = lp_rank5_n_scalar;
    p->split_best = lp_split_best_scalar;
#if 1
    if (isa == LP_ISA_AVX2) p->split_best = lp_split_best_avx2;
    if (isa == LP_ISA_AVX512) p->split_best = lp_split_best_avx512;
#endif
    return LP_OK;
}
