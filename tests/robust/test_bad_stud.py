"""Bad input to stud in a process of its own: always an exception of Python, never a signal, and the process goes on."""

from __future__ import annotations

import subprocess
import sys

PRELUDE = """
import pickle, random
import numpy as np
import lipai
from lipai import StudSeat
from lipai._native import piles, stud
game = lipai.game("wuzhang")
tables = game._tables
good = np.array([game.deck[:20]] * 4, np.uint8).reshape(4, 4, 5)
seats = np.zeros(4, np.uint8)
folded = np.zeros((4, 4), np.uint8)
deals = stud.Deals(tables, ((False, b""), (False, b"")), 10**12)
late = stud.Deals(tables, ((False, bytes(game.deck[:4])), (False, bytes(game.deck[4:8]))), 10**6)
leading = ("leading", "suit_of_leading")
def made(jokers, sizes, ties, model="none"):
    return piles.PileTables(6, jokers, sizes, False, "low", True, "SHCD", model, ("S", "S"), "none",
                            (("high_card", "x", (5,), ties),))
def attempt(code):
    try:
        exec(code)
    except (TypeError, ValueError, OverflowError, BufferError, AttributeError, MemoryError) as error:
        return type(error).__name__
    return "nothing"
"""

REFUSED = """
game.rank(bytes(5))
game.rank(bytes(255))
game.rank([10**6] * 5)
game.rank([-5] * 5)
game.rank("A" * 10**7)
game.rank_up(b"")
game.rank_up(bytes(4))
game.rank_up(bytes(54))
game.rank_up(range(10**12))
game.compare("AS", object())
game.category(-1)
game.category(2**64)
game.rank_many(np.zeros((4, 5), np.uint8))
game.rank_many(np.zeros((4, 0), np.uint8))
game.rank_many(np.zeros((4, 64), np.uint8))
game.rank_many(good)
game.with_isa("sparc")
game.banker([b"", b""])
game.banker([bytes(1), bytes(1)])
game.banker([bytes(255), bytes(255)])
game.banker([object(), None])
game.banker([None] * 10**6)
game.banker(["AS"] * 4)
game.banker(["", ""], winner=10**30)
game.banker(["", ""], winner=-1)
game.showdown([bytes(5), bytes(5)])
game.showdown([bytes(range(24, 29)), bytes(range(28, 33))])
game.showdown([bytes(range(24, 29)), bytes(range(28, 34))])
game.showdown([None] * 4)
game.showdown([["AS"] * 5, None])
game.showdown_many(np.zeros((4, 4, 5), np.uint8))
game.showdown_many(good + 200)
game.showdown_many(good[:, :0])
game.showdown_many(good[:, :, :0])
game.showdown_many(good, folded=np.ones((4, 4), bool))
game.showdown_many(good, folded=np.ones((4, 5), bool))
game.showdown_many(good, threads=2**70)
game.banker_many(np.zeros((4, 4, 1), np.uint8))
game.equity([StudSeat(bytes(4)), None])
game.equity([StudSeat(bytes(10**6)), None])
game.equity([StudSeat("AS", hole=bytes(10)), None])
game.equity([StudSeat(object()), None])
game.equity([StudSeat(None), None])
game.equity([StudSeat("AS")] * 2)
game.equity([None] * 3)
game.equity([StudSeat()] * 7)
game.equity([StudSeat()] * 10**5)
game.equity([StudSeat()] * 2, limit=2**70)
game.equity([StudSeat()] * 2, samples=2**70)
game.equity([StudSeat()] * 2, seed=-1)
game.equity([StudSeat()] * 2, threads=0)
stud.showdown(tables, (), "up")
stud.showdown(tables, (b"",) * 7, "up")
stud.showdown(tables, (b"", b""), "up")
stud.showdown(tables, (bytes(6), bytes(6)), "up")
stud.showdown(tables, (bytes(2), bytes(3)), "up")
stud.showdown(tables, ("AS", "KS"), "up")
stud.showdown(tables, None, "up")
stud.showdown(None, (b"",), "up")
stud.showdown(lipai.game("biji")._tables, (bytes(range(24, 27)), bytes(range(28, 31))), "up")
stud.showdown_rows(tables, good, None, seats, "up", 0, 5)
stud.showdown_rows(tables, good, None, seats, "up", -1, 4)
stud.showdown_rows(tables, good, None, seats, "up", 3, 2)
stud.showdown_rows(tables, good, None, seats, "up", 0, 2**62)
stud.showdown_rows(tables, good, None, seats[:3].copy(), "up", 0, 4)
stud.showdown_rows(tables, good, folded[:3].copy(), seats, "up", 0, 4)
stud.showdown_rows(tables, good, folded[:, :3].copy(), seats, "up", 0, 4)
stud.showdown_rows(tables, good[:, :, :0].copy(), None, seats, "up", 0, 4)
stud.showdown_rows(tables, np.zeros((4, 9, 5), np.uint8), None, seats, "up", 0, 4)
stud.showdown_rows(tables, np.zeros((4, 4, 50), np.uint8), None, seats, "up", 0, 4)
stud.showdown_rows(tables, None, None, seats, "up", 0, 0)
stud.Deals.__new__(stud.Deals)
stud.Deals(None, ((False, b""),), 1)
stud.Deals(tables, (), 1)
stud.Deals(tables, ((False, b""),) * 7, 1)
stud.Deals(tables, ((False, b""),) * 6, 1)
stud.Deals(tables, ((False, bytes(6)), (False, b"")), 1)
stud.Deals(tables, ((False, bytes(3)), (False, b"")), 1)
stud.Deals(tables, ((False, "AS"), (False, b"")), 1)
stud.Deals(tables, ((True, b""), (True, b"")), 1)
stud.Deals(tables, ((False, b""), (False, b"")), -1)
stud.Deals(tables, ((False, b""), (False, b"")), 2**64)
stud.Deals(tables, (1, 2), 1)
stud.Deals(lipai.game("biji52")._tables, ((False, b""), (False, b"")), 1)
deals.count(0, 2**62)
deals.count(-1, 1)
deals.count(1, 0)
deals.count(98281, 98282)
deals.sample(2**64, 0, 1)
deals.sample(0, 5, 4)
deals.sample(-1, 0, 1)
pickle.dumps(deals)
late.count(0, 21)
stud.Deals(tables, ((False, b""), (False, b"")), 10).count(0, 1)
tables.arrange(bytes(game.deck[:5]), None, 1)
tables.pareto(bytes(game.deck[:5]))
tables.check(b"", b"", bytes(game.deck[:5]))
piles.Utilities(tables, np.zeros(game.strength_count), np.zeros(game.strength_count), np.zeros(game.strength_count))
piles.PileTables(6, 0, (0, 0, 5), False, "low", True, "SHCD", "none", ("", ""), "none", ())
made(2, (0, 0, 5), leading, "wild")
made(0, (0, 0, 5), leading[:1])
made(0, (0, 3, 5), leading)
made(0, (0, 0, 4), leading)
lipai.game("biji")._tables.rank_up("AS")
""".strip().splitlines()


