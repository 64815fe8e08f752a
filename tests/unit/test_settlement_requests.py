"""The operations specials and settle: what they answer, and which field a fault is in."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lipai
from lipai.requests import Requests
from tests.seeds_data import Row, rows
from tests.unit.test_requests import ask, result

A = {"piles": ["AS KD 9H", "7D 7C KS QH 6S", "8S 8H 5D 5C JS"]}
B = {"piles": ["AH KC 9C", "7S 7H KH QD 4D", "8D 8C 3D 3C JH"]}
FOUL = {"piles": ["AH AC AD", "9C 7S KH QD 4D", "8D 8C 3D 3C JH"]}
PAIRS = "AC AD KH KC QC QD 9C 9D 6H 6C 3H 3C 2D"
DECLARED = {"special": "six_pairs", "hand": PAIRS}
BANK = {"piles": ["KS QD 9H", "AS AD 9S 5C 3C", "KD KH KC 4S 2S"]}
WINNER = {"piles": ["QS TH 9C", "JS JH QH 6S 6D", "3S 3D 3H 2C 2H"]}
SETTLE = {"game": "shisanshui", "op": "settle", "players": [A, B]}
BANKER = {"game": "baishisan", "op": "settle", "players": [BANK, WINNER], "banker": 0, "bets": [0, 20]}
HEAD = ["2C 3C 4C", "5D 6D 7D", "TH JH QH"]
SPECIALS = {"game": "biji", "op": "specials", "hand": " ".join(HEAD)}


@pytest.fixture(scope="module")
def requests() -> Requests:
    return Requests()


def test_settle(requests: Requests) -> None:
    found = result(requests, {**SETTLE, "base": 3})
    assert found["net"] == [12, -12]
    assert found["transfers"][-1] == {
        "from": 1,
        "to": 0,
        "amount": 6,
        "clause": "SSS-13",
        "why": "run_over",
        "pile": None,
        "special": None,
    }
    assert [paid["pile"] for paid in found["transfers"][:2]] == ["middle", "back"]
    assert found["outcomes"] == [[None, [0, 1, 1]], [[0, -1, -1], None]]
    assert found["categories"][0] == ["high_card", "pair", "two_pair"]
    assert (found["places"], found["fouls"]) == (None, [False, False])


def test_settle_declared_and_fouls(requests: Requests) -> None:
    found = result(requests, {**SETTLE, "players": [A, DECLARED]})
    assert found["net"] == [-3, 3]
    assert found["transfers"][0]["special"] == "six_pairs"
    found = result(requests, {**SETTLE, "players": [A, FOUL], "options": {"fouls": "pay"}})
    assert (found["net"], found["fouls"]) == ([3, -3], [False, True])


def test_settle_of_a_banker(requests: Requests) -> None:
    assert result(requests, BANKER)["net"] == [-20, 20]
    without = {name: value for name, value in BANKER.items() if name != "bets"}
    assert result(requests, {**without, "base": 7})["net"] == [-7, 7]
    assert result(requests, {**BANKER, "chips": 40})["net"] == [-20, 20]


def test_piles_may_be_lists(requests: Requests) -> None:
    listed = {"piles": [pile.split() for pile in A["piles"]]}
    assert result(requests, {**SETTLE, "players": [listed, B]}) == result(requests, SETTLE)


@pytest.mark.parametrize("row", rows("settlement"), ids=lambda row: row.id)
def test_seeds(requests: Requests, row: Row) -> None:
    players = [{name: value for name, value in player.items() if name != "foul"} for player in row.data["players"]]
    given = {name: row.data[name] for name in ("base", "banker", "bets", "chips") if name in row.data}
    request = {"game": row.game, "op": "settle", "options": row.options, "players": players, **given}
    assert result(requests, request)["net"] == row.data["net"]


def test_specials(requests: Requests) -> None:
    assert result(requests, SPECIALS) == {"specials": []}
    (head,) = result(requests, {**SPECIALS, "piles": HEAD})["specials"]
    assert head == {
        "name": "straight_flush_head",
        "name_zh": "顺清打头",
        "points": None,
        "multiple": 2,
        "jokers": 0,
        "clause": "BJ-16",
        "cards": " ".join(HEAD),
        "piles": None,
    }
    hand = "JD 3C QC TH 6C 4C 5C 2C QS KH TD JC AD"
    (straights,) = result(requests, {"game": "shisanshui", "op": "specials", "hand": hand})["specials"]
    assert (straights["name"], straights["points"], straights["multiple"]) == ("three_straights", 3, None)
    assert " ".join(straights["piles"]) == straights["cards"]


FAULTS: list[tuple[dict[str, Any], str, str | None, int | None]] = [
    # the shape
    ({**SETTLE, "players": None}, "bad_request", "players", None),
    ({**SETTLE, "players": "AS"}, "bad_request", "players", None),
    ({**SETTLE, "players": [A, 5]}, "bad_request", "players", 1),
    ({**SETTLE, "players": [A, {}]}, "bad_request", "players[1]", None),
    ({**SETTLE, "players": [A, {"special": "six_pairs"}]}, "bad_request", "players[1]", None),
    ({**SETTLE, "players": [A, {**B, **DECLARED}]}, "bad_request", "players[1]", None),
    ({**SETTLE, "players": [A, {**B, "name": "x"}]}, "bad_request", "players", 1),
    ({**SETTLE, "players": [A, {"piles": B["piles"][:2]}]}, "bad_request", "players[1].piles", None),
    ({**SETTLE, "players": [A, {"piles": ["AS", "AS", 7]}]}, "bad_request", "players[1].piles", 2),
    ({**SETTLE, "players": [A]}, "bad_request", "players", None),
    ({**SETTLE, "players": [A] * 5}, "bad_request", "players", None),
    ({**SETTLE, "base": 0}, "bad_request", "base", None),
    ({**SETTLE, "base": 10**30}, "bad_request", "base", None),
    ({**SETTLE, "base": "1"}, "bad_request", "base", None),
    ({**SETTLE, "base": 1.5}, "bad_request", "base", None),
    ({**SETTLE, "banker": 0}, "bad_request", "banker", None),
    ({**SETTLE, "bets": [0, 1]}, "bad_request", "bets", None),
    ({**SETTLE, "bank": 0}, "bad_request", "bank", None),
    # cards
    ({**SETTLE, "players": [A, {"piles": [*B["piles"][:2], "8D 8C 3D 3C ZZ"]}]}, "bad_card", "players[1].piles[2]", 12),
    (
        *({**SETTLE, "players": [A, {"piles": [*B["piles"][:2], ["8D", "8C", "3D", "3C", "ZZ"]]}]},),
        *("bad_card", "players[1].piles[2]", 4),
    ),
    ({**SETTLE, "players": [A, {"piles": [*B["piles"][:2], "8D 8C 3D"]}]}, "wrong_count", "players[1].piles[2]", None),
    (
        *({**SETTLE, "players": [A, {"piles": [*B["piles"][:2], "8D 8C 3D ♠6 JH"]}]},),
        *("duplicate_card", "players[1].piles[2]", 9),
    ),
    (
        *({**SETTLE, "players": [A, {"piles": [*B["piles"][:2], "8D 8C 3D RJ JH"]}], "options": {"jokers": 0}},),
        *("not_in_deck", "players[1].piles[2]", 9),
    ),
    ({**SETTLE, "players": [B, {**DECLARED, "hand": PAIRS[:-3]}]}, "wrong_count", "players[1].hand", None),
    ({**SETTLE, "players": [A, {**DECLARED, "hand": PAIRS[:-2] + "QH"}]}, "duplicate_card", "players[1].hand", 36),
    # play
    ({**SETTLE, "players": [A, FOUL]}, "foul", "players[1].piles[1]", None),
    ({**SETTLE, "players": [A, {**DECLARED, "special": "dragon"}]}, "illegal_play", "players[1].special", None),
    ({**SETTLE, "players": [A, {**DECLARED, "special": "dragn"}]}, "bad_request", "players[1].special", None),
    ({**BANKER, "banker": None}, "bad_request", "banker", None),
    ({**BANKER, "banker": 2}, "bad_request", "banker", None),
    ({**BANKER, "bets": [0]}, "bad_request", "bets", None),
    ({**BANKER, "bets": [0, -1]}, "bad_request", "bets", 1),
    ({**BANKER, "bets": [1, 1]}, "bad_request", "bets", 0),
    ({**BANKER, "bets": [0, "1"]}, "bad_request", "bets", 1),
    ({**BANKER, "chips": 39}, "illegal_play", "bets", 1),
    ({**BANKER, "chips": -1}, "bad_request", "chips", None),
    # specials
    ({**SPECIALS, "hand": "AS"}, "wrong_count", "hand", None),
    ({**SPECIALS, "hand": SPECIALS["hand"][:-2] + "ZZ"}, "bad_card", "hand", 24),
    ({**SPECIALS, "game": "biji52", "hand": SPECIALS["hand"][:-2] + "RJ"}, "not_in_deck", "hand", 24),
    ({**SPECIALS, "piles": HEAD[:2]}, "bad_request", "piles", None),
    ({**SPECIALS, "piles": [*HEAD[:2], "TH JH ZZ"]}, "bad_card", "piles[2]", 6),
    ({**SPECIALS, "piles": [*HEAD[:2], "TH JH KH"]}, "bad_card", "piles[2]", 6),
    ({**SPECIALS, "piles": [*HEAD[:2], ["TH", "JH", "KH"]]}, "bad_card", "piles[2]", 2),
    ({**SPECIALS, "piles": [HEAD[1], HEAD[0], HEAD[2]]}, "foul", "piles", None),
]


@pytest.mark.parametrize(("request_", "code", "field", "position"), FAULTS, ids=lambda v: str(v)[-60:])
def test_faults(
    requests: Requests, request_: dict[str, Any], code: str, field: str | None, position: int | None
) -> None:
    found = ask(requests, {"id": 1, **request_})["error"]
    assert (found["code"], found["field"], found["position"]) == (code, field, position), found


def test_messages_name_the_seat(requests: Requests) -> None:
    def told(request: dict[str, Any]) -> str:
        return str(ask(requests, request)["error"]["message"])

    assert told({**SETTLE, "players": [A, FOUL]}) == "seat 1: the middle is smaller than the front: SSS-6"
    assert "seat 1, the back: 5 cards, not 3" in told(
        {**SETTLE, "players": [A, {"piles": [*B["piles"][:2], "8D 8C 3D"]}]}
    )
    assert "limit of 19, the banker's 39 chips over 2 players: BS-11" in told({**BANKER, "chips": 39})
    assert "three_flushes" in told({**SETTLE, "players": [A, {**DECLARED, "special": "dragn"}]})


def test_a_game_without_a_settlement(tmp_path: Any) -> None:
    path = tmp_path / "free.toml"
    text = (
        'extends = "shisanshui"\nid = "free"\nname = "无"\nsettlement = false\n[options]\ngun = false\nfouls = false\n'
    )
    path.write_text(text, encoding="utf-8")
    answer = json.loads(Requests([path]).answer(json.dumps({**SETTLE, "game": "free"}).encode()))
    assert answer["error"]["code"] == "bad_request"
    assert "free" in answer["error"]["message"]
    assert lipai.game(path).id == "free"
