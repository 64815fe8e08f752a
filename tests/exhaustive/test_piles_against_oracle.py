"""The C core against the oracle: 100,000 random piles for every variant, 2,000 random hands for every game."""

from __future__ import annotations

import numpy as np
import pytest

import lipai
from tests.conftest import VARIANTS, variant_name
from tests.dealing import deal
from tests.oracle import piles as oracle
from tests.ordering import assert_same_order

PILES = 100_000
HANDS = 2_000
BLOCKS = 8  # a game's hands in as many tests, so that workers share them; a variant gets one block

Variant = tuple[str, dict[str, object]]


def test_piles(variant: Variant, game: lipai.PileGame) -> None:
    """One order over both pile sizes, and the category of each."""
    game_id, options = variant
    strengths: list[int] = []
    keys: list[tuple[int, ...]] = []
    sizes = sorted(set(game.pile_sizes))
    for size in sizes:
        rows = deal(game.deck, size, PILES // len(sizes), seed=11 + size, jokers=0.4)
        ranked = game.rank_many(rows)
        for row, strength in zip(rows.tolist(), ranked.tolist(), strict=True):
            keys.append(oracle.rank_key(game_id, row, **options))
            strengths.append(strength)
        for row, strength in zip(rows[:5000].tolist(), ranked[:5000].tolist(), strict=True):
            assert game.category(strength) == oracle.category(game_id, row, **options)
            assert game.rank(row).strength == strength
            assert list(game.rank(row).cards) == list(oracle.reading_order(game_id, row, **options))
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    assert_same_order(np.array(strengths), np.array([place[key] for key in keys]))


def subset_strengths(game: lipai.PileGame, piles: list[tuple[int, ...]]) -> list[int]:
    by_size = {size: [p for p in piles if len(p) == size] for size in set(map(len, piles))}
    strength = {
        pile: int(value)
        for group in by_size.values()
        for pile, value in zip(group, game.rank_many(np.array(group, dtype=np.uint8)), strict=True)
    }
    return [strength[p] for p in piles]


SEARCHES = [(v, block) for v in VARIANTS for block in range(1 if v[1] else BLOCKS)]


@pytest.mark.parametrize(("v", "block"), SEARCHES, ids=[f"{variant_name(v)}-{block}" for v, block in SEARCHES])
def test_hands(v: Variant, block: int) -> None:
    """Strongest: the same three keys as the oracle's, by hand and in a batch; the piles are the hand's own cards."""
    game_id, options = v
    game = lipai.game(game_id, **options)
    n = HANDS // BLOCKS
    hands = deal(game.deck, game.hand_size, n, seed=100 + block, jokers=0.5)
    arranged, strengths = game.arrange_many(hands)
    for hand, row, three in zip(hands.tolist(), arranged.tolist(), strengths.tolist(), strict=True):
        assert sorted(hand) == sorted(row)
        piles = split(game, row)
        _, keys = oracle.strongest(game_id, hand, **options)
        assert tuple(oracle.rank_key(game_id, p, **options) for p in piles) == keys
        assert subset_strengths(game, [tuple(p) for p in piles]) == three
        assert list(game.arrange(hand, objective="strongest")[0].strengths) == three


def split(game: lipai.PileGame, row: list[int]) -> list[list[int]]:
    a, b, _ = game.pile_sizes
    return [row[:a], row[a : a + b], row[a + b :]]


@pytest.mark.parametrize("v", VARIANTS, ids=variant_name)
def test_utilities_and_pareto(v: Variant) -> None:
    """Arbitrary utilities, with falling stretches and many ties, and the pareto set, on fewer hands: each is a search
    over all legal arrangements in Python."""
    game_id, options = v
    game = lipai.game(game_id, **options)
    rng = np.random.default_rng(5)
    tables = {
        "coarse": [rng.integers(-3, 4, game.strength_count) for _ in range(3)],
        "rising": [np.sort(rng.random(game.strength_count)).astype(np.float32) for _ in range(3)],
        "rough": [rng.normal(size=game.strength_count) for _ in range(3)],
    }
    hands = deal(game.deck, game.hand_size, 12, seed=3, jokers=0.6)
    batches = {name: game.arrange_many(hands, utilities=t) for name, t in tables.items()}
    for i, hand in enumerate(hands.tolist()):
        arrangements = [three for three, _ in oracle.all_arrangements(game_id, hand, **options)]
        piles = list({pile for three in arrangements for pile in three})
        strength = dict(zip(piles, subset_strengths(game, piles), strict=True))
        # Strongest first: the order of equal values.
        legal = np.array(sorted({(strength[c], strength[b], strength[a]) for a, b, c in arrangements}, reverse=True))[
            :, ::-1
        ]
        for name, table in tables.items():
            worth = value(table, legal)
            ranking = np.argsort(-worth, kind="stable")[:7]
            wanted = [(worth[place], tuple(legal[place].tolist())) for place in ranking]
            rows, values = batches[name]
            found = tuple(subset_strengths(game, [tuple(p) for p in split(game, rows[i].tolist())]))
            assert (values[i], found) == wanted[0], (name, hand)
            assert [(a.value, a.strengths) for a in game.arrange(hand, utilities=table, top=7)] == wanted
        every = list(map(tuple, legal.tolist()))
        assert {a.strengths for a in game.pareto(hand)} == pareto(every)
        assert [a.strengths for a in game.arrange(hand, objective="strongest", top=9)] == every[:9]


def value(table: list[np.ndarray], threes: np.ndarray) -> np.ndarray:
    """(first + middle) + last in double precision, of rows of three strengths."""
    first, middle, last = (t.astype(np.float64)[threes[:, i]] for i, t in enumerate(table))
    return first + middle + last


def pareto(strongest_first: list[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    keep: list[tuple[int, int, int]] = []
    for a, b, c in strongest_first:  # a triple is only beaten by one before it
        if not any(x >= a and y >= b and z >= c for x, y, z in keep):
            keep.append((a, b, c))
    return set(keep)
