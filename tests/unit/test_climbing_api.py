"""Climbing games: what callers may give and get; the seeds are in test_climbing_seeds.py."""

from __future__ import annotations

import pickle
from collections import deque
from typing import Any

import numpy as np
import pytest

import lipai
from lipai import CardError, ClimbingGame, DuplicateCardError, HandSizeError, IllegalPlayError, NotInDeckError
from tests import seeds_data
from tests.seeds_data import Row

GAMES = ("doudizhu", "guanpai")
DOUDIZHU = lipai.game("doudizhu")
GUANPAI = lipai.game("guanpai")


def apart(cards: str) -> str:
    """Bare ranks apart by spaces, so that 3D is no diamond."""
    return " ".join(cards)


@pytest.mark.parametrize("row", seeds_data.rows("bare", "notation"), ids=lambda row: row.id)
def test_bare_ranks(row: Row) -> None:
    assert sorted(DOUDIZHU.unpack(DOUDIZHU.pack(row.data["text"]))) == sorted(row.data["ranks"].split())


# ---- cases that public code gets wrong


def test_cases_that_public_code_gets_wrong() -> None:
    game = DOUDIZHU
    assert "34567" in game.moves("33334567")
    assert game.beats("44455566689T", "333444555777") is not None
    assert game.beats("333444555222", "444555666789") is None
    for cards in ("33334", "34445555", "99923", "AAA222", "AA2233"):
        assert not game.classify(cards).readings
    assert game.classify("3334445556668889").readings[0].kind == "airplane_singles"
    assert game.beats("22", "8888") is None
    assert game.moves("2222 3333 A A A K", over="XD") == []


def test_readings_of_one_set_of_cards() -> None:
    kinds = [(one.kind, one.rank, one.length) for one in DOUDIZHU.classify("333444555666").readings]
    assert kinds == [("airplane", "6", 4), ("airplane_singles", "6", 3), ("airplane_singles", "5", 3)]
    over = DOUDIZHU.reading("333444555666", kind="airplane_singles")
    assert over.rank == "6"
    assert DOUDIZHU.beats("777888999JQK", over) is not None
    assert DOUDIZHU.beats("777888999JQK", "333444555666") is None


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("", "empty"),
        ("33445566778899TTJJQQK", "large"),
        ("33334444", "shuttle"),
        ("3333444455", "body_rank"),
        ("333344445566", "shuttle"),
        ("JQKA2", "high_rank"),
        ("AAA222", "high_rank"),
        ("3344", "short"),
        ("33334", "body_rank"),
        ("33335555", "alike"),
        ("333XD", "jokers"),
        ("99923", "kickers"),
        ("357", "no_form"),
    ],
)
def test_faults(cards: str, fault: str) -> None:
    found = DOUDIZHU.classify(cards)
    assert found.fault == fault
    assert found.reason


def test_options() -> None:
    distinct = lipai.game("doudizhu", distinct_wings=True)
    assert not distinct.classify("33344455").readings
    assert not distinct.classify("333444XD").readings
    assert not distinct.classify("4444XD").readings
    assert distinct.classify("444455").readings[0].kind == "quad_singles"
    shuttle = lipai.game("doudizhu", shuttle=True)
    assert shuttle.classify("33334444").readings[0].kind == "shuttle"
    assert shuttle.classify("333344445566").readings[0].kind == "shuttle_singles"
    assert shuttle.classify("3333444455667788").readings[0].kind == "shuttle_pairs"
    assert shuttle.beats("55556666", "33334444") is not None
    with pytest.raises(lipai.UnknownOptionError):
        lipai.game("doudizhu", shuttle="true")


# ---- notation (N-4, N-5)


@pytest.mark.parametrize(
    ("text", "error", "value", "position"),
    [
        ("3D", CardError, "3D", 0),
        ("33S", CardError, "3S", 1),
        ("3S4", CardError, "4", 2),
        ("3S 3S", DuplicateCardError, "3S", 3),
        ("33333", DuplicateCardError, "3", 4),
        ("XX", DuplicateCardError, "X", 1),
        ("10 10 10 10 T", DuplicateCardError, "T", 12),
        ("34Z", CardError, "Z", 2),
        ("♠", CardError, "♠", 0),
        ("3\ud800", CardError, "\ud800", 1),
        (["3", "4S"], CardError, "4S", 1),
        (["3", "3", "3", "3", "3"], DuplicateCardError, "3", 4),
        ([0, 0], DuplicateCardError, 0, 1),
        ([54], CardError, 54, 0),
    ],
)
def test_bad_cards(text: Any, error: type[CardError], value: object, position: int) -> None:
    with pytest.raises(error) as raised:
        DOUDIZHU.classify(text)
    assert type(raised.value) is error
    assert (raised.value.value, raised.value.position) == (value, position)


