"""The operations of stud games beside rank and compare: banker, showdown, equity.

As in ``lipai.requests.ranking``, each is a function of a game and its arguments whose result is ready for JSON, and the
library's errors come out as ``RequestError``s that name the argument at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from lipai._native.cards import count_error
from lipai.cards import parse_cards
from lipai.errors import LipaiError
from lipai.requests.failure import RequestError
from lipai.requests.operations import Operation
from lipai.requests.ranking import Pile, place_of
from lipai.requests.schema import Request, Result
from lipai.stud import StudGame, StudSeat

# What one request may ask for: seconds of work, not hours.
MOST_SAMPLES: Final = 10_000_000
MOST_CASES: Final = 100_000_000_000
USUAL_SAMPLES: Final = 1_000_000
USUAL_CASES: Final = 10_000_000_000

Hands = Annotated[
    list[str | list[str] | None],
    Meta(description="a list of a text or a list of cards for each seat, null where it has folded"),
]
PLAYERS: Final = (
    'a list of a seat each: {"hole": card or null, "up": cards}, with "folded": true where it has, or null for a '
    "folded seat of which nothing is known"
)


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """What is known of a seat."""

    up: str | list[str] = ""
    hole: str | list[str] | None = None
    folded: bool = False


class BankerRequest(Request):
    """``banker``: who acts first."""

    up: Hands
    winner: Annotated[int | None, Meta(description="the seat of the winner of the last game")] = None
    entered: Annotated[int | None, Meta(description="the seat of the player who entered first")] = None


class ShowdownRequest(Request):
    """``showdown``: who wins at the opening."""

    hands: Annotated[
        Hands, Meta(description="a list of a hand for each seat, each a text or a list, null where folded")
    ]


class EquityRequest(Request):
    """``equity``: each seat's chance to win at the opening."""

    players: Annotated[list[Seat | None], Meta(description=PLAYERS)]
    samples: Annotated[int, Meta(ge=1, le=MOST_SAMPLES, description=f"a whole number from 1 to {MOST_SAMPLES}")] = (
        USUAL_SAMPLES
    )
    seed: Annotated[int, Meta(ge=0, description="a whole number from 0 to 2**64 - 1")] = 0
    limit: Annotated[int, Meta(ge=0, le=MOST_CASES, description=f"a whole number from 0 to {MOST_CASES}")] = USUAL_CASES


class BankerResult(Result):
    """The banker's seat."""

    seat: int


class ShowdownResult(Result):
    """The winner's seat, the seats that have not folded, the largest hand first, and by seat what each holds."""

    seat: int
    ranking: tuple[int, ...]
    categories: tuple[str | None, ...]
    names: tuple[str | None, ...]
    strengths: tuple[int | None, ...]


class EquityResult(Result):
    """Chances by seat, whether they are exact, the deals looked at, the largest standard error, and deals won."""

    equity: tuple[float, ...]
    exact: bool
    cases: int
    stderr: float
    wins: tuple[int, ...]


def banker(
    game: StudGame, up: Sequence[Pile | None], *, winner: int | None = None, entered: int | None = None
) -> BankerResult:
    """The banker by the up-cards of each seat, or before there are any."""
    try:
        return BankerResult(game.banker(up, winner=winner, entered=entered))
    except LipaiError as error:
        raise _largest(up, "up", error) from None


def showdown(game: StudGame, hands: Sequence[Pile | None]) -> ShowdownResult:
    """The winner among hands."""
    try:
        found = game.showdown(hands)
    except LipaiError as error:
        raise _largest(hands, "hands", error) from None
    return ShowdownResult(found.seat, found.ranking, found.categories, found.names, found.strengths)


def equity(
    game: StudGame,
    players: Sequence[Seat | None],
    *,
    samples: int = USUAL_SAMPLES,
    seed: int = 0,
    limit: int = USUAL_CASES,
    threads: int = 1,
) -> EquityResult:
    """The chances of a table."""
    seats = [_seat(number, seat) for number, seat in enumerate(players)]
    try:
        found = game.equity(seats, samples=samples, seed=seed, limit=limit, threads=threads)
    except LipaiError as error:
        if not isinstance(error.position, tuple):
            raise RequestError(error.code, str(error), error.argument) from None
        number, place = error.position  # among the seat's cards, the hole card first
        seat = players[number] or Seat()
        if seat.hole is not None and place == 0:
            raise _blame(f"players[{number}].hole", seat.hole, 0, error) from None
        raise _blame(f"players[{number}].up", seat.up, place - (seat.hole is not None), error) from None
    return EquityResult(found.equity, found.exact, found.cases, found.stderr, found.wins)


def _count(cards: Pile, most: int, where: str, field: str) -> int:
    """How many cards there are; refuses what is none, and too many."""
    try:
        n = len(parse_cards(cards))
        if n > most:
            raise count_error("at most", cards, n, most)
    except LipaiError as error:
        position = error.position if isinstance(error.position, int) else None
        raise RequestError(error.code, f"{where}: {error}", field, position) from None
    return n


def _blame(field: str, cards: Pile, place: int, error: LipaiError) -> RequestError:
    """A fault of cards that could be read, with their place among them."""
    if error.code == "wrong_count":
        return RequestError(error.code, str(error), field)
    return RequestError(error.code, str(error), field, place_of(cards, str(error.value), place))


def _largest(hands: Sequence[Pile | None], argument: str, error: LipaiError) -> RequestError:
    """The fault of a table of hands, with the seat that it is in."""
    for seat, hand in enumerate(hands):
        if hand is not None:
            _count(hand, 5, f"seat {seat}", f"{argument}[{seat}]")
    if not isinstance(error.position, tuple):
        return RequestError(error.code, str(error), error.argument)
    seat, place = error.position
    return _blame(f"{argument}[{seat}]", hands[seat] or "", place, error)


def _seat(number: int, seat: Seat | None) -> StudSeat | None:
    if seat is None:
        return None
    if seat.hole is not None and _count(seat.hole, 1, f"seat {number}, hole", f"players[{number}].hole") == 0:
        message = f"seat {number}, hole: one card, or null where it is not known"
        raise RequestError("wrong_count", message, f"players[{number}].hole")
    _count(seat.up, 4, f"seat {number}, up", f"players[{number}].up")
    return StudSeat(seat.up, seat.hole, seat.folded)


def _run_banker(game: StudGame, request: BankerRequest) -> BankerResult:
    return banker(game, request.up, winner=request.winner, entered=request.entered)


def _run_showdown(game: StudGame, request: ShowdownRequest) -> ShowdownResult:
    return showdown(game, request.hands)


def _run_equity(game: StudGame, request: EquityRequest) -> EquityResult:
    return equity(game, request.players, samples=request.samples, seed=request.seed, limit=request.limit)


# Deals counted, and sampled, in a microsecond of one core: fewer than were measured.
COUNTED: Final = 10_000
SAMPLED: Final = 3


def _cost_of_equity(_game: StudGame, request: EquityRequest) -> int:
    return max(request.limit // COUNTED, request.samples // SAMPLED)


OPERATIONS: Final = (
    Operation("banker", BankerRequest, _run_banker),
    Operation("showdown", ShowdownRequest, _run_showdown),
    Operation("equity", EquityRequest, _run_equity, _cost_of_equity),
)
