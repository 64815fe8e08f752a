"""Playing a plan: on threads, on processes or on a Dask cluster, with what is done kept.

Blocks are handed out a few at a time and their tallies merged as they come: whole numbers, so their order does not
matter. A block whose worker is lost runs again.
"""

from __future__ import annotations

import concurrent.futures as futures
import contextlib
import functools
import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from lipai.errors import TableError
from lipai.simulate.blocks import run_block
from lipai.simulate.plan import Plan
from lipai.simulate.tally import FORMAT, Tally

WINDOW: Final = 4  # blocks that wait for each worker
SAVE_EVERY: Final = 5.0  # seconds
RETRIES: Final = 3
MOST_WORKERS: Final = 1024

Ticked = Callable[[int, int], None]
Results = Iterator[tuple[int, Tally]]


class Kept(msgspec.Struct):
    """What a run keeps in its file: the plan's print, the blocks that are done, and their tally."""

    format: int
    plan: str
    done: list[int]
    tally: Tally


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
    written to and goes on from; TableError where it is one of another plan. ``tick`` is called with the deals done and
    the deals in all.
    """
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        message = f"workers must be a whole number from 1 to {MOST_WORKERS}, not {workers!r}"
        raise TableError(message, value=workers, argument="workers")
    path = None if keep is None else Path(keep)
    kept = _kept(plan, path)
    done = set(kept.done)
    todo = [i for i in range(plan.blocks) if i not in done]
    tally = kept.tally
    saved = time.monotonic()
    complete = True
    if scheduler is not None:
        results = _on_cluster(plan, todo, scheduler)
    elif processes:
        results = _on_processes(plan, todo, workers)
    else:
        results = _on_threads(plan, todo, workers)
    try:
        if tick is not None:
            tick(tally.deals, plan.deals)
        for i, found in results:
            tally.merge(found)
            done.add(i)
            if tick is not None:
                tick(tally.deals, plan.deals)
            if path is not None and time.monotonic() - saved > SAVE_EVERY:
                _save(path, plan, done, tally)
                saved = time.monotonic()
    except KeyboardInterrupt:
        complete = False
    finally:
        with contextlib.suppress(KeyboardInterrupt):
            results.close()  # type: ignore[attr-defined]
        if path is not None:
            _save(path, plan, done, tally)
    return Outcome(tally, complete)


# ---- what is kept


def _kept(plan: Plan, path: Path | None) -> Kept:
    if path is None or not path.exists():
        return Kept(FORMAT, plan.print, [], Tally())
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise TableError(f"{path} is no file of a run: {error}", value=str(path), argument="keep") from None
    if kept.format != FORMAT or kept.plan != plan.print:
        message = f"{path} is of another run: other rules, players, deals, seed or stakes"
        raise TableError(message, value=str(path), argument="keep")
    spans = [plan.span(i) for i in kept.done if 0 <= i < plan.blocks]
    if len(set(kept.done)) != len(spans) or sum(stop - first for first, stop in spans) != kept.tally.deals:
        raise TableError(f"{path} is damaged: its blocks are not its deals", value=str(path), argument="keep")
    return kept


def _save(path: Path, plan: Plan, done: set[int], tally: Tally) -> None:
    """Whole or not at all."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(msgspec.json.encode(Kept(FORMAT, plan.print, sorted(done), tally)))
    beside.replace(path)


# ---- where blocks are played


def _on_threads(plan: Plan, todo: list[int], workers: int) -> Results:
    if workers == 1:
        for i in todo:
            yield i, run_block(plan, i)
        return
    pool = futures.ThreadPoolExecutor(workers, thread_name_prefix="lipai")
    try:
        yield from _through(pool, lambda i: run_block(plan, i), todo, workers)
    finally:
        pool.shutdown(cancel_futures=True)


def _on_processes(plan: Plan, todo: list[int], workers: int) -> Results:
    import multiprocessing

    packed = pickle.dumps(plan)
    context = multiprocessing.get_context("spawn")
    left = dict.fromkeys(todo)
    losses = 0
    while left:
        pool = futures.ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupts)
        before = len(left)
        try:
            for i, found in _through(pool, functools.partial(run_packed, packed), list(left), workers):
                del left[i]
                yield i, found
        except futures.process.BrokenProcessPool:  # a worker was lost: what it had runs again, in a new pool
            losses = 0 if len(left) < before else losses + 1
            if losses > RETRIES:
                raise
        finally:
            pool.shutdown(cancel_futures=True)


def _through(pool: futures.Executor, task: Callable[[int], Tally], todo: list[int], workers: int) -> Results:
    """The results of blocks as they come, a few blocks waiting for each worker."""
    waiting: dict[Any, int] = {}
    rest = iter(todo)
    while True:
        for i in rest:
            waiting[pool.submit(task, i)] = i
            if len(waiting) >= WINDOW * workers:
                break
        if not waiting:
            return
        ready, _ = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
        for each in ready:
            yield waiting.pop(each), each.result()


def _on_cluster(plan: Plan, todo: list[int], address: str) -> Results:
    try:
        import distributed
    except ImportError:
        raise TableError("a scheduler needs the extra distributed: pip install 'lipai[distributed]'") from None
    packed = pickle.dumps(plan)
    try:
        client = distributed.Client(address, set_as_default=False, timeout="10s")
    except (OSError, ValueError, RuntimeError) as error:
        raise TableError(f"no Dask scheduler at {address!r}: {error}", value=address, argument="scheduler") from None
    with client:
        data = client.scatter(packed, broadcast=False, hash=True) if len(packed) > 1 << 16 else packed
        window = WINDOW * max(1, sum(client.nthreads().values()))
        rest = iter(todo)
        waiting = distributed.as_completed(loop=client.loop)
        numbers: dict[Any, int] = {}

        def more() -> None:
            """Hand out the next block, if there is one. A lost worker's blocks are run again by the scheduler."""
            for i in rest:
                each = client.submit(run_packed, data, i, key=f"lipai-{plan.print}-{os.getpid()}-{i}", retries=RETRIES)
                numbers[each.key] = i
                waiting.add(each)
                return

        for _ in range(window):
            more()
        for each in waiting:
            found = each.result()
            more()
            yield numbers.pop(each.key), found


@functools.lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Plan:
    plan: Plan = pickle.loads(packed)
    return plan


def run_packed(packed: bytes, i: int) -> Tally:
    """``run_block`` of a pickled plan, which each worker unpacks once."""
    return run_block(_unpacked(packed), i)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
