"""The best arrangement by expected value is the best of all there are, and where it lies.

Every split of random hands is valued against shipped fields: 72,072 ways to lay out thirteen cards, 1,680 of nine.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
import pytest

import lipai
from tests.dealing import deal

CASES: list[tuple[str, dict[str, Any], int | None, str | None]] = [
    ("shisanshui", {}, 4, None),
    ("shisanshui", {}, 2, None),
    ("shisanshui", {"gun": "plus_one"}, 4, None),
    ("baishisan", {}, None, "player"),
    ("baishisan", {}, None, "banker"),
    ("shisanzhang", {}, None, "player"),
    ("shisanzhang", {}, None, "banker"),
    ("biji", {}, 2, None),
    ("biji", {}, 4, None),
    ("biji52", {}, 3, None),
    ("biji52", {"bonuses": True}, 4, None),
]


@functools.cache
def ways(sizes: tuple[int, int, int]) -> np.ndarray:
    """Every way to lay out a hand, as places, first pile to last."""
    n = sum(sizes)
    found = []
    for first in itertools.combinations(range(n), sizes[0]):
        left = [i for i in range(n) if i not in first]
        for middle in itertools.combinations(left, sizes[1]):
            found.append([*first, *middle, *(i for i in left if i not in middle)])
    return np.array(found)


def legal(game: lipai.PileGame, hand: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All legal arrangements and their strengths."""
    rows = hand[ways(game.pile_sizes)]
    ends = np.cumsum((0, *game.pile_sizes))
    piles = [np.ascontiguousarray(rows[:, a:b]) for a, b in itertools.pairwise(ends)]
    strengths = np.stack([game.rank_many(pile) for pile in piles], axis=1).astype(np.int64)
    least = 1 if game.rules["piles"]["order"] == "increasing" else 0
    fit = (np.diff(strengths, axis=1) >= least).all(axis=1)
    return np.ascontiguousarray(rows[fit]), strengths[fit]


def values_of(field: lipai.Field, rows: np.ndarray) -> np.ndarray:
    values = np.empty(len(rows))
    field.expected_of_rows(rows, None, values, 0, len(rows))
    return values


def hands_of(game: lipai.PileGame, n: int) -> np.ndarray:
    """Random ones, in games with jokers half of them with one or both."""
    return deal(game.deck, game.hand_size, n, seed=17, jokers=0.5)


@pytest.mark.parametrize(("name", "options", "players", "role"), CASES)
def test_no_arrangement_is_worth_more(
    name: str, options: dict[str, Any], players: int | None, role: str | None
) -> None:
    game = lipai.game(name, **options)
    field = game.field(players, role)
    heads = name == "biji" or options.get("bonuses")  # BJ-16: the one bonus that is bound to an arrangement
    for hand in hands_of(game, 400 if game.hand_size == 9 else 20):
        rows, strengths = legal(game, hand)
        values = values_of(field, rows)
        choices = game.arrange(bytes(hand), objective="expected", players=players, role=role, top=3)
        (best, *others) = [choice for choice in choices if choice.special is None]
        assert best.value == values.max()
        at = (strengths == best.strengths).all(axis=1)
        assert (values[at] == best.value).all()
        # of the others none is missed either
        for k, choice in enumerate(others, 1):
            triples = {tuple(row) for row in strengths[values > choice.value].tolist()}
            assert len(triples) <= k
        undominated = {each.strengths for each in game.pareto(bytes(hand))}
        inside = [each in undominated for each in map(tuple, strengths.tolist())]
        if not heads:  # docs/decisions/0005: there the best lies among the undominated ones
            assert values[inside].max() == values.max()


@pytest.mark.parametrize("hand", ["2C 3C 4C 2D 3D 4D 2H 3H 4H", "7C 8C 9C 7D 8D 9D 7S 8S 9S"])
def test_a_bonus_can_make_a_dominated_arrangement_the_best(hand: str) -> None:
    """BJ-16 pays for a straight flush in the first pile: three trips are stronger in every pile, and cost the bonus."""
    game = lipai.game("biji")
    (best,) = game.arrange(hand, objective="expected")
    (strongest,) = game.arrange(hand, objective="strongest")
    assert (best.categories, strongest.categories) == (("straight_flush",) * 3, ("trips",) * 3)
    assert best.strengths not in {each.strengths for each in game.pareto(hand)}
