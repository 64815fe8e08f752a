"""The hands that a command works on: its arguments, or the lines of standard input, one a hand.

Several arguments are several hands, unless each of them is a single card: those are the cards of one hand, which a
shell has taken apart because it was not quoted. A bad hand is reported with its place and the others still count;
the command then ends with exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import click
import msgspec

import lipai
from lipai.cli.lines import batches, standard_input
from lipai.cli.program import BAD_INPUT
from lipai.cli.progress import Progress
from lipai.errors import LipaiError
from lipai.requests import RequestError

LONGEST_LINE: Final = 1 << 16
COMMENT: Final = "#"

encode: Final = msgspec.json.Encoder().encode


class Entry(NamedTuple):
    """One hand: its text, None where that was too long to read, and where it stood."""

    text: str | None
    line: int | None
    place: str


def run(arguments: Sequence[str], do: Callable[[str], None], *, as_json: bool) -> int:
    """Do something with each hand; the exit code. A hand that raises ``RequestError`` is reported."""
    code = 0
    for batch in _entries(arguments):
        for entry in batch:
            try:
                if entry.text is None:
                    raise RequestError("too_large", f"a line may have {LONGEST_LINE} bytes at most")
                do(entry.text)
            except RequestError as error:
                code = BAD_INPUT
                _report(entry, error, as_json)
        sys.stdout.flush()
    return code


def one_hand(arguments: Sequence[str]) -> bool:
    """Whether the arguments are the cards of a single hand."""
    return len(arguments) > 1 and all(_is_card(argument) for argument in arguments)


def _is_card(text: str) -> bool:
    try:
        return len(lipai.parse_cards(text)) == 1
    except LipaiError:
        return False


def _entries(arguments: Sequence[str]) -> Iterator[Iterable[Entry]]:
    if not arguments or list(arguments) == ["-"]:
        yield from _lines()
    elif one_hand(arguments):
        yield [Entry(" ".join(arguments), None, "")]
    else:
        several = len(arguments) > 1
        yield [Entry(text, None, f"hand {i}: " if several else "") for i, text in enumerate(arguments, 1)]


def _lines() -> Iterator[Iterable[Entry]]:
    stream = standard_input()
    if sys.stdin.isatty():
        click.echo("One hand a line; end with Ctrl-D.", err=True)
    number = 0
    with Progress(stream) as progress:
        for batch in batches(stream, LONGEST_LINE):
            entries = []
            for line in batch:
                number += 1
                # Bytes that are no UTF-8 become a character that is no card, and are reported like one.
                text = None if line is None else line.decode(errors="replace").removeprefix("\ufeff").strip()
                if text is None or (text and not text.startswith(COMMENT)):
                    entries.append(Entry(text, number, f"line {number}: "))
            yield progress.over(entries)


def _report(entry: Entry, error: RequestError, as_json: bool) -> None:
    click.echo(f"lipai: {entry.place}{error.fault.message}", err=True)
    if as_json:
        place: dict[str, Any] = {} if entry.line is None else {"line": entry.line}
        sys.stdout.write(encode({"error": error.fault, **place}).decode() + "\n")
