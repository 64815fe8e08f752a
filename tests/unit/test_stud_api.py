"""What a stud game promises beyond right answers: errors with their places, batches, threads, pickles."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import lipai
from lipai import StudGame, StudSeat
from lipai._native.piles import isas
from tests.dealing import deal

GAME: StudGame = lipai.game("wuzhang")
HANDS = ("AS KS JD 9C 8H", "8S 8D 9H TH QC", "AH AC KD KH QS")


def test_what_the_game_is() -> None:
    assert (GAME.id, GAME.name, GAME.hand_size, GAME.players) == ("wuzhang", "港式五张", 5, (2, 4))
    assert GAME.deck == lipai.parse_cards(" ".join(rank + suit for rank in "89TJQKA" for suit in "CDHS"))
    assert lipai.games("stud") == ("wuzhang",)
    assert GAME.options == {"up_straights": True, "bet": 0}
    assert "散牌" in GAME.describe()
    assert repr(GAME) == "<lipai.game('wuzhang', up_straights=True, bet=0)>"


def test_games_are_values() -> None:
    assert pickle.loads(pickle.dumps(GAME)) == GAME
    assert hash(pickle.loads(pickle.dumps(GAME))) == hash(GAME)
    assert lipai.game("wuzhang", bet=1) != GAME
    assert lipai.game("biji") != GAME
    rank = GAME.rank_up("AS KS")
    again = pickle.loads(pickle.dumps(rank))
    assert again == rank
    assert again.cards == rank.cards
    assert GAME.rank("AS KS JD 9C 8H") == GAME.rank("8H KS JD 9C AS")


def refused(call: Any, *arguments: Any, **named: Any) -> tuple[str, Any, Any, Any]:
    with pytest.raises(lipai.LipaiError) as error:
        call(*arguments, **named)
    return error.value.code, error.value.argument, error.value.position, error.value.value


def test_hands_are_refused() -> None:
    assert refused(GAME.rank, "AS KS JD 9C")[0::3] == ("wrong_count", 4)
    assert refused(GAME.rank_up, "AS KS JD 9C 8H")[0::3] == ("wrong_count", 5)
    assert refused(GAME.rank_up, "")[0::3] == ("wrong_count", 0)
    assert refused(GAME.compare, HANDS[0], "AS")[0::3] == ("wrong_count", 1)
    assert refused(GAME.rank, "AS KS JD 7C 8H") == ("not_in_deck", None, 9, "7C")
    assert refused(GAME.rank, "AS KS JD RJ 8H") == ("not_in_deck", None, 9, "RJ")
    assert refused(GAME.rank, "AS KS JD AS 8H") == ("duplicate_card", None, 9, "AS")
    assert refused(GAME.rank, [51, 47, 37, 60, 26]) == ("bad_card", None, 3, 60)
    with pytest.raises(ValueError, match="2020"):
        GAME.category(GAME.strength_count)


def test_tables_are_refused() -> None:
    assert refused(GAME.showdown, HANDS[:1]) == ("bad_request", "hands", None, 1)
    assert refused(GAME.showdown, [*HANDS, None, None]) == ("bad_request", "hands", None, 5)
    assert refused(GAME.showdown, [None, None]) == ("bad_request", "hands", None, 0)
    assert refused(GAME.showdown, [HANDS[0], "8S 8D 9H TH"]) == ("wrong_count", "hands", (1, 4), 4)
    assert refused(GAME.showdown, [HANDS[0], "8S 8D 9H TH AS"]) == ("duplicate_card", "hands", (1, 4), "AS")
    assert refused(GAME.showdown, [HANDS[0], "8S 8D 9H TH 7S"]) == ("not_in_deck", "hands", (1, 4), "7S")
    assert refused(GAME.showdown, [HANDS[0], "8S 8D 9H TH ?"]) == ("bad_card", "hands", (1, 12), "?")
    assert refused(GAME.banker, ["AS", "KS KD"]) == ("wrong_count", "up", (1, 1), 2)
    assert refused(GAME.banker, ["AS KS QS JS TS", None]) == ("wrong_count", "up", (0, 4), 5)
    assert refused(GAME.banker, ["AS", "AS"]) == ("duplicate_card", "up", (1, 0), "AS")
    assert refused(GAME.banker, ["AS", "KS"], winner=2) == ("bad_request", "winner", None, 2)
    assert refused(GAME.banker, ["", ""], entered=-1) == ("bad_request", "entered", None, -1)
    assert refused(GAME.banker, ["", ""])[:2] == ("bad_request", "winner")
    for wrong in ("AS KS", {"AS": 1}, 5, None):
        with pytest.raises(TypeError):
            GAME.banker(wrong)
        with pytest.raises(TypeError):
            GAME.showdown(wrong)
        with pytest.raises(TypeError):
            GAME.equity(wrong)
    with pytest.raises(TypeError):
        GAME.banker(["", ""], winner=True)


def test_seats_are_refused() -> None:
    other = StudSeat("KS")
    assert refused(GAME.equity, [other]) == ("bad_request", "players", None, 1)
    assert refused(GAME.equity, [None, None]) == ("bad_request", "players", None, 0)
    assert refused(GAME.equity, [other, StudSeat("AS", folded=True), StudSeat("AS")]) == (
        *("duplicate_card", "players", (2, 0), "AS"),
    )
    assert refused(GAME.equity, [other, StudSeat("AS", hole="KS")]) == ("duplicate_card", "players", (1, 0), "KS")
    assert refused(GAME.equity, [other, StudSeat("AS 7S", hole="KD")]) == ("not_in_deck", "players", (1, 2), "7S")
    assert refused(GAME.equity, [other, StudSeat("AS", hole="KD QD")]) == ("wrong_count", "players", (1, 0), 2)
    assert refused(GAME.equity, [other, StudSeat("AS", hole="")]) == ("wrong_count", "players", (1, 0), 0)
    assert refused(GAME.equity, [other, StudSeat("AS AH AD AC QD")]) == ("wrong_count", "players", (1, 4), 5)
    assert refused(GAME.equity, [other, StudSeat("A")]) == ("bad_card", "players", (1, 0), "A")
    assert refused(GAME.equity, [other, None], limit=-1) == ("bad_request", "limit", None, -1)
    assert refused(GAME.equity, [other, None], samples=0) == ("bad_request", "samples", None, 0)
    assert refused(GAME.equity, [other, None], seed=2**64) == ("bad_request", "seed", None, 2**64)
    with pytest.raises(TypeError):
        GAME.equity([other, "AS"])
    with pytest.raises(TypeError):
        GAME.equity([other, None], limit=0.5)
    with pytest.raises(ValueError, match="threads"):
        GAME.equity([other, None], threads=0)


def test_batches_are_refused() -> None:
    good = deal(GAME.deck, 10, 50, seed=1).reshape(50, 2, 5)
    assert GAME.showdown_many(good[:0]).shape == (0,)
    bad = good.copy()
    bad[37, 1, 3] = bad[37, 0, 2]
    text = lipai.format_cards([int(bad[37, 0, 2])])
    assert refused(GAME.showdown_many, bad) == ("duplicate_card", "hands", (37, 1, 3), text)
    bad[21, 0, 4] = 0
    assert refused(GAME.showdown_many, bad, threads=2) == ("not_in_deck", "hands", (21, 0, 4), "2C")
    bad[20, 1, 4] = 77
    assert refused(GAME.showdown_many, bad) == ("bad_card", "hands", (20, 1, 4), 77)
    folded = np.zeros((50, 2), dtype=bool)
    folded[:, 1] = True
    folded[37, 0] = True
    bad[:, 1] = 255
    bad[21] = good[21]
    assert refused(GAME.showdown_many, bad, folded=folded) == ("bad_request", "hands", (37,), 0)
    folded[37, 0] = False
    assert GAME.showdown_many(bad, folded=folded).tolist() == [0] * 50
    assert refused(GAME.banker_many, good)[0::3] == ("wrong_count", 5)
    assert refused(GAME.showdown_many, good[:, :, :4])[0::3] == ("wrong_count", 4)
    assert refused(GAME.showdown_many, good[:, :1])[:2] == ("bad_request", "hands")
    assert refused(GAME.rank_many, np.zeros((2, 6), np.uint8))[0::3] == ("wrong_count", 6)
    assert refused(GAME.rank_many, good[:, 0] // 2)[0] == "not_in_deck"
    for wrong in (good.astype(np.int64), good.tolist(), None):
        with pytest.raises(TypeError):
            GAME.showdown_many(wrong)
    with pytest.raises(ValueError, match="shape"):
        GAME.showdown_many(good[0])
    with pytest.raises(ValueError, match="shape"):
        GAME.showdown_many(good, folded=folded[:5])
    with pytest.raises(TypeError):
        GAME.showdown_many(good, folded=folded.astype(np.uint8))
    with pytest.raises(ValueError, match="shape"):
        GAME.rank_many(good)


def test_strided_rows() -> None:
    rows = deal(GAME.deck, 10, 300, seed=2)
    wide = np.zeros((600, 10), dtype=np.uint8)
    wide[::2] = rows
    assert (GAME.rank_many(wide[::2, :5]) == GAME.rank_many(rows[:, :5].copy())).all()
    tables = rows.reshape(300, 2, 5)
    assert (GAME.showdown_many(wide[::2].reshape(300, 2, 5)) == GAME.showdown_many(tables)).all()


SEATS = [StudSeat("KS KD", hole="KH"), StudSeat("AS QS"), StudSeat("TS 9D")]


def test_threads_and_sets_count_alike() -> None:
    found = GAME.equity(SEATS)
    assert found.exact
    assert sum(found.wins) == found.cases
    assert sum(found.equity) == pytest.approx(1, abs=1e-12)
    for isa in isas():
        assert GAME.with_isa(isa).equity(SEATS, threads=3) == found


def test_samples() -> None:
    """The same deals however they are shared out, near the exact chances, with the error that a share has."""
    exact = GAME.equity(SEATS)
    sampled = GAME.equity(SEATS, limit=exact.cases - 1, samples=600_000, seed=5)
    assert (sampled.exact, sampled.cases, sum(sampled.wins)) == (False, 600_000, 600_000)
    for isa in isas():
        assert GAME.with_isa(isa).equity(SEATS, limit=0, samples=600_000, seed=5, threads=3) == sampled
    assert GAME.equity(SEATS, limit=0, samples=600_000, seed=6).wins != sampled.wins
    assert sampled.stderr == pytest.approx(max((p * (1 - p) / 600_000) ** 0.5 for p in sampled.equity))
    for one, other in zip(sampled.equity, exact.equity, strict=True):
        assert abs(one - other) < 5 * sampled.stderr
    assert GAME.equity(SEATS, limit=exact.cases).exact


def test_one_left_wins() -> None:
    found = GAME.equity([None, StudSeat(), StudSeat("8S", folded=True)])
    assert (found.equity, found.exact, found.cases, found.stderr) == ((0.0, 1.0, 0.0), True, 1, 0.0)


def test_opposite_views_agree() -> None:
    """The mean of what a seat knows about an unknown hole card is what nobody knows."""
    known = [StudSeat("AS QS 9H"), StudSeat("KS KD TC")]
    blind = GAME.equity(known)
    holes = [card for card in GAME.deck if card not in lipai.parse_cards("AS QS 9H KS KD TC")]
    each = [GAME.equity([StudSeat("AS QS 9H", hole=[card]), known[1]]) for card in holes]
    assert sum(one.wins[0] for one in each) * blind.cases == blind.wins[0] * sum(one.cases for one in each)
