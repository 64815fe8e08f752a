"""Requests about mahjong: what each operation answers, and what is said of one that is not in order."""

from __future__ import annotations

from typing import Any

import pytest

import lipai
from lipai.requests import Requests
from tests.unit.test_requests import ask, error, result

WIN = {"game": "wencheng", "op": "win", "hand": "123456m789p123456s55p", "tile": "1m", "by": "discard", "wild": "2z"}
SETTLE = {"game": "sanmen", "op": "settle", "winner": 0, "by": "self", "points": 4}
CLAIMS = {
    "game": "sanmen",
    "op": "claims",
    "discarder": 0,
    "tile": "5m",
    "hands": [None, "46m123p456p789p11z", "55m123456789p11z", "1245678p123s456s"],
}


@pytest.fixture(scope="module")
def requests() -> Requests:
    return Requests()


def test_win(requests: Requests) -> None:
    assert result(requests, WIN) == {
        "win": True,
        "fan": 2,
        "items": [
            {"name": "win", "name_zh": "胡", "count": 1, "amount": 1, "clause": "WC-4"},
            {"name": "all_chows", "name_zh": "平胡", "count": 1, "amount": 1, "clause": "WC-6"},
        ],
        "melds": [
            {"kind": "chow", "tiles": tiles, "laid": tiles, "claimed": False}
            for tiles in ("123m", "456m", "789p", "123s", "456s")
        ],
        "pair": "55p",
        "pair_laid": "55p",
    }
    found = result(requests, {**WIN, "hand": "123456m789p123456s57p"})
    assert found == {"win": False, "fan": 0, "items": [], "melds": [], "pair": None, "pair_laid": None}
    assert result(requests, {**WIN, "options": {"white_as_wild_face": False}})["fan"] == 2


def test_win_in_sanmen(requests: Requests) -> None:
    melds = [{"kind": "kong", "tiles": "9999s"}, {"kind": "chow", "tiles": ["3m", "1m", "2m"]}]
    hand = ["4p", "5p", "6p", "东", "东", "东", "2z", "2z"]
    request = {
        "game": "sanmen",
        "op": "win",
        "hand": hand,
        "melds": melds,
        "tile": "东",
        "by": "kong",
        "kong": "exposed",
    }
    found = result(requests, request)
    assert "fan" not in found
    assert found["points"] == 3
    assert [item["name"] for item in found["items"]] == ["win", "self_draw", "kong_draw"]
    assert found["melds"][:2] == [
        {"kind": "kong", "tiles": "9999s", "laid": "9999s", "claimed": True},
        {"kind": "chow", "tiles": "123m", "laid": "123m", "claimed": True},
    ]


def test_reading_with_wild_tiles(requests: Requests) -> None:
    found = result(requests, {**WIN, "hand": "12456m789p123456s55p2z", "tile": "2z"})
    assert found["melds"][0] == {"kind": "chow", "tiles": "123m", "laid": "12m2z", "claimed": False}
    found = result(requests, {**WIN, "hand": "12346m5z78999p123456s", "tile": "6m", "wild": "5m"})
    assert found["melds"][1] == {"kind": "chow", "tiles": "456m", "laid": "4m5z6m", "claimed": False}
    down = result(requests, {**WIN, "hand": "147999m2589p369s1234z", "tile": "1m", "wild": "9m"})
    assert (down["fan"], down["melds"], down["pair"]) == (5, [], None)


def test_waits_shanten_discards(requests: Requests) -> None:
    waits = {"game": "wencheng", "op": "waits", "hand": "67m4455p456678s2z", "wild": "2z"}
    melds = [{"kind": "pung", "tiles": "111p"}]
    assert result(requests, {**waits, "melds": melds}) == {
        "waits": [
            {"tile": "5m", "unseen": 4},
            {"tile": "8m", "unseen": 4},
            {"tile": "4p", "unseen": 2},
            {"tile": "5p", "unseen": 2},
        ]
    }
    shanten = {"game": "sanmen", "op": "shanten", "hand": "145s36m12579p256z"}
    assert result(requests, shanten) == {"shanten": 5}
    discards = {"game": "sanmen", "op": "discards", "hand": "23456789m11122z9p", "seen": "1m"}
    found = result(requests, discards)["list"]
    assert found[0] == {"discard": "9p", "shanten": 0, "accepts": "147m", "count": 9}
    assert len(found) == 11


