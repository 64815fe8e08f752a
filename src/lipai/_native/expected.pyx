# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Fields and expected value: what arrangements earn against opponents drawn from a field, and deals to learn it from.

Rows of batches are given as contiguous buffers; the caller splits long batches into blocks and the GIL is released
for each of them.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from lipai._native.cards cimport MOST_CARDS, fail_cards, fail_rows, read_cards
from lipai._native.lipai cimport (
    LP_E_ARRANGEMENT,
    LP_E_PLAY,
    LP_E_VALUE,
    LP_FIELD_ENTRIES_MAX,
    LP_FIELD_ENTRY,
    LP_FIELD_FAULT_CHECKSUM,
    LP_FIELD_FAULT_ENTRY,
    LP_FIELD_FAULT_MAGIC,
    LP_FIELD_FAULT_PLAYERS,
    LP_FIELD_FAULT_ROLE,
    LP_FIELD_FAULT_RULES,
    LP_FIELD_FAULT_SIZE,
    LP_FIELD_FAULT_VERSION,
    LP_FIELD_HEADER,
    LP_OK,
    LP_ROLE_ANY,
    LP_ROLE_BANKER,
    LP_ROLE_PLAYER,
    lp_choice_t,
    lp_deal_n,
    lp_error_t,
    lp_expected,
    lp_expected_n,
    lp_expected_of_n,
    lp_field_about,
    lp_field_entries_n,
    lp_field_free,
    lp_field_info_t,
    lp_field_new,
    lp_field_pack,
    lp_field_peek,
    lp_field_t,
    lp_piles_hand_size,
    lp_piles_t,
    lp_simulate,
    lp_stakes_prints,
    lp_stakes_t,
    lp_status_t,
    lp_sums_t,
)
from lipai._native.piles cimport core_of
from lipai._native.settle cimport stakes_of

from lipai import errors
from lipai._native import cards as _cards

ENTRY = LP_FIELD_ENTRY
HEADER = LP_FIELD_HEADER
# By lp_role_t; None where all seats are alike.
ROLES = (None, "player", "banker")

cdef dict ROLE_NUMBERS = {None: LP_ROLE_ANY, "player": LP_ROLE_PLAYER, "banker": LP_ROLE_BANKER}
cdef dict FAULTS = {
    LP_FIELD_FAULT_SIZE: "it is cut short or too long",
    LP_FIELD_FAULT_MAGIC: "these bytes are no field",
    LP_FIELD_FAULT_VERSION: "it is of another version of the format",
    LP_FIELD_FAULT_CHECKSUM: "its checksum is wrong",
    LP_FIELD_FAULT_PLAYERS: "the game has no such number of players",
    LP_FIELD_FAULT_ROLE: "the game has no such role",
}
# The most that the core finds at a time.
MOST_CHOICES = 64


cdef int fail_field(lp_status_t status, const lp_error_t *error) except -1:
    """Bytes of a field that are refused."""
    if status != LP_E_VALUE or not error.detail:
        fail_rows(status, error)
    if error.detail == LP_FIELD_FAULT_ENTRY:
        raise errors.FieldError(f"hand {error.row} of the field is none of these rules; "
                                "'lipai field build' makes a field for them", value=error.row)
    if error.detail == LP_FIELD_FAULT_RULES:
        raise errors.FieldError("the field was made for rules that rank piles in another way; "
                                "'lipai field build' makes one for these")
    raise errors.FieldError(f"a bad field: {FAULTS.get(error.detail, 'it makes no sense')}")


cdef int fail_laid_out(lp_status_t status, const lp_error_t *error, Py_ssize_t first_row) except -1:
    """Rows of hands as they are laid out, or declared, that are refused."""
    cdef Py_ssize_t row = first_row + error.row
    if status == LP_E_ARRANGEMENT:
        raise errors.IllegalArrangementError(f"row {row}: no legal arrangement", value=row, position=(row, error.place))
    if status == LP_E_PLAY or status == LP_E_VALUE:
        raise errors.IllegalPlayError(f"row {row}: there is no such special, or it is not held", value=row)
    fail_rows(status, error, first_row)


