"""A stud game: one rule set, and everything that can be asked of its hands and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lipai._native import stud as _native
from lipai._native.piles import PileTables, Rank
from lipai.batch import in_blocks, share
from lipai.cards import CardInput
from lipai.errors import TableError
from lipai.numbers import whole
from lipai.ranked import RankedGame
from lipai.rules.schema import RANKS
from lipai.rules.stud import StudRules
from lipai.stud import table
from lipai.stud.table import HAND, UP, Equity, Showdown, StudSeat
from lipai.stud.tables import compile_tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Rows to a block: some tens of milliseconds at most, so that Ctrl-C is heeded soon.
TABLES_BLOCK: Final = 1 << 18


class StudGame(RankedGame[StudRules]):
    """A stud game, as ``lipai.game`` returns it. Immutable, safe to share between threads, and can be pickled.

    Cards are given as text (N-2, N-3), bytes of card codes (N-1), or a sequence of codes or of card texts. A wrong
    card, a card twice, a card outside the deck and a wrong number of cards are refused with CardError,
    DuplicateCardError, NotInDeckError and HandSizeError, all of them ValueErrors (N-5). Of a table, ``position`` is
    ``(seat, index)``, in a batch ``(row, seat, index)``, and ``argument`` the name of the argument.

    ``isa`` is the instruction set that batches and enumerations use: "scalar", "avx2" or "avx512", or "auto" for the
    one that the environment variable LIPAI_ISA names, else the best of this machine. It makes no difference to any
    result, nor to equality; a pickled game has "auto".
    """

    _what = "a hand, or the up-cards,"
    _sizes = tuple(range(1, HAND + 1))

    def _compiled(self) -> PileTables:
        return compile_tables(self._rules, self._isa)

    # ---- what the game is

    @property
    def hand_size(self) -> int:
        """The cards of a hand, 5."""
        return HAND

    @property
    def deck(self) -> tuple[int, ...]:
        """The codes of all cards, ascending."""
        return tuple(range(4 * RANKS.index(self._rules.deck.lowest), 4 * len(RANKS)))

    def describe(self) -> str:
        """The ranking rules in a few lines."""
        rules = self._rules
        categories = " < ".join(f"{name} {rules.category[name].name}" for name in rules.ranking.order)
        options = ", ".join(f"{name}={value!r}" for name, value in self._options.items()) or "none"
        fewest, most = rules.players
        return "\n".join(
            [
                f"{rules.name} ({rules.id}): {fewest} to {most} players, {len(self.deck)} cards",
                f"hands of {HAND}: one card face down, {UP} face up",
                f"categories: {categories}",
                f"options: {options}",
            ]
        )

    # ---- hands

    def rank_up(self, cards: CardInput) -> Rank:
        """What one to four up-cards are worth (WZ-10); compare only as many with as many.

        >>> import lipai
        >>> lipai.game("wuzhang").rank_up("8C AS TD 9H").category
        'straight'
        """
        return self._tables.rank_up(cards)

    # ---- tables

    def banker(self, up: Sequence[CardInput | None], *, winner: int | None = None, entered: int | None = None) -> int:
        """The seat of the banker, who acts first; ``up`` are the up-cards of each seat, None where it has folded.

        With up-cards, one to four at each seat, it is the seat with the largest (WZ-10). Before there are any, ``up``
        being empty texts, it is the ``winner`` of the last game, or in the first game the player who ``entered`` first;
        the first seat in order where that player has left, None in his place (WZ-11).

        >>> import lipai
        >>> game = lipai.game("wuzhang")
        >>> game.banker(["AS KS", "8H 8D", None])
        1
        >>> game.banker(["", "", ""], winner=2)
        2
        """
        hands = table.read_hands(self, up, "up")
        table.check_sizes(hands, "up")
        for argument, seat in (("winner", winner), ("entered", entered)):
            if seat is not None:
                whole(seat, argument, 0, len(hands) - 1, TableError)
        if not any(hands):
            return table.before_cards(hands, winner, entered)
        return _native.showdown(self._tables, hands, "up")[0]

    def banker_many(
        self, up: NDArray[np.uint8], *, folded: NDArray[np.bool_] | None = None, threads: int = 1
    ) -> NDArray[np.uint8]:
        """The bankers of N tables (WZ-10): ``up`` is uint8[N, players, 1 to 4], the result uint8[N] of seats.

        ``folded`` is bool[N, players]; the cards of a seat that has folded are not looked at. The GIL is released and
        ``threads`` threads share the work. Errors are as of ``banker``, for the first bad table.

        >>> import lipai, numpy as np
        >>> up = np.array([[lipai.parse_cards("AS KS"), lipai.parse_cards("8H 8D")]], dtype=np.uint8)
        >>> lipai.game("wuzhang").banker_many(up)
        array([1], dtype=uint8)
        """
        return self._largest(table.rows_of(self, up, "up", range(1, HAND)), folded, "up", threads)

    def showdown(self, hands: Sequence[CardInput | None]) -> Showdown:
        """Who wins at the opening (WZ-12): ``hands`` are the five cards of each seat, None where it has folded.

        The only one who has not folded wins without a comparison.

        >>> import lipai
        >>> shown = lipai.game("wuzhang").showdown(["AS KS JD 9C 8H", None, "8S 8D 9H TH QC"])
        >>> shown.seat, shown.ranking, shown.categories
        (2, (2, 0), ('high_card', None, 'pair'))
        """
        read = table.read_hands(self, hands, "hands")
        table.check_sizes(read, "hands")
        seat, strengths = _native.showdown(self._tables, read, "hands")
        playing = [i for i, hand in enumerate(read) if hand is not None]
        found = [None if hand is None else self._tables.category(s) for hand, s in zip(read, strengths, strict=True)]
        return Showdown(
            seat,
            tuple(sorted(playing, key=strengths.__getitem__, reverse=True)),
            tuple(None if category is None else category[0] for category in found),
            tuple(None if category is None else category[1] for category in found),
            tuple(None if hand is None else s for hand, s in zip(read, strengths, strict=True)),
        )

    def showdown_many(
        self, hands: NDArray[np.uint8], *, folded: NDArray[np.bool_] | None = None, threads: int = 1
    ) -> NDArray[np.uint8]:
        """The winners of N tables (WZ-12): ``hands`` is uint8[N, players, 5], the result uint8[N] of seats.

        ``folded``, ``threads`` and errors are as of ``banker_many``.

        >>> import lipai, numpy as np
        >>> hands = ["AS KS JD 9C 8H", "8S 8D 9H TH QC"]
        >>> lipai.game("wuzhang").showdown_many(np.array([[lipai.parse_cards(h) for h in hands]], dtype=np.uint8))
        array([1], dtype=uint8)
        """
        return self._largest(table.rows_of(self, hands, "hands", range(HAND, HAND + 1)), folded, "hands", threads)

    def equity(
        self,
        players: Sequence[StudSeat | None],
        *,
        limit: int = table.USUAL_LIMIT,
        samples: int = table.USUAL_SAMPLES,
        seed: int = 0,
        threads: int = 1,
    ) -> Equity:
        """Each seat's chance to win at the opening, given the cards that are known (WZ-13).

        Hole cards that are not given and cards to come are any of the unseen cards, which include what folded seats
        hide. All deals are enumerated where there are no more than ``limit``, and each seat's wins counted; else
        ``samples`` deals are drawn, by ``seed``, the same ones whatever the machine and the number of ``threads``.
        Seats may have any number of up-cards, also while a round is dealt. The GIL is released and Ctrl-C is heeded.

        >>> import lipai
        >>> from lipai import StudSeat
        >>> game = lipai.game("wuzhang")
        >>> chances = game.equity([StudSeat("KS KD", hole="KH"), StudSeat("AS QS"), None])
        >>> chances.exact, chances.cases, [round(chance, 4) for chance in chances.equity]
        (True, 336490, [0.9583, 0.0417, 0.0])
        """
        return table.equity(self, players, limit, samples, seed, threads)

    def _largest(
        self, rows: NDArray[np.uint8], folded: NDArray[np.bool_] | None, argument: str, threads: int
    ) -> NDArray[np.uint8]:
        import numpy as np

        out_of_it = table.folded_of(folded, rows.shape[:2])
        seats = np.empty(len(rows), dtype=np.uint8)
        tables = self._tables

        def work(start: int, stop: int) -> None:
            _native.showdown_rows(tables, rows, out_of_it, seats, argument, start, stop)

        in_blocks(len(rows), *share(len(rows), TABLES_BLOCK, threads), work)
        return seats
