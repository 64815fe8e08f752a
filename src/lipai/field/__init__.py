"""Fields: samples of how opponents arrange, shipped as package data and built by ``lipai.field.build``.

A field belongs to a game and a table size, in banker games to a role. ``lipai.piles`` loads and uses them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["DATA", "file_name", "heads", "read", "shipped"]

DATA: Final = Path(__file__).parent / "data"


HEADER: Final = 80


def file_name(game: str, players: int, role: str | None) -> str:
    """Name of a field's file: the game and the table size, in banker games the role of those who laid it out."""
    return f"{game}-{role or players}.bin"


def shipped() -> tuple[str, ...]:
    """Names of the fields that come with the package, such as ``shisanshui-4``, sorted."""
    return tuple(sorted(path.stem for path in DATA.glob("*.bin")))


def heads() -> dict[str, bytes]:
    """The header of every field that comes with the package, by name: it says for which rules and table a field is."""
    found = {}
    for name in shipped():
        with (DATA / f"{name}.bin").open("rb") as file:
            found[name] = file.read(HEADER)
    return found


def read(name: str) -> bytes:
    """The bytes of a field that comes with the package."""
    return (DATA / f"{name}.bin").read_bytes()
