"""What is counted of many deals: sums and sums of squares of whole numbers.

Whole numbers add up to the same whatever the order, so a tally does not depend on how deals were split among workers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import msgspec

FORMAT: Final = 1
OTHER: Final = "other:"  # before the names of the second rule set's roles and events


class Moments(msgspec.Struct):
    """The number of values, their sum and the sum of their squares."""

    n: int = 0
    total: int = 0
    square: int = 0

    @classmethod
    def of(cls, values: Iterable[int]) -> Moments:
        """The moments of whole numbers."""
        listed = list(values)
        return cls(len(listed), sum(listed), sum(value * value for value in listed))

    def add(self, n: int, total: int, square: int) -> None:
        """Take in more values."""
        self.n += n
        self.total += total
        self.square += square

    @property
    def mean(self) -> float:
        """The mean, 0 where there are no values."""
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float | None:
        """The unbiased variance of one value; None where there are fewer than two."""
        if self.n < 2:
            return None
        # whole numbers up to the last division: no digits are lost
        return (self.square * self.n - self.total * self.total) / (self.n * (self.n - 1))

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None where there are fewer than two values."""
        variance = self.variance
        return None if variance is None else math.sqrt(variance / self.n)


class Tally(msgspec.Struct):
    """What was counted of some deals.

    ``seats`` are the nets of each seat, ``roles`` those of all together who had a role in a deal. ``events`` are how
    often a thing happened in a deal; deals without it are not in ``n``, but count for its frequency. ``pairs`` are,
    where two rule sets met the same deals, the net of each seat and role under the second less that under the first.
    """

    deals: int = 0
    seats: list[Moments] = msgspec.field(default_factory=list)
    roles: dict[str, Moments] = msgspec.field(default_factory=dict)
    events: dict[str, Moments] = msgspec.field(default_factory=dict)
    pairs: dict[str, Moments] = msgspec.field(default_factory=dict)

    def merge(self, other: Tally) -> None:
        """Take in what was counted of other deals."""
        self.deals += other.deals
        self.seats += [Moments() for _ in range(len(other.seats) - len(self.seats))]
        for ours, theirs in zip(self.seats, other.seats, strict=False):
            ours.add(theirs.n, theirs.total, theirs.square)
        for named, more in ((self.roles, other.roles), (self.events, other.events), (self.pairs, other.pairs)):
            for name, each in more.items():
                named.setdefault(name, Moments()).add(each.n, each.total, each.square)

    def event(self, name: str, n: int, total: int, square: int) -> None:
        """Count ``total`` events in ``n`` deals that had any."""
        if n:
            self.events.setdefault(name, Moments()).add(n, total, square)

    def frequency(self, name: str) -> Moments:
        """How often an event happens a deal, deals without it included."""
        found = self.events.get(name, Moments())
        return Moments(self.deals, found.total, found.square)
