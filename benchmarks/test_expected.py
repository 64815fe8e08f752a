"""Arranging by expected value, and playing one hand out.

pytest benchmarks/test_expected.py --benchmark-group-by=group --benchmark-columns=min,median
"""

from __future__ import annotations

from typing import Any

import pytest

import lipai
from tests.dealing import deal

N = 2_000
HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7C"


@pytest.mark.benchmark(group="expected, 2,000 hands")
@pytest.mark.parametrize("jokers", [0.0, 1.0], ids=["natural", "jokers"])
@pytest.mark.parametrize("name", lipai.games())
def test_expected(benchmark: Any, name: str, jokers: float) -> None:
    game = lipai.game(name)
    if jokers and 52 not in game.deck:
        pytest.skip("no jokers in this deck")
    hands = deal(game.deck if jokers else tuple(range(52)), game.hand_size, N, seed=2, jokers=jokers)
    piles, values = benchmark(game.arrange_many, hands, objective="expected")
    assert piles.shape == hands.shape
    assert len(values) == N


@pytest.mark.benchmark(group="one hand, 13 cards, 4 players")
@pytest.mark.parametrize("objective", ["expected", "simulate"])
def test_one_hand(benchmark: Any, objective: str) -> None:
    (best,) = benchmark(lipai.game("shisanshui").arrange, HAND, objective=objective)
    assert best.value is not None
