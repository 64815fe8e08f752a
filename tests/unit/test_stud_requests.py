"""Requests to stud games: faults with the field and the place that they are in."""

from __future__ import annotations

from typing import Any

import pytest

from lipai.requests import Requests

REQUESTS = Requests()
FIRST = {"hole": "KH", "up": "KS KD"}
HAND = "AS KS JD 9C 8H"


def ask(op: str, **fields: Any) -> dict[str, Any]:
    return REQUESTS.answer_value({"game": "wuzhang", "op": op, **fields})


@pytest.mark.parametrize(
    ("op", "fields", "code", "field", "position"),
    [
        ("rank", {"cards": "8C AS TD 9H"}, "wrong_count", "cards", None),
        ("rank", {"cards": "2C AS TD 9H JD"}, "not_in_deck", "cards", 0),
        ("compare", {"a": HAND, "b": "8C AS TD 9H 7S"}, "not_in_deck", "b", 12),
        ("banker", {"up": "AH"}, "bad_request", "up", None),
        ("banker", {"up": ["AH", 3]}, "bad_request", "up", 1),
        ("banker", {"up": ["AH", "KS KD"]}, "wrong_count", "up[1]", None),
        ("banker", {"up": ["AH KS QS JS TS", None]}, "wrong_count", "up[0]", None),
        ("banker", {"up": ["AH KS", None, "KD 黑桃K"]}, "duplicate_card", "up[2]", 3),
        ("banker", {"up": ["AH KS", ["KD", "2S"]]}, "not_in_deck", "up[1]", 1),
        ("banker", {"up": ["AH KS", "KD 1S"]}, "bad_card", "up[1]", 3),
        ("banker", {"up": ["AH"]}, "bad_request", "up", None),
        ("banker", {"up": [None, None]}, "bad_request", "up", None),
        ("banker", {"up": ["", ""]}, "bad_request", "winner", None),
        ("banker", {"up": ["", ""], "winner": 2}, "bad_request", "winner", None),
        ("banker", {"up": ["AH", "AS"], "entered": -1}, "bad_request", "entered", None),
        ("showdown", {"hands": [HAND, "8S 8D 9H TH"]}, "wrong_count", "hands[1]", None),
        ("showdown", {"hands": [HAND, "8S 8D 9H TH QC JC"]}, "wrong_count", "hands[1]", 15),
        ("showdown", {"hands": [HAND, None, "8S 8D 9H TH AS"]}, "duplicate_card", "hands[2]", 12),
        ("showdown", {"hands": [None, None, None]}, "bad_request", "hands", None),
        ("showdown", {"hands": [HAND] + [None] * 4}, "bad_request", "hands", None),
        ("equity", {"players": [FIRST]}, "bad_request", "players", None),
        ("equity", {"players": [None, None]}, "bad_request", "players", None),
        ("equity", {"players": [FIRST, {"cards": "AS"}]}, "bad_request", "players", 1),
        ("equity", {"players": [FIRST, {"up": "AS KD"}]}, "duplicate_card", "players[1].up", 3),
        ("equity", {"players": [FIRST, {"up": ["AS", "KH"]}]}, "duplicate_card", "players[1].up", 1),
        ("equity", {"players": [FIRST, {"hole": "KS", "up": "AS"}]}, "duplicate_card", "players[1].hole", 0),
        ("equity", {"players": [FIRST, {"hole": "QS", "up": "AS QS"}]}, "duplicate_card", "players[1].up", 3),
        ("equity", {"players": [{"hole": "3S", "up": "KS"}, None]}, "not_in_deck", "players[0].hole", 0),
        ("equity", {"players": [{"up": "KS 3S"}, None]}, "not_in_deck", "players[0].up", 3),
        ("equity", {"players": [{"hole": "KH KC"}, None]}, "wrong_count", "players[0].hole", 3),
        ("equity", {"players": [{"hole": ""}, None]}, "wrong_count", "players[0].hole", None),
        ("equity", {"players": [{"hole": "K"}, None]}, "bad_card", "players[0].hole", 0),
        ("equity", {"players": [{"up": "8S 8D 8H 8C 9S"}, None]}, "wrong_count", "players[0].up", 12),
        ("equity", {"players": [FIRST, None], "samples": 0}, "bad_request", "samples", None),
        ("equity", {"players": [FIRST, None], "seed": 2**64}, "bad_request", "seed", None),
        ("equity", {"players": [FIRST, None], "limit": 10**12}, "bad_request", "limit", None),
        ("arrange", {"hand": HAND}, "unknown_op", "op", None),
    ],
)
def test_faults(op: str, fields: dict[str, Any], code: str, field: str, position: int | None) -> None:
    answer = ask(op, **fields)
    assert not answer["ok"], answer
    error = answer["error"]
    assert (error["code"], error["field"], error["position"]) == (code, field, position), error
    assert "index" not in error["message"]  # among all cards of a seat: the position is that in the field


def test_answers() -> None:
    assert ask("banker", up=["AH", ["AS"], None])["result"] == {"seat": 1}
    assert ask("showdown", hands=[HAND.split(), None])["result"]["ranking"] == [0]
    exact = ask("equity", players=[FIRST, {"hole": None, "up": "AS QS"}, None])["result"]
    assert (exact["exact"], exact["stderr"], sum(exact["wins"])) == (True, 0, exact["cases"])
    assert exact["equity"] == [won / exact["cases"] for won in exact["wins"]]
    shown = ask("equity", players=[FIRST, {"up": "AS QS"}, {"up": "TS TD", "folded": True}])["result"]
    assert shown["cases"] < exact["cases"]
    assert shown["equity"][2] == 0
    alone = ask("equity", players=[FIRST, None])["result"]
    assert (alone["equity"], alone["cases"]) == ([1, 0], 1)
    sampled = ask("equity", players=[FIRST, {"up": "AS QS"}], limit=0, samples=500)["result"]
    assert (sampled["exact"], sampled["cases"]) == (False, 500)
    assert ask("banker", options={"up_straights": False}, up=["9D TD JD QD", "AS AH AD 9S"])["result"] == {"seat": 1}
