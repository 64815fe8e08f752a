"""十三水: shisanshui. Clauses SSS-1..SSS-10; jokers by putting every card in their place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from .shapes import MISSING, Key, group_category, group_ranks, groups, run_index, runs

CATEGORIES = (  # SSS-1
    "high_card", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "five_of_a_kind",
)  # fmt: skip
RUNS = {"second": runs(5, "second"), "low": runs(5, "low")}  # SSS-5
NATURAL = range(52)


def literal(cards: Sequence[int], wheel: str) -> tuple[int, tuple[int, ...]]:
    """(category, ranks) of cards taken at face value; a card may occur twice, where a joker stands for it."""
    ranks = [card // 4 for card in cards]
    name = group_category(ranks)
    # SSS-8: a straight or flush has five different ranks. SSS-2: three cards make neither.
    if len(cards) == 5 and name == "high_card":
        height = run_index(ranks, RUNS[wheel])
        flush = len({card % 4 for card in cards}) == 1
        if height is not None:
            return CATEGORIES.index("straight_flush" if flush else "straight"), (height, *[MISSING] * 4)
        if flush:
            return CATEGORIES.index("flush"), group_ranks(ranks)
    return CATEGORIES.index(name), group_ranks(ranks)  # SSS-4, SSS-10


@cache
def largest(ranks: tuple[int, ...], suited: bool, jokers: int, wheel: str) -> tuple[int, tuple[int, ...]]:
    """SSS-7: the largest pile that these natural cards and jokers can be.

    Suits never break a tie (SSS-3), so all that matters of them is whether the natural cards share one; the
    cards made up here stand for all piles of these ranks.
    """
    if suited:
        natural = [rank * 4 for rank in ranks]
    else:  # equal ranks are at most four, so some two cards differ in suit whatever they are
        natural = [rank * 4 + (0 if index == 0 else 1) for index, rank in enumerate(ranks)]
    stand_ins = combinations_with_replacement(NATURAL, jokers)
    return max(literal([*natural, *cards], wheel) for cards in stand_ins)


def find(cards: Sequence[int], wheel: str) -> tuple[int, tuple[int, ...], int]:
    natural = [card for card in cards if card in NATURAL]
    ranks = tuple(sorted(card // 4 for card in natural))
    suited = len({card % 4 for card in natural}) == 1
    jokers = len(cards) - len(natural)
    return (*largest(ranks, suited, jokers, wheel), jokers)


def key(cards: Sequence[int], wheel: str) -> Key:
    category, ranks, jokers = find(cards, wheel)
    return category, ranks, -jokers  # SSS-9: category, all ranks, then fewer jokers


def find_category(cards: Sequence[int], wheel: str) -> str:
    return CATEGORIES[find(cards, wheel)[0]]


def read(cards: Sequence[int], wheel: str) -> list[int]:
    """Groups first, then descending; a joker where it stands, behind the natural cards of its group."""
    category, ranks, _ = find(cards, wheel)
    name = CATEGORIES[category]
    if name in ("straight", "straight_flush"):
        slots = list(reversed(RUNS[wheel][ranks[0]]))  # a wheel reads 5 4 3 2 A
    else:
        sizes = [size for size, _ in groups(_ranks_of_shape(name, len(cards)))]
        slots = [rank for size, rank in zip(sizes, ranks, strict=False) for _ in range(size)]
    left = sorted(cards, reverse=True)  # suits have no order here (SSS-3): spades first, as the codes have it
    ordered = []
    for slot in slots:
        fitting = [card for card in left if card in NATURAL and card // 4 == slot]
        card = fitting[0] if fitting else next(card for card in left if card not in NATURAL)
        left.remove(card)
        ordered.append(card)
    return ordered


def _ranks_of_shape(name: str, size: int) -> list[int]:
    """Some ranks that have the group sizes of a category."""
    shapes = {
        "five_of_a_kind": [9, 9, 9, 9, 9],
        "quads": [9, 9, 9, 9, 8],
        "full_house": [9, 9, 9, 8, 8],
        "trips": [9, 9, 9, 8, 7],
        "two_pair": [9, 9, 8, 8, 7],
        "pair": [9, 9, 8, 7, 6],
    }
    return shapes.get(name, [9, 8, 7, 6, 5])[:size]
