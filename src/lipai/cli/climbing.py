"""The commands for hands and plays of climbing games: ``classify``, ``beats``, ``moves``, ``split``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import click

from lipai.cli import out as out_of
from lipai.cli import show
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.words import say
from lipai.climbing import ClimbingGame
from lipai.errors import LipaiError
from lipai.requests import climbing as operations


class Out(out_of.Out):
    """Writes results of climbing games the way that the reader wants them."""

    def __init__(self, game: ClimbingGame, as_json: bool, lang: str | None) -> None:
        super().__init__(as_json, lang)
        self.game = game

    def kind(self, kind: str) -> str:
        """A kind in the reader's language; in Chinese by the name that the game gives it."""
        return self.game.kind_name(kind) if self.lang == "zh" else say(kind, "en")

    def reason(self, found: operations.ClassifyResult) -> str:
        """Why cards are no play, in the reader's language."""
        assert found.reason is not None
        if self.lang == "en":
            return found.reason
        clause = self.game.rules["reasons"].get(found.fault)
        return say(f"fault {found.fault}", self.lang) + (f"：{clause}" if clause else "")

    def reading(self, found: operations.ReadingResult) -> list[str]:
        """A reading as columns."""
        return [found.cards, self.kind(found.kind), found.rank, str(found.length)]


def _run(arguments: Sequence[str], out: Out, do: Callable[[str], None]) -> None:
    out_of.run(_joined(out.game, arguments), out, do)


def _joined(game: ClimbingGame, arguments: Sequence[str]) -> Sequence[str]:
    """The arguments as one hand where each of them is a single card, which a shell has taken apart."""
    return (
        [" ".join(arguments)] if len(arguments) > 1 and all(_is_card(game, each) for each in arguments) else arguments
    )


def _is_card(game: ClimbingGame, text: str) -> bool:
    try:
        packed = game.pack(text)
    except LipaiError:
        return False
    return packed > 0 and packed & (packed - 1) == 0 and packed in {1 << 4 * rank for rank in range(15)}


def over_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--over``, and which of its readings is meant."""
    command = click.option("--length", type=int, help="The groups of its body, where it has several readings.")(command)
    command = click.option("--kind", help="Its kind, where it has several readings.")(command)
    return click.option("--over", metavar="CARDS", help="The play to beat; without it the hand leads.")(command)


def over_of(over: str | None, kind: str | None, length: int | None) -> operations.Played | None:
    """The play to beat by those options."""
    if over is None:
        if kind is not None or length is not None:
            raise click.UsageError("--kind and --length go with --over")
        return None
    return operations.Played(over, kind, length)


@click.command()
@game_argument
@click.argument("cards", nargs=-1)
@rule_options
@output_options
def classify(game_name: str, cards: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Say what CARDS can be played as: kind, highest rank and groups of the body, or why they are no play.

    \b
    lipai classify doudizhu 333444555666
    lipai classify guanpai "QS QH QD"

    Ranks are 3 to 9, T, J, Q, K, A, 2, X and D for the black and the red joker; cards with suits will do as well. Each
    argument is one play, unless every argument is a single card. Without CARDS, or with -, they are read from standard
    input, one play a line. Cards that are no play are an answer: exit code 0.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)

    def do(text: str) -> None:
        found = operations.classify(game, text)
        if as_json:
            out.json(found)
        elif found.readings:
            out.lines([out.reading(reading) for reading in found.readings])
        else:
            out.lines([[say("no play", out.lang), out.reason(found)]])

    _run(cards, out, do)


@click.command()
@game_argument
@click.argument("cards", nargs=-1)
@click.option("--over", metavar="CARDS", required=True, help="The play to beat.")
@click.option("--kind", help="Its kind, where it has several readings.")
@click.option("--length", type=int, help="The groups of its body, where it has several readings.")
@rule_options
@output_options
def beats(
    game_name: str,
    cards: tuple[str, ...],
    over: str,
    kind: str | None,
    length: int | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Say whether CARDS beat the play OVER, and as what.

    \b
    lipai beats doudizhu 44455566689T --over 333444555777

    Several CARDS are answered one by one; without them they are read from standard input, one play a line.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    last = over_of(over, kind, length)
    assert last is not None

    def do(text: str) -> None:
        found = operations.beats(game, text, last)
        if as_json:
            out.json(found)
        elif found.reading is None:
            out.lines([[say("no", out.lang)]])
        else:
            out.lines([[say("yes", out.lang), *out.reading(found.reading)]])

    _run(cards, out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@over_options
@rule_options
@output_options
def moves(
    game_name: str,
    hand: tuple[str, ...],
    over: str | None,
    kind: str | None,
    length: int | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """List every play that HAND can lead, or that beats the play OVER. A pass is not listed.

    \b
    lipai moves doudizhu 33344456TJQKA22XD
    lipai moves doudizhu 3444XD --over 333

    Piped, the moves of a hand are one line, apart by spaces. Several hands are answered one by one; without HAND they
    are read from standard input, one a line.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    last = over_of(over, kind, length)

    def do(text: str) -> None:
        found = operations.moves(game, text, last)
        if as_json:
            out.json(found)
        elif out.console is None:
            show.plain(" ".join(found.moves))
        else:
            of_kind = {kind: i for i, kind in enumerate(game.kinds)}
            kinds = [(game.classify(move).readings[0].kind, move) for move in found.moves]
            kinds.sort(key=lambda pair: of_kind[pair[0]])
            lines = [
                [out.kind(kind), "  ".join(move for _, move in same)] for kind, same in groupby(kinds, lambda p: p[0])
            ]
            out.lines([*lines, [say("moves", out.lang), str(found.count)]])

    _run(hand, out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@rule_options
@output_options
def split(game_name: str, hand: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Split each HAND into the fewest plays that there can be.

    \b
    lipai split doudizhu 33344455678999TJQ2

    Piped, a hand is one line: its plays, apart by spaces, a tab, and how many. Without HAND, hands are read from
    standard input, one a line.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)

    def do(text: str) -> None:
        found = operations.split(game, text)
        if as_json:
            out.json(found)
        elif out.console is None:
            show.plain(" ".join(found.plays), str(found.count))
        else:
            out.lines([[play, out.kind(kind)] for play, kind in zip(found.plays, found.kinds, strict=True)])

    _run(hand, out, do)
