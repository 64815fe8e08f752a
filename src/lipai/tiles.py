"""Mahjong tiles as codes and as text (N-6, N-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lipai._native import tiles as _native

__all__ = ["TILE_NAMES", "TileInput", "format_tiles", "parse_tiles"]

TileInput = str | bytes | bytearray | Sequence[int] | Sequence[str]
"""Tiles as a caller may give them: a text (N-7), bytes of codes, a sequence of codes or of tile texts."""

TILE_NAMES: Final[tuple[str, ...]] = (
    *(f"{numeral}{suit}" for suit in "万筒条" for numeral in "一二三四五六七八九"),
    *("东", "南", "西", "北", "白板", "发", "中"),
    *"春夏秋冬梅兰竹菊",
)
"""The Chinese name of each tile, by its code."""


def parse_tiles(tiles: TileInput) -> tuple[int, ...]:
    """Tile codes (N-6) of a text; codes and tile texts in a sequence are taken as well. The order is kept.

    Numerals come before their suit, which is a letter or a name; honours and flowers have names of their own. Raises
    CardError for what is no tile and DuplicateCardError for a tile of which there are no more - a fifth 东, a second
    梅 - with the offending token and its position.

    >>> import lipai
    >>> lipai.parse_tiles("123m5p 东 三万 白板 8f")
    (0, 1, 2, 13, 27, 2, 31, 41)
    """
    return tuple(_native.parse(tiles))


def format_tiles(tiles: TileInput) -> str:
    """Canonical text (N-7) of tiles, in their order. Raises what ``parse_tiles`` raises.

    >>> import lipai
    >>> lipai.format_tiles([0, 1, 2, 13, 27, 31, 41])
    '123m5p15z8f'
    """
    return _native.format(tiles)
