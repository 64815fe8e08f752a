"""Ranking piles: our batch and scalar calls with public evaluators beside them, on the same shuffled piles.

    pytest benchmarks/test_rank.py --benchmark-group-by=group --benchmark-columns=min,median,ops

Public evaluators come with the extra ``bench``; one that is not installed is skipped. Batches are 1,000,000 piles a
round, the public loops 10,000: compare the column of operations only within a group.
"""

from __future__ import annotations

from typing import Any

import pytest

import lipai
from tests.dealing import deal

N = 1_000_000
LOOP = 10_000
TEXT = "AS KS QS JS TS"


@pytest.mark.benchmark(group="rank_many, 1M shuffled piles")
@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("jokers", [0.0, 0.1], ids=["natural", "jokers"])
def test_rank_many(benchmark: Any, thirteen: lipai.PileGame, size: int, jokers: float) -> None:
    if jokers and 52 not in thirteen.deck:
        pytest.skip("no jokers in this deck")
    piles = deal(thirteen.deck if jokers else tuple(range(52)), size, N, seed=1, jokers=jokers)
    out = benchmark(thirteen.rank_many, piles)
    assert len(out) == N


@pytest.mark.benchmark(group="rank_many, 1M shuffled piles")
def test_rank_many_three(benchmark: Any, nine: lipai.PileGame) -> None:
    out = benchmark(nine.rank_many, deal(nine.deck, 3, N, seed=1))
    assert len(out) == N


@pytest.mark.benchmark(group="reading the bytes alone")
def test_read_bytes(benchmark: Any) -> None:
    assert benchmark(deal(tuple(range(52)), 5, N, seed=1).max) == 51


@pytest.mark.benchmark(group="one pile from text")
def test_rank_text(benchmark: Any) -> None:
    rank = lipai.game("shisanshui").rank
    assert benchmark(lambda: rank(TEXT).strength) > 0


@pytest.mark.benchmark(group="one pile from text")
def test_rank_text_eval7(benchmark: Any) -> None:
    eval7 = pytest.importorskip("eval7")
    tokens = TEXT.replace("S", "s").split()
    assert benchmark(lambda: eval7.evaluate([eval7.Card(t) for t in tokens])) > 0


@pytest.mark.benchmark(group="one pile from text")
def test_rank_text_phevaluator(benchmark: Any) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    tokens = TEXT.replace("S", "s").split()
    assert benchmark(lambda: phevaluator.evaluate_cards(*tokens)) > 0


@pytest.mark.benchmark(group="one pile from text")
def test_rank_text_treys(benchmark: Any) -> None:
    treys = pytest.importorskip("treys")
    evaluator, card = treys.Evaluator(), treys.Card.new
    tokens = TEXT.replace("S", "s").split()
    assert benchmark(lambda: evaluator.evaluate([], [card(t) for t in tokens])) > 0


@pytest.mark.benchmark(group="10,000 prepared piles")
def test_rank_many_small(benchmark: Any) -> None:
    piles = deal(tuple(range(52)), 5, LOOP, seed=1)
    assert len(benchmark(lipai.game("shisanshui").rank_many, piles)) == LOOP


@pytest.mark.benchmark(group="10,000 prepared piles")
def test_rank_many_phevaluator(benchmark: Any) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    piles = deal(tuple(range(52)), 5, LOOP, seed=1).tolist()
    assert len(benchmark(lambda: [phevaluator.evaluate_cards(*pile) for pile in piles])) == LOOP


@pytest.mark.benchmark(group="10,000 prepared piles")
def test_rank_many_eval7(benchmark: Any) -> None:
    eval7 = pytest.importorskip("eval7")
    cards = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    piles = [[cards[c] for c in pile] for pile in deal(tuple(range(52)), 5, LOOP, seed=1).tolist()]
    assert len(benchmark(lambda: [eval7.evaluate(pile) for pile in piles])) == LOOP


@pytest.mark.benchmark(group="10,000 prepared piles")
def test_rank_many_treys(benchmark: Any) -> None:
    treys = pytest.importorskip("treys")
    cards = [treys.Card.new(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    piles = [[cards[c] for c in pile] for pile in deal(tuple(range(52)), 5, LOOP, seed=1).tolist()]
    evaluator = treys.Evaluator()
    assert len(benchmark(lambda: [evaluator.evaluate([], pile) for pile in piles])) == LOOP
