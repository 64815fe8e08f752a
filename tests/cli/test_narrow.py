"""On a narrow terminal tables fold and bars shrink; nothing is cut."""

from __future__ import annotations

import re

import pytest

from tests.cli.programs import run, run_on_terminal

HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def seen(columns: int, *words: str) -> str:
    text = COLOUR.sub("", run_on_terminal(*words, env={"COLUMNS": str(columns)}))
    assert "…" not in text
    # Chinese characters take two columns.
    assert all(sum(2 if ord(c) > 0x2E80 else 1 for c in line) <= columns for line in text.splitlines())
    return text


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_all_of_a_rule_set_is_there(columns: int, lang: str) -> None:
    text = "".join(seen(columns, "rules", "shisanshui", "--lang", lang).split())
    for line in run("rules", "shisanshui", "--lang", lang).stdout.splitlines():
        cells = line.split("\t")
        if cells[-1].startswith(("SSS-", "clause SSS-", "条款 SSS-")):
            assert "".join(cells[-1].split()) in text
    games = "".join(seen(columns, "games", "--lang", lang).split())
    assert "second" in games
    assert "lowest" in games


def test_fields_fit_eighty_columns() -> None:
    lines = seen(80, "field", "info", "shisanshui").splitlines()
    assert re.search(r"shisanshui-2 +2 +8192 +24 +1 +0\.\d{5} ± 0\.\d{5} +yes", "\n".join(lines))
    assert "shisanshui" in seen(80, "field", "info", "shisanshui", "-o", "wheel=low")


@pytest.mark.parametrize(("columns", "width"), [(120, 20), (80, 10), (60, 0)])
def test_bars_shrink_and_figures_stay(columns: int, width: int) -> None:
    lines = seen(columns, "arrange", "shisanshui", HAND).splitlines()[1:4]
    assert [sum(line.count(sign) for sign in "█▒░") for line in lines] == [width] * 3
    assert all(line.count("%") == 3 for line in lines)


def test_a_special_is_shown_without_piles() -> None:
    text = seen(80, "arrange", "shisanshui", "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC")
    assert "declare: dragon" in text
    assert "front" not in text


def test_a_simulation_says_whose_odds_they_are() -> None:
    words = ("arrange", "shisanshui", HAND, "--objective", "simulate", "--deals", "50")
    assert "(odds by the field)" in seen(120, *words)
    assert "(odds by the field)" not in seen(120, *words[:3])


def test_what_needs_the_piles_is_said() -> None:
    nine = "2C 3C 4C / 5D 6D 7D / TH JH QH"
    assert "straight flush head: not looked for" in seen(120, "specials", "biji", nine.replace(" /", ""))
    assert "not looked for" not in seen(120, "specials", "biji", nine)
