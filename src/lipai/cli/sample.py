"""Random piles and hands for measurements, and utilities that a player could really use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from lipai._native.expected import deal_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lipai.piles import PileGame

JOKERS: Final = (52, 53)
SEED: Final = 20


def deals(deck: Sequence[int], size: int, n: int, *, jokers: float = 0.0) -> NDArray[np.uint8]:
    """``n`` rows of ``size`` different cards in no order; a share ``jokers`` of them holds a joker or both.

    The rows are dealt from the cards of ``deck`` that are no jokers, and the jokers then take the place of cards.
    """
    rng = np.random.default_rng(SEED + size)
    natural = np.array([card for card in deck if card not in JOKERS], dtype=np.uint8)
    rows = np.empty((n, size), dtype=np.uint8)
    block = 1 << 16
    for start in range(0, n, block):
        count = min(block, n - start)
        keys = rng.random((count, len(natural)), dtype=np.float32)
        chosen = np.argpartition(keys, size, axis=1)[:, :size]
        rows[start : start + count] = natural[rng.permuted(chosen, axis=1)]
    if jokers and len(natural) < len(deck):
        held = rng.choice(n, int(n * jokers), replace=False)
        places = np.argsort(rng.random((len(held), size)), axis=1)[:, :2]
        rows[held, places[:, 0]] = rng.choice(np.array(JOKERS, dtype=np.uint8), len(held))
        both = held[::5]
        rows[both, places[::5, 0]] = JOKERS[0]
        rows[both, places[::5, 1]] = JOKERS[1]
    return rows


def tables(game: PileGame, players: int, n: int) -> NDArray[np.uint8]:
    """``n`` tables of ``players`` hands, each dealt from the whole deck and laid out strongest."""
    out = np.empty((n, players * game.hand_size), dtype=np.uint8)
    deal_rows(game._tables, SEED, 0, players, out, 0, n)
    return game.arrange_many(out.reshape(n * players, -1)).piles.reshape(n, players, -1)


def win_rates(game: PileGame, hands: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """For each pile the share of the hands, placed strongest, whose pile a strength beats, a tie counting half."""
    _, strengths = game.arrange_many(hands)
    tables = []
    for pile in range(3):
        counts = np.bincount(strengths[:, pile], minlength=game.strength_count)
        tables.append((np.cumsum(counts) - counts / 2) / len(hands))
    return tables
