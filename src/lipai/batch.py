"""Long batches in blocks: signals are heeded between them, and threads share them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from lipai.numbers import whole

MOST_THREADS: Final = 256

Work = Callable[[int, int], None]


def in_blocks(n: int, block: int, threads: int, work: Work) -> None:
    """Calls ``work(start, stop)`` for blocks of ``block`` rows that make up ``range(n)``, on ``threads`` threads.

    ``work`` releases the GIL. Python handles signals between two blocks of the calling thread, which works as well;
    an exception there stops the others at the end of their blocks. Of several bad rows the first is reported, no
    matter how many threads there are: every block before a bad one is finished.
    """
    threads = min(threads, -(-n // block))
    if threads <= 1:
        for start in range(0, n, block):
            work(start, min(start + block, n))
        return
    blocks = _Blocks(n, block, work)
    others = [threading.Thread(target=blocks.run, name="lipai", daemon=True) for _ in range(threads - 1)]
    try:
        for other in others:
            other.start()
        blocks.run()
    finally:
        blocks.stop()
        _join(others)
    blocks.raise_first()


def _join(threads: list[threading.Thread]) -> None:
    """Waits for all, even where Ctrl-C comes meanwhile: nobody may write to an array that the caller has back."""
    interrupt: KeyboardInterrupt | None = None
    for thread in threads:
        while thread.is_alive():
            try:
                thread.join()
            except KeyboardInterrupt as error:
                interrupt = error
    if interrupt is not None:
        raise interrupt


class _Blocks:
    def __init__(self, n: int, block: int, work: Work) -> None:
        self._n, self._block, self._work = n, block, work
        self._next = 0
        self._failures: list[tuple[int, Exception]] = []
        self._lock = threading.Lock()

    def run(self) -> None:
        while True:
            with self._lock:
                start = self._next
                self._next = min(start + self._block, self._n)
            if start >= self._n:
                return
            try:
                self._work(start, min(start + self._block, self._n))
            except Exception as error:
                with self._lock:
                    self._failures.append((start, error))
                self.stop()

    def stop(self) -> None:
        with self._lock:
            self._next = self._n

    def raise_first(self) -> None:
        if self._failures:
            raise min(self._failures, key=lambda failure: failure[0])[1]


def thread_count(threads: int) -> int:
    """The number of threads that a caller asks for."""
    return whole(threads, "threads", 1, MOST_THREADS)


def share(n: int, block: int, threads: int) -> tuple[int, int]:
    """Rows to a block and threads, so that threads have several blocks each."""
    threads = thread_count(threads)
    if threads == 1:
        return block, 1
    each = -(-n // (4 * threads))
    return min(block, max(block // 64, -(-each // 64) * 64)), threads
