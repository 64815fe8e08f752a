# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Stud: who has the largest cards of a table, and each seat's chance to win at the opening.

Hands come as bytes of card codes. Rows of batches are given as contiguous buffers; the caller splits long batches, and
the parts of an enumeration, into blocks, and the GIL is released for each of them.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from lipai._native.cards cimport fail_rows
from lipai._native.lipai cimport (
    LP_E_CARD,
    LP_E_DUPLICATE,
    LP_E_HAND_SIZE,
    LP_E_NOT_IN_DECK,
    LP_E_VALUE,
    LP_FAULT_PLAYERS,
    LP_OK,
    LP_PLAYERS_MAX,
    lp_equity_cases,
    lp_equity_count,
    lp_equity_free,
    lp_equity_new,
    lp_equity_parts,
    lp_equity_sample,
    lp_equity_t,
    lp_error_t,
    lp_piles_t,
    lp_seat_t,
    lp_showdown_n,
    lp_status_t,
)
from lipai._native.piles cimport core_of

from lipai import errors
from lipai._native import cards as _cards

# The most cards that are known of a seat.
cdef enum:
    HAND = 5

cdef dict CLASSES = {
    LP_E_CARD: errors.CardError,
    LP_E_DUPLICATE: errors.DuplicateCardError,
    LP_E_NOT_IN_DECK: errors.NotInDeckError,
}


cdef str card_text(int card):
    return _cards.format(bytes([card])) if 0 <= card < 54 else str(card)


cdef int fail_table(lp_status_t status, const lp_error_t *error, str argument, int size, object row) except -1:
    """What is wrong at a table: error.place is seat * size + card."""
    cdef int seat = error.place // size, index = error.place % size
    if status == LP_E_VALUE and error.detail == LP_FAULT_PLAYERS:
        where = "" if row is None else f"row {row}: "
        position = None if row is None else (row,)
        raise errors.TableError(f"{where}nobody is left: at least one seat has not folded", value=0, position=position,
                                argument=argument)
    if status not in CLASSES:
        fail_rows(status, error, 0 if row is None else row - error.row)
    where = f"at seat {seat}"
    if row is not None:
        where = f"in row {row} {where}, index {index}"
    text = card_text(error.value)
    what = {LP_E_CARD: f"no such card: {error.value} {where}",
            LP_E_DUPLICATE: f"{text!r} {where} is there already",
            LP_E_NOT_IN_DECK: f"{text!r} {where} is not in the game's deck"}[status]
    raise CLASSES[status](what, value=error.value if status == LP_E_CARD else text, argument=argument,
                          position=(seat, index) if row is None else (row, seat, index))


def showdown(tables, tuple hands not None, str argument not None):
    """The seat with the largest cards, and all strengths; ``hands`` are bytes of one length, None where folded."""
    cdef uint8_t cards[LP_PLAYERS_MAX * HAND]
    cdef uint8_t folded[LP_PLAYERS_MAX]
    cdef uint16_t strengths[LP_PLAYERS_MAX]
    cdef uint8_t seat = 0
    cdef lp_error_t error
    cdef Py_ssize_t players = len(hands), size = 0, i
    if not 1 <= players <= LP_PLAYERS_MAX:
        raise ValueError(f"from 1 to {LP_PLAYERS_MAX} hands")
    for hand in hands:
        if hand is not None:
            size = PyBytes_GET_SIZE(<bytes?>hand)
    if size > HAND:
        raise errors.HandSizeError(f"a hand has {HAND} cards, not {size}", value=size)
    size = max(size, 1)
    memset(cards, 0, sizeof(cards))
    for i in range(players):
        hand = hands[i]
        folded[i] = hand is None
        if hand is not None:
            if PyBytes_GET_SIZE(hand) != size:
                raise ValueError("hands of one length")
            memcpy(cards + i * size, PyBytes_AS_STRING(hand), size)
    cdef lp_status_t status = lp_showdown_n(core_of(tables), cards, size, players, 1, folded, &seat, strengths,
                                            &error)
    if status == LP_E_HAND_SIZE:
        raise errors.HandSizeError(f"no hand has {size} cards here", value=size)
    if status != LP_OK:
        fail_table(status, &error, argument, size, None)
    return seat, tuple([strengths[i] for i in range(players)])


