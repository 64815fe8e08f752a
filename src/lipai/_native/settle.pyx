# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Specials and settlement: stakes compiled from a rule set, one table in full, and tables in rows.

A table is a hand for each seat, first pile to last, and for each seat the number of the special that it declares or
``NO_SPECIAL``. Rows of batches are given as contiguous buffers; the caller splits long batches into blocks and the GIL
is released for each of them.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from lipai._native.cards cimport MOST_CARDS, fail_cards, fail_rows, read_cards
from lipai._native.lipai cimport (
    LP_CATEGORIES,
    LP_E_ARRANGEMENT,
    LP_E_CARD,
    LP_E_DUPLICATE,
    LP_E_NOT_IN_DECK,
    LP_E_PLAY,
    LP_E_RULES,
    LP_E_VALUE,
    LP_FAULT_BANKER,
    LP_FAULT_BASE,
    LP_FAULT_BET,
    LP_FAULT_BET_LIMIT,
    LP_FAULT_CHIPS,
    LP_FAULT_FOUL,
    LP_FAULT_NONE,
    LP_FAULT_PLAYERS,
    LP_FAULT_SPECIAL,
    LP_FAULT_SPECIAL_NOT_HELD,
    LP_FAULT_TIE,
    LP_FIELD_BANKER,
    LP_FIELD_FOULS,
    LP_FIELD_GUN,
    LP_FIELD_PLAYERS,
    LP_FIELD_POT,
    LP_FIELD_SETTLEMENT,
    LP_FIELD_SPECIAL,
    LP_FIELD_WATER,
    LP_FOULS_PAY,
    LP_FOULS_REFUSE,
    LP_GUN_DOUBLE,
    LP_GUN_NONE,
    LP_GUN_PLUS_ONE,
    LP_NO_SPECIAL,
    LP_NOT_COMPARED,
    LP_OK,
    LP_PILES,
    LP_PLAYERS_MAX,
    LP_SETTLE_BANKER,
    LP_SETTLE_POTS,
    LP_SETTLE_WATERS,
    LP_SPECIALS,
    LP_WHY_PILE,
    LP_WHY_POT,
    lp_clause_name,
    lp_clause_t,
    lp_error_t,
    lp_settle,
    lp_settle_n,
    lp_settle_rules_t,
    lp_settlement_t,
    lp_special_name,
    lp_special_show,
    lp_special_t,
    lp_specials_n,
    lp_stakes_free,
    lp_stakes_new,
    lp_stakes_t,
    lp_status_t,
    lp_tables_t,
    lp_why_name,
    lp_why_t,
)
from lipai._native.piles cimport core_of, sizes_of

from lipai import errors
from lipai._native import cards as _cards

NO_SPECIAL = LP_NO_SPECIAL
# By bit of what is held; the last one is a second set of quads (BJ-14).
SPECIALS = tuple([lp_special_name(<lp_special_t>k).decode() for k in range(LP_SPECIALS)]) + ("quads",)

cdef dict KINDS = {"waters": LP_SETTLE_WATERS, "pots": LP_SETTLE_POTS, "banker": LP_SETTLE_BANKER}
cdef dict GUNS = {"none": LP_GUN_NONE, "double": LP_GUN_DOUBLE, "plus_one": LP_GUN_PLUS_ONE}
cdef dict FOULS = {"refuse": LP_FOULS_REFUSE, "pay": LP_FOULS_PAY}
cdef dict FIELDS = {
    LP_FIELD_SETTLEMENT: "settlement.kind",
    LP_FIELD_PLAYERS: "players",
    LP_FIELD_WATER: "settlement.waters",
    LP_FIELD_GUN: "settlement.gun",
    LP_FIELD_FOULS: "settlement.fouls",
    LP_FIELD_POT: "settlement.step",
    LP_FIELD_BANKER: "settlement.piles_to_win",
}
# The argument of a settlement that each fault is about.
cdef dict ARGUMENTS = {
    LP_FAULT_NONE: "players",
    LP_FAULT_PLAYERS: "players",
    LP_FAULT_BASE: "base",
    LP_FAULT_BANKER: "banker",
    LP_FAULT_BET: "bets",
    LP_FAULT_BET_LIMIT: "bets",
    LP_FAULT_CHIPS: "chips",
    LP_FAULT_SPECIAL: "declared",
    LP_FAULT_SPECIAL_NOT_HELD: "declared",
    LP_FAULT_FOUL: "players",
    LP_FAULT_TIE: "players",
}


