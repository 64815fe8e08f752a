"""What mahjong games take and return."""

from __future__ import annotations

from dataclasses import dataclass

from lipai.tiles import TileInput
from lipai.transfer import Transfer

Tiles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Meld:
    """A claimed meld: its kind - "chow", "pung", "kong" or "concealed_kong" - and its tiles as they lie."""

    kind: str
    tiles: TileInput


@dataclass(frozen=True, slots=True)
class Group:
    """A meld or the pair of a hand that has won, as it is read.

    ``tiles`` are the faces that it counts as, ``laid`` what lies there: wild tiles, and white that plays as the wild
    face (WC-2), differ. ``claimed`` says whether it was laid open before the win.
    """

    kind: str
    tiles: Tiles
    laid: Tiles
    claimed: bool


@dataclass(frozen=True, slots=True)
class Item:
    """What a win earns for one thing: ``amount`` in all, for ``count`` of them, by a clause; ``name_zh`` in Chinese."""

    name: str
    name_zh: str
    count: int
    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class Win:
    """Whether a hand wins and what it is worth, in the reading that gives the most (WC-15).

    ``fan`` is None in games of points, ``points`` in games of fan; 0 where the hand does not win. ``melds``, the
    claimed ones first, and ``pair`` are those of the reading; a hand that wins without a shape (WC-12) has no pair.
    """

    win: bool
    fan: int | None
    points: int | None
    items: tuple[Item, ...]
    melds: tuple[Group, ...]
    pair: Group | None


@dataclass(frozen=True, slots=True, order=True)
class Wait:
    """A tile that completes a hand, and how many of it are neither in the hand nor in its melds."""

    tile: int
    unseen: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to discard: the shanten that it leaves, the tiles that then bring the hand nearer, how many there are."""

    tile: int
    shanten: int
    accepts: Tiles
    count: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A claim that a player passed up and may not make again yet (SM-4); of any tile where ``tile`` is None."""

    seat: int
    action: str
    tile: int | str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat may do with a discard: "win", "kong", "pung" or "chow", and the tiles that it would lay open."""

    seat: int
    action: str
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Paid:
    """Who pays whom for a win. ``net`` adds up to zero; ``hits`` are those among the codes (SM-8).

    The ``transfers`` are for ``points``, ``fan`` or ``liability``.
    """

    net: tuple[int, int, int, int]
    transfers: tuple[Transfer, ...]
    hits: int
