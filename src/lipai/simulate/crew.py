"""Who plays blocks: this thread, threads, processes, or the workers of a Dask cluster.

All of them are executors of ``concurrent.futures``. A block whose worker is lost is handed out again.
"""

from __future__ import annotations

import concurrent.futures as futures
import functools
import pickle
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import lipai
from lipai.errors import LipaiError, TableError
from lipai.simulate.blocks import run_block
from lipai.simulate.plan import Plan
from lipai.simulate.tally import Tally

RETRIES: Final = 3  # losses one after the other, with no block done in between
GRACE: Final = 3.0  # seconds for blocks under way when the run is interrupted
CONNECT: Final = 10.0  # seconds for a scheduler to answer, and to have workers
LARGE: Final = 1 << 16  # bytes of a plan that are not sent with each block
COUNT_EVERY: Final = 2.0  # seconds between looks at how many workers a cluster has

Span = tuple[int, int]  # the first deal, and the one after the last
Answer = TypeVar("Answer")


class Played(NamedTuple):
    """A block that is done: its deals, their tally, and how long its worker took."""

    first: int
    stop: int
    tally: Tally
    seconds: float


def play_block(plan: Plan, first: int, stop: int) -> Played:
    """Play a block and time it."""
    began = time.perf_counter()
    tally = run_block(plan, first, stop)
    return Played(first, stop, tally, time.perf_counter() - began)


def packed(plan: Plan) -> bytes:
    """A plan for ``play_packed``."""
    return pickle.dumps((lipai.__version__, pickle.dumps(plan)))


@functools.lru_cache(maxsize=4)
def _unpacked(data: bytes) -> Plan:
    version, inner = pickle.loads(data)
    if version != lipai.__version__:  # they might play otherwise
        raise TableError(
            f"a worker has lipai {lipai.__version__}, and the plan is of lipai {version}: they must be alike"
        )
    plan: Plan = pickle.loads(inner)
    return plan


def play_packed(data: bytes, first: int, stop: int) -> Played:
    """``play_block`` of a packed plan, which each worker unpacks once."""
    return play_block(_unpacked(data), first, stop)


def _same(data: bytes) -> bytes:
    return data


class Crew(ABC):
    """Workers. ``submit`` hands out a block, ``ready`` waits for some, ``rest`` takes what is left on Ctrl-C."""

    seconds: ClassVar[float] = 0.25  # that a block should take: little to lose, and much more than handing it out
    ahead: ClassVar[int] = 3  # blocks handed out for each worker
    lost: tuple[type[Exception], ...] = (futures.BrokenExecutor,)  # what says that a worker was lost

    def __init__(self, task: Callable[[Any, int, int], Played], plan: Any, workers: int) -> None:
        self._task, self._plan, self._workers = task, plan, workers
        self._waiting: dict[futures.Future[Played], Span] = {}
        self._losses = 0
        self._pool = self._hire()

    @abstractmethod
    def _hire(self) -> futures.Executor:
        """The executor, and a new one where it broke."""

    @property
    def size(self) -> int:
        """How many blocks are played at a time."""
        return self._workers

    def close(self) -> None:
        """Send everybody home."""
        self._pool.shutdown(cancel_futures=True)

    @property
    def hungry(self) -> bool:
        """Whether more blocks should be handed out."""
        return len(self._waiting) < self.ahead * max(1, self.size)

    def submit(self, span: Span) -> None:
        """Hand out a block."""
        try:
            future = self._pool.submit(self._task, self._plan, *span)
        except futures.BrokenExecutor as error:
            future = futures.Future()
            future.set_exception(error)
        self._waiting[future] = span

    def ready(self) -> list[Played]:
        """The blocks that are done, once some are; none where none is awaited or what was to come was lost."""
        done, _ = futures.wait(self._waiting, return_when=futures.FIRST_COMPLETED)
        found: list[Played] = []
        again: list[Span] = []
        fault: Exception | None = None
        for each in done:
            span = self._waiting.pop(each)
            try:
                found.append(each.result())
            except self.lost as error:
                again.append(span)
                fault = error
        if found:
            self._losses = 0
        elif fault is not None:
            self._losses += 1
            if self._losses > RETRIES:
                raise fault
        if isinstance(fault, futures.BrokenExecutor):  # all that is with it is lost
            again += self._waiting.values()
            self._waiting.clear()
            self._pool.shutdown(cancel_futures=True)
            self._pool = self._hire()
        for span in again:
            self.submit(span)
        return found

    def rest(self) -> list[Played]:
        """What is done, and what gets done soon of that which is under way; nothing new is begun."""
        running = [each for each in self._waiting if not each.cancel()]
        done, _ = futures.wait(running, GRACE)
        self._waiting.clear()
        return [each.result() for each in done if not each.exception()]


