"""The worth of piles against opponents who are drawn from a small field independently: BJ-13..BJ-20, BS-3..BS-5.

Every tuple of opponents is settled by the clauses. Hands that could not lie at one table meet here, which adds one
question to the clauses: equal piles in a pot (BJ-8 has none). Each of two equal piles is the larger half of the time,
and a sweep needs larger ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from .settlement import Seat, settle_banker
from .specials import MULTIPLES, bonuses


def sweeps(one: Seat, others: Sequence[Seat]) -> bool:
    """BJ-15: the first place in every pot."""
    return all(x > y for other in others for x, y in zip(one.keys, other.keys, strict=True))


def multiples(game: str, seat: Seat, others: Sequence[Seat], options: dict[str, Any]) -> int:
    """BJ-14: what a player's bonuses come to."""
    if game == "biji52" and not options.get("bonuses", False):  # BJ-20
        return 0
    held = bonuses(game, seat.hand, seat.piles, **options)
    return sum(MULTIPLES[name] for name in held) + sweeps(seat, others)


def pots_net(game: str, me: Seat, others: Sequence[Seat], options: dict[str, Any]) -> float:
    """What I win on the average over the ways that equal piles can fall."""
    step = 1 if game == "biji" else 2  # BJ-13, BJ-19
    count = len(others)
    net = 0.0
    for pot in range(3):
        above = sum(other.keys[pot] > me.keys[pot] for other in others)
        equal = sum(other.keys[pot] == me.keys[pot] for other in others)
        first = 0.0 if above else 0.5**equal
        net += step * (first * sum(range(1, count + 1)) - above - equal / 2)
    unit = step * count
    net += unit * count * multiples(game, me, others, options)
    for i, other in enumerate(others):
        rest = [me, *others[:i], *others[i + 1 :]]
        net -= unit * multiples(game, other, rest, options)
    return net


def expected_pots(game: str, me: Seat, field: Sequence[Seat], players: int, options: dict[str, Any]) -> float:
    """The mean over all tuples of opponents."""
    tuples = list(itertools.product(field, repeat=players - 1))
    return sum(pots_net(game, me, list(others), options) for others in tuples) / len(tuples)


def expected_banker(me: Seat, field: Sequence[Seat], role: str) -> float:
    """The mean over all opponents, in bets."""
    banker, bets = (1, [1, 0]) if role == "player" else (0, [0, 1])
    return sum(settle_banker([me, other], banker, bets).net[0] for other in field) / len(field)
