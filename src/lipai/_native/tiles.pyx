# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Mahjong tiles as text (N-6, N-7)."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.number cimport PyNumber_Index
from cpython.sequence cimport PySequence_Check
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t

from lipai._native.lipai cimport (
    LP_E_CARD,
    LP_E_DUPLICATE,
    LP_E_HAND_SIZE,
    LP_OK,
    LP_TILES,
    lp_error_t,
    lp_status_t,
    lp_tiles_check,
    lp_tiles_format,
    lp_tiles_parse,
)

from lipai import errors

cdef str WANTED = "must be a text, bytes of tile codes, or a sequence of tile codes or of tile texts"
cdef tuple SUITS = ((0, "m"), (9, "p"), (18, "s"), (27, "z"), (34, "f"))


cdef str tile_text(int tile):
    """One tile as text; the number itself where it is none."""
    if not 0 <= tile < LP_TILES:
        return str(tile)
    first, letter = SUITS[tile // 9 if tile < 34 else 4]
    return f"{tile - first + 1}{letter}"


cdef int fail_tile(lp_status_t status, int tile, object token, str where, object position) except -1:
    """What is wrong with one tile; ``token`` is how the caller wrote it."""
    if status == LP_E_DUPLICATE:
        held = "four times" if tile < 34 else "once"
        name = tile_text(tile)
        raise errors.DuplicateCardError(f"{name} {where} is one too many: there it is {held} already", value=name,
                                        position=position)
    if status == LP_E_CARD:
        raise errors.CardError(f"no such tile: {token!r} {where}", value=token, position=position)
    raise errors.HandSizeError(f"more than {MOST_TILES} tiles {where}", value=MOST_TILES + 1, position=position)


cdef Py_ssize_t read_text(str text, uint8_t *out) except -1:
    cdef Py_ssize_t size
    cdef size_t n
    cdef lp_error_t error
    cdef lp_status_t status
    cdef const char *utf8
    try:
        utf8 = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError as surrogate:
        position = surrogate.start
        token = text[position]
        raise errors.CardError(f"no such tile: {token!r} at position {position}", value=token,
                               position=position) from None
    status = lp_tiles_parse(utf8, size, out, MOST_TILES, &n, &error)
    if status != LP_OK:
        encoded = text.encode()
        position = len(encoded[:error.place].decode())
        token = encoded[error.place:error.place + error.length].decode()
        fail_tile(status, error.value, token, f"at position {position}", position)
    return n


cdef int read_item(object item, Py_ssize_t i, str what) except -1:
    """One tile of a sequence: its code, or a text of one tile."""
    cdef uint8_t codes[MOST_TILES]
    if isinstance(item, str):
        try:
            n = read_text(<str>item, codes)
        except errors.LipaiError:
            n = 0
        if n != 1:
            fail_tile(LP_E_CARD, 0, item, f"at index {i}", i)
        return codes[0]
    if isinstance(item, bool):
        raise TypeError(f"{what} {WANTED}, not of bool")
    try:
        code = PyNumber_Index(item)
    except TypeError:
        raise TypeError(f"{what} {WANTED}, not of {type(item).__name__}") from None
    if not 0 <= code < LP_TILES:
        fail_tile(LP_E_CARD, 0, code, f"at index {i}", i)
    return code


cdef Py_ssize_t read_tiles(object tiles, uint8_t *out, str what) except -1:
    """Reads a text, bytes or a sequence into out, which has room for MOST_TILES; ``what`` is for messages."""
    cdef Py_ssize_t n = 0
    cdef lp_error_t error
    cdef lp_status_t status
    if isinstance(tiles, str):
        return read_text(<str>tiles, out)
    if isinstance(tiles, bytearray):
        tiles = bytes(tiles)
    elif not isinstance(tiles, bytes):
        if isinstance(tiles, dict) or not PySequence_Check(tiles):
            raise TypeError(f"{what} {WANTED}, not {type(tiles).__name__}")
        codes = []
        for item in tiles:
            codes.append(read_item(item, n, what))
            n += 1
        tiles = bytes(codes)
    n = PyBytes_GET_SIZE(tiles)
    status = lp_tiles_check(<const uint8_t *>PyBytes_AS_STRING(tiles), n, &error)
    if status != LP_OK:
        fail_tile(status, error.value, error.value, f"at index {error.place}", error.place)
    for i in range(n):
        out[i] = (<const uint8_t *>PyBytes_AS_STRING(tiles))[i]
    return n


cdef object place_of_tile(object tiles, Py_ssize_t index):
    """Where tile ``index`` of what read_tiles has read is: in a text its character, else the index."""
    cdef uint8_t codes[MOST_TILES]
    cdef lp_error_t found
    cdef Py_ssize_t size
    cdef size_t n = 0
    cdef const char *utf8
    if not isinstance(tiles, str):
        return index
    # Reading again with room for the tiles before it stops at the tile that is meant.
    utf8 = PyUnicode_AsUTF8AndSize(tiles, &size)
    if lp_tiles_parse(utf8, size, codes, index, &n, &found) != LP_E_HAND_SIZE:
        return index
    return len(tiles.encode()[:found.place].decode())


def parse(tiles, str what="tiles"):
    """Tile codes of a text, bytes of codes, or a sequence of codes or of tile texts, as bytes."""
    cdef uint8_t codes[MOST_TILES]
    cdef Py_ssize_t n = read_tiles(tiles, codes, what)
    return PyBytes_FromStringAndSize(<const char *>codes, n)


def format(tiles):
    """Canonical text of tiles in any of the forms that ``parse`` reads."""
    cdef uint8_t codes[MOST_TILES]
    cdef char text[2 * MOST_TILES + 1]
    cdef lp_error_t error
    lp_tiles_format(codes, read_tiles(tiles, codes, "tiles"), text, sizeof(text), &error)
    return text.decode("ascii")
