"""Stud games: a hole card face down, the other cards face up, one largest hand at the opening."""

from __future__ import annotations

from lipai.stud.game import StudGame
from lipai.stud.table import Equity, Showdown, StudSeat

__all__ = ["Equity", "Showdown", "StudGame", "StudSeat"]
