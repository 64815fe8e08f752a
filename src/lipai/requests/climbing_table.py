"""The operations of climbing games on a table: auction, settle, solve.

As in ``lipai.requests.climbing``, the library's errors come out as ``RequestError``s that name the argument at fault;
results are those of the library, and functions of their own make them ready for JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import Meta

from lipai.climbing import Auction, ClimbingGame, ClimbingSettlement, Solution
from lipai.climbing.endgame import USUAL_MEMORY
from lipai.errors import LipaiError
from lipai.requests.climbing import OVER, Hand, Over, Played, ReadingResult, played, reading_result
from lipai.requests.failure import RequestError, from_error
from lipai.requests.operations import Operation
from lipai.requests.schema import Request, Result, TransferResult, transfers_of

USUAL_SECONDS: Final = 10
MOST_SECONDS: Final = 3600
MOST_MEMORY: Final = 4096  # MiB


class AuctionRequest(Request):
    """``auction``: who speaks, or who has become landlord."""

    mode: Annotated[str, Meta(description="a text, 'call' or 'rob'")]
    first: Annotated[int, Meta(description="the seat that speaks first")] = 0
    bids: Annotated[
        tuple[bool | int, ...],
        Meta(description="a list of the bids so far: 0 to 3 each, or true or false in the mode 'rob'"),
    ] = ()


class SettleRequest(Request):
    """``settle``: who pays whom; each game has fields of its own."""

    winner: Annotated[int, Meta(description="the seat that has no cards left")]
    base: Annotated[int, Meta(description="a whole number, what one unit is worth")] = 1
    landlord: Annotated[int | None, Meta(description="a seat")] = None
    multiplier: Annotated[int | None, Meta(description="a whole number, the auction's multiplier")] = None
    bombs: Annotated[int | None, Meta(description="a whole number, the bombs and rockets played")] = None
    spring: Annotated[bool | None, Meta(description="true or false: whether the losers played nothing")] = None
    left: Annotated[int | None, Meta(description="a whole number, the cards that the loser has left")] = None
    shut_out: Annotated[bool | None, Meta(description="true or false: whether the loser played nothing")] = None


class SolveRequest(Request):
    """``solve``: whether the side to move wins an endgame, and by which move."""

    hands: Annotated[
        list[str | list[str]],
        Meta(min_length=2, max_length=3, description="a list of two or three hands by seat, each a text or a list"),
    ]
    landlord: Annotated[int, Meta(description="a seat")] = 0
    turn: Annotated[int, Meta(description="the seat to move")] = 0
    over: Annotated[Over | None, Meta(description=OVER + ", or null to lead")] = None
    passes: Annotated[int, Meta(description="a whole number, how many have passed since the last play")] = 0
    nodes: Annotated[
        Annotated[int, Meta(ge=1)] | None, Meta(description="a whole number from 1 on, or null for no limit")
    ] = None
    seconds: Annotated[float, Meta(gt=0, le=MOST_SECONDS, description=f"a number above 0, {MOST_SECONDS} at most")] = (
        USUAL_SECONDS
    )
    memory: Annotated[int, Meta(ge=1, le=MOST_MEMORY, description=f"a whole number of MiB, 1 to {MOST_MEMORY}")] = (
        USUAL_MEMORY
    )


class AuctionResult(Result):
    """The state of an auction; ``legal`` is what the next seat may bid."""

    landlord: int | None
    multiplier: int
    next: int | None
    redeal: bool
    holder: int | None
    legal: tuple[bool | int, ...]


class SettleResult(Result):
    """Who pays whom."""

    net: tuple[int, ...]
    transfers: list[TransferResult]


class SolveResult(Result):
    """Whether the side to move wins, by which move, and what that is played as; else the limit that came first."""

    outcome: str
    move: str | None
    reading: ReadingResult | None
    limit: str | None
    nodes: int


def auction(game: ClimbingGame, mode: str, first: int = 0, bids: Sequence[int | bool] = ()) -> Auction:
    """The auction after some bids."""
    try:
        return game.auction(mode, first, bids)
    except LipaiError as error:
        raise from_error(error, error.argument) from None


def settlement(game: ClimbingGame, **given: Any) -> ClimbingSettlement:
    """The settlement of one game."""
    try:
        return game.settle(**given)
    except LipaiError as error:
        raise from_error(error, error.argument) from None


def solution(
    game: ClimbingGame,
    hands: Sequence[Hand],
    *,
    landlord: int = 0,
    turn: int = 0,
    over: Hand | Played | None = None,
    passes: int = 0,
    nodes: int | None = None,
    seconds: float | None = USUAL_SECONDS,
    memory: int = USUAL_MEMORY,
) -> Solution:
    """The solution of one endgame."""
    last = None if over is None else played(game, over)
    try:
        return game.solve(
            hands,
            landlord=landlord,
            turn=turn,
            over=last,
            passes=passes,
            nodes=nodes,
            seconds=seconds,
            memory=memory,
        )
    except LipaiError as error:
        field, position = error.argument, None
        if isinstance(error.position, tuple):
            seat, position = error.position
            field = f"hands[{seat}]" if seat < len(hands) else "over"
        raise RequestError(error.code, str(error), field, position) from None


def auction_result(found: Auction) -> AuctionResult:
    """An auction ready for JSON."""
    return AuctionResult(found.landlord, found.multiplier, found.next, found.redeal, found.holder, found.legal)


def settle_result(found: ClimbingSettlement) -> SettleResult:
    """A settlement ready for JSON."""
    return SettleResult(
        found.net,
        transfers_of(found),
    )


def solve_result(game: ClimbingGame, found: Solution) -> SolveResult:
    """A solution ready for JSON."""
    reading = None if found.reading is None else reading_result(game, found.reading)
    return SolveResult(found.outcome, found.move, reading, found.limit, found.nodes)


def _run_auction(game: ClimbingGame, request: AuctionRequest) -> AuctionResult:
    return auction_result(auction(game, request.mode, request.first, request.bids))


def _run_settle(game: ClimbingGame, request: SettleRequest) -> SettleResult:
    return settle_result(
        settlement(
            game,
            winner=request.winner,
            base=request.base,
            landlord=request.landlord,
            multiplier=request.multiplier,
            bombs=request.bombs,
            spring=request.spring,
            left=request.left,
            shut_out=request.shut_out,
        )
    )


def _run_solve(game: ClimbingGame, request: SolveRequest) -> SolveResult:
    found = solution(
        game,
        request.hands,
        landlord=request.landlord,
        turn=request.turn,
        over=request.over,
        passes=request.passes,
        nodes=request.nodes,
        seconds=request.seconds,
        memory=request.memory,
    )
    return solve_result(game, found)


def _cost_of_solving(_game: ClimbingGame, request: SolveRequest) -> int:
    return int(request.seconds * 1_000_000)


OPERATIONS: Final = (
    Operation("auction", AuctionRequest, _run_auction),
    Operation("settle", SettleRequest, _run_settle),
    Operation("solve", SolveRequest, _run_solve, _cost_of_solving),
)
