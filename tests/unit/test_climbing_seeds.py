"""The rows of the seeds of climbing games: the oracle, and auctions, money and endgames of the library."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import lipai
from lipai.climbing.auction import auction
from lipai.errors import IllegalPlayError, TableError
from tests import seeds_data
from tests.oracle import climbing as oracle
from tests.oracle.climbing import Options, Reading
from tests.oracle.endgames import Endgame
from tests.seeds_data import Row

GAMES = ("doudizhu", "guanpai")
ORACLE_OPTIONS = ("distinct_wings", "shuttle")
LARGEST_FOR_ORACLE = 9  # cards of both sides


def each(kind: str, *games: str) -> pytest.MarkDecorator:
    found = seeds_data.rows(kind, *(games or GAMES))
    assert found
    return pytest.mark.parametrize("row", found, ids=lambda row: row.id)


def options(row: Row) -> Options:
    return Options(**{name: value for name, value in row.options.items() if name in ORACLE_OPTIONS})


def described(reading: Reading) -> dict[str, Any]:
    kickers = oracle.write(reading.kickers)
    return {"kind": reading.kind, "rank": oracle.RANKS[reading.rank], "length": reading.length, "kickers": kickers}


# ---- the oracle


@each("classify")
def test_oracle_classify(row: Row) -> None:
    cards = oracle.read(row.data["cards"], row.game)
    assert [described(one) for one in oracle.classify(cards, row.game, options(row))] == row.data["readings"]
    if row.data.get("reason") == "DDZ-10":
        assert oracle.is_shuttle(cards)


@each("chain")
def test_oracle_chain(row: Row) -> None:
    plays = [oracle.over_reading(text, row.game, options(row)) for text in row.data["plays"]]
    for stronger, weaker in combinations(plays, 2):
        assert oracle.reading_beats(stronger, weaker)
        assert not oracle.reading_beats(weaker, stronger)


@each("beats")
def test_oracle_beats(row: Row) -> None:
    kind, length = row.data.get("over_kind", ""), row.data.get("over_length", 0)
    over = oracle.over_reading(row.data["over"], row.game, options(row), kind, length)
    found = oracle.beats(row.data["cards"], over, row.game, options(row))
    assert (found is not None) == row.data["beats"]
    if found is not None:
        assert found.kind == row.data.get("kind", found.kind)


@each("moves")
def test_oracle_moves(row: Row) -> None:
    over = row.data.get("over")
    last = None if over is None else oracle.over_reading(over, row.game, options(row))
    found = oracle.moves(oracle.read(row.data["hand"], row.game), row.game, last, options(row))
    assert found == row.data.get("moves", found)
    assert set(row.data.get("has", [])) <= set(found)
    assert not set(row.data.get("lacks", [])) & set(found)


@each("split")
def test_oracle_split(row: Row) -> None:
    assert oracle.fewest_plays(oracle.read(row.data["hand"], row.game), row.game, options(row)) == row.data["count"]


@each("solve")
def test_oracle_solve(row: Row) -> None:
    if sum(map(len, row.data["hands"])) > LARGEST_FOR_ORACLE:
        assert row.data["published"]
        return
    over = row.data.get("over")
    found = Endgame(row.game, row.data.get("landlord", 0), options(row)).winning(
        tuple(oracle.read(hand, row.game) for hand in row.data["hands"]),
        row.data.get("turn", 0),
        None if over is None else oracle.over_reading(over, row.game, options(row)),
        row.data.get("passes", 0),
    )
    assert ("win" if found else "loss") == row.data["outcome"]
    assert sorted(found) == row.data.get("moves", [])


# ---- the library


def game_of(row: Row) -> lipai.ClimbingGame:
    game: lipai.ClimbingGame = lipai.game(row.game, **row.options)
    return game


@each("classify")
def test_classify(row: Row) -> None:
    found = game_of(row).classify(row.data["cards"])
    shown = [{name: getattr(one, name) for name in ("kind", "rank", "length", "kickers")} for one in found.readings]
    assert shown == row.data["readings"]
    assert (found.reason is None) == bool(shown)
    if "reason" in row.data:
        assert found.reason is not None
        assert found.reason.endswith(row.data["reason"])


@each("chain")
def test_chain(row: Row) -> None:
    for stronger, weaker in combinations(row.data["plays"], 2):
        assert game_of(row).beats(stronger, weaker)
        assert not game_of(row).beats(weaker, stronger)


@each("beats")
def test_beats(row: Row) -> None:
    kind, length = row.data.get("over_kind"), row.data.get("over_length")
    over = game_of(row).reading(row.data["over"], kind=kind, length=length)
    found = game_of(row).beats(row.data["cards"], over)
    assert (found is not None) == row.data["beats"]
    if found is not None:
        assert found.kind == row.data.get("kind", found.kind)


@each("moves")
def test_moves(row: Row) -> None:
    found = game_of(row).moves(row.data["hand"], row.data.get("over"))
    assert found == row.data.get("moves", found)
    assert set(row.data.get("has", [])) <= set(found)
    assert not set(row.data.get("lacks", [])) & set(found)


@each("split")
def test_split(row: Row) -> None:
    assert len(game_of(row).split(row.data["hand"])) == row.data["count"]


@each("solve")
def test_solve(row: Row) -> None:
    places = {name: row.data[name] for name in ("landlord", "turn", "over", "passes") if name in row.data}
    found = game_of(row).solve(row.data["hands"], **places, seconds=60)
    assert found.outcome == row.data["outcome"]
    assert found.limit is None
    if "moves" in row.data:
        assert found.move in row.data["moves"]
    else:
        assert (found.move is None) == (found.outcome == "loss")


@each("settlement")
def test_settlement(row: Row) -> None:
    found = game_of(row).settle(**row.data["table"])
    assert list(found.net) == row.data["net"]
    net = [0] * len(found.net)
    for paid in found.transfers:
        net[paid.from_seat] -= paid.amount
        net[paid.to_seat] += paid.amount
        assert paid.amount > 0
        assert paid.clause == row.clause
    assert tuple(net) == found.net


@each("settlement_error")
def test_settlement_error(row: Row) -> None:
    with pytest.raises(TableError, match=row.data["argument"]) as refused:
        game_of(row).settle(**row.data["table"])
    assert refused.value.argument == row.data["argument"]


# ---- the auction


@each("auction", "doudizhu")
def test_auction(row: Row) -> None:
    found = auction(row.data["mode"], row.data["first"], row.data["bids"])
    assert found.next == row.data.get("next")
    assert found.landlord == row.data.get("landlord")
    assert found.redeal == row.data.get("redeal", False)
    assert found.multiplier == row.data["multiplier"]
    assert (found.legal == ()) == (found.next is None)


@each("auction_error", "doudizhu")
def test_auction_error(row: Row) -> None:
    bids = row.data["bids"]
    with pytest.raises(IllegalPlayError, match=row.clause) as refused:
        auction(row.data["mode"], row.data["first"], bids)
    assert refused.value.position == row.data["position"]
    assert refused.value.value is bids[row.data["position"]]
    auction(row.data["mode"], row.data["first"], bids[: row.data["position"]])


@pytest.mark.parametrize("row", seeds_data.rows("figure", "guanpai"), ids=lambda row: row.id)
def test_deck(row: Row) -> None:
    assert sum(oracle.DECKS["guanpai"]) == row.data["deck"] == 2 * row.data["hand"] + row.data["unseen"]


@pytest.mark.parametrize("game", GAMES)
def test_clauses(game: str) -> None:
    """Every row cites a clause of its file, and all clauses but that of dealing and leading have rows."""
    known = seeds_data.clause_ids(game)
    cited = {row.clause for kind in seeds_data.kinds(game) for row in seeds_data.rows(kind, game)}
    assert cited <= known
    assert known - cited <= {"DDZ-1"}
    letters = {"doudizhu": "DDZ", "guanpai": "GP"}[game]
    assert [clause["id"] for clause in seeds_data.clauses(game)] == [f"{letters}-{i + 1}" for i in range(len(known))]
