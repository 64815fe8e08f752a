"""The oracle's searches against each other, hand by hand: what one finds, trying everything must confirm."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.oracle import (
    GAMES,
    OracleError,
    all_arrangements,
    best_by_utility,
    category,
    is_legal,
    pareto,
    rank_key,
    strongest,
)


def hands(game: str, count: int) -> list[list[int]]:
    deck = range(54 if GAMES[game].jokers else 52)
    generator = random.Random(game)
    return [generator.sample(deck, sum(GAMES[game].sizes)) for _ in range(count)]


@pytest.mark.parametrize("game", GAMES)
def test_searches_agree(game: str) -> None:
    for hand in hands(game, 3):
        found = list(all_arrangements(game, hand))
        for piles, keys in found[:: max(1, len(found) // 50)]:
            assert sorted(sum(piles, ())) == sorted(hand)
            assert is_legal(game, piles)
            assert keys == tuple(rank_key(game, pile) for pile in piles)
        triples = {keys for _, keys in found}
        best = max(triples, key=lambda keys: keys[::-1])
        assert strongest(game, hand)[1] == best

        kept = pareto(game, hand)
        assert set(kept) <= triples
        assert best in kept
        for triple, piles in kept.items():
            assert triple == tuple(rank_key(game, pile) for pile in piles)
        for triple in random.Random(1).sample(sorted(triples), min(100, len(triples))):
            above = [k for k in triples if k != triple and all(a >= b for a, b in zip(k, triple, strict=True))]
            assert (triple in kept) == (not above)


@pytest.mark.parametrize("game", GAMES)
def test_utilities(game: str) -> None:
    [hand] = hands(game, 1)
    numbers = {
        key: number for number, key in enumerate(sorted({k for _, ks in all_arrangements(game, hand) for k in ks}))
    }
    every = {keys for _, keys in all_arrangements(game, hand)}

    flat = dict.fromkeys(numbers, 0)
    assert best_by_utility(game, hand, [flat.get] * 3)[1:] == strongest(game, hand)

    generator = random.Random(2)
    arrays = [[generator.random() for _ in numbers] for _ in range(3)]
    value, _, keys = best_by_utility(
        game,
        hand,
        [lambda key, array=array: array[numbers[key]] if key in numbers else 0.0 for array in arrays],
    )
    totals = {triple: sum(array[numbers[key]] for array, key in zip(arrays, triple, strict=True)) for triple in every}
    assert value == pytest.approx(max(totals.values()))
    assert totals[keys] == pytest.approx(value)


@pytest.mark.parametrize("game", ["biji", "biji52", "baishisan", "shisanzhang"])
def test_no_two_piles_of_a_deal_are_equal(game: str) -> None:
    """BJ-8, and what BS-2 needs to be strict: two hands of one deck share no key."""
    deck = range(54 if GAMES[game].jokers else 52)
    generator = random.Random(3)
    for _ in range(3000):
        for size in set(GAMES[game].sizes):
            cards = generator.sample(deck, 2 * size)
            assert rank_key(game, cards[:size]) != rank_key(game, cards[size:])


def test_counts_of_three_cards() -> None:
    """All 22,100 piles of three, counted by hand: twelve runs of 4**3 cards each, and so on."""
    counts = Counter(category("biji52", cards) for cards in combinations(range(52), 3))
    assert counts == {
        "straight_flush": 12 * 4,
        "trips": 13 * 4,
        "flush": 4 * (286 - 12),
        "straight": 12 * (64 - 4),
        "pair": 13 * 6 * 48,
        "high_card": (286 - 12) * (64 - 4),
    }


@pytest.mark.parametrize(
    ("game", "cards", "options", "kind", "position"),
    [
        ("biji52", [0, 1, 52], {}, "not_in_deck", 2),
        ("shisanshui", [0, 53, 2], {"jokers": 0}, "not_in_deck", 1),
        ("shisanshui", [0, 5, 0], {}, "duplicate_card", 2),
        ("shisanshui", [0, 54, 2], {}, "bad_card", 1),
        ("shisanshui", [0, 1, 2, 3], {}, "wrong_count", None),
        ("shisanshui", [0, 1, 2], {"wheel": "high"}, "unknown_option", None),
        ("baishisan", [0, 1, 2], {"wheel": "low"}, "unknown_option", None),
    ],
)
def test_refusals_of_a_pile(
    game: str, cards: list[int], options: dict[str, object], kind: str, position: int | None
) -> None:
    with pytest.raises(OracleError) as refused:
        rank_key(game, cards, **options)
    assert (refused.value.kind, refused.value.position) == (kind, position)


def test_refusals_of_a_hand() -> None:
    with pytest.raises(OracleError):
        strongest("biji", range(8))
    with pytest.raises(OracleError):
        is_legal("biji", [[0, 1, 2], [3, 4, 5], [6, 7, 5]])
