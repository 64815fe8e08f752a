"""Bad input to climbing games in a process of its own: always an exception of Python, never a signal."""

from __future__ import annotations

import subprocess
import sys

import pytest

PRELUDE = """
import sys
import numpy as np
import lipai
from lipai._native import climb
game = lipai.game(sys.argv[1])
tables = game._tables
reading = game.classify("33").readings[0]
words = np.array([1, 2], np.uint64)
bytes_of = np.zeros(2, np.uint8)
def attempt(code):
    try:
        exec(code)
    except (TypeError, ValueError, OverflowError, BufferError, AttributeError, MemoryError) as error:
        return type(error).__name__
    return "nothing"
"""

REFUSED = """
game.classify(None)
game.classify(3)
game.classify([10**6])
game.classify([-1])
game.classify([2**70])
game.classify(["3", 4])
game.classify(["3", None])
game.classify([["3"]])
game.classify({"3": 1})
game.classify(b"\\xff")
game.classify(b"\\0\\0")
game.classify("3" * 10**7)
game.classify("♠" * 10**6)
game.classify("\\0")
game.classify("\\ud800")
game.classify(np.zeros(15))
game.moves("")
game.moves("3", over="")
game.moves("3", over=3)
game.moves("3", over="34")
game.moves(" " * 10**7)
game.moves_packed(2**60)
game.moves_packed(-1)
game.moves_packed(0)
game.moves_packed(0x5)
game.moves_packed(1.5)
game.unpack(2**64)
game.unpack("3")
game.split(None)
game.beats("3", None)
game.reading("33", kind="rocket")
game.reading("33", length=2**80)
game.classify_many(words, threads=0)
game.classify_many(words.astype(np.int64))
game.split_many(np.array([2**63], np.uint64))
game.split_many(np.zeros((2, 15), np.uint8))
game.pack_many(np.full((2, 15), 255, np.uint8))
game.pack_many(words)
game.moves_count_many(words, over=object())
tables.pack_rows(np.zeros((2, 14), np.uint8), np.zeros(2, np.uint64), 0, 2)
tables.pack_rows(np.ones((2, 15), np.uint8), np.zeros(1, np.uint64), 0, 2)
tables.classify_rows(words, bytes_of[:1], bytes_of, bytes_of, bytes_of, 0, 2)
tables.moves_count_rows(words, None, np.zeros(2, np.uint32), 0, 3)
tables.moves_count_rows(words, None, np.zeros(2, np.uint32), -1, 2)
tables.moves_count_rows(words, None, np.zeros(2, np.uint64), 0, 2)
tables.split_rows(words, np.zeros(2, np.uint8), np.zeros((2, 19), np.uint64), 0, 2)
tables.split_rows(words, np.zeros(2, np.uint8), np.zeros((1, 20), np.uint64), 0, 2)
tables.split_rows(words, np.zeros(2, np.uint8), None, 0, 2**62)
tables.beats("3", None)
climb.Reading()
climb.Reading.__new__(climb.Reading).kind
game.moves("3", over=climb.Reading.__new__(climb.Reading))
climb.ClimbTables.__new__(climb.ClimbTables)
climb.ClimbTables((4,) * 15, 20, ())
climb.ClimbTables((4,) * 14, 20, ())
climb.ClimbTables((9,) * 15, 20, (("a", 1, 1, 1, False, "none", 1, 4, True, False, True, 0, (0,)),))
climb.ClimbTables((4,) * 15, 300, (("a", 1, 1, 1, False, "none", 1, 4, True, False, True, 0, (0,)),))
climb.ClimbTables((4,) * 15, 20, (("a", 9, 1, 1, False, "none", 1, 4, True, False, True, 0, (0,)),))
climb.ClimbTables((4,) * 15, 20, (("a", 1, 1, 1, False, "none", 1, 4, True, False, True, 0, (99,)),))
climb.ClimbTables((4,) * 15, 20, (("a", 1, 1, 1, False, "odd", 1, 4, True, False, True, 0, (0,)),) )
climb.ClimbTables((4,) * 15, 20, (None,))
climb.ClimbTables((4,) * 15, 20, (("a", 300, 1, 1, False, "none", 1, 4, True, False, True, 0, (0,)),))
"""

LINES = [line for line in REFUSED.splitlines() if line]


@pytest.mark.parametrize("game", ["doudizhu", "guanpai"])
def test_everything_is_refused(game: str) -> None:
    code = PRELUDE + "for line in sys.stdin.read().splitlines():\n    print(attempt(line), line, flush=True)\n"
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code, game],
        input="\n".join(LINES),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    answers = done.stdout.splitlines()
    assert done.returncode == 0, (answers[-1:], done.stderr)
    assert len(answers) == len(LINES)
    assert not [answer for answer in answers if answer.startswith("nothing")]
