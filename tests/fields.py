"""Fields of a few hands that are laid out by hand."""

from __future__ import annotations

import numpy as np

import lipai
from lipai._native.expected import entries, pack


def strongest(game: lipai.PileGame, hands: np.ndarray) -> np.ndarray:
    return game.arrange_many(np.asarray(hands, dtype=np.uint8)).piles


def field_of(
    game: lipai.PileGame,
    laid_out: np.ndarray,
    players: int,
    role: str | None = None,
    declared: np.ndarray | None = None,
    seed: int = 1,
) -> bytes:
    """The bytes of a field of these hands, first pile to last or as declared."""
    return pack(game._stakes, players, role, entries(game._stakes, laid_out, declared), seed=seed, rounds=0)
