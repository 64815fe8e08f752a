"""The tables of a mahjong rule file."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from lipai.rules.schema import Amount, RuleSet, Table, Text

FanName = Literal[
    "win",
    "self_draw",
    "mixed_suit",
    "pure_suit",
    "all_chows",
    "all_pungs",
    "own_wind",
    "exposed_kong",
    "concealed_kong",
    "robbed_kong",
    "kong_draw",
    "kong_tile",
    "four_flowers",
    "wild",
    "three_wilds_down",
    "three_wilds",
    "wild_pung",
    "heaven",
    "earth",
]
Tiles = Annotated[str, Meta(pattern="^([1-9]+[mps]|[1-7]+z|[1-8]+f)+$", max_length=100)]

FAN: Final[tuple[str, ...]] = get_args(FanName)
# What has an amount of its own with an exposed, and with a concealed kong.
WITH_KONGS: Final = {"exposed": ("own_wind",), "concealed": ("own_wind", "kong_draw")}
WILD_FAN: Final = ("wild", "three_wilds_down", "three_wilds", "wild_pung")


class Hand(Table, frozen=True):
    """The melds that a hand makes beside its pair, and the tiles that are laid open and replaced.

    With ``wild`` one tile is turned after the deal and the other three of its face are wild.
    """

    melds: Annotated[int, Meta(ge=1, le=5)]
    laid: Tiles
    kong_tiles: Tiles | None = None
    wild: bool = False
    white_as_wild_face: bool = False


class Fan(Table, frozen=True):
    """What a win can earn, and by which clause.

    ``own_wind`` as a kong earns ``exposed`` or ``concealed`` in all; ``kong_draw`` on the replacement of a concealed
    kong ``concealed``, else ``amount``.
    """

    name: Text
    amount: Amount
    clause: Text
    exposed: Amount | None = None
    concealed: Amount | None = None


class Payment(Table, frozen=True):
    """Who pays for a discard or a robbed kong; all three pay for a self-draw, unless one of them is liable.

    ``worth`` is what the sum of a win is called. ``liability`` is the number of melds claimed from one player that
    make the two of them liable for each other, 0 where nobody ever is.
    """

    worth: Literal["points", "fan"]
    payer: Literal["discarder", "all"]
    clause: Text
    liability: Annotated[int, Meta(ge=0, le=5)] = 0
    liability_clause: Text | None = None


class Codes(Table, frozen=True):
    """Tiles that the winner turns: how many, what each hit earns, and the tiles of each seat from the dealer."""

    count: Annotated[int, Meta(ge=1, le=10)]
    amount: Amount
    clause: Text
    seats: tuple[Tiles, Tiles, Tiles, Tiles]


class Claims(Table, frozen=True):
    """What may be claimed of a discard.

    ``passed`` are the claims that, once passed up, wait until the player's next turn; ``last`` those that the discard
    after the last drawable tile still allows.
    """

    passed: tuple[Literal["win", "pung"], ...]
    last: tuple[Literal["win", "kong", "pung", "chow"], ...]
    clause: Text


class Flow(Table, frozen=True):
    """For a referee: tiles that are left when a hand is drawn out, and the seconds that a player has."""

    reserve: Annotated[int, Meta(ge=0, le=100)] | None = None
    seconds: Amount | None = None
    deal: Literal["winner", "next_seat"] | None = None


class MahjongRules(RuleSet, frozen=True, kw_only=True):
    """A mahjong game's rules."""

    hand: Hand
    fan: dict[FanName, Fan]
    payment: Payment
    claims: Claims
    codes: Codes | None = None
    flow: Flow | None = None
