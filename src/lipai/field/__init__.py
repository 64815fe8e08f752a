"""Fields: samples of how opponents arrange, shipped as package data and built by ``lipai.piles.build``.

A field belongs to a way to rank piles and a table size, in banker games to a role. Its header says so: a rule file of
one's own that ranks like a shipped game finds its fields too. ``lipai.piles`` loads and uses them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["DATA", "file_name", "heads", "read", "shipped"]

DATA: Final = Path(__file__).parent / "data"


def file_name(game: str, players: int, role: str | None, options: Mapping[str, str] | None = None) -> str:
    """Name of a field's file, such as ``shisanshui+wheel.low-4.bin``, which is for people only.

    The game, the options that are not as they are by default, and the table size or, in banker games, the role of those
    who laid the hands out.
    """
    chosen = "".join(f"+{name}.{value}" for name, value in sorted((options or {}).items()))
    return f"{game}{chosen}-{role or players}.bin"


def shipped() -> tuple[str, ...]:
    """Names of the fields that come with the package, such as ``shisanshui-4``, sorted."""
    return tuple(sorted(path.stem for path in DATA.glob("*.bin")))


def heads(size: int) -> dict[str, bytes]:
    """The header, of ``size`` bytes, of every field that comes with the package, by name.

    It says for which rules and table a field is.
    """
    found = {}
    for name in shipped():
        with (DATA / f"{name}.bin").open("rb") as file:
            found[name] = file.read(size)
    return found


def read(name: str) -> bytes:
    """The bytes of a field that comes with the package."""
    return (DATA / f"{name}.bin").read_bytes()
