"""Seeded hands for tests: the same on every machine and under every numpy version."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

JOKERS = (52, 53)


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finaliser, the counter-based stream behind every deal."""
    with np.errstate(over="ignore"):
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def deal(deck: tuple[int, ...], size: int, n: int, *, seed: int, jokers: float = 0.0) -> NDArray[np.uint8]:
    """``n`` rows of ``size`` different cards of ``deck``; a share ``jokers`` of the rows holds at least one joker."""
    cards = np.array(deck, dtype=np.uint8)
    with np.errstate(over="ignore"):
        counter = np.arange(n, dtype=np.uint64)[:, None] * np.uint64(64) + np.arange(len(deck), dtype=np.uint64)
        keys = _mix(counter + np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15))
    in_deck = [i for i, card in enumerate(deck) if card in JOKERS]
    if jokers and in_deck:
        forced = int(n * jokers)
        # Half of the forced rows have one joker more than chance gives, the other half both.
        keys[:forced, in_deck[0]] = 0
        keys[: forced // 2, in_deck[-1]] = 0
        keys[forced // 2 : forced : 2, in_deck[0]] = ~np.uint64(0)
        keys[forced // 2 : forced : 2, in_deck[-1]] = 0
    order = np.argsort(keys, axis=1, kind="stable")[:, :size]
    shuffle = _mix(keys.sum(axis=1, keepdims=True) + np.arange(size, dtype=np.uint64))
    order = np.take_along_axis(order, np.argsort(shuffle, axis=1, kind="stable"), axis=1)
    return np.ascontiguousarray(cards[order])
