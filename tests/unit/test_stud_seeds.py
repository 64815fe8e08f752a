"""Stud against every row of seeds/: the library and the oracle alike."""

from __future__ import annotations

from itertools import pairwise

import pytest

import lipai
from tests import seeds_data
from tests.oracle import parse, stud
from tests.seeds_data import Row

FILE = "wuzhang"
OF_PLAY = {"WZ-14"}  # clauses that speak of the course of play only


def each(*kinds: str) -> pytest.MarkDecorator:
    rows = [row for kind in kinds for row in seeds_data.rows(kind, FILE)]
    assert rows
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.id)


def game_of(row: Row) -> lipai.StudGame:
    game: lipai.StudGame = lipai.game(row.game, **row.options)
    return game


def up_straights(row: Row) -> bool:
    return bool(row.options.get("up_straights", True))


def seats(texts: list[str]) -> list[str | None]:
    return [None if text == "folded" else text for text in texts]


@each("order")
def test_order(row: Row) -> None:
    game = game_of(row)
    for larger, smaller in pairwise(row.data["piles"]):
        assert stud.key(parse(larger)) > stud.key(parse(smaller))
        assert game.compare(larger, smaller) == 1
        assert game.compare(smaller, larger) == -1
        assert game.rank(larger).strength > game.rank(smaller).strength


@each("equal")
def test_equal(row: Row) -> None:
    first, *others = row.data["piles"]
    assert others
    for other in others:
        assert stud.key(parse(first)) == stud.key(parse(other))
        assert game_of(row).compare(first, other) == 0


@each("category")
def test_category(row: Row) -> None:
    rank = game_of(row).rank(row.data["pile"])
    assert rank.category == row.data["category"] == stud.category(parse(row.data["pile"]))
    assert game_of(row).category(rank.strength) == row.data["category"]
    assert rank.name == game_of(row).rules["category"][rank.category]["name"]


@each("reading")
def test_reading(row: Row) -> None:
    assert lipai.format_cards(game_of(row).rank(row.data["pile"]).cards) == row.data["reads"]
    assert lipai.format_cards(stud.read(parse(row.data["pile"]))) == row.data["reads"]


@each("up_category")
def test_up_category(row: Row) -> None:
    assert game_of(row).rank_up(row.data["pile"]).category == row.data["category"]
    assert stud.category(parse(row.data["pile"]), up_straights(row)) == row.data["category"]


@each("up_order")
def test_up_order(row: Row) -> None:
    game = game_of(row)
    for larger, smaller in pairwise(row.data["piles"]):
        assert stud.key(parse(larger)) > stud.key(parse(smaller))
        assert game.rank_up(larger).strength > game.rank_up(smaller).strength
        if not set(parse(larger)) & set(parse(smaller)):
            assert game.banker([smaller, larger]) == 1


@each("banker")
def test_banker(row: Row) -> None:
    up = seats(row.data["up"])
    before = {name: row.data[name] for name in ("winner", "entered") if name in row.data}
    assert game_of(row).banker(up, **before) == row.data["seat"]
    if any(up):
        cards = [None if one is None else parse(one) for one in up]
        assert stud.banker(cards, up_straights(row)) == row.data["seat"]


@each("showdown")
def test_showdown(row: Row) -> None:
    hands = seats(row.data["hands"])
    shown = game_of(row).showdown(hands)
    assert (shown.seat, list(shown.ranking)) == (row.data["seat"], row.data["ranking"])
    assert stud.showdown([None if one is None else parse(one) for one in hands]) == row.data["ranking"]
    for seat, hand in enumerate(hands):
        rank = None if hand is None else game_of(row).rank(hand)
        assert shown.categories[seat] == (rank and rank.category)
        assert shown.names[seat] == (rank and rank.name)
        assert shown.strengths[seat] == (None if rank is None else rank.strength)


@each("equity")
def test_equity(row: Row) -> None:
    players: list[lipai.StudSeat | None] = []
    known: list[tuple[bool, list[int]]] = []
    for text in row.data["players"]:
        mark, _, up = text.partition(" ")
        players.append(None if text == "-" else lipai.StudSeat(up, None if mark in "?-" else mark, mark == "-"))
        known.append((mark == "-", parse(up if mark in "?-" else text)))
    wins = row.data["wins"]
    found = game_of(row).equity(players)
    assert (found.exact, list(found.wins), found.cases, found.stderr) == (True, wins, sum(wins), 0)
    chances, cases = stud.equity(known)
    assert (cases, [float(chance) for chance in chances]) == (found.cases, list(found.equity))


@each("figure")
def test_figure(row: Row) -> None:
    found = game_of(row).equity([lipai.StudSeat(), lipai.StudSeat()], limit=row.data["deals"], threads=2)
    assert (found.exact, found.cases) == (True, row.data["deals"])
    assert found.wins[0] == found.wins[1] == row.data["deals"] // 2


def test_file() -> None:
    """Every clause of the rules is restated, cites exist, and clauses with cards have a row."""
    ids = [clause["id"] for clause in seeds_data.clauses(FILE)]
    assert ids == [f"WZ-{number}" for number in range(1, 15)]
    assert [clause["id"] for clause in seeds_data.clauses(FILE) if clause["decision"]] == ["WZ-10", "WZ-13", "WZ-14"]
    cited = {row.clause for kind in seeds_data.kinds(FILE) for row in seeds_data.rows(kind, FILE)}
    assert cited | OF_PLAY == set(ids)


def test_options_are_those_of_the_decisions() -> None:
    options = lipai.game(FILE).rules["options"]
    assert {name: option["clause"] for name, option in options.items()} == {"up_straights": "WZ-10", "bet": "WZ-14"}
    assert lipai.game(FILE).rules["betting"] == {"ante": 1, "bet": 0}
    assert lipai.game(FILE, bet=5).rules["betting"] == {"ante": 1, "bet": 5}
