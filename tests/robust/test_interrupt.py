"""Ctrl-C in a long batch: KeyboardInterrupt soon, on one thread and on several, and the process goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

CODE = """
import sys, threading, time
import numpy as np
import lipai
game = lipai.game("shisanshui")
size = 13 if sys.argv[1] == "arrange_many" else 5
row = np.array(lipai.parse_cards("AS KH QD JC 9S 8H 7D 6C 5S 3H 2D 2C RJ")[:size], dtype=np.uint8)
rows = np.broadcast_to(row, (int(sys.argv[3]), size)).copy()
call = getattr(game, sys.argv[1])
print("ready", flush=True)
try:
    while True:
        call(rows, threads=int(sys.argv[2]))
except KeyboardInterrupt:
    stopped = time.monotonic()
    small = call(rows[:10])
    # An interrupt while a thread starts leaves it to end by itself, after a block at most.
    until = time.monotonic() + 1
    while (alive := sum(t.name == "lipai" for t in threading.enumerate())) and time.monotonic() < until:
        time.sleep(0.01)
    print(stopped, len(small[0]) if isinstance(small, tuple) else len(small), alive, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("call", "n"), [("rank_many", 40_000_000), ("arrange_many", 2_000_000)])
def test_ctrl_c(call: str, n: int, threads: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, call, str(threads), str(n)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        stopped, rows, alive = process.stdout.readline().split()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
    assert (rows, alive) == ("10", "0")
    assert float(stopped) - sent < 1.0  # 0.2 s on an idle machine
