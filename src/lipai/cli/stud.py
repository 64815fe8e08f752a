"""The commands of stud games beside ``rank`` and ``compare``: ``banker``, ``showdown``, ``equity``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click

import lipai
from lipai.cards import CardInput
from lipai.cli import out as out_of
from lipai.cli import show
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.out import RankedOut
from lipai.cli.words import say
from lipai.requests import RequestError
from lipai.requests import stud as operations
from lipai.stud import table

FOLDED: Final = "-"
FOLD: Final = "fold"
UNKNOWN: Final = "?"
BAR: Final = 24


@click.command()
@game_argument
@click.argument("up", nargs=-1)
@click.option("--winner", type=int, metavar="SEAT", help="Before there are up-cards: who won the last game (WZ-11).")
@click.option("--entered", type=int, metavar="SEAT", help="Before there are up-cards: who entered first (WZ-11).")
@rule_options
@output_options
def banker(
    game_name: str,
    up: tuple[str, ...],
    winner: int | None,
    entered: int | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Say who acts first: the seat with the largest up-cards.

    \b
    lipai banker wuzhang "AS KS" "8H 8D" -
    lipai banker wuzhang "" "" "" --winner 2

    UP are the up-cards of each seat, - for a seat that has folded. Without UP, tables are read from standard input, one
    a line, with / between the seats.
    """
    game = load_game(game_name, options)
    out = RankedOut(game, as_json, lang)

    def do(text: str) -> None:
        cards = _seats(text)
        result = operations.banker(game, cards, winner=winner, entered=entered)
        if as_json:
            out.json(result)
        elif out.console is None:
            show.plain(str(result.seat))
        else:
            lines = []
            for seat, one in enumerate(cards):
                held = out.category(game.rank_up(one).category) if one else ""
                lines.append((seat, (_cards(out, one), held)))
            _show(out, lines, result.seat, say("banker", out.lang))

    out_of.run(_tables(up), out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@rule_options
@output_options
def showdown(game_name: str, hand: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Say who wins at the opening, and list the seats from the largest hand to the smallest.

    \b
    lipai showdown wuzhang "AS KS JD 9C 8H" - "8S 8D 9H TH QC"

    A HAND is the five cards of a seat, - for a seat that has folded. Without HAND, tables are read from standard
    input, one a line, with / between the seats. Piped, each table is a line: the seats, the winner first, a tab, and
    their categories.
    """
    game = load_game(game_name, options)
    out = RankedOut(game, as_json, lang)

    def do(text: str) -> None:
        cards = _seats(text)
        result = operations.showdown(game, cards)
        if as_json:
            out.json(result)
            return
        held = {seat: game.rank(cards[seat] or "") for seat in result.ranking}
        if out.console is None:
            show.plain(" ".join(map(str, held)), out.categories([one.category for one in held.values()]))
            return
        lines = [(seat, (_cards(out, one.text), out.category(one.category))) for seat, one in held.items()]
        _show(out, lines, result.seat, say("win", out.lang))

    out_of.run(_tables(hand), out, do)


@click.command()
@game_argument
@click.argument("seat", nargs=-1)
@click.option(
    "--limit",
    type=click.IntRange(0, table.MOST_CASES),
    default=table.USUAL_LIMIT,
    show_default=True,
    help="The most deals to enumerate; where there are more, deals are sampled.",
)
@click.option(
    "--samples",
    type=click.IntRange(1, table.MOST_SAMPLES),
    default=table.USUAL_SAMPLES,
    show_default=True,
    help="Deals to sample.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="Which deals are sampled.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use.")
@rule_options
@output_options
def equity(
    game_name: str,
    seat: tuple[str, ...],
    limit: int,
    samples: int,
    seed: int,
    threads: int,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Say each seat's chance to win at the opening: exact, or from a sample with its standard error.

    \b
    lipai equity wuzhang "KH: KS KD" "?: AS QS" "fold: TS TD"

    A SEAT is its hole card, or ? where that is not known, a colon and its up-cards; fold, a colon and what is seen of
    it where it has folded, or - where nothing is. Without SEAT, tables are read from standard input, one a line, with /
    between the seats. Piped, each table is a line: the chances, a tab, exact or the standard error, a tab, and the
    deals.
    """
    game = load_game(game_name, options)
    out = RankedOut(game, as_json, lang)

    def do(text: str) -> None:
        players = [_known(number, part.strip()) for number, part in enumerate(_parts(text))]
        result = operations.equity(game, players, samples=samples, seed=seed, limit=limit, threads=threads)
        how = say("exact", out.lang) if result.exact else f"±{result.stderr:.2g}"
        if as_json:
            out.json(result)
        elif out.console is None:
            show.plain(" ".join(f"{chance:.6f}" for chance in result.equity), how, str(result.cases))
        else:
            lines = []
            for number, (player, chance) in enumerate(zip(players, result.equity, strict=True)):
                bar = "█" * round(BAR * chance)
                lines.append((number, (*_held(out, player), f"{chance:8.3%}", bar)))
            _show(out, lines, max(range(len(players)), key=result.equity.__getitem__), "")
            out.console.print(f"{how}, {result.cases:,} {say('deals', out.lang)}", style="dim")

    out_of.run(_tables(seat), out, do)


def _show(out: RankedOut, lines: Sequence[tuple[int, Sequence[Any]]], best: int, word: str) -> None:
    """A line a seat: its number and its columns, and a word behind the one that is meant."""
    from rich.text import Text

    assert out.console is not None
    rows = []
    for seat, columns in lines:
        style = "bold green" if seat == best else ""
        name = Text(f"{say('seat', out.lang)} {seat}", style=style)
        rows.append([name, *columns, Text(word if seat == best else "", style=style)])
    out.console.print(show.rows(rows))


def _cards(out: RankedOut, cards: CardInput | None, mark: str = "") -> Any:
    """Cards with symbols for suits, behind a mark; of a folded seat the mark alone."""
    from rich.text import Text

    text = Text()
    if mark or cards is None:
        text.append(mark or FOLDED, style="dim")
    return text if cards is None else text.append_text(show.cards_text(lipai.format_cards(cards), out.lang))


def _held(out: RankedOut, player: operations.Seat | None) -> tuple[Any, Any]:
    """What is known of a seat: its hole card and its up-cards."""
    if player is None:
        return _cards(out, None), ""
    if player.folded:
        return _cards(out, None), _cards(out, player.up)
    hole = _cards(out, "", UNKNOWN) if player.hole is None else _cards(out, player.hole)
    return hole, _cards(out, player.up)


def _tables(seats: Sequence[str]) -> list[str]:
    """The seats given as arguments as one table; nothing where there are none, for tables from standard input."""
    return [] if list(seats) in ([], ["-"]) else [" / ".join(seats)]


def _parts(text: str) -> list[str]:
    return text.partition("\t")[0].split("/")


def _seats(text: str) -> list[str | list[str] | None]:
    """The cards of each seat of one line; None where it has folded."""
    return [None if part.strip() == FOLDED else part.strip() for part in _parts(text)]


def _known(number: int, text: str) -> operations.Seat | None:
    """What a text says of a seat."""
    hole, colon, up = (part.strip() for part in text.partition(":"))
    if text == FOLDED:
        return None
    if not colon:
        message = f"seat {number}: the hole card, {UNKNOWN} or {FOLD}, a colon and up-cards, not {text[:80]!r}"
        raise RequestError("bad_request", message)
    if hole == FOLD:
        return operations.Seat(up=up, folded=True)
    return operations.Seat(up=up, hole=None if hole == UNKNOWN else hole)