@pytest.mark.parametrize(
    ("cards", "error"), [("X", NotInDeckError), ("2H", NotInDeckError), ("22", DuplicateCardError)]
)
def test_deck_of_guanpai(cards: str, error: type[CardError]) -> None:
    assert GUANPAI.classify("2").readings
    assert GUANPAI.classify("2S").readings
    assert len(GUANPAI.deck) == 49
    with pytest.raises(error):
        GUANPAI.classify(cards)


@pytest.mark.parametrize(
    "cards", ["3♦ 3♠ 10♥ BJ RJ", "3d3s10hbjrj", ["3D", "3S", "TH", "BJ", "RJ"], ["3", "3", "10", "x", "d"]]
)
def test_one_hand_in_several_forms(cards: Any) -> None:
    assert DOUDIZHU.pack(cards) == DOUDIZHU.pack("33TXD") == DOUDIZHU.pack("3 3, 10 X D")


def test_every_card_of_the_deck_by_code() -> None:
    for game in (DOUDIZHU, GUANPAI):
        assert sum(game.pack([code]) for code in game.deck) == sum(
            count << 4 * rank for rank, count in enumerate([4] * 12 + ([4, 1, 1] if game is DOUDIZHU else [1, 0, 0]))
        )


def test_hands_too_large_and_empty() -> None:
    for game, most in ((DOUDIZHU, 20), (GUANPAI, 17)):
        hand = "3334445556667778889999"[: most + 1]
        assert not game.classify(hand).readings
        assert game.beats(hand, "3") is None
        for call in (game.moves, game.split):
            with pytest.raises(HandSizeError) as raised:
                call(hand)
            assert raised.value.value == most + 1
        for call in (game.moves, game.split):
            with pytest.raises(HandSizeError):
                call("")


def test_what_is_no_play_cannot_be_beaten() -> None:
    with pytest.raises(IllegalPlayError, match="DDZ-5"):
        DOUDIZHU.moves("3", over="34")
    with pytest.raises(IllegalPlayError, match="it is airplane"):
        DOUDIZHU.reading("333444", kind="bomb")
    with pytest.raises(ValueError, match="another game"):
        DOUDIZHU.moves("3", over=GUANPAI.reading("3"))


# ---- objects


def test_readings_are_values() -> None:
    first, second, third = DOUDIZHU.classify("333444555666").readings
    assert pickle.loads(pickle.dumps(second)) == second != third
    assert len({first, second, third}) == 3
    assert repr(first) == "Reading('333444555666', airplane, rank='6', length=4)"
    assert first.packed == second.packed
    with pytest.raises(TypeError):
        lipai.Reading()
    with pytest.raises(TypeError):
        lipai.Reading.__new__(lipai.Reading).kind  # noqa: B018


def test_games_are_values() -> None:
    assert pickle.loads(pickle.dumps(DOUDIZHU)) == DOUDIZHU != GUANPAI
    assert lipai.game("doudizhu") is lipai.game("doudizhu")
    assert lipai.game("doudizhu", shuttle=True) != DOUDIZHU
    assert lipai.games("climbing") == GAMES
    assert DOUDIZHU.hand_size == 20
    assert DOUDIZHU.kind_name("rocket") == "火箭"


# ---- batches


