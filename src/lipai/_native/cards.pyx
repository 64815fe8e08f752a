# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Cards as text, and the one place where a status of the core becomes an exception."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.number cimport PyNumber_Index
from cpython.sequence cimport PySequence_Check
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint64_t

from lipai._native.lipai cimport (
    LP_E_ARRANGEMENT,
    LP_E_CARD,
    LP_E_DUPLICATE,
    LP_E_HAND_SIZE,
    LP_E_ISA,
    LP_E_MEMORY,
    LP_E_NOT_IN_DECK,
    LP_E_PLAY,
    LP_E_RULES,
    LP_E_VALUE,
    LP_OK,
    lp_cards_format,
    lp_cards_parse,
    lp_error_t,
    lp_status_t,
    lp_status_text,
    lp_version,
)

from lipai import errors

cdef dict CLASSES = {
    LP_E_CARD: errors.CardError,
    LP_E_DUPLICATE: errors.DuplicateCardError,
    LP_E_NOT_IN_DECK: errors.NotInDeckError,
    LP_E_HAND_SIZE: errors.HandSizeError,
    LP_E_ARRANGEMENT: errors.IllegalArrangementError,
    LP_E_PLAY: errors.IllegalPlayError,
    LP_E_RULES: errors.RulesError,
    LP_E_VALUE: ValueError,
    LP_E_ISA: errors.InstructionSetError,
    LP_E_MEMORY: MemoryError,
}

cdef str WANTED = "cards must be a text, bytes of card codes, or a sequence of card codes or of card texts"


# ---- errors


def error_class(int status, int fault=0):
    """The exception class of a status; a value out of range has one of its own where it is the fault of a table."""
    return errors.TableError if fault and status == LP_E_VALUE else CLASSES[status]


cdef str status_message(lp_status_t status):
    return lp_status_text(status).decode()


cdef int fail(lp_status_t status, str message, object value, object position) except -1:
    error_type = CLASSES[status]
    if issubclass(error_type, errors.LipaiError):
        raise error_type(message, value=value, position=position)
    raise error_type(message)


cdef str about(lp_status_t status, object what, str where):
    if status == LP_E_CARD:
        return f"no such card: {what!r} {where}"
    if status == LP_E_DUPLICATE:
        return f"{what!r} {where} is there already"
    if status == LP_E_NOT_IN_DECK:
        return f"{what!r} {where} is not in the game's deck"
    return f"{status_message(status)}: {what!r} {where}"


cdef int fail_text(lp_status_t status, Py_ssize_t place, Py_ssize_t length, str text) except -1:
    """place and length are in bytes of UTF-8; the error gives characters."""
    utf8 = str.encode(text)
    position = len(utf8[:place].decode())
    token = utf8[place:place + length].decode()
    fail(status, about(status, token, f"at position {position}"), token, position)


cdef int fail_cards(lp_status_t status, const lp_error_t *error, object cards) except -1:
    """For cards that read_cards has read: error.place is an index among them."""
    if status == LP_E_HAND_SIZE:
        fail(status, f"{status_message(status)}: {error.value}", error.value, None)
    if status == LP_E_ARRANGEMENT:
        fail(status, "this hand has no legal arrangement", None, None)
    if status not in (LP_E_CARD, LP_E_DUPLICATE, LP_E_NOT_IN_DECK):
        fail(status, status_message(status), error.value, None)
    cdef lp_error_t found
    if isinstance(cards, str) and find(cards, error.place, &found):
        fail_text(status, found.place, found.length, cards)
    value = cards[error.place]
    fail(status, about(status, value, f"at index {error.place}"), value, error.place)


cdef bint find(str cards, Py_ssize_t index, lp_error_t *found) except -1:
    """Whether a text that read_text has read has a card of that index, which ``found`` then marks."""
    cdef uint8_t codes[MOST_CARDS]
    cdef Py_ssize_t size
    cdef size_t n = 0
    cdef const char *utf8 = PyUnicode_AsUTF8AndSize(cards, &size)
    # Reading again with room for the cards before it stops at the card that is meant.
    return lp_cards_parse(utf8, size, codes, index, &n, found) == LP_E_HAND_SIZE


def count_error(str what, cards, Py_ssize_t n, Py_ssize_t most, wanted=None):
    """The error for ``n`` cards where ``what`` has ``wanted``, which is ``most`` if it is None.

    Its position is that of the first card too many.
    """
    cdef lp_error_t found
    position = None
    if n > most:
        position = most
        if isinstance(cards, str) and find(cards, most, &found):
            position = len(str.encode(cards)[:found.place].decode())
    wanted = most if wanted is None else wanted
    message = f"{what} {wanted} card{'' if wanted == 1 else 's'}, not {n}".lstrip()
    return errors.HandSizeError(message, value=n, position=position)


