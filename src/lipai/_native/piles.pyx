# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Pile games: tables compiled from a rule set, and what can be asked of them.

Rows of batches are given as contiguous buffers; the caller splits long batches into blocks and the GIL is released
for each of them.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.object cimport PyObject_GenericSetAttr
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, getenv, malloc
from libc.string cimport memcpy

from lipai._native.cards cimport MOST_CARDS, cards_text, fail_cards, fail_rows, read_cards
from lipai._native.lipai cimport (
    LP_E_ARRANGEMENT,
    LP_E_HAND_SIZE,
    LP_E_ISA,
    LP_E_RULES,
    LP_HAND_MAX,
    LP_ISA_AUTO,
    LP_ISA_AVX2,
    LP_ISA_AVX512,
    LP_ISA_SCALAR,
    LP_OK,
    LP_PILES,
    lp_arrange,
    lp_arrange_n,
    lp_arrangement_t,
    lp_category_t,
    lp_check,
    lp_error_t,
    lp_isa_available,
    lp_isa_name,
    lp_isa_t,
    lp_pareto,
    lp_pile_order,
    lp_pile_rules_t,
    lp_piles_compile,
    lp_piles_free,
    lp_piles_hand_size,
    lp_piles_isa,
    lp_piles_strength_count,
    lp_piles_t,
    lp_rank,
    lp_rank_n,
    lp_status_t,
    lp_strength_category,
    lp_utilities_free,
    lp_utilities_new,
    lp_utilities_t,
)
from lipai._native.pile_rules cimport field_name, read_rules

import threading

from lipai import errors
from lipai._native import cards as _cards

cdef dict ISAS = {"auto": LP_ISA_AUTO, "scalar": LP_ISA_SCALAR, "avx2": LP_ISA_AVX2, "avx512": LP_ISA_AVX512}

INSTRUCTION_SETS = tuple([name for name in ISAS if name != "auto"])

# More arrangements than any hand has: 72,072 splits of thirteen cards.
cdef size_t MOST_ARRANGEMENTS = 72072
cdef size_t USUAL_PARETO = 2048
cdef Py_ssize_t MOST_TABLES = 64

cdef dict SHARED = {}
cdef object SHARED_LOCK = threading.Lock()


def isas():
    """Instruction sets that this build and this machine have."""
    return tuple([name for name in INSTRUCTION_SETS if lp_isa_available(ISAS[name])])


def made(type cls, tuple names, tuple values):
    """An object of ``cls`` with these attributes: what the ``__init__`` of a frozen dataclass does, in a fifth of the
    time."""
    cdef object result = cls.__new__(cls)
    cdef Py_ssize_t i
    if len(names) != len(values):
        raise ValueError("as many values as names are wanted")
    for i in range(len(names)):
        PyObject_GenericSetAttr(result, names[i], values[i])
    return result


def compiled(*arguments):
    """``PileTables(*arguments)``, compiled once for equal arguments and shared."""
    with SHARED_LOCK:
        found = SHARED.get(arguments)
        if found is None:
            found = PileTables(*arguments)
            while len(SHARED) >= MOST_TABLES:
                del SHARED[next(iter(SHARED))]
            SHARED[arguments] = found
    return found


cdef int fail_isa(str isa) except -1:
    """For an instruction set that is not there: the one asked for, or the one that the environment asks for."""
    cdef const char *wanted
    there_are = ", ".join(isas())
    if isa != "auto":
        raise errors.InstructionSetError(f"isa is {isa!r}, which this machine or build lacks; there are: {there_are}")
    wanted = getenv("LIPAI_ISA")
    name = "" if wanted == NULL else (<bytes>wanted).decode("utf-8", "replace")
    raise errors.InstructionSetError(f"LIPAI_ISA is {name!r}, which this machine or build lacks; "
                                     f"leave it unset or set it to one of: {there_are}")


