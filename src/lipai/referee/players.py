"""Who plays: a player is anything with ``choose(view)``, which returns one of the legal actions or another legal one.

``Random`` takes any legal action, ``Greedy`` what looks best at a glance, ``Best`` what the library knows best: the
arrangement of the highest expected value, the split into the fewest plays with endgames solved, the best discard.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from lipai.errors import TableError
from lipai.referee.stream import Chance

if TYPE_CHECKING:
    from lipai.referee.base import Referee, Result


class View:
    """What a player decides by: its ``seat``, the ``game``, the ``legal`` actions, what it sees, and chance.

    ``observation`` is ``Referee.observe`` of the seat, made when it is asked for. ``chance.below(n)`` is a random
    number that depends on seed, deal and seat only.
    """

    __slots__ = ("_observe", "chance", "game", "legal", "seat")

    def __init__(
        self, game: Any, seat: int, legal: Sequence[str], observe: Callable[[int], dict[str, Any]], chance: Chance
    ) -> None:
        self.game, self.seat, self.legal, self.chance = game, seat, legal, chance
        self._observe = observe

    @property
    def observation(self) -> dict[str, Any]:
        """What the seat sees now."""
        return self._observe(self.seat)


class Player(Protocol):
    """Anybody who plays."""

    def choose(self, view: View) -> str:
        """The action."""
        ...


class Random:
    """Any of the legal actions, each as likely."""

    def choose(self, view: View) -> str:
        """The action."""
        legal = view.legal
        return legal[view.chance.below(len(legal))]


class Greedy:
    """What looks best at a glance."""

    def choose(self, view: View) -> str:
        """The action."""
        return _strategy(view.game, "greedy")(view)


class Best:
    """What the library knows best."""

    def choose(self, view: View) -> str:
        """The action."""
        return _strategy(view.game, "best")(view)


class Strongest:
    """In pile games: the strongest arrangement (SSS-20), and never a special."""

    def choose(self, view: View) -> str:
        """The action."""
        return _strategy(view.game, "strongest")(view)


PLAYERS: Final[dict[str, Callable[[], Player]]] = {
    "random": Random,
    "greedy": Greedy,
    "best": Best,
    "strongest": Strongest,
}


def player(name: str) -> Player:
    """The player of that name: random, greedy, best or strongest."""
    if name not in PLAYERS:
        raise TableError(f"no player {name!r}; there are {', '.join(PLAYERS)}", value=name, argument="player")
    return PLAYERS[name]()


def _strategy(game: Any, name: str) -> Callable[[View], str]:
    module = importlib.import_module(f"lipai.referee.{game.rules['family']}_strategy")
    found: Callable[[View], str] | None = getattr(module, name, None)
    if found is None:
        raise TableError(f"the player {name} is not for {game.id}", value=name, argument="player")
    return found


def play(table: Referee[Any], players: Sequence[Player]) -> Result:
    """Let the players, one a seat, play the deal to its end."""
    if len(players) != table.seats:
        message = f"{table.seats} players sit at the table, not {len(players)}"
        raise TableError(message, value=len(players), argument="players")
    setup = table.setup
    chances = [Chance(setup.seed, setup.deal, seat) for seat in range(table.seats)]
    game, observe, legal, apply = table.game, table.observe, table.legal_actions, table.apply
    while True:
        seats = table.to_act
        if not seats:
            break
        seat = seats[0]
        apply(seat, players[seat].choose(View(game, seat, legal(seat), observe, chances[seat])))
    found = table.result()
    assert found is not None
    return found
