"""The signature: a hash of every kind of result on fixed hands, which must change in the commit that changes behaviour.

``pytest tests/unit/test_signature.py --update-signature`` records the present results.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import astuple
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import lipai
from tests.conftest import VARIANTS, variant_name
from tests.dealing import deal

PATH = Path(__file__).parents[1] / "signature.toml"


def utilities(game: lipai.PileGame) -> list[np.ndarray]:
    """Three increasing integer tables and one dip, so that ties and falling utilities are part of the signature."""
    strength = np.arange(game.strength_count, dtype=np.int64)
    first, middle, last = strength // 7, strength // 5, strength // 3
    return [first, np.where(strength % 11 == 0, middle - 50, middle), last]


def signature(game: lipai.PileGame) -> str:
    digest = hashlib.sha256()
    for size in sorted(set(game.pile_sizes)):
        digest.update(game.rank_many(deal(game.deck, size, 20_000, seed=size, jokers=0.3)).astype("<u2").tobytes())
    hands = deal(game.deck, game.hand_size, 1_000, seed=7, jokers=0.3)
    for options in ({"objective": "strongest"}, {"utilities": utilities(game)}):
        piles, values = game.arrange_many(hands, **options)
        digest.update(piles.tobytes())
        digest.update(values.astype("<i8").tobytes())
    for hand in hands[::100]:
        for arrangement in (*game.pareto(bytes(hand)), *game.arrange(bytes(hand), objective="strongest", top=5)):
            digest.update(f"{arrangement.text} {arrangement.categories}".encode())
    return digest.hexdigest()[:32]


def settlement_signature(game: lipai.PileGame) -> str:
    """What hands hold, nets of tables of every size, and some tables in full."""
    digest = hashlib.sha256()
    hands = deal(game.deck, game.hand_size, 20_000, seed=11, jokers=0.3)
    for array in game.specials_many(hands):
        digest.update(array.astype("<u4").tobytes())
    banker = 0 if game.rules["settlement"]["kind"] == "banker" else None
    fewest, most = game.players
    a, b, _ = game.pile_sizes
    for players in range(fewest, most + 1):
        dealt = deal(game.deck, players * game.hand_size, 1_000, seed=players, jokers=0.3).reshape(-1, game.hand_size)
        cards = game.arrange_many(dealt).piles.reshape(-1, players, game.hand_size)
        digest.update(game.settle_many(cards, base=3, banker=banker).astype("<i8").tobytes())
        for table in cards[::100]:
            seats = [[bytes(hand[:a]), bytes(hand[a : a + b]), bytes(hand[a + b :])] for hand in table]
            one = game.settle(seats, base=3, banker=banker)
            transfers = [astuple(transfer) for transfer in one.transfers]
            digest.update(f"{one.net} {transfers} {one.outcomes} {one.places} {one.categories}".encode())
    return digest.hexdigest()[:32]


def expected_signature(game: lipai.PileGame) -> str:
    """Choices by expected value against the shipped fields of the usual table, for either role, and a simulation."""
    digest = hashlib.sha256()
    hands = deal(game.deck, game.hand_size, 500, seed=13, jokers=0.3)
    for role in ("player", "banker") if game.has_banker else (None,):
        found = game.arrange_many(hands, objective="expected", role=role)
        assert isinstance(found, lipai.ExpectedArrangements)
        digest.update(found.piles.tobytes() + found.specials.tobytes())
        digest.update(np.round(found.values * 1e6).astype("<i8").tobytes())
        (played,) = game.arrange(bytes(hands[0]), objective="simulate", role=role, deals=100)
        digest.update(f"{played.text} {played.value:.6f} {played.error:.6f}".encode())
    return digest.hexdigest()[:32]


def climbing_signature(game: lipai.ClimbingGame) -> str:
    """Moves, leading and following, readings and splits of hands of every size."""
    digest = hashlib.sha256()
    ranks = np.array([13 + code - 52 if code > 51 else (code // 4 + 12) % 13 for code in game.deck])
    rng = np.random.default_rng(17)
    over = game.reading("33")
    for size in range(1, game.hand_size + 1):
        counts = np.zeros((200, 15), dtype=np.uint8)
        for number, row in enumerate(counts):  # most hands of few ranks, where there is more to combine
            np.add.at(row, rng.permutation(ranks[ranks < 6] if number % 20 else ranks)[:size], 1)
        for fewest, plays in zip(*game.split_many(counts), strict=True):
            digest.update(plays[:fewest].astype("<u8").tobytes())
        for hand in game.pack_many(counts)[::9].tolist():
            moves = game.moves_packed(hand)
            digest.update(moves.astype("<u8").tobytes() + game.moves_packed(hand, over).astype("<u8").tobytes())
            for array in game.classify_many(moves):
                digest.update(array.tobytes())
            digest.update(" ".join(game.moves(" ".join(game.unpack(hand)))).encode())
    return digest.hexdigest()[:32]


def stud_signature(game: lipai.StudGame) -> str:
    """Every hand and all up-cards, tables, and chances counted and sampled."""
    digest = hashlib.sha256()
    for size in range(1, 6):
        rows = np.array(list(combinations(game.deck, size)), dtype=np.uint8)
        digest.update(game.rank_many(rows).astype("<u2").tobytes())
    digest.update(game.showdown_many(deal(game.deck, 20, 5_000, seed=1).reshape(-1, 4, 5)).tobytes())
    digest.update(game.banker_many(deal(game.deck, 12, 5_000, seed=2).reshape(-1, 4, 3)).tobytes())
    for up in deal(game.deck, 6, 50, seed=3).tolist():
        seats = [lipai.StudSeat(up[:2]), lipai.StudSeat(up[2:4]), lipai.StudSeat(up[4:], folded=True)]
        digest.update(f"{game.equity(seats).wins} {game.equity(seats, limit=0, samples=500, seed=up[0]).wins}".encode())
    return digest.hexdigest()[:32]


def test_signature(request: pytest.FixtureRequest) -> None:
    games = {variant_name(v): lipai.game(v[0], **v[1]) for v in VARIANTS}
    found = {name: signature(game) for name, game in games.items()}
    found |= {f"{name} settle": settlement_signature(game) for name, game in games.items()}
    fields = [name for name in lipai.games("piles") if games[name].default_objective() == "expected"]
    found |= {f"{name} expected": expected_signature(games[name]) for name in fields}
    climbing = {"doudizhu": {}, "doudizhu shuttle": {"shuttle": True}, "guanpai": {}}
    found |= {name: climbing_signature(lipai.game(name.split()[0], **chosen)) for name, chosen in climbing.items()}
    found |= {name: stud_signature(lipai.game(name)) for name in lipai.games("stud")}
    if request.config.getoption("--update-signature"):
        lines = ["# Results on fixed hands, game by game; see tests/unit/test_signature.py.", ""]
        PATH.write_text("\n".join([*lines, *(f'"{k}" = "{v}"' for k, v in found.items()), ""]))
    assert found == tomllib.loads(PATH.read_text())
