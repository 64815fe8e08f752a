"""The operations of games that rank piles or hands: rank, compare.

Each is a function of a game and its arguments that returns a result ready for JSON, in which cards are their canonical
text; the library's errors come out as ``RequestError``s that name the argument at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from lipai.cards import parse_cards
from lipai.errors import DuplicateCardError, LipaiError
from lipai.ranked import RankedGame
from lipai.requests.failure import from_error
from lipai.requests.operations import Operation
from lipai.requests.schema import Cards, Request, Result

Pile = str | Sequence[str]


class RankRequest(Request):
    """``rank``: what a pile or a hand is worth."""

    cards: Cards


class CompareRequest(Request):
    """``compare``: which of two piles or hands is larger."""

    a: Cards
    b: Cards


class RankResult(Result):
    """What a pile or a hand is worth; ``cards`` are in reading order."""

    category: str
    strength: int
    name: str
    cards: str


class CompareResult(Result):
    """1 where the pile ``a`` is the larger, -1 where ``b`` is, 0 where neither is."""

    result: int


def rank(game: RankedGame[Any], cards: Pile, field: str = "cards") -> RankResult:
    """What the pile or the hand ``cards`` is worth."""
    try:
        found = game.rank(cards)
    except LipaiError as error:
        raise from_error(error, field) from None
    return RankResult(found.category, found.strength, found.name, found.text)


def compare(game: RankedGame[Any], a: Pile, b: Pile) -> int:
    """1 where ``a`` is the larger pile, -1 where ``b`` is, 0 where neither is."""
    try:
        return game.compare(a, b)
    except LipaiError as error:
        rank(game, a, "a")
        rank(game, b, "b")
        raise from_error(error, None) from None


def place_of(pile: Pile, token: str, place: int) -> int:
    """Where ``token`` is in ``pile``: in a text its character, not its number, which is ``place``."""
    if isinstance(pile, str):
        try:
            parse_cards(f"{token} {pile}")
        except DuplicateCardError as error:
            if isinstance(error.position, int):
                return error.position - len(token) - 1
    return place


def _run_rank(game: RankedGame[Any], request: RankRequest) -> RankResult:
    return rank(game, request.cards)


def _run_compare(game: RankedGame[Any], request: CompareRequest) -> CompareResult:
    return CompareResult(compare(game, request.a, request.b))


OPERATIONS: Final = (
    Operation("rank", RankRequest, _run_rank),
    Operation("compare", CompareRequest, _run_compare),
)
