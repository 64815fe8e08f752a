"""How simulation scales: deals a second with 1 and 2 workers, and from the cost of handing out blocks with 100.

    python benchmarks/scaling.py [--seconds 10] [--rounds 3] [--workers 1,2] [--many 100]

Each game is played on threads, on processes and on a Dask cluster of worker processes of this machine (extra
``distributed``), each for about ``--seconds``, ``--rounds`` times in turn; the best counts, since other work on the
machine only slows. The clock runs from the first block that is done to the last, so that starting workers is left out.

The overhead of a block is what one costs that plays nothing and brings a real tally back, one after the other as fast
as it goes: packed, handed out, run, brought back, merged. A block that takes c seconds with an overhead of o keeps N
workers at N / (c + o) blocks a second, as long as who hands them out keeps up: at most 1 / o. So N workers play

    min(N / (c + o), 1 / o) · deals of a block

a second, where c is the second that blocks on a cluster are cut to. Whether that holds for ``--many`` workers is then
tried: as many threads of Dask workers sleep for about c seconds a block and bring a real tally back.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import lipai
from lipai import simulate
from lipai.simulate.crew import Alone, Cluster, Crew, Played, Processes, Threads, play_block
from lipai.simulate.run import Kept
from lipai.simulate.tally import FORMAT

GAMES = (("shisanshui", "strongest"), ("doudizhu", "random"), ("sanmen", "greedy"))
PROCESSES = 4  # that sleep, with as many threads each as it takes
HANDED = 400  # blocks that play nothing


@contextlib.contextmanager
def cluster(workers: int, threads: int = 1) -> Iterator[str]:
    """A Dask scheduler and workers, each a process of its own; the scheduler's address."""
    import distributed

    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder, "scheduler.json")
        common = ["--scheduler-file", str(where), "--host", "127.0.0.1", "--no-dashboard"]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}  # what the workers unpickle is here
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        kinds = [["scheduler", "--port", "0"], *[["worker", "--nthreads", str(threads), "--no-nanny"]] * workers]
        started = [
            subprocess.Popen([sys.executable, "-m", "dask", *kind, *common], env=environment, **quiet) for kind in kinds
        ]
        try:
            while not (where.exists() and where.read_text().rstrip().endswith("}")):
                time.sleep(0.05)
            address = json.loads(where.read_text())["address"]
            with distributed.Client(address, set_as_default=False) as client:
                client.wait_for_workers(workers)
            yield address
        finally:
            for each in reversed(started):
                each.kill()
                each.wait()


def rate(plan: simulate.Plan, **how: Any) -> float:
    """Deals a second from the first block that is done to the last."""
    seen: list[tuple[float, int]] = []

    def tick(done: int, total: int) -> None:
        if done:
            seen.append((time.perf_counter(), done))

    simulate.run(plan, tick=tick, **how)
    (began, first), (ended, last) = seen[0], seen[-1]
    return (last - first) / (ended - began)


def played_for(plan: simulate.Plan, seconds: float) -> Played:
    """A block that takes one worker about so long."""
    found = play_block(plan, 0, 16)
    while found.seconds < seconds / 2:
        found = play_block(plan, 0, max(2 * found.stop, int(0.8 * found.stop * seconds / found.seconds)))
    return found


# ---- blocks that play nothing


def sleep(answer: bytes, first: int, milliseconds: int) -> Played:
    """A real block's tally after about so long."""
    if milliseconds:
        time.sleep(milliseconds / 1000 * (0.8 + 0.04 * (first % 11)))  # who begin together do not end together
    found: Played = pickle.loads(answer)
    return found._replace(first=first, stop=first + 1)


def handed_out(crew: Crew, answer: Played, blocks: int, milliseconds: int = 0) -> float:
    """Blocks a second of a crew that sleeps instead of playing."""
    crew._task, crew._plan = sleep, pickle.dumps(answer)
    kept = Kept(FORMAT, "", [], simulate.Tally())
    given = done = skipped = 0
    began = 0.0
    while done < blocks:
        while crew.hungry:
            crew.submit((given, milliseconds))
            given += 1
        for each in crew.ready():
            kept = kept.with_block((each.first, each.stop), each.tally)
            done += 1
        if not began:  # as for deals
            began, skipped = time.perf_counter(), done
    return (done - skipped) / (time.perf_counter() - began)


