from libc.stdint cimport uint8_t

from lipai._native.lipai cimport lp_error_t, lp_status_t

# Room that read_cards needs: no two cards are the same, so there are never more.
cdef enum:
    MOST_CARDS = 54

cdef Py_ssize_t read_cards(object cards, uint8_t *out) except -1
cdef int fail_cards(lp_status_t status, const lp_error_t *error, object cards) except -1
cdef int fail_rows(lp_status_t status, const lp_error_t *error, Py_ssize_t first_row=*) except -1
cdef str cards_text(const uint8_t *codes, Py_ssize_t n)