def deal_rows(tables, uint64_t seed, uint64_t first, Py_ssize_t hands, uint8_t[:, ::1] out not None,
              Py_ssize_t start, Py_ssize_t stop):
    """Deals number ``first + start`` up to ``first + stop`` into those rows of ``out``, ``hands`` hands each."""
    cdef lp_error_t error
    cdef lp_status_t status
    cdef const lp_piles_t *piles = core_of(tables)
    cdef Py_ssize_t size = lp_piles_hand_size(piles)
    if hands < 1 or out.shape[1] != hands * size:
        raise ValueError("rows of out must have room for all hands of a deal")
    if not 0 <= start <= stop <= out.shape[0]:
        raise ValueError("there are no such rows")
    if start == stop:
        return
    with nogil:
        status = lp_deal_n(piles, seed, first + start, stop - start, hands, &out[start, 0], &error)
    if status != LP_OK:
        raise ValueError(f"the deck has no cards for {hands} hands")


def entries(stakes, const uint8_t[:, ::1] cards not None, const uint8_t[::1] declared):
    """Entries of a field: of hands as they are laid out, or declared where ``declared`` has a special."""
    cdef lp_error_t error
    cdef lp_status_t status
    cdef const lp_stakes_t *core = stakes_of(stakes)
    cdef Py_ssize_t n = cards.shape[0]
    if cards.shape[1] != stakes.hand_size:
        raise ValueError("cards must have rows of one hand each")
    if declared is not None and declared.shape[0] != n:
        raise ValueError("one declared special for each row")
    out = PyBytes_FromStringAndSize(NULL, n * LP_FIELD_ENTRY)
    if not n:
        return out
    cdef uint8_t *bytes_out = <uint8_t *>PyBytes_AS_STRING(out)
    cdef const uint8_t *says = NULL if declared is None else &declared[0]
    with nogil:
        status = lp_field_entries_n(core, &cards[0, 0], says, n, bytes_out, &error)
    if status != LP_OK:
        fail_laid_out(status, &error, 0)
    return out


def pack(stakes, uint8_t players, role, bytes entries not None, *, uint64_t seed, uint32_t rounds, int64_t gain=-1,
         int64_t gain_error=-1):
    """The bytes of a field; gains are in millionths of a unit, -1 where they were not measured."""
    cdef lp_error_t error
    cdef lp_field_info_t info
    cdef const lp_stakes_t *core = stakes_of(stakes)
    cdef Py_ssize_t n = PyBytes_GET_SIZE(entries) // LP_FIELD_ENTRY
    if not n or PyBytes_GET_SIZE(entries) % LP_FIELD_ENTRY or <size_t>n > LP_FIELD_ENTRIES_MAX:
        raise errors.FieldError(f"a field has 1 to {LP_FIELD_ENTRIES_MAX} entries of {LP_FIELD_ENTRY} bytes")
    memset(&info, 0, sizeof(info))
    info.players = players
    info.role = ROLE_NUMBERS[role]
    info.rounds = rounds
    info.seed = seed
    info.gain = gain
    info.gain_error = gain_error
    size = LP_FIELD_HEADER + n * LP_FIELD_ENTRY
    out = PyBytes_FromStringAndSize(NULL, size)
    cdef lp_status_t status = lp_field_pack(core, &info, <const uint8_t *>PyBytes_AS_STRING(entries), n,
                                            <uint8_t *>PyBytes_AS_STRING(out), size, &error)
    if status != LP_OK:
        fail_field(status, &error)
    return out


def prints(stakes):
    """Two fingerprints: of how the rules of these stakes rank piles, and of how they settle."""
    cdef uint64_t ranking = 0, settlement = 0
    lp_stakes_prints(stakes_of(stakes), &ranking, &settlement)
    return ranking, settlement


