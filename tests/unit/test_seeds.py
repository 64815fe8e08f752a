"""lipai against every row of seeds/ that says something about cards, piles or arrangements."""

from __future__ import annotations

import pytest

import lipai
from lipai import LipaiError
from tests.seeds_data import Row, order_pairs, rows


def each(kind: str, *names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows(kind, *names), ids=lambda row: row.id)


def game_of(row: Row) -> lipai.PileGame:
    return lipai.game(row.game, **row.options)


PAIRS = order_pairs()


@pytest.mark.parametrize(
    ("row", "larger", "smaller"), PAIRS, ids=[f"{row.id}:{larger}>{smaller}" for row, larger, smaller in PAIRS]
)
def test_order(row: Row, larger: str, smaller: str) -> None:
    game = game_of(row)
    assert game.compare(larger, smaller) == 1
    assert game.compare(smaller, larger) == -1
    assert game.rank(larger).strength > game.rank(smaller).strength


@each("equal")
def test_equal(row: Row) -> None:
    game = game_of(row)
    first, *others = row.data["piles"]
    assert others
    for other in others:
        assert game.compare(first, other) == 0


@each("category")
def test_category(row: Row) -> None:
    game = game_of(row)
    rank = game.rank(row.data["pile"])
    assert rank.category == row.data["category"]
    assert game.category(rank.strength) == row.data["category"]
    assert rank.name == game.rules["category"][rank.category]["name"]


@each("legal")
def test_legal(row: Row) -> None:
    check = game_of(row).check(row.data["piles"])
    assert check.legal
    assert check.reason is None


@each("illegal")
def test_illegal(row: Row) -> None:
    check = game_of(row).check(row.data["piles"])
    assert not check.legal
    assert check.reason is not None
    assert check.reason.endswith(game_of(row).rules["piles"]["clause"])


@each("reading")
def test_reading(row: Row) -> None:
    assert lipai.format_cards(game_of(row).rank(row.data["pile"]).cards) == row.data["reads"]


@each("strongest")
def test_strongest(row: Row) -> None:
    (best,) = game_of(row).arrange(row.data["hand"], objective="strongest")
    assert [set(pile) for pile in best.piles] == [set(lipai.parse_cards(pile)) for pile in row.data["piles"]]


@each("parse", "notation")
def test_parse(row: Row) -> None:
    assert list(lipai.parse_cards(row.data["text"])) == row.data["codes"]
    assert lipai.format_cards(row.data["codes"]) == row.data["canonical"]


@each("parse_error", "notation")
def test_parse_error(row: Row) -> None:
    with pytest.raises(LipaiError) as refused:
        lipai.parse_cards(row.data["text"])
    assert (refused.value.code, refused.value.position) == (row.data["kind"], row.data["position"])
    token = refused.value.value
    assert isinstance(token, str)
    assert row.data["text"][row.data["position"] :].startswith(token)


@each("hand_error", "notation")
def test_hand_error(row: Row) -> None:
    game = game_of(row)
    call, cards = (game.rank, row.data["pile"]) if "pile" in row.data else (game.arrange, row.data["hand"])
    with pytest.raises(LipaiError) as refused:
        call(cards)
    assert (refused.value.code, refused.value.position) == (row.data["kind"], row.data.get("position"))


@each("bare", "notation")
def test_bare_ranks_are_no_cards(row: Row) -> None:
    with pytest.raises(lipai.CardError):
        lipai.parse_cards(row.data["text"])
