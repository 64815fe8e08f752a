from lipai._native.lipai cimport lp_stakes_t

# The compiled rules of a Stakes, which must be kept alive; TypeError for anything else.
cdef const lp_stakes_t *stakes_of(object stakes) except NULL
