"""A progress bar on standard error for long input, shown only to people and only when it does not mix with results."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, Self, TypeVar

if TYPE_CHECKING:
    import rich.progress

PATIENCE: Final = 1.0  # seconds before a bar appears
EVERY: Final = 256  # hands between looks at the clock

T = TypeVar("T")


class Progress:
    """Counts hands read from ``stream``; after a second a bar appears, if standard error is a terminal.

    Where standard output is a terminal too, the results themselves show the progress, and there is no bar.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None
        self._wanted = sys.stderr.isatty() and not sys.stdout.isatty() and not stream.isatty()
        self._started = time.monotonic()
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._show()
            self._bar.stop()

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """The items, counted as they go by."""
        for item in items:
            yield item
            self._done += 1
            if self._wanted and self._done % EVERY == 0:
                self._show()

    def _show(self) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < PATIENCE:
                return
            self._start()
        assert self._bar is not None
        assert self._task is not None
        position = self._stream.tell() if self._size() else None
        self._bar.update(self._task, completed=position, hands=f"{self._done:,} hands")

    def _start(self) -> None:
        import rich.console
        import rich.progress as parts

        self._bar = parts.Progress(
            parts.SpinnerColumn(),
            parts.BarColumn(),
            parts.TextColumn("{task.fields[hands]}"),
            parts.TimeElapsedColumn(),
            parts.TimeRemainingColumn(),
            console=rich.console.Console(stderr=True),
            redirect_stdout=False,  # results go their own way; messages on standard error go above the bar
        )
        self._task = self._bar.add_task("", total=self._size(), hands="")
        self._bar.start()

    def _size(self) -> int | None:
        """The size of the input where it is a file, None where it is anything else."""
        try:
            status = os.fstat(self._stream.fileno())
        except OSError:
            return None
        return status.st_size if stat.S_ISREG(status.st_mode) else None
