from lipai._native.lipai cimport lp_piles_t

# The compiled rules of a PileTables, which must be kept alive; TypeError for anything else.
cdef const lp_piles_t *core_of(object tables) except NULL
# The cards of its piles, first to last.
cdef tuple sizes_of(object tables)
