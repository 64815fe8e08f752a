"""Climbing games: moves, readings and splits of random hands, with public generators of moves on the same hands.

    pytest benchmarks/test_climbing.py --benchmark-group-by=group --benchmark-columns=min,median,ops

A public generator that is not installed is skipped.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lipai
from lipai.cli.measure_climbing import dealt

LOOP = 1_000
GAMES = [("doudizhu", 17), ("doudizhu", 20), ("guanpai", 17)]


def ranks_of(row: int) -> list[int]:
    return [rank for rank in range(15) for _ in range(row >> 4 * rank & 15)]


@pytest.mark.parametrize(("name", "size"), GAMES)
@pytest.mark.benchmark(group="leading moves")
def test_moves_packed(benchmark: Any, name: str, size: int) -> None:
    game = lipai.game(name)
    rows = dealt(game, size, LOOP).tolist()
    benchmark(lambda: [game.moves_packed(row) for row in rows])


@pytest.mark.parametrize(("name", "size"), GAMES)
@pytest.mark.benchmark(group="leading moves")
def test_moves_count_many(benchmark: Any, name: str, size: int) -> None:
    game = lipai.game(name)
    assert benchmark(game.moves_count_many, dealt(game, size, LOOP)).all()


@pytest.mark.parametrize("size", [17, 20])
@pytest.mark.benchmark(group="leading moves")
def test_moves_of_rlcard(benchmark: Any, size: int) -> None:
    call = pytest.importorskip("rlcard.games.doudizhu.judger").DoudizhuJudger.playable_cards_from_hand
    rows = dealt(lipai.game("doudizhu"), size, LOOP).tolist()
    hands = ["".join("3456789TJQKA2BR"[rank] for rank in ranks_of(row)) for row in rows]
    benchmark(lambda: [call(hand) for hand in hands])


@pytest.mark.parametrize("size", [17, 20])
@pytest.mark.benchmark(group="leading moves")
def test_moves_of_douzero(benchmark: Any, size: int) -> None:
    generator = pytest.importorskip("douzero.env.move_generator").MovesGener
    values = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)
    rows = dealt(lipai.game("doudizhu"), size, LOOP).tolist()
    hands = [[values[rank] for rank in ranks_of(row)] for row in rows]
    benchmark(lambda: [generator(hand).gen_moves() for hand in hands])


@pytest.mark.parametrize(("name", "size"), GAMES)
@pytest.mark.benchmark(group="splits")
def test_split_many(benchmark: Any, name: str, size: int) -> None:
    game = lipai.game(name)
    assert benchmark(game.split_many, dealt(game, size, LOOP)).counts.all()


@pytest.mark.benchmark(group="readings")
def test_classify_many(benchmark: Any) -> None:
    game = lipai.game("doudizhu")
    plays = np.concatenate([game.moves_packed(row) for row in dealt(game, 17, LOOP).tolist()])
    assert benchmark(game.classify_many, plays).readings.all()
