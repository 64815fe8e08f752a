"""The program ``lipai``: its commands, loaded when they are asked for, and how it ends."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn

import click

from lipai.cli.words import LANGUAGES, language_of
from lipai.errors import InstructionSetError, LipaiError
from lipai.hints import hint

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Entry(NamedTuple):
    """A command: what it does, and the module that holds it under its name, for every game or for each family."""

    help: str
    module: str | Mapping[str, str]

    @property
    def families(self) -> tuple[str, ...]:
        """The families whose games it is for; none where it is for every game."""
        return () if isinstance(self.module, str) else tuple(self.module)


_RANKED: Final = {"piles": "lipai.cli.ranking", "stud": "lipai.cli.ranking"}
_PILES: Final = {"piles": "lipai.cli.piles"}
_STUD: Final = {"stud": "lipai.cli.stud"}
_SETTLEMENT: Final = {"piles": "lipai.cli.settlement"}
_TABLE: Final = {"climbing": "lipai.cli.climbing_table"}
_CLIMBING: Final = {"climbing": "lipai.cli.climbing"}
_MAHJONG: Final = {"mahjong": "lipai.cli.mahjong"}

COMMANDS: Final = {
    "arrange": Entry("Arrange hands into the best legal piles.", _PILES),
    "rank": Entry("Say what piles or hands are worth.", _RANKED),
    "compare": Entry("Say which of two piles or hands is larger.", _RANKED),
    "check": Entry("Say whether three piles are a legal arrangement.", _PILES),
    "specials": Entry("List the specials or bonuses that hands hold.", _SETTLEMENT),
    "settle": Entry("Settle a table: who pays whom, and why.", {**_SETTLEMENT, **_TABLE, **_MAHJONG}),
    "classify": Entry("Say what cards can be played as.", _CLIMBING),
    "beats": Entry("Say whether cards beat a play.", _CLIMBING),
    "moves": Entry("List what hands can lead, or play on a play.", _CLIMBING),
    "split": Entry("Split hands into the fewest plays.", _CLIMBING),
    "auction": Entry("Say who is landlord, or who speaks.", _TABLE),
    "solve": Entry("Solve endgames with all hands open.", _TABLE),
    "win": Entry("Say whether tiles win, and what that is worth.", _MAHJONG),
    "waits": Entry("List the tiles that complete a hand of tiles.", _MAHJONG),
    "shanten": Entry("Say how far a hand of tiles is from waiting.", _MAHJONG),
    "discards": Entry("List what each discard of a hand of tiles leaves.", _MAHJONG),
    "claims": Entry("List what each seat may do with a discarded tile.", _MAHJONG),
    "banker": Entry("Say who acts first, by the up-cards.", _STUD),
    "showdown": Entry("Say who wins at the opening.", _STUD),
    "equity": Entry("Say each seat's chance to win at the opening.", _STUD),
    "simulate": Entry("Play many deals and say what comes of them.", "lipai.cli.simulate"),
    "games": Entry("List the games.", "lipai.cli.games"),
    "rules": Entry("Show the rules of a game.", "lipai.cli.rules"),
    "field": Entry("Build, inspect and draw fields of opponents.", "lipai.cli.field"),
    "pipe": Entry("Answer JSON requests, one a line.", "lipai.cli.pipe"),
    "serve": Entry("Serve the operations over HTTP, and the web page.", "lipai.cli.serve"),
    "bench": Entry("Measure the speed of this machine and build.", "lipai.cli.bench"),
    "doctor": Entry("Check the installation.", "lipai.cli.doctor"),
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
    """A group that imports a command's module when the command is run or its own help is asked for.

    Games of different families can have different commands of one name; GAME among the arguments says which is meant.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; of several, the first family's."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = entry.module if isinstance(entry.module, str) else next(iter(entry.module.values()))
        return _imported(module, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that ``args`` begin with and what is left of them."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise UserError(f"no command {args[0]!r}; {hint(args[0], COMMANDS)}")
        name, command, rest = super().resolve_command(ctx, args)
        entry = COMMANDS.get(name or "")
        if name is None or entry is None or isinstance(entry.module, str):
            return name, command, rest
        family = _family(rest)
        if family is not None and family not in entry.module:
            others = [key for key, other in COMMANDS.items() if family in other.families]
            raise UserError(f"{name} is not for this game; there are {', '.join(others)}")
        if family is not None:
            command = _imported(entry.module[family], name)
        elif len(entry.module) > 1 and any(word in ("-h", "--help") for word in rest):
            command = _Several(name, entry)
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands for the help, none of them imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what the user can mend becomes a sentence."""
        try:
            return super().invoke(ctx)
        except (LipaiError, InstructionSetError) as error:
            raise UserError(str(error)) from error
        except BrokenPipeError as error:
            raise _ReaderGone from error  # click would end with 1


class _Several(click.Command):
    """The help of a command that depends on the game, where none is named."""

    def __init__(self, name: str, entry: Entry) -> None:
        import lipai

        games = ", ".join(each for family in entry.families for each in lipai.games(family))
        more = f"What it takes depends on the game: lipai {name} GAME --help\n\nGAME is one of {games}, or a rule file."
        super().__init__(name, help=f"{entry.help}\n\n{more}", options_metavar="GAME [OPTIONS]")


def _imported(module: str, name: str) -> click.Command:
    command: click.Command = getattr(importlib.import_module(module), name)
    return command


def _family(words: Sequence[str]) -> str | None:
    """The family of the game that is named among the arguments of a command; None where none is."""
    import lipai
    from lipai.rules import is_path

    known = lipai.games()
    for word in words:
        if word in known or (is_path(word) and word.endswith(".toml") and os.path.isfile(word)):
            family: str = lipai.game(word).rules["family"]
            return family
    return None


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
