"""Arranging hands, by the strongest and by utilities, natural and with jokers, on one thread and on two.

pytest benchmarks/test_arrange.py --benchmark-group-by=group --benchmark-columns=min,median
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lipai
from tests.dealing import deal

N = 5_000
NATURAL = tuple(range(52))


def win_rates(game: lipai.PileGame) -> list[np.ndarray]:
    """How often a strength in each pile beats that pile of a random hand placed strongest, ties counting half."""
    _, strengths = game.arrange_many(deal(game.deck, game.hand_size, 20_000, seed=9))
    tables = []
    for pile in range(3):
        counts = np.bincount(strengths[:, pile], minlength=game.strength_count)
        below = np.cumsum(counts) - counts
        tables.append(((below + counts / 2) / len(strengths)).astype(np.float32))
    return tables


@pytest.mark.benchmark(group="13 cards, 5,000 hands")
@pytest.mark.parametrize("jokers", [0.0, 1.0], ids=["natural", "jokers"])
@pytest.mark.parametrize("objective", ["strongest", "utilities"])
def test_thirteen(benchmark: Any, thirteen: lipai.PileGame, objective: str, jokers: float) -> None:
    if jokers and 52 not in thirteen.deck:
        pytest.skip("no jokers in this deck")
    hands = deal(thirteen.deck if jokers else NATURAL, 13, N, seed=2, jokers=jokers)
    options = {"utilities": win_rates(thirteen)} if objective == "utilities" else {}
    piles, _ = benchmark(thirteen.arrange_many, hands, **options)
    assert piles.shape == hands.shape


@pytest.mark.benchmark(group="9 cards, 5,000 hands")
@pytest.mark.parametrize("objective", ["strongest", "utilities"])
def test_nine(benchmark: Any, nine: lipai.PileGame, objective: str) -> None:
    hands = deal(nine.deck, 9, N, seed=2)
    options = {"utilities": win_rates(nine)} if objective == "utilities" else {}
    piles, _ = benchmark(nine.arrange_many, hands, **options)
    assert piles.shape == hands.shape


@pytest.mark.benchmark(group="two threads, 100,000 hands")
@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark: Any, threads: int) -> None:
    game = lipai.game("shisanshui")
    hands = deal(game.deck, 13, 100_000, seed=4)
    piles, _ = benchmark(game.arrange_many, hands, threads=threads)
    assert len(piles) == len(hands)


@pytest.mark.benchmark(group="one hand")
@pytest.mark.parametrize("call", ["arrange", "pareto"])
def test_one_hand(benchmark: Any, call: str) -> None:
    game = lipai.game("shisanshui")
    assert benchmark(getattr(game, call), "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7C")
