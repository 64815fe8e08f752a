"""Random and near-winning mahjong hands, as counts of faces and numbers of wild tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PUNGS = 3 * np.eye(34, dtype=np.int64)
CHOWS = np.array([[int(low <= f <= low + 2) for f in range(34)] for s in range(3) for low in range(9 * s, 9 * s + 7)])
MELDS = np.concatenate([PUNGS, CHOWS])
SUIT_OF = np.array([min(int(np.flatnonzero(meld)[0]) // 9, 3) for meld in MELDS])


def random_hands(n: int, size: int, wilds: int, seed: int) -> NDArray[np.uint8]:
    """Counts of ``size`` tiles less the wild ones, dealt from four of each face."""
    rng = np.random.default_rng(seed)
    chosen = np.argsort(rng.random((n, 136)), axis=1)[:, : size - wilds] // 4
    return (chosen[:, :, None] == np.arange(34)).sum(axis=1).astype(np.uint8)


def _held(rng: np.random.Generator, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """A tile of each hand, as rows with a single 1; of an empty hand none."""
    ends = rows.cumsum(axis=1)
    picked = (ends > (rng.random(len(rows)) * ends[:, -1])[:, None]).argmax(axis=1)
    return (picked[:, None] == np.arange(34)) & (ends[:, -1:] > 0)


def near_hands(n: int, melds: int, wilds: int, seed: int, short: int = 0) -> NDArray[np.uint8]:
    """Complete hands of one to three suits with ``wilds`` tiles taken out, and up to two tiles changed for others.

    ``short`` tiles more are taken out. Faces are held up to four times, and often four times.
    """
    rng = np.random.default_rng(seed)
    out = np.zeros((0, 34), dtype=np.int64)
    while len(out) < n:
        suits = np.argsort(rng.random((2 * n, 4)), axis=1).argsort(axis=1) < rng.integers(1, 4, (2 * n, 1))
        # Melds of other suits have no chance; among the others every meld the same.
        weights = rng.random((2 * n, melds + 1, len(MELDS))) * suits[:, None, SUIT_OF]
        chosen = weights.argmax(axis=2)
        pairs = PUNGS[chosen[:, -1] % 34] * 2 // 3
        hands = MELDS[chosen[:, :-1]].sum(axis=1) + pairs
        out = np.concatenate([out, hands[hands.max(axis=1) <= 4]])
    out = out[:n]
    for _ in range(wilds + short):
        out -= _held(rng, out)
    for k in range(2):
        some = rng.integers(0, 3, n) > k
        taken = _held(rng, out) & some[:, None]
        out -= taken
        out += _held(rng, 4 - out) & taken.any(axis=1)[:, None]
    return out.astype(np.uint8)


def four_hands(n: int, size: int, wilds: int, seed: int) -> NDArray[np.uint8]:
    """Counts of ``size`` tiles less the wild ones, most of them held four times."""
    rng = np.random.default_rng(seed)
    order = np.argsort(rng.random((n, 34)), axis=1)
    natural = size - wilds
    faces = natural // 4
    out = (order < faces) * 4
    for _ in range(natural - 4 * faces):
        out += _held(rng, 4 - out)
    for _ in range(2):
        some = rng.random(n) < 0.4
        taken = _held(rng, out) & some[:, None]
        out = out - taken
        out += _held(rng, 4 - out) & taken.any(axis=1)[:, None]
    return out.astype(np.uint8)


def all_kinds(n: int, melds: int, wilds: int, seed: int, short: int = 0) -> NDArray[np.uint8]:
    """``n`` hands of each kind above, one tile short or complete in number."""
    size = 3 * melds + 2 - short
    return np.concatenate(
        [
            random_hands(n, size, wilds, seed),
            near_hands(n, melds, wilds, seed + 1, short),
            four_hands(n, size, wilds, seed + 2),
        ]
    )
