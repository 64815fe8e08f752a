"""Fields: samples of how opponents arrange, shipped as package data and built by ``lipai.field.build``.

A field belongs to a way to rank piles and a table size, in banker games to a role, and was made under some stakes. Its
header says what it fits, so a rule file of one's own that ranks like a shipped game finds its fields too.
``lipai.piles`` loads and uses them.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["DATA", "Head", "file_name", "find", "heads", "read", "shipped", "sizes"]

DATA: Final = Path(__file__).parent / "data"
HEADER: Final = 80
_ROLES: Final = (None, "player", "banker")


class Head(NamedTuple):
    """What the header of a shipped field says; ``rules`` and ``stakes`` stand for what it was made under."""

    name: str
    players: int
    role: str | None
    rules: int
    stakes: int


def file_name(game: str, players: int, role: str | None, options: Mapping[str, object] | None = None) -> str:
    """Name of a field's file, such as ``shisanshui+wheel.low-4.bin``.

    The game, options that are not the default ones, and the table size or, in banker games, the role of those who laid
    the hands out.
    """
    chosen = ""
    for name, value in sorted((options or {}).items()):
        chosen += f"+{name}.{str(value).lower() if isinstance(value, bool) else value}"
    return f"{game}{chosen}-{role or players}.bin"


@functools.cache
def heads() -> tuple[Head, ...]:
    """The headers of all fields that come with the package, by name."""
    found = []
    for path in sorted(DATA.glob("*.bin")):
        with path.open("rb") as file:
            head = file.read(HEADER)
        rules, stakes = (int.from_bytes(head[at : at + 8], "little") for at in (48, 56))
        found.append(Head(path.stem, head[10], _ROLES[head[11]], rules, stakes))
    return tuple(found)


def shipped() -> tuple[str, ...]:
    """Names of the fields that come with the package, such as ``shisanshui-4``, sorted."""
    return tuple(head.name for head in heads())


def find(rules: int, stakes: int, players: int, role: str | None) -> str | None:
    """Name of the field for a table under rules with these prints, or None.

    One of other stakes is taken where none is of these, the one with the shortest name, which has the fewest options.
    """
    fit = [head for head in heads() if (head.rules, head.players, head.role) == (rules, players, role)]
    fit.sort(key=lambda head: (head.stakes != stakes, len(head.name), head.name))
    return fit[0].name if fit else None


def sizes(rules: int) -> list[int]:
    """The table sizes that there are fields for under rules with this print, ascending."""
    return sorted({head.players for head in heads() if head.rules == rules})


def read(name: str) -> bytes:
    """The bytes of a field that is shipped."""
    return (DATA / f"{name}.bin").read_bytes()
