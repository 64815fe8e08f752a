from lipai._native.lipai cimport lp_pile_rules_t

cdef str field_name(int place)
cdef tuple read_rules(tuple arguments, lp_pile_rules_t *rules)
