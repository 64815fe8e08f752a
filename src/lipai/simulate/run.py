"""Playing a plan: on threads, on processes or on a Dask cluster, with what is done kept.

Blocks are handed out a few at a time, cut to take about equally long, and their tallies merged as they come: whole
numbers, so neither cut nor order matters.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from lipai.errors import TableError
from lipai.simulate.crew import Alone, Cluster, Crew, Processes, Span, Threads
from lipai.simulate.plan import Plan
from lipai.simulate.tally import FORMAT, Tally

SAVE_EVERY: Final = 5.0  # seconds
MOST_WORKERS: Final = 1024
SMALLEST: Final = 16  # deals to a block, where the end is not nearer
SMALLEST_BATCHED: Final = 512
SHORTEST: Final = 8  # towards the end blocks are down to this part of their usual size
GROWTH: Final = 4  # a block is at most so many times as large as the largest that was timed

Ticked = Callable[[int, int], None]


class Kept(msgspec.Struct):
    """What a run keeps in its file: the plan's print, the deals that are done as spans in order, and their tally."""

    format: int
    plan: str
    done: list[Span]
    tally: Tally

    def with_block(self, span: Span, tally: Tally) -> Kept:
        """This and another block; a new one, so that Ctrl-C finds either this or that."""
        both = Tally()
        both.merge(self.tally)
        both.merge(tally)
        return Kept(self.format, self.plan, joined([*self.done, span]), both)


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that touch made one; ValueError where two share a deal.

    >>> joined([(4, 6), (0, 2), (2, 4), (8, 9)])
    [(0, 6), (8, 9)]
    """
    found: list[Span] = []
    for first, stop in sorted(spans):
        if found and first < found[-1][1]:
            raise ValueError("two spans share deals")
        if found and first == found[-1][1]:
            found[-1] = found[-1][0], stop
        else:
            found.append((first, stop))
    return found


class Cutter:
    """Cuts the deals that are not done into blocks that each take a worker about ``seconds``."""

    def __init__(self, done: list[Span], deals: int, smallest: int, seconds: float) -> None:
        edges = [0, *(edge for span in done for edge in span), deals]
        self._rest = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
        self._left = sum(b - a for a, b in self._rest)
        self._smallest, self._seconds = smallest, seconds
        self._size = smallest

    def cut(self, workers: int) -> Span | None:
        """The next block; towards the end smaller ones, so that all workers end together. None where there is none."""
        if not self._rest:
            return None
        first, stop = self._rest.pop(0)
        least = max(self._smallest, self._size // SHORTEST)
        end = min(stop, first + min(self._size, max(least, self._left // (2 * workers))))
        if end < stop:
            self._rest.insert(0, (end, stop))
        self._left -= end - first
        return first, end

    def took(self, deals: int, seconds: float) -> None:
        """Learn from a block how large the next ones should be."""
        ideal = int(deals * self._seconds / max(seconds, 1e-6))
        self._size = max(self._smallest, min(max(self._size, GROWTH * deals), ideal))


@dataclass(frozen=True)
class Outcome:
    """What came of a run: ``complete`` is False where it was interrupted."""

    tally: Tally
    complete: bool


def run(
    plan: Plan,
    *,
    workers: int = 1,
    processes: bool = False,
    scheduler: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    tick: Ticked | None = None,
) -> Outcome:
    """Play a plan on ``workers`` threads or processes, or on the cluster of the Dask scheduler at an address.

    The tally is the same whatever the workers. Ctrl-C ends the run with what is done. ``keep`` is a file that a run is
    written to and goes on from, also for more deals. ``tick`` is called with the deals done and the deals in all.

    Raises TableError where the file is one of another plan or can't be written, and where there is no scheduler or none
    with workers; OSError where a cluster fails on the way.
    """
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        message = f"workers must be a whole number from 1 to {MOST_WORKERS}, not {workers!r}"
        raise TableError(message, value=workers, argument="workers")
    if scheduler is not None and (processes or workers != 1):
        raise TableError(
            "a scheduler has workers of its own: no workers and no processes beside it", argument="workers"
        )
    path = None if keep is None else Path(keep)
    kept = _kept(plan, path)
    crew = _crew(plan, workers, processes, scheduler)
    cutter = Cutter(kept.done, plan.deals, SMALLEST_BATCHED if plan.batched else SMALLEST, crew.seconds)
    saved = time.monotonic()
    complete = False
    try:
        if tick is not None:
            tick(kept.tally.deals, plan.deals)
        while kept.tally.deals < plan.deals:
            while crew.hungry and (span := cutter.cut(max(1, crew.size))) is not None:
                crew.submit(span)
            for first, stop, tally, seconds in crew.ready():
                kept = kept.with_block((first, stop), tally)
                cutter.took(stop - first, seconds)
            if tick is not None:
                tick(kept.tally.deals, plan.deals)
            if path is not None and time.monotonic() - saved > SAVE_EVERY:
                _save(path, kept)
                saved = time.monotonic()
        complete = True
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):
            for first, stop, tally, _ in crew.rest():
                kept = kept.with_block((first, stop), tally)
    finally:
        if path is not None:
            _save(path, kept)
        with contextlib.suppress(KeyboardInterrupt):
            crew.close()
    return Outcome(kept.tally, complete)


def _crew(plan: Plan, workers: int, processes: bool, scheduler: str | None) -> Crew:
    if scheduler is not None:
        return Cluster(plan, scheduler)
    if processes:
        return Processes(plan, workers)
    return Alone(plan) if workers == 1 else Threads(plan, workers)


# ---- what is kept


def _kept(plan: Plan, path: Path | None) -> Kept:
    """What the file has, an empty one where there is none yet; it is written at once, to find out whether it can be."""
    fresh = Kept(FORMAT, plan.print, [], Tally())
    if path is None:
        return fresh
    if not path.exists():
        _save(path, fresh)
        return fresh
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise TableError(f"{path} is no file of a run: {error}", value=str(path), argument="keep") from None
    if kept.format != FORMAT or kept.plan != plan.print:
        message = f"{path} is of another run: other rules, players, seed or stakes, or of another version of lipai"
        raise TableError(message, value=str(path), argument="keep")
    try:
        kept.done = joined(kept.done)
    except ValueError:
        kept.done = []
    if sum(stop - first for first, stop in kept.done) != kept.tally.deals:
        raise TableError(f"{path} is damaged: its spans are not its deals", value=str(path), argument="keep")
    if kept.done and kept.done[-1][1] > plan.deals:
        message = f"{path} has deals up to {kept.done[-1][1]:,}: ask for at least as many, not {plan.deals:,}"
        raise TableError(message, value=str(path), argument="deals")
    return kept


def _save(path: Path, kept: Kept) -> None:
    """Whole or not at all."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_bytes(msgspec.json.encode(kept))
        beside.replace(path)
    except OSError as error:
        raise TableError(f"{path} can't be written: {error.strerror}", value=str(path), argument="keep") from None
