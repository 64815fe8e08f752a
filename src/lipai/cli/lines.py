"""Lines from a byte stream, in the batches in which they arrive.

A batch is every line that was complete when the stream was last read, so a caller that flushes after each batch
answers as soon as the input pauses, and writes in large pieces while it does not. A line over the limit is dropped
as it comes in; only its place is kept.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Final, Protocol, cast

from lipai.cli.program import UserError

CHUNK: Final = 1 << 16


def standard_input() -> io.BufferedReader:
    """Standard input as bytes."""
    if sys.stdin is None:
        raise UserError("standard input is closed")
    return cast("io.BufferedReader", sys.stdin.buffer)


class ByteStream(Protocol):
    """What is needed of standard input."""

    def read1(self, size: int = ..., /) -> bytes:
        """At most ``size`` bytes, waiting only until there are some; none at the end."""


def batches(stream: ByteStream, limit: int) -> Iterator[list[bytes | None]]:
    """Batches of lines without their newlines; None for a line of more than ``limit`` bytes."""
    pending = bytearray()
    overlong = False
    while chunk := stream.read1(CHUNK):
        first, *others = chunk.split(b"\n")
        done: list[bytes | None] = []
        if not overlong:
            pending += first
        if others:
            *whole, last = others
            if not overlong:
                done.append(bytes(pending) if len(pending) <= limit else None)
            done += [line if len(line) <= limit else None for line in whole]
            pending = bytearray(last)
            overlong = False
        if len(pending) > limit:
            done.append(None)
            pending.clear()
            overlong = True
        if done:
            yield done
    if pending:
        yield [bytes(pending)]
