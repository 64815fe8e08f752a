"""The commands auction, settle and solve of climbing games, and their requests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lipai.requests import Requests
from tests.cli.programs import run, run_on_terminal
from tests.cli.test_cli import command, no_language, output
from tests.cli.test_program import ANSI

HARD = ["448999TJJQQAD", "336688TAA22X"]

__all__ = ["no_language"]  # a fixture


def test_auction() -> None:
    assert output("auction", "doudizhu") == "next\tseat 0\t0, 1, 2, 3\n"
    assert output("auction", "doudizhu", "--first", "2", "1", "0") == "next\tseat 1\t0, 2, 3\n"
    assert output("auction", "doudizhu", "1", "0", "2") == "landlord\tseat 2\t×2\n"
    assert output("auction", "doudizhu", "0", "0", "0") == "new deal\n"
    assert output("auction", "doudizhu", "--mode", "rob", "yes", "no") == "next\tseat 2\tno, yes\n"
    assert (
        output("auction", "doudizhu", "--mode", "rob", "yes", "yes", "no", "yes", "--lang", "zh")
        == "地主\t座位 0\t×12\n"
    )
    assert json.loads(output("auction", "doudizhu", "1", "--json")) == {
        "landlord": None,
        "multiplier": 1,
        "next": 1,
        "redeal": False,
        "holder": 0,
        "legal": [0, 2, 3],
    }


def test_settle() -> None:
    found = output("settle", "doudizhu", "--landlord", "0", "--winner", "2", "--multiplier", "3", "--bombs", "1")
    assert found == (
        "seat 0\t-12\nseat 1\t+6\nseat 2\t+6\n"
        "seat 0 pays seat 1\t6\tstake\tDDZ-13\nseat 0 pays seat 2\t6\tstake\tDDZ-13\n"
    )
    table = ["--landlord", "1", "--winner", "1", "--multiplier", "1", "--spring", "-o", "spring=true"]
    assert output("settle", "doudizhu", *table).count("\tspring\tDDZ-13\n") == 2
    assert output("settle", "guanpai", "--winner", "1", "--left", "5", "--base", "10").startswith("seat 0\t-50\n")
    shut_out = output("settle", "guanpai", "--winner", "0", "--left", "17", "--shut-out", "--lang", "zh")
    assert "座位 1 付 座位 0\t17\t全关\tGP-9\n" in shut_out
    assert json.loads(output("settle", "guanpai", "--winner", "0", "--left", "1", "--json"))["net"] == [1, -1]


def test_solve() -> None:
    assert output("solve", "doudizhu", "3455KK", "345522") == "win\t4\tsingle\n"
    assert output("solve", "doudizhu", "8TJ", "79", "7", "--turn", "1", "--over", "6", "--passes", "1") == "win\tpass\n"
    assert output("solve", "guanpai", stdin="3QQQ;2\n\n345 ; 2\n") == "win\tQQQ\tbomb\nloss\n"
    assert output("solve", "guanpai", "3QQQ", "2", "--lang", "zh") == "胜\tQQQ\t炸弹\n"
    assert output("solve", "doudizhu", *HARD, "--nodes", "100") == "unknown\tpositions: 100\n"
    assert output("solve", "doudizhu", *HARD, "--seconds", "0.001") == "unknown\tout of time\n"
    assert output("solve", "doudizhu", *HARD, "--memory", "1") == "unknown\tout of memory\n"
    assert json.loads(output("solve", "guanpai", "3QQQ", "2", "--json")) == {
        "outcome": "win",
        "move": "QQQ",
        "reading": {"kind": "bomb", "rank": "Q", "length": 1, "kickers": "", "cards": "QQQ", "name": "炸弹"},
        "limit": None,
        "nodes": 1,
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("auction", "doudizhu", "2", "1"), "bid 1, seat 1: 1 is no bid here; 0 to pass, or 3 (DDZ-2)"),
        (("auction", "doudizhu", "x"), "a bid is a number from 0 to 3, not 'x'"),
        (("auction", "doudizhu", "--mode", "rob", "1"), "a bid is yes or no here, not '1'"),
        (("auction", "guanpai"), "no mode 'call' in guanpai; the game has no auction"),
        (("settle", "guanpai", "--winner", "0"), "left is missing: guanpai settles by it"),
        (("settle", "guanpai", "--winner", "0", "--left", "3", "--shut-out"), "shut_out must be false with 3 of 17"),
        (("solve", "doudizhu", "33", "3z"), "seat 1: no such card: 'z' at position 1"),
        (("solve", "doudizhu", "33"), "2 or 3 hands are wanted, not 1"),
        (("solve", "doudizhu", "33", "4", "--over", "56"), "56 is no play to beat"),
        (("solve", "doudizhu", "33", "4", "--turn", "2"), "turn must be from 0 to 1, not 2"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], said: str) -> None:
    done = command(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("lipai: ")
    assert said in done.stderr


def test_help() -> None:
    """Of a command of several families, each has its own."""
    assert "--shut-out" in output("settle", "guanpai", "--help")
    assert "--banker" in output("settle", "shisanshui", "--help")
    assert "guanpai" in output("settle", "--help")


def test_terminal() -> None:
    text = ANSI.sub("", run_on_terminal("settle", "guanpai", "--winner", "1", "--left", "2"))
    assert "seat 0  -2" in text


def test_a_bad_endgame_does_not_stop_the_others() -> None:
    done = run("solve", "doudizhu", stdin="3;4\n3;;4\n34;5\n")
    assert (done.returncode, done.stdout) == (2, "win\t3\tsingle\nloss\n")
    assert done.stderr.startswith("lipai: line 2: seat 1: ")


@pytest.mark.parametrize(
    ("request_", "code", "field", "position"),
    [
        ({"game": "doudizhu", "op": "auction", "mode": "call", "bids": [0, 4]}, "illegal_play", "bids", 1),
        ({"game": "doudizhu", "op": "auction", "mode": "rob", "bids": [True, 1]}, "illegal_play", "bids", 1),
        ({"game": "doudizhu", "op": "auction", "mode": "call", "bids": [1.5]}, "bad_request", "bids", 0),
        ({"game": "doudizhu", "op": "auction", "mode": "x"}, "bad_request", "mode", None),
        ({"game": "doudizhu", "op": "auction"}, "bad_request", "mode", None),
        ({"game": "doudizhu", "op": "auction", "mode": "call", "first": 3}, "bad_request", "first", None),
        ({"game": "doudizhu", "op": "settle"}, "bad_request", "winner", None),
        ({"game": "doudizhu", "op": "settle", "winner": 0}, "bad_request", "landlord", None),
        ({"game": "guanpai", "op": "settle", "winner": 0, "left": 18}, "bad_request", "left", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4", "5"]}, "bad_request", "hands", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3"]}, "bad_request", "hands", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4X"]}, "not_in_deck", "hands[1]", 1),
        ({"game": "guanpai", "op": "solve", "hands": ["3", ["4", "z"]]}, "bad_card", "hands[1]", 1),
        ({"game": "guanpai", "op": "solve", "hands": ["3", ""]}, "wrong_count", "hands[1]", 0),
        ({"game": "guanpai", "op": "solve", "hands": ["3333", "34"]}, "duplicate_card", "hands[1]", 0),
        ({"game": "guanpai", "op": "solve", "hands": ["333", "4"], "over": "33"}, "duplicate_card", "over", 0),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4"], "over": "56"}, "illegal_play", "over", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4"], "passes": 1}, "bad_request", "passes", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4"], "nodes": 0}, "bad_request", "nodes", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4"], "seconds": 1e9}, "bad_request", "seconds", None),
        ({"game": "guanpai", "op": "solve", "hands": ["3", "4"], "memory": 1 << 20}, "bad_request", "memory", None),
    ],
)
def test_bad_requests(request_: dict[str, Any], code: str, field: str, position: int | None) -> None:
    answer = Requests().answer_value(request_)
    assert answer["ok"] is False
    error = answer["error"]
    assert (error["code"], error["field"], error["position"]) == (code, field, position), error