def peek(bytes data not None):
    """What the header of a field says: (players, role, ranking, settlement), the latter two as ``prints`` has them."""
    cdef lp_error_t error
    cdef lp_field_info_t info
    cdef const uint8_t *bytes_in = <const uint8_t *>PyBytes_AS_STRING(data)
    cdef lp_status_t status = lp_field_peek(bytes_in, PyBytes_GET_SIZE(data), &info, &error)
    if status != LP_OK:
        fail_field(status, &error)
    return info.players, ROLES[info.role] if info.role < len(ROLES) else None, info.ranking, info.settlement


@cython.final
cdef class Field:
    """A field that is loaded for a game: read-only and shared by threads. ``data`` is checked to the last byte."""

    cdef lp_field_t *_field
    cdef object _tables, _stakes  # what the core points to
    cdef lp_field_info_t _info
    cdef Py_ssize_t _hand_size

    def __cinit__(self, tables not None, stakes not None, bytes data not None):
        cdef lp_error_t error
        cdef lp_status_t status
        cdef const lp_stakes_t *core = stakes_of(stakes)
        cdef const uint8_t *bytes_in = <const uint8_t *>PyBytes_AS_STRING(data)
        cdef size_t size = PyBytes_GET_SIZE(data)
        self._tables = tables
        self._stakes = stakes
        self._hand_size = lp_piles_hand_size(core_of(tables))
        if stakes.hand_size != self._hand_size:
            raise ValueError("tables and stakes must be of one game")
        with nogil:
            status = lp_field_new(core, bytes_in, size, &self._field, &error)
        if status != LP_OK:
            fail_field(status, &error)
        lp_field_about(self._field, &self._info)

    def __dealloc__(self):
        lp_field_free(self._field)

    def __reduce__(self):
        raise TypeError("fields are made for one process; pickle the game instead")

    def __repr__(self):
        who = f"{self.players} players" if self.role is None else f"role {self.role!r}"
        return f"<lipai.Field: {who}, {self.size} hands, {self.rounds} rounds, seed {self.seed}>"

    def belongs(self, stakes not None):
        """Whether rules rank and settle as those that it was loaded for, so that its values are theirs."""
        return stakes is self._stakes or prints(stakes) == prints(self._stakes)

    @property
    def size(self):
        """The hands of the field."""
        return self._info.n

    @property
    def players(self):
        """The size of the table; 2 in banker games, where each plays the banker alone (BS-3)."""
        return self._info.players

    @property
    def role(self):
        """Who laid these hands out: "player" or "banker", None where all seats are alike."""
        return ROLES[self._info.role]

    @property
    def same_stakes(self):
        """Whether it was made under the game's very rules of settlement; if not, it is an approximation."""
        return bool(self._info.same_stakes)

    @property
    def rounds(self):
        """Rounds of fictitious play that made it."""
        return self._info.rounds

    @property
    def seed(self):
        """The seed from which it can be made again."""
        return self._info.seed

    @property
    def exploitability(self):
        """What a best response earns above the policy, in units a deal and opponent, and its error; or None."""
        if self._info.gain < 0:
            return None
        return self._info.gain / 1e6, self._info.gain_error / 1e6

    def expected(self, cards, Py_ssize_t top):
        """The best ``top`` choices of a hand: (cards, strengths, value, win, push, declared) each, best first."""
        cdef uint8_t codes[MOST_CARDS]
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = 0, room, i
        cdef Py_ssize_t size = read_cards(cards, codes)
        if top < 1:
            raise ValueError(f"top must be at least 1, not {top}")
        room = min(<size_t>top, MOST_CHOICES)
        if size != self._hand_size:
            raise _cards.count_error("a hand has", cards, size, self._hand_size)
        cdef lp_choice_t *found = <lp_choice_t *>malloc((room + 1) * sizeof(lp_choice_t))
        if found == NULL:
            raise MemoryError
        try:
            with nogil:
                status = lp_expected(self._field, codes, room, found, &n, &error)
            if status != LP_OK:
                fail_cards(status, &error, cards)
            result = []
            for i in range(n):
                one = &found[i].arrangement
                result.append((
                    PyBytes_FromStringAndSize(<const char *>one.cards, self._hand_size),
                    (one.strength[0], one.strength[1], one.strength[2]),
                    one.value,
                    (found[i].win[0], found[i].win[1], found[i].win[2]),
                    (found[i].push[0], found[i].push[1], found[i].push[2]),
                    found[i].declared,
                ))
            return result
        finally:
            free(found)

    def expected_rows(
        self,
        const uint8_t[:, ::1] hands not None,
        uint8_t[:, ::1] cards not None,
        double[::1] values not None,
        uint8_t[::1] declared,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes the best arrangements of the rows from ``start`` up to ``stop`` of ``hands`` into those of ``cards``
        and what they are worth into ``values``; the specials to declare into ``declared``, or none is declared."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if hands.shape[1] != self._hand_size or cards.shape[1] != self._hand_size:
            raise ValueError("hands and cards must have rows of one hand each")
        if not 0 <= start <= stop <= hands.shape[0] or stop > cards.shape[0] or stop > values.shape[0]:
            raise ValueError("there are no such rows")
        if declared is not None and stop > declared.shape[0]:
            raise ValueError("one declared special for each row")
        if not n:
            return
        cdef uint8_t *says = NULL if declared is None else &declared[start]
        with nogil:
            status = lp_expected_n(self._field, &hands[start, 0], n, &cards[start, 0], &values[start], says, &error)
        if status != LP_OK:
            fail_rows(status, &error, start)

    def expected_of_rows(
        self,
        const uint8_t[:, ::1] cards not None,
        const uint8_t[::1] declared,
        double[::1] values not None,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes what the rows from ``start`` up to ``stop``, as they are laid out or declared, are worth."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if cards.shape[1] != self._hand_size:
            raise ValueError("cards must have rows of one hand each")
        if not 0 <= start <= stop <= cards.shape[0] or stop > values.shape[0]:
            raise ValueError("there are no such rows")
        if declared is not None and stop > declared.shape[0]:
            raise ValueError("one declared special for each row")
        if not n:
            return
        cdef const uint8_t *says = NULL if declared is None else &declared[start]
        with nogil:
            status = lp_expected_of_n(self._field, &cards[start, 0], says, n, &values[start], &error)
        if status != LP_OK:
            fail_laid_out(status, &error, start)

    def simulate(self, bytes cards not None, bytes declared not None, uint64_t seed, uint64_t first, Py_ssize_t deals,
                 bint declare=True):
        """Plays deals from number ``first`` on, once for each way to lay out one hand that ``cards`` and ``declared``
        hold one after the other, against opponents who respond to this field: (sum, sum of squares) of the nets."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = PyBytes_GET_SIZE(declared), i
        cdef const uint8_t *codes = <const uint8_t *>PyBytes_AS_STRING(cards)
        cdef const uint8_t *says = <const uint8_t *>PyBytes_AS_STRING(declared)
        if not n or PyBytes_GET_SIZE(cards) != <Py_ssize_t>n * self._hand_size:
            raise ValueError(f"each way to lay out the hand has {self._hand_size} cards and a special")
        if deals < 1:
            raise ValueError(f"deals must be at least 1, not {deals}")
        cdef lp_sums_t *sums = <lp_sums_t *>calloc(n, sizeof(lp_sums_t))
        if sums == NULL:
            raise MemoryError
        try:
            with nogil:
                status = lp_simulate(self._field, codes, says, n, seed, first, deals, declare, sums, &error)
            if status != LP_OK:
                fail_laid_out(status, &error, 0)
            return [(sums[i].sum, sums[i].square) for i in range(n)]
        finally:
            free(sums)
