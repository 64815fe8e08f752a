# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Endgames of climbing games with all hands open. The GIL is released while the search goes on.

A solver is asked to go on for some positions at a time, so that its caller can look at the clock and at signals.
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memset

from lipai._native.climb cimport core_of, play_of, reading_of
from lipai._native.lipai cimport (
    LP_E_DUPLICATE,
    LP_E_MEMORY,
    LP_E_NOT_IN_DECK,
    LP_E_VALUE,
    LP_ENDGAME_HANDS,
    LP_ENDGAME_LANDLORD,
    LP_ENDGAME_PASSES,
    LP_ENDGAME_TURN,
    LP_LIMIT_MEMORY,
    LP_OK,
    LP_OUTCOME_WIN,
    lp_endgame_t,
    lp_error_t,
    lp_solution_t,
    lp_solver_free,
    lp_solver_new,
    lp_solver_run,
    lp_solver_t,
    lp_status_t,
)

import threading

from lipai import errors
from lipai._native import cards as _cards, climb as _climb

MOST_HANDS = 3


@cython.final
cdef class Solver:
    """One endgame: ``hands`` are packed, ``landlord`` and ``turn`` seats, ``over`` a Reading or None, ``passes`` how
    many have passed since; the table takes ``memory`` bytes at most."""

    cdef lp_solver_t *_solver
    cdef object _tables
    cdef object _lock

    def __cinit__(self, tables, tuple hands, int landlord, int turn, over, int passes, size_t memory):
        cdef lp_endgame_t endgame
        cdef lp_error_t error
        cdef lp_status_t status
        memset(&endgame, 0, sizeof(endgame))
        self._tables = tables
        self._lock = threading.Lock()
        if len(hands) > MOST_HANDS:
            raise errors.TableError(f"2 or {MOST_HANDS} hands, not {len(hands)}", value=len(hands), argument="hands")
        for seat, hand in enumerate(hands):
            endgame.hand[seat] = hand
        endgame.n_hands = <unsigned char>len(hands)
        endgame.landlord = seat_of(landlord)
        endgame.turn = seat_of(turn)
        endgame.passes = seat_of(passes)
        if over is not None:
            endgame.over = play_of(tables, over)
        status = lp_solver_new(core_of(tables), &endgame, memory, &self._solver, &error)
        if status != LP_OK:
            fail(status, &error, hands, landlord, turn, over, passes)

    def __dealloc__(self):
        lp_solver_free(self._solver)

    def __reduce__(self):
        raise TypeError("a solver can't be pickled: it is in the middle of a search")

    def run(self, uint64_t nodes):
        """Goes on for that many positions. Returns (wins, play, passes, out of memory, positions, bytes): wins is None
        as long as that is unknown, play a Reading that wins, or None, passes whether passing does.
        """
        cdef lp_solution_t found
        cdef lp_error_t error
        cdef lp_status_t status
        with self._lock:
            with nogil:
                status = lp_solver_run(self._solver, nodes, &found, &error)
        if status != LP_OK:
            raise ValueError("an argument out of range")
        return (
            (found.outcome == LP_OUTCOME_WIN) if found.outcome else None,
            reading_of(self._tables, &found.play) if found.play.body else None,
            bool(found.pass_),
            found.limit == LP_LIMIT_MEMORY,
            found.nodes,
            found.bytes,
        )


cdef unsigned char seat_of(int value) noexcept:
    return <unsigned char>value if 0 <= value < 255 else 255


cdef int fail(lp_status_t status, const lp_error_t *error, tuple hands, landlord, turn, over, passes) except -1:
    if status == LP_E_MEMORY:
        raise MemoryError("there is no memory for this endgame")
    if status == LP_E_VALUE:
        if error.row == LP_ENDGAME_HANDS:
            message = f"2 or {MOST_HANDS} hands, not {len(hands)}"
            raise errors.TableError(message, value=len(hands), argument="hands")
        if error.row == LP_ENDGAME_LANDLORD or error.row == LP_ENDGAME_TURN:
            name, value = ("landlord", landlord) if error.row == LP_ENDGAME_LANDLORD else ("turn", turn)
            message = f"{name} must be a seat from 0 to {len(hands) - 1}, not {value}"
            raise errors.TableError(message, value=value, argument=name)
        if error.row == LP_ENDGAME_PASSES:
            if over is None:
                why = "0 where there is no play to beat"
            else:
                why = f"from 0 to {len(hands) - 2}: with one more, the player of the last play leads"
            raise errors.TableError(f"passes must be {why}, not {passes}", value=passes, argument="passes")
        raise ValueError("an argument out of range")
    if error.row >= len(hands) or status == LP_E_DUPLICATE:
        where = "over" if error.row >= len(hands) else f"seat {error.row}"
        rank = _climb.RANKS[error.place]
        message = f"{where}: more cards of the rank {rank} than the deck has, all hands and plays together"
        raise errors.DuplicateCardError(message, value=rank, position=(error.row, 0), argument="hands")
    if status == LP_E_NOT_IN_DECK:
        rank = _climb.RANKS[error.place]
        message = f"seat {error.row}: {rank} is not in the game's deck"
        raise errors.NotInDeckError(message, value=rank, position=(error.row, 0), argument="hands")
    message = f"seat {error.row}: a hand has at least one card, not {error.value}, or the game is over"
    raise _cards.error_class(status)(message, value=error.value, position=(error.row, 0), argument="hands")
