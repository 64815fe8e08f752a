"""Climbing games: a play is beaten by a higher one of the same kind and length, or by a bomb."""

from __future__ import annotations

from lipai._native.climb import Reading
from lipai.climbing.auction import Auction
from lipai.climbing.endgame import Solution
from lipai.climbing.game import ClimbingGame
from lipai.climbing.reading import Classification, Classifications, Splits
from lipai.climbing.settlement import ClimbingSettlement

__all__ = [
    "Auction",
    "Classification",
    "Classifications",
    "ClimbingGame",
    "ClimbingSettlement",
    "Reading",
    "Solution",
    "Splits",
]