cdef str card_text(int card):
    return _cards.format(bytes([card])) if 0 <= card < MOST_CARDS else str(card)


cdef str special_text(int special):
    return SPECIALS[special] if 0 <= special < LP_SPECIALS else f"number {special}"


cdef object three(const int8_t *values):
    return values[0], values[1], values[2]


@cython.final
cdef class Stakes:
    """Compiled rules of specials and settlement, read-only and shared by threads.

    ``waters`` are three rows of what a pile of each category is worth; ``specials`` are (id, points or multiple, place,
    sweep factor, lowest rank, highest rank, each) of those in play. Fields of another kind of game stay as they are.
    ``pile_names`` and ``clause``, which says what a foul is, are for messages.
    """

    cdef lp_stakes_t *_stakes
    cdef object _tables  # the PileTables that the core points to
    cdef lp_settle_rules_t _rules
    cdef Py_ssize_t _hand_size
    cdef tuple _sizes, _pile_names
    cdef str _clause

    def __cinit__(
        self,
        tables not None,
        str kind not None,
        tuple players not None,
        tuple pile_names not None,
        str clause,
        bint strict,
        tuple specials not None,
        *,
        str fouls not None="refuse",
        tuple waters not None=(),
        str gun not None="none",
        bint run_over=False,
        uint8_t home_run_players=0,
        uint8_t home_run_factor=0,
        uint16_t step=0,
        bint bonuses=False,
        uint8_t piles_to_win=0,
        uint8_t pays=0,
        bint bet_limit=False,
    ):
        cdef lp_settle_rules_t *rules = &self._rules
        cdef lp_error_t error
        cdef lp_status_t status
        if len(pile_names) != LP_PILES or len(waters) not in (0, LP_PILES):
            raise ValueError("three names, and three rows of waters or none")
        memset(rules, 0, sizeof(lp_settle_rules_t))
        rules.kind = KINDS[kind]
        rules.players_min, rules.players_max = players
        rules.fouls = FOULS[fouls]
        for i, row in enumerate(waters):
            if len(row) != LP_CATEGORIES:
                raise ValueError(f"a row of waters has {LP_CATEGORIES} numbers, not {len(row)}")
            for k, water in enumerate(row):
                rules.water[<int>i][<int>k] = water
        rules.gun = GUNS[gun]
        rules.run_over = run_over
        rules.home_run_players = home_run_players
        rules.home_run_factor = home_run_factor
        rules.step = step
        rules.bonuses = bonuses
        rules.piles_to_win = piles_to_win
        rules.pays = pays
        rules.bet_limit = bet_limit
        for name, points, place, sweep_factor, lowest, highest, each in specials:
            special = &rules.special[<int>SPECIALS.index(name)]
            special.points = points
            special.place = place
            special.sweep_factor = sweep_factor
            special.lowest = lowest
            special.highest = highest
            special.each = each
        status = lp_stakes_new(core_of(tables), rules, &self._stakes, &error)
        if status == LP_E_RULES:
            key = FIELDS.get(error.place, "settlement")
            if error.place == LP_FIELD_SPECIAL:
                key = ("bonuses." if kind == "pots" else "specials.") + special_text(error.value)
            raise errors.RulesError(f"{key}: these rules can't be compiled", value=key)
        if status != LP_OK:
            fail_rows(status, &error)
        self._tables = tables
        self._sizes = sizes_of(tables)
        self._hand_size = sum(self._sizes)
        self._pile_names = pile_names
        # What a pile must be to the one before it, for the message of a foul.
        self._clause = ("not larger than" if strict else "smaller than") + " the %s" + (f": {clause}" if clause else "")

    def __dealloc__(self):
        if self._stakes != NULL:
            lp_stakes_free(self._stakes)

    def __reduce__(self):
        raise TypeError("stakes are made for one process; pickle the game instead")

    @property
    def hand_size(self):
        """The cards of a hand."""
        return self._hand_size

    # ---- specials

    cdef int _read_hand(self, object cards, uint8_t *codes) except -1:
        cdef Py_ssize_t n = read_cards(cards, codes)
        if n != self._hand_size:
            raise _cards.count_error("a hand has", cards, n, self._hand_size)
        return 0

    def specials(self, cards, bint arranged):
        """What a hand holds, a bit each, and the number of the best special or ``NO_SPECIAL``."""
        cdef uint8_t codes[MOST_CARDS]
        cdef uint32_t held = 0
        cdef uint8_t best = LP_NO_SPECIAL
        cdef lp_error_t error
        self._read_hand(cards, codes)
        cdef lp_status_t status = lp_specials_n(self._stakes, codes, 1, arranged, &held, &best, &error)
        if status == LP_E_ARRANGEMENT:
            raise errors.IllegalArrangementError(self._foul(error.value))
        if status != LP_OK:
            fail_cards(status, &error, cards)
        return held, best

    def show(self, cards, str special not None):
        """The hand laid out so that a special can be seen, as bytes."""
        cdef uint8_t codes[MOST_CARDS]
        cdef uint8_t out[MOST_CARDS]
        cdef lp_error_t error
        if special not in SPECIALS:
            raise errors.TableError(f"no special {special!r}", value=special, argument="special")
        self._read_hand(cards, codes)
        cdef lp_status_t status = lp_special_show(self._stakes, codes, SPECIALS.index(special), out, &error)
        if status == LP_E_PLAY:
            raise errors.IllegalPlayError(f"the hand holds no {special}: SSS-16", value=special, argument="special")
        if status == LP_E_VALUE:
            raise errors.TableError(f"{special} is not a matter of the hand", value=special, argument="special")
        if status != LP_OK:
            fail_cards(status, &error, cards)
        return PyBytes_FromStringAndSize(<const char *>out, self._hand_size)

    def specials_rows(
        self,
        const uint8_t[:, ::1] hands not None,
        bint arranged,
        uint32_t[::1] held not None,
        uint8_t[::1] best not None,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes what the rows from ``start`` up to ``stop`` of ``hands`` hold into those of ``held`` and ``best``."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if hands.shape[1] != self._hand_size:
            raise ValueError("hands must have rows of one hand each")
        if not 0 <= start <= stop <= hands.shape[0] or stop > held.shape[0] or stop > best.shape[0]:
            raise ValueError("there are no such rows")
        if not n:
            return
        with nogil:
            status = lp_specials_n(self._stakes, &hands[start, 0], n, arranged, &held[start], &best[start], &error)
        if status == LP_E_ARRANGEMENT:
            row = start + error.row
            raise errors.IllegalArrangementError(f"row {row}: {self._foul(error.value)}", position=row)
        if status != LP_OK:
            fail_rows(status, &error, start)

    # ---- settlement

    def settle(
        self,
        bytes cards not None,
        bytes declared not None,
        int64_t base,
        banker,
        tuple bets,
        chips,
    ):
        """One table, a seat a byte of ``declared``: (net, transfers, strengths, fouls, places, outcomes).

        A transfer is (from, to, amount, clause, why, pile, special); strengths are None for a seat that declares;
        places are None where there are no pots, outcomes None for seats that were not compared.
        """
        cdef lp_tables_t table
        cdef lp_settlement_t out
        cdef lp_error_t error
        cdef lp_status_t status
        cdef uint8_t the_banker = 0
        cdef int64_t the_bets[LP_PLAYERS_MAX]
        cdef int64_t the_chips = 0
        cdef Py_ssize_t n = PyBytes_GET_SIZE(declared)
        self.check_players(n)
        if PyBytes_GET_SIZE(cards) != n * self._hand_size:
            raise ValueError(f"{n} hands have {n * self._hand_size} cards")
        memset(&table, 0, sizeof(table))
        table.n = 1
        table.players = n
        table.cards = <const uint8_t *>PyBytes_AS_STRING(cards)
        table.declared = <const uint8_t *>PyBytes_AS_STRING(declared)
        table.base = base
        if banker is not None:
            if not 0 <= banker < n:
                self._fail_banker(banker, n, "")
            the_banker = banker
            table.banker = &the_banker
        if bets is not None:
            if len(bets) != n:
                raise errors.TableError(f"a bet for each of {n} seats, not {len(bets)} bets", value=len(bets),
                                        argument="bets")
            for i in range(n):
                the_bets[i] = bets[i]
            table.bets = the_bets
        if chips is not None:
            the_chips = chips
            table.chips = &the_chips
        status = lp_settle(self._stakes, &table, &out, &error)
        if status != LP_OK:
            self._fail(status, &error, &table, -1)
        return self._settled(&out, n, declared)

    cdef tuple _settled(self, const lp_settlement_t *out, Py_ssize_t n, bytes declared):
        cdef Py_ssize_t i, k
        cdef list transfers = []
        for i in range(<Py_ssize_t>out.n_transfers):
            one = &out.transfer[i]
            transfers.append((
                one.from_,
                one.to,
                one.amount,
                lp_clause_name(<lp_clause_t>one.clause).decode(),
                lp_why_name(<lp_why_t>one.why).decode(),
                one.pile if one.why in (LP_WHY_PILE, LP_WHY_POT) else None,
                None if one.special == LP_NO_SPECIAL else SPECIALS[one.special],
            ))
        strengths = [None] * n
        outcomes = []
        for i in range(n):
            if declared[i] == LP_NO_SPECIAL:
                strengths[i] = (out.strength[i][0], out.strength[i][1], out.strength[i][2])
            outcomes.append(tuple([None if out.outcome[i][k][0] == LP_NOT_COMPARED else three(out.outcome[i][k])
                                   for k in range(n)]))
        places = None
        if self._rules.kind == LP_SETTLE_POTS:
            places = tuple([(out.place[i][0], out.place[i][1], out.place[i][2]) for i in range(n)])
        return (
            tuple([out.net[i] for i in range(n)]),
            transfers,
            tuple(strengths),
            tuple([out.foul[i] for i in range(n)]),
            places,
            tuple(outcomes),
        )

    def settle_rows(
        self,
        const uint8_t[:, :, ::1] cards not None,
        const uint8_t[:, ::1] declared,
        int64_t base,
        const uint8_t[::1] banker,
        const int64_t[:, ::1] bets,
        const int64_t[::1] chips,
        int64_t[:, ::1] net not None,
        Py_ssize_t start,
        Py_ssize_t stop,
    ):
        """Writes the nets of the tables from ``start`` up to ``stop`` into those rows of ``net``."""
        cdef lp_tables_t tables
        cdef lp_error_t error
        cdef lp_status_t status
        cdef Py_ssize_t players = cards.shape[1]
        cdef int64_t *out = NULL
        self.check_players(players)
        if cards.shape[2] != self._hand_size or net.shape[1] != players:
            raise ValueError("a hand and a net for each seat")
        if not 0 <= start <= stop <= cards.shape[0] or stop > net.shape[0]:
            raise ValueError("there are no such rows")
        if declared is not None and (declared.shape[1] != players or stop > declared.shape[0]):
            raise ValueError("one declared special for each seat")
        if banker is not None and stop > banker.shape[0]:
            raise ValueError("one banker for each table")
        if bets is not None and (bets.shape[1] != players or stop > bets.shape[0]):
            raise ValueError("one bet for each seat")
        if chips is not None and stop > chips.shape[0]:
            raise ValueError("chips for each table")
        memset(&tables, 0, sizeof(tables))
        tables.n = stop - start
        tables.players = players
        tables.base = base
        # No rows: the core only looks at what is given and what is not.
        if banker is not None:
            tables.banker = &banker[start] if tables.n else <const uint8_t *>&tables
        if bets is not None:
            tables.bets = &bets[start, 0] if tables.n else <const int64_t *>&tables
        if chips is not None:
            tables.chips = &chips[start] if tables.n else <const int64_t *>&tables
        if tables.n:
            tables.cards = &cards[start, 0, 0]
            out = &net[start, 0]
            if declared is not None:
                tables.declared = &declared[start, 0]
        with nogil:
            status = lp_settle_n(self._stakes, &tables, out, &error)
        if status != LP_OK:
            self._fail(status, &error, &tables, start)

    # ---- errors

    def check_players(self, Py_ssize_t n):
        """Refuses a number of players that the game does not take."""
        if not self._rules.players_min <= n <= self._rules.players_max:
            message = f"{self._rules.players_min} to {self._rules.players_max} players, not {n}"
            raise errors.TableError(message, value=n, argument="players")

    cdef int _fail_banker(self, object banker, Py_ssize_t n, str where) except -1:
        raise errors.TableError(f"{where}no seat {banker}: the banker is from 0 to {n - 1}", value=banker,
                                argument="banker")

    cdef str _pile_at(self, Py_ssize_t index):
        """The name of the pile in which a card of a hand lies."""
        if index < self._sizes[0]:
            return self._pile_names[0]
        return self._pile_names[1 if index < self._sizes[0] + self._sizes[1] else 2]

    cdef str _foul(self, int pile):
        return f"the {self._pile_names[pile]} is {self._clause % self._pile_names[pile - 1]}"

    cdef int _fail(
        self, lp_status_t status, const lp_error_t *error, const lp_tables_t *tables, Py_ssize_t first_row
    ) except -1:
        """first_row is -1 for one table, whose cards are shown as text."""
        cdef bint batch = first_row >= 0, banker_game = self._rules.kind == LP_SETTLE_BANKER
        cdef Py_ssize_t n = tables.players, row = error.row if batch else 0
        cdef Py_ssize_t seat = error.place // self._hand_size, index = error.place % self._hand_size
        cdef int fault = error.detail
        cdef str table = f"row {first_row + row}, " if batch else ""
        cdef str where = f"{table}seat {seat}"
        cdef object value = error.value, position = (seat, index)
        if batch:
            position = (first_row + row, seat, index)
        error_type = _cards.error_class(status, fault)
        if status in (LP_E_CARD, LP_E_DUPLICATE, LP_E_NOT_IN_DECK):
            declares = tables.declared != NULL and tables.declared[row * n + seat] != LP_NO_SPECIAL
            where += ", its hand" if declares else f", the {self._pile_at(index)}"
            token = card_text(value)
            value = value if batch else token
            if status == LP_E_CARD:
                message = f"{where}: no such card: {token}"
            elif status == LP_E_DUPLICATE:
                message = f"{where}: {token} is on the table already"
            else:
                message = f"{where}: {token} is not in the game's deck"
        elif status == LP_E_ARRANGEMENT:
            message = f"{where}: {self._foul(value)}"
        elif fault == LP_FAULT_SPECIAL_NOT_HELD:
            value = special_text(value)
            message = f"{where}: the hand holds no {value}: {'BS-5' if banker_game else 'SSS-16'}"
        elif fault == LP_FAULT_SPECIAL:
            value = special_text(value)
            message = f"{where}: there is no special {value} to declare in this game"
        elif fault == LP_FAULT_BET_LIMIT:
            value = tables.bets[row * n + seat] if tables.bets != NULL else tables.base
            chips = tables.chips[row]
            message = (f"{where}: a bet of {value} is above the limit of {chips // n}, "
                       f"the banker's {chips} chips over {n} players: BS-11")
        elif fault == LP_FAULT_BET and banker_game:
            value = tables.bets[row * n + seat] if tables.bets != NULL else tables.base
            if value < 0:
                message = f"{where}: a bet can't be below 0: {value}"
            elif seat == tables.banker[row]:
                message = f"{where}: the banker's own bet is 0, not {value}"
            else:
                message = f"{where}: a bet of {value} is too large"
        elif fault == LP_FAULT_TIE:
            message = f"{table}two players hold equal piles in the {self._pile_names[value]}: the pot has no order"
            position = None
        else:
            # Nothing of a seat's.
            position = (first_row + row,) if batch and tables.n else None
            if fault == LP_FAULT_BASE:
                value = tables.base
                message = f"base must be at least 1, not {value}" if value < 1 else f"a base of {value} is too large"
                position = None
            elif fault == LP_FAULT_BANKER and banker_game and tables.banker != NULL:
                self._fail_banker(value, n, table)
            elif fault == LP_FAULT_BANKER:
                value = None
                position = None
                message = "banker is missing: the banker's seat" if banker_game else "there is no banker in this game"
            elif fault == LP_FAULT_CHIPS and banker_game:
                value = tables.chips[row]
                message = f"{table}the banker's chips can't be below 0: {value}"
            elif fault in (LP_FAULT_BET, LP_FAULT_CHIPS):
                value = None
                position = None
                message = f"there are no {ARGUMENTS[fault]} in this game"
            else:
                fail_rows(status, error)
        raise error_type(message, value=value, position=position, argument=ARGUMENTS[fault])


cdef const lp_stakes_t *stakes_of(object stakes) except NULL:
    return (<Stakes?>stakes)._stakes
