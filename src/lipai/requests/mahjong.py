"""The operations of mahjong games: win, waits, shanten, discards, claims, settle.

As in ``lipai.requests.piles``, each is a function of a game and a request whose result is ready for JSON, in which
tiles are canonical text; the library's errors come out as ``RequestError``s that name the field at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from lipai.errors import LipaiError
from lipai.mahjong import MahjongGame, Meld, Passed
from lipai.requests.failure import from_error
from lipai.requests.operations import Operation
from lipai.requests.schema import Request, Result, TransferResult, transfers_of
from lipai.tiles import format_tiles

Tiles = Annotated[str | list[str], Meta(description="a text of tiles or a list of tile texts")]
Tile = Annotated[str | None, Meta(description="a text of one tile, or null")]
Seat = Annotated[int, Meta(description="a seat from 0 to 3")]

MELDS: Final = 'a list of melds: {"kind": "chow", "pung", "kong" or "concealed_kong", "tiles": tiles}'
HANDS: Final = "a list of four hands by seat, each a text of tiles or a list of tile texts, null at the discarder's"
PASSED: Final = 'a list of claims passed up: {"seat": a seat, "action": "pung" or "win", "tile": a tile or null}'

Found = TypeVar("Found")


class MeldField(msgspec.Struct, forbid_unknown_fields=True):
    """A claimed meld."""

    kind: str
    tiles: str | list[str]


class PassedField(msgspec.Struct, forbid_unknown_fields=True):
    """A claim that waits for the seat's next turn."""

    seat: int
    action: str
    tile: str | None = None


class HandRequest(Request):
    """A hand with its claimed melds, and the wild face."""

    hand: Tiles
    melds: Annotated[list[MeldField], Meta(description=MELDS)] = msgspec.field(default_factory=list)
    wild: Tile = None


class WinRequest(HandRequest):
    """``win``: whether a hand wins and what it is worth."""

    tile: Tile = None
    by: Annotated[str, Meta(description="a text: 'self', 'discard', 'kong' or 'rob'")] = "self"
    kong: Annotated[str | None, Meta(description="a text, 'exposed' or 'concealed', with by 'kong'")] = None
    wind: Tile = None
    flowers: Tiles = ""
    heaven: Annotated[bool, Meta(description="true or false")] = False
    earth: Annotated[bool, Meta(description="true or false")] = False
    last_flower: Annotated[bool, Meta(description="true or false")] = False


class DiscardsRequest(HandRequest):
    """``discards``: what each discard leaves."""

    seen: Tiles = ""


class ClaimsRequest(Request):
    """``claims``: what the seats may do with a discard."""

    discarder: Seat
    tile: Annotated[str, Meta(description="a text of one tile")]
    hands: Annotated[list[str | list[str] | None], Meta(description=HANDS)]
    melds: Annotated[list[list[MeldField] | None] | None, Meta(description=f"for each seat {MELDS}")] = None
    passed: Annotated[list[PassedField], Meta(description=PASSED)] = msgspec.field(default_factory=list)
    last: Annotated[bool, Meta(description="true or false")] = False
    wild: Tile = None


class SettleRequest(Request):
    """``settle``: who pays whom for a win."""

    winner: Seat
    by: Annotated[str, Meta(description="a text: 'self', 'discard', 'kong' or 'rob'")]
    payer: Annotated[int | None, Meta(description="a seat from 0 to 3, or null on a self-draw")] = None
    points: Annotated[int | None, Meta(description="a whole number, in games of points")] = None
    fan: Annotated[int | None, Meta(description="a whole number, in games of fan")] = None
    base: Annotated[int, Meta(description="a whole number, what one point or fan is worth")] = 1
    codes: Tiles = ""
    claims: Annotated[
        list[list[int]] | None,
        Meta(description="for each seat the list of seats that its claimed melds came from, in order"),
    ] = None
    last_third: Annotated[int | None, Meta(description="a seat from 0 to 3, or null")] = None


class ItemResult(Result):
    """What a win earns for one thing."""

    name: str
    name_zh: str
    count: int
    amount: int
    clause: str


class GroupResult(Result):
    """A meld of the reading: ``tiles`` as they count, ``laid`` as they lie."""

    kind: str
    tiles: str
    laid: str
    claimed: bool


class WinResult(Result):
    """Whether a hand wins, what it is worth, and how it is read; ``fan`` or ``points``, as the game has it."""

    win: bool
    items: list[ItemResult]
    melds: list[GroupResult]
    pair: str | None
    pair_laid: str | None
    fan: int | UnsetType = UNSET
    points: int | UnsetType = UNSET


class WaitResult(Result):
    """A tile that completes a hand."""

    tile: str
    unseen: int


