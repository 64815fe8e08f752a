"""What is to be simulated: the same whoever plays its deals, and wherever."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

import msgspec

import lipai
from lipai.errors import TableError
from lipai.numbers import whole
from lipai.referee import player
from lipai.referee.base import fingerprint, setup_of

MOST_DEALS: Final = 1 << 40
BATCHED: Final = ("strongest", "greedy", "best")


@dataclass(frozen=True)
class Plan:
    """``deals`` deals of ``game`` with ``players``, the name of one for each seat; ``other`` plays the same deals.

    Plans pickle, so that processes and other machines can play parts of them.
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
        """Whether deals are dealt, arranged and settled in the core, many at a time."""
        return bool(self.game.rules["family"] == "piles" and set(self.players) <= set(BATCHED) and not self.carry)

    @property
    def called(self) -> tuple[str, ...]:
        """The ids of the rule sets; where there are two of one id, with the options that tell them apart."""
        if self.other is None:
            return (self.game.id,)
        mine, other = self.game, self.other
        if mine.id != other.id:
            return mine.id, other.id
        apart = [key for key, value in mine.options.items() if other.options.get(key) != value]
        first, second = (
            " ".join([game.id, *(f"{key}={_text(game.options[key])}" for key in apart)]) for game in (mine, other)
        )
        return first, second if second != first else f"{second} (second)"

    @property
    def note(self) -> str | None:
        """What there is to say of a comparison whose deals are not the same; None where they are."""
        mine, other = self.game, self.other
        if other is None or (mine.deck, mine.rules.get("dealing")) == (other.deck, other.rules.get("dealing")):
            return None
        first, second = self.called
        return (
            f"{first} ({len(mine.deck)} cards) and {second} ({len(other.deck)}) are not dealt alike: "
            "the luck of the deal is not taken out of the differences"
        )

    @property
    def print(self) -> str:
        """What tells this plan from others, but for the number of deals."""
        games = [(game.id, fingerprint(game)) for game in (self.game, self.other) if game is not None]
        parts = [lipai.__version__, games, self.players, self.seed, self.base, self.carry]
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
    if other is not None:
        if referee_of(other) is not referee_of(game) or other.hand_size != game.hand_size:
            why = "another kind of game, or hands of another size"
            message = f"{other.id} can't be played with the deals of {game.id}: {why}"
            raise TableError(message, value=other.id, argument="other")
        setup_of(referee_of(other), other, setup.players, seed, 0, base, carry)
    return Plan(game, deals, names, seed, base, other, tuple(sorted((carry or {}).items())))


def _text(value: str | int | bool) -> str:
    """The value of an option as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