class _Here(futures.Executor):
    """Plays at once, in the thread that submits."""

    def submit(self, fn: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> futures.Future[Answer]:
        found: futures.Future[Answer] = futures.Future()
        found.set_result(fn(*args, **kwargs))
        return found


class Alone(Crew):
    """One worker: this thread."""

    ahead = 1

    def __init__(self, plan: Plan) -> None:
        super().__init__(play_block, plan, 1)

    def _hire(self) -> futures.Executor:
        return _Here()


class Threads(Crew):
    """Threads of this process."""

    def __init__(self, plan: Plan, workers: int) -> None:
        super().__init__(play_block, plan, workers)

    def _hire(self) -> futures.Executor:
        return futures.ThreadPoolExecutor(self._workers, thread_name_prefix="lipai")


class Processes(Crew):
    """Processes of this machine."""

    def __init__(self, plan: Plan, workers: int) -> None:
        super().__init__(play_packed, packed(plan), workers)

    def _hire(self) -> futures.Executor:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        return futures.ProcessPoolExecutor(self._workers, mp_context=context, initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster(Crew):
    """The workers of the Dask scheduler at an address, which runs a lost worker's blocks again by itself."""

    seconds = 1.0  # a scheduler hands out some hundreds a second

    def __init__(self, plan: Plan, address: str) -> None:
        try:
            import distributed
            from distributed.comm.addressing import get_address_host_port
        except ImportError:
            raise TableError("a scheduler needs the extra distributed: pip install 'lipai[distributed]'") from None
        self._address = address
        try:
            get_address_host_port(address)
            self._client = distributed.Client(address, set_as_default=False, timeout=CONNECT)
        except (OSError, ValueError, RuntimeError) as error:
            message = f"no Dask scheduler at {address!r}: {error}"
            raise TableError(message, value=address, argument="scheduler") from None
        self.lost = (distributed.KilledWorker,)
        self._counted = 0.0
        data: Any = packed(plan)
        if len(data) > LARGE:
            data = self._client.submit(_same, data)  # a task, so that it is there again when who holds it is lost
        super().__init__(play_packed, data, 0)
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError:
            self.close()
            message = f"the Dask scheduler at {address!r} has no workers: dask worker {address}"
            raise TableError(message, value=address, argument="scheduler") from None

    def _hire(self) -> futures.Executor:
        executor: futures.Executor = self._client.get_executor(pure=False)
        return executor

    @property
    def size(self) -> int:
        """How many blocks the workers of now play at a time."""
        if time.monotonic() - self._counted > COUNT_EVERY:
            self._workers = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return self._workers

    def ready(self) -> list[Played]:
        """As of every crew; OSError where the cluster fails."""
        try:
            return super().ready()
        except LipaiError:
            raise
        except (Exception, futures.CancelledError) as error:
            what = str(error) or "the scheduler is gone"
            raise OSError(f"the cluster at {self._address} failed: {what}") from error

    def close(self) -> None:
        """Leave; what is under way is dropped."""
        for each in self._waiting:
            each.cancel()
        self._client.close()
