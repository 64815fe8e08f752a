"""Random and near-winning mahjong hands, as counts of faces and numbers of wild tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MELDS = [tuple([face] * 3) for face in range(34)] + [
    (low, low + 1, low + 2) for suit in range(3) for low in range(9 * suit, 9 * suit + 7)
]


def random_hands(n: int, size: int, wilds: int, seed: int) -> NDArray[np.uint8]:
    """Counts of ``size`` tiles less the wild ones, dealt from four of each face."""
    rng = np.random.default_rng(seed)
    out = np.zeros((n, 34), dtype=np.uint8)
    wall = np.repeat(np.arange(34), 4)
    for row in out:
        np.add.at(row, rng.choice(wall, size - wilds, replace=False), 1)
    return out


def near_hands(n: int, melds: int, wilds: int, seed: int, short: int = 0) -> NDArray[np.uint8]:
    """Complete hands of few suits with ``wilds`` tiles taken out, and up to two tiles changed for others.

    ``short`` tiles more are taken out. Faces are held up to four times, and often four times.
    """
    rng = np.random.default_rng(seed)
    out = np.zeros((n, 34), dtype=np.uint8)
    for row in out:
        while True:
            row[:] = 0
            suits = rng.choice(4, rng.integers(1, 4), replace=False)
            pool = [meld for meld in MELDS if min(meld[0] // 9, 3) in suits]
            for k in rng.integers(0, len(pool), melds):
                np.add.at(row, list(pool[k]), 1)
            row[int(rng.choice(pool[rng.integers(0, len(pool))]))] += 2
            if row.max() <= 4:
                break
        for _ in range(wilds + short):
            row[rng.choice(np.flatnonzero(row))] -= 1
        for _ in range(int(rng.integers(0, 3))):
            if row.any():
                row[rng.choice(np.flatnonzero(row))] -= 1
                row[rng.choice(np.flatnonzero(row < 4))] += 1
    return out
