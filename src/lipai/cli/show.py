"""How cards and results look: canonical text for programs, suit symbols and colour for people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_JOKERS: Final = {"BJ": ("小王", "bold"), "RJ": ("大王", "bold red")}
_RED: Final = frozenset("HD")


def console() -> Console:
    """A console on standard output."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def cards_text(cards: str, lang: str) -> Text:
    """Canonical cards with symbols for suits, the red ones red."""
    from rich.text import Text

    out = Text()
    for i, card in enumerate(cards.split()):
        if i:
            out.append(" ")
        if card in _JOKERS:
            name, style = _JOKERS[card]
            out.append(name if lang == "zh" else card, style=style)
        else:
            out.append(card[:-1] + SYMBOLS[card[-1]], style="red" if card[-1] in _RED else "bold")
    return out


def rows(lines: Sequence[Sequence[RenderableType]]) -> RenderableType:
    """Lines of columns, without borders; what a narrow terminal has no room for goes on below."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    for _ in range(max(map(len, lines), default=0)):
        grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row(*line)
    return grid


def table(
    headings: Sequence[str], lines: Sequence[Sequence[RenderableType]], right: Sequence[int] = ()
) -> RenderableType:
    """A table for people, folded like ``rows``; the columns numbered in ``right`` are aligned to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for i, heading in enumerate(headings):
        figures = i in right  # words give way first
        made.add_column(heading, justify="right" if figures else "left", overflow="fold", no_wrap=figures)
    for line in lines:
        made.add_row(*line)
    return made


def plain(*columns: str) -> None:
    """One line of text, its columns apart by tabs."""
    sys.stdout.write("\t".join(columns) + "\n")
