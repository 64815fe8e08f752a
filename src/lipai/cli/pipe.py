"""``lipai pipe``: JSON requests in, one a line, answers out in the same order."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import BinaryIO, Final

import click

from lipai.cli.lines import ByteStream, batches, standard_input
from lipai.requests import Requests

LONGEST_LINE: Final = 1 << 20
MOST_HELD: Final = 1 << 20
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def serve(requests: Requests, source: ByteStream, sink: BinaryIO) -> None:
    """Answer every line of ``source`` on ``sink``; what has been answered is flushed whenever the input pauses."""
    held: list[bytes] = []
    size = 0
    for batch in _without_mark(batches(source, LONGEST_LINE)):
        for line in batch:
            if line is None:
                answer = requests.too_large(LONGEST_LINE)
            elif line.isspace() or not line:
                continue
            else:
                answer = requests.answer(line)
            held.append(answer)
            size += len(answer)
            if size > MOST_HELD:
                _write(sink, held)
                size = 0
        _write(sink, held)
        sink.flush()
        size = 0


def _write(sink: BinaryIO, held: list[bytes]) -> None:
    if held:
        held.append(b"")
        sink.write(b"\n".join(held))
        held.clear()


def _without_mark(all_batches: Iterable[list[bytes | None]]) -> Iterable[list[bytes | None]]:
    """The batches, the first line without the byte order mark that some systems put before it."""
    for i, batch in enumerate(all_batches):
        if i == 0 and batch[0] is not None:
            batch[0] = batch[0].removeprefix(BYTE_ORDER_MARK)
        yield batch


@click.command()
@click.option(
    "--rules",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="A rule file whose game requests may name by its id. May be given several times.",
)
@click.option(
    "--field",
    "fields",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="A field of 'lipai field build', for the rules and the table it was made for. May be given several times.",
)
def pipe(rules: tuple[str, ...], fields: tuple[str, ...]) -> None:
    """Answer JSON requests from standard input, one a line, on standard output, in order.

    A request is an object such as

    \b
    {"id": 1, "game": "shisanshui", "op": "arrange", "hand": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"}

    and its answer {"id": 1, "ok": true, "result": {…}} or {"id": 1, "ok": false, "error": {…}}. A bad line is answered
    too and the pipe goes on. Answers are flushed whenever the input pauses. A line may have 1 MiB.
    """
    serve(Requests(rules, fields), standard_input(), sys.stdout.buffer)
