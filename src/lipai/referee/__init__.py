"""Referees: whole deals of every game, from a seeded deal to the settlement.

>>> from lipai import referee
>>> table = referee.start("biji52", seed=7, players=4)
>>> while not table.over:
...     for seat in table.to_act:
...         table.apply(seat, "time_out")
>>> sum(table.result().net)
0
>>> referee.replay(table.record()).save() == table.save()
True
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Final

import lipai
from lipai.referee.base import TIME_OUT, Referee, Result, read, setup_of
from lipai.referee.players import PLAYERS, Best, Greedy, Player, Random, View, play, player

__all__ = [
    "PLAYERS",
    "TIME_OUT",
    "Best",
    "Greedy",
    "Player",
    "Random",
    "Referee",
    "Result",
    "View",
    "play",
    "player",
    "replay",
    "restore",
    "start",
]

# By the family, or by how the rules settle where a family's games differ in their flow.
_REFEREES: Final = {
    "piles": ("lipai.referee.piles", "PileReferee"),
    "stud": ("lipai.referee.stud", "StudReferee"),
    "stake": ("lipai.referee.doudizhu", "DoudizhuReferee"),
    "cards_left": ("lipai.referee.guanpai", "GuanpaiReferee"),
    "mahjong": ("lipai.referee.mahjong", "MahjongReferee"),
}


def referee_of(game: Any) -> type[Referee[Any]]:
    """The class of a game's referee."""
    rules = game.rules
    key = rules["settlement"]["kind"] if rules["family"] == "climbing" else rules["family"]
    module, name = _REFEREES[key]
    found: type[Referee[Any]] = getattr(importlib.import_module(module), name)
    return found


def start(
    game: Any,
    *,
    players: int | None = None,
    seed: int = 0,
    deal: int = 0,
    base: int = 1,
    carry: Mapping[str, int] | None = None,
) -> Referee[Any]:
    """The referee of a deal: number ``deal`` under ``seed``, with stakes of ``base``.

    ``game`` is a game or its name. ``carry`` is what the deal before left, ``Result.carry``; without it, it is the
    first at the table. Raises TableError for a table that there cannot be.
    """
    if isinstance(game, str):
        game = lipai.game(game)
    kind = referee_of(game)
    return kind(game, setup_of(kind, game, players, seed, deal, base, carry))


def restore(saved: bytes | str, game: Any | None = None) -> Referee[Any]:
    """The referee whose ``save`` this is; ``game`` where its rules are one's own. TableError for what is no such."""
    return read(referee_of, saved, game, "saved state")


def replay(record: bytes | str, game: Any | None = None) -> Referee[Any]:
    """The referee whose ``record`` this is, every action applied again. TableError for what is no such."""
    return read(referee_of, record, game, "record")
