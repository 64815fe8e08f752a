"""Bad input about mahjong in a process of its own: always an exception of Python, never a signal."""

from __future__ import annotations

import subprocess
import sys

PRELUDE = """
import pickle, random, sys
import numpy as np
import lipai
from lipai._native import fan, tiles
sanmen, wencheng = lipai.game("sanmen"), lipai.game("wencheng")
hand, other = "123456789m11122z", "123456m789p123456s55p"
def attempt(code):
    try:
        exec(code)
    except (TypeError, ValueError, OverflowError, BufferError, AttributeError) as error:
        return type(error).__name__
    return "nothing"
"""

REFUSED = """
lipai.parse_tiles(None)
lipai.parse_tiles("1m" * 10**6)
lipai.parse_tiles("1" * 10**7)
lipai.parse_tiles("\\0" * 100)
lipai.parse_tiles("\\ud800")
lipai.parse_tiles(bytes(10**7))
lipai.parse_tiles([2**70])
lipai.parse_tiles([-1])
lipai.parse_tiles([[]])
lipai.parse_tiles([0] * 145)
lipai.parse_tiles(range(10**9))
lipai.format_tiles(range(43))
tiles.parse("1m", None, 3)
sanmen.win(None)
sanmen.win(5)
sanmen.win("")
sanmen.win(bytes(14))
sanmen.win(bytes([255] * 14))
sanmen.win(np.zeros((14, 14), np.uint8))
sanmen.win(hand, melds=None)
sanmen.win(hand, melds="pung")
sanmen.win(hand, melds=[None])
sanmen.win(hand, melds=[("pung", "555m")] * 10**4)
sanmen.win(hand, melds=[("pung", None)])
sanmen.win(hand, melds=[("pung", "5m" * 300)])
sanmen.win(hand, melds=[([], "555m")])
sanmen.win(hand, melds=[{"kind": "pung"}])
sanmen.win(hand, melds=[{"kind": "pung", "tiles": "555m", "more": 1}])
sanmen.win(hand, melds=[("pung", "555m", 1)])
sanmen.win(hand, tile=42)
sanmen.win(hand, tile=-1)
sanmen.win(hand, tile=2**80)
sanmen.win(hand, tile=True)
sanmen.win(hand, tile="")
sanmen.win(hand, tile=[0])
sanmen.win(hand, by=None)
sanmen.win(hand, by=[])
sanmen.win(hand, kong=3)
sanmen.win(hand, wind="东南")
sanmen.win(hand, wind=26)
sanmen.win(hand, flowers=None)
sanmen.win(hand, flowers="1f" * 5)
sanmen.win(hand, flowers=bytes(range(200)))
wencheng.win(other, wild=255)
wencheng.win(other, wild=34)
wencheng.win(other, wild=object())
wencheng.waits(None)
wencheng.waits("")
wencheng.shanten("1m" * 40)
wencheng.discards(other, seen=3)
wencheng.discards(other, seen="1m" * 9)
sanmen.claims(0, "5m", None)
sanmen.claims(0, "5m", "1234")
sanmen.claims(0, "5m", [None] * 4)
sanmen.claims(0, "5m", [None, "", "", ""])
sanmen.claims(None, "5m", [None, hand, hand, hand])
sanmen.claims(True, "5m", [None, hand, hand, hand])
sanmen.claims(0, None, [None, hand, hand, hand])
sanmen.claims(0, "5m", [None, hand, hand, hand], melds=5)
sanmen.claims(0, "5m", [None, "46m123p456p789p11z", "55m123456789p11z", "1245678p123s456s"], passed=[3])
sanmen.settle(0, by="self")
sanmen.settle(0, by="self", points="4")
sanmen.settle(0, by="self", points=True)
sanmen.settle(0, by="self", points=-2**70)
sanmen.settle(0, by="self", points=2**31)
sanmen.settle(0, by="self", points=4, base=2**62)
sanmen.settle(0, by="self", points=4, base=2.0)
sanmen.settle(2**70, by="self", points=4)
sanmen.settle(0, by="self", points=4, claims=[[2**70], [], [], []])
sanmen.settle(0, by="self", points=4, claims=[[None], [], [], []])
sanmen.settle(0, by="self", points=4, claims=5)
sanmen.settle(0, by="self", points=4, claims=[[1] * 10**5, [], [], []])
sanmen.settle(0, by="self", points=4, codes=bytes(10**5))
sanmen.settle(0, by="discard", payer=None, points=4)
fan.Fan(0, False, False, "12345678f", "", {"win": 1})
fan.Fan(6, False, False, "12345678f", "", {"win": 1})
fan.Fan(4, False, True, "12345678f", "", {"win": 1})
fan.Fan(4, False, False, "1f", "", {"win": 1})
fan.Fan(4, False, False, "12345678f", "1m", {"win": 1})
fan.Fan(4, False, False, "12345678f", "", {})
fan.Fan(4, False, False, "12345678f", "", {"win": 1, "wild": 1})
fan.Fan(4, False, False, "12345678f", "", {"win": 1, "own_wind": 1})
fan.Fan(4, False, False, "12345678f", "", {"win": 70000})
fan.Fan(*[None] * 6)
fan.Payment("points", "discarder", 4, 3, 10, 1, ["1m"] * 5)
fan.Payment("points", "discarder", 4, 300, 10, 1, [])
fan.Payment("points", "discarder", 6, 3, 10, 1, [])
pickle.dumps(fan.Fan(4, False, False, "12345678f", "", {"win": 1}))
""".strip().splitlines()

NOISE = """
rng = random.Random(3)
letters = "123456789mpszfMPSZF0 ,一二九万筒条東东风白板发财红中春梅兰蘭\\0\\ud800é"
for _ in range(20000):
    text = "".join(rng.choices(letters, k=rng.randrange(40)))
    try:
        lipai.parse_tiles(text)
    except lipai.DuplicateCardError as error:
        assert lipai.parse_tiles(error.value)
    except lipai.CardError as error:
        assert text[error.position:].startswith(error.value), (text, error)
    for game in (sanmen, wencheng):
        try:
            game.win(text, tile=rng.choice(letters))
        except lipai.LipaiError:
            pass
for _ in range(20000):
    codes = rng.choices(range(44), k=14)
    try:
        sanmen.win(codes, tile=codes[0], flowers=rng.choices(range(44), k=3))
    except lipai.LipaiError:
        pass
print("done")
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-X", "faulthandler", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_never_a_signal() -> None:
    done = run("\n".join([PRELUDE, f"for code in {REFUSED!r}:\n    print(attempt(code), code, sep='\\t', flush=True)"]))
    answers = [line.split("\t") for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"after {answers[-1:]}: {done.stderr}"
    assert [code for _, code in answers] == REFUSED
    assert [code for answer, code in answers if answer == "nothing"] == []


def test_noise() -> None:
    done = run(PRELUDE + NOISE)
    assert (done.returncode, done.stdout.split()) == (0, ["done"]), done.stderr
