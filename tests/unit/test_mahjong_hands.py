"""Hands in play: complete, waits, shanten, discards and their batches, by clause and by published cases."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import numpy as np
import pytest

import lipai
from lipai._native import mahjong
from lipai.errors import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    IllegalPlayError,
    InstructionSetError,
    NotInDeckError,
    TableError,
)
from lipai.mahjong import MahjongGame

ONE_MELD = [("pung", "222z")]


def text(tiles: Any) -> str:
    return lipai.format_tiles(tiles)


@pytest.fixture
def sanmen() -> MahjongGame:
    return lipai.game("sanmen")


@pytest.fixture
def wencheng() -> MahjongGame:
    return lipai.game("wencheng")


def counts(tiles: str) -> np.ndarray:
    return np.bincount(np.array(lipai.parse_tiles(tiles)), minlength=34).astype(np.uint8)[None]


# ---- published cases: hands that other programs judged wrongly


@pytest.mark.parametrize(
    ("hand", "wilds", "won"),
    [
        ("2234455667889m11z", 2, True),
        ("11233344445556m", 0, True),
        ("1357m123777p11z", 2, True),
        ("1m38p16s1z", 8, False),
        ("66m23456777889s", 1, True),
    ],
)
def test_published_wins(sanmen: MahjongGame, wencheng: MahjongGame, hand: str, wilds: int, won: bool) -> None:
    rows = counts(hand)
    total = int(rows.sum()) + wilds
    game = sanmen if total == 14 else wencheng
    assert total in (14, 17)
    assert game.win_many(rows, wilds=wilds).tolist() == [won]
    assert game.complete_counts(rows[0], wilds) is won


def test_published_waits(wencheng: MahjongGame) -> None:
    waits = wencheng.waits("67m4455p456678s3z", melds=ONE_MELD, wild="3z")
    assert text([wait.tile for wait in waits]) == "58m45p"
    assert [wait.unseen for wait in waits] == [4, 4, 2, 2]


@pytest.mark.parametrize(
    ("hand", "shanten"),
    [("245568m245568p77s", 2), ("145s36m12579p256z", 5), ("12479s5p344569m5z", 3), ("123456789m1111p", 1)],
)
def test_published_shanten(sanmen: MahjongGame, hand: str, shanten: int) -> None:
    assert sanmen.shanten(hand) == shanten
    assert sanmen.shanten_many(counts(hand)).tolist() == [shanten]


# ---- the definition


def test_seven_pairs_are_no_win(sanmen: MahjongGame) -> None:
    """SM-1."""
    assert not sanmen.complete("1122m3344p5566s77z")
    assert sanmen.shanten("1122m3344p5566s77z") == 3


def test_four_held_are_no_wait(sanmen: MahjongGame) -> None:
    assert sanmen.waits("123456789m1111p") == ()
    # With a wild tile in place of a tile, a fifth copy can stand: WC-1 lets it be any face.
    assert mahjong_game().shanten("123456789m1111p3z", melds=ONE_MELD, wild="3z") == -1


def mahjong_game() -> MahjongGame:
    game = lipai.game("wencheng")
    assert isinstance(game, MahjongGame)
    return game


def test_claimed_melds_hold_tiles(sanmen: MahjongGame) -> None:
    """Three of a face in a claimed pung and one in the hand are all four."""
    assert sanmen.waits("1m", melds=[("pung", "222m"), ("pung", "333m"), ("chow", "456p"), ("pung", "555z")]) == (
        lipai.mahjong.Wait(0, 3),
    )
    melds = [("pung", "111m"), ("pung", "333m"), ("chow", "456p"), ("pung", "555z")]
    assert sanmen.waits("1m", melds=melds) == ()
    assert sanmen.shanten("1m", melds=melds) == 1
    assert sanmen.waits("2m", melds=melds)[0].unseen == 3
    single, pairs = sanmen.discards("12m", melds=melds)
    assert (text([single.tile]), single.shanten, text(single.accepts), single.count) == ("1m", 0, "2m", 3)
    # Of 1m none is left, of 3m and 5z one, which makes no pair.
    assert (text([pairs.tile]), pairs.shanten) == ("2m", 1)
    assert set(range(34)) - set(pairs.accepts) == set(lipai.parse_tiles("13m5z"))


def test_kongs_are_outside_the_hand(sanmen: MahjongGame) -> None:
    """A kong is one meld, though it has four tiles."""
    assert sanmen.complete("123m456p789s22z", melds=[("concealed_kong", "1111p")])
    with pytest.raises(HandSizeError, match="beside 1 claimed has 11 tiles"):
        sanmen.complete("123m456p789s1122z", melds=[{"kind": "kong", "tiles": "1111p"}])


# ---- wild tiles and white (WC-1 to WC-3)


def test_white_plays_as_the_wild_face(wencheng: MahjongGame) -> None:
    """WC-2: white is no wild tile, but the face that the wild tiles have lost."""
    hand = "46m5z111222333p444s11z"
    assert wencheng.complete(hand, wild="5m")
    assert not wencheng.complete(hand, wild="5p")
    assert [text([w.tile]) for w in wencheng.waits("46m111222333p444s11z", wild="5m")] == ["5z"]
    own = lipai.game("wencheng", white_as_wild_face=False)
    assert not own.complete(hand, wild="5m")
    assert own.complete("555z123m111222333p11z", wild="5m")
    # Then nobody can draw the wild face itself.
    assert own.waits("46m111222333p444s11z", wild="5m") == ()
    assert own.shanten("46m111222333p444s11z", wild="5m") == 1


def test_white_as_the_wild_face_itself(wencheng: MahjongGame) -> None:
    assert wencheng.complete("11m222333444p555s5z1z1z"[:-4] + "66s", wild="5z") in (True, False)
    assert wencheng.complete("12m222333444p555s5z44z", wild="5z")
    assert not wencheng.complete("12m222333444p555s1z44z", wild="5z")


def test_white_claimed_in_a_chow(wencheng: MahjongGame) -> None:
    assert wencheng.complete("111222333p444s11z", melds=[("chow", "4m5z6m")], wild="5m")
    with pytest.raises(IllegalPlayError, match="is no chow"):
        wencheng.complete("111222333p444s11z", melds=[("chow", "4m5z6m")], wild="7m")


def test_kong_tiles_are_never_drawn(wencheng: MahjongGame) -> None:
    """WC-3: 中 and 发 are laid open, so that a hand which waits on any tile does not wait on them."""
    waits = wencheng.waits("111222333m444555p5m", wild="5m")
    assert len(waits) == 31
    assert {31} <= {wait.tile for wait in waits}
    assert not {4, 32, 33} & {wait.tile for wait in waits}
    with pytest.raises(NotInDeckError, match="7z at index 16"):
        wencheng.complete("111222333m444555p17z")
    rows = counts("111222333m444555p77z")
    with pytest.raises(NotInDeckError, match="7z in row 0"):
        wencheng.win_many(rows)


def test_discarding_a_wild_tile(wencheng: MahjongGame) -> None:
    found = {text([d.tile]): d for d in wencheng.discards("123456789m123p445s1z2z", wild="2z")}
    assert (found["1z"].shanten, text(found["1z"].accepts), found["1z"].count) == (0, "34567s", 17)
    assert (found["2z"].shanten, text(found["2z"].accepts), found["2z"].count) == (1, "34567s1z", 20)


# ---- discards


def test_discards_come_best_first(sanmen: MahjongGame) -> None:
    found = sanmen.discards("23456789m11122z9p", seen="1m")
    assert [d.shanten for d in found] == sorted(d.shanten for d in found)
    best = found[0]
    assert (text([best.tile]), best.shanten, text(best.accepts), best.count) == ("9p", 0, "147m", 9)
    assert {d.tile for d in found} == set(lipai.parse_tiles("23456789m11122z9p"))
    rest = sanmen.discards("23456789m11122z9p", seen="1111m444m777m")
    assert [(d.shanten, d.accepts, d.count) for d in rest if d.tile == 17] == [(0, (), 0)]


# ---- batches


def test_forms_of_a_batch(wencheng: MahjongGame) -> None:
    """Tiles, counts with wild tiles beside, and counts with them as the last column are the same hands."""
    rows = np.array(
        [lipai.parse_tiles("46m5z111222333p444s11z"), lipai.parse_tiles("46m5m111222333p444s12z")], dtype=np.uint8
    )
    found = wencheng.win_many(rows, wild="5m")
    assert found.tolist() == [True, False]
    hands, wilds = wencheng.count_many(rows, wild="5m")
    assert wilds.tolist() == [0, 1]
    assert hands[:, 4].tolist() == [1, 0]
    both = np.concatenate([hands, wilds[:, None]], axis=1)
    for again in (
        wencheng.win_many(hands, wilds=wilds),
        wencheng.win_many(hands, wilds=wilds.astype(np.int64)),
        wencheng.win_many(both),
        wencheng.win_many(np.asfortranarray(both)),
        wencheng.win_many(hands, wilds=wilds, threads=2),
    ):
        assert again.tolist() == found.tolist()
    assert wencheng.shanten_many(both).tolist() == [-1, 0]
    short = wencheng.waits_many(np.array([lipai.parse_tiles("46m111222333p444s11z")], dtype=np.uint8), wild="5m")
    assert short.tolist() == [1 << 4]


def test_batches_agree_with_single_calls(sanmen: MahjongGame) -> None:
    rows = np.array([lipai.parse_tiles("23456789m11122z9p"), lipai.parse_tiles("147m258p369s12345z")], dtype=np.uint8)
    found = sanmen.discards_many(rows, threads=2)
    for i, row in enumerate(rows):
        for each in sanmen.discards(bytes(row)):
            accepts = [face for face in range(34) if int(found.accepts[i, each.tile]) >> face & 1]
            assert (int(found.shanten[i, each.tile]), tuple(accepts)) == (each.shanten, each.accepts)
            assert int(found.count[i, each.tile]) == each.count
    assert int(found.shanten[0, 30]) == mahjong.NO_SHANTEN


def test_empty_batches(sanmen: MahjongGame) -> None:
    none = np.empty((0, 34), dtype=np.uint8)
    assert sanmen.win_many(none).shape == (0,)
    assert sanmen.win_many(np.empty((0, 14), dtype=np.uint8)).shape == (0,)
    assert sanmen.discards_many(none).accepts.shape == (0, 35)


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({(1, 3): 5}, DuplicateCardError, "4m in row 1 is there 5 times"),
        ({(1, 3): 200}, DuplicateCardError, "4m in row 1 is there 200 times"),
        ({(1, 33): 1}, HandSizeError, "14, 11, 8, 5 or 2 tiles here, not 15 in row 1"),
        ({(0, 0): 0}, HandSizeError, "not 13 in row 0"),
        ({(1, 0): 0, (1, 1): 0}, HandSizeError, "not 12 in row 1"),
    ],
)
def test_bad_counts(sanmen: MahjongGame, change: dict[Any, int], error: type[Exception], says: str) -> None:
    rows = np.repeat(counts("123456789m11122z"), 2, axis=0)
    for place, value in change.items():
        rows[place] = value
    with pytest.raises(error, match=says):
        sanmen.win_many(rows)


def test_first_bad_row(sanmen: MahjongGame) -> None:
    """Whatever the block, the thread and the place in it."""
    good = np.repeat(counts("123456789m11122z"), 200_000, axis=0)
    for bad in (0, 1, 63, 64, 65_535, 65_536, 199_999):
        rows = good.copy()
        rows[bad, 5] = 5
        rows[min(bad + 70, 199_999), 5] = 6
        for threads in (1, 3):
            with pytest.raises(DuplicateCardError) as refused:
                sanmen.win_many(rows, threads=threads)
            assert refused.value.position == (bad, 5)


def test_bad_tiles(sanmen: MahjongGame, wencheng: MahjongGame) -> None:
    row = list(lipai.parse_tiles("123456789m11122z"))
    for place, tile, error, says in (
        (13, 42, CardError, "no such tile: 42 in row 1 at index 13"),
        (2, 255, CardError, "255 in row 1 at index 2"),
        (3, 34, NotInDeckError, "1f in row 1 at index 3"),
    ):
        bad = [*row]
        bad[place] = tile
        with pytest.raises(error, match=says):
            sanmen.win_many(np.array([row, bad], dtype=np.uint8))
    with pytest.raises(DuplicateCardError, match="1m in row 0 at index 4"):
        sanmen.win_many(np.zeros((1, 14), dtype=np.uint8))
    with pytest.raises(DuplicateCardError, match="4 wild tiles in row 0"):
        wencheng.win_many(np.array([[0, 0, 0, 0, *lipai.parse_tiles("123456789p1234s")]], dtype=np.uint8), wild="1m")


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (([[1] * 34],), TypeError, "must be a numpy array"),
        ((np.zeros((1, 34)),), TypeError, "not of float64"),
        ((np.zeros(34, dtype=np.uint8),), ValueError, "must have shape"),
        ((np.zeros((1, 15), dtype=np.uint8),), HandSizeError, "14 tiles at most, not 15"),
        ((np.zeros((1, 0), dtype=np.uint8),), HandSizeError, "not 0"),
    ],
)
def test_bad_arrays(sanmen: MahjongGame, arguments: Any, error: type[Exception], says: str) -> None:
    for call in (sanmen.win_many, sanmen.shanten_many, sanmen.waits_many, sanmen.discards_many):
        with pytest.raises(error, match=says):
            call(*arguments)


@pytest.mark.parametrize(
    ("wilds", "error", "says"),
    [
        (-1, ValueError, "wilds in row 0 are -1"),
        ([0, 256], ValueError, "wilds in row 1 are 256"),
        ([1, 2, 3], ValueError, r"must have shape \[2\]"),
        (0.5, TypeError, "whole numbers"),
        ([0, 3], HandSizeError, "not 17 in row 1"),
    ],
)
def test_bad_wilds(sanmen: MahjongGame, wilds: Any, error: type[Exception], says: str) -> None:
    rows = np.repeat(counts("123456789m11122z"), 2, axis=0)
    with pytest.raises(error, match=says):
        sanmen.win_many(rows, wilds=wilds)
    with pytest.raises(ValueError, match="wilds go with counts"):
        sanmen.win_many(np.zeros((1, 14), dtype=np.uint8), wilds=1)
    with pytest.raises(ValueError, match="given twice"):
        sanmen.win_many(np.zeros((1, 35), dtype=np.uint8), wilds=1)


@pytest.mark.parametrize("op", ["complete", "waits", "shanten", "discards"])
@pytest.mark.parametrize(
    ("fields", "error", "says"),
    [
        ({"hand": "123456789m1112229z"}, CardError, "9z"),
        ({"hand": "1234567m"}, HandSizeError, "tiles here, not 7"),
        ({"hand": "1234m", "melds": [("pung", "111z")] * 5}, HandSizeError, "4 melds at most, not 5"),
        ({"hand": "1m", "melds": "x"}, TypeError, "sequence of melds"),
        ({"melds": [("pong", "111z")]}, TableError, "kind 'pong'"),
        ({"melds": [("pung", "1111z")]}, HandSizeError, "has 3 tiles, not 4"),
        ({"melds": [("kong", "111z")]}, HandSizeError, "has 4 tiles, not 3"),
        ({"melds": [("chow", "124m")]}, IllegalPlayError, "124m, is no chow"),
        ({"melds": [("chow", "89m1p")]}, IllegalPlayError, "is no chow"),
        ({"melds": [("chow", "123z")]}, IllegalPlayError, "is no chow"),
        ({"melds": [("pung", "112z")]}, IllegalPlayError, "is no pung"),
        ({"melds": [("pung", "111f")]}, DuplicateCardError, "1f"),
        ({"melds": [("chow", "123f")]}, IllegalPlayError, "laid open"),
        ({"melds": [("pung", "222m")]}, DuplicateCardError, "2m is there 5 times"),
        ({"wild": "5m"}, IllegalPlayError, "no wild tiles"),
    ],
)
def test_bad_hands(sanmen: MahjongGame, op: str, fields: dict[str, Any], error: type[Exception], says: str) -> None:
    size = {"complete": 11, "discards": 11}.get(op, 10)
    asked = {"hand": lipai.parse_tiles("22344556m789p")[:size] if size == 11 else "2234455m789p", **fields}
    with pytest.raises(error, match=says):
        getattr(sanmen, op)(**asked)


def test_bad_wild_faces(wencheng: MahjongGame) -> None:
    hand = "123456789m123456p11z"
    for wild, error, says in (
        ("6z", IllegalPlayError, "never wild"),
        ("12m", HandSizeError, "one tile"),
        ("", HandSizeError, "one tile"),
        (99, CardError, "99"),
        (True, TypeError, "bool"),
        (1.0, TypeError, "float"),
    ):
        with pytest.raises(error, match=says):
            wencheng.complete(hand, wild=wild)
    with pytest.raises(IllegalPlayError, match="holds a wild tile"):
        wencheng.complete("123456789m12311p", melds=[("pung", "111z")], wild="1z")
    with pytest.raises(DuplicateCardError, match="4 wild tiles"):
        wencheng.waits("123456789m123p1111z", wild="1z")
    with pytest.raises(DuplicateCardError, match="1p is there 5 times in hand, melds and what is seen"):
        wencheng.discards("123456789m123456p11z", seen="1111p")


def test_counts_of_one_hand(sanmen: MahjongGame) -> None:
    row = counts("123456789m11122z")[0]
    for form in (row, bytes(row), bytearray(row), memoryview(row)):
        assert sanmen.complete_counts(form)
    for form, error in ((bytes(33), ValueError), (row.astype(np.uint16), ValueError), ("x" * 34, TypeError)):
        with pytest.raises(error):
            sanmen.complete_counts(form)
    with pytest.raises(ValueError, match="negative"):
        sanmen.complete_counts(row, -1)
    with pytest.raises(HandSizeError):
        sanmen.complete_counts(row, 1 << 30)


# ---- tables


def test_tables_are_made_once(wencheng: MahjongGame) -> None:
    shapes = wencheng._hands.shape("5m")
    assert wencheng._hands.shape(4) is shapes
    assert mahjong.tables() is mahjong.tables()
    again = pickle.loads(pickle.dumps(wencheng))
    assert again == wencheng
    assert again.complete("46m5z111222333p444s11z", wild="5m")
    shape = pickle.loads(pickle.dumps(shapes))
    assert shape.complete(lipai.parse_tiles("46m5z111222333p444s11z"), 17)


def test_threads_share_the_tables() -> None:
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(mahjong.tables("scalar"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len({id(tables) for tables in found}) == 1


def test_instruction_sets(sanmen: MahjongGame, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = sanmen.with_isa("scalar")
    assert (plain.isa, plain) == ("scalar", sanmen)
    with pytest.raises(ValueError, match="isa must be one of"):
        sanmen.with_isa("sse9")
    monkeypatch.setenv("LIPAI_ISA", "nonsense")
    with pytest.raises(InstructionSetError, match="LIPAI_ISA is 'nonsense'"):
        mahjong.Tables()