cdef int fail_rows(lp_status_t status, const lp_error_t *error, Py_ssize_t first_row=0) except -1:
    """For rows of codes, of a batch in which they begin at first_row."""
    if status in (LP_E_CARD, LP_E_DUPLICATE, LP_E_NOT_IN_DECK):
        row = error.row + first_row
        where = f"in row {row} at index {error.place}"
        fail(status, about(status, error.value, where), error.value, (row, error.place))
    if status == LP_E_ARRANGEMENT:
        row = error.row + first_row
        fail(status, f"the hand in row {row} has no legal arrangement", None, row)
    fail(status, f"{status_message(status)}: {error.value}", error.value, None)


# ---- reading


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
        raise errors.CardError(about(LP_E_CARD, token, f"at position {position}"), value=token, position=position) \
            from None
    status = lp_cards_parse(utf8, size, out, MOST_CARDS, &n, &error)
    if status != LP_OK:
        fail_text(status, error.place, error.length, text)
    return n


cdef Py_ssize_t read_codes(const uint8_t *codes, Py_ssize_t n, uint8_t *out) except -1:
    cdef uint64_t seen = 0
    cdef Py_ssize_t i
    cdef uint8_t card
    for i in range(n):
        card = codes[i]
        if card >= MOST_CARDS:
            fail(LP_E_CARD, about(LP_E_CARD, card, f"at index {i}"), card, i)
        if seen >> card & 1:
            fail(LP_E_DUPLICATE, about(LP_E_DUPLICATE, card, f"at index {i}"), card, i)
        seen |= <uint64_t>1 << card
        out[i] = card
    return n


cdef int read_item(object item, Py_ssize_t i) except -1:
    """One card of a sequence: its code, or a text of one card."""
    cdef uint8_t codes[MOST_CARDS]
    if isinstance(item, str):
        try:
            n = read_text(<str>item, codes)
        except errors.CardError:
            n = 0
        if n != 1:
            fail(LP_E_CARD, about(LP_E_CARD, item, f"at index {i}"), item, i)
        return codes[0]
    if isinstance(item, bool):
        raise TypeError(f"{WANTED}, not of bool")
    try:
        code = PyNumber_Index(item)
    except TypeError:
        raise TypeError(f"{WANTED}, not of {type(item).__name__}") from None
    if not 0 <= code < MOST_CARDS:
        fail(LP_E_CARD, about(LP_E_CARD, code, f"at index {i}"), item, i)
    return code


cdef Py_ssize_t read_sequence(object cards, uint8_t *out) except -1:
    cdef uint64_t seen = 0
    cdef Py_ssize_t n = 0
    cdef int card
    if isinstance(cards, dict) or not PySequence_Check(cards):
        raise TypeError(f"{WANTED}, not {type(cards).__name__}")
    for item in cards:
        card = read_item(item, n)
        if seen >> card & 1:
            fail(LP_E_DUPLICATE, about(LP_E_DUPLICATE, item, f"at index {n}"), item, n)
        seen |= <uint64_t>1 << card
        out[n] = <uint8_t>card
        n += 1
    return n


cdef Py_ssize_t read_cards(object cards, uint8_t *out) except -1:
    """Reads a text, bytes, or a sequence into out, which has room for MOST_CARDS; returns how many."""
    if isinstance(cards, str):
        return read_text(<str>cards, out)
    if isinstance(cards, bytes):
        return read_codes(<const uint8_t *>PyBytes_AS_STRING(cards), PyBytes_GET_SIZE(cards), out)
    if isinstance(cards, bytearray):
        return read_cards(bytes(cards), out)
    return read_sequence(cards, out)


# ---- for Python


def parse(cards):
    """Card codes of a text, bytes of codes, or a sequence of codes or of card texts, as bytes."""
    cdef uint8_t codes[MOST_CARDS]
    cdef Py_ssize_t n = read_cards(cards, codes)
    return PyBytes_FromStringAndSize(<const char *>codes, n)


def format(cards):
    """Canonical text of cards in any of the forms that ``parse`` reads."""
    cdef uint8_t codes[MOST_CARDS]
    cdef Py_ssize_t n = read_cards(cards, codes)
    return cards_text(codes, n)


cdef str cards_text(const uint8_t *codes, Py_ssize_t n):
    """Canonical text of ``n`` different cards."""
    cdef char text[3 * MOST_CARDS + 1]
    lp_cards_format(codes, n, text, sizeof(text), NULL)
    return text[:3 * n - 1].decode("ascii") if n else ""


def version():
    """The version of the core."""
    return lp_version().decode()
