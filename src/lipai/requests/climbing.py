"""The operations of climbing games on hands and plays: classify, beats, moves, split.

Each is a function of a game and its arguments that returns a result ready for JSON, in which cards are canonical bare
ranks; the library's errors come out as ``RequestError``s that name the argument at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from lipai.climbing import ClimbingGame, Reading
from lipai.errors import LipaiError
from lipai.requests.failure import RequestError, from_error
from lipai.requests.operations import Operation
from lipai.requests.schema import Cards, Request, Result

Hand = str | Sequence[str]


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """Cards that are to be beaten, and which of their readings is meant."""

    cards: str | list[str]
    kind: str | None = None
    length: int | None = None


OVER: Final = "a text of cards, a list of card texts, or an object of cards, kind and length"
Over = str | list[str] | Played


class ClassifyRequest(Request):
    """``classify``: what cards can be played as."""

    cards: Cards


class BeatsRequest(Request):
    """``beats``: whether cards beat a play."""

    cards: Cards
    over: Annotated[Over, Meta(description=OVER)]


class MovesRequest(Request):
    """``moves``: what a hand can lead, or play on a play."""

    hand: Cards
    over: Annotated[Over | None, Meta(description=OVER + ", or null to lead")] = None


class SplitRequest(Request):
    """``split``: the fewest plays that a hand can be parted into."""

    hand: Cards


class ReadingResult(Result):
    """What cards are played as; ``cards`` and ``kickers`` are bare ranks, ``rank`` is the highest of the body."""

    kind: str
    rank: str
    length: int
    kickers: str
    cards: str
    name: str


class ClassifyResult(Result):
    """All readings in order; the reason where there is none, also as a word."""

    readings: list[ReadingResult]
    reason: str | None
    fault: str | None


class BeatsResult(Result):
    """Whether cards beat a play, and as what."""

    beats: bool
    reading: ReadingResult | None


class MovesResult(Result):
    """Every play, sorted as text."""

    moves: list[str]
    count: int


class SplitResult(Result):
    """The fewest plays, those of many cards first, and their kinds."""

    plays: list[str]
    count: int
    kinds: list[str]


def classify(game: ClimbingGame, cards: Hand, field: str = "cards") -> ClassifyResult:
    """What ``cards`` can be played as."""
    try:
        found = game.classify(cards)
    except LipaiError as error:
        raise from_error(error, field) from None
    return ClassifyResult([reading_result(game, reading) for reading in found.readings], found.reason, found.fault)


def beats(game: ClimbingGame, cards: Hand, over: Hand | Played) -> BeatsResult:
    """Whether ``cards`` beat the play ``over``."""
    last = played(game, over)
    try:
        found = game.beats(cards, last)
    except LipaiError as error:
        raise from_error(error, "cards") from None
    return BeatsResult(found is not None, None if found is None else reading_result(game, found))


def moves(game: ClimbingGame, hand: Hand, over: Hand | Played | None = None) -> MovesResult:
    """What ``hand`` can lead, or play on ``over``."""
    last = None if over is None else played(game, over)
    try:
        found = game.moves(hand, last)
    except LipaiError as error:
        raise from_error(error, "hand") from None
    return MovesResult(found, len(found))


def split(game: ClimbingGame, hand: Hand) -> SplitResult:
    """The fewest plays that ``hand`` can be parted into."""
    try:
        found = game.split(hand)
    except LipaiError as error:
        raise from_error(error, "hand") from None
    return SplitResult([play.cards for play in found], len(found), [play.kind for play in found])


def played(game: ClimbingGame, over: Hand | Played, field: str = "over") -> Reading:
    """The reading that is to be beaten."""
    if not isinstance(over, Played):
        over, field = Played(over if isinstance(over, str) else list(over)), field
    else:
        field += ".cards"
        if over.kind is not None and over.kind not in game.kinds:
            there_are = ", ".join(game.kinds)
            raise RequestError("bad_request", f"no kind {over.kind!r} in {game.id}; there are {there_are}", "over.kind")
    try:
        return game.reading(over.cards, kind=over.kind, length=over.length)
    except LipaiError as error:
        raise from_error(error, field) from None


def reading_result(game: ClimbingGame, reading: Reading) -> ReadingResult:
    """A reading ready for JSON."""
    kind = reading.kind
    return ReadingResult(kind, reading.rank, reading.length, reading.kickers, reading.cards, game.kind_name(kind))


def _run_classify(game: ClimbingGame, request: ClassifyRequest) -> ClassifyResult:
    return classify(game, request.cards)


def _run_beats(game: ClimbingGame, request: BeatsRequest) -> BeatsResult:
    return beats(game, request.cards, request.over)


def _run_moves(game: ClimbingGame, request: MovesRequest) -> MovesResult:
    return moves(game, request.hand, request.over)


def _run_split(game: ClimbingGame, request: SplitRequest) -> SplitResult:
    return split(game, request.hand)


OPERATIONS: Final = (
    Operation("classify", ClassifyRequest, _run_classify),
    Operation("beats", BeatsRequest, _run_beats),
    Operation("moves", MovesRequest, _run_moves),
    Operation("split", SplitRequest, _run_split),
)
