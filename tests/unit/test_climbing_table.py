"""Auctions, settlements and endgames of climbing games beyond the seeds: all auctions, all tables, every limit."""

from __future__ import annotations

import itertools
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import lipai
from lipai import Auction, IllegalPlayError, LipaiError, TableError

DOUDIZHU = lipai.game("doudizhu")
SPRING = lipai.game("doudizhu", spring=True)
GUANPAI = lipai.game("guanpai")
# Hard enough that no limit below is enough.
HARD = ["448999TJJQQAD", "336688TAA22X"]


# ---- auctions


def auctions(mode: str, first: int) -> Iterator[Auction]:
    """Every state that an auction can come to."""
    waiting = [Auction.start(mode, first)]
    while waiting:
        state = waiting.pop()
        yield state
        waiting += [state.bid(value) for value in state.legal]


def expected(mode: str, first: int, bids: tuple[Any, ...]) -> tuple[int | None, int, bool]:
    """Landlord, multiplier and whether there is a new deal, straight from DDZ-2 and DDZ-3, for a finished auction."""
    if mode == "call":
        best = max(bids)
        return (None, 0, True) if best == 0 else ((first + bids.index(best)) % 3, best, False)
    order, spoken, holder, multiplier = [first, (first + 1) % 3, (first + 2) % 3], list(bids), None, 0
    out: set[int] = set()
    for turn in itertools.cycle(order):
        if not spoken:
            break
        if turn in out or turn == holder:
            continue
        if spoken.pop(0):
            multiplier = 3 if holder is None else multiplier * 2
            holder = turn
        else:
            out.add(turn)
    return holder, multiplier, holder is None


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("mode", ["call", "rob"])
def test_every_auction(mode: str, first: int) -> None:
    found = list(auctions(mode, first))
    over = [state for state in found if state.next is None]
    for state in found:
        assert state == DOUDIZHU.auction(mode, first, state.bids)
        assert (state.landlord is not None or state.redeal) == (state.next is None)
        assert state.next is None or state.next not in state.out
        assert pickle.loads(pickle.dumps(state)) == state
    for state in over:
        assert (state.landlord, state.multiplier, state.redeal) == expected(mode, first, state.bids)
        for value in (0, 3, True, False):
            with pytest.raises(IllegalPlayError, match="the auction is over"):
                state.bid(value)
    assert len({state.bids for state in over}) == len(over)
    longest = max(len(state.bids) for state in over)
    assert longest == (3 if mode == "call" else 5)
    assert {state.multiplier for state in over} == ({0, 1, 2, 3} if mode == "call" else {0, 3, 6, 12, 24})


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [(("steal", 0, ()), "mode"), (("call", 3, ()), "first"), (("rob", -1, ()), "first")],
)
def test_auctions_that_there_are_not(arguments: tuple[Any, ...], argument: str) -> None:
    with pytest.raises(TableError) as refused:
        DOUDIZHU.auction(*arguments)
    assert refused.value.argument == argument
    with pytest.raises(TableError, match="no auction"):
        GUANPAI.auction()


@pytest.mark.parametrize("bids", ["012", 3, None, {1}])
def test_bids_that_are_no_list(bids: Any) -> None:
    with pytest.raises(TypeError, match="bids"):
        DOUDIZHU.auction("call", 0, bids)


# ---- money


def test_every_stake() -> None:
    for landlord, winner, multiplier, bombs in itertools.product(range(3), range(3), (1, 2, 3, 6, 12, 24), range(4)):
        for spring in (False, True):
            table = {"landlord": landlord, "winner": winner, "multiplier": multiplier, "bombs": bombs, "base": 7}
            found = SPRING.settle(**table, spring=spring)
            stake = 7 * multiplier * 2 ** (bombs + spring)
            won = 1 if landlord == winner else -1
            assert found.net == tuple(won * (2 * stake if seat == landlord else -stake) for seat in range(3))
            assert {paid.why for paid in found.transfers} == ({"stake", "spring"} if spring else {"stake"})


