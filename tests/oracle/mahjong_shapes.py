"""Melds and a pair, by trying everything: SM-1 with WC-1's wild tiles and WC-2's white. Nothing here is fast.

A hand is 34 counts by face and a number of wild tiles. ``wins`` takes it apart tile by tile, wild tiles standing in
wherever one is missing. ``shanten`` looks at every way to choose melds and a pair and counts what each still misses:

- a tile of the target that the hand lacks is missing; a wild tile stands for one of the missing;
- what the wild tiles do not stand for is to be drawn, and there are four of a face, less those that are gone: a target
  that asks for more of a face must have wild tiles for what is beyond.

Shanten is the smallest number to be drawn, less one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

import numpy as np

SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
CHOWS = ("123456789", "123456789", "123456789", "")


# ---- wins


@cache
def ways(counts: tuple[int, ...], chows: bool, pair: bool) -> frozenset[tuple[int, int, int]]:
    """All ways to use up the tiles of one suit: melds, pairs (0 or 1) and wild tiles that they take.

    A group takes the tiles that there are and wild ones for the others: a tile that it left for a wild one would go
    to another group of the suit, and the two could be exchanged.
    """
    first = next((i for i, n in enumerate(counts) if n), None)
    if first is None:
        return frozenset({(0, 0, 0)})
    found: set[tuple[int, int, int]] = set()

    def use(places: tuple[int, ...], melds: int, pairs: int) -> None:
        """One group that holds the first tile."""
        left, wilds = list(counts), 0
        for place in places:
            if left[place]:
                left[place] -= 1
            else:
                wilds += 1
        for m, p, w in ways(tuple(left), chows, pair and not pairs):
            found.add((m + melds, p + pairs, w + wilds))

    use((first,) * 3, 1, 0)
    if pair:
        use((first,) * 2, 0, 1)
    if chows:
        for low in range(max(first - 2, 0), min(first, 6) + 1):
            use((low, low + 1, low + 2), 1, 0)
    return frozenset(found)


def wins(counts: Sequence[int], wilds: int, melds: int) -> bool:
    """Whether the tiles are ``melds`` melds and a pair."""
    if sum(counts) + wilds != 3 * melds + 2:
        return False
    so_far = {(0, 0, 0)}
    for i, (first, end) in enumerate(SUITS):
        tiles = tuple(counts[first:end])
        more = ways(min(tiles, tiles[::-1]) if CHOWS[i] else tuple(sorted(tiles)), bool(CHOWS[i]), True)
        so_far = {(a + m, b + p, c + w) for a, b, c in so_far for m, p, w in more if b + p <= 1 and c + w <= wilds}
    # What is left are wild tiles only: melds of three, and the pair if there is none.
    return any(wilds - w == 3 * (melds - m) + 2 * (1 - p) for m, p, w in so_far)


def wins_by_substitution(counts: Sequence[int], wilds: int, melds: int) -> bool:
    """The same by the letter of WC-1: some choice of a face for each wild tile makes a hand that wins without."""
    for faces in combinations_with_replacement(range(34), wilds):
        full = list(counts)
        for face in faces:
            full[face] += 1
        if wins(full, 0, melds):
            return True
    return False


def waits(counts: Sequence[int], wilds: int, melds: int, gone: Sequence[int] = (0,) * 34) -> list[int]:
    """Faces that complete the hand, of those that are not all held or gone."""
    found = []
    for face in range(34):
        if counts[face] + gone[face] < 4:
            drawn = list(counts)
            drawn[face] += 1
            if wins(drawn, wilds, melds):
                found.append(face)
    return found


# ---- shanten


@cache
def targets(faces: int, melds: int, pairs: int) -> np.ndarray:
    """Every choice of so many melds and pairs in one suit, as columns of counts."""
    groups = [[3 * (i == f) for i in range(faces)] for f in range(faces)]
    if faces == 9:
        groups += [[int(low <= i <= low + 2) for i in range(faces)] for low in range(7)]
    chosen = combinations_with_replacement(range(len(groups)), melds)
    base = np.array([[sum(groups[g][f] for g in some) for f in range(faces)] for some in chosen], dtype=np.int8)
    if pairs:
        base = np.concatenate([base + 2 * (np.arange(faces) == f).astype(np.int8) for f in range(faces)])
    return np.ascontiguousarray(np.unique(base, axis=0).T)


@lru_cache(maxsize=1 << 18)
def costs(counts: tuple[int, ...], room: tuple[int, ...], melds: int, pairs: int) -> dict[int, int]:
    """For each number of tiles beyond the room, the fewest missing tiles of a target of one suit."""
    rows = targets(len(counts), melds, pairs)
    missing, beyond = (
        np.maximum(rows - np.array(some, dtype=np.int8)[:, None], 0).sum(axis=0, dtype=np.int8)
        for some in (counts, room)
    )
    return {b: int(missing[beyond == b].min()) for b in np.flatnonzero(np.bincount(beyond)).tolist()}


def shanten(counts: Sequence[int], wilds: int, melds: int, gone: Sequence[int] = (0,) * 34) -> int:
    """Tiles to be drawn, less one; -1 for a complete hand."""
    # By melds and pairs so far and by tiles beyond, the fewest missing tiles, suit after suit.
    so_far = {(0, 0, 0): 0}
    for i, (first, end) in enumerate(SUITS):
        faces = [(n, 4 - out) for n, out in zip(counts[first:end], gone[first:end], strict=True)]
        # In a mirror, or in any order among the honours, it is the same.
        tiles, room = zip(*(min(faces, faces[::-1]) if CHOWS[i] else sorted(faces)), strict=True)
        merged: dict[tuple[int, int, int], int] = {}
        for (m, p, beyond), missing in so_far.items():
            for more, pair in product(range(melds - m + 1), range(2 - p)):
                if i == len(SUITS) - 1 and (m + more, p + pair) != (melds, 1):
                    continue
                for b, n in costs(tiles, room, more, pair).items():
                    if beyond + b <= wilds:
                        key = (m + more, p + pair, beyond + b)
                        merged[key] = min(merged.get(key, 99), missing + n)
        so_far = merged
    return max(min(so_far.values()) - wilds, 0) - 1


def discards(
    counts: Sequence[int], wilds: int, melds: int, gone: Sequence[int] = (0,) * 34, seen: Sequence[int] = (0,) * 34
) -> dict[int, tuple[int, list[int], int]]:
    """For each face held, 34 for a wild tile: the shanten left, the faces that lower it, how many are unseen."""
    found = {}
    left = [max(4 - counts[f] - gone[f] - seen[f], 0) for f in range(34)]
    for tile in range(35):
        rest, wild = list(counts), wilds
        if tile == 34:
            wild -= 1
        else:
            rest[tile] -= 1
        if min(rest) < 0 or wild < 0:
            continue
        now = shanten(rest, wild, melds, gone)
        accepts = []
        for drawn in range(34):
            if left[drawn]:
                rest[drawn] += 1
                if shanten(rest, wild, melds, gone) < now:
                    accepts.append(drawn)
                rest[drawn] -= 1
        found[tile] = (now, accepts, sum(left[f] for f in accepts))
    return found
