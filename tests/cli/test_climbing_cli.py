"""``lipai classify``, ``beats``, ``moves``, ``split`` and ``rules`` for climbing games."""

from __future__ import annotations

import json

import pytest

from tests.cli.programs import run


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ("classify", "doudizhu", "333444555666"),
            [
                "333444555666\tairplane\t6\t4",
                "444555666333\tairplane singles\t6\t3",
                "333444555666\tairplane singles\t5\t3",
            ],
        ),
        (("classify", "guanpai", "QS", "QH", "QD"), ["QQQ\tbomb\tQ\t1"]),
        (("classify", "doudizhu", "3", "4", "5", "6", "7"), ["34567\tstraight\t7\t5"]),
        (("--lang", "zh", "classify", "doudizhu", "XD"), ["XD\t火箭\tD\t1"]),
        (
            ("classify", "doudizhu", "33334", "--lang", "zh"),
            ["不成牌\t带牌与主体同点：DDZ-7"],
        ),
        (("classify", "doudizhu", "33334444", "-o", "shuttle=true"), ["33334444\tshuttle\t4\t2"]),
        (
            ("beats", "doudizhu", "44455566689T", "--over", "333444555777"),
            ["yes\t44455566689T\tairplane singles\t6\t3"],
        ),
        (("beats", "doudizhu", "22", "XD", "--over", "8888"), ["no", "yes\tXD\trocket\tD\t1"]),
        (("moves", "doudizhu", "3444XD", "--over", "333"), ["444 XD"]),
        (("moves", "guanpai", "33 4", "5 5"), ["3 33 4", "5 55"]),
        (("split", "doudizhu", "33344455678999TJQ2"), ["3334445599 6789TJQ 2\t3"]),
    ],
    ids=" ".join,
)
def test_lines(arguments: tuple[str, ...], lines: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == lines


def test_json() -> None:
    found = json.loads(run("split", "doudizhu", "34567XD", "--json").stdout)
    assert found == {"plays": ["34567", "XD"], "count": 2, "kinds": ["straight", "rocket"]}
    over = ("--over", "333444555666", "--kind", "airplane_singles", "--length", "3")
    found = json.loads(run("beats", "doudizhu", "777888999JQK", *over, "--json").stdout)
    assert found["beats"]
    assert found["reading"]["kind"] == "airplane_singles"


def test_hands_from_standard_input() -> None:
    done = run("moves", "doudizhu", "--json", stdin="3 4\nzz\n\n55\n")
    first, bad, last = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 2
    assert done.stderr == "lipai: line 2: no such card: 'z' at position 0\n"
    assert (first["moves"], last["moves"]) == (["3", "4"], ["5", "55"])
    assert (bad["error"]["code"], bad["line"]) == ("bad_card", 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("moves", "doudizhu", "3D"), "write 3♦ or '3 D'"),
        (("moves", "doudizhu", "3", "--kind", "bomb"), "--kind and --length go with --over"),
        (("moves", "doudizhu", "3", "--over", "34"), "34 is no play to beat: the sequence is too short: DDZ-5"),
        (("moves", "doudizhu", "3", "--over", "44", "--kind", "bom"), "no kind 'bom' in doudizhu"),
        (("moves", "guanpai", "22"), "'2' at position 1 is one too many: the deck has one of this rank"),
        (("moves", "guanpai", "3S 3S"), "'3S' at position 3 is there already"),
        (("split", "guanpai", "X"), "'X' at position 0 is not in the game's deck"),
        (("split", "biji", "3"), "split is not for this game"),
        (("rank", "doudizhu", "3"), "rank is not for this game"),
    ],
    ids=" ".join,
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_rules() -> None:
    shown = run("rules", "doudizhu").stdout
    wings = "+ 1 card for each group, equal ones allowed, both jokers allowed"
    assert f"\tairplane_singles\t飞机带小翼\t3 x 2-12\t3-A\t{wings}" in shown
    assert "\t+ 1 card\t" in shown
    assert "\t+ 2 pairs, all different\t" in shown
    distinct = run("rules", "doudizhu", "-o", "distinct_wings=true", "--lang", "zh").stdout
    assert "\t+ 每组一张, 各不相同, 不可带双王\t" in distinct
    assert "\t+ a pair and a card, equal ones allowed\t" in run("rules", "guanpai").stdout
    assert "\tshuttle\tfalse | true\tdefault false\tclause DDZ-10" in shown
    assert "太空梭带大翼" not in shown
    assert "太空梭带大翼" in run("rules", "doudizhu", "-o", "shuttle=true").stdout
    assert "三个Q" in run("rules", "guanpai", "--lang", "zh").stdout
    data = json.loads(run("rules", "guanpai", "--json").stdout)
    assert data["form"]["quad_three"]["kickers"] == "pair_single"
