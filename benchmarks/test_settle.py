"""Settling tables of four and looking for specials.

pytest benchmarks/test_settle.py --benchmark-group-by=group --benchmark-columns=min,median,ops
"""

from __future__ import annotations

from typing import Any

import pytest

import lipai
from tests.dealing import deal

N = 50_000
PLAYERS = 4
NATURAL = tuple(range(52))


@pytest.mark.benchmark(group="settle_many, 50,000 tables of 4")
@pytest.mark.parametrize("name", lipai.games())
def test_settle_many(benchmark: Any, name: str) -> None:
    game = lipai.game(name)
    cards = deal(game.deck, PLAYERS * game.hand_size, N, seed=3).reshape(N * PLAYERS, -1)
    tables = game.arrange_many(cards).piles.reshape(N, PLAYERS, -1)
    net = benchmark(game.settle_many, tables, banker=0 if game.has_banker else None)
    assert not net.sum(axis=1).any()


@pytest.mark.benchmark(group="specials_many, 50,000 hands")
@pytest.mark.parametrize("name", lipai.games())
def test_specials_many(benchmark: Any, name: str) -> None:
    game = lipai.game(name)
    held, _ = benchmark(game.specials_many, deal(NATURAL, game.hand_size, N, seed=2))
    assert len(held) == N


@pytest.mark.benchmark(group="one table")
def test_one_table(benchmark: Any) -> None:
    game = lipai.game("shisanshui")
    hands = deal(game.deck, PLAYERS * game.hand_size, 1, seed=3).reshape(PLAYERS, -1)
    seats = [game.arrange(bytes(hand), objective="strongest")[0] for hand in hands]
    assert sum(benchmark(game.settle, seats).net) == 0
