"""Fields: samples of how opponents arrange, shipped as package data and built by ``lipai.field.build``.

A field belongs to a game and a table size, in banker games to a role. ``lipai.piles`` loads and uses them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["DATA", "file_name", "read", "shipped"]

DATA: Final = Path(__file__).parent / "data"


def file_name(game: str, players: int, role: str | None) -> str:
    """Name of a field's file: the game and the table size, in banker games the role of those who laid it out."""
    return f"{game}-{role or players}.bin"


def shipped() -> tuple[str, ...]:
    """Names of the fields that come with the package, such as ``shisanshui-4``, sorted."""
    return tuple(sorted(path.stem for path in DATA.glob("*.bin")))


def read(game: str, players: int, role: str | None) -> bytes | None:
    """The bytes of the field that is shipped for a game, or None."""
    try:
        return (DATA / file_name(game, players, role)).read_bytes()
    except FileNotFoundError:
        return None
