"""How commands write their results: JSON, canonical text, or symbols and colour; and what runs over their hands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from lipai.cli import hands, show
from lipai.cli.common import chosen_language, for_people
from lipai.cli.program import UserError
from lipai.cli.words import say
from lipai.requests import RequestError

SIGNS: Final = {1: ">", 0: "=", -1: "<"}


class Out:
    """Writes results the way that the reader wants them: JSON, columns apart by tabs, or lines for people."""

    def __init__(self, as_json: bool, lang: str | None) -> None:
        self.as_json = as_json
        self.lang = chosen_language(lang)
        self.console = show.console() if for_people() and not as_json else None

    def json(self, result: Any) -> None:
        """One result as one line of JSON."""
        sys.stdout.write(hands.encode(result).decode() + "\n")

    def lines(self, lines: Sequence[Sequence[str]]) -> None:
        """Lines of columns."""
        if self.console is None:
            for line in lines:
                show.plain(*line)
        elif lines:
            self.console.print(show.rows(lines))

    def seat(self, seat: int | None) -> str:
        """A seat in words."""
        return f"{say('seat', self.lang)} {seat}"

    def settled(self, found: Any, why: Callable[[Any], str] | None = None) -> tuple[list[list[str]], list[list[str]]]:
        """What each seat wins or loses, and who pays whom, how much, for what (``why`` in words), by which clause."""
        nets = [[self.seat(seat), f"{net:+d}" if net else "0"] for seat, net in enumerate(found.net)]
        paid = [
            [
                f"{self.seat(one.from_seat)} {say('pays', self.lang)} {self.seat(one.to_seat)}",
                str(one.amount),
                say(one.why, self.lang) if why is None else why(one),
                one.clause,
            ]
            for one in found.transfers
        ]
        return nets, paid


class RankedOut(Out):
    """The same for a game whose rules name categories."""

    def __init__(self, game: Any, as_json: bool, lang: str | None) -> None:
        super().__init__(as_json, lang)
        self._categories = game.rules["category"]

    def category(self, name: str) -> str:
        """A category in the reader's language; in Chinese by the name that the game gives it."""
        return str(self._categories[name]["name"]) if self.lang == "zh" else say(name, "en")

    def categories(self, names: Sequence[str]) -> str:
        """Categories side by side."""
        return " / ".join(map(self.category, names))

    def rank(self, result: Any) -> None:
        """What cards are worth."""
        if self.as_json:
            self.json(result)
        elif self.console is None:
            show.plain(result.cards, self.category(result.category), str(result.strength))
        else:
            strength = f"{say('strength', self.lang)} {result.strength}"
            cards = show.cards_text(result.cards, self.lang)
            self.console.print(show.rows([[cards, self.category(result.category), strength]]))

    def compare(self, result: int, x: Any, y: Any) -> None:
        """How what is worth ``x`` compares with what is worth ``y``."""
        if self.as_json:
            self.json({"result": result})
        elif self.console is None:
            show.plain(f"{x.cards} {SIGNS[result]} {y.cards}", self.categories([x.category, y.category]))
        else:
            line = show.cards_text(x.cards, self.lang)
            line.append(f"  {SIGNS[result]}  ", style="bold")
            line.append_text(show.cards_text(y.cards, self.lang))
            self.console.print(show.rows([[line, self.categories([x.category, y.category])]]))


def run(arguments: Sequence[str], out: Out, do: Callable[[str], None]) -> None:
    """Do something with each hand or table; the command ends with exit code 2 where one was bad."""
    code = hands.run(arguments, do, as_json=out.as_json)
    if code:
        click.get_current_context().exit(code)


def split(text: str, n: int, what: str) -> list[str]:
    """``n`` hands of one line, apart by slashes; what follows a tab is left out, so that results can be read back."""
    parts = [part.strip() for part in text.partition("\t")[0].split("/")]
    if len(parts) != n:
        raise RequestError("bad_request", f"{n} {what} with '/' between them are wanted here, not {len(parts)}")
    return parts


def joined(given: Sequence[str | None], what: str) -> list[str]:
    """Hands given as arguments as one line; nothing where there are none or where there is only ``-``."""
    found = [one for one in given if one is not None]
    if found in ([], ["-"]):
        return []
    if len(found) == 1 and "/" in found[0]:
        return found
    if len(found) != len(given):
        raise UserError(f"{len(given)} {what} are wanted, each in quotes, not {len(found)}")
    return [" / ".join(found)]