def random_hands(game: ClimbingGame, size: int, n: int, seed: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    rng = np.random.default_rng(seed)
    ranks = np.array([13 + code - 52 if code > 51 else (code // 4 + 12) % 13 for code in game.deck])
    rows = np.zeros((n, 15), dtype=np.uint8)
    for row in rows:
        np.add.at(row, rng.permutation(ranks)[:size], 1)
    return rows


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game", [DOUDIZHU, GUANPAI], ids=GAMES)
def test_batches_say_what_single_calls_say(game: ClimbingGame, threads: int) -> None:
    rows = random_hands(game, 14, 500, 3)
    packed = game.pack_many(rows, threads=threads)
    assert [game.pack(apart(game.unpack(int(word)))) for word in packed] == packed.tolist()
    counts = game.moves_count_many(rows, threads=threads)
    splits = game.split_many(packed, threads=threads)
    over = game.reading("44")
    following = game.moves_count_many(packed, over, threads=threads)
    for word, count, fewest, plays, beating in zip(packed, counts, splits.counts, splits.plays, following, strict=True):
        hand = apart(game.unpack(int(word)))
        moves = game.moves_packed(int(word))
        assert len(set(moves.tolist())) == len(moves) == count == len(game.moves(hand))
        assert sorted(play.packed for play in game.split(hand)) == sorted(plays[:fewest].tolist())
        assert not plays[fewest:].any()
        assert len(game.moves(hand, over)) == len(game.moves_packed(int(word), over)) == beating
    every = np.concatenate([game.moves_packed(int(word)) for word in packed[:50]])
    found = game.classify_many(every, threads=threads)
    for word, kind, rank, length, n in zip(every, *found, strict=True):
        readings = game.classify(apart(game.unpack(int(word)))).readings
        assert len(readings) == n
        assert (readings[0].kind, readings[0].rank, readings[0].length) == (
            game.kinds[kind],
            "3456789TJQKA2XD"[rank],
            length,
        )


def test_bad_rows_are_named() -> None:
    rows = np.zeros((4, 15), dtype=np.uint8)
    rows[:, 0] = 1
    for bad, error, position in (((2, 3, 5), DuplicateCardError, (2, 3)), ((3, 13, 255), DuplicateCardError, (3, 13))):
        wrong = rows.copy()
        wrong[bad[0], bad[1]] = bad[2]
        with pytest.raises(error) as raised:
            DOUDIZHU.split_many(wrong)
        assert raised.value.position == position
    wrong = rows.copy()
    wrong[1, 13] = 1
    with pytest.raises(NotInDeckError) as raised_not:
        GUANPAI.classify_many(wrong)
    assert raised_not.value.position == (1, 13)
    with pytest.raises(HandSizeError) as raised_size:
        DOUDIZHU.moves_count_many(np.array([1, 0], dtype=np.uint64))
    assert raised_size.value.position == 1
    full = np.array([[4] * 6 + [0] * 9], dtype=np.uint8)
    with pytest.raises(HandSizeError):
        DOUDIZHU.pack_many(full)
    with pytest.raises(NotInDeckError):
        DOUDIZHU.classify_many(np.array([1 << 60], dtype=np.uint64))


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [[1] * 15],
        np.ones((2, 15)),
        np.ones(15, dtype=np.uint8),
        np.ones((2, 14), dtype=np.uint8),
        np.ones((2, 2), dtype=np.uint64),
        np.ones(3, dtype=np.int64),
    ],
    ids=str,
)
def test_arrays_of_another_sort(rows: Any) -> None:
    for call in (DOUDIZHU.classify_many, DOUDIZHU.moves_count_many, DOUDIZHU.split_many):
        with pytest.raises((TypeError, ValueError)):
            call(rows)


def test_packed_hands() -> None:
    assert DOUDIZHU.moves_packed(np.uint64(0x11)).tolist() == [1, 16]
    for bad in (-1, 1 << 60, 1 << 70):
        with pytest.raises(ValueError, match="packed"):
            DOUDIZHU.moves_packed(bad)
        with pytest.raises(ValueError, match="packed"):
            DOUDIZHU.unpack(bad)
    for word in (5, 8):
        with pytest.raises(DuplicateCardError, match=f"{word} cards of the rank 3, of which the deck has 4"):
            DOUDIZHU.moves_packed(word)
        with pytest.raises(DuplicateCardError, match=f"{word} cards of the rank 3, of which the deck has 4"):
            DOUDIZHU.unpack(word)
    with pytest.raises(NotInDeckError, match="1 cards of the rank X, of which the deck has 0"):
        GUANPAI.unpack(1 << 52)


class Text(str):
    """A text of somebody's own type."""


def test_sequences_and_texts_of_other_types() -> None:
    for cards in (["3", "3", "T"], ["3S", "3H", "TC"]):
        array: Any = np.array(cards)
        for same in (deque(cards), array, [Text(card) for card in cards]):
            assert DOUDIZHU.pack(same) == DOUDIZHU.pack(cards)
    codes = lipai.parse_cards("3S 3H TC")
    array = np.array(codes)
    assert DOUDIZHU.pack(array) == DOUDIZHU.pack(deque(codes)) == DOUDIZHU.pack(codes)
    assert lipai.parse_cards([np.str_("3S"), np.str_("TC")]) == lipai.parse_cards([Text("3S"), Text("TC")])
    assert lipai.parse_tiles([Text("1m"), Text("5z")]) == lipai.parse_tiles("1m5z")


def test_a_length_that_cards_do_not_have() -> None:
    with pytest.raises(IllegalPlayError, match="33 is no play of length 2; it is pair of length 1"):
        DOUDIZHU.reading("33", length=2)


def test_strided_arrays() -> None:
    rows = random_hands(DOUDIZHU, 10, 20, 5)
    assert (DOUDIZHU.moves_count_many(rows[::2]) == DOUDIZHU.moves_count_many(rows)[::2]).all()
    assert (DOUDIZHU.moves_count_many(np.asfortranarray(rows)) == DOUDIZHU.moves_count_many(rows)).all()
