"""The commands of mahjong games."""

from __future__ import annotations

import json

import pytest

import lipai
from tests.cli.programs import run_on_terminal
from tests.cli.test_cli import command, no_language, output

__all__ = ["no_language"]  # a fixture

SEATS = ("-", "46m123p456p789p11z", "55m123456789p11z", "1245678p123s456s")
HAND = "123456789m11122z"


def test_win() -> None:
    won = ("win", "sanmen", HAND, "--tile", "2z", "--by", "discard", "--flowers", "1234f")
    assert output(*won) == "win\t4\twin 1, mixed suit 2, four flowers 1\t123m 456m 789m 111z 22z\n"
    assert output(*won, "--lang", "zh") == (
        "胡\t4\t胡 1, 混一色 2, 四花 1\t一二三万 四五六万 七八九万 东 东 东 南 南\n"
    )
    assert output("win", "sanmen", "123456789m11123z") == "no win\t0\n"
    assert json.loads(output(*won, "--json"))["points"] == 4
    melds = "234m567p34s9p66s / pung 222z / kong 8888m"
    found = output("win", "wencheng", melds, "--wild", "9p", "--tile", "2m", "--wind", "2z")
    assert found == (
        "win\t5\twin 1, self draw 1, own wind 1, exposed kong 1, wild tile 1\t222z 8888m 234m 567p 345s 66s\n"
    )


def test_a_hand_taken_apart_by_the_shell() -> None:
    tiles = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "东", "1z", "1z", "2z", "2z"]
    assert output("win", "sanmen", *tiles, "--by", "discard").startswith("win\t3\t")


def test_hands_from_standard_input() -> None:
    lines = f"{HAND}\n\n456789m11122z / chow 123m\n"
    found = output("win", "sanmen", "--by", "discard", stdin=lines)
    assert found.splitlines() == [
        "win\t3\twin 1, mixed suit 2\t123m 456m 789m 111z 22z",
        "win\t3\twin 1, mixed suit 2\t123m 456m 789m 111z 22z",
    ]


def test_waits_shanten_discards() -> None:
    assert output("waits", "sanmen", HAND[1:]) == "1m ×4, 4m ×3, 7m ×3\n"
    assert output("waits", "sanmen", HAND[1:], "--lang", "zh") == "一万 ×4, 四万 ×3, 七万 ×3\n"
    assert output("waits", "sanmen", "147m258p369s1234z") == "none\n"
    assert output("shanten", "sanmen", "145s36m12579p256z", HAND) == "5\n-1\n"
    lines = output("discards", "sanmen", HAND[1:] + "9p", "--seen", "1m").splitlines()
    assert lines[0] == "9p\t0\t9\t147m"
    assert len(lines) == 11
    assert json.loads(output("discards", "sanmen", HAND[1:] + "9p", "--json"))["list"][0]["count"] == 10
    waits = json.loads(output("waits", "wencheng", "67m4455p456678s2z / pung 111p", "--wild", "2z", "--json"))
    assert [wait["tile"] for wait in waits["waits"]] == ["5m", "8m", "4p", "5p"]


def test_claims() -> None:
    asked = ("claims", "sanmen", "5m", *SEATS, "--discarder", "0")
    assert output(*asked) == "seat 1\twin\t5m\nseat 2\twin\t5m\nseat 2\tpung\t555m\nseat 1\tchow\t456m\n"
    assert output(*asked, "--last", "--passed", "1:win", "--passed", "2:win:5m") == "none\n"
    assert "座位 2\t碰\t五五五万" in output(*asked, "--lang", "zh")
    assert len(json.loads(output(*asked, "--json"))["options"]) == 4


def test_settle() -> None:
    sanmen = ("settle", "sanmen", "--winner", "0", "--by", "self", "--points", "4", "--codes", "159m2z")
    assert output(*sanmen, "--claims", "2,2,2;;;") == (
        "seat 0\t+21\nseat 1\t0\nseat 2\t-21\nseat 3\t0\nhits\t3\nseat 2 pays seat 0\t21\tliable for all three\tSM-10\n"
    )
    assert output(*sanmen).splitlines()[-1] == "seat 3 pays seat 0\t7\tpoints\tSM-9"
    wencheng = ("settle", "wencheng", "--winner", "1", "--by", "discard", "--payer", "2", "--fan", "12")
    assert json.loads(output(*wencheng, "--json"))["net"] == [-12, 36, -12, -12]
    assert json.loads(output(*wencheng, "-o", "payer=discarder", "--json"))["net"] == [0, 12, -12, 0]


def test_rules() -> None:
    for name in lipai.games("mahjong"):
        for fan in lipai.game(name).rules["fan"]:
            assert f"\t{fan}\t" in output("rules", name)
        assert "财神" in output("rules", name, "--lang", "zh")


def test_on_a_terminal() -> None:
    assert "4 points" in run_on_terminal("win", "sanmen", HAND, "--by", "discard", "--flowers", "1234f")
    assert "no win" in run_on_terminal("win", "sanmen", "123456789m11123z")
    assert "shanten" in run_on_terminal("discards", "sanmen", HAND[1:] + "9p")
    assert "liable" in run_on_terminal(
        "settle", "sanmen", "--winner", "0", "--by", "self", "--points", "4", "--claims", "2,2,2;;;"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("win", "sanmen", "123m"), "a hand has 14 tiles"),
        (("win", "sanmen", f"{HAND} / pung"), "a meld is its kind and its tiles"),
        (("win", "sanmen", f"{HAND} / pong 555m"), "there are chow, pung, kong"),
        (("win", "sanmen", HAND, "--by", "luck"), "luck"),
        (("win", "sanmen", HAND, "--wild", "5m"), "can't be wild"),
        (("win", "biji", HAND), "win is not for this game"),
        (("waits", "sanmen", HAND), "13 tiles"),
        (("shanten", "sanmen", "xyz"), "no such tile: 'xyz'"),
        (("claims", "sanmen", "5m", *SEATS[:3], "--discarder", "0"), "takes 4 values"),
        (("claims", "sanmen", "5m", *SEATS, "--discarder", "1"), "a hand for every seat but"),
        (("claims", "sanmen", "5m", *SEATS, "--discarder", "0", "--passed", "x"), "--passed takes SEAT:CLAIM"),
        (("settle", "sanmen", "--winner", "0", "--by", "discard", "--points", "4"), "needs payer"),
        (
            ("settle", "sanmen", "--winner", "0", "--by", "self", "--points", "4", "--claims", "a"),
            "--claims takes seats",
        ),
        (("settle", "wencheng", "--winner", "0", "--by", "self", "--points", "4"), "give fan"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], said: str) -> None:
    done = command(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
