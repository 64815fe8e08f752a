"""What an arrangement goes by: the one place that decides on the objective and on the field or utilities it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NoReturn, get_args

from lipai._native.expected import MOST_CHOICES, Field
from lipai._native.piles import Utilities
from lipai.errors import TableError
from lipai.piles import expected

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lipai.piles.game import PileGame

# What needs no arrays, and can be asked for in a request and on the command line.
Named = Literal["expected", "simulate", "strongest"]
NAMED: Final[tuple[str, ...]] = get_args(Named)
OBJECTIVES: Final = (*NAMED, "utilities")
MOST_BY_VALUE: Final = MOST_CHOICES  # arrangements that have an expected value
OF_FIELDS: Final = ("expected", "simulate")


class Chosen(NamedTuple):
    """An objective, with the field that it draws opponents from or the utilities that it adds up, where it does."""

    objective: str
    field: Field | None = None
    utilities: Utilities | None = None


def decide(
    game: PileGame,
    objective: str | None = None,
    utilities: Utilities | Sequence[ArrayLike] | None = None,
    players: int | None = None,
    role: str | None = None,
    field: Field | None = None,
    **simulation: object,
) -> Chosen:
    """What arguments of ``arrange`` come to, all of them checked; ``simulation`` are those that it alone takes.

    Raises TableError, whose ``argument`` is the one at fault, and FieldError where no field serves what is asked for.
    """
    if objective is not None and objective not in OBJECTIVES:
        there_are = ", ".join(f'"{name}"' for name in OBJECTIVES)
        _refuse("objective", f"objective must be one of {there_are}, not {objective!r}", objective)
    expected.table_of(game, players, role)
    if utilities is not None:
        if objective not in (None, "utilities"):
            _refuse("utilities", f'objective "{objective}" takes no utilities')
        objective = "utilities"
    elif objective == "utilities":
        _refuse("utilities", 'objective "utilities" needs utilities')
    if field is not None:
        if objective not in (None, *OF_FIELDS):
            _refuse("field", 'a field is for the objectives "expected" and "simulate"')
        objective = objective or "expected"
    for name, value in simulation.items():
        if value is not None and objective != "simulate":
            _refuse(name, f'{name} is for the objective "simulate"', value)
    if objective is None:
        fitting = expected.fitting(game, players, role)
        return Chosen("strongest" if fitting is None else "expected", fitting)
    if objective in OF_FIELDS:
        return Chosen(objective, expected.loaded(game, field, players, role))
    return Chosen(objective, utilities=None if utilities is None else _prepared(game, utilities))


def _refuse(argument: str, message: str, value: object = None) -> NoReturn:
    raise TableError(message, value=value, argument=argument)


def _prepared(game: PileGame, utilities: Utilities | Sequence[ArrayLike]) -> Utilities:
    if isinstance(utilities, Utilities):
        return utilities
    if not hasattr(utilities, "__len__"):
        raise TypeError(f"utilities must be three tables, first to last pile, not {type(utilities).__name__}")
    if len(utilities) != 3:
        _refuse("utilities", f"utilities must be three tables, first to last pile, not {len(utilities)}")
    return game.utilities(*utilities)
