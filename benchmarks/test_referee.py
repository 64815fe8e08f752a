"""Whole deals: blocks of a simulation in the core, and random play through the referees.

pytest benchmarks/test_referee.py --benchmark-group-by=group --benchmark-columns=min,median,ops
"""

from __future__ import annotations

from typing import Any

import pytest

import lipai
from lipai import referee, simulate
from lipai.simulate.blocks import run_block

DEALS = 8192
GAMES = 50


@pytest.mark.benchmark(group="8,192 deals of 4 players in the core")
@pytest.mark.parametrize("strategy", ["strongest", "best"])
@pytest.mark.parametrize("name", lipai.games("piles"))
def test_block(benchmark: Any, name: str, strategy: str) -> None:
    plan = simulate.plan(lipai.game(name), DEALS, players=4, strategy=strategy, seed=3)
    tally = benchmark(run_block, plan, 0, DEALS)
    assert tally.deals == DEALS
    assert not sum(seat.total for seat in tally.seats)


@pytest.mark.benchmark(group="50 random games through the referee")
@pytest.mark.parametrize("name", [name for name in lipai.games() if name not in lipai.games("piles")])
def test_random_play(benchmark: Any, name: str) -> None:
    game = lipai.game(name)

    def play() -> int:
        total = 0
        for deal in range(GAMES):
            table = referee.start(game, seed=5, deal=deal)
            total += sum(referee.play(table, [referee.Random()] * table.seats).net)
        return total

    assert benchmark(play) == 0
