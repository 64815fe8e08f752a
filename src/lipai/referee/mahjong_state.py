"""The state of a mahjong deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from lipai.referee.base import State

SEATS: Final = 4
FACES: Final = 34
EAST: Final = 27
WHITE: Final = 31
SINGLE: Final = tuple(bytes([tile]) for tile in range(42))


class Laid(msgspec.Struct, frozen=True):
    """A meld that a seat has laid: its kind, its tiles, the seat that it was claimed from, None where it was not."""

    kind: str
    tiles: tuple[int, ...]
    source: int | None


class MahjongState(State):
    """``held[seat][face]`` counts the concealed tiles. ``wall[front:back]`` is what is left to draw.

    ``turn`` is whose tile is in question: who must discard or, while ``options`` are open, whose discard or added kong
    others may claim. ``drawn`` is the tile just drawn, None after a claim; ``by`` how it came. ``answers`` are those
    of the seats with ``options``, as (action, tiles) each, in the order in which they go.
    """

    dealer: int
    dice: tuple[int, int]
    wall: list[int]
    front: int
    back: int
    held: list[list[int]]
    melds: list[list[Laid]]
    laid: list[list[int]]
    rivers: list[list[int]]
    turn: int
    wild: int | None = None
    turned: list[int] = msgspec.field(default_factory=list)
    drawn: int | None = None
    by: str = "self"
    kong: str | None = None
    chowed: bool = False
    tile: int | None = None
    robbing: bool = False
    options: list[tuple[int, str, tuple[int, ...]]] = msgspec.field(default_factory=list)
    answers: list[str | None] = msgspec.field(default_factory=lambda: [None] * SEATS)
    passed: list[tuple[int, str, int]] = msgspec.field(default_factory=list)
    claimed: list[tuple[int, int]] = msgspec.field(default_factory=list)


def bytes_of(held: Sequence[int]) -> bytes:
    """The tiles that counts are of, as codes."""
    return b"".join([SINGLE[tile] * n for tile, n in enumerate(held) if n])


def melds_of(melds: Sequence[Laid]) -> list[tuple[str, bytes]]:
    """Melds as the game takes them."""
    return [(meld.kind, bytes(meld.tiles)) for meld in melds]
