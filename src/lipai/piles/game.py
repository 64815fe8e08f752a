"""A pile game: one rule set, and everything that can be asked of its piles and hands."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from lipai._native.expected import Field
from lipai._native.piles import PileTables, Utilities, made
from lipai._native.settle import SPECIALS, Stakes
from lipai.batch import in_blocks, share
from lipai.cards import CardInput
from lipai.errors import LipaiError, TableError
from lipai.numbers import whole
from lipai.piles import expected, inputs, settlement
from lipai.piles.arrangement import (
    ARRANGEMENT,
    CHECK,
    Arrangement,
    Arrangements,
    Check,
    ExpectedArrangements,
    arranged,
)
from lipai.piles.objective import decide
from lipai.piles.settlement import HeldSpecials, Player, Settlement, Special
from lipai.piles.stakes import compile_stakes
from lipai.piles.tables import compile_tables
from lipai.ranked import RankedGame, rows_of
from lipai.rules import Loaded
from lipai.rules.piles import PileRules
from lipai.rules.schema import RANKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

# Rows to a block: some tens of milliseconds at most, so that Ctrl-C is heeded soon.
ARRANGE_BLOCK: Final = 1 << 11
SPECIALS_BLOCK: Final = 1 << 16
SETTLE_BLOCK: Final = 1 << 16
# special, odds and error of an arrangement that none of them belongs to.
NOTHING_MORE: Final = (None, None, None)


class PileGame(RankedGame[PileRules]):
    """A pile game, as ``lipai.game`` returns it. Immutable, safe to share between threads, and can be pickled.

    Cards are given as text (N-2, N-3), bytes of card codes (N-1), or a sequence of codes or of card texts. A wrong
    card, a card twice, a card outside the deck and a wrong number of cards are refused with CardError,
    DuplicateCardError, NotInDeckError and HandSizeError, all of them ValueErrors (N-5).

    ``isa`` is the instruction set that batches and searches use: "scalar", "avx2" or "avx512", or "auto" for the one
    that the environment variable LIPAI_ISA names, else the best of this machine. It makes no difference to any
    result, nor to equality; a pickled game has "auto".
    """

    _what = "a pile"

    def __init__(self, loaded: Loaded, *, isa: str = "auto", fields: tuple[tuple[str, bytes], ...] = ()) -> None:
        super().__init__(loaded, isa=isa)
        self._sizes = tuple(sorted(set(self.pile_sizes)))
        self._fields: Final[dict[tuple[int, str | None], Field]] = {}
        self._own_fields: Final = fields

    def _compiled(self) -> PileTables:
        return compile_tables(self._rules, self._isa)

    @functools.cached_property
    def _stakes(self) -> Stakes:
        return compile_stakes(self._rules, self._tables)

    def _more(self) -> dict[str, Any]:
        return {"fields": self._own_fields}

    # ---- what the game is

    @property
    def hand_size(self) -> int:
        """The cards of a hand, 9 or 13."""
        return sum(self._rules.piles.sizes)

    @property
    def pile_sizes(self) -> tuple[int, int, int]:
        """The cards of each pile, first to last."""
        return self._rules.piles.sizes

    @property
    def pile_names(self) -> tuple[str, str, str]:
        """The names of the piles, first to last."""
        return self._rules.piles.names

    @property
    def has_banker(self) -> bool:
        """Whether each player plays a banker alone, so that there are two roles (BS-3)."""
        return expected.is_banker_game(self._rules)

    @property
    def deck(self) -> tuple[int, ...]:
        """The codes of all cards, ascending."""
        lowest = 4 * RANKS.index(self._rules.deck.lowest)
        return tuple(range(lowest, 4 * len(RANKS) + self._rules.deck.jokers))

    def describe(self) -> str:
        """The ranking rules in a few lines."""
        return inputs.describe(self._rules, self._options, len(self.deck))

    # ---- hands

    def check(self, piles: Sequence[CardInput] | Arrangement) -> Check:
        """Whether three piles, first to last, are a legal arrangement, and if not, why (SSS-6, BJ-1, BS-2).

        What ``arrange`` returned is taken as well; where it is a special to declare, it is the piles that are judged.
        A pile with a wrong number of cards, or a card in two piles, is an error; ``position`` of an error is then
        ``(pile, place in it)``.

        >>> import lipai
        >>> lipai.game("shisanshui").check(["AS AH AD", "KS KH KD 2C 3C", "4S 5S 6S 7S 8S"]).reason
        'the middle (trips) is smaller than the front (trips): SSS-6'
        """
        if isinstance(piles, Arrangement):
            piles = piles.piles
        if isinstance(piles, (str, bytes, bytearray)) or not isinstance(piles, Sequence) or len(piles) != 3:
            raise TypeError("piles must be three piles, first to last")
        first, middle, last = piles
        try:
            strengths, categories, fault = self._tables.check(first, middle, last)
        except LipaiError:
            inputs.raise_fault(self, piles)
            raise
        reason = inputs.reason_of(self._rules, strengths, categories, fault) if fault else None
        return made(Check, CHECK, (not fault, reason, categories, strengths))

    def arrange(
        self,
        hand: CardInput,
        *,
        objective: str | None = None,
        utilities: Utilities | Sequence[ArrayLike] | None = None,
        players: int | None = None,
        role: str | None = None,
        top: int = 1,
        field: Field | None = None,
        deals: int | None = None,
        precision: float | None = None,
        seed: int | None = None,
    ) -> tuple[Arrangement, ...]:
        """The best ``top`` legal arrangements of a hand, best first, no two with the same three strengths.

        ``objective`` is one of

        - ``"expected"``: the most net units a deal against ``players - 1`` opponents (4 players by default), in banker
          games the most bets as the player or, with ``role="banker"``, the banker. Opponents are drawn from the shipped
          field, or from ``field``. Where declaring a special is worth more, the choice has a ``special`` (SSS-16).
          64 at most are returned.
        - ``"simulate"``: the same value from ``deals`` deals (1,000) of the cards really unseen, with opponents who
          arrange by the field; ``error`` is its standard error. With ``precision``, it goes on until the error of
          the best is no larger. ``seed``, 0 by default, decides the deals. The choices that are played out are the
          best by expected value, a few more than ``top``.
        - ``"strongest"``: the largest last pile, then the largest middle, then the largest first pile (SSS-20).
        - ``"utilities"``, which giving ``utilities`` implies - three tables of ``strength_count`` finite numbers, for
          the first, the middle and the last pile, or what ``PileGame.utilities`` made of them: the largest sum.

        By default it is expected where a field is shipped for this table and for rules that rank piles as these do, and
        strongest where none is, as ``default_objective`` says. Values are always by these rules' own settlement.

        ``field`` is what this game's ``field`` or ``load_field`` returned; FieldError for another game's, or one for
        other players or the other role. An argument that the game or the objective has no use for is a TableError.

        >>> import lipai
        >>> game = lipai.game("biji52")
        >>> best, second = game.arrange("AS KS QS 9H 9D 5C 5D 2H 3C", objective="strongest", top=2)
        >>> best.text, second.text
        (('5C 3C 2H', '9H 9D 5D', 'AS KS QS'), ('5D 3C 2H', '9H 9D 5C', 'AS KS QS'))
        >>> best.categories, best.value
        (('high_card', 'pair', 'straight_flush'), None)
        """
        top = whole(top, "top", 1, inputs.MOST_TOP)
        how = {"deals": deals, "precision": precision, "seed": seed}
        chosen, ours, prepared = decide(self, objective, utilities, players, role, field, **how)
        if ours is None:
            found = self._tables.arrange(hand, prepared, top)
            return tuple([made(Arrangement, ARRANGEMENT, (*each, *NOTHING_MORE)) for each in found])
        if chosen == "simulate":
            theirs = ours
            if ours.role is not None:  # they respond to the field of our role
                theirs = expected.field_of(self, ours.players, expected.other(ours.role))
            return expected.simulate(self, hand, ours, theirs, top, deals, precision, seed)
        return expected.arrange(self, hand, ours, top)

    def field(self, players: int | None = None, role: str | None = None) -> Field:
        """The shipped field of a table: how the opponents of its players arrange, as ``arrange`` uses it.

        In banker games it is a field for whoever plays ``role``, "player" or "banker": the hands are those of the other
        side, which ``Field.role`` names. It ranks piles as the game does; where none was made under its stakes, it is
        one of others, and ``Field.same_stakes`` is false. Loaded once, with every byte checked. Raises FieldError where
        none fits.
        """
        size, role = expected.table_of(self, players, role)
        return expected.field_of(self, size, expected.other(role))

    def load_field(self, source: bytes | str | os.PathLike[str]) -> Field:
        """A field of one's own, made by ``lipai field build``: its bytes, or the path of its file.

        It belongs to this game. FieldError where there is no such file, or none for how this game ranks piles.
        """
        return expected.load(self, source)

    def with_fields(self, *sources: bytes | str | os.PathLike[str]) -> PileGame:
        """An equal game for which these fields, of one's own, come before the shipped ones.

        Each is the bytes or the file of a field, as for ``load_field``, and is used at the table for which it was made;
        one for rules that rank piles in another way is left aside. FieldError for what is no field.
        """
        fields = tuple(expected.named_bytes(source) for source in sources)
        return PileGame(Loaded(self._rules, self._options), isa=self._isa, fields=fields + self._own_fields)

    def default_objective(self, players: int | None = None, role: str | None = None) -> str:
        """What ``arrange`` goes by for a table where it is not told: "expected", or "strongest" where no field fits.

        >>> import lipai
        >>> lipai.game("shisanshui").default_objective(players=3)
        'expected'
        """
        return decide(self, players=players, role=role).objective

    def place_at_random(self, hand: CardInput, seed: int) -> Arrangement:
        """What is laid out for a player who runs out of time, as the rules have it, which is not at random everywhere.

        In games that place at random, three groups of which every split is as likely, in legal order (BJ-22); the same
        seed gives the same split. In the others the strongest arrangement (SSS-15).

        >>> import lipai
        >>> lipai.game("shisanshui").place_at_random("AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ", seed=1).categories
        ('high_card', 'pair', 'quads')
        """
        return expected.place_at_random(self, hand, seed)

    def pareto(self, hand: CardInput) -> tuple[Arrangement, ...]:
        """The legal arrangements that no other equals or beats in all three piles, strongest first.

        There is one for each triple of strengths. Whatever utilities grow with strength, the best is among them.

        >>> import lipai
        >>> [a.text for a in lipai.game("biji52").pareto("AS AH AD KS KH KD QS QH QD")][0]
        ('QS QH QD', 'KS KH KD', 'AS AH AD')
        """
        return tuple([made(Arrangement, ARRANGEMENT, (*each, *NOTHING_MORE)) for each in self._tables.pareto(hand)])

    def utilities(self, first: ArrayLike, middle: ArrayLike, last: ArrayLike) -> Utilities:
        """Three utility tables, each of ``strength_count`` numbers, prepared once for many calls.

        Raises TypeError for what is no array of integers or of floating-point numbers and ValueError for a wrong
        shape, a number beyond 1e300, one that is not finite, or an integer beyond 2**51.

        >>> import lipai, numpy as np
        >>> game = lipai.game("shisanshui")
        >>> table = np.arange(game.strength_count)
        >>> prepared = game.utilities(table, table, table)
        >>> game.arrange("AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7C", utilities=prepared)[0].value
        18377
        """
        tables = [
            inputs.utility(table, name, self.strength_count)
            for table, name in zip((first, middle, last), self.pile_names, strict=True)
        ]
        one, two, three = (array.astype("float64", order="C") for array in tables)
        integral = all(array.dtype.kind in "iu" for array in tables)
        return Utilities(self._tables, one, two, three, integral)

    def arrange_many(
        self,
        hands: NDArray[np.uint8],
        *,
        objective: str | None = None,
        utilities: Utilities | Sequence[ArrayLike] | None = None,
        players: int | None = None,
        role: str | None = None,
        field: Field | None = None,
        threads: int = 1,
    ) -> Arrangements | ExpectedArrangements:
        """The best arrangement of each of N hands: ``hands`` is uint8[N, 9] or uint8[N, 13].

        Returns ``(piles, values)``: uint8[N, 9 or 13], first pile to last, and either uint16[N, 3], the strengths, or
        with ``utilities`` float64[N], the sums (int64[N] where all three tables hold integers), or with
        ``objective="expected"`` float64[N], net units a deal; what is returned then has ``specials`` as well, those to
        declare. The objective is strongest unless it is given, so that what comes back does not depend on which fields
        are shipped; players or a role without one are refused, since nobody can tell whether they were to count.
        ``players``, ``role`` and ``field`` are those of ``arrange``, errors its and those of ``rank_many``. The GIL is
        released and ``threads`` threads share the work.

        >>> import lipai, numpy as np
        >>> game = lipai.game("biji52")
        >>> hands = np.array([lipai.parse_cards("AS KS QS 9H 9D 5C 5D 2H 3C")], dtype=np.uint8)
        >>> piles, strengths = game.arrange_many(hands)
        >>> lipai.format_cards(piles[0][:3]), strengths.shape
        ('5C 3C 2H', (1, 3))
        """

        rows = rows_of(hands, "hands", (self.hand_size,), "a hand")
        if objective == "simulate":
            message = 'objective "simulate" takes one hand at a time'
            raise TableError(message, value=objective, argument="objective")
        if objective is None and utilities is None and field is None:
            for name, value in (("players", players), ("role", role)):
                if value is not None:
                    message = f'{name} without an objective, which is "strongest" then: name it, objective="expected"'
                    raise TableError(message, value=value, argument=name)
            objective = "strongest"
        _, drawn_from, prepared = decide(self, objective, utilities, players, role, field)
        if drawn_from is None:
            return arranged(self._tables, rows, prepared, share(len(rows), ARRANGE_BLOCK, threads))
        return expected.arrange_rows(rows, drawn_from, share(len(rows), expected.EXPECTED_BLOCK, threads))

    # ---- specials and settlement

    @property
    def special_names(self) -> tuple[str, ...]:
        """Ids of all specials and bonuses by bit of ``specials_many``, numbered alike in every pile game.

        So there are those of other games, too; ``rules["specials"]`` and ``rules["bonuses"]`` hold the game's own. The
        last is a second set of quads, a bonus of the same name (BJ-14).
        """
        return SPECIALS

    def specials(self, hand: CardInput, piles: Sequence[CardInput] | None = None) -> tuple[Special, ...]:
        """The specials (SSS-17, BS-5) or bonuses (BJ-15 to BJ-17) that a hand holds.

        Specials come best first: the first is the one that is declared by default (SSS-25). Two quads are two bonuses.
        With ``piles``, the hand's legal arrangement, bonuses that are bound to it are included (BJ-16); a sweep, which
        depends on the other players, never is. Raises CardError for a pile with a card that is not in the hand, and
        IllegalArrangementError where a bonus is bound to an arrangement that is a foul.

        >>> import lipai
        >>> best, other = lipai.game("shisanshui").specials("2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC")
        >>> best.name, best.name_zh, best.points, best.clause
        ('dragon', '一条龙', 26, 'SSS-24')
        >>> other.name, other.text
        ('three_straights', '4H 3D 2C / 9S 8H 7D 6C 5S / AC KS QH JD TC')
        """
        return settlement.specials(self, hand, piles)

    def specials_many(self, hands: NDArray[np.uint8], *, arranged: bool = False, threads: int = 1) -> HeldSpecials:
        """What each of N hands holds: ``hands`` is uint8[N, 9] or uint8[N, 13].

        Returns ``(held, best)``: uint32[N], bit k for the k-th of ``special_names``, and uint8[N], the number of the
        special that is declared by default (SSS-25) or of the largest bonus, or 255. With ``arranged``, rows lie first
        pile to last, and bonuses bound to that are included (BJ-16), for which a foul is an IllegalArrangementError
        with its row. Other errors are those of ``rank_many``; the GIL is released and ``threads`` threads share the
        work.

        >>> import lipai, numpy as np
        >>> game = lipai.game("shisanshui")
        >>> hands = np.array([lipai.parse_cards("2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 9H")], dtype=np.uint8)
        >>> held, best = game.specials_many(hands)
        >>> game.special_names[best[0]], [name for k, name in enumerate(game.special_names) if held[0] >> k & 1]
        ('six_pairs', ['six_pairs'])
        """
        import numpy as np

        rows = rows_of(hands, "hands", (self.hand_size,), "a hand")
        held, best = np.empty(len(rows), dtype=np.uint32), np.empty(len(rows), dtype=np.uint8)
        stakes, arranged = self._stakes, bool(arranged)

        def work(start: int, stop: int) -> None:
            stakes.specials_rows(rows, arranged, held, best, start, stop)

        in_blocks(len(rows), *share(len(rows), SPECIALS_BLOCK, threads), work)
        return HeldSpecials(held, best)

    def settle(
        self,
        players: Sequence[Player],
        *,
        base: int = 1,
        banker: int | None = None,
        bets: Sequence[int] | None = None,
        chips: int | None = None,
    ) -> Settlement:
        """Who pays whom at one table, and why (SSS-11 to SSS-19, BJ-13 to BJ-20, BS-3 to BS-11).

        A player is three piles, first to last, an ``Arrangement``, or ``Declared(special, hand)``. ``base`` is what a
        unit is worth. In banker games ``banker`` is a seat, ``bets`` an amount for each seat, 0 at the banker's, and
        ``base`` for all where they are not given; ``chips`` are the banker's, which limit the bets (BS-11).

        Nothing impossible is settled: cards are refused as everywhere, a card twice at whatever seats, a foul where
        fouls do not stand with IllegalArrangementError, a special that the hand does not hold and a bet above the limit
        with IllegalPlayError, anything else with TableError. ``position`` is ``(seat, index)``, index counting the
        seat's cards; ``argument`` names the argument.

        >>> import lipai
        >>> a = ["AS KD 9H", "7D 7C KS QH 6S", "8S 8H 5D 5C JS"]
        >>> b = ["AH KC 9C", "7S 7H KH QD 4D", "8D 8C 3D 3C JH"]
        >>> table = lipai.game("shisanshui").settle([a, b], base=10)
        >>> table.net, table.outcomes[0][1]
        ((40, -40), (0, 1, 1))
        >>> [(t.from_seat, t.to_seat, t.amount, t.why, t.clause) for t in table.transfers]
        [(1, 0, 10, 'pile', 'SSS-11'), (1, 0, 10, 'pile', 'SSS-11'), (1, 0, 20, 'run_over', 'SSS-13')]
        """
        return settlement.settle(self, players, base, banker, bets, chips)

    def settle_many(
        self,
        cards: NDArray[np.uint8],
        *,
        declared: NDArray[np.uint8] | None = None,
        base: int = 1,
        banker: int | NDArray[np.integer[Any]] | None = None,
        bets: NDArray[np.integer[Any]] | None = None,
        chips: int | NDArray[np.integer[Any]] | None = None,
        threads: int = 1,
    ) -> NDArray[np.int64]:
        """Nets of N tables: ``cards`` is uint8[N, players, 9 or 13], the result int64[N, players].

        Hands lie first pile to last, those of players who declare in any order. ``declared`` is uint8[N, players]: the
        number of the special in ``special_names``, or 255. ``banker`` and ``chips`` are one number, or one a table,
        ``bets`` one a seat. What is refused is refused as by ``settle``, with the first bad row:
        ``position`` is ``(row, seat, index)``. The GIL is released and ``threads`` threads share the work.

        >>> import lipai, numpy as np
        >>> seats = ["KS QD 9H AS AD 9S 5C 3C KD KH KC 4S 2S", "AH TC 8C AC QC JD 7D 5D 6S 6D 6H 6C 2D"]
        >>> cards = np.array([[lipai.parse_cards(seat) for seat in seats]], dtype=np.uint8)
        >>> lipai.game("baishisan").settle_many(cards, banker=0, bets=np.array([[0, 30]]))
        array([[-30,  30]])
        """
        import numpy as np

        tables = settlement.tables_of(self, cards, declared, base, banker, bets, chips)
        n, players, _ = tables.cards.shape
        net = np.empty((n, players), dtype=np.int64)
        stakes = self._stakes
        if not n:
            stakes.settle_rows(*tables, net, 0, 0)  # what is the same for all tables is checked
        in_blocks(
            n,
            *share(n, SETTLE_BLOCK, threads),
            lambda start, stop: stakes.settle_rows(*tables, net, start, stop),
        )
        return net
