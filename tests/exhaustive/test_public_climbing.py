"""Public engines' plays, where they are installed: rule switches reproduce each one's set exactly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import lipai

RANKS = "3456789TJQKA2XD"
EXAMPLE = Path(__file__).parents[2] / "examples" / "rlcard.toml"


def hands(n: int) -> Iterator[list[int]]:
    """Sorted ranks; every other hand from few ranks, where there is more to combine."""
    rng = random.Random(3)
    deck = [rank for rank in range(15) for _ in range(4 if rank < 13 else 1)]
    for number in range(n):
        ranks = rng.sample(range(15), 8) if number % 2 else range(15)
        cards = [card for card in deck if card in ranks]
        yield sorted(rng.sample(cards, min(len(cards), rng.choice((12, 17, 20)))))


def as_sets(plays: list[str]) -> list[str]:
    return sorted("".join(sorted(play, key=RANKS.index)) for play in plays)


def test_rlcard() -> None:
    judger = pytest.importorskip("rlcard.games.doudizhu.judger").DoudizhuJudger
    game = lipai.game(EXAMPLE)
    to_ours = str.maketrans("BR", "XD")
    for hand in hands(500):
        theirs = judger.playable_cards_from_hand("".join("3456789TJQKA2BR"[rank] for rank in hand))
        ours = game.moves(" ".join(RANKS[rank] for rank in hand))
        assert as_sets(ours) == as_sets([play.translate(to_ours) for play in theirs])


def test_douzero() -> None:
    generator = pytest.importorskip("douzero.env.move_generator").MovesGener
    game = lipai.game("doudizhu")
    values = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30]
    for hand in hands(500):
        theirs = generator([values[rank] for rank in hand]).gen_moves()
        ours = game.moves(" ".join(RANKS[rank] for rank in hand))
        played = {"".join(sorted((RANKS[values.index(card)] for card in play), key=RANKS.index)) for play in theirs}
        assert as_sets(ours) == sorted(played)
