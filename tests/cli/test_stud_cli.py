"""The commands of stud games."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

import lipai
from lipai import StudSeat
from lipai.cli.program import program
from tests.cli.programs import run_on_terminal

GAME: lipai.StudGame = lipai.game("wuzhang")
HANDS = ("AS KS JD 9C 8H", "8S 8D 9H TH QC")
SEATS = ("KH: KS KD", "?: AS QS", "fold: TS TD", "-")
KNOWN = [StudSeat("KS KD", hole="KH"), StudSeat("AS QS"), StudSeat("TS TD", folded=True), None]


@pytest.fixture(autouse=True)
def no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LIPAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def command(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(program, arguments, input=stdin)


def output(*arguments: str, stdin: str = "") -> str:
    done = command(*arguments, stdin=stdin)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return done.stdout


def test_rank() -> None:
    strength = GAME.rank(HANDS[0]).strength
    assert output("rank", "wuzhang", HANDS[0]) == f"AS KS JD 9C 8H\thigh card\t{strength}\n"
    assert output("rank", "wuzhang", *HANDS[0].split()) == output("rank", "wuzhang", HANDS[0])
    assert output("rank", "wuzhang", stdin="\n".join(HANDS)).count("\n") == 2
    found = json.loads(output("rank", "wuzhang", "--json", HANDS[1]))
    assert (found["category"], found["name"]) == ("pair", "对子")
    assert "散牌" in output("rank", "wuzhang", "--lang", "zh", HANDS[0])


def test_compare() -> None:
    assert output("compare", "wuzhang", *HANDS) == "AS KS JD 9C 8H < 8S 8D QC TH 9H\thigh card / pair\n"
    assert json.loads(output("compare", "wuzhang", "--json", stdin=" / ".join(HANDS))) == {"result": -1}
    assert "2 piles or hands are wanted" in command("compare", "wuzhang", HANDS[0]).stderr


def test_banker() -> None:
    assert output("banker", "wuzhang", "AS KS", "8H 8D", "-") == "1\n"
    assert output("banker", "wuzhang", stdin="AS KS / 8H 8D / -\n8D / - / 8C\n") == "1\n2\n"
    assert json.loads(output("banker", "wuzhang", "--json", "", "-", "", "--winner", "1")) == {"seat": 0}
    assert output("banker", "wuzhang", "", "", "", "--entered", "2") == "2\n"
    assert output("banker", "wuzhang", "9D TD JD QD", "AS AH AD 9S") == "0\n"
    assert output("banker", "wuzhang", "-o", "up_straights=false", "9D TD JD QD", "AS AH AD 9S") == "1\n"
    done = command("banker", "wuzhang", "", "")
    assert (done.exit_code, "first who entered" in done.stderr) == (2, True)


def test_showdown() -> None:
    assert output("showdown", "wuzhang", HANDS[0], "-", HANDS[1]) == "2 0\tpair / high card\n"
    found = json.loads(output("showdown", "wuzhang", "--json", HANDS[0], "-", HANDS[1]))
    assert (found["seat"], found["ranking"], found["categories"]) == (2, [2, 0], ["high_card", None, "pair"])
    done = command("showdown", "wuzhang", stdin=f"{HANDS[0]} / -\n{HANDS[0]} / AS\n{HANDS[1]} / -\n")
    assert (done.exit_code, done.stdout) == (2, "0\thigh card\n0\tpair\n")
    assert done.stderr == "lipai: line 2: seat 1: a hand has 5 cards, not 1\n"


def test_equity() -> None:
    found = GAME.equity(KNOWN)
    chances = " ".join(f"{chance:.6f}" for chance in found.equity)
    assert output("equity", "wuzhang", *SEATS) == f"{chances}\texact\t{found.cases}\n"
    assert output("equity", "wuzhang", stdin=" / ".join(SEATS)) == output("equity", "wuzhang", *SEATS)
    result = json.loads(output("equity", "wuzhang", "--json", "--threads", "2", *SEATS))
    assert (result["wins"], result["exact"], result["stderr"]) == (list(found.wins), True, 0)
    sampled = output("equity", "wuzhang", "--limit", "0", "--samples", "1000", "--seed", "4", *SEATS)
    drawn = GAME.equity(KNOWN, limit=0, samples=1000, seed=4)
    assert sampled.split("\t")[1:] == [f"±{drawn.stderr:.2g}", "1000\n"]
    for wrong, said in (("KH KS", "a colon"), ("KH: KS XX", "no such card"), ("KH QH: KS", "hole"), ("KH: KH", "KH")):
        done = command("equity", "wuzhang", wrong, "?: AS")
        assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


def test_commands_of_other_families_are_refused() -> None:
    done = command("arrange", "wuzhang", HANDS[0])
    assert done.exit_code == 2
    assert "rank, compare" in done.stderr
    assert command("equity", "biji", "KH: KS").exit_code == 2


def test_games_and_rules() -> None:
    (line,) = [line for line in output("games").splitlines() if line.startswith("wuzhang\t")]
    assert line.split("\t")[2:5] == ["2-4", "5", "28"]
    text = output("rules", "wuzhang")
    for part in ("\tstraights_and_flushes\ttrue\n", "\tante\t1\n", "clause WZ-10\n", "clause WZ-14\n", "1/2/3/4/5"):
        assert part in text
    assert "default 0, now 5" in output("rules", "wuzhang", "-o", "bet=5")
    chinese = output("rules", "wuzhang", "--lang", "zh")
    assert "明牌" in chinese
    assert "底注" in chinese
    assert json.loads(output("rules", "wuzhang", "--json")) == json.loads(json.dumps(GAME.rules))


def test_for_people() -> None:
    env = {"LANG": "C.UTF-8", "NO_COLOR": "1"}
    shown = run_on_terminal("equity", "wuzhang", *SEATS, env=env)
    assert "K♥" in shown
    assert "exact, 203,490 deals" in shown
    assert shown.count("seat") == 4
    assert "banker" in run_on_terminal("banker", "wuzhang", "AS KS", "8H 8D", "-", env=env)
    assert "胜" in run_on_terminal("--lang", "zh", "showdown", "wuzhang", HANDS[0], "-", HANDS[1], env=env)
    assert "8♠" in run_on_terminal("rank", "wuzhang", HANDS[1], env=env)
    assert "<" in run_on_terminal("compare", "wuzhang", *HANDS, env=env)