def test_claims(requests: Requests) -> None:
    assert result(requests, CLAIMS) == {
        "options": [
            {"seat": 1, "action": "win", "tiles": "5m"},
            {"seat": 2, "action": "win", "tiles": "5m"},
            {"seat": 2, "action": "pung", "tiles": "555m"},
            {"seat": 1, "action": "chow", "tiles": "456m"},
        ]
    }
    passed = [{"seat": 2, "action": "pung", "tile": "5m"}, {"seat": 1, "action": "win"}]
    found = result(requests, {**CLAIMS, "passed": passed})["options"]
    assert [(one["seat"], one["action"]) for one in found] == [(2, "win"), (1, "chow")]
    assert len(result(requests, {**CLAIMS, "last": True})["options"]) == 2
    melds = [None, [{"kind": "chow", "tiles": "123p"}], [], None]
    shorter = [None, "46m456p789p11z", *CLAIMS["hands"][2:]]
    assert result(requests, {**CLAIMS, "hands": shorter, "melds": melds}) == result(requests, CLAIMS)


def test_settle(requests: Requests) -> None:
    claims = [[2, 2, 2], [], [], []]
    assert result(requests, {**SETTLE, "codes": "159m2z", "claims": claims}) == {
        "net": [21, 0, -21, 0],
        "transfers": [{"from": 2, "to": 0, "amount": 21, "clause": "SM-10", "why": "liability"}],
        "hits": 3,
    }
    wencheng = {"game": "wencheng", "op": "settle", "winner": 1, "by": "discard", "payer": 2, "fan": 12, "base": 5}
    found = result(requests, wencheng)
    assert found["net"] == [-60, 180, -60, -60]
    assert "hits" not in found
    assert [one["clause"] for one in found["transfers"]] == ["WC-16"] * 3
    assert result(requests, {**wencheng, "options": {"payer": "discarder"}})["net"] == [0, 60, -60, 0]


