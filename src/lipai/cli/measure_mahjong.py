"""What ``lipai bench`` measures of mahjong: single calls and batches of random hands, with and without wild tiles."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import lipai
from lipai._native.mahjong import FACES
from lipai.cli.targets import MEGA, Target

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lipai.mahjong import MahjongGame

Case = tuple[str, str, str, int, Callable[[], Any], Target | None]
SEED: Final = 20
MOST_WILDS: Final = 4
TEXT: Final = {"sanmen": "123456789m11122z", "wencheng": "123456789m12345611p"}
TARGETS: Final = {
    "win_many": Target("per_second", at_least=80 * MEGA),
    "shanten_many": Target("per_second", at_least=60 * MEGA),
    "waits_many": Target("per_second", at_least=10 * MEGA),
    "discards_many": Target("per_second", at_least=0.3 * MEGA),
}
FROM_TEXT: Final = Target("nanoseconds", at_most=1000)
FROM_COUNTS: Final = Target("nanoseconds", at_most=150)


def cases(n: int, calls: int, isas: tuple[str, ...]) -> Iterator[Case]:
    """Game, case, instruction set, items, work and target, for ``n`` hands a batch and ``calls`` single calls."""
    for name in lipai.games("mahjong"):
        game: MahjongGame = lipai.game(name)
        text = TEXT.get(name)
        if text is not None:
            counts = bytes(np.bincount(lipai.parse_tiles(text), minlength=FACES).astype(np.uint8))
            yield name, "complete(text)", "-", calls, _repeated(game.complete, text, calls), FROM_TEXT
            work = _repeated(game.complete_counts, counts, calls)
            yield name, "complete_counts(bytes)", "-", calls, work, FROM_COUNTS
        for most in (0, MOST_WILDS):
            for short, call in ((0, "win_many"), (0, "shanten_many"), (1, "waits_many"), (0, "discards_many")):
                few = n // 100 if call == "discards_many" else n  # so that a round fits into a slice of a busy machine
                hands, wilds = _hands(game, few, short, most)
                case = f"{call} {game.hand_size - short} tiles" + (f", 0-{most} wild" if most else "")
                for isa in isas:
                    batch = getattr(game.with_isa(isa), call)
                    target = TARGETS[call] if isa == isas[-1] else None
                    yield name, case, isa, len(hands), functools.partial(batch, hands, wilds=wilds), target


def _repeated(call: Callable[[Any], object], argument: object, count: int) -> Callable[[], None]:
    def work() -> None:
        for _ in range(count):
            call(argument)

    return work


def _hands(game: MahjongGame, n: int, short: int, most: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
    """Counts of random hands of the faces that the game has, and for each from 0 to ``most`` wild tiles."""
    rng = np.random.default_rng(SEED)
    wall = np.array([tile for tile in game.deck if tile < FACES and tile not in game.laid], dtype=np.uint8)
    counts, wilds = np.zeros((n, FACES), dtype=np.uint8), np.zeros(n, dtype=np.uint8)
    if most:
        wilds = rng.integers(0, most + 1, n).astype(np.uint8)
    block = 1 << 14
    for start in range(0, n, block):
        rows = counts[start : start + block]
        order = np.argsort(rng.random((len(rows), len(wall)), dtype=np.float32), axis=1)
        size = game.hand_size - short - wilds[start : start + block].astype(np.int64)
        for k in range(game.hand_size - short):
            chosen = np.flatnonzero(size > k)
            rows[chosen, wall[order[chosen, k]]] += 1
    return counts, wilds if most else None
