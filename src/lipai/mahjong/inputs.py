"""Reading what mahjong games are asked with: one tile, a hand, claimed melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lipai._native import tiles as _tiles
from lipai.errors import HandSizeError, LipaiError, TableError
from lipai.mahjong.results import Meld
from lipai.tiles import TileInput

SEATS: Final = 4

TileLike = int | str
MeldLike = Meld | Mapping[str, Any] | tuple[str, TileInput]


def tile_of(tile: TileLike, what: str) -> int:
    """The code of one tile."""
    codes = tiles_of(tile if isinstance(tile, str) else [tile], what)
    if len(codes) != 1:
        raise HandSizeError(f"{what} is one tile, not {tile!r}", value=tile, argument=what)
    return codes[0]


def tiles_of(tiles: TileInput, what: str) -> bytes:
    """The codes of tiles; an error has ``what`` as its argument."""
    try:
        return _tiles.parse(tiles, what)
    except LipaiError as error:
        error.argument = what
        raise


def melds_of(melds: Sequence[MeldLike], what: str = "melds") -> list[tuple[str, TileInput]]:
    """Kind and tiles of each claimed meld, as they were given."""
    if isinstance(melds, (str, bytes, Mapping)) or not isinstance(melds, Sequence):
        raise TypeError(f"{what} must be a sequence of melds, not {type(melds).__name__}")
    return [_meld(meld, f"{what}[{i}]") for i, meld in enumerate(melds)]


def _meld(meld: MeldLike, what: str) -> tuple[str, TileInput]:
    if isinstance(meld, Meld):
        return meld.kind, meld.tiles
    if isinstance(meld, Mapping):
        if set(meld) != {"kind", "tiles"}:
            raise TableError(f"{what} must have kind and tiles, not {', '.join(map(str, meld))}", argument=what)
        return meld["kind"], meld["tiles"]
    if isinstance(meld, tuple) and len(meld) == 2:
        return meld
    raise TypeError(f"{what} must be a Meld, a mapping with kind and tiles, or a pair of them")
