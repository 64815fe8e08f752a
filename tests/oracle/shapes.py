"""What all pile games share: groups of equal ranks, runs, suit orders, and the ranks a pile is read in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Key = tuple[Any, ...]  # what a pile is worth: keys of one game compare as its piles do

ACE = 12
MISSING = -1  # a kicker that a three-card pile does not have: below every card (SSS-6, BS-2)

# The pattern of group sizes, largest first, names the category, suits and runs aside (SSS-1, BS-1, BJ-2).
GROUP_CATEGORY = {
    (5,): "five_of_a_kind",
    (4, 1): "quads",
    (3, 2): "full_house",
    (3, 1, 1): "trips",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
    (3,): "trips",
    (2, 1): "pair",
    (1, 1, 1): "high_card",
}


def groups(ranks: Iterable[int]) -> list[tuple[int, int]]:
    """(size, rank) of each group of equal ranks, the largest group first, then the higher rank."""
    ranks = list(ranks)
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def group_category(ranks: Iterable[int]) -> str:
    return GROUP_CATEGORY[tuple(size for size, _ in groups(ranks))]


def group_ranks(ranks: Iterable[int]) -> tuple[int, ...]:
    """Group ranks, then kickers, descending, filled up to five places with missing kickers (SSS-4, SSS-6)."""
    found = [rank for _, rank in groups(ranks)]
    return tuple(found + [MISSING] * (5 - len(found)))


def runs(length: int, wheel: str) -> list[tuple[int, ...]]:
    """All straights of a length, smallest first, each from its low end to its high end.

    ``wheel`` places the one that starts with the ace: "low" below all others, "second" below the largest.
    """
    plain = [tuple(range(low, low + length)) for low in range(ACE - length + 2)]
    ace_first = (ACE, *range(length - 1))
    if wheel == "low":
        return [ace_first, *plain]
    return [*plain[:-1], ace_first, plain[-1]]


def run_index(ranks: Iterable[int], all_runs: Sequence[tuple[int, ...]]) -> int | None:
    """Place of a straight among all straights; None where the ranks are no straight."""
    wanted = sorted(ranks)
    for index, run in enumerate(all_runs):
        if sorted(run) == wanted:
            return index
    return None


def suit_weight(card: int, suits_weakest_first: str) -> int:
    """How high the suit of a natural card stands in a game's order of suits."""
    return suits_weakest_first.index("CDHS"[card % 4])
