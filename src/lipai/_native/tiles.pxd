from libc.stdint cimport uint8_t

# Room that read_tiles needs: there are no more tiles than those of one set.
cdef enum:
    MOST_TILES = 144

cdef Py_ssize_t read_tiles(object tiles, uint8_t *out, str what) except -1
cdef str tile_text(int tile)
cdef object place_of_tile(object tiles, Py_ssize_t index)
