"""What is to be simulated, and its blocks: the same whoever plays them, and wherever."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from lipai.errors import TableError
from lipai.numbers import whole
from lipai.referee import player
from lipai.referee.base import fingerprint, setup_of

# Deals to a block: some hundredths of a second in the core, a tenth in the referee; in long runs more, so that handing
# out blocks costs little even to a hundred workers.
BATCH: Final = 8192
SINGLE: Final = 128
MANY_BLOCKS: Final = 2048
LARGEST: Final = 32  # times as many deals
MOST_DEALS: Final = 1 << 40
BATCHED: Final = ("strongest", "greedy", "best")


@dataclass(frozen=True)
class Plan:
    """``deals`` deals of ``game`` with ``players``, the name of one for each seat; ``other`` plays the same deals.

    ``chosen`` are the names of players by seat. Plans pickle, so that processes and other machines can play blocks.
    """

    game: Any
    deals: int
    players: tuple[str, ...]
    seed: int = 0
    base: int = 1
    other: Any = None
    carry: tuple[tuple[str, int], ...] = ()

    @property
    def batched(self) -> bool:
        """Whether blocks are dealt, arranged and settled in the core."""
        return bool(self.game.rules["family"] == "piles" and set(self.players) <= set(BATCHED) and not self.carry)

    @property
    def block(self) -> int:
        """The deals of a block."""
        least = BATCH if self.batched else SINGLE
        return least * max(1, min(LARGEST, self.deals // (least * MANY_BLOCKS)))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.deals // self.block)

    def span(self, i: int) -> tuple[int, int]:
        """The first deal of a block, and the one after its last."""
        return i * self.block, min((i + 1) * self.block, self.deals)

    @property
    def print(self) -> str:
        """What tells this plan from others."""
        rules = [fingerprint(game) for game in (self.game, self.other) if game is not None]
        parts = [
            self.game.id,
            *rules,
            list(self.players),
            self.deals,
            self.seed,
            self.base,
            [list(each) for each in self.carry],
        ]
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:32]


def plan(
    game: Any,
    deals: int,
    *,
    players: int | None = None,
    strategy: str | tuple[str, ...] = "best",
    seed: int = 0,
    base: int = 1,
    other: Any = None,
    carry: dict[str, int] | None = None,
) -> Plan:
    """A checked plan; ``strategy`` is the name of a player for all seats, or one for each seat."""
    from lipai.referee import referee_of

    deals = whole(deals, "deals", 1, MOST_DEALS, TableError)
    names = (strategy,) if isinstance(strategy, str) else tuple(strategy)
    if players is None and len(names) > 1:
        players = len(names)
    setup = setup_of(referee_of(game), game, players, seed, 0, base, carry)
    if len(names) == 1:
        names *= setup.players
    if len(names) != setup.players:
        message = f"{setup.players} players sit at the table, not {len(names)}"
        raise TableError(message, value=len(names), argument="strategy")
    for name in names:
        player(name)
        if name == "strongest" and game.rules["family"] != "piles":
            raise TableError(
                f"the player strongest is for pile games, not for {game.id}", value=name, argument="strategy"
            )
    if other is not None and (
        other.rules["family"] != game.rules["family"] or referee_of(other) is not referee_of(game)
    ):
        raise TableError(f"{other.id} can't be played with the deals of {game.id}", value=other.id, argument="other")
    if other is not None:
        setup_of(referee_of(other), other, setup.players, seed, 0, base, carry)
    return Plan(game, deals, names, seed, base, other, tuple(sorted((carry or {}).items())))
