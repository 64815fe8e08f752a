# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""Climbing games: tables compiled from a rule set, hands as packed counts of ranks, and what can be asked of them.

A hand or a play is given as a text, as bytes of card codes, or as a sequence of codes or of card texts; ``pack`` makes
a packed word of it. Rows of batches are contiguous buffers of packed words; the caller splits long batches into blocks
and the GIL is released for each of them.
"""

cimport cython
from cpython.sequence cimport PySequence_Check
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeASCII
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from lipai._native.cards cimport MOST_CARDS, read_cards
from lipai._native.lipai cimport (
    LP_CLIMB_FORMS,
    LP_CLIMB_HAND_MAX,
    LP_CLIMB_RANKS,
    LP_CLIMB_READINGS,
    LP_CLIMB_TEXT,
    LP_E_CARD,
    LP_E_DUPLICATE,
    LP_E_HAND_SIZE,
    LP_E_NOT_IN_DECK,
    LP_E_PLAY,
    LP_E_RULES,
    LP_FIELD_CLIMB_BODY,
    LP_FIELD_CLIMB_DECK,
    LP_FIELD_CLIMB_FORMS,
    LP_FIELD_CLIMB_HAND,
    LP_FIELD_CLIMB_KICKERS,
    LP_KICKERS_NONE,
    LP_KICKERS_PAIRS,
    LP_KICKERS_PAIR_SINGLE,
    LP_KICKERS_SINGLES,
    LP_OK,
    LP_TEXT_AMBIGUOUS,
    LP_TEXT_MIXED,
    lp_climb_beats,
    lp_climb_classify,
    lp_climb_classify_n,
    lp_climb_compile,
    lp_climb_format,
    lp_climb_free,
    lp_climb_moves,
    lp_climb_moves_count_n,
    lp_climb_of_codes,
    lp_climb_pack_n,
    lp_climb_parse,
    lp_climb_rules_t,
    lp_climb_split,
    lp_climb_split_n,
    lp_climb_t,
    lp_error_t,
    lp_play_t,
    lp_reason_t,
    lp_status_t,
)

import threading

from lipai import errors
from lipai._native import cards as _cards

RANKS = "3456789TJQKA2XD"
cdef dict BARE = {rank: i for i, rank in enumerate(RANKS)} | {"10": RANKS.index("T")}
NO_KIND = 255

cdef dict KICKERS = {
    "none": LP_KICKERS_NONE,
    "singles": LP_KICKERS_SINGLES,
    "pairs": LP_KICKERS_PAIRS,
    "pair_single": LP_KICKERS_PAIR_SINGLE,
}
# By lp_reason_t.
cdef tuple REASONS = (None, "empty", "large", "shuttle", "high_rank", "short", "body_rank", "alike", "jokers",
                      "kickers", "no_form")
cdef dict FIELDS = {
    LP_FIELD_CLIMB_DECK: "deck.without",
    LP_FIELD_CLIMB_HAND: "deck.hand",
    LP_FIELD_CLIMB_FORMS: "form",
    LP_FIELD_CLIMB_BODY: "form",
    LP_FIELD_CLIMB_KICKERS: "form",
}

cdef enum:
    USUAL_MOVES = 1024

cdef Py_ssize_t MOST_TABLES = 64

cdef dict SHARED = {}
cdef object SHARED_LOCK = threading.Lock()


def compiled(*arguments):
    """``ClimbTables(*arguments)``, compiled once for equal arguments and shared."""
    with SHARED_LOCK:
        found = SHARED.get(arguments)
        if found is None:
            found = ClimbTables(*arguments)
            while len(SHARED) >= MOST_TABLES:
                del SHARED[next(iter(SHARED))]
            SHARED[arguments] = found
    return found


cdef str text_of(uint64_t body, uint64_t kickers):
    cdef char text[LP_CLIMB_TEXT]
    cdef size_t n = lp_climb_format(body, kickers, text)
    return PyUnicode_DecodeASCII(text, n, NULL)


@cython.final
@cython.freelist(64)
cdef class Reading:
    """What cards are played as: a body of ``length`` groups up to the rank ``rank``, and kickers. Equal if the rules
    and all of that are; games make them, ``ClimbingGame.classify``.

    >>> import lipai
    >>> lipai.game("doudizhu").classify("33344456").readings[0]
    Reading('33344456', airplane_singles, rank='4', length=2)
    """

    cdef lp_play_t _play
    cdef ClimbTables _tables

    def __init__(self):
        raise TypeError("a Reading is what ClimbingGame.classify returns")

    cdef ClimbTables _made(self):
        if self._tables is None:
            raise TypeError("a Reading is what ClimbingGame.classify returns")
        return self._tables

    @property
    def kind(self):
        """The combination, such as ``airplane_singles``."""
        return self._made()._kinds[self._play.kind]

    @property
    def rank(self):
        """The letter of the highest rank of the body."""
        return RANKS[self._play.rank]

    @property
    def length(self):
        """The groups of the body, 1 where it is of one rank; of a straight its cards."""
        return self._play.length

    @property
    def kickers(self):
        """The kickers as bare ranks, ascending."""
        return text_of(self._play.kickers, 0)

    @property
    def cards(self):
        """All cards as canonical bare ranks: the body, then the kickers, each ascending."""
        return text_of(self._play.body, self._play.kickers)

    @property
    def packed(self):
        """All cards as a packed word."""
        return self._play.body + self._play.kickers

    cdef tuple _key(self):
        return self._play.form, self._play.body, self._play.kickers

    def __eq__(self, other):
        if not isinstance(other, Reading):
            return NotImplemented
        cdef Reading reading = <Reading>other
        return self._key() == reading._key() and (self._tables is reading._tables or self._tables == reading._tables)

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"Reading({self.cards!r}, {self.kind}, rank={self.rank!r}, length={self.length})"

    def __reduce__(self):
        return _reading_again, (self._made(), self.packed, self._key())


def _reading_again(ClimbTables tables not None, packed, key):
    for reading in tables.classify_packed(packed)[0]:
        if (<Reading>reading)._key() == key:
            return reading
    raise ValueError("these cards have no such reading")


@cython.final
cdef class ClimbTables:
    """A compiled rule set, read-only and shared by threads. Two are equal if they were made of the same rules.

    ``deck`` is how many cards there are of each rank, ``hand_max`` the cards that a hand may have. ``forms`` are
    tuples:
    kind, group, shortest, longest, joined, kickers, each, alike, joker couple, adjoining, bomb, ranks.
    """

    cdef lp_climb_t *_climb
    cdef tuple _arguments
    cdef tuple _kinds
    cdef tuple _deck
    cdef int _hand_max

    def __cinit__(self, tuple deck, int hand_max, tuple forms):
        cdef lp_climb_rules_t rules
        cdef lp_error_t error
        cdef lp_status_t status
        if len(deck) != LP_CLIMB_RANKS or len(forms) > LP_CLIMB_FORMS:
            raise ValueError(f"{LP_CLIMB_RANKS} counts of ranks and {LP_CLIMB_FORMS} forms at most")
        self._arguments = (deck, hand_max, forms)
        self._deck = deck
        self._hand_max = hand_max
        self._kinds = tuple(dict.fromkeys([form[0] for form in forms]))
        memset(&rules, 0, sizeof(rules))
        rules.hand_max = <uint8_t?>hand_max if 0 <= hand_max < 256 else 0
        for i in range(LP_CLIMB_RANKS):
            rules.deck[i] = deck[i]
        rules.n_forms = <uint8_t>len(forms)
        for i, form in enumerate(forms):
            kind, group, shortest, longest, joined, kickers, each, alike, couple, adjoining, bomb, ranks = form
            if kickers not in KICKERS:
                raise ValueError(f"kickers must be one of {', '.join(KICKERS)}, not {kickers!r}")
            rules.form[i].kind = self._kinds.index(kind)
            rules.form[i].group = group
            rules.form[i].run_min = shortest
            rules.form[i].run_max = longest
            rules.form[i].joined = joined
            rules.form[i].kickers = KICKERS[kickers]
            if kickers != "none":
                rules.form[i].kickers_each = each
                rules.form[i].alike = alike
                rules.form[i].joker_couple = couple
                rules.form[i].adjoining = adjoining
            rules.form[i].bomb = bomb
            for rank in ranks:
                if not 0 <= rank < LP_CLIMB_RANKS:
                    raise ValueError(f"no rank {rank}")
                rules.form[i].ranks |= <uint16_t>(1 << <int>rank)
        with nogil:
            status = lp_climb_compile(&rules, &self._climb, &error)
        if status == LP_E_RULES:
            key = FIELDS.get(error.place, "form")
            many = error.place == LP_FIELD_CLIMB_FORMS
            why = "too many forms read the same cards" if many else "these rules can't be compiled"
            raise errors.RulesError(f"{key}: {why}", value=key)
        if status != LP_OK:
            raise _cards.error_class(status)("these rules can't be compiled")

    def __dealloc__(self):
        lp_climb_free(self._climb)

    def __reduce__(self):
        return compiled, self._arguments

    def __eq__(self, other):
        if not isinstance(other, ClimbTables):
            return NotImplemented
        return self is other or self._arguments == (<ClimbTables>other)._arguments

    def __hash__(self):
        return hash(self._arguments)

    @property
    def kinds(self):
        """The kinds of combinations, by the numbers that ``classify_rows`` writes."""
        return self._kinds

    # ---- errors

    cdef int _fail_hand(self, lp_status_t status, const lp_error_t *error, object row) except -1:
        """For packed counts that no hand has."""
        where = "" if row is None else f" in row {row}"
        if status == LP_E_HAND_SIZE:
            message = f"1 to {self._hand_max} cards are wanted{where}, not {error.value}"
            raise errors.HandSizeError(message, value=error.value, position=row)
        if status in (LP_E_DUPLICATE, LP_E_NOT_IN_DECK):
            rank = RANKS[error.place] if error.place < LP_CLIMB_RANKS else str(error.place)
            most = self._deck[error.place] if error.place < LP_CLIMB_RANKS else 0
            message = f"{error.value} cards of the rank {rank}{where}, of which the deck has {most}"
            position = None if row is None else (row, error.place)
            raise _cards.error_class(status)(message, value=error.value, position=position)
        if status == LP_E_PLAY:
            raise errors.IllegalPlayError(f"this hand can't be split into plays{where}", position=row)
        raise _cards.error_class(status)(f"an argument out of range{where}")

    cdef int _fail_card(self, lp_status_t status, int detail, object token, object position, str where) except -1:
        if status == LP_E_DUPLICATE:
            rank = BARE.get(token.strip().upper()) if isinstance(token, str) else None
            if rank is None:
                what = f"{token!r} {where} is there already"
            else:
                there_are = ("", "one", "two", "three", "four")[self._deck[rank]]
                what = f"{token!r} {where} is one too many: the deck has {there_are} of this rank"
        elif status == LP_E_NOT_IN_DECK:
            what = f"{token!r} {where} is not in the game's deck"
        elif detail == LP_TEXT_AMBIGUOUS:
            rank = token[:len(token) - 1].strip(" ,")
            what = f"{token!r} {where} is a diamond or two ranks: write {rank}♦ or '{rank} D'"
        elif detail == LP_TEXT_MIXED:
            what = f"{token!r} {where} mixes bare ranks and cards with suits"
        else:
            what = f"no such card: {token!r} {where}"
        raise _cards.error_class(status)(what, value=token, position=position)

    cdef int _fail_text(self, lp_status_t status, const lp_error_t *error, str text) except -1:
        """error.place and length are in bytes of UTF-8; the exception gives characters."""
        utf8 = str.encode(text)
        position = len(utf8[:error.place].decode())
        token = utf8[error.place:error.place + error.length].decode()
        self._fail_card(status, error.detail, token, position, f"at position {position}")

    # ---- reading

    cdef uint64_t _read_text(self, str text) except? 0:
        cdef Py_ssize_t size
        cdef lp_error_t error
        cdef uint64_t cards = 0
        cdef lp_status_t status
        cdef const char *utf8
        try:
            utf8 = PyUnicode_AsUTF8AndSize(text, &size)
        except UnicodeEncodeError as surrogate:
            position = surrogate.start
            self._fail_card(LP_E_CARD, 0, text[position], position, f"at position {position}")
        status = lp_climb_parse(self._climb, utf8, size, &cards, &error)
        if status != LP_OK:
            self._fail_text(status, &error, text)
        return cards

    cdef uint64_t _read_texts(self, object items) except? 0:
        """A sequence of texts, each one card: all bare ranks or all with suits."""
        cdef uint64_t cards = 0, card
        cdef list tokens = list(items)
        counts = [0] * LP_CLIMB_RANKS
        if not all([isinstance(token, str) for token in tokens]):
            raise TypeError("cards must be a text, bytes of card codes, or a sequence of card codes or of card texts")
        with_ranks = [token.strip().upper() in BARE for token in tokens]
        if all(with_ranks):
            for i, token in enumerate(tokens):
                rank = BARE[token.strip().upper()]
                counts[rank] += 1
                if counts[rank] > self._deck[rank]:
                    status = LP_E_DUPLICATE if self._deck[rank] else LP_E_NOT_IN_DECK
                    self._fail_card(status, 0, token, i, f"at index {i}")
                card = 1
                cards += card << 4 * <int>rank
            return cards
        if any(with_ranks):
            i = with_ranks.index(not with_ranks[0])
            self._fail_card(LP_E_CARD, LP_TEXT_MIXED, tokens[i], i, f"at index {i}")
        return self._read_codes(tokens, tokens)

    cdef uint64_t _read_codes(self, object items, object shown) except? 0:
        cdef uint8_t codes[MOST_CARDS]
        cdef lp_error_t error
        cdef uint64_t cards = 0
        cdef Py_ssize_t n = read_cards(items, codes)
        cdef lp_status_t status = lp_climb_of_codes(self._climb, codes, n, &cards, &error)
        if status != LP_OK:
            self._fail_card(status, 0, shown[error.place], error.place, f"at index {error.place}")
        return cards

    cdef uint64_t _read(self, object cards) except? 0:
        cdef lp_play_t *play
        if isinstance(cards, str):
            return self._read_text(<str>cards)
        if isinstance(cards, Reading):
            (<Reading>cards)._made()
            play = &(<Reading>cards)._play
            return play.body + play.kickers
        if not isinstance(cards, (list, tuple, bytes, bytearray, dict)) and PySequence_Check(cards):
            cards = list(cards)
        if isinstance(cards, (list, tuple)) and cards and isinstance(cards[0], str):
            return self._read_texts(cards)
        return self._read_codes(cards, cards)

    def pack(self, cards):
        """The packed counts of cards: four bits a rank."""
        return self._read(cards)

    def unpack(self, uint64_t cards):
        """The cards of a packed word as bare ranks, ascending."""
        cdef lp_error_t error
        cdef size_t n
        cdef lp_status_t status = lp_climb_classify(self._climb, cards, NULL, 0, &n, NULL, &error)
        if status != LP_OK:
            self._fail_hand(status, &error, None)
        return text_of(cards, 0)

    cdef Reading _reading(self, const lp_play_t *found):
        cdef Reading reading = Reading.__new__(Reading)
        reading._play = found[0]
        reading._tables = self
        return reading

    # ---- one hand

    cdef tuple _classify(self, uint64_t cards):
        cdef lp_play_t found[LP_CLIMB_READINGS]
        cdef lp_error_t error
        cdef lp_reason_t reason
        cdef size_t n = 0
        cdef lp_status_t status = lp_climb_classify(self._climb, cards, found, LP_CLIMB_READINGS, &n, &reason, &error)
        if status != LP_OK:
            self._fail_hand(status, &error, None)
        return tuple([self._reading(&found[i]) for i in range(n)]), REASONS[<int>reason]

    def classify(self, cards):
        """(plays, reason): all readings of some cards in order; a reason where there is none, else None."""
        return self._classify(self._read(cards))

    def classify_packed(self, uint64_t cards):
        """``classify`` of a packed word."""
        return self._classify(cards)

    cdef object _beats(self, uint64_t cards, Reading over):
        cdef lp_play_t found
        cdef lp_error_t error
        cdef int beats = 0
        self._check_over(over)
        cdef lp_status_t status = lp_climb_beats(self._climb, cards, &over._play, &found, &beats, &error)
        if status != LP_OK:
            self._fail_hand(status, &error, None)
        return self._reading(&found) if beats else None

    def beats(self, cards, Reading over not None):
        """The first reading of the cards that beats a play, or None."""
        return self._beats(self._read(cards), over)

    cdef int _check_over(self, Reading over) except -1:
        if over is not None and over._made() is not self and over._tables != self:
            raise ValueError("this play is of another game")
        return 0

    cdef object _moves(self, uint64_t hand, Reading over, bint texts):
        cdef uint64_t usual[USUAL_MOVES]
        cdef uint64_t *found = usual
        cdef lp_error_t error
        cdef lp_play_t first
        cdef const lp_play_t *last = NULL
        cdef size_t n = 0, room = USUAL_MOVES, one
        cdef lp_status_t status
        if over is not None:
            self._check_over(over)
            last = &over._play
        try:
            while True:
                status = lp_climb_moves(self._climb, hand, last, found, room, &n, &error)
                if status != LP_OK:
                    self._fail_hand(status, &error, None)
                if n <= room:
                    break
                found = <uint64_t *>malloc(n * sizeof(uint64_t))
                if found == NULL:
                    raise MemoryError
                room = n
            if not texts:
                return packed_bytes(found, n)
            plays = []
            for i in range(n):
                lp_climb_classify(self._climb, found[i], &first, 1, &one, NULL, &error)
                plays.append(text_of(first.body, first.kickers))
            plays.sort()
            return plays
        finally:
            if found != usual:
                free(found)

    def moves(self, hand, Reading over=None):
        """Canonical texts, sorted, of every play that a hand can lead, or that beats ``over``."""
        return self._moves(self._read(hand), over, True)

    def moves_packed(self, hand, Reading over=None):
        """The same as bytes of packed words, in the order of forms, lengths, ranks and kickers; ``hand`` may be packed
        itself."""
        return self._moves(hand if isinstance(hand, int) else self._read(hand), over, False)

    def split(self, hand):
        """A split into the fewest plays, those of many cards first."""
        cdef lp_play_t found[LP_CLIMB_HAND_MAX]
        cdef lp_error_t error
        cdef size_t n = 0
        cdef uint64_t cards = self._read(hand)
        cdef lp_status_t status = lp_climb_split(self._climb, cards, found, &n, &error)
        if status != LP_OK:
            self._fail_hand(status, &error, None)
        return tuple([self._reading(&found[i]) for i in range(n)])

    # ---- rows

    def pack_rows(self, const uint8_t[:, ::1] counts not None, uint64_t[::1] out not None, Py_ssize_t start,
                  Py_ssize_t stop):
        """Writes the packed words of the rows from ``start`` up to ``stop`` of counts into those of ``out``."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if counts.shape[1] != LP_CLIMB_RANKS:
            raise ValueError(f"{LP_CLIMB_RANKS} counts for each row")
        if not 0 <= start <= stop <= counts.shape[0] or stop > out.shape[0]:
            raise ValueError("there are no such rows")
        if not n:
            return
        with nogil:
            status = lp_climb_pack_n(self._climb, &counts[start, 0], n, &out[start], &error)
        if status != LP_OK:
            self._fail_hand(status, &error, error.row + start)

    def classify_rows(self, const uint64_t[::1] cards not None, uint8_t[::1] kinds not None,
                      uint8_t[::1] ranks not None, uint8_t[::1] lengths not None, uint8_t[::1] readings not None,
                      Py_ssize_t start, Py_ssize_t stop):
        """Writes number of the kind, rank and length of the first reading, and how many readings there are."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if not 0 <= start <= stop <= min(cards.shape[0], kinds.shape[0], ranks.shape[0], lengths.shape[0],
                                         readings.shape[0]):
            raise ValueError("there are no such rows")
        if not n:
            return
        with nogil:
            status = lp_climb_classify_n(self._climb, &cards[start], n, &kinds[start], &ranks[start], &lengths[start],
                                         &readings[start], &error)
        if status != LP_OK:
            self._fail_hand(status, &error, error.row + start)

    def moves_count_rows(self, const uint64_t[::1] hands not None, Reading over, uint32_t[::1] counts not None,
                         Py_ssize_t start, Py_ssize_t stop):
        """Writes how many moves each hand has, leading or over a play."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef const lp_play_t *last = NULL
        cdef size_t n = stop - start
        if not 0 <= start <= stop <= min(hands.shape[0], counts.shape[0]):
            raise ValueError("there are no such rows")
        if over is not None:
            self._check_over(over)
            last = &over._play
        if not n:
            return
        with nogil:
            status = lp_climb_moves_count_n(self._climb, &hands[start], n, last, &counts[start], &error)
        if status != LP_OK:
            self._fail_hand(status, &error, error.row + start)

    def split_rows(self, const uint64_t[::1] hands not None, uint8_t[::1] counts not None, uint64_t[:, ::1] plays,
                   Py_ssize_t start, Py_ssize_t stop):
        """Writes the fewest plays of each hand, and those plays where they are wanted, the rest of the row zero."""
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = stop - start
        if not 0 <= start <= stop <= min(hands.shape[0], counts.shape[0]):
            raise ValueError("there are no such rows")
        if plays is not None and (stop > plays.shape[0] or plays.shape[1] != LP_CLIMB_HAND_MAX):
            raise ValueError(f"{LP_CLIMB_HAND_MAX} plays for each row")
        if not n:
            return
        cdef uint64_t *plays_out = NULL if plays is None else &plays[start, 0]
        with nogil:
            status = lp_climb_split_n(self._climb, &hands[start], n, &counts[start], plays_out, &error)
        if status != LP_OK:
            self._fail_hand(status, &error, error.row + start)


cdef bytes packed_bytes(const uint64_t *words, size_t n):
    return (<const char *>words)[:n * sizeof(uint64_t)]


cdef const lp_climb_t *core_of(object tables) except NULL:
    return (<ClimbTables?>tables)._climb


cdef const lp_play_t *play_of(object tables, object reading) except NULL:
    (<ClimbTables?>tables)._check_over(<Reading?>reading)
    return &(<Reading>reading)._play


cdef object reading_of(object tables, const lp_play_t *play):
    return (<ClimbTables?>tables)._reading(play)
