"""Climbing games: every set of cards that a hand holds, by the core and by the plain classifier of the oracle.

2,000 random hands a game, of up to 20 cards. For each, every sub-multiset is classified by both; the moves that the
core lists, leading and over a play of each kind, must be those that the oracle accepts; and the counts must agree.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import lipai
from tests.oracle import climbing as oracle

HANDS = 2_000
PARTS = 20  # so that several processes share the hands of a game
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("doudizhu", {}),
    ("guanpai", {}),
    ("doudizhu", {"distinct_wings": True}),
    ("doudizhu", {"shuttle": True}),
]
SIZES = {"doudizhu": (17, 17, 20, 12, 6), "guanpai": (17, 17, 14, 10, 5)}


def hands(game: str, n: int, seed: int) -> Iterator[oracle.Counts]:
    rng = random.Random(seed)
    deck = [rank for rank, n in enumerate(oracle.DECKS[game]) for _ in range(n)]
    for number in range(n):
        # Every third hand from fewer ranks, where there is more to combine.
        ranks = rng.sample(range(15), 8) if number % 3 == 2 else range(15)
        cards = [card for card in deck if card in ranks]
        size = min(SIZES[game][number % 5], len(cards))
        held = rng.sample(cards, size)
        yield tuple(held.count(rank) for rank in range(15))


def subsets(hand: oracle.Counts) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Counts of every set of one card or more, one a row."""
    grid = np.indices([n + 1 for n in hand], dtype=np.uint8)
    return np.ascontiguousarray(grid.reshape(15, -1).T[1:])


