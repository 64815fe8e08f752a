"""Expected value against plain Python: every tuple of a tiny field, settled by the clauses."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import lipai
from lipai.piles import expected
from tests.dealing import deal
from tests.fields import field_of, strongest
from tests.oracle import settlement as oracle
from tests.oracle.expected import expected_banker, expected_pots, pots_net

NO_SPECIAL = 255
ROUNDED = 1e-4  # chances of others to sweep are kept in steps of 2**-16; a tuple that is missed makes 1/216 at least
DRAGON = lipai.parse_cards("2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC")


def seat(game: lipai.PileGame, cards: list[int], special: str | None = None) -> oracle.Seat:
    options = dict(game.options)
    if special is not None:
        return oracle.read_seat(game.id, {"special": special, "hand": cards}, options)
    a, b, _ = game.pile_sizes
    return oracle.read_seat(game.id, {"piles": [cards[:a], cards[a : a + b], cards[a + b :]]}, options)


def legal_splits(game: lipai.PileGame, hand: list[int], n: int, draw: random.Random) -> np.ndarray:
    """The undominated arrangements of a hand, and some others."""
    rows = [[card for pile in each.piles for card in pile] for each in game.pareto(bytes(hand))[:n]]
    a, b, _ = game.pile_sizes
    while len(rows) < 2 * n:
        draw.shuffle(hand)
        if game.check([bytes(hand[:a]), bytes(hand[a : a + b]), bytes(hand[a + b :])]).legal:
            rows.append(list(hand))
    return np.array(rows, dtype=np.uint8)


def worth(field: lipai.Field, rows: np.ndarray, declared: int | None = None) -> list[float]:
    values = np.empty(len(rows))
    says = None if declared is None else np.full(len(rows), declared, dtype=np.uint8)
    field.expected_of_rows(rows, says, values, 0, len(rows))
    return values.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "options"),
    [("biji", {}), ("biji", {"joker_pair": "highest"}), ("biji52", {}), ("biji52", {"bonuses": True})],
)
def test_pots(name: str, options: dict[str, Any], players: int) -> None:
    game = lipai.game(name, **options)
    draw = random.Random(players)
    dealt = deal(game.deck, 9, 9, seed=players)
    bonus = lipai.parse_cards("2S 3S 4S 5S 6S 7S 8S 9S TS")  # sweeps most, and holds two or three bonuses
    hands = [*dealt[:4].tolist(), dealt[0].tolist(), list(bonus)]
    laid_out = strongest(game, np.array(hands))
    field = game.load_field(field_of(game, laid_out, players))
    opponents = [seat(game, row.tolist()) for row in laid_out]
    # hands of the field are among mine, so that equal piles occur
    for hand in [*dealt[3:6].tolist(), list(bonus), list(lipai.parse_cards("AS AH AD KS KH KD QS QH QD"))]:
        rows = legal_splits(game, list(hand), 4, draw)
        for row, value in zip(rows, worth(field, rows), strict=True):
            mine = seat(game, row.tolist())
            assert value == pytest.approx(expected_pots(name, mine, opponents, players, game.options), abs=ROUNDED)


@pytest.mark.parametrize("name", ["biji", "biji52"])
def test_the_oracle_settles_tables_as_settlement_does(name: str) -> None:
    """Where no piles are equal, what a tuple comes to is the oracle's own settlement of that table."""
    game = lipai.game(name)
    tables = deal(game.deck, 36, 60, seed=8).reshape(60 * 4, 9)
    piles = game.arrange_many(tables).piles.reshape(60, 4, 9)
    for table in piles:
        seats = [seat(game, row.tolist()) for row in table]
        net = oracle.settle_pots(name, seats, game.options).net
        assert [pots_net(name, seats[i], seats[:i] + seats[i + 1 :], game.options) for i in range(4)] == net


@pytest.mark.parametrize("role", ["player", "banker"])
@pytest.mark.parametrize("name", ["baishisan", "shisanzhang"])
def test_banker_games(name: str, role: str) -> None:
    """Every kind of arrangement, dragons on either side among them."""
    game = lipai.game(name)
    draw = random.Random(3)
    dealt = deal(game.deck, 13, 12, seed=5)
    laid_out = strongest(game, dealt[:8])
    theirs = np.vstack([laid_out, np.array([DRAGON], dtype=np.uint8)])
    dragon = game.special_names.index("dragon")
    says = np.array([NO_SPECIAL] * 8 + [dragon], dtype=np.uint8)
    field = game.load_field(field_of(game, theirs, 2, expected.other(role), says))
    opponents = [*(seat(game, row.tolist()) for row in laid_out), seat(game, list(DRAGON), "dragon")]
    for hand in [*dealt[6:11].tolist(), list(DRAGON)]:
        rows = legal_splits(game, list(hand), 6, draw)
        for row, value in zip(rows, worth(field, rows), strict=True):
            assert value == pytest.approx(expected_banker(seat(game, row.tolist()), opponents, role), abs=1e-9)
    mine = np.array([DRAGON], dtype=np.uint8)
    (value,) = worth(field, mine, dragon)
    assert value == pytest.approx(expected_banker(seat(game, list(DRAGON), "dragon"), opponents, role), abs=1e-9)
