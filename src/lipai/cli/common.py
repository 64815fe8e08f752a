"""What several commands share: the GAME argument, rule options, the language, and whether a person is reading."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import click

import lipai
from lipai.cli.program import UserError
from lipai.cli.words import LANGUAGES
from lipai.rules.schema import choices

Command = TypeVar("Command", bound=Callable[..., Any])

_BOOLEANS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def game_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The ids that begin with what is typed, for the shell's completion."""
    return [name for name in lipai.games() if name.startswith(incomplete)]


def game_argument(command: Command) -> Command:
    """The argument GAME: the id of a game, or the path of a rule file."""
    return click.argument("game_name", metavar="GAME", shell_complete=game_names)(command)


def rule_options(command: Command) -> Command:
    """``-o KEY=VALUE``, any number of times."""
    return click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        help="A rule option; 'lipai rules GAME' lists them. May be given several times.",
    )(command)


def output_options(command: Command) -> Command:
    """``--json`` and ``--lang``."""
    command = click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the results.")(command)
    return click.option("--json", "as_json", is_flag=True, help="One JSON object for each result, one a line.")(command)


def chosen_language(lang: str | None) -> str:
    """The language of this command, or that of the program."""
    if lang:
        return lang
    found = click.get_current_context().find_root().obj
    return found if isinstance(found, str) else "en"


def for_people() -> bool:
    """Whether standard output is a terminal that can show suits."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and encoding.startswith("utf")


def load_game(name: str, options: tuple[str, ...]) -> Any:
    """The game of that id or rule file under ``KEY=VALUE`` options."""
    given: dict[str, str | int | bool] = {}
    if options:
        declared = lipai.game(name).rules["options"]
        for option in options:
            key, equals, text = option.partition("=")
            if not equals:
                raise UserError(f"-o takes KEY=VALUE, not {option!r}")
            given[key.strip()] = option_value(text.strip(), declared.get(key.strip(), {}))
    return lipai.game(name, **given)


def option_value(text: str, declared: Mapping[str, Any]) -> str | int | bool:
    """The value that ``text`` means for an option: one that the option takes, or else the text itself."""
    values: list[str | int | bool] = list(choices(declared.get("values", ())))
    for value in values:
        if not isinstance(value, bool) and str(value) == text:
            return value
    if any(isinstance(value, bool) for value in values):
        return _BOOLEANS.get(text.lower(), text)
    return text
