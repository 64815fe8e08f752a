"""The program ``lipai``: its commands, loaded when they are asked for, and how it ends."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

import click

from lipai.cli.words import LANGUAGES, language_of
from lipai.errors import InstructionSetError, LipaiError

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

# name: (module, what it does). The command is the module's attribute of the same name.
COMMANDS: Final = {
    "arrange": ("lipai.cli.piles", "Arrange hands into the best legal piles."),
    "rank": ("lipai.cli.piles", "Say what piles are worth."),
    "compare": ("lipai.cli.piles", "Say which of two piles is larger."),
    "check": ("lipai.cli.piles", "Say whether three piles are a legal arrangement."),
    "specials": ("lipai.cli.settlement", "List the specials or bonuses that hands hold."),
    "settle": ("lipai.cli.settlement", "Settle a table: who pays whom, and why."),
    "games": ("lipai.cli.games", "List the games."),
    "rules": ("lipai.cli.rules", "Show the rules of a game."),
    "pipe": ("lipai.cli.pipe", "Answer JSON requests, one a line."),
    "bench": ("lipai.cli.bench", "Measure the speed of this machine and build."),
    "doctor": ("lipai.cli.doctor", "Check the installation."),
}


class UserError(click.ClickException):
    """A fault in what the user gave: one sentence on stderr and exit code 2."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        """Say it on standard error."""
        click.echo(f"lipai: {self.format_message()}", file=file, err=file is None)


class _ReaderGone(Exception):
    """Nobody reads standard output any more."""


class Commands(click.Group):
    """A group that imports a command's module when the command is run or its own help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(COMMANDS[cmd_name][0]), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands for the help, none of them imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what the user can mend becomes a sentence."""
        try:
            return super().invoke(ctx)
        except (LipaiError, InstructionSetError) as error:
            raise UserError(str(error)) from error
        except BrokenPipeError as error:
            raise _ReaderGone from error  # click would end with 1


def _silence() -> None:
    """Lead what is still to be written to standard output nowhere, so that the interpreter's last flush is quiet."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        import lipai

        click.echo(f"lipai {lipai.__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of results; else LIPAI_LANG, else the locale's.")
@click.pass_context
def program(ctx: click.Context, lang: str | None) -> None:
    """lipai 理牌: rank, arrange, judge and settle hands of Chinese table games.

    Cards are written AS KH 10D 2C or A♠ 红桃K; the jokers are BJ 小王 and RJ 大王.

    \b
    lipai arrange shisanshui "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
    lipai rank biji "AS KS QS" "7H 7D 7C"
    lipai COMMAND --help
    """
    ctx.obj = language_of(lang)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program with these arguments, or with those of the process.

    It ends with 0, 1 (something failed that was not the input's fault), 2 (bad input) or 130 (interrupted).
    """
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
    try:
        code = program.main(arguments, "lipai", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except (_ReaderGone, BrokenPipeError):
        _silence()
        code = 0
    except OSError as error:
        click.echo(f"lipai: {error.strerror or error}", err=True)
        _silence()
        code = FAILED
    sys.exit(code if isinstance(code, int) else 0)
