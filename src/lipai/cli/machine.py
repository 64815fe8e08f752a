"""The instruction sets that the core can use here, and games bound to one of them."""

from __future__ import annotations

import functools
from typing import Final

from lipai import rules
from lipai.piles import PileGame
from lipai.piles.tables import compile_tables

KNOWN: Final = ("scalar", "avx2", "avx512")
_PROBE: Final = "biji52"


@functools.cache
def available_sets() -> tuple[str, ...]:
    """The instruction sets that this build and this machine have, the plainest first."""
    return tuple(isa for isa in KNOWN if _runs(isa))


def chosen_set() -> str | None:
    """The instruction set in use: the best there is or what ``LIPAI_ISA`` names; None if that is none."""
    try:
        return compile_tables(rules.load(_PROBE).rules).isa
    except RuntimeError:
        return None


@functools.cache
def game_with_set(name: str, isa: str) -> PileGame:
    """A game whose batch calls use the given instruction set, everything else as ``lipai.game`` makes it."""
    loaded = rules.load(name)
    game = PileGame(loaded)
    vars(game)["_tables"] = compile_tables(loaded.rules, isa)
    return game


def _runs(isa: str) -> bool:
    try:
        return compile_tables(rules.load(_PROBE).rules, isa).isa == isa
    except RuntimeError:
        return False
