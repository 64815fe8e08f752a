"""The mahjong core against the oracle: every kind of hand, melds from 1 to 5, wild tiles from 0 to 4 and more.

Shapes are made here rather than taken from games, so that any number of melds and any tiles that are gone can be asked
for: ``lacks`` stands for what lies in claimed melds as well.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from lipai._native import mahjong
from tests.mahjong_hands import all_kinds, four_hands, near_hands, random_hands
from tests.oracle import mahjong_shapes as oracle

NONE = bytes(34)
PLAYS = bytes([*range(34), *[mahjong.NO_TILE] * 8])
WILDS = range(5)


def shape(melds: int, lacks: bytes = NONE, isa: str = "auto") -> mahjong.Shape:
    return mahjong.Shape(mahjong.tables(isa), melds, PLAYS, lacks)


def numbers(wilds: int, n: int) -> NDArray[np.uint8]:
    return np.full(n, wilds, dtype=np.uint8)


def win(shapes: mahjong.Shape, hands: NDArray[np.uint8], wilds: int) -> list[bool]:
    out = np.empty(len(hands), dtype=np.uint8)
    shapes.win_rows(hands, numbers(wilds, len(hands)), out, 0, len(hands))
    return [bool(won) for won in out]


def shanten(shapes: mahjong.Shape, hands: NDArray[np.uint8], wilds: int) -> list[int]:
    out = np.empty(len(hands), dtype=np.int8)
    shapes.shanten_rows(hands, numbers(wilds, len(hands)), out, 0, len(hands))
    return [int(n) for n in out]


def waits(shapes: mahjong.Shape, hands: NDArray[np.uint8], wilds: int) -> list[list[int]]:
    out = np.empty(len(hands), dtype=np.uint64)
    shapes.waits_rows(hands, numbers(wilds, len(hands)), out, 0, len(hands))
    return [[face for face in range(34) if int(mask) >> face & 1] for mask in out]


def discards(
    shapes: mahjong.Shape, hands: NDArray[np.uint8], wilds: int, seen: NDArray[np.uint8] | None = None
) -> list[dict[int, tuple[int, list[int], int]]]:
    n = len(hands)
    left, accepts = np.empty((n, 35), dtype=np.int8), np.empty((n, 35), dtype=np.uint64)
    count = np.empty((n, 35), dtype=np.uint8)
    shapes.discards_rows(hands, numbers(wilds, n), seen, left, accepts, count, 0, n)
    return [
        {
            tile: (int(left[i, tile]), [f for f in range(34) if int(accepts[i, tile]) >> f & 1], int(count[i, tile]))
            for tile in range(35)
            if left[i, tile] != mahjong.NO_SHANTEN
        }
        for i in range(n)
    ]


@pytest.mark.parametrize("wilds", WILDS)
@pytest.mark.parametrize("melds", [4, 5])
def test_wins(melds: int, wilds: int) -> None:
    size = 3 * melds + 2
    hands = np.concatenate([random_hands(25_000, size, wilds, 1), near_hands(25_000, melds, wilds, 2)])
    wanted = [oracle.wins(hand, wilds, melds) for hand in hands.tolist()]
    assert win(shape(melds), hands, wilds) == wanted
    assert 3_000 < sum(wanted) < 40_000


@pytest.mark.parametrize("melds", [1, 2, 3, 4, 5])
def test_wins_of_many_wild_tiles(melds: int) -> None:
    for wilds in range(5, 3 * melds + 3):
        hands = all_kinds(300, melds, wilds, 3)
        assert win(shape(melds), hands, wilds) == [oracle.wins(hand, wilds, melds) for hand in hands.tolist()]


@pytest.mark.parametrize(("melds", "wilds", "n"), [(4, 1, 400), (5, 1, 400), (2, 2, 100), (4, 2, 60), (2, 3, 12)])
def test_wins_by_substitution(melds: int, wilds: int, n: int) -> None:
    """By the letter of WC-1, and so the oracle itself."""
    hands = near_hands(n, melds, wilds, 4)
    wanted = [oracle.wins_by_substitution(hand, wilds, melds) for hand in hands.tolist()]
    assert win(shape(melds), hands, wilds) == wanted
    assert any(wanted)
    assert wilds > 2 or not all(wanted)


@pytest.mark.parametrize("short", [0, 1])
@pytest.mark.parametrize("wilds", WILDS)
@pytest.mark.parametrize(("melds", "n"), [(1, 1500), (2, 1500), (3, 1000), (4, 800), (5, 150)])
def test_shanten(melds: int, n: int, wilds: int, short: int) -> None:
    if wilds > 3 * melds + 2 - short:
        pytest.skip("more wild tiles than tiles")
    hands = all_kinds(n, melds, wilds, 5, short)
    assert shanten(shape(melds), hands, wilds) == [oracle.shanten(hand, wilds, melds) for hand in hands.tolist()]


def lacking(seed: int, hands: NDArray[np.uint8]) -> bytes:
    """Some tiles of some faces, that no hand holds: by threes and fours, as of claimed melds, or single ones."""
    rng = np.random.default_rng(seed)
    room = 4 - hands.max(axis=0)
    lacks = np.minimum(room, rng.choice([0, 0, 0, 1, 3, 4], 34))
    return bytes(int(n) for n in lacks)


@pytest.mark.parametrize("wilds", [0, 1, 2, 3])
@pytest.mark.parametrize("melds", [1, 2, 3, 4])
def test_tiles_that_are_gone(melds: int, wilds: int) -> None:
    """Shanten, waits and discards where claimed melds hold tiles, or the game lacks them."""
    for seed in range(25):
        hands = all_kinds(2, melds, wilds, 10 * seed)[: 6 if melds < 4 else 3]
        lacks = lacking(seed, hands)
        shapes = shape(melds, lacks)
        assert shanten(shapes, hands, wilds) == [oracle.shanten(hand, wilds, melds, lacks) for hand in hands.tolist()]
        if melds <= 2:
            found = discards(shapes, hands, wilds)
            assert found == [oracle.discards(hand, wilds, melds, lacks) for hand in hands.tolist()]
        short = all_kinds(4, melds, wilds, 10 * seed, 1)
        lacks = lacking(seed, short)
        shapes = shape(melds, lacks)
        wanted = [oracle.waits(hand, wilds, melds, lacks) for hand in short.tolist()]
        assert waits(shapes, short, wilds) == wanted
        # A hand has a wait exactly where its shanten is 0.
        assert [n == 0 for n in shanten(shapes, short, wilds)] == [bool(faces) for faces in wanted]


@pytest.mark.parametrize("wilds", WILDS)
@pytest.mark.parametrize("melds", [1, 2, 4, 5])
def test_waits(melds: int, wilds: int) -> None:
    hands = np.concatenate([near_hands(1500, melds, wilds, 6, 1), four_hands(300, 3 * melds + 1, wilds, 7)])
    wanted = [oracle.waits(hand, wilds, melds) for hand in hands.tolist()]
    assert waits(shape(melds), hands, wilds) == wanted
    assert sum(map(bool, wanted)) > 400


@pytest.mark.parametrize("wilds", [0, 1, 2, 3])
@pytest.mark.parametrize(("melds", "n"), [(1, 60), (2, 30), (3, 6), (4, 3)])
def test_discards(melds: int, n: int, wilds: int) -> None:
    hands = all_kinds(n, melds, wilds, 8)
    seen = np.random.default_rng(9).integers(0, 3, hands.shape).astype(np.uint8)
    each = zip(hands.tolist(), seen.tolist(), strict=True)
    wanted = [oracle.discards(hand, wilds, melds, seen=row) for hand, row in each]
    assert discards(shape(melds), hands, wilds, seen) == wanted


@pytest.mark.parametrize("wilds", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("melds", [4, 5])
def test_discards_by_shanten(melds: int, wilds: int) -> None:
    """Many whole hands, each discard and draw laid out and asked for its shanten."""
    hands = all_kinds(60, melds, wilds, 11)
    shapes = shape(melds)
    found = discards(shapes, hands, wilds)
    for hand, answers in zip(hands, found, strict=True):
        assert sorted(answers) == [*np.flatnonzero(hand), *[34] * (wilds > 0)]
        for tile, (left, accepts, count) in answers.items():
            rest, wild = hand.copy(), wilds - (tile == 34)
            if tile < 34:
                rest[tile] -= 1
            assert left == shanten(shapes, rest[None], wild)[0]
            drawn = [face for face in range(34) if hand[face] < 4]
            after = shanten(shapes, rest + np.eye(34, dtype=np.uint8)[drawn], wild)
            assert accepts == [face for face, now in zip(drawn, after, strict=True) if now < left]
            assert count == sum(4 - int(hand[face]) for face in accepts)


@pytest.mark.parametrize("wilds", WILDS)
@pytest.mark.parametrize("melds", [1, 2, 3, 4, 5])
def test_one_definition(melds: int, wilds: int) -> None:
    """Complete hands have shanten -1, hands that wait 0, and nobody else."""
    full = all_kinds(20_000, melds, wilds, 12)
    assert [n == -1 for n in shanten(shape(melds), full, wilds)] == win(shape(melds), full, wilds)
    if 3 * melds + 1 >= wilds:
        short = all_kinds(20_000, melds, wilds, 13, 1)
        found = waits(shape(melds), short, wilds)
        assert [n == 0 for n in shanten(shape(melds), short, wilds)] == [bool(faces) for faces in found]


@pytest.mark.parametrize("isa", ["scalar", "avx2", "avx512"])
def test_instruction_sets(isa: str) -> None:
    """Every length of the last block, with and without wild tiles."""
    try:
        other = shape(5, isa=isa)
    except RuntimeError:
        pytest.skip(f"no {isa} here")
    plain = shape(5, isa="scalar")
    for wilds in (0, 2):
        full, short = all_kinds(200, 5, wilds, 14), all_kinds(200, 5, wilds, 15, 1)
        for n in (*range(1, 70), 600):
            assert win(other, full[:n], wilds) == win(plain, full[:n], wilds)
            assert shanten(other, full[:n], wilds) == shanten(plain, full[:n], wilds)
            assert waits(other, short[:n], wilds) == waits(plain, short[:n], wilds)
        assert discards(other, full, wilds) == discards(plain, full, wilds)
