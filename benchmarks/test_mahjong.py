"""Mahjong hands: our batch and scalar calls, with the public package `mahjong` beside them where it is installed.

    pytest benchmarks/test_mahjong.py --benchmark-group-by=group --benchmark-columns=min,median,ops

That package has no wild tiles and no arrays, and hands of 14 tiles at most; its loop is over 1,000 hands, our batches
are 100,000. Compare the column of operations only within a group.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lipai
from tests.mahjong_hands import near_hands, random_hands

N = 100_000
LOOP = 1_000
TEXT = "123456789m11122z"


@pytest.mark.benchmark(group="100,000 hands")
@pytest.mark.parametrize("wilds", [0, 2])
@pytest.mark.parametrize("call", ["win_many", "shanten_many"])
@pytest.mark.parametrize("game", ["sanmen", "wencheng"])
def test_batch(benchmark: Any, game: str, call: str, wilds: int) -> None:
    ours = lipai.game(game)
    hands = near_hands(N, ours.melds, wilds, 1)
    hands = hands[hands[:, 32:].sum(axis=1) == 0]
    assert len(benchmark(getattr(ours, call), hands, wilds=wilds)) == len(hands)


@pytest.mark.benchmark(group="100,000 hands")
@pytest.mark.parametrize("wilds", [0, 2])
def test_waits(benchmark: Any, wilds: int) -> None:
    hands = near_hands(N, 4, wilds, 1, short=1)
    assert len(benchmark(lipai.game("sanmen").waits_many, hands, wilds=wilds)) == N


@pytest.mark.benchmark(group="10,000 hands, every discard")
@pytest.mark.parametrize("wilds", [0, 2])
def test_discards(benchmark: Any, wilds: int) -> None:
    hands = random_hands(10_000, 14, wilds, 1)
    assert len(benchmark(lipai.game("sanmen").discards_many, hands, wilds=wilds).shanten) == 10_000


@pytest.mark.benchmark(group="one hand")
def test_from_text(benchmark: Any) -> None:
    assert benchmark(lipai.game("sanmen").complete, TEXT)


@pytest.mark.benchmark(group="one hand")
def test_from_counts(benchmark: Any) -> None:
    counts = bytes(np.bincount(lipai.parse_tiles(TEXT), minlength=34).astype(np.uint8))
    assert benchmark(lipai.game("sanmen").complete_counts, counts)


@pytest.mark.benchmark(group="1,000 hands, shanten")
def test_shanten_of_ours(benchmark: Any) -> None:
    assert len(benchmark(lipai.game("sanmen").shanten_many, random_hands(LOOP, 14, 0, 1))) == LOOP


@pytest.mark.benchmark(group="1,000 hands, shanten")
def test_shanten_of_mahjong(benchmark: Any) -> None:
    shanten = pytest.importorskip("mahjong.shanten").Shanten()
    hands = random_hands(LOOP, 14, 0, 1)
    rows = hands.tolist()
    found = benchmark(lambda: [shanten.calculate_shanten(row, use_chiitoitsu=False, use_kokushi=False) for row in rows])
    ours = lipai.game("sanmen").shanten_many(hands)
    # The same but for hands that hold all four of a face, which it may count on once more.
    few = hands.max(axis=1) < 4
    assert (np.array(found)[few] == ours[few]).all()
