"""Endgames with all hands open (残局): does the side to move win, and by which play (DDZ-12, GP-8)?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Final

from lipai._native.climb import Reading
from lipai._native.endgames import Solver
from lipai.cards import CardInput
from lipai.errors import LipaiError, TableError
from lipai.numbers import whole

if TYPE_CHECKING:
    from lipai.climbing.game import ClimbingGame, Played

__all__ = ["PASS", "Solution", "solve"]

PASS: Final = "pass"
USUAL_MEMORY: Final = 512  # MiB
MOST_MEMORY: Final = 1 << 20
BLOCK: Final = 100_000  # positions between two looks at the clock and at signals: some hundredths of a second


@dataclass(frozen=True, slots=True)
class Solution:
    """What the side to move can do in an endgame.

    ``outcome`` is ``win``, ``loss``, or ``unknown`` where a limit came first: ``limit`` is then ``nodes``, ``seconds``
    or ``memory``, else None. ``move`` is what wins, as canonical bare ranks or ``pass``, and None unless the outcome is
    a win; ``reading`` what that is played as, None for a pass. ``nodes`` are the positions that were looked at,
    ``memory`` the bytes of their table.
    """

    outcome: str
    move: str | None
    reading: Reading | None
    limit: str | None
    nodes: int
    memory: int


def solve(
    game: ClimbingGame,
    hands: Sequence[CardInput],
    *,
    landlord: int,
    turn: int,
    over: Played | None,
    passes: int,
    nodes: int | None,
    seconds: float | None,
    memory: int,
) -> Solution:
    """The solution of one endgame."""
    packed = _hands(game, hands)
    landlord = whole(landlord, "landlord", 0, len(packed) - 1, TableError)
    turn = whole(turn, "turn", 0, len(packed) - 1, TableError)
    passes = whole(passes, "passes", 0, 2, TableError)
    memory = whole(memory, "memory", 1, MOST_MEMORY, TableError)
    if nodes is not None:
        nodes = whole(nodes, "nodes", 1, (1 << 63) - 1, TableError)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, Real) or not seconds > 0):
        raise TableError(f"seconds must be a number above 0, not {seconds!r}", value=seconds, argument="seconds")
    last = None if over is None else game._over(over)
    solver = Solver(game._tables, packed, landlord, turn, last, passes, memory << 20)
    end = None if seconds is None else time.monotonic() + seconds
    done = 0
    while True:  # signals are heeded between two blocks
        block = BLOCK if nodes is None else min(BLOCK, nodes - done)
        wins, play, passing, full, done, size = solver.run(block)
        limit = None
        if wins is None:
            if full:
                limit = "memory"
            elif nodes is not None and done >= nodes:
                limit = "nodes"
            elif end is not None and time.monotonic() >= end:
                limit = "seconds"
        if wins is not None or limit:
            outcome = "unknown" if wins is None else "win" if wins else "loss"
            move = PASS if passing else None if play is None else play.cards
            return Solution(outcome, move, play, limit, done, size)


def _hands(game: ClimbingGame, hands: Sequence[CardInput]) -> tuple[int, ...]:
    if isinstance(hands, (str, bytes, bytearray)) or not isinstance(hands, Sequence):
        raise TypeError(f"hands must be a sequence of a hand each, not {type(hands).__name__}")
    fewest, most = 2, game.players[1]
    if not fewest <= len(hands) <= most:
        wanted = f"{fewest} or {most}" if most > fewest else str(fewest)
        raise TableError(f"{wanted} hands are wanted, not {len(hands)}", value=len(hands), argument="hands")
    packed = []
    for seat, hand in enumerate(hands):
        try:
            packed.append(game.pack(hand))
        except LipaiError as error:
            place = error.position if isinstance(error.position, int) else 0
            message = f"seat {seat}: {error}"
            raise type(error)(message, value=error.value, position=(seat, place), argument="hands") from None
    return tuple(packed)
