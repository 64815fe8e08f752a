"""The measurements of ``lipai bench``: what is timed, and how.

Everything goes through the functions that users call, on shuffled random hands. Each case is repeated and its best
time counts, which is the one that other programs disturbed least; only ratios of figures from one run mean anything.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

import lipai
from lipai._native.piles import isas
from lipai.cli import measure_climbing, measure_stud, rivals, targets
from lipai.cli.bench import GROUPS
from lipai.cli.sample import deals, tables, win_rates
from lipai.cli.targets import Target
from lipai.piles import PileGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

JOKERS: Final = 0.1
NATURAL: Final = tuple(range(52))
FIVE: Final = "AS KS QS JS TS"
THREE: Final = "AS AH 2C"
PLAYERS: Final = 4
DEALS: Final = 1_000
PREPARED: Final = 10_000  # hands of a loop over a public evaluator


class Measured(msgspec.Struct):
    """One case: what was timed, on how many items, and how long the best of several rounds took.

    ``to_read`` is that time as a multiple of the time that reading the same bytes takes, ``to_scalar`` the speed as a
    multiple of the plain C kernel's, ``ratio`` the speed as a multiple of that of ``against``, each where it was
    measured. ``reached`` says whether the figure that the target is of - a key of this object - is good enough.
    """

    group: str
    game: str
    case: str
    isa: str
    items: int
    rounds: int
    seconds: float
    per_second: float
    nanoseconds: float
    to_read: float | None = None
    to_scalar: float | None = None
    ratio: float | None = None
    against: str | None = None
    target: Target | None = None
    reached: bool | None = None


class Bench:
    """One run. ``quick`` takes less of everything."""

    def __init__(self, *, quick: bool, only: tuple[str, ...], tick: Callable[[str], None]) -> None:
        self.only = only or GROUPS
        self.piles = 100_000 if quick else 1_000_000
        self.hands = 2_000 if quick else 20_000
        self.calls = 2_000 if quick else 20_000
        self.repeats = 160 if quick else 16
        self.budget = 0.05 if quick else 0.5
        self.tick = tick
        self._read: dict[int, float] = {}
        self._plain: dict[tuple[str, str], float] = {}

    def run(self) -> Iterator[Measured]:
        """Every case that was asked for, as it is measured."""
        groups: dict[str, Callable[[], Iterator[Measured]]] = {
            "rank": self._rank,
            "arrange": self._arrange,
            "expected": self._expected,
            "settle": self._settle,
            "scalar": self._scalar,
            "threads": self._threads,
            "stud": partial(measure_stud.cases, self),
            "public": self._public,
            "climbing": partial(measure_climbing.cases, self.piles // 10, self.time),
            "mahjong": self._mahjong,
        }
        for size in (3, 5):
            rows = _dealt(NATURAL, size, self.piles, 0.0)
            found = self.time("read", "-", f"{size} cards, bytes alone", "-", len(rows), rows.max)
            self._read[size] = found.seconds / found.items
            if "read" in self.only:
                yield found
        for name, measure in groups.items():
            if name in self.only:
                yield from measure()

    def _rank(self) -> Iterator[Measured]:
        for name in lipai.games("piles"):
            game = lipai.game(name)
            for size in sorted(set(game.pile_sizes), reverse=True):
                natural: dict[str, Measured] = {}
                for share in (0.0, JOKERS) if len(game.deck) > 52 else (0.0,):
                    rows = _dealt(game.deck if share else NATURAL, size, self.piles, share)
                    case = f"rank_many {size} cards" + (", jokers 10 %" if share else "")
                    for isa in isas():
                        found = self.time(
                            *("rank", name, case, isa, len(rows), partial(game.with_isa(isa).rank_many, rows)),
                            read=size,
                            against=natural.get(isa),
                            target=targets.rank(name, size, isa, share > 0),
                        )
                        natural.setdefault(isa, found)
                        yield found

    def _arrange(self) -> Iterator[Measured]:
        best = isas()[-1]
        for name in lipai.games("piles"):
            game = lipai.game(name)
            natural: dict[tuple[str, str], Measured] = {}
            for share in (0.0, 1.0) if len(game.deck) > 52 else (0.0,):
                rows = _dealt(game.deck if share else NATURAL, game.hand_size, self.hands, share)
                rates = game.utilities(*win_rates(game, rows))
                for isa in isas():
                    for objective, utilities in (("strongest", None), ("utilities", rates)):
                        case = f"arrange_many {game.hand_size} {objective}" + (", 1-2 jokers" if share else "")
                        found = self.time(
                            *("arrange", name, case, isa, len(rows)),
                            partial(game.with_isa(isa).arrange_many, rows, utilities=utilities),
                            against=natural.get((isa, objective)),
                            target=targets.arrange(game.hand_size, objective, share > 0) if isa == best else None,
                        )
                        natural.setdefault((isa, objective), found)
                        yield found

    def _expected(self) -> Iterator[Measured]:
        """Natural hands by expected value at the usual table, and one hand played out."""
        best = isas()[-1]
        for name in lipai.games("piles"):
            rows = _dealt(NATURAL, lipai.game(name).hand_size, self.hands // 4, 0.0)
            for isa in isas():
                game = lipai.game(name).with_isa(isa)
                field = game.field()
                table = field.role or f"{field.players} players"
                yield self.time(
                    *("expected", name, f"arrange_many {game.hand_size} expected, {table}", isa, len(rows)),
                    partial(game.arrange_many, rows, objective="expected", field=field),
                    target=targets.expected(name, game.hand_size) if isa == best else None,
                )
        game = lipai.game("shisanshui")
        hand = bytes(_dealt(NATURAL, game.hand_size, self.hands // 4, 0.0)[0])
        play = partial(game.arrange, hand, objective="simulate", players=PLAYERS, deals=DEALS)
        case = f"arrange simulate, {PLAYERS} players, a deal"
        yield self.time("expected", game.id, case, best, DEALS, play, target=targets.SIMULATE)

    def _settle(self) -> Iterator[Measured]:
        """Tables of four who place the strongest arrangement, from one deck each; specials of natural hands."""
        best = isas()[-1]
        for name in lipai.games("piles"):
            game = lipai.game(name)
            n = 5 * self.hands
            laid_out = tables(game, PLAYERS, n)
            banker = 0 if game.has_banker else None
            hands = _dealt(NATURAL, game.hand_size, n, 0.0)
            for isa in isas():
                yield self.time(
                    *("settle", name, f"settle_many {PLAYERS} players", isa, n),
                    partial(game.with_isa(isa).settle_many, laid_out, banker=banker),
                    target=targets.SETTLE if isa == best else None,
                )
            yield self.time(
                *("settle", name, "specials_many", "-", n, partial(game.specials_many, hands)),
                target=targets.SPECIALS,
            )

    def _scalar(self) -> Iterator[Measured]:
        bounds = {"rank(text).strength": targets.FROM_TEXT, "lowest level": targets.LOWEST_LEVEL}
        for name in lipai.games("piles"):
            for case, (call, argument) in single_calls(lipai.game(name)).items():
                count = max(self.calls // 20, 1) if case in ("arrange", "pareto") else self.calls
                work = partial(_repeat, call, argument, count)
                yield self.time("scalar", name, case, "-", count, work, target=bounds.get(case))

    def _threads(self) -> Iterator[Measured]:
        """Two threads beside one; batches long enough that starting a thread is nothing."""
        import numpy as np

        for name in lipai.games("piles"):
            game = lipai.game(name)
            piles = _dealt(NATURAL, game.pile_sizes[2], self.piles, 0.0)
            piles = np.tile(piles, (self.repeats, 1))
            hands = np.tile(_dealt(NATURAL, game.hand_size, 10 * self.hands, 0.0), (4, 1))
            calls: dict[str, tuple[Callable[..., Any], NDArray[np.uint8]]] = {
                f"rank_many {game.pile_sizes[2]} cards": (game.rank_many, piles),
                f"arrange_many {game.hand_size} strongest": (game.arrange_many, hands),
            }
            for what, (call, rows) in calls.items():
                one: Measured | None = None
                for threads in (1, 2):
                    case = f"{what}, {threads} thread{'s' * (threads > 1)}"
                    found = self.time(
                        *("threads", name, case, game.isa, len(rows), partial(call, rows, threads=threads)),
                        against=one,
                        target=targets.TWO_THREADS if one else None,
                    )
                    one = one or found
                    yield found

    def _mahjong(self) -> Iterator[Measured]:
        from lipai.cli import measure_mahjong

        for game, case, isa, items, work, target in measure_mahjong.cases(self.piles, self.calls, isas()):
            yield self.time("mahjong", game, case, isa, items, work, target=target)

    def _public(self) -> Iterator[Measured]:
        """Ours, then each public evaluator that is installed, on the same text and the same hands."""
        ours = lipai.game("shisanshui", jokers=0, wheel="low")
        others = list(rivals.installed())
        tokens = FIVE.replace("S", "s").split()
        hands = _dealt(NATURAL, 5, PREPARED, 0.0)
        listed = hands.tolist()
        count = self.calls
        first = self.time(
            *("public", "lipai", "5 cards from text", "-", count),
            partial(_repeat, lambda cards: ours.rank(cards).strength, FIVE, count),
        )
        yield first
        for other in others:
            work = partial(_repeat, other.from_text, tokens, count)
            yield self.time("public", other.package, "5 cards from text", "-", count, work, against=first)
        first = self.time("public", "lipai", "5 cards, prepared", ours.isa, PREPARED, partial(ours.rank_many, hands))
        yield first
        for other in others:
            loop = other.prepare(listed)
            yield self.time("public", other.package, "5 cards, prepared", "-", PREPARED, loop, against=first)

    def time(
        self,
        group: str,
        game: str,
        case: str,
        isa: str,
        items: int,
        work: Callable[..., Any],
        *,
        read: int | None = None,
        against: Measured | None = None,
        target: Target | None = None,
    ) -> Measured:
        """The best of three rounds, of more where they fit into the time for one case, of fewer where they are long."""
        self.tick(f"{game} {case} {isa}")
        best, rounds, spent = float("inf"), 0, 0.0
        work()
        while spent < self.budget or (rounds < 3 and spent < 4 * self.budget):
            start = time.perf_counter()
            work()
            seconds = time.perf_counter() - start
            best, rounds, spent = min(best, seconds), rounds + 1, spent + seconds
        each = best / items
        if isa == "scalar":
            self._plain[game, case] = each
        found = Measured(
            *(group, game, case, isa, items, rounds, best, 1 / each, each * 1e9),
            to_read=each / self._read[read] if read is not None else None,
            to_scalar=self._plain[game, case] / each if (game, case) in self._plain else None,
            ratio=against.nanoseconds / (each * 1e9) if against is not None else None,
            against=f"{against.game} {against.case}" if against is not None else None,
            target=target,
        )
        if target is not None:
            found.reached = target.reached_by(getattr(found, target.of))
        return found


def single_calls(game: PileGame) -> dict[str, tuple[Callable[[Any], object], object]]:
    """What a game server asks of one pile or one hand: functions, each with what it is called with."""
    pile = FIVE if 5 in game.pile_sizes else THREE
    codes = lipai.parse_cards(pile)
    hand = bytes(deals(NATURAL, game.hand_size, 1)[0])
    return {
        "rank(text).strength": (lambda cards: game.rank(cards).strength, pile),
        "rank(codes).strength": (lambda cards: game.rank(cards).strength, codes),
        "lowest level": (game._tables.strength, bytes(codes)),
        "compare": (lambda cards: game.compare(cards, THREE), pile),
        "check": (game.check, game.arrange(hand, objective="strongest")[0].text),
        "arrange": (functools.partial(game.arrange, objective="strongest"), hand),
        "pareto": (game.pareto, hand),
    }


@functools.lru_cache(maxsize=8)
def _dealt(deck: tuple[int, ...], size: int, n: int, jokers: float) -> NDArray[np.uint8]:
    """Rows that several games share; nobody writes to them."""
    return deals(deck, size, n, jokers=jokers)


def _repeat(call: Callable[[Any], object], argument: object, count: int) -> None:
    for _ in range(count):
        call(argument)
