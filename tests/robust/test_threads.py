"""Threads: the GIL is released, tables are compiled once, and any number of threads gives the same results."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import lipai
from lipai import PileGame
from tests.dealing import deal


def in_threads(n: int, work: Callable[[int], object]) -> list[object]:
    """Results of ``work`` on n threads that start together."""
    barrier = threading.Barrier(n)
    results: list[object] = [None] * n

    def run(i: int) -> None:
        barrier.wait()
        try:
            results[i] = work(i)
        except BaseException as error:
            results[i] = error

    threads = [threading.Thread(target=run, args=(i,)) for i in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_same_results(game: PileGame) -> None:
    hands = deal(game.deck, game.hand_size, 5000, seed=1, jokers=0.3)
    alone = game.arrange_many(hands)
    ranks = game.rank_many(hands[:, : game.pile_sizes[0]])
    for threads in (2, 3, 8):
        piles, strengths = game.arrange_many(hands, threads=threads)
        assert (piles == alone.piles).all()
        assert (strengths == alone.values).all()
        assert (game.rank_many(hands[:, : game.pile_sizes[0]], threads=threads) == ranks).all()


def test_many_callers_share_a_game(game: PileGame) -> None:
    hands = deal(game.deck, game.hand_size, 64, seed=2)
    want = [game.arrange(bytes(hand), top=2) for hand in hands]
    for found in in_threads(8, lambda _: [game.arrange(bytes(hand), top=2) for hand in hands]):
        assert found == want


FIRST_USE = """
import sys, threading, lipai
from lipai._native import piles
sys.setswitchinterval(1e-6)
barrier = threading.Barrier(16)
found = [None] * 16
def run(i):
    barrier.wait()
    game = lipai.game("shisanshui", gun=("double", "plus_one")[i % 2])
    found[i] = (id(game), id(game._tables), game.rank("AS KS QS JS TS").strength)
threads = [threading.Thread(target=run, args=(i,)) for i in range(16)]
[t.start() for t in threads]
[t.join() for t in threads]
print(len({f[0] for f in found}), len({f[1] for f in found}), len({f[2] for f in found}))
"""


def test_first_use_from_many_threads() -> None:
    """One game object for equal options, one set of tables for rules that rank alike."""
    out = subprocess.run([sys.executable, "-c", FIRST_USE], check=True, capture_output=True, text=True)
    assert out.stdout.split() == ["2", "1", "1"], out.stderr


@pytest.mark.parametrize("call", ["rank_many", "arrange_many"])
def test_the_gil_is_released(call: str) -> None:
    """While one block is being worked on, another thread counts on; with the GIL held it would stand still."""
    game = lipai.game("shisanshui")
    if call == "rank_many":
        rows = np.repeat(deal(game.deck, 5, 1000, seed=1), 4000, axis=0)
        work = lambda: game._tables.rank_rows(rows, np.empty(len(rows), np.uint16), 0, len(rows))  # noqa: E731
    else:
        rows = np.repeat(deal(game.deck, 13, 100, seed=1), 200, axis=0)
        out = np.empty_like(rows)
        work = lambda: game._tables.arrange_rows(None, rows, out, None, None, 0, len(rows))  # noqa: E731
    spans: list[tuple[float, float]] = []
    stop = threading.Event()
    ticks: list[float] = []

    def count() -> None:
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        for _ in range(20):
            start = time.perf_counter()
            work()
            spans.append((start, time.perf_counter()))
    finally:
        stop.set()
        counter.join()
    inside = sum(any(a + (b - a) / 10 < t < b - (b - a) / 10 for t in ticks) for a, b in spans)
    assert inside >= 10, f"the other thread ran within {inside} of 20 calls"