def test_never_a_signal() -> None:
    code = "\n".join([PRELUDE, f"for code in {REFUSED!r}:\n    print(attempt(code), code, sep='\\t', flush=True)"])
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True)
    answers = [line.split("\t") for line in run.stdout.splitlines()]
    assert run.returncode == 0, f"after {answers[-1:]}: {run.stderr}"
    assert [code for _, code in answers] == REFUSED
    assert [code for answer, code in answers if answer == "nothing"] == []


NOISE = """
rng = random.Random(7)
done = 0
for _ in range(20000):
    cards = [bytes(rng.randrange(20, 56) if rng.random() < 0.1 else rng.choice(game.deck) for _ in range(n))
             for n in (rng.randrange(6), rng.randrange(6), rng.randrange(6))]
    up = [None if rng.random() < 0.2 else c for c in cards]
    for call, argument in (
        (game.banker, up),
        (game.showdown, up),
        (lambda s: game.equity(s, limit=10**5, samples=50),
         [None if c is None else StudSeat(c[1:], c[:1] or None, rng.random() < 0.2) for c in up]),
    ):
        try:
            call(argument)
            done += 1
        except lipai.LipaiError as error:
            assert str(error)
assert done > 5000, done
print("done")
"""


def test_noise() -> None:
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", PRELUDE + NOISE], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "done\n"), run.stderr