@pytest.mark.parametrize(
    ("changes", "code", "field", "position"),
    [
        ({"hand": "123456m789p123456s5"}, "bad_card", "hand", 18),
        ({"hand": "123456m789p123456s55555p"}, "duplicate_card", "hand", 22),
        ({"hand": "123456m789p123456s"}, "wrong_count", "hand", None),
        ({"hand": "123456m789p123456s5p6z"}, "illegal_play", "hand", 20),
        ({"hand": "123456m789p123456s5p1f"}, "illegal_play", "hand", 20),
        ({"hand": 5}, "bad_request", "hand", None),
        ({"tile": "9m"}, "illegal_play", "tile", None),
        ({"tile": "12m"}, "wrong_count", "tile", None),
        ({"tile": "x"}, "bad_card", "tile", 0),
        ({"wild": "7z"}, "illegal_play", "wild", None),
        ({"wild": "0z"}, "bad_card", "wild", 0),
        ({"wind": "5z"}, "illegal_play", "wind", None),
        ({"wind": "9z"}, "bad_card", "wind", 0),
        ({"by": "luck"}, "bad_request", "by", None),
        ({"kong": "open"}, "bad_request", "kong", None),
        ({"kong": "exposed"}, "bad_request", "kong", None),
        ({"flowers": "1m"}, "illegal_play", "flowers", 0),
        ({"flowers": "11f"}, "duplicate_card", "flowers", 1),
        ({"melds": [{"kind": "pung", "tiles": "555z"}]}, "wrong_count", "hand", 16),
        ({"melds": [{"kind": "pung"}]}, "bad_request", "melds", 0),
        ({"melds": [{"kind": "pung", "tiles": "5x"}]}, "bad_card", "melds[0].tiles", 0),
        ({"heaven": True}, "illegal_play", "heaven", None),
        ({"last_flower": True}, "illegal_play", "last_flower", None),
        ({"luck": 1}, "bad_request", "luck", None),
        ({"op": "rank"}, "unknown_op", "op", None),
        ({"options": {"payer": "nobody"}}, "unknown_option", "options.payer", None),
    ],
)
def test_bad_wins(
    requests: Requests, changes: dict[str, Any], code: str, field: str | None, position: int | None
) -> None:
    found = error(requests, {**WIN, **changes})
    assert (found["code"], found["field"], found["position"]) == (code, field, position), found


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"winner": 4}, "bad_request", "winner"),
        ({"winner": -1}, "bad_request", "winner"),
        ({"winner": None}, "bad_request", "winner"),
        ({"payer": 1}, "bad_request", "payer"),
        ({"by": "discard"}, "bad_request", "payer"),
        ({"by": "discard", "payer": 0}, "bad_request", "payer"),
        ({"points": 0}, "bad_request", "points"),
        ({"points": None}, "bad_request", "points"),
        ({"fan": 1}, "bad_request", "points"),
        ({"points": 2**40}, "bad_request", "points"),
        ({"base": 0}, "bad_request", "base"),
        ({"base": 2**61}, "bad_request", "base"),
        ({"codes": "1"}, "bad_card", "codes"),
        ({"codes": "111122223333m"}, "wrong_count", "codes"),
        ({"claims": [[1]]}, "bad_request", "claims"),
        ({"claims": [[0], [], [], []]}, "bad_request", "claims"),
        ({"claims": [[9], [], [], []]}, "bad_request", "claims"),
        ({"claims": [[1] * 5, [], [], []]}, "bad_request", "claims"),
        ({"last_third": 1}, "bad_request", "last_third"),
    ],
)
def test_bad_settlements(requests: Requests, changes: dict[str, Any], code: str, field: str) -> None:
    found = error(requests, {**SETTLE, **changes})
    assert (found["code"], found["field"]) == (code, field), found


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"discarder": 4}, "bad_request", "discarder"),
        ({"discarder": 1}, "bad_request", "hands[0]"),
        ({"tile": "5"}, "bad_card", "tile"),
        ({"tile": "1f"}, "illegal_play", "tile"),
        ({"hands": [None]}, "bad_request", "hands"),
        ({"hands": [None, "1m", "1m", "1m"]}, "wrong_count", "hands[1]"),
        ({"hands": [None, "x", "1m", "1m"]}, "bad_card", "hands[1]"),
        ({"hands": [None, *["1111m123456789p"] * 3]}, "duplicate_card", "hands"),
        ({"melds": [[]]}, "bad_request", "melds"),
        ({"wild": "5m"}, "illegal_play", "wild"),
        ({"passed": [{"seat": 1, "action": "chow"}]}, "bad_request", "passed[0]"),
        ({"passed": [{"seat": 7, "action": "pung"}]}, "bad_request", "passed[0].seat"),
        ({"passed": [{"seat": 1, "action": "pung", "tile": "55m"}]}, "wrong_count", "passed[0].tile"),
    ],
)
def test_bad_claims(requests: Requests, changes: dict[str, Any], code: str, field: str) -> None:
    found = error(requests, {**CLAIMS, **changes})
    assert (found["code"], found["field"]) == (code, field), found


@pytest.mark.parametrize("op", ["waits", "shanten", "discards"])
@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"hand": "123"}, "bad_card", "hand"),
        ({"hand": "123m"}, "wrong_count", "hand"),
        ({"hand": "1111m1m"}, "duplicate_card", "hand"),
        ({"wild": "5m"}, "illegal_play", "wild"),
    ],
)
def test_bad_hands(requests: Requests, op: str, changes: dict[str, Any], code: str, field: str) -> None:
    found = error(requests, {"game": "sanmen", "op": op, "hand": "23456789m11122z", **changes})
    assert (found["code"], found["field"]) == (code, field), found


def test_answers_keep_their_id(requests: Requests) -> None:
    assert ask(requests, {**WIN, "id": [1]})["id"] == [1]
    assert ask(requests, {**WIN, "id": "a", "by": 5})["id"] == "a"


def test_games_of_the_family() -> None:
    assert lipai.games("mahjong") == ("sanmen", "wencheng")
