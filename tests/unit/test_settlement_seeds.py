"""lipai against every row of seeds/ that says something about specials, bonuses or settlement."""

from __future__ import annotations

import numpy as np
import pytest

import lipai
from lipai import Declared, LipaiError
from lipai.piles.settlement import Player
from tests.oracle import specials as oracle_specials
from tests.oracle.settlement import settle as oracle_settle
from tests.oracle.text import parse
from tests.seeds_data import PILE_GAMES, Row, clause_ids, load, rows

CLAUSE_IDS = {clause for name in PILE_GAMES for clause in clause_ids(name)}


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows(kind), ids=lambda row: row.id)


def game_of(row: Row) -> lipai.PileGame:
    return lipai.game(row.game, **row.options)


def held(row: Row) -> tuple[lipai.Special, ...]:
    piles = row.data.get("piles")
    hand = row.data.get("hand") or " ".join(piles)
    return game_of(row).specials(hand, piles)


@each("special")
def test_special(row: Row) -> None:
    found = held(row)
    names = [special.name for special in found]
    assert set(row.data["has"]) <= set(names)
    assert not set(row.data["lacks"]) & set(names)
    assert len(set(names)) == len(names)
    if "default" in row.data:
        assert names[0] == row.data["default"]
    if "points" in row.data:
        assert found[0].points == row.data["points"]


@each("bonus")
def test_bonus(row: Row) -> None:
    names = [bonus.name for bonus in held(row)]
    for name in row.data["has"]:
        assert names.count(name) == row.data["has"].count(name)
    assert not set(row.data["lacks"]) & set(names)


def players_of(row: Row) -> list[Player]:
    return [
        Declared(player["special"], player["hand"]) if "special" in player else player["piles"]
        for player in row.data["players"]
    ]


@each("settlement")
def test_settlement(row: Row) -> None:
    game = game_of(row)
    found = game.settle(
        players_of(row),
        base=row.data.get("base", 1),
        banker=row.data.get("banker"),
        bets=row.data.get("bets"),
        chips=row.data.get("chips"),
    )
    assert list(found.net) == row.data["net"]
    net = [0] * len(found.net)
    for paid in found.transfers:
        net[paid.from_seat] -= paid.amount
        net[paid.to_seat] += paid.amount
        assert paid.amount > 0
        assert paid.clause in CLAUSE_IDS
    assert tuple(net) == found.net
    assert list(found.fouls) == [player.get("foul", False) for player in row.data["players"]]
    if "places" in row.data:
        assert found.places is not None
        seats = range(len(net))
        assert [sorted(seats, key=lambda seat: found.places[seat][pot]) for pot in range(3)] == row.data["places"]
    if "pot_nets" in row.data:
        for pot, wanted in enumerate(row.data["pot_nets"]):
            paid_in = [paid for paid in found.transfers if paid.why == "pot" and paid.pile == pot]
            assert [sum(p.amount * ((p.to_seat == s) - (p.from_seat == s)) for p in paid_in) for s in seats] == wanted
    for seat, names in enumerate(row.data.get("bonuses", [])):
        earned = [p.special for p in found.transfers if p.why == "bonus" and p.to_seat == seat]
        assert sorted(earned) == sorted(names * (len(net) - 1))


@each("settlement_error")
def test_settlement_error(row: Row) -> None:
    data = {name: row.data.get(name) for name in ("banker", "bets", "chips")}
    with pytest.raises(LipaiError) as refused:
        game_of(row).settle(players_of(row), **data)
    error = refused.value
    assert error.code == row.data["kind"]
    assert isinstance(error.position, tuple)
    assert error.position[0] == row.data["seat"]
    assert f"seat {row.data['seat']}" in str(error)
    assert row.clause in str(error) or error.code == "foul"


# ---- the oracle against the same rows


@each("settlement")
def test_oracle_settlement(row: Row) -> None:
    players = [
        {"special": player["special"], "hand": parse(player["hand"])}
        if "special" in player
        else {"piles": [parse(pile) for pile in player["piles"]]}
        for player in row.data["players"]
    ]
    data = {name: row.data.get(name) for name in ("banker", "bets", "chips")}
    found = oracle_settle(row.game, players, row.data.get("base", 1), **data, **row.options)
    assert found.net == row.data["net"]


@pytest.mark.parametrize("row", rows("special") + rows("bonus"), ids=lambda row: row.id)
def test_oracle_specials(row: Row) -> None:
    piles = [parse(pile) for pile in row.data["piles"]] if "piles" in row.data else None
    hand = parse(row.data["hand"]) if piles is None else [card for pile in piles for card in pile]
    names = [found.name for found in oracle_specials.specials(row.game, hand, piles, **row.options)]
    assert set(row.data["has"]) <= set(names)
    assert not set(row.data["lacks"]) & set(names)


# ---- figures


@pytest.mark.parametrize("row", [r for r in rows("figure") if "points" in r.data], ids=lambda row: row.id)
def test_points(row: Row) -> None:
    specials = game_of(row).rules["specials"]
    rule = specials[row.data["special"]]
    assert rule["points"] == row.data["points"]
    if "place" in row.data:  # from the lowest of those in force
        places = sorted(other["place"] for other in specials.values() if other["enabled"])
        assert places.index(rule["place"]) + 1 == row.data["place"]
    if "doubled" in row.data:
        assert rule["points"] * rule["sweep_factor"] == row.data["doubled"]


def test_clauses_of_specials_are_restated() -> None:
    for name in lipai.games("piles"):
        rules = lipai.game(name).rules
        assert {rule["clause"] for rule in (*rules["specials"].values(), *rules["bonuses"].values())} <= CLAUSE_IDS
        assert load(name)["source"]


def test_shares() -> None:
    """Shares of a million random hands of 52 cards."""
    game = lipai.game("shisanshui", jokers=0)
    rng = np.random.default_rng(8)
    parts = []
    for _ in range(10):
        keys = rng.random((100_000, 52), dtype=np.float32)
        parts.append(game.specials_many(np.argpartition(keys, 13, axis=1)[:, :13].astype(np.uint8)).held)
    held = np.concatenate(parts)
    figures = [row.data for row in rows("figure") if "share" in row.data]
    assert len(figures) == 4
    for figure in figures:
        share, bit = figure["share"], game.special_names.index(figure["special"])
        error = figure["last_figure"] / 2 + 5 * (share / len(held)) ** 0.5
        assert abs(float((held >> bit & 1).mean()) - share) < error, figure
