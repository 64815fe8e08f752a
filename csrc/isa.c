/* isa.c - placeholder */
#include "internal.h"
int lp_isa_available(lp_isa_t isa) { return isa <= LP_ISA_SCALAR; }
lp_isa_t lp_isa_best(void) { return LP_ISA_SCALAR; }
const char *lp_isa_name(lp_isa_t isa) { return isa == LP_ISA_SCALAR ? "scalar" : "auto"; }
lp_status_t lp_kernels_choose(lp_piles_t *p, lp_isa_t isa) {
    (void)isa;
    p->isa = LP_ISA_SCALAR;
    p->rank3_n = lp_rank3_n_scalar;
    p->rank5_n = lp_rank5_n_scalar;
    return LP_OK;
}
