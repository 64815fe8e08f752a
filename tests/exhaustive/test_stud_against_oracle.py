"""Stud against the oracle: all 98,280 hands and all sets of up-cards in order, tables, and chances dealt out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import lipai
from lipai import StudSeat
from lipai._native.piles import isas
from tests.dealing import deal
from tests.oracle import stud as oracle
from tests.ordering import assert_same_order

ISAS = isas()


@pytest.mark.parametrize("up_straights", [True, False])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_every_hand(size: int, up_straights: bool) -> None:
    game = lipai.game("wuzhang", up_straights=up_straights)
    rows = np.array(list(combinations(oracle.DECK, size)), dtype=np.uint8)
    shuffled = deal(tuple(range(size)), size, len(rows), seed=size)
    rows = np.take_along_axis(rows, shuffled.astype(np.intp), axis=1)
    keys = [oracle.key(row, up_straights) for row in rows.tolist()]
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    theirs = np.array([place[key] for key in keys])
    for isa in ISAS:
        assert_same_order(game.with_isa(isa).rank_many(rows), theirs)
    rank = game.rank if size == 5 else game.rank_up
    for row, strength in list(zip(rows.tolist(), game.rank_many(rows).tolist(), strict=True))[::7]:
        found = rank(bytes(row))
        assert found.strength == strength
        assert found.category == game.category(strength) == oracle.category(row, up_straights)
        assert list(found.cards) == oracle.read(row, up_straights)


def test_no_two_hands_of_a_deal_are_equal() -> None:
    """WZ-9: hands, and up-cards of one size, that are equal share a card."""
    game = lipai.game("wuzhang")
    for size in (1, 2, 3, 4, 5):
        rows = np.array(list(combinations(oracle.DECK, size)), dtype=np.uint8)
        held = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
        strengths = game.rank_many(rows)
        order = np.argsort(strengths, kind="stable")
        held, strengths = held[order], strengths[order]
        for equal in np.split(held, np.flatnonzero(np.diff(strengths)) + 1):
            # more than half of the 28 cards must not be needed to tell: every pair is looked at
            for shift in range(1, min(len(equal), 400)):
                assert (equal[shift:] & equal[:-shift]).all()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tables(players: int, size: int) -> None:
    game = lipai.game("wuzhang")
    n = 500
    tables = deal(game.deck, players * size, n, seed=players).reshape(n, players, size)
    folded = deal(tuple(range(8)), players, n, seed=9) >= 5
    folded[np.arange(n), np.arange(n) % players] = False
    call = game.showdown_many if size == 5 else game.banker_many
    for isa in ISAS:
        of_isa = game.with_isa(isa)
        assert (of_isa.showdown_many if size == 5 else of_isa.banker_many)(tables).tolist() == call(tables).tolist()
    for out, found in ((None, call(tables)), (folded, call(tables, folded=folded, threads=2))):
        for i, table in enumerate(tables.tolist()):
            seats = [None if out is not None and out[i, seat] else hand for seat, hand in enumerate(table)]
            given = [None if seat is None else bytes(seat) for seat in seats]
            if size < 5:
                assert found[i] == game.banker(given) == oracle.banker(seats)
            else:
                shown = game.showdown(given)
                assert [found[i], *shown.ranking] == [shown.seat, *oracle.showdown(seats)]


def unseen_cases(known: list[tuple[bool, list[int]]]) -> float:
    left, cases = 28 - sum(len(cards) for _, cards in known), 1.0
    for folded, cards in known:
        for k in range(0 if folded else 5 - len(cards)):
            cases *= left / (k + 1)
            left -= 1
    return cases


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equity(players: int) -> None:
    """Random late streets, hole cards known or not, seats folded, each dealt out by the oracle."""
    game = lipai.game("wuzhang")
    rng = np.random.default_rng(players)
    done = 0
    for deck in deal(game.deck, 28, 2000, seed=players).tolist():
        known, seats = [], []
        at = 0
        for _ in range(players):
            up, hole, folded = int(rng.integers(2, 5)), bool(rng.integers(2)), bool(rng.integers(5) == 0)
            cards = deck[at : at + up + hole]
            at += up + hole
            known.append((folded, cards))
            blank = folded and not hole and rng.integers(2)
            if blank:
                known[-1] = (True, [])
                seats.append(None)
            else:
                seats.append(StudSeat(bytes(cards[hole:]), bytes(cards[:1]) if hole else None, folded))
        if all(folded for folded, _ in known) or unseen_cases(known) > 6000:
            continue
        chances, cases = oracle.equity(known)
        for isa in ISAS:
            found = game.with_isa(isa).equity(seats, threads=1 + done % 2)
            assert (found.exact, found.cases) == (True, cases)
            assert list(found.wins) == [chance * cases for chance in chances]
            assert list(found.equity) == [float(chance) for chance in chances]
        done += 1
        if done == 40:
            break
    assert done == 40
