"""The operations of pile games beside rank and compare: check, arrange.

Each is a function of a game and its arguments that returns a result ready for JSON, in which a pile is its canonical
text; the library's errors come out as ``RequestError``s that name the argument at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from lipai.cards import parse_cards
from lipai.errors import DuplicateCardError, FieldError, LipaiError
from lipai.piles import Field, PileGame
from lipai.piles.expected import USUAL_DEALS, name_of
from lipai.piles.objective import MOST_BY_VALUE, NAMED, Named, decide
from lipai.requests.failure import RequestError, from_error
from lipai.requests.operations import Operation
from lipai.requests.ranking import Pile, place_of
from lipai.requests.schema import Cards, Request, Result

MOST_ARRANGEMENTS: Final = 1000
MOST_DEALS: Final = 1_000_000
MOST_SEED: Final = 2**63 - 1
NO_FIELD: Final = (
    "no field of opponents is shipped for these rules and this table: the strongest, not the highest expected value; "
    "'lipai field build' makes a field"
)


class CheckRequest(Request):
    """``check``: whether three piles are legal."""

    piles: Annotated[
        list[str | list[str]],
        Meta(min_length=3, max_length=3, description="a list of three piles, first to last, each a text or a list"),
    ]


class ArrangeRequest(Request):
    """``arrange``: the best arrangements of a hand."""

    hand: Cards
    objective: Annotated[
        Named | None, Meta(description=f"a text, one of {', '.join(map(repr, NAMED))}, or null for the default")
    ] = None
    players: Annotated[int | None, Meta(description="a number of players")] = None
    role: Annotated[str | None, Meta(description="a text, 'player' or 'banker', in banker games")] = None
    top: Annotated[
        int, Meta(ge=1, le=MOST_ARRANGEMENTS, description=f"a whole number from 1 to {MOST_ARRANGEMENTS}")
    ] = 1
    deals: Annotated[
        Annotated[int, Meta(ge=2, le=MOST_DEALS)] | None,
        Meta(description=f"a whole number from 2 to {MOST_DEALS}"),
    ] = None
    precision: Annotated[
        Annotated[float, Meta(gt=0)] | None, Meta(description="a standard error above 0 to stop at")
    ] = None
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_SEED)] | None, Meta(description=f"a whole number from 0 to {MOST_SEED}")
    ] = None


class CheckResult(Result):
    """Whether three piles are a legal arrangement, and if not, why."""

    legal: bool
    reason: str | None
    categories: tuple[str, ...]
    strengths: tuple[int, ...]


class ArrangementResult(Result):
    """One arrangement, piles from first to last; ``odds`` are those of winning, pushing and losing each pile."""

    piles: tuple[str, ...]
    categories: tuple[str, ...]
    names: tuple[str, ...]
    strengths: tuple[int, ...]
    value: float | None
    special: str | None
    odds: tuple[tuple[float, float, float], ...] | UnsetType = UNSET
    error: float | UnsetType = UNSET


class ArrangeResult(Result):
    """The best arrangements of a hand, best first, by which objective, and what is to be said of that."""

    arrangements: list[ArrangementResult]
    objective: str
    note: str | None


def check(game: PileGame, piles: Sequence[Pile]) -> CheckResult:
    """Whether ``piles``, first to last, are a legal arrangement of a hand."""
    try:
        found = game.check(piles)
    except LipaiError as error:
        raise blame(game, piles, error) from None
    return CheckResult(found.legal, found.reason, found.categories, found.strengths)


def arrange(
    game: PileGame,
    hand: Pile,
    *,
    objective: str | None = None,
    players: int | None = None,
    role: str | None = None,
    field: Field | None = None,
    top: int = 1,
    **simulation: Any,
) -> ArrangeResult:
    """The ``top`` best arrangements of ``hand`` for a table of ``players``."""
    at = {"players": players, "role": role, "field": field, **simulation}
    try:
        chosen, drawn_from, _ = decide(game, objective, **at)
        found = game.arrange(hand, objective=chosen, top=top, **at)
    except FieldError as error:
        raise RequestError(error.code, str(error), "objective") from None
    except LipaiError as error:
        raise from_error(error, error.argument or "hand") from None
    notes = [NO_FIELD] if chosen == "strongest" != objective else []
    if drawn_from is not None and not drawn_from.same_stakes:
        name = f"the field {name_of(game, players, role)}" if field is None else "a field"
        notes.append(f"opponents arrange as in {name}, which was made under other stakes: values are approximate")
    if drawn_from is not None and len(found) == MOST_BY_VALUE < top:
        notes.append(f"with a value there are the best {MOST_BY_VALUE} arrangements, not {top}")
    return ArrangeResult(
        [
            ArrangementResult(
                *(a.text, a.categories, a.names, a.strengths, a.value, a.special),
                odds=UNSET if a.odds is None else a.odds,
                error=UNSET if a.error is None else a.error,
            )
            for a in found
        ],
        chosen,
        "; ".join(notes) or None,
    )


def blame(game: PileGame, piles: Sequence[Pile], error: LipaiError) -> RequestError:
    """The fault of three piles, with the pile that it is in."""
    if isinstance(error.position, tuple):
        i, place = error.position
        if isinstance(error, DuplicateCardError):
            place = place_of(piles[i], str(error.value), place)
        return RequestError(error.code, str(error), f"piles[{i}]", place)
    for i, pile in enumerate(piles):
        if len(parse_cards(pile)) != game.pile_sizes[i]:
            return from_error(error, f"piles[{i}]")
    return from_error(error, "piles")


def _run_check(game: PileGame, request: CheckRequest) -> CheckResult:
    return check(game, request.piles)


def _run_arrange(game: PileGame, request: ArrangeRequest) -> ArrangeResult:
    how: dict[str, Any] = {"deals": request.deals, "precision": request.precision, "seed": request.seed}
    if request.objective == "simulate" and request.precision is not None and request.deals is None:
        how["deals"] = MOST_DEALS
    return arrange(
        game,
        request.hand,
        objective=request.objective,
        players=request.players,
        role=request.role,
        top=request.top,
        **how,
    )


# Microseconds of one core, more than were measured: of an arrangement beside the best, and of a deal for four players.
EACH_ARRANGEMENT: Final = 20
EACH_DEAL: Final = 120


def _cost_of_arranging(_game: PileGame, request: ArrangeRequest) -> int:
    if request.objective != "simulate":
        return EACH_ARRANGEMENT * (4 + request.top)
    usual = USUAL_DEALS if request.precision is None else MOST_DEALS
    return EACH_DEAL * (usual if request.deals is None else request.deals)


OPERATIONS: Final = (
    Operation("check", CheckRequest, _run_check),
    Operation("arrange", ArrangeRequest, _run_arrange, _cost_of_arranging),
)
