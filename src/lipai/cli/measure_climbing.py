"""Climbing games in ``lipai bench``: moves, readings and splits, with public generators of moves beside ours.

Hands are random; what is followed, and what is classified, are plays that such hands can lead.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import lipai
from lipai.cli import targets
from lipai.climbing import ClimbingGame, Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lipai.cli.measure import Measured

SEED: Final = 20
LOOP: Final = 2_000  # hands of a loop over single calls
OVERS: Final = 200  # plays to follow

Timer = Callable[..., "Measured"]


def cases(n: int, timed: Timer) -> Iterator[Measured]:
    """Every case, on ``n`` hands where they come in a batch."""
    for name, sizes in (("doudizhu", (17, 20)), ("guanpai", (17,))):
        game = lipai.game(name)
        for size in sizes:
            rows = dealt(game, size, n)
            yield from _moves(game, size, rows, timed)
            yield _timed(timed, name, f"split_many {size}", n // 5, partial(game.split_many, rows[: n // 5]))
        yield from _readings(game, rows, timed)
        yield _worst(game, dealt(game, 17, n), timed)
    yield from _endgames(timed)
    yield from _public(timed)


def dealt(game: ClimbingGame, size: int, n: int) -> NDArray[np.uint64]:
    """Packed random hands."""
    rng = np.random.default_rng(SEED + size)
    ranks = np.array([(code // 4 + 12) % 13 if code < 52 else code - 39 for code in game.deck])
    counts = np.zeros((n, 15), dtype=np.uint8)
    chosen = ranks[np.argpartition(rng.random((n, len(ranks)), dtype=np.float32), size, axis=1)[:, :size]]
    np.add.at(counts, (np.arange(n)[:, None], chosen), 1)
    return game.pack_many(counts)


def _timed(timed: Timer, name: str, case: str, items: int, work: Callable[[], object], **more: Any) -> Measured:
    return timed("climbing", name, case, "-", items, work, target=targets.climbing(case), **more)


def _moves(game: ClimbingGame, size: int, rows: NDArray[np.uint64], timed: Timer) -> Iterator[Measured]:
    few = [int(row) for row in rows[:LOOP]]
    texts = [" ".join(game.unpack(row)) for row in few]
    overs = _overs(game, rows)
    share = len(rows) // len(overs)

    def follow() -> None:
        for i, over in enumerate(overs):
            game.moves_count_many(rows[i * share : (i + 1) * share], over)

    def each(call: Callable[[Any], object], hands: list[Any]) -> None:
        for hand in hands:
            call(hand)

    leading = partial(game.moves_count_many, rows)
    yield _timed(timed, game.id, f"moves_count_many, leading {size}", len(rows), leading)
    yield _timed(timed, game.id, f"moves_count_many, following {size}", share * len(overs), follow)
    yield _timed(timed, game.id, f"moves_packed {size}", len(few), partial(each, game.moves_packed, few))
    yield _timed(timed, game.id, f"moves {size}", len(few), partial(each, game.moves, texts))


def _overs(game: ClimbingGame, rows: NDArray[np.uint64]) -> list[Reading]:
    rng = np.random.default_rng(SEED)
    found = []
    for row in rows[-OVERS:]:
        moves = game.moves_packed(int(row))
        found.append(game.reading(" ".join(game.unpack(int(moves[rng.integers(len(moves))])))))
    return found


def _readings(game: ClimbingGame, rows: NDArray[np.uint64], timed: Timer) -> Iterator[Measured]:
    plays = np.concatenate([game.moves_packed(int(row)) for row in rows[: len(rows) // 20]])
    plays = np.random.default_rng(SEED).permutation(plays)
    yield _timed(timed, game.id, "classify_many", len(plays), partial(game.classify_many, plays))


def _worst(game: ClimbingGame, rows: NDArray[np.uint64], timed: Timer) -> Measured:
    """The hand whose split takes longest by the thread's own clock; what seems long is timed again and again."""
    hands = [" ".join(game.unpack(int(row))) for row in rows]
    for times in (1, 2, 4, 8, 16):
        spent = [min(_spent(game, hand) for _ in range(times)) for hand in hands]
        hands = [hands[i] for i in np.argsort(spent)[::-1][: len(hands) // 8 + 1]]
    hardest = hands[0]
    return _timed(timed, game.id, "split, the worst of all 17", 1, partial(game.split, hardest))


def _spent(game: ClimbingGame, hand: str) -> int:
    start = time.thread_time_ns()
    game.split(hand)
    return time.thread_time_ns() - start


def _endgames(timed: Timer) -> Iterator[Measured]:
    """Random endgames for two, of so many cards a side; few of the longest, which take thousands of times as long."""
    game = lipai.game("doudizhu")
    for size, n in ((6, 1000), (10, 100), (14, 10)):
        hands = [[" ".join(game.unpack(int(row))) for row in pair] for pair in _pairs(game, size, n)]

        def each(endgames: list[list[str]]) -> None:
            for pair in endgames:
                game.solve(pair)

        yield _timed(timed, game.id, f"solve, {size} cards a side", n, partial(each, hands))


def _pairs(game: ClimbingGame, size: int, n: int) -> list[tuple[int, int]]:
    """Two packed hands each, of one deck."""
    rng = np.random.default_rng(SEED + size)
    weights = [1 << 4 * ((code // 4 + 12) % 13 if code < 52 else code - 39) for code in game.deck]
    cards = (rng.permutation(weights)[: 2 * size].tolist() for _ in range(n))
    return [(sum(both[:size]), sum(both[size:])) for both in cards]


def _public(timed: Timer) -> Iterator[Measured]:
    """Ours from packed hands, then each public generator that is installed, on the same hands as it takes them."""
    game = lipai.game("doudizhu")
    for size in (17, 20):
        rows = [int(row) for row in dealt(game, size, LOOP)]
        hands = [[rank for rank in range(15) for _ in range(row >> 4 * rank & 15)] for row in rows]
        case = f"leading moves, {size} cards"

        def loop(call: Callable[[Any], object], prepared: list[Any]) -> None:
            for hand in prepared:
                call(hand)

        ours = timed("climbing", "lipai", case, "-", LOOP, partial(loop, game.moves_packed, rows))
        yield ours
        for package, module, make in _GENERATORS:
            try:
                found = importlib.import_module(module)
            except ImportError:
                continue
            call, prepare = make(found)
            work = partial(loop, call, [prepare(hand) for hand in hands])
            yield timed("climbing", package, case, "-", LOOP, work, against=ours)


def _rlcard(module: Any) -> tuple[Callable[[Any], object], Callable[[list[int]], object]]:
    call: Callable[[Any], object] = module.DoudizhuJudger.playable_cards_from_hand
    return call, lambda hand: "".join("3456789TJQKA2BR"[rank] for rank in hand)


def _douzero(module: Any) -> tuple[Callable[[Any], object], Callable[[list[int]], object]]:
    values = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)
    return lambda hand: module.MovesGener(hand).gen_moves(), lambda hand: [values[rank] for rank in hand]


_GENERATORS: Final = (
    ("rlcard", "rlcard.games.doudizhu.judger", _rlcard),
    ("douzero", "douzero.env.move_generator", _douzero),
)
