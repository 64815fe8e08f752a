"""Arguments that are nearly right: refused by name, or taken for what they plainly are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lipai
from lipai.requests import Requests

HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
TABLE = [
    ["KS QD 9H", "AS AD 9S 5C 3C", "KD KH KC 4S 2S"],
    ["QS TH 9C", "JS JH QH 6S 6D", "3S 3D 3H 2C 2H"],
]
GAME = lipai.game("shisanshui")
BANKER = lipai.game("baishisan")


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: GAME.arrange(HAND, top=2**63), ValueError, "top must be from 1 to"),
        (lambda: GAME.arrange(HAND, top=True), TypeError, "top must be a whole number, not True"),
        (lambda: GAME.arrange(HAND, players=2.0), TypeError, "players must be a whole number"),
        (lambda: GAME.arrange(HAND, objective="simulate", precision="x"), TypeError, "precision must be a number"),
        (lambda: GAME.category(True), TypeError, "strength must be a whole number"),
        (lambda: GAME.category(1.5), TypeError, "strength must be a whole number"),
        (lambda: BANKER.settle(TABLE, banker=0, bets={0: 0, 1: 500}), TypeError, "bets must be a sequence"),
        (lambda: BANKER.settle(TABLE, banker=0, bets={0, 500}), TypeError, "bets must be a sequence"),
        (lambda: GAME.check(frozenset(TABLE[0])), TypeError, "piles must be three piles"),
        (lambda: GAME.rank_many(np.ma.masked_array(np.zeros((1, 5), np.uint8))), TypeError, "numpy array of uint8"),
    ],
)
def test_refused(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_an_index_is_a_whole_number() -> None:
    assert GAME.arrange(HAND, players=np.int64(3), top=np.uint8(2)) == GAME.arrange(HAND, players=3, top=2)


@pytest.mark.parametrize("size", [1e308, np.inf, np.nan, -1e308])
def test_utilities_have_a_finite_sum(size: float) -> None:
    tables = [np.full(GAME.strength_count, size)] * 3
    with pytest.raises(ValueError, match=r"from -1e\+300 to 1e\+300: the one of strength 0 is"):
        GAME.utilities(*tables)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"game": "biji", "op": "arrange", "hand": "AS KS QS 9H 9D 5C 5D 2H 3C", "players": 9}, "players"),
        ({"game": "biji", "op": "arrange", "hand": "AS KS QS 9H 9D 5C 5D 2H 3C", "role": "banker"}, "role"),
        ({"game": "baishisan", "op": "arrange", "hand": HAND, "role": "x"}, "role"),
    ],
)
@pytest.mark.parametrize("objective", ["expected", "simulate", "strongest"])
def test_a_bad_table_is_answered(request_: dict[str, Any], field: str, objective: str) -> None:
    answer = Requests().answer_value({**request_, "objective": objective})
    assert answer["error"]["field"] == field


def test_bets_of_too_many_seats_are_answered() -> None:
    seats = [{"piles": piles} for piles in TABLE]
    request = {"game": "baishisan", "op": "settle", "banker": 0, "bets": [0, 20, 10**30], "players": seats}
    answer = json.loads(Requests().answer(json.dumps(request).encode()))
    assert answer["error"]["field"] == "bets"


def variant(path: Path, more: str, mark: str = "") -> Path:
    path.write_text(f'{mark}extends = "shisanshui"\nid = "mine"\nname = "家规"\n{more}', encoding="utf-8")
    return path


def test_a_number_too_long_to_read(tmp_path: Path) -> None:
    with pytest.raises(lipai.RulesError, match=r"mine\.toml is no TOML file"):
        lipai.game(variant(tmp_path / "mine.toml", "[settlement]\nx = " + "9" * 5000))


def test_a_byte_order_mark(tmp_path: Path) -> None:
    assert lipai.game(variant(tmp_path / "mine.toml", "", mark="\ufeff")).id == "mine"


def test_two_options_may_not_contradict_each_other(tmp_path: Path) -> None:
    twice = '[options.wheel2]\nkey = "ranking.wheel"\nvalues = ["second", "low"]\n'
    path = variant(tmp_path / "mine.toml", twice)
    assert lipai.game(path, wheel="low", wheel2="low").options["wheel"] == "low"
    with pytest.raises(lipai.UnknownOptionError, match=r"wheel='second' and wheel2='low' contradict .* ranking\.wheel"):
        lipai.game(path, wheel="second", wheel2="low")
