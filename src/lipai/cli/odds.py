"""Expected value on the command line: the options of ``lipai arrange``, and values and odds as people see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from msgspec import UNSET

from lipai.cli.program import UserError
from lipai.cli.words import say
from lipai.errors import LipaiError
from lipai.piles import PileGame
from lipai.requests import RequestError
from lipai.requests import piles as operations

if TYPE_CHECKING:
    from rich.text import Text

Command = TypeVar("Command", bound=Callable[..., Any])
Chances = Sequence[tuple[float, float, float]]

WIDTH: Final = 20
SIGNS: Final = (("█", "green"), ("▒", "yellow"), ("░", "red"))  # told apart without colour, too

WORDS: Final = ("win", "push", "lose")


def objective_options(command: Command) -> Command:
    """``--objective`` and what goes with it."""
    for option in (
        click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="simulate: which deals are played."),
        click.option("--precision", type=float, help="simulate: go on until the standard error is no larger."),
        click.option("--deals", type=click.IntRange(2, 10_000_000), help="simulate: how many deals; 1000 by default."),
        click.option("--role", type=click.Choice(["player", "banker"]), help="Whose hand it is, in banker games."),
        click.option("--players", type=int, help="How many are at the table; 4 by default."),
        click.option(
            "--objective",
            metavar="|".join(operations.OBJECTIVES),
            help="What is best; by default expected, or strongest where no field of opponents fits the rules.",
        ),
    ):
        command = option(command)
    return command


def checked(game: PileGame, how: dict[str, Any]) -> dict[str, Any]:
    """The arguments of ``arrange`` that the options mean; what is at fault in all hands is said once."""
    objective, players, role = how["objective"], how["players"], how["role"]
    try:
        operations.check_objective(game, objective, players, role)
        if objective in ("expected", "simulate"):
            game.field(players, role)
    except RequestError as error:
        raise UserError(error.fault.message) from None
    except LipaiError as error:
        raise UserError(str(error)) from None
    if objective != "simulate":
        if how["deals"] is not None or how["precision"] is not None:
            raise UserError("--deals and --precision are for --objective simulate")
        return {"objective": objective, "players": players, "role": role}
    if how["precision"] is not None and not how["precision"] > 0:
        raise UserError("--precision must be above 0")
    return how


def plain(found: operations.ArrangementResult) -> list[str]:
    """The columns of a value and of a special for programs."""
    if found.value is None:
        return []
    columns = [f"{found.value:.4f}"]
    if found.special is not None:
        columns.append(found.special)
    return columns


def worth(found: operations.ArrangementResult, lang: str) -> str | None:
    """The value, its error, and what to declare, in words; None where there is no value."""
    if found.value is None:
        return None
    text = f"{say('value', lang)} {found.value:+.3f}"
    if found.error is not UNSET:
        text += f" ± {found.error:.3f}"
    if found.special is not None:
        text += f"  {say('declare', lang)}: {say(found.special, lang)}"
    if found.odds is not UNSET:
        text += "".join(f"  {sign} {say(word, lang)}" for (sign, _), word in zip(SIGNS, WORDS, strict=True))
    return text


def bar(chances: Sequence[float]) -> list[Text]:
    """A bar of the odds of one pile, and the odds in figures."""
    from rich.text import Text

    win, push, _ = chances
    ends = [0, round(WIDTH * win), round(WIDTH * (win + push)), WIDTH]
    drawn, figures = Text(no_wrap=True), Text(no_wrap=True)
    for i, (sign, style) in enumerate(SIGNS):
        drawn.append(sign * (ends[i + 1] - ends[i]), style=style)
        figures.append(f"{' ' if i else ''}{chances[i]:4.0%}", style=style)
    return [drawn, figures]
