from lipai._native.lipai cimport lp_climb_t, lp_play_t

# The compiled rules of a ClimbTables, which must be kept alive; TypeError for anything else.
cdef const lp_climb_t *core_of(object tables) except NULL
# The play of a Reading of these rules; ValueError for one of others.
cdef const lp_play_t *play_of(object tables, object reading) except NULL
# A play as a Reading.
cdef object reading_of(object tables, const lp_play_t *play)
