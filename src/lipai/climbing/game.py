"""A climbing game: one rule set, and everything that can be asked of its hands and plays."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from lipai._native.climb import RANKS, ClimbTables, Reading
from lipai.batch import in_blocks, share
from lipai.cards import CardInput
from lipai.climbing import endgame, settlement
from lipai.climbing.auction import Auction, auction
from lipai.climbing.endgame import Solution
from lipai.climbing.reading import Classification, Classifications, Splits
from lipai.climbing.settlement import ClimbingSettlement
from lipai.climbing.tables import compile_tables
from lipai.errors import HandSizeError, IllegalPlayError, TableError
from lipai.rules.climbing import ClimbingRules, deck_counts
from lipai.rules.game import RuledGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Rows to a block: some tens of milliseconds at most, so that Ctrl-C is heeded soon.
PACK_BLOCK: Final = 1 << 21
CLASSIFY_BLOCK: Final = 1 << 20
MOVES_BLOCK: Final = 1 << 16
SPLIT_BLOCK: Final = 1 << 12
MOST_PLAYS: Final = 20

REASONS: Final = {
    "empty": "there are no cards",
    "large": "they are more cards than a hand has",
    "shuttle": "consecutive quads, a space shuttle, are no play: each is a bomb of its own",
    "high_rank": "no sequence holds the two or a joker",
    "short": "the sequence is too short",
    "body_rank": "a kicker has the rank of the body that it goes with",
    "alike": "kickers that must be of different ranks are not",
    "jokers": "two jokers are no pair and no wings here",
    "kickers": "the cards beside the body are too many, too few or not the right ones",
    "no_form": "they make no combination",
}

Played = CardInput | Reading


class ClimbingGame(RuledGame[ClimbingRules]):
    """A climbing game, as ``lipai.game`` returns it. Immutable, safe to share between threads, and can be pickled.

    Suits never count. Cards are given as bare ranks (N-4: ``3``-``9 T J Q K A 2``, ``X`` and ``D`` for the black and
    the red joker) or as suited cards (N-2, N-3), never both in one text; as bytes of card codes (N-1); or as a sequence
    of codes, of card texts or of bare ranks. What is no card, is there too often, is not in the deck or is too much for
    a hand is refused with CardError, DuplicateCardError, NotInDeckError and HandSizeError, all ValueErrors (N-5).

    A *packed* hand is a whole number with four bits a rank, the three in the lowest (``pack``, ``unpack``).
    """

    @functools.cached_property
    def _tables(self) -> ClimbTables:
        """Compiled at first use, under a lock, and shared with every game that has the same combinations."""
        return compile_tables(self._rules)

    # ---- what the game is

    @property
    def hand_size(self) -> int:
        """The most cards that a seat is dealt: in doudizhu the landlord's, with the bottom cards."""
        return self._rules.deck.hand + self._rules.deck.bottom

    @property
    def deck(self) -> tuple[int, ...]:
        """The codes of all cards, ascending; of a rank with fewer than four cards the highest suits are there."""
        counts = deck_counts(self._rules.deck)
        suited = (4 * ((rank + 1) % 13) + suit for rank in range(13) for suit in range(4 - counts[rank], 4))
        return (*sorted(suited), *(39 + rank for rank in (13, 14) if counts[rank]))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of combinations, in the order in which moves are listed; ``classify_many`` numbers them so."""
        return self._tables.kinds

    def kind_name(self, kind: str) -> str:
        """A kind in the game's own words, such as 飞机."""
        return self._rules.form[kind].name

    # ---- one hand or play

    def pack(self, cards: CardInput | Reading) -> int:
        """Cards as a packed word.

        >>> import lipai
        >>> hex(lipai.game("doudizhu").pack("3344 5"))
        '0x122'
        """
        return self._tables.pack(cards)

    def unpack(self, packed: int) -> str:
        """A packed word as bare ranks, ascending; refused where the deck does not have such cards.

        >>> import lipai
        >>> lipai.game("doudizhu").unpack(0x122)
        '33445'
        """
        return self._tables.unpack(_packed(packed, "packed"))

    def classify(self, cards: CardInput) -> Classification:
        """What cards can be played as (DDZ-5 to DDZ-11, GP-3 to GP-7): all readings, or the reason why there are none.

        >>> import lipai
        >>> game = lipai.game("doudizhu")
        >>> [(r.kind, r.rank, r.length, r.kickers) for r in game.classify("333444555666").readings]
        [('airplane', '6', 4, ''), ('airplane_singles', '6', 3, '333'), ('airplane_singles', '5', 3, '666')]
        >>> game.classify("33334444").reason
        'consecutive quads, a space shuttle, are no play: each is a bomb of its own: DDZ-10'
        """
        readings, fault = self._tables.classify(cards)
        return Classification(readings, None if fault is None else self._reason(fault), fault)

    def reading(self, cards: CardInput, *, kind: str | None = None, length: int | None = None) -> Reading:
        """The first reading of cards, or the first of a kind or of a length, for cards that are to be beaten.

        Raises IllegalPlayError where they have none, or none such.

        >>> import lipai
        >>> game = lipai.game("doudizhu")
        >>> game.beats("777888999TTT", game.reading("333444555666", kind="airplane_singles")).length
        3
        """
        readings, fault = self._tables.classify(cards)
        for reading in readings:
            if kind in (None, reading.kind) and length in (None, reading.length):
                return reading
        text = self.unpack(self.pack(cards))
        if fault is not None:
            raise IllegalPlayError(f"{text or 'nothing'} is no play to beat: {self._reason(fault)}", value=text)
        wanted = " ".join(filter(None, (kind or "play", None if length is None else f"of length {length}")))
        there_are = ", ".join(f"{reading.kind} of length {reading.length}" for reading in readings)
        raise IllegalPlayError(f"{text} is no {wanted}; it is {there_are}", value=text)

    def beats(self, cards: CardInput, over: Played) -> Reading | None:
        """The first reading of ``cards`` that beats ``over``, or None (DDZ-8, DDZ-9, GP-7).

        ``over`` is a reading, or cards, which mean their first reading; IllegalPlayError where they have none.

        >>> import lipai
        >>> lipai.game("doudizhu").beats("44455566689T", "333444555777").kickers
        '89T'
        """
        return self._tables.beats(cards, self._over(over))

    def moves(self, hand: CardInput, over: Played | None = None) -> list[str]:
        """Every play that ``hand`` can lead, or that beats ``over``: canonical bare ranks, sorted as text.

        Each set of ranks comes once, written as its first reading; a pass is not listed. Errors are those of ``beats``.

        >>> import lipai
        >>> lipai.game("doudizhu").moves("3444XD", over="333")
        ['444', 'XD']
        """
        return self._tables.moves(hand, None if over is None else self._over(over))

    def moves_packed(self, hand: int | CardInput, over: Played | None = None) -> NDArray[np.uint64]:
        """The same plays as packed words, in the order of ``kinds``, then of lengths, ranks and kickers.

        ``hand`` may be packed itself.

        >>> import lipai
        >>> game = lipai.game("doudizhu")
        >>> [game.unpack(play) for play in game.moves_packed(game.pack("3344"))]
        ['3', '4', '33', '44']
        """
        import numpy as np

        if not isinstance(hand, (int, str, bytes)) and hasattr(hand, "__index__"):
            hand = operator.index(hand)
        if isinstance(hand, int):
            hand = _packed(hand, "hand")
        found = self._tables.moves_packed(hand, None if over is None else self._over(over))
        return np.frombuffer(found, dtype=np.uint64)

    def split(self, hand: CardInput) -> tuple[Reading, ...]:
        """A split of the hand into the fewest plays that there can be, those of many cards first.

        The search is exact, and its result the same every time.

        >>> import lipai
        >>> [play.cards for play in lipai.game("doudizhu").split("33344455678999TJQ2")]
        ['33344455', '6789TJQ', '992']
        """
        return self._tables.split(hand)

    # ---- many

    def pack_many(self, counts: NDArray[np.uint8], *, threads: int = 1) -> NDArray[np.uint64]:
        """Packed words of N hands: ``counts`` is uint8[N, 15], how often each rank is there, from the three up to the
        red joker.

        The first row that the deck or a hand cannot hold is named: ``position`` is ``(row, rank)`` or the row. The GIL
        is released and ``threads`` threads share the work, here and in the calls below.

        >>> import lipai, numpy as np
        >>> lipai.game("doudizhu").pack_many(np.array([[2, 1] + 13 * [0]], dtype=np.uint8))
        array([18], dtype=uint64)
        """
        import numpy as np

        rows = _counts(counts)
        out = np.empty(len(rows), dtype=np.uint64)
        tables = self._tables
        in_blocks(
            len(rows),
            *share(len(rows), PACK_BLOCK, threads),
            lambda start, stop: tables.pack_rows(rows, out, start, stop),
        )
        return out

    def classify_many(self, cards: NDArray[Any], *, threads: int = 1) -> Classifications:
        """The first reading of each of N sets of cards: uint8[N, 15] counts or uint64[N] packed words.

        Refused are, as by ``pack_many``, cards that the deck does not have; cards that are no play have the kind 255.

        >>> import lipai, numpy as np
        >>> game = lipai.game("doudizhu")
        >>> found = game.classify_many(np.array([game.pack("33344456"), game.pack("34")], dtype=np.uint64))
        >>> game.kinds[found.kinds[0]], found.kinds[1], found.readings
        ('airplane_singles', np.uint8(255), array([1, 0], dtype=uint8))
        """
        import numpy as np

        rows = self._rows(cards, "cards", threads)
        kinds, ranks, lengths, readings = (np.empty(len(rows), dtype=np.uint8) for _ in range(4))
        tables = self._tables
        in_blocks(
            len(rows),
            *share(len(rows), CLASSIFY_BLOCK, threads),
            lambda start, stop: tables.classify_rows(rows, kinds, ranks, lengths, readings, start, stop),
        )
        return Classifications(kinds, ranks, lengths, readings)

    def moves_count_many(
        self, hands: NDArray[Any], over: Played | None = None, *, threads: int = 1
    ) -> NDArray[np.uint32]:
        """How many plays each of N hands can lead, or has over a play: uint8[N, 15] counts or uint64[N] packed words.

        >>> import lipai, numpy as np
        >>> game = lipai.game("doudizhu")
        >>> game.moves_count_many(np.array([game.pack("3344")], dtype=np.uint64))
        array([4], dtype=uint32)
        """
        import numpy as np

        rows = self._rows(hands, "hands", threads)
        last = None if over is None else self._over(over)
        counts = np.empty(len(rows), dtype=np.uint32)
        tables = self._tables
        in_blocks(
            len(rows),
            *share(len(rows), MOVES_BLOCK, threads),
            lambda start, stop: tables.moves_count_rows(rows, last, counts, start, stop),
        )
        return counts

    def split_many(self, hands: NDArray[Any], *, threads: int = 1) -> Splits:
        """Splits of N hands into the fewest plays: uint8[N, 15] counts or uint64[N] packed words.

        >>> import lipai, numpy as np
        >>> game = lipai.game("doudizhu")
        >>> found = game.split_many(np.array([game.pack("34567XD")], dtype=np.uint64))
        >>> found.counts, [game.unpack(play) for play in found.plays[0, :2]]
        (array([2], dtype=uint8), ['34567', 'XD'])
        """
        import numpy as np

        rows = self._rows(hands, "hands", threads)
        counts = np.empty(len(rows), dtype=np.uint8)
        plays = np.empty((len(rows), MOST_PLAYS), dtype=np.uint64)
        tables = self._tables
        in_blocks(
            len(rows),
            *share(len(rows), SPLIT_BLOCK, threads),
            lambda start, stop: tables.split_rows(rows, counts, plays, start, stop),
        )
        return Splits(counts, plays)

    # ---- the table

    def auction(self, mode: str = "call", first: int = 0, bids: Sequence[int | bool] = ()) -> Auction:
        """The auction after some bids, the first of them by seat ``first``: who speaks, or is landlord (DDZ-2, DDZ-3).

        ``bids`` are 0 to 3 in the mode ``call`` and booleans in ``rob``. Raises IllegalPlayError for the first that is
        not allowed, its index the ``position``; TableError for a mode or seat that there is not, or a game without
        landlord.

        >>> import lipai
        >>> lipai.game("doudizhu").auction("rob", 0, [True, True, False, True]).multiplier
        12
        """
        modes = () if self._rules.auction is None else self._rules.auction.modes
        if mode not in modes:
            there_are = f"there are {', '.join(modes)}" if modes else "the game has no auction"
            raise TableError(f"no mode {mode!r} in {self.id}; {there_are}", value=mode, argument="mode")
        return auction(mode, first, bids)

    def settle(
        self,
        *,
        winner: int,
        base: int = 1,
        landlord: int | None = None,
        multiplier: int | None = None,
        bombs: int | None = None,
        spring: bool | None = None,
        left: int | None = None,
        shut_out: bool | None = None,
    ) -> ClimbingSettlement:
        """Who pays whom once the seat ``winner`` has no cards left.

        In doudizhu (DDZ-13) ``landlord`` is a seat, ``multiplier`` the auction's, ``bombs`` the bombs and rockets
        played, 0 if left out, and ``spring``, with the option of that name, whether the losers played nothing (the
        landlord: nothing after the first lead). In guanpai (GP-9) ``left`` are the loser's cards, and ``shut_out`` is
        whether these are all; left out, the number tells.

        Raises TableError with the ``argument`` at fault.

        >>> import lipai
        >>> lipai.game("doudizhu").settle(landlord=0, winner=0, multiplier=3, bombs=1, base=10).net
        (120, -60, -60)
        >>> lipai.game("guanpai").settle(left=4, winner=1).net
        (-4, 4)
        """
        given = {"landlord": landlord, "multiplier": multiplier, "bombs": bombs, "spring": spring, "left": left}
        return settlement.settle(self._rules, {**given, "shut_out": shut_out, "winner": winner, "base": base})

    def solve(
        self,
        hands: Sequence[CardInput],
        *,
        landlord: int = 0,
        turn: int = 0,
        over: Played | None = None,
        passes: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
        memory: int = endgame.USUAL_MEMORY,
    ) -> Solution:
        """Does the side of seat ``turn`` win an endgame with all hands open, and by which move (DDZ-12, GP-8)?

        ``hands`` are those of two or, in doudizhu, three seats; of three, ``landlord`` plays against the other two.
        ``over`` is the last play, where there is one to beat, and ``passes`` how many have passed since. The answer is
        exact, or ``unknown`` once ``nodes`` positions, about so many ``seconds`` or ``memory`` MiB are used up. Ctrl-C
        stops it.

        Raises TableError and the errors of ``pack`` and ``beats``, with the ``argument`` at fault and ``(seat, index)``
        as the ``position``.

        >>> import lipai
        >>> lipai.game("doudizhu").solve(["8TJ", "79", "7"], turn=1, over="6", passes=1).move
        'pass'
        >>> lipai.game("guanpai").solve(["3QQQ", "2"]).move
        'QQQ'
        """
        return endgame.solve(
            self,
            hands,
            landlord=landlord,
            turn=turn,
            over=over,
            passes=passes,
            nodes=nodes,
            seconds=seconds,
            memory=memory,
        )

    # ---- how

    def _reason(self, fault: str) -> str:
        clauses = {str(name): clause for name, clause in self._rules.reasons.items()}
        return REASONS[fault] + (f": {clauses[fault]}" if fault in clauses else "")

    def _over(self, over: Played) -> Reading:
        return over if isinstance(over, Reading) else self.reading(over)

    def _rows(self, array: Any, name: str, threads: int) -> NDArray[np.uint64]:
        import numpy as np

        if not isinstance(array, np.ndarray):
            message = f"{name} must be a numpy array, uint8[N, 15] or uint64[N], not {type(array).__name__}"
            raise TypeError(message)
        if array.dtype == np.uint64:
            if array.ndim != 1:
                raise ValueError(f"{name} of uint64 must have shape [N], not {list(array.shape)}")
            return np.ascontiguousarray(array)
        return self.pack_many(_counts(array, name), threads=threads)


def _packed(value: int, name: str) -> int:
    value = operator.index(value)
    if not 0 <= value < 1 << 4 * len(RANKS):
        raise ValueError(f"{name} must be a packed hand, four bits for each of {len(RANKS)} ranks, not {value}")
    return value


def _counts(array: Any, name: str = "counts") -> NDArray[np.uint8]:
    import numpy as np

    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array of uint8 and shape [N, 15], not {type(array).__name__}")
    if array.dtype != np.uint8:
        raise TypeError(f"{name} must be a numpy array of uint8[N, 15] or uint64[N], not of {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape [N, 15], not {list(array.shape)}")
    if array.shape[1] != len(RANKS):
        raise HandSizeError(f"{name} must have 15 counts in a row, not {array.shape[1]}", value=array.shape[1])
    return np.ascontiguousarray(array)
