"""Games by name, or by the path of a rule file."""

from __future__ import annotations

import os
import threading
from typing import Final

from lipai import rules
from lipai.piles import PileGame

__all__ = ["game", "games"]

_KEPT: Final = 64
_cache: Final[dict[tuple[object, ...], PileGame]] = {}
_lock: Final = threading.Lock()


def games() -> tuple[str, ...]:
    """Ids of the registered games.

    >>> import lipai
    >>> lipai.games()
    ('baishisan', 'biji', 'biji52', 'shisanshui', 'shisanzhang')
    """
    return rules.ids()


def game(source: str | os.PathLike[str], /, **options: str | int | bool) -> PileGame:
    """The game with this id, or the game that a rule file describes (a path with a ``/`` or ending in ``.toml``).

    ``options`` change what the rule set lets a caller change; ``PileGame.options`` shows them. A registered game with
    the same options is the same object each time; files are read anew. Its tables are compiled at first use.

    Raises UnknownGameError, UnknownOptionError for an option or a value that there is not, and RulesError for a file
    that cannot be read or makes no sense, with the dotted name of the key at fault as its ``value``.

    >>> import lipai
    >>> lipai.game("shisanshui", wheel="low").options["wheel"]
    'low'
    """
    if rules.is_path(source):
        return PileGame(rules.load(source, options))
    try:
        key = (source, *sorted((name, type(value), value) for name, value in options.items()))
        found = _cache.get(key)
    except TypeError:  # a value that can't be hashed or compared is none that an option takes
        return PileGame(rules.load(source, options))
    if found is None:
        with _lock:
            found = _cache.get(key)
            if found is None:
                found = PileGame(rules.load(source, options))
                while len(_cache) >= _KEPT:
                    del _cache[next(iter(_cache))]
                _cache[key] = found
    return found