def test_every_number_of_cards_left() -> None:
    for left, winner in itertools.product(range(1, 18), range(2)):
        won = 3 * left * (2 if left == 17 else 1)
        found = GUANPAI.settle(left=left, winner=winner, base=3)
        assert found.net == ((won, -won) if winner == 0 else (-won, won))
        assert found == GUANPAI.settle(left=left, winner=winner, base=3, shut_out=left == 17)
        with pytest.raises(TableError, match=f"shut_out must be {str(left == 17).lower()}"):
            GUANPAI.settle(left=left, winner=winner, shut_out=left != 17)


@pytest.mark.parametrize(
    ("game", "table", "argument"),
    [
        (DOUDIZHU, {"winner": 0, "landlord": 0}, "multiplier"),
        (DOUDIZHU, {"winner": 0, "multiplier": 3}, "landlord"),
        (DOUDIZHU, {"winner": 0, "landlord": 0, "multiplier": 3, "left": 4}, "left"),
        (DOUDIZHU, {"winner": 0, "landlord": 0, "multiplier": 1 << 62, "bombs": 1}, "base"),
        (DOUDIZHU, {"winner": 0, "landlord": 0, "multiplier": 3, "base": 1 << 70}, "base"),
        (SPRING, {"winner": 0, "landlord": 0, "multiplier": 3, "spring": 1}, "spring"),
        (GUANPAI, {"winner": 0}, "left"),
        (GUANPAI, {"winner": 0, "left": 3, "multiplier": 3}, "multiplier"),
        (GUANPAI, {"winner": 0, "left": 3, "base": 1 << 62}, "base"),
    ],
)
def test_tables_that_there_cannot_be(game: lipai.ClimbingGame, table: dict[str, Any], argument: str) -> None:
    with pytest.raises(TableError, match=argument) as refused:
        game.settle(**table)
    assert refused.value.argument == argument


# ---- endgames


def test_limits() -> None:
    for limits, limit in (({"nodes": 1}, "nodes"), ({"nodes": 5000}, "nodes"), ({"seconds": 0.001}, "seconds")):
        found = DOUDIZHU.solve(HARD, **limits)
        assert (found.outcome, found.move, found.reading, found.limit) == ("unknown", None, None, limit)
    assert DOUDIZHU.solve(HARD, nodes=5000).nodes == 5000
    found = DOUDIZHU.solve(HARD, memory=1)
    assert (found.outcome, found.limit) == ("unknown", "memory")
    assert found.memory <= 1 << 20


def test_solving_goes_on_where_it_stopped() -> None:
    """In pieces or at one go, an endgame has one answer, and it is the same every time."""
    found = DOUDIZHU.solve(HARD)
    assert found.outcome == "win"
    assert found == DOUDIZHU.solve(HARD)
    after = DOUDIZHU.solve(HARD, nodes=found.nodes)
    assert after.outcome == "win"


