"""How tiles look: canonical text, or their names in Chinese."""

from __future__ import annotations

from itertools import groupby

from lipai.tiles import TILE_NAMES, TileInput, format_tiles, parse_tiles

HONOURS = 27


def tiles_text(tiles: TileInput, lang: str) -> str:
    """Tiles in the reader's language: 123m1z, or 一二三万 东."""
    if lang != "zh":
        return format_tiles(tiles)
    parts = []
    for suit, group in groupby(parse_tiles(tiles), key=lambda tile: tile // 9 if tile < HONOURS else 100 + tile):
        names = [TILE_NAMES[tile] for tile in group]
        parts.append(" ".join(names) if suit >= 100 else "".join(name[0] for name in names) + names[0][1])
    return " ".join(parts)
