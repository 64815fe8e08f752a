"""The operations of pile games that are about money: specials, settle.

As in ``lipai.requests.piles``, each is a function of a game and its arguments whose result is ready for JSON, and the
library's errors come out as ``RequestError``s that name the argument at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from lipai._native.cards import count_error
from lipai.cards import format_cards, parse_cards
from lipai.errors import LipaiError
from lipai.piles import Declared, PileGame, Settlement
from lipai.requests.failure import RequestError, from_error
from lipai.requests.operations import Operation
from lipai.requests.piles import check
from lipai.requests.ranking import Pile, place_of
from lipai.requests.schema import Cards, Request, Result, TransferResult

Three = Annotated[list[str | list[str]], Meta(min_length=3, max_length=3)]

PLAYERS: Final = 'a list of players: {"piles": [three piles, first to last]} or {"special": its name, "hand": cards}'


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A player: three piles, or a special and the whole hand."""

    piles: Three | None = None
    special: str | None = None
    hand: str | list[str] | None = None


class SpecialsRequest(Request):
    """``specials``: what a hand holds."""

    hand: Cards
    piles: Annotated[Three | None, Meta(description="the hand's three piles, first to last, each a text or a list")] = (
        None
    )


class SettleRequest(Request):
    """``settle``: who pays whom."""

    players: Annotated[list[Seat], Meta(description=PLAYERS)]
    base: Annotated[int, Meta(description="a whole number, what one unit is worth")] = 1
    banker: Annotated[int | None, Meta(description="a seat")] = None
    bets: Annotated[list[int] | None, Meta(description="a list of whole numbers, one a seat, 0 at the banker's")] = None
    chips: Annotated[int | None, Meta(description="a whole number, the banker's chips")] = None


class SpecialResult(Result):
    """A special, with points, or a bonus, with a multiple; its cards, in three piles where it is one of three piles."""

    name: str
    name_zh: str
    points: int | None
    multiple: int | None
    jokers: int
    clause: str
    cards: str
    piles: tuple[str, ...] | None


class SpecialsResult(Result):
    """What a hand holds, the special to declare first."""

    specials: list[SpecialResult]


class PileTransferResult(TransferResult):
    """The same with what it is for; ``pile`` is the name of a pile."""

    pile: str | None
    special: str | None


class SettleResult(Result):
    """Who pays whom; the rest as in ``lipai.Settlement``."""

    net: tuple[int, ...]
    transfers: list[PileTransferResult]
    outcomes: tuple[tuple[tuple[int, int, int] | None, ...], ...]
    places: tuple[tuple[int, int, int], ...] | None
    categories: tuple[tuple[str, str, str] | None, ...]
    fouls: tuple[bool, ...]


def specials(game: PileGame, hand: Pile, piles: Sequence[Pile] | None = None) -> SpecialsResult:
    """The specials or bonuses of ``hand``; with its ``piles`` also what is bound to how it is laid out."""
    if piles is not None:
        check(game, piles)
    try:
        found = game.specials(hand, piles)
    except LipaiError as error:
        if piles is not None and isinstance(error.position, tuple):
            i, place = error.position
            place = place_of(piles[i], str(error.value), place)
            raise RequestError(error.code, str(error), f"piles[{i}]", place) from None
        raise from_error(error, "piles" if error.code == "foul" else "hand") from None
    return SpecialsResult(
        [
            SpecialResult(
                one.name,
                one.name_zh,
                one.points,
                one.multiple,
                one.jokers,
                one.clause,
                format_cards(one.cards),
                None if one.piles is None else tuple(map(format_cards, one.piles)),
            )
            for one in found
        ]
    )


def settlement(
    game: PileGame,
    players: Sequence[Seat],
    *,
    base: int = 1,
    banker: int | None = None,
    bets: Sequence[int] | None = None,
    chips: int | None = None,
) -> Settlement:
    """The settlement of one table; a fault is told with the field of the request that it is in."""
    laid = [_player(game, seat, player) for seat, player in enumerate(players)]
    try:
        return game.settle(laid, base=base, banker=banker, bets=bets, chips=chips)
    except LipaiError as error:
        raise _blame(game, players, error) from None


def settle(
    game: PileGame,
    players: Sequence[Seat],
    *,
    base: int = 1,
    banker: int | None = None,
    bets: Sequence[int] | None = None,
    chips: int | None = None,
) -> SettleResult:
    """Who pays whom at one table, and why."""
    return result_of(game, settlement(game, players, base=base, banker=banker, bets=bets, chips=chips))


def result_of(game: PileGame, found: Settlement) -> SettleResult:
    """A settlement ready for JSON."""
    transfers = [
        PileTransferResult(
            paid.from_seat,
            paid.to_seat,
            paid.amount,
            paid.clause,
            paid.why,
            None if paid.pile is None else game.pile_names[paid.pile],
            paid.special,
        )
        for paid in found.transfers
    ]
    return SettleResult(found.net, transfers, found.outcomes, found.places, found.categories, found.fouls)


def _player(game: PileGame, seat: int, player: Seat) -> Sequence[Pile] | Declared:
    field = f"players[{seat}]"
    if player.piles is not None and player.special is None and player.hand is None:
        for i, (pile, size) in enumerate(zip(player.piles, game.pile_sizes, strict=True)):
            _count(pile, size, f"seat {seat}, the {game.pile_names[i]}", f"{field}.piles[{i}]")
        return player.piles
    if player.special is not None and player.hand is not None and player.piles is None:
        _count(player.hand, game.hand_size, f"seat {seat}, its hand", f"{field}.hand")
        return Declared(player.special, player.hand)
    raise RequestError("bad_request", f'{field} must be {{"piles": …}} or {{"special": …, "hand": …}}', field)


def _count(cards: Pile, size: int, where: str, field: str) -> None:
    """Refuses cards that are none, or too many or too few."""
    try:
        n = len(parse_cards(cards))
        if n != size:
            raise count_error("", cards, n, size)
    except LipaiError as error:
        position = error.position if isinstance(error.position, int) else None
        raise RequestError(error.code, f"{where}: {error}", field, position) from None


def _blame(game: PileGame, players: Sequence[Seat], error: LipaiError) -> RequestError:
    """The fault of a table, with the field that it is in."""
    field, position = error.argument, None
    if isinstance(error.position, tuple):
        seat, index = error.position
        player = players[seat]
        if field == "bets":
            position = seat
        elif field == "declared":
            field = f"players[{seat}].special"
        elif player.piles is None:
            field = f"players[{seat}].hand"
            position = place_of(player.hand or "", str(error.value), index)
        else:
            i = 0
            while index >= game.pile_sizes[i]:
                index -= game.pile_sizes[i]
                i += 1
            field = f"players[{seat}].piles[{i}]"
            position = None if error.code == "foul" else place_of(player.piles[i], str(error.value), index)
    return RequestError(error.code, str(error), field, position)


def _run_specials(game: PileGame, request: SpecialsRequest) -> SpecialsResult:
    return specials(game, request.hand, request.piles)


def _run_settle(game: PileGame, request: SettleRequest) -> SettleResult:
    return settle(
        game,
        request.players,
        base=request.base,
        banker=request.banker,
        bets=request.bets,
        chips=request.chips,
    )


OPERATIONS: Final = (
    Operation("specials", SpecialsRequest, _run_specials),
    Operation("settle", SettleRequest, _run_settle),
)
