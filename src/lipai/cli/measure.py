"""The measurements of ``lipai bench``: what is timed, and how.

Everything goes through the functions that users call. Each case is repeated and its best time counts, which is the
one that other programs disturbed least; only ratios of figures from one run mean anything.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

import lipai
from lipai.cli.bench import GROUPS
from lipai.cli.machine import available_sets, game_with_set
from lipai.cli.sample import deals, win_rates
from lipai.piles import PileGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

JOKERS: Final = 0.1
NATURAL: Final = tuple(range(52))
FIVE: Final = "AS KS QS JS TS"
THREE: Final = "AS AH 2C"


class Measured(msgspec.Struct):
    """One case: what was timed, on how many items, and how long the best of several rounds took.

    ``to_read`` is that time as a multiple of the time that reading the same bytes takes, ``to_scalar`` the speed as a
    multiple of the plain C kernel's, where they were measured.
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


class Bench:
    """One run. ``quick`` takes less of everything."""

    def __init__(self, *, quick: bool, only: tuple[str, ...], tick: Callable[[str], None]) -> None:
        self.only = only or GROUPS
        self.piles = 100_000 if quick else 1_000_000
        self.hands = 2_000 if quick else 20_000
        self.calls = 2_000 if quick else 20_000
        self.budget = 0.05 if quick else 0.5
        self.tick = tick
        self._read: dict[int, float] = {}
        self._plain: dict[tuple[str, str], float] = {}

    def run(self) -> Iterator[Measured]:
        """Every case that was asked for, as it is measured."""
        for size in (3, 5):
            rows = _dealt(NATURAL, size, self.piles, 0.0)
            found = self._time("read", "-", f"{size} cards, bytes alone", "-", len(rows), rows.max)
            self._read[size] = found.seconds / found.items
            if "read" in self.only:
                yield found
        if "rank" in self.only:
            yield from self._rank()
        if "arrange" in self.only:
            yield from self._arrange()
        if "scalar" in self.only:
            yield from self._scalar()

    def _rank(self) -> Iterator[Measured]:
        for name in lipai.games():
            deck = lipai.game(name).deck
            for size in sorted(set(lipai.game(name).pile_sizes)):
                for share in (0.0, JOKERS) if len(deck) > 52 else (0.0,):
                    rows = _dealt(deck if share else NATURAL, size, self.piles, share)
                    case = f"rank_many {size} cards" + (", jokers 10 %" if share else "")
                    for isa in available_sets():
                        game = game_with_set(name, isa)
                        yield self._time("rank", name, case, isa, len(rows), partial(game.rank_many, rows), read=size)

    def _arrange(self) -> Iterator[Measured]:
        for name in lipai.games():
            game = lipai.game(name)
            deck = game.deck
            for share in (0.0, JOKERS) if len(deck) > 52 else (0.0,):
                rows = _dealt(deck if share else NATURAL, game.hand_size, self.hands, share)
                jokers = ", jokers 10 %" if share else ""
                for isa in available_sets():
                    here = game_with_set(name, isa)
                    rates = win_rates(here, rows)
                    yield self._time(
                        *("arrange", name, f"arrange_many strongest{jokers}", isa, len(rows)),
                        partial(here.arrange_many, rows),
                    )
                    yield self._time(
                        *("arrange", name, f"arrange_many utilities{jokers}", isa, len(rows)),
                        partial(here.arrange_many, rows, utilities=rates),
                    )

    def _scalar(self) -> Iterator[Measured]:
        for name in lipai.games():
            for case, call in single_calls(lipai.game(name)).items():
                heavy = case in ("arrange", "pareto")
                count = max(self.calls // 20, 1) if heavy else self.calls
                yield self._time("scalar", name, case, "-", count, partial(_repeat, call, count))

    def _time(
        self,
        group: str,
        game: str,
        case: str,
        isa: str,
        items: int,
        work: Callable[..., Any],
        *,
        read: int | None = None,
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
        return Measured(
            *(group, game, case, isa, items, rounds, best, 1 / each, each * 1e9),
            to_read=each / self._read[read] if read is not None else None,
            to_scalar=self._plain[game, case] / each if (game, case) in self._plain else None,
        )


def single_calls(game: PileGame) -> dict[str, Callable[[], object]]:
    """What a game server asks of one pile or one hand."""
    pile = FIVE if 5 in game.pile_sizes else THREE
    codes = lipai.parse_cards(pile)
    hand = bytes(deals(NATURAL, game.hand_size, 1)[0])
    best = game.arrange(hand)[0].piles
    return {
        "rank(text).strength": lambda: game.rank(pile).strength,
        "rank(codes).strength": lambda: game.rank(codes).strength,
        "compare": lambda: game.compare(pile, THREE),
        "check": lambda: game.check(best),
        "arrange": lambda: game.arrange(hand),
        "pareto": lambda: game.pareto(hand),
    }


@functools.lru_cache(maxsize=8)
def _dealt(deck: tuple[int, ...], size: int, n: int, jokers: float) -> NDArray[np.uint8]:
    """Rows that several games share; nobody writes to them."""
    return deals(deck, size, n, jokers=jokers)


def _repeat(call: Callable[[], object], count: int) -> None:
    for _ in range(count):
        call()
