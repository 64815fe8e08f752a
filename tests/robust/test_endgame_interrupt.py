"""Ctrl-C while an endgame is solved: KeyboardInterrupt soon, and the process goes on. Other threads run meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

# A whole deal: more than any machine solves in the time of this test.
CODE = """
import random, threading, time
import lipai
game = lipai.game("doudizhu")
deck = list("3456789TJQKA2" * 4 + "XD")
random.Random(1).shuffle(deck)
hands = [deck[:17], deck[17:34], deck[34:51]]
ticks = 0
def tick():
    global ticks
    while True:
        time.sleep(0.01)
        ticks += 1
threading.Thread(target=tick, daemon=True).start()
print("ready", flush=True)
try:
    game.solve(hands)
except KeyboardInterrupt:
    print(time.monotonic(), game.solve(["3", "4"]).outcome, ticks > 5, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c() -> None:
    process = subprocess.Popen([sys.executable, "-c", CODE], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        stopped, outcome, ticked = process.stdout.readline().split()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
    assert (outcome, ticked) == ("win", "True")
    assert float(stopped) - sent < 1.0  # less than 0.1 s on an idle machine
