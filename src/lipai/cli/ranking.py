"""The commands of games that rank piles or hands: ``rank``, ``compare``."""

from __future__ import annotations

import click

from lipai.cli import out as out_of
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.out import RankedOut
from lipai.requests import ranking as operations


@click.command()
@game_argument
@click.argument("pile", nargs=-1)
@rule_options
@output_options
def rank(game_name: str, pile: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Say what each PILE, in stud a hand, is worth: its category and its strength, larger is stronger.

    Each argument is a pile, unless every argument is a single card: then they are one pile. Without PILE, or with -,
    piles are read from standard input, one a line.
    """
    game = load_game(game_name, options)
    out = RankedOut(game, as_json, lang)
    out_of.run(pile, out, lambda text: out.rank(operations.rank(game, text)))


@click.command()
@game_argument
@click.argument("a", required=False)
@click.argument("b", required=False)
@rule_options
@output_options
def compare(
    game_name: str, a: str | None, b: str | None, options: tuple[str, ...], as_json: bool, lang: str | None
) -> None:
    """Say which of the piles, in stud the hands, A and B is larger.

    With --json the result is 1 for A, -1 for B, 0 for neither. They may be one argument with / between them. Without
    them, pairs are read from standard input, one a line, like that.
    """
    game = load_game(game_name, options)
    out = RankedOut(game, as_json, lang)

    def do(text: str) -> None:
        first, second = out_of.split(text, 2, "piles or hands")
        result = operations.compare(game, first, second)
        out.compare(result, operations.rank(game, first), operations.rank(game, second))

    out_of.run(out_of.joined((a, b), "piles or hands"), out, do)
