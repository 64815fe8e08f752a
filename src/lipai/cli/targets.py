"""What each measurement of ``lipai bench`` is meant to reach, on one core of a machine of the present."""

from __future__ import annotations

from typing import Final

import msgspec

GIGA: Final = 1e9
MEGA: Final = 1e6
MICRO: Final = 1e3  # nanoseconds


class Target(msgspec.Struct, frozen=True):
    """A bound on one figure of a measurement: ``at_least`` or, where that is None, ``at_most``."""

    of: str
    at_least: float | None = None
    at_most: float | None = None

    def reached_by(self, figure: float) -> bool:
        """Whether a measured figure is good enough."""
        if self.at_least is not None:
            return figure >= self.at_least
        return self.at_most is None or figure <= self.at_most


_FIVE: Final = {"scalar": 0.4, "avx2": 0.8, "avx512": 1.5}
_THREE: Final = {"shisanshui": 1.5, "biji": 0.8, "biji52": 0.8}
HALF_OF_NATURAL: Final = Target("ratio", at_least=0.5)
TWO_THREADS: Final = Target("ratio", at_least=1.8)
FROM_TEXT: Final = Target("nanoseconds", at_most=300)
LOWEST_LEVEL: Final = Target("nanoseconds", at_most=60)


def rank(game: str, size: int, isa: str, jokers: bool) -> Target | None:
    """Of ranking piles of one size. Suits that break ties may halve the speed, and so may jokers."""
    if size == 3:
        if isa != "scalar" and game in _THREE and (not jokers or game == "biji"):
            return Target("per_second", at_least=_THREE[game] * GIGA)
    elif not jokers and isa in _FIVE:
        return Target("per_second", at_least=_FIVE[isa] * GIGA * (1 if game == "shisanshui" else 0.5))
    return HALF_OF_NATURAL if jokers else None


def stud(case: str, isa: str) -> Target | None:
    """Of stud: ranking as in pile games with suits, a time for two seats on the third street, a rate for all else."""
    if case.startswith("rank_many"):
        return Target("per_second", at_least=_FIVE[isa] * GIGA * 0.5) if isa in _FIVE else None
    if case.startswith("equity 2 seats, 3 cards"):
        return Target("seconds", at_most=0.05)
    return Target("per_second", at_least=0.1 * GIGA) if case.startswith("equity") else None


def arrange(hand_size: int, objective: str, jokers: bool) -> Target:
    """Of arranging hands, on the best instruction set."""
    if hand_size == 9:
        most = 0.4
    elif objective == "strongest":
        most = 3.0
    else:
        most = 25.0 if jokers else 8.0
    return Target("nanoseconds", at_most=most * MICRO)


def expected(game: str, hand_size: int) -> Target | None:
    """Of arranging natural hands by expected value, on the best instruction set."""
    if hand_size == 9:
        return Target("nanoseconds", at_most=5 * MICRO)
    return Target("nanoseconds", at_most=60 * MICRO) if game == "shisanshui" else None


SIMULATE: Final = Target("nanoseconds", at_most=100 * MICRO)  # a deal of four players
SETTLE: Final = Target("per_second", at_least=5 * MEGA)  # tables of four players
SPECIALS: Final = Target("per_second", at_least=2 * MEGA)
# Climbing games: nanoseconds or calls a second, by case and cards in the hand.
_CLIMBING: Final[dict[str, Target]] = {
    "moves_count_many, leading 17": Target("nanoseconds", at_most=0.5 * MICRO),
    "moves_count_many, leading 20": Target("nanoseconds", at_most=0.9 * MICRO),
    "moves_count_many, following 17": Target("per_second", at_least=8e6),
    "moves_packed 17": Target("nanoseconds", at_most=3 * MICRO),
    "moves 17": Target("nanoseconds", at_most=15 * MICRO),
    "classify_many": Target("per_second", at_least=50e6),
    "split_many 17": Target("nanoseconds", at_most=20 * MICRO),
    "split_many 20": Target("nanoseconds", at_most=60 * MICRO),
    "split, the worst of all 17": Target("nanoseconds", at_most=20_000 * MICRO),
}


def climbing(case: str) -> Target | None:
    """Of moves, readings and splits."""
    return _CLIMBING.get(case)
