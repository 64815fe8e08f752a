"""lipai and the oracle against every row of seeds/ that says something about mahjong."""

from __future__ import annotations

from typing import Any

import pytest

import lipai
from lipai import LipaiError
from lipai.mahjong import MahjongGame, Passed
from tests.oracle import mahjong_fan as oracle
from tests.seeds_data import Row, clause_ids, clauses, kinds, rows

GAMES = ("sanmen", "wencheng")
HOW = ("melds", "tile", "by", "kong", "wind", "flowers", "wild", "heaven", "earth", "last_flower")
ONE_TILE = ("tile", "wind", "wild")


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows(kind, *GAMES), ids=lambda row: row.id)


def game_of(row: Row) -> MahjongGame:
    game: MahjongGame = lipai.game(row.game, **row.options)
    return game


def how(row: Row) -> dict[str, Any]:
    found = {key: row.data[key] for key in HOW if key in row.data}
    found["melds"] = [tuple(meld) for meld in row.data.get("melds", ())]
    return found


@each("win")
def test_win(row: Row) -> None:
    game = game_of(row)
    found = game.win(row.data["hand"], **how(row))
    items = row.data.get("items")
    assert found.win == (items is not None)
    assert {item.name: item.amount for item in found.items} == (items or {})
    total = found.points if game.id == "sanmen" else found.fan
    assert total == sum((items or {}).values())
    assert {item.clause for item in found.items} <= clause_ids(row.file)


@each("win")
def test_win_by_the_oracle(row: Row) -> None:
    said = how(row)
    melds = [(kind, lipai.parse_tiles(tiles)) for kind, tiles in said.pop("melds")]
    said |= {key: lipai.parse_tiles(said[key])[0] for key in ONE_TILE if key in said}
    said["flowers"] = lipai.parse_tiles(said.get("flowers", ""))
    hand = lipai.parse_tiles(row.data["hand"])
    context = oracle.Context(**said)
    if row.game == "sanmen":
        found = oracle.sanmen(hand, melds, context)
    else:
        found = oracle.wencheng(hand, melds, context, row.options.get("white_as_wild_face", True))
    assert found.win == ("items" in row.data)
    assert found.items == row.data.get("items", {})


@each("win_error")
def test_win_error(row: Row) -> None:
    with pytest.raises(LipaiError) as refused:
        game_of(row).win(row.data["hand"], **how(row))
    assert (refused.value.code, refused.value.argument) == (row.data["kind"], row.data["field"])
    if "position" in row.data:
        assert refused.value.position == row.data["position"]


def claims(row: Row) -> list[tuple[int, str, tuple[int, ...]]]:
    data = row.data
    hands = [None if seat == data["discarder"] else hand for seat, hand in enumerate(data["hands"])]
    melds = [[tuple(meld) for meld in own] for own in data["melds"]] if "melds" in data else None
    passed = [Passed(*limit) for limit in data.get("passed", ())]
    found = game_of(row).claims(
        data["discarder"],
        data["tile"],
        hands,
        melds=melds,
        passed=passed,
        last=data.get("last", False),
        wild=data.get("wild"),
    )
    return [(claim.seat, claim.action, claim.tiles) for claim in found]


@each("claims")
def test_claims(row: Row) -> None:
    assert claims(row) == [(seat, action, lipai.parse_tiles(tiles)) for seat, action, tiles in row.data["allowed"]]


@each("claims_error")
def test_claims_error(row: Row) -> None:
    with pytest.raises(LipaiError) as refused:
        claims(row)
    assert (refused.value.code, refused.value.argument) == (row.data["kind"], row.data["field"])


def arguments(row: Row) -> dict[str, Any]:
    return {key: value for key, value in row.data.items() if key not in ("net", "hits", "kind", "field", "clause")}


@each("payment")
def test_payment(row: Row) -> None:
    found = game_of(row).settle(**arguments(row))
    assert list(found.net) == row.data["net"]
    assert found.hits == row.data.get("hits", 0)
    net = [0, 0, 0, 0]
    for paid in found.transfers:
        net[paid.from_seat] -= paid.amount
        net[paid.to_seat] += paid.amount
        assert paid.amount > 0
        assert paid.clause in clause_ids(row.file)
    assert tuple(net) == found.net
    assert sum(net) == 0


@pytest.mark.parametrize(
    "row", [row for row in rows("payment", *GAMES) if "last_third" not in row.data], ids=lambda row: row.id
)
def test_payment_by_the_oracle(row: Row) -> None:
    data = row.data
    if row.game == "sanmen":
        codes = lipai.parse_tiles(data.get("codes", ""))
        fed = data.get("claims", [[], [], [], []])
        net = oracle.settle_sanmen(data["winner"], data.get("payer"), data["points"], codes, fed, data.get("base", 1))
    else:
        alone = row.options.get("payer") == "discarder"
        net = oracle.settle_wencheng(data["winner"], data.get("payer"), data["fan"], data.get("base", 1), alone)
    assert net == data["net"]


@each("payment_error")
def test_payment_error(row: Row) -> None:
    with pytest.raises(LipaiError) as refused:
        game_of(row).settle(**arguments(row))
    assert (refused.value.code, refused.value.argument) == (row.data["kind"], row.data["field"])


@each("figure")
def test_figures(row: Row) -> None:
    rules = lipai.game(row.game).rules
    for kong in ("exposed", "concealed"):
        for name, amount in row.data.get(kong, {}).items():
            assert rules["fan"][name][kong] == amount
    for name, amount in row.data.get("amounts", {}).items():
        assert rules["fan"][name]["amount"] == amount
        assert rules["fan"][name]["clause"] == row.clause
    if row.data["what"] == "codes":
        assert (rules["codes"]["count"], rules["codes"]["amount"]) == (row.data["count"], row.data["amount"])
    if row.data["what"] == "liability":
        assert rules["payment"]["liability"] == row.data["melds"]
    if row.data["what"] == "reserve":
        assert rules["flow"]["reserve"] == row.data["tiles"]
    if row.data["what"] == "seconds":
        assert rules["flow"]["seconds"] == row.data["seconds"]


@pytest.mark.parametrize("name", GAMES)
def test_every_amount_has_a_figure_and_every_row_a_clause(name: str) -> None:
    figures = {fan for row in rows("figure", name) for fan in row.data.get("amounts", {})}
    assert figures == set(lipai.game(name).rules["fan"])
    ids = [clause["id"] for clause in clauses(name)]
    assert ids == [f"{ids[0][:3]}{number}" for number in range(1, len(ids) + 1)]
    for kind in kinds(name):
        assert {row.clause for row in rows(kind, name)} <= set(ids)
