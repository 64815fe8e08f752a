"""Games by name, or by the path of a rule file."""

from __future__ import annotations

import importlib
import os
import threading
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, overload

from lipai import rules

if TYPE_CHECKING:
    from lipai.climbing import ClimbingGame
    from lipai.mahjong import MahjongGame
    from lipai.piles import PileGame
    from lipai.stud import StudGame

__all__ = ["Game", "game", "games"]

# The package of each family and its class of games.
_FAMILIES: Final = {
    "piles": ("lipai.piles", "PileGame"),
    "stud": ("lipai.stud", "StudGame"),
    "climbing": ("lipai.climbing", "ClimbingGame"),
    "mahjong": ("lipai.mahjong", "MahjongGame"),
}
_KEPT: Final = 64
_cache: Final[dict[tuple[object, ...], Any]] = {}
_lock: Final = threading.Lock()


def games(family: str | None = None) -> tuple[str, ...]:
    """Ids of the registered games, or of those of one family: "piles", "stud", "climbing", "mahjong".

    >>> import lipai
    >>> set(lipai.games("piles")) >= {'baishisan', 'biji', 'biji52', 'shisanshui', 'shisanzhang'}
    True
    """
    if family is None:
        return rules.ids()
    if family not in _FAMILIES:
        raise ValueError(f"no family {family!r}; there are {', '.join(_FAMILIES)}")
    return tuple(name for name in rules.ids() if rules.load(name).rules.family == family)


class Game(Protocol):
    """What is true of a game of any family; each family's class adds what its games do."""

    @property
    def id(self) -> str:
        """The game's id."""

    @property
    def name(self) -> str:
        """The game's own name."""

    @property
    def options(self) -> dict[str, str | int | bool]:
        """The options of the rule set, by name, with the values in force."""

    @property
    def rules(self) -> dict[str, Any]:
        """All rules as plain data, complete and with options applied."""

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players."""

    @property
    def hand_size(self) -> int:
        """The cards or tiles of a hand; where seats differ, the most that one is dealt."""

    @property
    def deck(self) -> tuple[int, ...]:
        """The codes of all cards or tiles, ascending."""


Pile = Literal["baishisan", "biji", "biji52", "shisanshui", "shisanzhang"]
Stud = Literal["wuzhang"]
Climbing = Literal["doudizhu", "guanpai"]
Mahjong = Literal["sanmen", "wencheng"]


@overload
def game(source: Pile, /, **options: str | int | bool) -> PileGame: ...
@overload
def game(source: Stud, /, **options: str | int | bool) -> StudGame: ...
@overload
def game(source: Climbing, /, **options: str | int | bool) -> ClimbingGame: ...
@overload
def game(source: Mahjong, /, **options: str | int | bool) -> MahjongGame: ...
@overload
def game(source: str | os.PathLike[str], /, **options: str | int | bool) -> Any: ...
def game(source: str | os.PathLike[str], /, **options: str | int | bool) -> Any:
    """The game with this id, or the game that a rule file describes (a path with a ``/`` or ending in ``.toml``).

    The class of the game is that of its family, such as ``PileGame``. ``options`` change what the rule set lets a
    caller change; the game's ``options`` shows them. A registered game with the same options is the same object each
    time; files are read anew. Its tables are compiled at first use.

    Raises TypeError for a source that is neither, UnknownGameError, UnknownOptionError for an option or a value that
    there is not, and RulesError for a file that cannot be read or makes no sense, with the dotted name of the key at
    fault as its ``value``.

    >>> import lipai
    >>> lipai.game("shisanshui", wheel="low").options["wheel"]
    'low'
    """
    if not isinstance(source, (str, os.PathLike)):
        message = f"source must be the id of a game or the path of a rule file, not {source!r}"
        raise TypeError(message)
    if rules.is_path(source):
        return _made(source, options)
    try:
        key = (source, *sorted((name, type(value), value) for name, value in options.items()))
        found = _cache.get(key)
    except TypeError:  # a value that can't be hashed or compared is none that an option takes
        return _made(source, options)
    if found is None:
        with _lock:
            found = _cache.get(key)
            if found is None:
                found = _made(source, options)
                while len(_cache) >= _KEPT:
                    del _cache[next(iter(_cache))]
                _cache[key] = found
    return found


def _made(source: str | os.PathLike[str], options: dict[str, Any]) -> Any:
    loaded = rules.load(source, options)
    package, name = _FAMILIES[loaded.rules.family]
    return getattr(importlib.import_module(package), name)(loaded)