def test_threads() -> None:
    found: list[lipai.Solution] = []
    hands = ["45569TKA2", "45088JKX".replace("0", "5")]
    threads = [threading.Thread(target=lambda: found.append(DOUDIZHU.solve(hands))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_solutions_are_values() -> None:
    found = GUANPAI.solve(["3QQQ", "2"])
    assert found.reading is not None
    assert (found.move, found.reading.kind) == ("QQQ", "bomb")
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(GUANPAI.solve(["3QQQ", "2"]))


def test_cards_in_every_notation() -> None:
    codes = lipai.parse_cards("3C QC QD QH")
    for hand in ("3QQQ", "3C QC QD QH", ["3", "Q", "Q", "Q"], list(codes), bytes(codes)):
        assert GUANPAI.solve([hand, "2"]).move == "QQQ"


@pytest.mark.parametrize(
    ("game", "hands", "more", "error", "argument", "position"),
    [
        (DOUDIZHU, ["3"], {}, TableError, "hands", None),
        (DOUDIZHU, ["3", "4", "5", "6"], {}, TableError, "hands", None),
        (GUANPAI, ["3", "4", "5"], {}, TableError, "hands", None),
        (DOUDIZHU, ["3", ""], {}, lipai.HandSizeError, "hands", (1, 0)),
        (DOUDIZHU, ["3", "4z"], {}, lipai.CardError, "hands", (1, 1)),
        (DOUDIZHU, ["3", "44444"], {}, lipai.DuplicateCardError, "hands", (1, 4)),
        (DOUDIZHU, ["333", "4", "33"], {}, lipai.DuplicateCardError, "hands", (2, 0)),
        (DOUDIZHU, ["333", "4", "5"], {"over": "33"}, lipai.DuplicateCardError, "hands", (3, 0)),
        (GUANPAI, ["3X", "4"], {}, lipai.NotInDeckError, "hands", (0, 1)),
        (DOUDIZHU, ["3", "4"], {"turn": 2}, TableError, "turn", None),
        (DOUDIZHU, ["3", "4"], {"landlord": -1}, TableError, "landlord", None),
        (DOUDIZHU, ["3", "4", "5"], {"passes": 1}, TableError, "passes", None),
        (DOUDIZHU, ["3", "4", "5"], {"over": "6", "passes": 2}, TableError, "passes", None),
        (DOUDIZHU, ["3", "4"], {"over": "6", "passes": 1}, TableError, "passes", None),
        (DOUDIZHU, ["3", "4"], {"over": "56"}, IllegalPlayError, None, None),
        (DOUDIZHU, ["3", "4"], {"nodes": 0}, TableError, "nodes", None),
        (DOUDIZHU, ["3", "4"], {"seconds": 0}, TableError, "seconds", None),
        (DOUDIZHU, ["3", "4"], {"seconds": float("nan")}, TableError, "seconds", None),
        (DOUDIZHU, ["3", "4"], {"memory": 0}, TableError, "memory", None),
    ],
)
def test_endgames_that_there_cannot_be(
    game: lipai.ClimbingGame,
    hands: list[str],
    more: dict[str, Any],
    error: type[LipaiError],
    argument: str | None,
    position: object,
) -> None:
    with pytest.raises(error) as refused:
        game.solve(hands, **more)
    assert type(refused.value) is error
    assert refused.value.argument == argument
    assert refused.value.position == position


@pytest.mark.parametrize("hands", ["34", 5, None])
def test_hands_that_are_no_list(hands: Any) -> None:
    with pytest.raises(TypeError, match="hands"):
        DOUDIZHU.solve(hands)


def test_a_play_of_another_game() -> None:
    (over,) = GUANPAI.classify("33").readings
    with pytest.raises(ValueError, match="another game"):
        DOUDIZHU.solve(["44", "5"], over=over)


# ---- numbers


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (lambda: DOUDIZHU.auction("call", True), "first"),
        (lambda: DOUDIZHU.settle(winner="0", landlord=0, multiplier=3), "winner"),
        (lambda: DOUDIZHU.settle(winner=0, landlord=0, multiplier=1.5), "multiplier"),
        (lambda: GUANPAI.settle(winner=0, left=True), "left"),
        (lambda: GUANPAI.settle(winner=np.bool_(False), left=2), "winner"),
        (lambda: DOUDIZHU.solve(["3", "4"], turn="0"), "turn"),
    ],
)
def test_what_is_no_number(wrong: Callable[[], object], name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} must be a whole number"):
        wrong()


def test_numpys_numbers_are_numbers() -> None:
    one, three = np.uint8(1), np.int64(3)
    paid = SPRING.settle(landlord=one, winner=one, multiplier=three, bombs=np.uint8(7), spring=np.bool_(True), base=one)
    assert paid == SPRING.settle(landlord=1, winner=1, multiplier=3, bombs=7, spring=True)
    paid = GUANPAI.settle(left=np.uint8(17), winner=one, base=np.uint8(200), shut_out=np.bool_(True))
    assert paid == GUANPAI.settle(left=17, winner=1, base=200)
    assert all(type(net) is int for net in paid.net)
    assert DOUDIZHU.auction("call", one, [one, three]) == DOUDIZHU.auction("call", 1, [1, 3])
    assert DOUDIZHU.auction("rob", one, [np.bool_(True), np.False_]) == DOUDIZHU.auction("rob", 1, [True, False])
    with pytest.raises(IllegalPlayError):
        DOUDIZHU.auction("call", 0, [np.True_])
    found = DOUDIZHU.solve(["8TJ", "79", "7"], turn=one, landlord=np.int8(0), nodes=np.int64(1000), seconds=np.int8(9))
    assert found == DOUDIZHU.solve(["8TJ", "79", "7"], turn=1)
