"""The commands specials and settle."""

from __future__ import annotations

import json

import pytest

import lipai
from tests.cli.programs import run_on_terminal
from tests.cli.test_cli import command, no_language, output
from tests.cli.test_program import ANSI

A = "AS KD 9H / 7D 7C KS QH 6S / 8S 8H 5D 5C JS"
B = "AH KC 9C / 7S 7H KH QD 4D / 8D 8C 3D 3C JH"
FOUL = "AH AC AD / 9C 7S KH QD 4D / 8D 8C 3D 3C JH"
PAIRS = "special=six_pairs AC AD KH KC QC QD 9C 9D 6H 6C 3H 3C 2D"
BANK = "KS QD 9H / AS AD 9S 5C 3C / KD KH KC 4S 2S"
WINNER = "QS TH 9C / JS JH QH 6S 6D / 3S 3D 3H 2C 2H"
DRAGON = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC"
HEAD = "2C 3C 4C / 5D 6D 7D / TH JH QH"
RUN_OVER = """\
seat 0\t+4\thigh card / pair / two pair
seat 1\t-4\thigh card / pair / two pair
seat 1 pays seat 0\t1\tmiddle: pair over pair\tSSS-11
seat 1 pays seat 0\t1\tback: two pair over two pair\tSSS-11
seat 1 pays seat 0\t2\trun over: a pile won, none lost\tSSS-13
"""

__all__ = ["no_language"]  # a fixture


def test_settle() -> None:
    assert output("settle", "shisanshui", A, B) == RUN_OVER
    assert output("settle", "shisanshui", stdin=f"{A};{B}\n\n{A} ; {B}\n") == f"{RUN_OVER}\n{RUN_OVER}"
    assert "seat 1\t-400\t" in output("settle", "shisanshui", A, B, "--base", "100")


def test_settle_declared_and_fouls() -> None:
    found = output("settle", "shisanshui", A, PAIRS)
    assert "seat 1\t+3\tsix pairs\n" in found
    assert "seat 0 pays seat 1\t3\tsix pairs\tSSS-17\n" in found
    assert output("settle", "shisanshui", A, PAIRS.replace("six_pairs", "六对半")) == found
    found = output("settle", "shisanshui", A, FOUL, "-o", "fouls=pay")
    assert "seat 1\t-3\ttrips / high card / two pair  foul\n" in found
    assert "seat 1 pays seat 0\t3\tfoul\tSSS-15\n" in found
    ordinary = "KH QC JH / JC JD TD 5H 4D / TH 9H 8C 7H 6C"
    found = output("settle", "shisanshui", "special=dragon 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", ordinary)
    assert "seat 1 pays seat 0\t26\tdragon: beats everyone\tSSS-18\n" in found


def test_settle_of_a_banker_and_of_pots() -> None:
    found = output("settle", "baishisan", BANK, WINNER, "--banker", "0", "--bets", "0,20")
    assert "seat 0 pays seat 1\t20\tpiles won: 2\tBS-3\n" in found
    assert "\t7\t" in output("settle", "shisanzhang", BANK, WINNER, "--banker", "0", "--base", "7")
    found = output("settle", "biji", HEAD, "AD QC 9S / TC TD 7H / 7C 6C 8D")
    assert "seat 1 pays seat 0\t1\tfirst: place 2\tBJ-13\n" in found
    assert "seat 1 pays seat 0\t2\tstraight flush head\tBJ-16\n" in found


def test_settle_in_chinese() -> None:
    found = output("settle", "shisanshui", A, PAIRS, "--lang", "zh")
    assert "座位 0 付 座位 1\t3\t六对半\tSSS-17\n" in found
    found = output("settle", "shisanshui", A, B, "--lang", "zh")
    assert "中墩: 对子 胜 对子\tSSS-11" in found
    assert "辗过" in found


def test_settle_as_json() -> None:
    found = json.loads(output("settle", "shisanshui", A, B, "--json"))
    assert found["net"] == [4, -4]
    assert {"from", "to", "amount", "clause", "why"} <= set(found["transfers"][0])
    done = command("settle", "shisanshui", "--json", stdin=f"{A};{FOUL}\n{A};{B}\n")
    assert done.exit_code == 2
    bad, good = map(json.loads, done.stdout.splitlines())
    assert (bad["line"], bad["error"]["code"], bad["error"]["field"]) == (1, "foul", "players[1].piles[1]")
    assert good == found
    assert done.stderr.startswith("lipai: line 1: seat 1: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((A,), "2 to 4 players, not 1"),
        ((A, "AS KD 9H / 7D"), "seat 1: three piles"),
        ((A, "special=six_pairs"), "seat 1, its hand: 13 cards, not 0"),
        ((A, "special=six_pairs AS"), "seat 1, its hand: 13 cards, not 1"),
        ((A, PAIRS.replace("six_pairs", "dragon")), "seat 1: the hand holds no dragon: SSS-16"),
        ((A, B.replace("JH", "JS")), "JS is on the table already"),
        ((A, FOUL), "seat 1: the middle is smaller than the front: SSS-6"),
        ((A, B, "--bets", "0,1"), "no bets"),
        ((A, B, "--bets", "0,x"), "--bets takes whole numbers"),
        ((A, B, "--banker", "0"), "no banker"),
        ((A, B, "--base", "0"), "at least 1"),
        ((A, B, "--base", "x"), "--base"),
    ],
)
def test_settle_refuses(arguments: tuple[str, ...], told: str) -> None:
    done = command("settle", "shisanshui", *arguments)
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_specials() -> None:
    dragon = lipai.game("shisanshui").specials(DRAGON)[0]
    line = f"dragon 26, three straights 3\t{dragon.text}\n"
    assert output("specials", "shisanshui", DRAGON) == line
    assert output("specials", "shisanshui", *DRAGON.split()) == line
    assert output("specials", "shisanshui", stdin=f"{DRAGON}\n{DRAGON}\n") == line * 2
    assert output("specials", "baishisan", DRAGON).startswith("dragon\t")
    assert output("specials", "biji", HEAD) == "straight flush head ×2\t2C 3C 4C 5D 6D 7D TH JH QH\n"
    assert output("specials", "biji", HEAD.replace("/", "")) == "none\n"
    assert output("specials", "biji", HEAD, "--lang", "zh").startswith("顺清打头 ×2\t")
    hand = "JD 3C QC TH 6C 4C 5C 2C QS KH TD JC AD"
    assert " / ".join(["QS JD TH", "AD KH QC JC TD", "6C 5C 4C 3C 2C"]) in output("specials", "shisanshui", hand)
    assert json.loads(output("specials", "shisanshui", hand, "--json"))["specials"][0]["name"] == "three_straights"


def test_specials_refuses() -> None:
    done = command("specials", "biji", stdin="AS KS\n2C 3C 4C / 5D 6D 7D\nAS AH AD KS KH KD QS QH QD\n")
    assert done.exit_code == 2
    assert done.stdout.startswith("three trips ×3\t")
    first, second = done.stderr.splitlines()
    assert first.startswith("lipai: line 1: a hand has 9 cards")
    assert second.startswith("lipai: line 2: 3 piles")


def test_on_a_terminal() -> None:
    seen = run_on_terminal("settle", "shisanshui", A, PAIRS, env={"NO_COLOR": "1"})
    assert "seat 0 pays seat 1  3  six pairs  SSS-17" in seen
    seen = run_on_terminal("specials", "shisanshui", DRAGON, env={"NO_COLOR": "1"})
    assert "A♣ K♠ Q♥" in ANSI.sub("", seen)
    assert " / " in seen
    assert "SSS-24" in seen
