"""The commands that judge hands: ``arrange``, ``check``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec import UNSET

from lipai.cli import odds, show
from lipai.cli import out as out_of
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.words import say
from lipai.piles import PileGame
from lipai.piles.settlement import THREE_PILES
from lipai.requests import piles as operations

if TYPE_CHECKING:
    from rich.text import Text


class Out(out_of.RankedOut):
    """Writes results of pile games the way that the reader wants them."""

    def __init__(self, game: PileGame, as_json: bool, lang: str | None) -> None:
        super().__init__(game, as_json, lang)
        self.game = game
        self.pile_names = game.rules["piles"]["names_zh" if self.lang == "zh" else "names"]
        self._noted = False

    def note(self, text: str | None) -> None:
        """What is to be said of all results, once, where it is in nobody's way."""
        if text is not None and not self.as_json and not self._noted:
            click.echo(f"note: {text}", err=True)
            self._noted = True

    def reason(self, result: operations.CheckResult) -> str | None:
        """Why an arrangement is a foul, in the reader's language."""
        if result.legal or self.lang == "en":
            return result.reason
        rules = self.game.rules["piles"]
        strengths = result.strengths
        least = 1 if rules["order"] == "increasing" else 0
        fault = next(i for i in (1, 2) if strengths[i] - strengths[i - 1] < least)
        above, below = (f"{self.pile_names[i]}（{self.category(result.categories[i])}）" for i in (fault, fault - 1))
        how = say("equal" if strengths[fault] == strengths[fault - 1] else "smaller", self.lang)
        return f"{above}{how}{below}" + (f"：{rules['clause']}" if rules["clause"] else "")

    def special(self, name: str) -> str:
        """A special or bonus in the reader's language; in Chinese by the name that the game gives it."""
        rules = self.game.rules
        named = rules["bonuses"].get(name) or rules["specials"].get(name)
        return str(named["name"]) if self.lang == "zh" and named else say(name, "en")

    def text(self, parts: Sequence[str]) -> Text:
        """Cards for people, slashes between the parts."""
        line = show.cards_text(parts[0], self.lang)
        for part in parts[1:]:
            line.append(" / ")
            line.append_text(show.cards_text(part, self.lang))
        return line

    def piles(self, piles: Sequence[str], categories: Sequence[str], chances: odds.Chances | None = None) -> None:
        """The three piles of a hand for people, one a line, with their chances as bars where there are any."""
        assert self.console is not None
        lines: list[list[Any]] = [
            [name, show.cards_text(pile, self.lang), self.category(category)]
            for name, pile, category in zip(self.pile_names, piles, categories, strict=True)
        ]
        for line, chance in zip(lines, chances or (), strict=False):
            line.extend(odds.bar(chance, self.console.width))
        self.console.print(show.rows(lines))


def _parts(found: operations.ArrangementResult) -> tuple[str, ...]:
    """The cards as they are laid out; those of a special in one piece, unless it is one of three piles."""
    if found.special is None or found.special in THREE_PILES:
        return found.piles
    return (" ".join(found.piles),)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@rule_options
@click.option(
    "--top",
    type=click.IntRange(1, operations.MOST_ARRANGEMENTS),
    default=1,
    show_default=True,
    help="How many arrangements of each hand; 64 at most by expected value.",
)
@odds.objective_options
@output_options
def arrange(
    game_name: str,
    hand: tuple[str, ...],
    options: tuple[str, ...],
    top: int,
    as_json: bool,
    lang: str | None,
    **how: Any,
) -> None:
    """Arrange each HAND into its best legal piles, first pile to last.

    \b
    lipai arrange shisanshui "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
    lipai arrange shisanshui AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ
    lipai arrange biji --top 3 --json < hands.txt

    Each argument is a hand, unless every argument is a single card: then they are one hand. Without HAND, or with -,
    hands are read from standard input, one a line; lines that begin with # are left out. A bad hand is reported with
    its place, the others are still arranged, and the exit code is 2.

    Piped, each arrangement is a line of columns with tabs between them: piles with / between them; categories; where
    there are such, the value; its standard error, if it is simulated; and the special to declare, whose cards and name
    then stand for the piles and the categories. With --top, an empty line follows each hand.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    how = odds.checked(game, how)
    shown = 0

    def do(text: str) -> None:
        nonlocal shown
        result = operations.arrange(game, text, top=top, **how)
        out.note(result.note)
        if as_json:
            out.json(result)
            return
        for place, found in enumerate(result.arrangements, 1):
            if out.console is None:
                what = out.categories(found.categories) if found.special is None else out.special(found.special)
                show.plain(" / ".join(_parts(found)), what, *odds.plain(found))
                continue
            if shown:
                out.console.print()
            if top > 1:
                out.console.print(f"{place}.", style="bold")
            worth = odds.worth(found, out.lang)
            if worth is not None:
                out.console.print(worth)
            if found.special is None:
                out.piles(found.piles, found.categories, None if found.odds is UNSET else found.odds)
            else:
                out.console.print(out.text(_parts(found)))
            shown += 1
        if out.console is None and top > 1:
            show.plain()

    out_of.run(hand, out, do)


@click.command()
@game_argument
@click.argument("first", required=False)
@click.argument("middle", required=False)
@click.argument("last", required=False)
@rule_options
@output_options
def check(
    game_name: str,
    first: str | None,
    middle: str | None,
    last: str | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Say whether FIRST, MIDDLE and LAST are a legal arrangement, and if not, why. A foul is an answer: exit code 0.

    They may be one argument with / between them. Without them, arrangements are read from standard input, one a line,
    like that, as 'lipai arrange' prints them.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)

    def do(text: str) -> None:
        result = operations.check(game, out_of.split(text, 3, "piles"))
        verdict = say("legal" if result.legal else "foul", out.lang)
        reason = out.reason(result)
        if as_json:
            out.json(result)
        elif out.console is None:
            show.plain(verdict, out.categories(result.categories), *([reason] if reason else []))
        else:
            out.console.print(verdict, style="bold green" if result.legal else "bold red")
            if reason:
                out.console.print(reason)
            out.piles([game.rank(pile).text for pile in out_of.split(text, 3, "piles")], result.categories)

    out_of.run(out_of.joined((first, middle, last), "piles"), out, do)
