"""Pile games: a hand is split into three piles, each pile is compared with the same pile of the other players."""

from __future__ import annotations

from lipai._native.expected import Field
from lipai._native.piles import Rank, Utilities
from lipai.piles.arrangement import Arrangement, Arrangements, Check, ExpectedArrangements, Odds
from lipai.piles.game import PileGame
from lipai.piles.settlement import Declared, HeldSpecials, Settlement, Special

__all__ = [
    "Arrangement",
    "Arrangements",
    "Check",
    "Declared",
    "ExpectedArrangements",
    "Field",
    "HeldSpecials",
    "Odds",
    "PileGame",
    "Rank",
    "Settlement",
    "Special",
    "Utilities",
]