def possible(rows: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """What could be a play at all: kickers are never more than four for a quad and two for a trio, and without either
    there are none, so that all ranks are held equally often."""
    most = rows.max(axis=1)
    quads, trios = (rows == 4).sum(axis=1), (rows == 3).sum(axis=1)
    cards = rows.sum(axis=1, dtype=np.int64)
    even = ((rows == 0) | (rows == most[:, None])).all(axis=1)
    return np.where(most <= 2, even, cards - 4 * quads - 3 * trios <= 4 * quads + 2 * trios)


def text(counts: oracle.Counts) -> str:
    return " ".join(oracle.write(counts))


def shown(reading: Any) -> tuple[str, str, int, str, str]:
    return reading.kind, reading.rank, reading.length, reading.kickers, reading.cards


def as_oracle_shows(reading: oracle.Reading) -> tuple[str, str, int, str, str]:
    rank = oracle.RANKS[reading.rank]
    return reading.kind, rank, reading.length, oracle.write(reading.kickers), reading.text


@functools.cache
def plays_to_beat(name: str, options: oracle.Options) -> dict[str, list[tuple[str, oracle.Reading]]]:
    """Plays by kind: some hundred of each, from random hands."""
    found: dict[str, list[tuple[str, oracle.Reading]]] = {}
    rng = random.Random(5)
    game = lipai.game(name, **{key: True for key in ("shuttle", "distinct_wings") if getattr(options, key)})
    for hand in hands(name, 300, 77):
        for move in game.moves(text(hand)):
            for reading in oracle.classify(oracle.read(move, name), name, options):
                found.setdefault(reading.kind, []).append((" ".join(move), reading))
    return {kind: rng.sample(plays, min(len(plays), 100)) for kind, plays in found.items()}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("name", "chosen"), GAMES, ids=lambda value: "+".join(value) if isinstance(value, dict) else value
)
def test_every_subset(name: str, chosen: dict[str, Any], part: int) -> None:
    game, options = lipai.game(name, **chosen), oracle.Options(**chosen)
    rng = random.Random(part)
    for hand in hands(name, HANDS // PARTS // (1 if not chosen else 5), part):
        rows = subsets(hand)
        found = game.classify_many(rows)
        can_be = possible(rows)
        assert not found.readings[~can_be].any()
        legal = []
        for counts, n in zip(map(tuple, rows[can_be].tolist()), found.readings[can_be].tolist(), strict=True):
            readings = oracle.classify(counts, name, options)
            assert n == len(readings), (text(counts), n, readings)
            if readings:
                legal.append((counts, readings))
                ours = game.classify(text(counts)).readings
                assert list(map(shown, ours)) == list(map(as_oracle_shows, readings))
        packed = game.pack_many(np.array([hand], dtype=np.uint8))
        wanted = sorted(readings[0].text for _, readings in legal)
        assert game.moves(text(hand)) == wanted
        assert sorted(game.unpack(int(play)) for play in game.moves_packed(int(packed[0]))) == sorted(
            oracle.write(counts) for counts, _ in legal
        )
        assert game.moves_count_many(packed).tolist() == [len(wanted)]
        for kind, plays in plays_to_beat(name, options).items():
            move, reading = rng.choice(plays)
            over = next(one for one in game.classify(move).readings if shown(one) == as_oracle_shows(reading))
            wanted = sorted(
                readings[0].text for _, readings in legal if any(oracle.reading_beats(one, reading) for one in readings)
            )
            assert game.moves(text(hand), over) == wanted, (text(hand), kind, move)
            assert game.moves_count_many(packed, over).tolist() == [len(wanted)]


@pytest.mark.parametrize(
    ("name", "chosen"), GAMES, ids=lambda value: "+".join(value) if isinstance(value, dict) else value
)
def test_what_cannot_be_a_play_is_none(name: str, chosen: dict[str, Any]) -> None:
    """The short cut of the test above, against the oracle itself."""
    for hand in hands(name, 40, 3):
        small = tuple(min(n, 2 if number % 3 else n) for number, n in enumerate(hand))
        rows = subsets(small)
        for counts in map(tuple, rows[~possible(rows)][:3000].tolist()):
            assert not oracle.classify(counts, name, oracle.Options(**chosen))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(
    ("name", "chosen"), GAMES, ids=lambda value: "+".join(value) if isinstance(value, dict) else value
)
def test_splits_are_fewest(name: str, chosen: dict[str, Any], part: int) -> None:
    """Against a search over all plays, on hands of up to eleven cards."""
    game, options = lipai.game(name, **chosen), oracle.Options(**chosen)
    rng = random.Random(part)
    deck = [rank for rank, n in enumerate(oracle.DECKS[name]) for _ in range(n)]
    for _ in range(40):
        ranks = rng.sample(range(15), rng.choice((4, 5, 6, 15)))
        cards = [card for card in deck if card in ranks]
        held = rng.sample(cards, min(rng.randint(1, 11), len(cards)))
        hand = tuple(held.count(rank) for rank in range(15))
        if not any(hand):
            continue
        plays = game.split(text(hand))
        assert len(plays) == oracle.fewest_plays(hand, name, options), text(hand)
        assert sum(play.packed for play in plays) == game.pack(text(hand))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", ["doudizhu", "guanpai"])
def test_no_fewer_plays_clear_a_full_hand(name: str, part: int) -> None:
    """Full hands are too much for the oracle; here plays that hold the lowest card are taken off one after another."""
    game = lipai.game(name)

    @functools.cache
    def can_clear(hand: int, plays: int) -> bool:
        if not hand or not plays:
            return not hand
        lowest = (hand & -hand).bit_length() - 1 & ~3
        moves = sorted(game.moves_packed(hand).tolist(), reverse=True)
        return any(can_clear(hand - move, plays - 1) for move in moves if move >> lowest & 15)

    checked = 0
    for hand in hands(name, 200, 50 + part):
        packed = game.pack(text(hand))
        count = len(game.split(text(hand)))
        if sum(hand) >= 14 and count <= 7:
            checked += 1
            assert can_clear(packed, count)
            assert not can_clear(packed, count - 1), text(hand)
            can_clear.cache_clear()
    assert checked > 50