@cython.final
cdef class PileTables:
    """A compiled rule set, read-only and shared by threads. Two are equal if they were made of the same rules: the
    instruction set makes no difference to any result, and a pickle leaves it to the machine that reads it.

    ``categories`` are (id, name, pile sizes, ties), weakest first; ``suits`` are letters, strongest first.
    """

    cdef lp_piles_t *_piles
    cdef tuple _arguments  # all but the instruction set
    cdef tuple _ids, _names  # of categories, by lp_category_t
    cdef int _pile_size[3]
    cdef Py_ssize_t _hand_size
    cdef unsigned int _sizes, _up_sizes  # bit n for n cards: piles, or hands of stud; up-cards

    def __cinit__(
        self,
        uint8_t lowest_rank,
        uint8_t jokers,
        tuple sizes,
        bint strict,
        str wheel,
        bint wheel_led_by_ace,
        str suits,
        str joker_model,
        tuple joker_suits,
        str joker_pair,
        tuple categories,
        str isa="auto",
    ):
        cdef lp_pile_rules_t rules
        cdef lp_error_t error
        cdef lp_status_t status
        if isa not in ISAS:
            raise ValueError(f"isa must be one of {', '.join(ISAS)}, not {isa!r}")
        cdef lp_isa_t chosen = ISAS[isa]
        self._arguments = (lowest_rank, jokers, sizes, strict, wheel, wheel_led_by_ace, suits, joker_model,
                           joker_suits, joker_pair, categories)
        self._ids, self._names = read_rules(self._arguments, &rules)
        for i in range(LP_PILES):
            self._pile_size[i] = rules.pile_size[i]
        with nogil:
            status = lp_piles_compile(&rules, chosen, &self._piles, &error)
        if status == LP_E_RULES:
            key = field_name(error.place)
            raise errors.RulesError(f"{key}: these rules can't be compiled", value=key)
        if status == LP_E_ISA:
            fail_isa(isa)
        if status != LP_OK:
            fail_rows(status, &error)
        self._hand_size = lp_piles_hand_size(self._piles)
        for size in sizes:
            self._sizes |= <unsigned int>1 << <int>size if size else 0
        if sizes[0] == 0:
            self._up_sizes = rules.category[0].sizes & ~self._sizes

    def __dealloc__(self):
        lp_piles_free(self._piles)

    def __reduce__(self):
        return compiled, self._arguments

    def __eq__(self, other):
        if not isinstance(other, PileTables):
            return NotImplemented
        return self is other or self._arguments == (<PileTables>other)._arguments

    def __hash__(self):
        return hash(self._arguments)

    @property
    def strength_count(self):
        """Every strength is below it."""
        return lp_piles_strength_count(self._piles)

    @property
    def isa(self):
        """The instruction set of the batch calls."""
        return lp_isa_name(lp_piles_isa(self._piles)).decode()

    # ---- one pile

    cdef int _rank(self, object cards, uint8_t *codes, uint16_t *strength, unsigned int sizes) except -1:
        cdef lp_error_t error
        cdef Py_ssize_t n = read_cards(cards, codes)
        cdef lp_status_t status = LP_E_HAND_SIZE
        if n < 8 and sizes >> n & 1:
            status = lp_rank(self._piles, codes, n, strength, &error)
        if status == LP_E_HAND_SIZE:
            *counts, last = [str(i) for i in range(8) if sizes >> <int>i & 1]
            wanted = f"{', '.join(counts)} or {last}" if counts else last
            what = "a pile has" if not self._up_sizes else "a hand has" if sizes == self._sizes else "up-cards are"
            raise _cards.count_error(what, cards, n, int(last), wanted)
        if status != LP_OK:
            fail_cards(status, &error, cards)
        return <int>n

    def strength(self, cards):
        """Strength of one pile."""
        cdef uint8_t codes[MOST_CARDS]
        cdef uint16_t strength = 0
        self._rank(cards, codes, &strength, self._sizes)
        return strength

    cdef Rank _ranked(self, object cards, unsigned int sizes):
        cdef Rank rank = Rank.__new__(Rank)
        cdef uint8_t codes[MOST_CARDS]
        cdef uint16_t strength = 0
        cdef int n = self._rank(cards, codes, &strength, sizes)
        rank._tables = self
        rank._n = n
        rank.strength = strength
        for i in range(n):
            rank._codes[i] = codes[i]
        return rank

    def rank(self, cards):
        """Rank of one pile, or of a hand of stud."""
        return self._ranked(cards, self._sizes)

    def rank_up(self, cards):
        """Rank of up-cards, in a game of stud."""
        return self._ranked(cards, self._up_sizes)

    def compare(self, a, b):
        """1 where ``a`` is the stronger pile, -1 where ``b`` is, 0 where neither is."""
        cdef uint8_t codes[MOST_CARDS]
        cdef uint16_t first = 0, second = 0
        self._rank(a, codes, &first, self._sizes)
        self._rank(b, codes, &second, self._sizes)
        return (first > second) - (first < second)

    def category(self, strength):
        """(id, name) of the category of a strength."""
        cdef lp_category_t category
        if not 0 <= strength <= 0xFFFF or lp_strength_category(self._piles, strength, &category) != LP_OK:
            raise ValueError(f"no pile has the strength {strength}; there are {self.strength_count}, from 0")
        return self._ids[<int>category], self._names[<int>category]

    cdef tuple _categories(self, const uint16_t *strength, tuple words):
        """One word for each of three strengths that piles have."""
        cdef lp_category_t category[3]
        for i in range(LP_PILES):
            lp_strength_category(self._piles, strength[i], &category[i])
        return words[<int>category[0]], words[<int>category[1]], words[<int>category[2]]

    cdef tuple _in_order(self, const uint8_t *cards, int n):
        """The codes of one pile in reading order."""
        cdef uint8_t out[MOST_CARDS]
        cdef lp_error_t error
        cdef lp_status_t status = lp_pile_order(self._piles, cards, n, out, &error)
        if status != LP_OK:
            fail_rows(status, &error)
        if n == 3:
            return out[0], out[1], out[2]
        return out[0], out[1], out[2], out[3], out[4]

    def order(self, cards):
        """The cards of one pile in reading order, as bytes."""
        cdef uint8_t codes[MOST_CARDS]
        cdef uint8_t out[MOST_CARDS]
        cdef lp_error_t error
        cdef uint16_t strength = 0
        cdef Py_ssize_t n = self._rank(cards, codes, &strength, self._sizes | self._up_sizes)
        cdef lp_status_t status = lp_pile_order(self._piles, codes, n, out, &error)
        if status != LP_OK:
            fail_cards(status, &error, cards)
        return PyBytes_FromStringAndSize(<const char *>out, n)

    # ---- one hand

    cdef int _read_hand(self, object cards, uint8_t *codes) except -1:
        cdef Py_ssize_t n = read_cards(cards, codes)
        if n != self._hand_size:
            raise _cards.count_error("a hand has", cards, n, self._hand_size)
        return 0

    cdef int _read_pile(self, object cards, int pile, uint8_t *codes) except -1:
        cdef uint8_t read[MOST_CARDS]
        cdef Py_ssize_t n = read_cards(cards, read), wanted = self._pile_size[pile]
        if n != wanted:
            raise _cards.count_error(f"pile {pile} has", cards, n, wanted)
        memcpy(codes, read, n)
        return 0

    def check(self, first, middle, last):
        """Of three piles their strengths, the ids of their categories, and the pile that is not above the one before
        it, or 0. Errors give places in the piles laid end to end."""
        cdef uint8_t codes[LP_HAND_MAX]
        cdef uint16_t strength[3]
        cdef int legal = 0, fault = 0
        cdef lp_error_t error
        self._read_pile(first, 0, codes)
        self._read_pile(middle, 1, codes + self._pile_size[0])
        self._read_pile(last, 2, codes + self._pile_size[0] + self._pile_size[1])
        cdef lp_status_t status = lp_check(self._piles, codes, strength, &legal, &fault, &error)
        if status != LP_OK:
            fail_cards(status, &error, codes[:self._hand_size])
        return (strength[0], strength[1], strength[2]), self._categories(strength, self._ids), fault

    cdef tuple _arrangement(self, const lp_arrangement_t *found, Utilities utilities):
        cdef int a = self._pile_size[0], b = self._pile_size[1], c = self._pile_size[2]
        cdef const uint8_t *cards = found.cards
        cdef object value = None
        if utilities is not None:
            value = found.value
            if utilities.integral:
                value = int(value)
        return (
            (self._in_order(cards, a), self._in_order(cards + a, b), self._in_order(cards + a + b, c)),
            self._categories(found.strength, self._ids),
            self._categories(found.strength, self._names),
            (found.strength[0], found.strength[1], found.strength[2]),
            value,
        )

    cdef list _arrangements(self, const lp_arrangement_t *found, size_t n, Utilities utilities):
        cdef size_t i
        return [self._arrangement(&found[i], utilities) for i in range(n)]

    cdef const lp_utilities_t *_tables_of(self, Utilities utilities) except? NULL:
        if utilities is None:
            return NULL
        if utilities._tables is not self and utilities._tables != self:
            raise ValueError("these utilities were made for another rule set")
        return utilities._utilities

    def arrange(self, cards, Utilities utilities, Py_ssize_t top):
        """The best ``top`` arrangements of a hand: piles in reading order, ids and names of their categories,
        strengths, and the value - None for the strongest - of each."""
        cdef uint8_t codes[MOST_CARDS]
        cdef lp_error_t error
        cdef lp_status_t status
        cdef const lp_utilities_t *tables = self._tables_of(utilities)
        cdef size_t n = 0, room
        cdef lp_arrangement_t best
        if top < 1:
            raise ValueError(f"top must be at least 1, not {top}")
        self._read_hand(cards, codes)
        if top == 1:  # a search, where a list of several must visit all arrangements
            with nogil:
                status = lp_arrange_n(self._piles, tables, codes, 1, best.cards, best.strength, &best.value, &error)
            if status != LP_OK:
                fail_cards(status, &error, cards)
            return [self._arrangement(&best, utilities)]
        room = min(<size_t>top, MOST_ARRANGEMENTS)
        cdef lp_arrangement_t *found = <lp_arrangement_t *>malloc(room * sizeof(lp_arrangement_t))
        if found == NULL:
            raise MemoryError
        try:
            with nogil:
                status = lp_arrange(self._piles, tables, codes, room, found, &n, &error)
            if status == LP_OK and not n:
                status = LP_E_ARRANGEMENT
            if status != LP_OK:
                fail_cards(status, &error, cards)
            return self._arrangements(found, n, utilities)
        finally:
            free(found)

    def pareto(self, cards):
        """The arrangements of a hand that no other equals or beats in all piles, each as ``arrange`` gives it."""
        cdef uint8_t codes[MOST_CARDS]
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = USUAL_PARETO, room = 0
        cdef lp_arrangement_t *found = NULL
        self._read_hand(cards, codes)
        try:
            while room < n:
                room = n
                free(found)
                found = <lp_arrangement_t *>malloc(room * sizeof(lp_arrangement_t))
                if found == NULL:
                    raise MemoryError
                with nogil:
                    status = lp_pareto(self._piles, codes, found, room, &n, &error)
                if status == LP_OK and not n:
                    status = LP_E_ARRANGEMENT
                if status != LP_OK:
                    fail_cards(status, &error, cards)
            return self._arrangements(found, n, None)
        finally:
            free(found)

    # ---- rows

    def rank_rows(
        self,
        const uint8_t[:, ::1] cards not None,
        uint16_t[::1] out not None,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes the strengths of the rows from ``start`` up to ``stop`` of ``cards`` into those of ``out``."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start, size = cards.shape[1]
        if not 0 <= start <= stop <= cards.shape[0] or stop > out.shape[0]:
            raise ValueError("there are no such rows")
        if not n or not size:
            return
        with nogil:
            status = lp_rank_n(self._piles, &cards[start, 0], size, n, &out[start], &error)
        if status != LP_OK:
            fail_rows(status, &error, start)

    def arrange_rows(
        self,
        Utilities utilities,
        const uint8_t[:, ::1] hands not None,
        uint8_t[:, ::1] cards not None,
        uint16_t[:, ::1] strengths,
        double[::1] values,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes the best arrangements of the rows from ``start`` up to ``stop`` of ``hands`` into those of ``cards``,
        their strengths and their values where wanted."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef const lp_utilities_t *tables = self._tables_of(utilities)
        cdef size_t n = stop - start
        if hands.shape[1] != self._hand_size or cards.shape[1] != self._hand_size:
            raise ValueError("hands and cards must have rows of one hand each")
        if not 0 <= start <= stop <= hands.shape[0] or stop > cards.shape[0]:
            raise ValueError("there are no such rows")
        if strengths is not None and (stop > strengths.shape[0] or strengths.shape[1] != LP_PILES):
            raise ValueError("three strengths for each row")
        if values is not None and stop > values.shape[0]:
            raise ValueError("one value for each row")
        if not n:
            return
        cdef uint16_t *strengths_out = NULL if strengths is None else &strengths[start, 0]
        cdef double *values_out = NULL if values is None else &values[start]
        with nogil:
            status = lp_arrange_n(self._piles, tables, &hands[start, 0], n, &cards[start, 0], strengths_out,
                                  values_out, &error)
        if status != LP_OK:
            fail_rows(status, &error, start)


cdef const lp_piles_t *core_of(object tables) except NULL:
    return (<PileTables?>tables)._piles


cdef tuple sizes_of(object tables):
    return (<PileTables?>tables)._arguments[2]


@cython.final
cdef class Utilities:
    """Three tables of what a strength is worth in the first, the middle and the last pile, prepared for a rule set.

    Games make them, ``PileGame.utilities``. ``integral`` says that all three hold whole numbers.
    """

    cdef lp_utilities_t *_utilities
    cdef PileTables _tables
    cdef readonly bint integral

    def __cinit__(
        self,
        PileTables tables not None,
        const double[::1] first not None,
        const double[::1] middle not None,
        const double[::1] last not None,
        bint integral=False,
    ):
        cdef lp_error_t error
        cdef Py_ssize_t n = lp_piles_strength_count(tables._piles)
        if first.shape[0] != n or middle.shape[0] != n or last.shape[0] != n:
            raise ValueError(f"each table must have {n} values, one for each strength")
        self._tables = tables
        self.integral = integral
        cdef lp_status_t status = lp_utilities_new(tables._piles, &first[0], &middle[0], &last[0], &self._utilities,
                                                   &error)
        if status != LP_OK:
            fail_rows(status, &error)

    def __dealloc__(self):
        if self._utilities != NULL:
            lp_utilities_free(self._utilities)

    def __reduce__(self):
        raise TypeError("utilities are made for one process; pickle the three tables instead")


@cython.final
@cython.freelist(64)
cdef class Rank:
    """What a pile or a hand is worth: its category, its strength and its cards. Equal if the rules, the cards and so
    the strength are; games make them, ``PileGame.rank`` and ``StudGame.rank``.

    >>> import lipai
    >>> lipai.game("shisanshui").rank("KS AS TS JS QS").category
    'straight_flush'
    """

    cdef PileTables _tables
    cdef readonly int strength
    cdef int _n
    cdef uint8_t _codes[5]

    def __init__(self):
        raise TypeError("a Rank is what a game's rank returns")

    cdef PileTables _made(self):
        if self._tables is None:
            raise TypeError("a Rank is what a game's rank returns")
        return self._tables

    cdef bytes _bytes(self):
        return PyBytes_FromStringAndSize(<const char *>self._codes, self._n)

    cdef uint64_t _set(self):
        cdef uint64_t cards = 0
        for i in range(self._n):
            cards |= <uint64_t>1 << self._codes[i]
        return cards

    @property
    def category(self):
        """Id of the category, such as ``full_house``."""
        return self._made().category(self.strength)[0]

    @property
    def name(self):
        """Name of the category in the game's own words, such as 葫芦."""
        return self._made().category(self.strength)[1]

    @property
    def cards(self):
        """Card codes in reading order: groups first, then descending."""
        return tuple(self._made().order(self._bytes()))

    @property
    def text(self):
        """The cards in reading order as text, such as ``QH QD AD 4D 3S``."""
        cdef lp_error_t error
        cdef uint8_t codes[5]
        cdef lp_status_t status = lp_pile_order(self._made()._piles, self._codes, self._n, codes, &error)
        if status != LP_OK:
            fail_rows(status, &error)
        return cards_text(codes, self._n)

    def __eq__(self, other):
        if not isinstance(other, Rank):
            return NotImplemented
        cdef Rank rank = <Rank>other
        return self._set() == rank._set() and (self._tables is rank._tables or self._tables == rank._tables)

    def __hash__(self):
        return hash((self.strength, self._set()))

    def __repr__(self):
        return f"Rank({self.text!r}, {self.category}, strength={self.strength})"

    def __reduce__(self):
        return _rank_again, (self._made(), self._bytes())


def _rank_again(PileTables tables not None, cards):
    return tables._ranked(cards, tables._sizes | tables._up_sizes)
