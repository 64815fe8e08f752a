"""Bad tables in a process of its own: always an exception of Python, never a signal, and the process goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lipai
from tests.robust.test_bad_input import PRELUDE

TABLES_PRELUDE = """
from lipai import Declared
from lipai._native import settle
stakes = game._stakes
b = 0 if game.rules["settlement"]["kind"] == "banker" else None
a, m, _ = game.pile_sizes
none = np.full((4, 2), 255, np.uint8)
dealt = np.array([game.deck[:2 * n]] * 4, np.uint8)
arranged = game.arrange_many(dealt.reshape(8, n)).piles.reshape(4, 2, n)
net = np.empty((4, 2), np.int64)
bank = None if b is None else np.zeros(4, np.uint8)
def seats(row):
    return [[bytes(h[:a]), bytes(h[a:a + m]), bytes(h[a + m:])] for h in row]
ok = seats(arranged[0])
flat = arranged[0].tobytes()
assert game.settle(ok, banker=b).net == tuple(game.settle_many(arranged, banker=b)[0])
stakes.settle_rows(arranged, none, 1, bank, None, None, net, 0, 4)
"""

# Each line is evaluated by itself and must raise.
REFUSED = """
game.specials(None)
game.specials(10**6)
game.specials("")
game.specials("A" * 10**6)
game.specials(bytes(n))
game.specials(bytes(range(200, 200 + n)))
game.specials(range(10**12))
game.specials(bytes(game.deck[:n]), 5)
game.specials(bytes(game.deck[:n]), [b"", b"", b""])
game.specials(bytes(game.deck[:n]), [bytes(5)] * 3)
game.specials_many(hands)
game.specials_many(hands + 200)
game.specials_many(good[:, :-1])
game.specials_many(np.zeros((0, 0), np.uint8))
game.specials_many(good.astype(np.uint16))
game.specials_many(good, threads=10**30)
game.settle(None)
game.settle([], banker=b)
game.settle([None, None], banker=b)
game.settle([ok[0]] * 2, banker=b)
game.settle([ok[0]] * 10**6, banker=b)
game.settle([[b"", b"", b""]] * 2, banker=b)
game.settle([[bytes(n)] * 3] * 2, banker=b)
game.settle([[object()] * 3] * 2, banker=b)
game.settle([Declared("dragon", None), ok[1]], banker=b)
game.settle([Declared("dragon", b""), ok[1]], banker=b)
game.settle([Declared("dragon", bytes(n)), ok[1]], banker=b)
game.settle([Declared("sweep", b"".join(ok[0])), ok[1]], banker=b)
game.settle([Declared(None, b"".join(ok[0])), ok[1]], banker=b)
game.settle([Declared([], b"".join(ok[0])), ok[1]], banker=b)
game.settle(ok, base=0, banker=b)
game.settle(ok, base=-2**63, banker=b)
game.settle(ok, base=2**63 - 1, banker=b)
game.settle(ok, base=2**63, banker=b)
game.settle(ok, base=10**5000, banker=b)
game.settle(ok, base=None, banker=b)
game.settle(ok, banker=255)
game.settle(ok, banker=-1)
game.settle(ok, banker=10**30)
game.settle(ok, banker=0.0)
game.settle(ok, banker=b, bets=[])
game.settle(ok, banker=b, bets=[0] * 10**6)
game.settle(ok, banker=b, bets=[0, -2**63])
game.settle(ok, banker=b, bets=[0, 2**63 - 1])
game.settle(ok, banker=b, bets=[0, 10**100])
game.settle(ok, banker=b, bets=5)
game.settle(ok, banker=b, chips=-1)
game.settle(ok, banker=b, chips=2**63)
game.settle_many(arranged[:, :1].copy(), banker=b)
game.settle_many(arranged[:, :0].copy(), banker=b)
game.settle_many(np.repeat(arranged, 50, axis=1), banker=b)
game.settle_many(arranged[:, :, :-1].copy(), banker=b)
game.settle_many(np.zeros_like(arranged), banker=b)
game.settle_many(np.full_like(arranged, 255), banker=b)
game.settle_many(arranged[:, ::-1, ::-1] + 60, banker=b)
game.settle_many(arranged, banker=2)
game.settle_many(arranged, banker=-1)
game.settle_many(arranged, banker=10**30)
game.settle_many(arranged, banker=np.array([0, 0, 0, 255]))
game.settle_many(arranged, banker=np.array([0, 0, 0, 2**63], np.uint64))
game.settle_many(arranged, banker=b, declared=none[:3])
game.settle_many(arranged, banker=b, declared=none[:, :1])
game.settle_many(arranged, banker=b, declared=none - 1)
game.settle_many(arranged, banker=b, declared=none * 0)
game.settle_many(arranged, banker=b, bets=np.zeros((4, 3), np.int64))
game.settle_many(arranged, banker=b, bets=np.full((4, 2), -2**63))
game.settle_many(arranged, banker=b, bets=np.full((4, 2), 2**63 - 1))
game.settle_many(arranged, banker=b, bets=np.zeros((4, 2)))
game.settle_many(arranged, banker=b, chips=np.zeros(3, np.int64))
game.settle_many(arranged, banker=b, chips=np.full(4, -1))
game.settle_many(arranged, banker=b, base=2**80)
game.settle_many(arranged, banker=b, base=-1)
game.settle_many(arranged, banker=b, threads=-1)
stakes.settle(flat, bytes([255]), 1, b, None, None)
stakes.settle(flat, bytes([255] * 3), 1, b, None, None)
stakes.settle(flat[:-1], bytes([255] * 2), 1, b, None, None)
stakes.settle(b"", b"", 1, b, None, None)
stakes.settle(None, None, 1, b, None, None)
stakes.settle(flat, bytes([254] * 2), 1, b, None, None)
stakes.settle(flat, bytes([255] * 2), 2**63, b, None, None)
stakes.settle(flat, bytes([255] * 2), 1, 2, None, None)
stakes.settle(flat, bytes([255] * 2), 1, 256, None, None)
stakes.settle(flat, bytes([255] * 2), 1, "0", None, None)
stakes.settle(flat, bytes([255] * 2), 1, b, (0,), None)
stakes.settle(flat, bytes([255] * 2), 1, b, (0,) * 99, None)
stakes.settle(flat, bytes([255] * 2), 1, b, (0, 2**63), None)
stakes.settle(flat, bytes([255] * 2), 1, b, (0, None), None)
stakes.settle(flat, bytes([255] * 2), 1, b, None, 2**64)
stakes.settle_rows(arranged, none, 1, bank, None, None, net, 0, 5)
stakes.settle_rows(arranged, none, 1, bank, None, None, net, -1, 4)
stakes.settle_rows(arranged, none, 1, bank, None, None, net, 3, 2)
stakes.settle_rows(arranged, none, 1, bank, None, None, net, 2**62, 2**63 - 1)
stakes.settle_rows(arranged, none, 1, bank, None, None, net[:3].copy(), 0, 4)
stakes.settle_rows(arranged, none, 1, bank, None, None, net[:, :1].copy(), 0, 4)
stakes.settle_rows(arranged, none[:3].copy(), 1, bank, None, None, net, 0, 4)
stakes.settle_rows(arranged, none[:, :1].copy(), 1, bank, None, None, net, 0, 4)
stakes.settle_rows(arranged, none, 1, np.zeros(3, np.uint8), None, None, net, 0, 4)
stakes.settle_rows(arranged, none, 1, np.full(4, 7, np.uint8), None, None, net, 0, 4)
stakes.settle_rows(arranged, none, 1, bank, np.zeros((4, 1), np.int64), None, net, 0, 4)
stakes.settle_rows(arranged, none, 1, bank, None, np.zeros(3, np.int64), net, 0, 4)
stakes.settle_rows(arranged[:, :, :-1].copy(), none, 1, bank, None, None, net, 0, 4)
stakes.settle_rows(None, None, 1, None, None, None, None, 0, 0)
stakes.specials(bytes(n), False)
stakes.specials(b"", False)
stakes.show(bytes(game.deck[:n]), "nothing")
stakes.show(bytes(game.deck[:n]), "sweep")
stakes.show(bytes(game.deck[:n]), None)
stakes.show(bytes(2), "dragon")
stakes.specials_rows(good, False, np.empty(3, np.uint32), np.empty(4, np.uint8), 0, 4)
stakes.specials_rows(good, False, np.empty(4, np.uint32), np.empty(3, np.uint8), 0, 4)
stakes.specials_rows(good, False, np.empty(4, np.uint32), np.empty(4, np.uint8), 0, 5)
stakes.specials_rows(good[:, :-1].copy(), False, np.empty(4, np.uint32), np.empty(4, np.uint8), 0, 4)
stakes.specials_rows(None, False, None, None, 0, 0)
stakes.check_players(2**70)
settle.Stakes.__new__(settle.Stakes)
settle.Stakes(None, "pots", (2, 4), ("a", "b", "c"), None, True, (), step=1)
settle.Stakes(object(), "pots", (2, 4), ("a", "b", "c"), None, True, (), step=1)
settle.Stakes(tables, "pots", (2, 7), ("a", "b", "c"), None, True, (), step=1)
settle.Stakes(tables, "pots", (2, 300), ("a", "b", "c"), None, True, (), step=1)
settle.Stakes(tables, "pots", (2,), ("a", "b", "c"), None, True, (), step=1)
settle.Stakes(tables, "pots", (2, 3), ("a", "b"), None, True, (), step=1)
settle.Stakes(tables, "pots", (2, 3), ("a", "b", "c"), None, True, (), step=0)
settle.Stakes(tables, "pots", (2, 3), ("a", "b", "c"), None, True, (), step=2**16)
settle.Stakes(tables, "pots", (2, 3), ("a", "b", "c"), None, True, (("x", 1, 1, 0, 0, 0, False),), step=1)
settle.Stakes(tables, "pots", (2, 3), ("a", "b", "c"), None, True, (("dragon", 1, 1, 0, 0, 0, False),), step=1)
settle.Stakes(tables, "pots", (2, 3), ("a", "b", "c"), None, True, (("sweep", 1),), step=1)
settle.Stakes(tables, "waters", (2, 3), ("a", "b", "c"), None, True, (), waters=((1,) * 9,) * 3)
settle.Stakes(tables, "waters", (2, 3), ("a", "b", "c"), None, True, (), waters=((1,) * 10,) * 4)
settle.Stakes(tables, "waters", (2, 3), ("a", "b", "c"), None, True, (), waters=((2**20,) * 10,) * 3)
settle.Stakes(tables, "banker", (2, 3), ("a", "b", "c"), None, True, (), piles_to_win=9, pays=1)
pickle.dumps(stakes)
""".strip().splitlines()


@pytest.mark.parametrize("game", lipai.games("piles"))
def test_never_a_signal(game: str) -> None:
    code = "\n".join(
        [PRELUDE, TABLES_PRELUDE, f"for code in {REFUSED!r}:\n    print(attempt(code), code, sep='\\t', flush=True)"]
    )
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code, game], capture_output=True, text=True)
    answers = [line.split("\t") for line in run.stdout.splitlines()]
    assert run.returncode == 0, f"after {answers[-1:]}: {run.stderr}"
    assert [code for _, code in answers] == REFUSED
    assert [code for answer, code in answers if answer == "nothing"] == []


NOISE = """
rng = random.Random(7)
kinds = set()
for _ in range(2000):
    players = rng.randrange(1, 7)
    raw = np.frombuffer(rng.randbytes(8 * players * n), np.uint8).reshape(8, players, n) % rng.choice([54, 60, 255])
    if rng.random() < 0.5:
        deck = list(game.deck)
        raw = np.array([[(deck * 9)[:n] for _ in range(players)]] * 8, np.uint8)
        if players * n <= len(deck):
            rng.shuffle(deck)
            raw = np.array([deck[:players * n]] * 8, np.uint8).reshape(8, players, n)
    declared = np.frombuffer(rng.randbytes(8 * players), np.uint8).reshape(8, players)
    declared = np.where(declared < 230, 255, declared - 230).astype(np.uint8)
    bets = np.array([[rng.choice([0, 1, -1, 2**62, 10**6]) for _ in range(players)] for _ in range(8)])
    banker = None if b is None else rng.randrange(-1, players + 1)
    bets = bets if b is not None and rng.random() < 0.5 else None
    try:
        net = game.settle_many(raw, declared=declared, banker=banker, bets=bets, base=rng.choice([0, 1, 10**9, 2**62]))
        assert not net.sum(axis=1).any()
    except lipai.LipaiError as error:
        kinds.add(error.code)
        if isinstance(error, lipai.CardError):
            row, seat, index = error.position
            assert raw[row, seat, index] == error.value
print("done", len(kinds) > 2)
"""


@pytest.mark.parametrize("game", ["biji", "shisanshui", "baishisan"])
def test_noise(game: str) -> None:
    code = PRELUDE + TABLES_PRELUDE + NOISE
    run = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code, game], capture_output=True, text=True)
    assert (run.returncode, run.stdout.split()) == (0, ["done", "True"]), run.stderr
