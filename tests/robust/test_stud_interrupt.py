"""Ctrl-C in a long enumeration or sample: KeyboardInterrupt soon, on one thread and on several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

CODE = """
import sys, time
import lipai
from lipai import StudSeat
game = lipai.game("wuzhang")
seats = [StudSeat() for _ in range(3)]
limit, samples = (10**12, 1) if sys.argv[1] == "exact" else (0, 10**9)
short = game.equity([StudSeat("AS KS QS JS", hole="TS"), StudSeat("8S 8H 8D 8C")])
if limit:
    seats = [StudSeat("8S"), StudSeat("9H"), StudSeat("TD")]
print("ready", flush=True)
try:
    while True:
        game.equity(seats, limit=limit, samples=samples, threads=int(sys.argv[2]))
except KeyboardInterrupt:
    stopped = time.monotonic()
    assert game.equity([StudSeat("AS KS QS JS", hole="TS"), StudSeat("8S 8H 8D 8C")]) == short
    print(stopped, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("how", ["exact", "sampled"])
def test_ctrl_c(how: str, threads: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", CODE, how, str(threads)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        stopped = process.stdout.readline()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
    assert float(stopped) - sent < 1.0  # 0.1 s on an idle machine
