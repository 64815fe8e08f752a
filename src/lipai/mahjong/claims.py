"""Reading what ``MahjongGame.claims`` is asked with (SM-4, SM-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lipai._native.fan import ACTIONS
from lipai.errors import TableError
from lipai.mahjong.inputs import SEATS, MeldLike, TileLike, melds_of, tile_of
from lipai.mahjong.results import Claim, Passed
from lipai.numbers import whole
from lipai.tiles import TileInput

if TYPE_CHECKING:
    from lipai._native.fan import Fan
    from lipai.rules.mahjong import Claims

Limit = tuple[int, str, int | None]


def claims(
    fan: Fan,
    rules: Claims,
    discarder: int,
    tile: TileLike,
    hands: Sequence[TileInput | None],
    melds: Sequence[Sequence[MeldLike] | None] | None,
    passed: Sequence[Passed | Mapping[str, Any]],
    last: bool,
    wild: TileLike | None,
) -> tuple[Claim, ...]:
    """The options of all seats, the one that goes first first."""
    discarder = whole(discarder, "discarder", 0, SEATS - 1, TableError)
    for seat, hand in enumerate(_seats(hands, "hands")):
        if (hand is None) != (seat == discarder):
            message = "there is a hand for every seat but the discarder's, whose is null or None"
            raise TableError(message, argument=f"hands[{seat}]")
    given = [()] * SEATS if melds is None else _seats(melds, "melds")
    claimed = [melds_of(own or (), f"melds[{seat}]") for seat, own in enumerate(given)]
    limits = [_passed(rules, limit, f"passed[{i}]") for i, limit in enumerate(passed)]
    allowed = sum(1 << ACTIONS.index(action) for action in (rules.last if last else ACTIONS))
    return tuple([Claim(*each) for each in fan.claims(discarder, tile, hands, claimed, limits, allowed, wild)])


def _seats(given: Sequence[Any], what: str) -> Sequence[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise TypeError(f"{what} must be a sequence of four seats, not {type(given).__name__}")
    if len(given) != SEATS:
        raise TableError(f"{what} are those of four seats, not of {len(given)}", value=len(given), argument=what)
    return given


def _passed(rules: Claims, limit: Passed | Mapping[str, Any], what: str) -> Limit:
    if isinstance(limit, Mapping):
        if not {"seat", "action"} <= set(limit) <= {"seat", "action", "tile"}:
            raise TableError(f"{what} must have seat, action and, where it matters, tile", argument=what)
        limit = Passed(limit["seat"], limit["action"], limit.get("tile"))
    if not isinstance(limit, Passed):
        raise TypeError(f"{what} must be a Passed or a mapping, not {type(limit).__name__}")
    if limit.action not in rules.passed:
        message = f"{what}: what waits once it is passed up is {' or '.join(rules.passed)}, not {limit.action!r}"
        raise TableError(message, value=limit.action, argument=what)
    tile = None if limit.tile is None else tile_of(limit.tile, f"{what}.tile")
    return whole(limit.seat, f"{what}.seat", 0, SEATS - 1, TableError), limit.action, tile
