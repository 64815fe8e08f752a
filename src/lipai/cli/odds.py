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
from lipai.piles.objective import NAMED, decide
from lipai.requests import piles as operations

if TYPE_CHECKING:
    from rich.text import Text

Command = TypeVar("Command", bound=Callable[..., Any])
Chances = Sequence[tuple[float, float, float]]

# The width of a bar, by that of the terminal.
BARS: Final = ((90, 20), (74, 10), (0, 0))
SIGNS: Final = (("█", "green"), ("▒", "yellow"), ("░", "red"))  # told apart without colour, too

WORDS: Final = ("win", "push", "lose")


def objective_options(command: Command) -> Command:
    """``--objective`` and what goes with it."""
    for option in (
        click.option(
            "--seed", type=click.IntRange(0, 2**64 - 1), help="simulate: which deals are played; 0 by default."
        ),
        click.option(
            "--precision",
            type=click.FloatRange(min=0, min_open=True),
            help="simulate: go on until the standard error is no larger.",
        ),
        click.option("--deals", type=click.IntRange(2, 10_000_000), help="simulate: how many deals; 1000 by default."),
        click.option(
            "--field",
            type=click.Path(exists=True, dir_okay=False),
            metavar="FILE",
            help="expected, simulate: opponents arrange as in this field, made by 'lipai field build'.",
        ),
        click.option("--role", type=click.Choice(["player", "banker"]), help="Whose hand it is, in banker games."),
        click.option("--players", type=int, help="How many are at the table; 4 by default."),
        click.option(
            "--objective",
            type=click.Choice(NAMED),
            help="What is best; by default expected, or strongest where no field of opponents fits the rules.",
        ),
    ):
        command = option(command)
    return command


def checked(game: PileGame, how: dict[str, Any]) -> dict[str, Any]:
    """The arguments of ``operations.arrange`` that the options mean; what is at fault in all hands is said once."""
    try:
        how["field"] = None if how["field"] is None else game.load_field(how["field"])
        decide(game, **how)
    except LipaiError as error:
        raise UserError(str(error)) from None
    return how


def plain(found: operations.ArrangementResult) -> list[str]:
    """The columns of a value and of a special for programs."""
    if found.value is None:
        return []
    columns = [f"{found.value:.4f}"]
    if found.error is not UNSET:
        columns.append(f"{found.error:.4f}")
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
        if found.error is not UNSET:  # what is simulated are the nets of whole deals
            text += f"  ({say('by_field', lang)})"
    return text


def bar(chances: Sequence[float], columns: int) -> list[Text]:
    """A bar of the odds of one pile, shorter or none on a narrow terminal, and the odds in figures."""
    from rich.text import Text

    win, push, _ = chances
    width = next(width for least, width in BARS if columns >= least)
    ends = [0, round(width * win), round(width * (win + push)), width]
    drawn, figures = Text(no_wrap=True), Text(no_wrap=True)
    for i, (sign, style) in enumerate(SIGNS):
        drawn.append(sign * (ends[i + 1] - ends[i]), style=style)
        figures.append(f"{' ' if i else ''}{chances[i]:4.0%}", style=style)
    return [drawn, figures] if width else [figures]