class WaitsResult(Result):
    """What a hand waits for."""

    waits: list[WaitResult]


class ShantenResult(Result):
    """How far a hand is from waiting."""

    shanten: int


class DiscardResult(Result):
    """What one discard leaves."""

    discard: str
    shanten: int
    accepts: str
    count: int


class DiscardsResult(Result):
    """What each discard leaves, best first."""

    discards: list[DiscardResult] = msgspec.field(name="list")


class ClaimResult(Result):
    """What a seat may do."""

    seat: int
    action: str
    tiles: str


class ClaimsResult(Result):
    """What the seats may do, the option that goes first first."""

    options: list[ClaimResult]


class SettleResult(Result):
    """Who pays whom."""

    net: tuple[int, int, int, int]
    transfers: list[TransferResult]
    hits: int | UnsetType = UNSET


def _asked(call: Callable[[], Found], default: str | None) -> Found:
    """The result of a call; an error of the library says which field is at fault."""
    try:
        return call()
    except LipaiError as error:
        raise from_error(error, error.argument or default) from None


def _melds(melds: Sequence[MeldField]) -> list[Meld]:
    return [Meld(meld.kind, meld.tiles) for meld in melds]


def win(game: MahjongGame, request: WinRequest) -> WinResult:
    """Whether a hand wins and what it is worth."""
    found = _asked(
        lambda: game.win(
            request.hand,
            melds=_melds(request.melds),
            tile=request.tile,
            by=request.by,
            kong=request.kong,
            wind=request.wind,
            flowers=request.flowers,
            wild=request.wild,
            heaven=request.heaven,
            earth=request.earth,
            last_flower=request.last_flower,
        ),
        "hand",
    )
    return WinResult(
        found.win,
        [ItemResult(item.name, item.name_zh, item.count, item.amount, item.clause) for item in found.items],
        [
            GroupResult(group.kind, format_tiles(group.tiles), format_tiles(group.laid), group.claimed)
            for group in found.melds
        ],
        None if found.pair is None else format_tiles(found.pair.tiles),
        None if found.pair is None else format_tiles(found.pair.laid),
        UNSET if found.fan is None else found.fan,
        UNSET if found.points is None else found.points,
    )


def waits(game: MahjongGame, request: HandRequest) -> WaitsResult:
    """What a hand waits for."""
    found = _asked(lambda: game.waits(request.hand, melds=_melds(request.melds), wild=request.wild), "hand")
    return WaitsResult([WaitResult(format_tiles([wait.tile]), wait.unseen) for wait in found])


def shanten(game: MahjongGame, request: HandRequest) -> ShantenResult:
    """How far a hand is from waiting."""
    return ShantenResult(
        _asked(lambda: game.shanten(request.hand, melds=_melds(request.melds), wild=request.wild), "hand")
    )


def discards(game: MahjongGame, request: DiscardsRequest) -> DiscardsResult:
    """What each discard leaves."""
    found = _asked(
        lambda: game.discards(request.hand, melds=_melds(request.melds), wild=request.wild, seen=request.seen), "hand"
    )
    return DiscardsResult(
        [DiscardResult(format_tiles([one.tile]), one.shanten, format_tiles(one.accepts), one.count) for one in found]
    )


def claims(game: MahjongGame, request: ClaimsRequest) -> ClaimsResult:
    """What the seats may do with a discard."""
    melds: list[list[Meld]] | None = None
    if request.melds is not None:
        melds = [_melds(own or ()) for own in request.melds]
    passed = [Passed(limit.seat, limit.action, limit.tile) for limit in request.passed]
    found = _asked(
        lambda: game.claims(
            request.discarder,
            request.tile,
            request.hands,
            melds=melds,
            passed=passed,
            last=request.last,
            wild=request.wild,
        ),
        None,
    )
    return ClaimsResult([ClaimResult(claim.seat, claim.action, format_tiles(claim.tiles)) for claim in found])


def settle(game: MahjongGame, request: SettleRequest) -> SettleResult:
    """Who pays whom for a win."""
    found = _asked(
        lambda: game.settle(
            request.winner,
            by=request.by,
            payer=request.payer,
            points=request.points,
            fan=request.fan,
            base=request.base,
            codes=request.codes,
            claims=request.claims,
            last_third=request.last_third,
        ),
        None,
    )
    return SettleResult(
        found.net,
        transfers_of(found),
        found.hits if game.rule_set.codes is not None else UNSET,
    )


OPERATIONS: Final = (
    Operation("win", WinRequest, win),
    Operation("waits", HandRequest, waits),
    Operation("shanten", HandRequest, shanten),
    Operation("discards", DiscardsRequest, discards),
    Operation("claims", ClaimsRequest, claims),
    Operation("settle", SettleRequest, settle),
)
