"""Bad input in a process of its own: always an exception of Python, never a signal, and the process goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lipai

# Each line is evaluated by itself and must raise one of the given exceptions.
PRELUDE = """
import array, os, pickle, random, sys
import numpy as np
import lipai
from lipai._native import cards, piles
game = lipai.game(sys.argv[1])
tables = game._tables
n, size = game.hand_size, game.pile_sizes[2]
count = game.strength_count
zeros = np.zeros(count)
rows = np.zeros((4, size), np.uint8)
hands = np.zeros((4, n), np.uint8)
good = np.array([game.deck[:n]] * 4, np.uint8)
def attempt(code):
    try:
        exec(code)
    except (TypeError, ValueError, OverflowError, BufferError, AttributeError, MemoryError) as error:
        return type(error).__name__
    return "nothing"
"""

REFUSED = """
game.rank(10**6)
game.rank(None)
game.rank([10**6] * size)
game.rank([-5] * size)
game.rank([0] * size)
game.rank([2**63] * size)
game.rank(bytes(size))
game.rank(bytes(255))
game.rank(bytes(10**7))
game.rank("A" * 10**7)
game.rank(" " * 10**7)
game.rank("♠" * 10**6)
game.rank("\\0" * 100)
game.rank("\\ud800")
game.rank("黑桃")
game.rank([[]] * size)
game.rank(np.zeros((size, size), np.uint8))
game.rank(np.zeros(size))
game.rank(range(10**12))
game.compare("AS KS QS", object())
game.check([b"", b"", b""])
game.check([object()] * 3)
game.check([bytes(size)] * 3)
game.arrange(hands[0])
game.arrange(bytes(n))
game.arrange(bytes(game.deck[:n]), top=-1)
game.arrange(bytes(game.deck[:n]), top=10**30)
game.arrange(bytes(game.deck[:n]), utilities=[None] * 3)
game.arrange(bytes(game.deck[:n]), utilities=object())
game.arrange(bytes(game.deck[:n]), utilities=[zeros, zeros, zeros[:-1]])
game.pareto("")
game.pareto(bytes(range(200, 200 + n)))
game.category(-1)
game.category(2**31)
game.category(2**64)
game.category("1")
game.rank_many(rows)
game.rank_many(rows + 255)
game.rank_many(rows.T)
game.rank_many(rows[:, :0])
game.rank_many(np.zeros((0, 0), np.uint8))
game.rank_many(rows, threads=2**70)
game.arrange_many(hands)
game.arrange_many(hands + 200)
game.arrange_many(good[:, :-1])
tables.rank_rows(good[:, :size].copy(), np.empty(3, np.uint16), 0, 4)
tables.rank_rows(good[:, :size].copy(), np.empty(9, np.uint16), 0, 5)
tables.rank_rows(good[:, :size].copy(), np.empty(9, np.uint16), -1, 4)
tables.rank_rows(good[:, :size].copy(), np.empty(9, np.uint16), 3, 2)
tables.rank_rows(good[:, :size].copy(), np.empty(9, np.uint16), 0, 2**62)
tables.rank_rows(good[:, :size], np.empty(4, np.uint8), 0, 4)
tables.rank_rows(good[:, :size].copy(), np.empty(4, np.uint8), 0, 4)
tables.rank_rows(good[:, :1].copy(), np.empty(4, np.uint16), 0, 4)
tables.rank_rows(None, None, 0, 0)
tables.arrange_rows(None, good, good[:3].copy(), None, None, 0, 4)
tables.arrange_rows(None, good, good.copy(), np.empty((3, 3), np.uint16), None, 0, 4)
tables.arrange_rows(None, good, good.copy(), np.empty((4, 2), np.uint16), None, 0, 4)
tables.arrange_rows(None, good, good.copy(), None, np.empty(3), 0, 4)
tables.arrange_rows(None, good, good.copy(), None, None, 2, 2**62)
tables.arrange_rows(None, good[:, :-1].copy(), good.copy(), None, None, 0, 4)
tables.arrange_rows(object(), good, good.copy(), None, None, 0, 4)
tables.arrange(bytes(game.deck[:n]), None, 0)
tables.arrange(bytes(game.deck[:n]), None, 2**70)
tables.check(bytes(2), bytes(2), bytes(2))
tables.check(bytes(range(8)), b"", b"")
tables.check(bytes([0, 1, 2]), bytes(range(3, 3 + size)), bytes([255] * size))
tables.check(bytes([0, 1, 2]), bytes(range(3, 3 + size)), bytes(range(size)))
piles.made(None, (), ())
piles.made(lipai.Check, ("illegal",), (1,))
piles.made(lipai.Check, (1,), (1,))
piles.made(lipai.Check, None, None)
piles.made(int, ("real",), (1,))
game.with_isa("sparc")
game.with_isa(None)
tables.order(bytes(4))
piles.Utilities(None, zeros, zeros, zeros)
piles.Utilities(tables, zeros, zeros, None)
piles.Utilities(tables, zeros, zeros, zeros[:0])
piles.Utilities(tables, zeros + np.nan, zeros, zeros)
piles.Utilities.__new__(piles.Utilities)
piles.PileTables.__new__(piles.PileTables)
piles.PileTables(*[None] * 12)
piles.PileTables(300, 2, (3, 5, 5), True, "low", False, "SHCD", "none", ("", ""), "none", ())
piles.PileTables(0, 0, (3, 5, 5), True, "low", False, "SHCD", "none", ("", ""), "none", ())
piles.PileTables(0, 0, (3, 300, 5), True, "low", False, "SHCD", "none", ("", ""), "none", ())
piles.PileTables(0, 0, (3, 5, 5), True, "low", False, "SHC", "none", ("", ""), "none", ())
piles.PileTables(0, 0, (3, 5, 5), True, "low", False, "SHCD", "none", ("", ""), "none", (("pair", "x", (99,), ()),))
piles.PileTables(0, 0, (3, 5, 5), True, "low", False, "SHCD", "none", ("", ""), "none", (("pair", "x", (3,), [1] * 9),))
piles.PileTables(0, 0, (3, 5, 5), True, "low", False, "SHCD", "none", ("XX", ""), "none", ())
piles.PileTables(0, 0, (3, 5, 5), True, "low", False, "SHCD", "none", ("", ""), "none", (1,) * 11)
piles.Rank()
piles.Rank(1)
pickle.dumps(piles.Rank.__new__(piles.Rank))
piles.Rank.__new__(piles.Rank).cards
piles.Rank.strength.__get__(3)
pickle.dumps(game.utilities(zeros, zeros, zeros))
cards.parse(3)
cards.format(bytes([77]))
cards.format("AS AS")
""".strip().splitlines()


@pytest.mark.parametrize("game", lipai.games("piles"))
def test_never_a_signal(game: str) -> None:
    code = "\n".join([PRELUDE, f"for code in {REFUSED!r}:\n    print(attempt(code), code, sep='\\t', flush=True)"])
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code, game], capture_output=True, text=True)
    answers = [line.split("\t") for line in run.stdout.splitlines()]
    assert run.returncode == 0, f"after {answers[-1:]}: {run.stderr}"
    assert [code for _, code in answers] == REFUSED
    assert [code for answer, code in answers if answer == "nothing"] == []


NOISE = """
rng = random.Random(int(sys.argv[2]))
letters = "23456789TJQKAtjqka10CDHScdhsBRJX ,;♠♥♣♦黑红桃梅花方块片小大王\\0\\ud800\\ufe0f𝄞é"
for _ in range(20000):
    text = "".join(rng.choices(letters, k=rng.randrange(60)))
    for call in (lipai.parse_cards, game.rank, game.arrange):
        try:
            call(text)
        except lipai.CardError as error:
            assert text[error.position:].startswith(error.value), (text, error)
        except lipai.HandSizeError:
            pass
for _ in range(3000):
    array_ = np.frombuffer(rng.randbytes(size * 100), np.uint8).reshape(100, size) % rng.choice([54, 58, 255])
    try:
        game.rank_many(array_)
    except lipai.CardError as error:
        row, index = error.position
        assert array_[row, index] == error.value
print("done")
"""


@pytest.mark.parametrize("game", ["biji", "shisanshui"])
def test_noise(game: str) -> None:
    code = PRELUDE + NOISE
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code, game, "1"], capture_output=True, text=True)
    assert (run.returncode, run.stdout.split()) == (0, ["done"]), run.stderr