def milliseconds_of(act: Callable[[], Any], times: int = 200) -> float:
    """The least that an act takes."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        found.append(time.perf_counter() - began)
    return 1000 * min(found)


# ---- what is printed


def scaling(seconds: float, rounds: int, workers: list[int]) -> dict[str, Played]:
    """Print deals a second; a block of each game."""
    kinds = ("threads", "processes", "cluster")
    print("| game, players | " + " | ".join(f"{kind}, {n}" for kind in kinds for n in workers) + " |")
    print("|" + "---|" * (1 + len(kinds) * len(workers)))
    blocks = {}
    with contextlib.ExitStack() as stack:
        addresses = {n: stack.enter_context(cluster(n)) for n in workers}
        for name, strategy in GAMES:
            plan = simulate.plan(lipai.game(name), 1, strategy=strategy)
            found = [played_for(plan, Cluster.seconds) for _ in range(rounds)]
            block = blocks[name] = min(found, key=lambda each: each.seconds / each.stop)
            best: dict[tuple[str, int], float] = {}
            for _, n in itertools.product(range(rounds), workers):
                long = replace(plan, deals=int(block.stop / block.seconds * seconds * n))
                for kind, how in (
                    ("threads", {"workers": n}),
                    ("processes", {"workers": n, "processes": True}),
                    ("cluster", {"scheduler": addresses[n]}),
                ):
                    best[kind, n] = max(best.get((kind, n), 0.0), rate(long, **how))
            figures = [best[kind, n] for kind in kinds for n in workers]
            print(f"| {name}, {strategy} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |", flush=True)
    return blocks


def overheads(answer: Played, rounds: int) -> float:
    """Print what handing out a block costs; that of a cluster, in seconds."""
    plan = simulate.plan(lipai.game("doudizhu"), 1)
    makers: dict[str, Callable[[str], Crew]] = {
        "this thread": lambda _: Alone(plan),
        "2 threads": lambda _: Threads(plan, 2),
        "2 processes": lambda _: Processes(plan, 2),
        "cluster, 2 workers": lambda address: Cluster(plan, address),
    }
    data = pickle.dumps(answer)
    packing = milliseconds_of(lambda: pickle.loads(pickle.dumps(answer)))
    kept = Kept(FORMAT, "", [], answer.tally)
    merging = milliseconds_of(lambda: kept.with_block((answer.first, answer.stop), answer.tally))
    print(f"\nA tally is {len(data):,} bytes: packed and unpacked in {packing:.2f} ms, merged in {merging:.2f} ms.\n")
    print("| who plays | overhead of a block, ms |\n|---|---|")
    found = 0.0
    with cluster(2) as address:
        for name, make in makers.items():
            costs = []
            for _ in range(rounds):
                crew = make(address)
                costs.append(1 / handed_out(crew, answer, HANDED))
                crew.close()
            found = min(costs)
            print(f"| {name} | {1000 * found:.2f} |", flush=True)
    return found


def estimate(blocks: dict[str, Played], answer: Played, overhead: float, many: int) -> None:
    """Print what many workers would play, by the formula, and what they do where they sleep."""
    c = Cluster.seconds
    a_second = min(many / (c + overhead), 1 / overhead)
    print(f"\n{many} workers, c = {c:g} s: {a_second:.1f} blocks a second, {a_second * c / many:.1%} of the most.\n")
    print(f"| game | deals of a block | {many} workers, deals/s |\n|---|---|---|")
    for name, block in blocks.items():
        deals = block.stop / block.seconds * c
        print(f"| {name} | {deals:,.0f} | {a_second * deals:,.0f} |")
    threads = -(-many // PROCESSES)
    sleepers = PROCESSES * threads
    with cluster(PROCESSES, threads) as address:
        crew = Cluster(simulate.plan(lipai.game("doudizhu"), 1), address)
        tried = handed_out(crew, answer, 20 * sleepers, int(1000 * c))
        crew.close()
    print(f"\n{sleepers} workers who sleep: {tried:.1f} blocks a second of {sleepers / c:.0f}.")


def main() -> None:
    """Print all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", default="1,2", help="numbers of workers, with commas between them")
    parser.add_argument("--many", type=int, default=100)
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before\n")
    blocks = scaling(options.seconds, options.rounds, [int(n) for n in options.workers.split(",")])
    answer = max(blocks.values(), key=lambda block: len(pickle.dumps(block)))
    overhead = overheads(answer, options.rounds)
    estimate(blocks, answer, overhead, options.many)
    print(f"\nload {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
