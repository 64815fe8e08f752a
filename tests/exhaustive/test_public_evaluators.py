"""All 2,598,960 five-card hands and all 22,100 three-card ones against public evaluators, where the rules coincide.

``shisanshui`` without jokers and with the wheel as the smallest straight is the order of ordinary poker, in which
phevaluator ranks five cards and eval7 three. Two orders are the same exactly when each class of one is one class of
the other and the classes ascend together.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import lipai
from tests.ordering import assert_same_order


@pytest.fixture
def poker() -> lipai.PileGame:
    return lipai.game("shisanshui", jokers=0, wheel="low")


def test_five_cards(poker: lipai.PileGame) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    n = 2_598_960
    hands = np.fromiter(combinations(range(52), 5), dtype=np.dtype((np.uint8, 5)), count=n)
    theirs = -np.fromiter(
        (phevaluator.evaluate_cards(*hand) for hand in combinations(range(52), 5)), dtype=np.int32, count=n
    )
    ours = poker.rank_many(hands)
    assert len(np.unique(ours)) == 7462
    assert_same_order(ours, theirs)


def test_three_cards(poker: lipai.PileGame) -> None:
    eval7 = pytest.importorskip("eval7")
    cards = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    theirs = np.array([eval7.evaluate(list(hand)) for hand in combinations(cards, 3)], dtype=np.int64)
    ours = poker.rank_many(hands)
    assert len(hands) == 22_100
    assert len(np.unique(ours)) == 455
    assert_same_order(ours, theirs)