def showdown_rows(
    tables,
    const uint8_t[:, :, ::1] cards not None,
    const uint8_t[:, ::1] folded,
    uint8_t[::1] seats not None,
    str argument not None,
    Py_ssize_t start,
    Py_ssize_t stop,
):
    """Writes the seats with the largest cards of the tables from ``start`` up to ``stop``; ``folded`` may be None."""
    cdef lp_error_t error
    cdef lp_status_t status
    cdef const lp_piles_t *piles = core_of(tables)
    cdef size_t n = stop - start, players = cards.shape[1], size = cards.shape[2]
    if not 0 <= start <= stop <= cards.shape[0] or stop > seats.shape[0] or not players or not size:
        raise ValueError("there are no such rows")
    if folded is not None and (folded.shape[0] < stop or folded.shape[1] != cards.shape[1]):
        raise ValueError("folded must have a byte for each seat")
    if not n:
        return
    cdef const uint8_t *out_of_it = NULL if folded is None else &folded[start, 0]
    with nogil:
        status = lp_showdown_n(piles, &cards[start, 0, 0], size, players, n, out_of_it, &seats[start], NULL, &error)
    if status != LP_OK:
        fail_table(status, &error, argument, <int>size, error.row + start)


@cython.final
cdef class Deals:
    """All deals that finish a table of stud, to be enumerated in parts or sampled; read-only, shared by threads.

    ``seats`` are (folded, bytes of the cards that are known) each. With more deals than ``limit``, ``parts`` is 0.
    """

    cdef lp_equity_t *_equity
    cdef object _tables  # what the core points to
    cdef Py_ssize_t _players

    def __cinit__(self, tables, tuple seats not None, uint64_t limit):
        cdef lp_seat_t known[LP_PLAYERS_MAX]
        cdef lp_error_t error
        cdef lp_status_t status
        cdef Py_ssize_t i, n
        cdef const lp_piles_t *piles = core_of(tables)
        cdef size_t players = len(seats)
        if not 1 <= players <= LP_PLAYERS_MAX:
            raise ValueError(f"from 1 to {LP_PLAYERS_MAX} seats")
        memset(known, 0, sizeof(known))
        for i in range(len(seats)):
            folded, cards = seats[i]
            n = PyBytes_GET_SIZE(<bytes?>cards)
            if n > HAND:
                raise errors.HandSizeError(f"seat {i}: a hand has {HAND} cards, not {n}", value=n, position=(i, HAND),
                                           argument="players")
            known[i].folded = bool(folded)
            known[i].n_cards = <uint8_t>n
            memcpy(known[i].card, PyBytes_AS_STRING(cards), n)
        self._tables = tables
        self._players = players
        with nogil:
            status = lp_equity_new(piles, known, players, limit, &self._equity, &error)
        if status != LP_OK:
            fail_table(status, &error, "players", HAND, None)

    def __dealloc__(self):
        lp_equity_free(self._equity)

    def __reduce__(self):
        raise TypeError("deals are made for one process; pickle the game and the seats instead")

    @property
    def cases(self):
        """The deals there are; 2**64 - 1 stands for more."""
        return lp_equity_cases(self._equity)

    @property
    def parts(self):
        """Parts of the enumeration, each of as many deals; 0 where there are more deals than the limit."""
        return lp_equity_parts(self._equity)

    cdef tuple _wins(self, const uint64_t *wins):
        return tuple([wins[i] for i in range(self._players)])

    def count(self, Py_ssize_t start, Py_ssize_t stop):
        """Wins of each seat in the parts from ``start`` up to ``stop``."""
        cdef uint64_t wins[LP_PLAYERS_MAX]
        cdef lp_error_t error
        cdef lp_status_t status
        if not 0 <= start <= stop:
            raise ValueError("there are no such parts")
        memset(wins, 0, sizeof(wins))
        with nogil:
            status = lp_equity_count(self._equity, start, stop - start, wins, &error)
        if status != LP_OK:
            fail_rows(status, &error)
        return self._wins(wins)

    def sample(self, uint64_t seed, uint64_t start, uint64_t stop):
        """Wins of each seat in the random deals of this seed from number ``start`` up to ``stop``."""
        cdef uint64_t wins[LP_PLAYERS_MAX]
        cdef lp_error_t error
        cdef lp_status_t status
        if start > stop:
            raise ValueError("there are no such deals")
        memset(wins, 0, sizeof(wins))
        with nogil:
            status = lp_equity_sample(self._equity, seed, start, stop - start, wins, &error)
        if status != LP_OK:
            fail_rows(status, &error)
        return self._wins(wins)
