"""How much the service takes on: of one request, and at a time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

Result = TypeVar("Result")

WATCH: Final = 0.02  # seconds between two looks at how late the event loop is


class TooBusy(Exception):
    """More is asked for than there is time for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one request: ``body`` bytes, ``batch`` requests in a batch, ``work`` microseconds of one core.

    What takes longer than ``inline`` microseconds runs on ``threads`` threads, in front of which ``queue`` requests may
    wait. Requests are refused while the event loop is more than ``lag`` seconds late.
    """

    body: int = 1 << 20
    batch: int = 10_000
    work: int = 10_000_000
    inline: int = 2_000
    threads: int = max(os.cpu_count() or 1, 1)
    queue: int = 64
    lag: float = 0.25


class Workers:
    """Threads for long work with a bounded queue, and a watch over the event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pool: ThreadPoolExecutor | None = None
        self._held = 0
        self._due: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def held(self) -> int:
        """Long requests that are running or waiting."""
        return self._held

    def start(self) -> None:
        """Takes work from now on, and begins to watch the running event loop."""
        self._pool = ThreadPoolExecutor(self._limits.threads, thread_name_prefix="lipai")
        self._watch()

    def stop(self) -> None:
        """Waits for what is running, takes nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._due = None

    def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + WATCH
        self._timer = loop.call_at(self._due, self._watch)

    @property
    def late(self) -> bool:
        """Whether the event loop has more to do than it can."""
        return self._due is not None and asyncio.get_running_loop().time() - self._due > self._limits.lag

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of ``work``, done on a thread. Raises TooBusy where too many wait already."""
        if self._held >= self._limits.threads + self._limits.queue:
            raise TooBusy
        self._held += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._held -= 1
