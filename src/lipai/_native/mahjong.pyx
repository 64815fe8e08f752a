# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Mahjong hands as counts of faces: wins, waits, shanten and discards (SM-1, WC-1 to WC-3).

The tables are one for all games; a ``Shape`` says what a game, with a given wild face, makes of tiles. Rows of batches
are contiguous buffers; the caller splits long batches into blocks and the GIL is released for each of them.
"""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.stdlib cimport getenv
from libc.string cimport memset

from lipai._native.lipai cimport (
    LP_DISCARDS,
    LP_E_DUPLICATE,
    LP_E_HAND_SIZE,
    LP_E_ISA,
    LP_E_MEMORY,
    LP_E_NOT_IN_DECK,
    LP_ISA_AUTO,
    LP_ISA_AVX2,
    LP_ISA_AVX512,
    LP_ISA_SCALAR,
    LP_MELDS_MAX,
    LP_NO_SHANTEN,
    LP_NO_TILE,
    LP_OK,
    LP_TILE_FACES,
    LP_TILE_WILD,
    LP_TILES,
    lp_discards,
    lp_discards_n,
    lp_discards_t,
    lp_error_t,
    lp_isa_available,
    lp_isa_name,
    lp_isa_t,
    lp_mahjong_free,
    lp_mahjong_isa,
    lp_mahjong_new,
    lp_mahjong_t,
    lp_shanten,
    lp_shanten_n,
    lp_status_t,
    lp_tiles_count_n,
    lp_waits,
    lp_waits_n,
    lp_win,
    lp_win_n,
)
from lipai._native.tiles cimport MOST_TILES, place_of_tile, read_tiles, tile_text

import threading

from lipai import errors

cdef dict ISAS = {"auto": LP_ISA_AUTO, "scalar": LP_ISA_SCALAR, "avx2": LP_ISA_AVX2, "avx512": LP_ISA_AVX512}

FACES = LP_TILE_FACES
TILES = LP_TILES
WILD = LP_TILE_WILD
NO_TILE = LP_NO_TILE
DISCARDS = LP_DISCARDS
NO_SHANTEN = LP_NO_SHANTEN

cdef dict SHARED = {}
cdef object SHARED_LOCK = threading.Lock()


def tables(str isa="auto"):
    """The tables, made at first use and then shared by everybody."""
    with SHARED_LOCK:
        found = SHARED.get(isa)
        if found is None:
            found = SHARED[isa] = Tables(isa)
        return found


cdef int fail_isa(str isa) except -1:
    cdef const char *wanted = getenv("LIPAI_ISA")
    there_are = ", ".join([name for name in ISAS if name != "auto" and lp_isa_available(ISAS[name])])
    what = f"isa is {isa!r}"
    if isa == "auto":
        name = "" if wanted == NULL else (<bytes>wanted).decode("utf-8", "replace")
        what = f"LIPAI_ISA is {name!r}"
    raise errors.InstructionSetError(f"{what}, which this machine or build lacks; there are: {there_are}")


@cython.final
cdef class Tables:
    """What all suits are worth, read-only and shared by threads."""

    cdef lp_mahjong_t *_mahjong

    def __cinit__(self, str isa="auto"):
        cdef lp_error_t error
        cdef lp_status_t status
        if isa not in ISAS:
            raise ValueError(f"isa must be one of {', '.join(ISAS)}, not {isa!r}")
        cdef lp_isa_t chosen = ISAS[isa]
        with nogil:
            status = lp_mahjong_new(chosen, &self._mahjong, &error)
        if status == LP_E_ISA:
            fail_isa(isa)
        if status != LP_OK:
            raise MemoryError

    def __dealloc__(self):
        lp_mahjong_free(self._mahjong)

    def __reduce__(self):
        return tables, ()

    @property
    def isa(self):
        """The instruction set of the batch calls."""
        return lp_isa_name(lp_mahjong_isa(self._mahjong)).decode()


# ---- errors


cdef str sizes(int melds, tuple remainders):
    """Numbers of tiles that a hand may have, largest first."""
    found = [n for n in range(3 * melds + 2, 0, -1) if n % 3 in remainders]
    last = found.pop()
    return f"{', '.join([str(n) for n in found])} or {last}" if found else str(last)


@cython.final
cdef class Shape:
    """What one game makes of tiles: ``melds`` beside the pair; by tile code the face it plays as, ``WILD`` or
    ``NO_TILE`` (``plays``); by face how many tiles the game lacks (``lacks``)."""

    cdef Tables _tables
    cdef const lp_mahjong_t *_mahjong
    cdef unsigned _melds
    cdef uint8_t _plays[42]
    cdef uint8_t _lacks[34]
    cdef uint8_t _tile[34]  # by face, a tile that plays as it
    cdef const uint8_t *_gone  # _lacks, or NULL where it lacks nothing
    cdef readonly bint wild

    def __cinit__(self, Tables tables not None, unsigned melds, bytes plays not None, bytes lacks not None):
        if not 0 < melds <= LP_MELDS_MAX or len(plays) != LP_TILES or len(lacks) != LP_TILE_FACES:
            raise ValueError("a shape has 1 to 5 melds, a face for each tile and a number for each face")
        self._tables = tables
        self._mahjong = tables._mahjong
        self._melds = melds
        self._gone = NULL
        memset(self._tile, LP_NO_TILE, sizeof(self._tile))
        for tile in range(LP_TILES):
            self._plays[tile] = plays[tile]
            if plays[tile] == LP_TILE_WILD:
                self.wild = True
            elif plays[tile] < LP_TILE_FACES:
                self._tile[plays[tile]] = tile
            elif plays[tile] != LP_NO_TILE:
                raise ValueError(f"tile {tile} plays as {plays[tile]}, which is no face")
        for face in range(LP_TILE_FACES):
            if lacks[face] > 4:
                raise ValueError(f"the game lacks {lacks[face]} tiles of face {face}, where there are four")
            self._lacks[face] = lacks[face]
            if lacks[face]:
                self._gone = self._lacks

    def __reduce__(self):
        return Shape, (self._tables, self._melds, bytes(self._plays[:LP_TILES]), bytes(self._lacks[:LP_TILE_FACES]))

    @property
    def tile(self):
        """By face the tile that plays as it; a face itself where none does."""
        return bytes([face if self._tile[face] == LP_NO_TILE else self._tile[face] for face in range(LP_TILE_FACES)])

    def faces(self, const uint8_t[::1] tiles not None):
        """By tile code the face that it plays as, ``WILD`` or ``NO_TILE``."""
        return bytes([self._plays[tiles[i]] if tiles[i] < LP_TILES else LP_NO_TILE for i in range(tiles.shape[0])])

    def played(self, const uint8_t[::1] tiles not None):
        """Counts of the faces that tiles play as, other tiles left out, as bytes; 255 at most."""
        cdef uint8_t counts[34]
        memset(counts, 0, sizeof(counts))
        for i in range(tiles.shape[0]):
            if tiles[i] < LP_TILES and self._plays[tiles[i]] < LP_TILE_FACES and counts[self._plays[tiles[i]]] < 255:
                counts[self._plays[tiles[i]]] += 1
        return PyBytes_FromStringAndSize(<const char *>counts, LP_TILE_FACES)

    # ---- errors

    cdef int _fail(self, lp_status_t status, const lp_error_t *error, tuple remainders, object row) except -1:
        """For counts; ``row`` is None for a single hand."""
        place = "" if row is None else f" in row {row}"
        if status == LP_E_DUPLICATE:
            face = tile_text(error.place)
            position = error.place if row is None else (row, error.place)
            if self._lacks[error.place] == 4:
                raise errors.NotInDeckError(f"{face}{place}: no such tile is part of a hand here", value=face,
                                            position=position)
            raise errors.DuplicateCardError(f"{face}{place} is there {error.value} times, claimed melds included; "
                                            "there are four", value=face, position=position)
        if status == LP_E_HAND_SIZE:
            raise errors.HandSizeError(
                f"a hand has {sizes(self._melds, remainders)} tiles here, not {error.value}{place}",
                value=error.value, position=row)
        if status == LP_E_MEMORY:
            raise MemoryError
        raise ValueError(f"status {status}")

    cdef int _fail_tiles(self, lp_status_t status, const lp_error_t *error, object row) except -1:
        place = f"at index {error.place}" if row is None else f"in row {row} at index {error.place}"
        position = error.place if row is None else (row, error.place)
        name = tile_text(error.value)
        if status == LP_E_NOT_IN_DECK:
            raise errors.NotInDeckError(f"{name} {place} is no part of a hand here", value=name, position=position,
                                        argument="hand")
        if status == LP_E_DUPLICATE:
            raise errors.DuplicateCardError(f"{name} {place} is one too many: there it is four times already",
                                            value=name, position=position, argument="hand")
        raise errors.CardError(f"no such tile: {error.value} {place}", value=error.value, position=position,
                               argument="hand")

    # ---- one hand

    cdef int _read(self, object hand, uint8_t *counts, uint8_t *wilds) except -1:
        cdef uint8_t tiles[MOST_TILES]
        cdef lp_error_t error
        cdef Py_ssize_t n = read_tiles(hand, tiles, "hand")
        cdef lp_status_t status = lp_tiles_count_n(tiles, n, 1, self._plays, counts, wilds, &error)
        if status != LP_OK:
            self._fail_tiles(status, &error, None)
        return 0

    def counted(self, hand):
        """Counts of the faces that the tiles of a hand play as, as bytes, and the number of wild tiles."""
        cdef uint8_t counts[34]
        cdef uint8_t wilds = 0
        self._read(hand, counts, &wilds)
        return PyBytes_FromStringAndSize(<const char *>counts, LP_TILE_FACES), wilds

    def complete(self, hand, int size):
        """Whether the tiles of a hand, ``size`` of them, are melds and a pair."""
        cdef uint8_t tiles[MOST_TILES]
        cdef uint8_t counts[34]
        cdef uint8_t wilds = 0
        cdef int won = 0
        cdef lp_error_t error
        cdef Py_ssize_t n = read_tiles(hand, tiles, "hand")
        if n != size:
            position = place_of_tile(hand, size) if n > size else None
            raise errors.HandSizeError(f"a hand has {size} tiles here, not {n}", value=n, position=position,
                                       argument="hand")
        cdef lp_status_t status = lp_tiles_count_n(tiles, n, 1, self._plays, counts, &wilds, &error)
        if status != LP_OK:
            self._fail_tiles(status, &error, None)
        status = lp_win(self._mahjong, self._melds, counts, wilds, self._gone, &won, &error)
        if status != LP_OK:
            self._fail(status, &error, (2,), None)
        return won != 0

    def complete_counts(self, counts, int wilds=0):
        """The same of counts: bytes, or any contiguous buffer of 34 bytes."""
        cdef Py_buffer view
        cdef int won = 0
        cdef lp_error_t error
        cdef lp_status_t status
        if wilds < 0:
            raise ValueError(f"wilds must not be negative, and is {wilds}")
        if isinstance(counts, bytes):
            if PyBytes_GET_SIZE(counts) != LP_TILE_FACES:
                raise ValueError(f"counts must be {LP_TILE_FACES} bytes, not {PyBytes_GET_SIZE(counts)}")
            status = lp_win(self._mahjong, self._melds, <const uint8_t *>PyBytes_AS_STRING(counts), wilds, self._gone,
                            &won, &error)
        else:
            PyObject_GetBuffer(counts, &view, PyBUF_SIMPLE)
            try:
                if view.len != LP_TILE_FACES or view.itemsize != 1:
                    raise ValueError(f"counts must be {LP_TILE_FACES} bytes, not {view.len}")
                status = lp_win(self._mahjong, self._melds, <const uint8_t *>view.buf, wilds, self._gone, &won, &error)
            finally:
                PyBuffer_Release(&view)
        if status != LP_OK:
            self._fail(status, &error, (2,), None)
        return won != 0

    cdef int _gone_with(self, const uint8_t[::1] melds, uint8_t *gone) except -1:
        """What the game lacks and what lies in claimed melds, by face."""
        if melds.shape[0] != LP_TILE_FACES:
            raise ValueError("a number for each face is wanted")
        for face in range(LP_TILE_FACES):
            gone[face] = <uint8_t>min(self._lacks[face] + melds[face], 255)
        return 0

    def shanten(self, const uint8_t[::1] counts not None, unsigned wilds, const uint8_t[::1] melds not None):
        """Shanten of counts, with the counts of claimed melds; all are checked."""
        cdef uint8_t gone[34]
        cdef int shanten = 0
        cdef lp_error_t error
        self._gone_with(melds, gone)
        if counts.shape[0] != LP_TILE_FACES:
            raise ValueError("a count for each face is wanted")
        cdef lp_status_t status = lp_shanten(self._mahjong, self._melds, &counts[0], wilds, gone, &shanten, &error)
        if status != LP_OK:
            self._fail(status, &error, (1, 2), None)
        return shanten

    def waits(self, const uint8_t[::1] counts not None, unsigned wilds, const uint8_t[::1] melds not None):
        """The faces that complete counts, as a tuple."""
        cdef uint8_t gone[34]
        cdef uint64_t waits = 0
        cdef lp_error_t error
        self._gone_with(melds, gone)
        if counts.shape[0] != LP_TILE_FACES:
            raise ValueError("a count for each face is wanted")
        cdef lp_status_t status = lp_waits(self._mahjong, self._melds, &counts[0], wilds, gone, &waits, &error)
        if status != LP_OK:
            self._fail(status, &error, (1,), None)
        return tuple([face for face in range(LP_TILE_FACES) if waits >> face & 1])

    def discards(self, const uint8_t[::1] counts not None, unsigned wilds, const uint8_t[::1] melds not None,
                 const uint8_t[::1] seen not None):
        """(face or WILD, shanten, accepted faces, number of unseen tiles of them) of every discard of counts."""
        cdef uint8_t gone[34]
        cdef lp_discards_t found
        cdef lp_error_t error
        self._gone_with(melds, gone)
        if counts.shape[0] != LP_TILE_FACES or seen.shape[0] != LP_TILE_FACES:
            raise ValueError("a count for each face is wanted")
        cdef lp_status_t status = lp_discards(self._mahjong, self._melds, &counts[0], wilds, gone, &seen[0], &found,
                                              &error)
        if status != LP_OK:
            self._fail(status, &error, (2,), None)
        return [
            (face, found.shanten[face],
             tuple([drawn for drawn in range(LP_TILE_FACES) if found.accepts[face] >> drawn & 1]), found.count[face])
            for face in range(LP_DISCARDS) if found.shanten[face] != LP_NO_SHANTEN
        ]

    # ---- rows

    def count_rows(
        self,
        const uint8_t[:, ::1] tiles not None,
        uint8_t[:, ::1] counts not None,
        uint8_t[::1] wilds not None,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes what the rows from ``start`` up to ``stop`` of ``tiles`` play as into those of ``counts``."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start, size = tiles.shape[1]
        if not 0 <= start <= stop <= tiles.shape[0] or stop > counts.shape[0] or stop > wilds.shape[0]:
            raise ValueError("there are no such rows")
        if counts.shape[1] != LP_TILE_FACES or not size:
            raise ValueError("rows of tiles and of a count for each face are wanted")
        if not n:
            return
        with nogil:
            status = lp_tiles_count_n(&tiles[start, 0], size, n, self._plays, &counts[start, 0], &wilds[start], &error)
        if status != LP_OK:
            self._fail_tiles(status, &error, error.row + start)

    cdef const uint8_t *_wilds_of(self, const uint8_t[::1] wilds, Py_ssize_t start, Py_ssize_t stop) except? NULL:
        if wilds is None:
            return NULL
        if stop > wilds.shape[0]:
            raise ValueError("one number of wild tiles for each row")
        return &wilds[start]

    cdef int _check_rows(self, const uint8_t[:, ::1] counts, Py_ssize_t start, Py_ssize_t stop,
                         Py_ssize_t room) except -1:
        """1 where there is anything to do."""
        if not 0 <= start <= stop <= counts.shape[0] or stop > room:
            raise ValueError("there are no such rows")
        if counts.shape[1] != LP_TILE_FACES:
            raise ValueError("rows must have a count for each face")
        return start < stop

    def win_rows(self, const uint8_t[:, ::1] counts not None, const uint8_t[::1] wilds, uint8_t[::1] out not None,
                 Py_ssize_t start, Py_ssize_t stop):
        """Writes 1 for the rows from ``start`` up to ``stop`` that are complete into those of ``out``, else 0."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if not self._check_rows(counts, start, stop, out.shape[0]):
            return
        cdef const uint8_t *wild = self._wilds_of(wilds, start, stop)
        with nogil:
            status = lp_win_n(self._mahjong, self._melds, &counts[start, 0], wild, self._gone, n, &out[start], &error)
        if status != LP_OK:
            self._fail(status, &error, (2,), error.row + start)

    def shanten_rows(self, const uint8_t[:, ::1] counts not None, const uint8_t[::1] wilds, int8_t[::1] out not None,
                     Py_ssize_t start, Py_ssize_t stop):
        """Writes the shanten of the rows from ``start`` up to ``stop`` into those of ``out``."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if not self._check_rows(counts, start, stop, out.shape[0]):
            return
        cdef const uint8_t *wild = self._wilds_of(wilds, start, stop)
        with nogil:
            status = lp_shanten_n(self._mahjong, self._melds, &counts[start, 0], wild, self._gone, n, &out[start],
                                  &error)
        if status != LP_OK:
            self._fail(status, &error, (1, 2), error.row + start)

    def waits_rows(self, const uint8_t[:, ::1] counts not None, const uint8_t[::1] wilds, uint64_t[::1] out not None,
                   Py_ssize_t start, Py_ssize_t stop):
        """Writes the faces that complete the rows from ``start`` up to ``stop`` into those of ``out``, as bits."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if not self._check_rows(counts, start, stop, out.shape[0]):
            return
        cdef const uint8_t *wild = self._wilds_of(wilds, start, stop)
        with nogil:
            status = lp_waits_n(self._mahjong, self._melds, &counts[start, 0], wild, self._gone, n, &out[start], &error)
        if status != LP_OK:
            self._fail(status, &error, (1,), error.row + start)

    def discards_rows(
        self,
        const uint8_t[:, ::1] counts not None,
        const uint8_t[::1] wilds,
        const uint8_t[:, ::1] seen,
        int8_t[:, ::1] shanten not None,
        uint64_t[:, ::1] accepts not None,
        uint8_t[:, ::1] count not None,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes what each discard of the rows from ``start`` up to ``stop`` leaves into those of the last three."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if not self._check_rows(counts, start, stop, min(shanten.shape[0], accepts.shape[0], count.shape[0])):
            return
        if not shanten.shape[1] == accepts.shape[1] == count.shape[1] == LP_DISCARDS:
            raise ValueError("rows must have a place for each face and one for a wild tile")
        if seen is not None and (stop > seen.shape[0] or seen.shape[1] != LP_TILE_FACES):
            raise ValueError("seen must have a count for each face and row")
        cdef const uint8_t *wild = self._wilds_of(wilds, start, stop)
        cdef const uint8_t *seen_from = NULL
        if seen is not None:
            seen_from = &seen[start, 0]
        with nogil:
            status = lp_discards_n(self._mahjong, self._melds, &counts[start, 0], wild, self._gone, seen_from, n,
                                   &shanten[start, 0], &accepts[start, 0], &count[start, 0], &error)
        if status != LP_OK:
            self._fail(status, &error, (2,), error.row + start)
