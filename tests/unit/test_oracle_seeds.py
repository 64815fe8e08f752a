"""The oracle against every row of seeds/, and the seeds files against their own format."""

from __future__ import annotations

import pytest

from tests import seeds_data
from tests.oracle import (
    OracleError,
    category,
    format,
    is_legal,
    parse,
    rank_key,
    reading_order,
    strongest,
)
from tests.oracle.piles import GAMES, check_hand, check_pile
from tests.oracle.shapes import Key
from tests.seeds_data import PILE_GAMES, Row

FILES = (*PILE_GAMES, "notation")


def each(kind: str, *names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", seeds_data.rows(kind, *names), ids=lambda row: row.id)


def key(row: Row, pile: str) -> Key:
    return rank_key(row.game, parse(pile), **row.options)


PAIRS = seeds_data.order_pairs()


@pytest.mark.parametrize(
    ("row", "larger", "smaller"),
    PAIRS,
    ids=[f"{row.id}:{larger}>{smaller}" for row, larger, smaller in PAIRS],
)
def test_order(row: Row, larger: str, smaller: str) -> None:
    assert key(row, larger) > key(row, smaller)


@each("equal")
def test_equal(row: Row) -> None:
    assert len({key(row, pile) for pile in row.data["piles"]}) == 1


@each("category")
def test_category(row: Row) -> None:
    assert category(row.game, parse(row.data["pile"]), **row.options) == row.data["category"]


@each("legal")
def test_legal(row: Row) -> None:
    assert is_legal(row.game, [parse(pile) for pile in row.data["piles"]], **row.options)


@each("illegal")
def test_illegal(row: Row) -> None:
    assert not is_legal(row.game, [parse(pile) for pile in row.data["piles"]], **row.options)


@each("reading")
def test_reading(row: Row) -> None:
    cards = parse(row.data["pile"])
    assert format(reading_order(row.game, cards, **row.options)) == row.data["reads"]
    assert format(reading_order(row.game, cards[::-1], **row.options)) == row.data["reads"]


@each("strongest")
def test_strongest(row: Row) -> None:
    piles, keys = strongest(row.game, parse(row.data["hand"]), **row.options)
    assert [set(pile) for pile in piles] == [set(parse(pile)) for pile in row.data["piles"]]
    assert list(keys) == [key(row, pile) for pile in row.data["piles"]]


@each("parse", "notation")
def test_parse(row: Row) -> None:
    assert parse(row.data["text"]) == row.data["codes"]
    assert format(row.data["codes"]) == row.data["canonical"]


@each("parse_error", "notation")
def test_parse_error(row: Row) -> None:
    with pytest.raises(OracleError) as refused:
        parse(row.data["text"])
    assert (refused.value.kind, refused.value.position) == (row.data["kind"], row.data["position"])


@each("hand_error", "notation")
def test_hand_error(row: Row) -> None:
    check, cards = (check_pile, row.data["pile"]) if "pile" in row.data else (check_hand, row.data["hand"])
    with pytest.raises(OracleError) as refused:
        check(row.game, cards, **row.options)
    assert (refused.value.kind, refused.value.position) == (row.data["kind"], row.data.get("position"))


@each("settlement")
def test_settlement_figures(row: Row) -> None:
    """The figures are for the settlement tests; here they must be possible deals that sum to zero."""
    dealt: list[int] = []
    arranged = []
    for player in row.data["players"]:
        if "piles" in player:
            piles = [parse(pile) for pile in player["piles"]]
            assert is_legal(row.game, piles, **row.options) != player.get("foul", False)
            arranged.append(piles)
            hand = [card for pile in piles for card in pile]
        else:
            hand = parse(player["hand"])
        assert len(hand) == sum(GAMES[row.game].sizes)
        dealt += hand
    assert len(set(dealt)) == len(dealt)
    assert sum(row.data["net"]) == 0
    assert len(row.data["net"]) == len(row.data["players"])
    for pot, places in enumerate(row.data.get("places", [])):
        keys = [rank_key(row.game, piles[pot], **row.options) for piles in arranged]
        assert sorted(range(len(keys)), key=keys.__getitem__, reverse=True) == places
    if "pot_nets" in row.data:
        parts = [*row.data["pot_nets"], *([row.data["bonus_net"]] if "bonus_net" in row.data else [])]
        assert [sum(nets) for nets in zip(*parts, strict=True)] == row.data["net"]


@pytest.mark.parametrize("name", FILES)
def test_file(name: str) -> None:
    """Rows cite clauses that exist, and clauses say whether they are decisions."""
    known = seeds_data.clause_ids(name)
    for kind in seeds_data.kinds(name):
        for row in seeds_data.rows(kind, name):
            assert row.clause in known, row.id
    for clause in seeds_data.clauses(name):
        assert set(clause) == {"id", "decision", "text"}
        assert isinstance(clause["decision"], bool)
        assert len(clause["text"]) > 20


@pytest.mark.parametrize(
    ("prefix", "count", "names"),
    [
        ("N", 7, ["notation"]),
        ("BJ", 23, ["biji", "biji52"]),
        ("SSS", 30, ["shisanshui"]),
        ("BS", 16, ["baishisan", "shisanzhang"]),
        ("SM", 12, ["sanmen"]),
        ("WC", 16, ["wencheng"]),
    ],
)
def test_every_clause_is_restated(prefix: str, count: int, names: list[str]) -> None:
    found = [clause["id"] for name in names for clause in seeds_data.clauses(name)]
    wanted = [f"{prefix}-{number}" for number in range(1, count + 1)]
    assert sorted(found, key=lambda clause: int(clause.split("-")[1])) == wanted


CITED = [(name, clause) for name in PILE_GAMES for clause in sorted(seeds_data.clause_ids(name))]


@pytest.mark.parametrize(("name", "clause"), CITED, ids=[f"{clause}-{name}" for name, clause in CITED])
def test_every_clause_with_cards_has_a_row(name: str, clause: str) -> None:
    """Clauses without an example are those that speak of the course of play only."""
    of_play = {"BJ-21", "BJ-22", "BJ-23", "SSS-16", "SSS-25"}
    cited = {row.clause for kind in seeds_data.kinds(name) for row in seeds_data.rows(kind, name)}
    assert clause in cited or clause in of_play
