"""What every pile game answers, and what it refuses. ``game`` is each game and each variant whose ranking differs."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from typing import Any

import numpy as np
import pytest

import lipai
from lipai import PileGame
from lipai._native.piles import INSTRUCTION_SETS, isas, made
from lipai.piles.tables import compile_tables
from lipai.rules import load
from tests.dealing import deal

WATER = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7C"


def hands_of(game: PileGame, n: int, seed: int = 1) -> np.ndarray:
    return deal(game.deck, game.hand_size, n, seed=seed, jokers=0.5)


def utilities_of(game: PileGame, seed: int = 1) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.integers(-50, 50, game.strength_count) for _ in range(3)]


# ---- what a game is


def test_attributes(game: PileGame) -> None:
    assert game.id in lipai.games()
    assert game.name == game.rules["name"]
    assert game.hand_size == sum(game.pile_sizes) == (13 if 5 in game.pile_sizes else 9)
    fewest, most = game.players
    assert 2 <= fewest <= most
    assert most * game.hand_size <= len(game.deck)
    assert lipai.parse_cards(lipai.format_cards(game.deck)) == game.deck == tuple(sorted(game.deck))
    assert game.id in game.describe()
    assert repr(game) == f"<lipai.game({', '.join([repr(game.id), *(f'{k}={v!r}' for k, v in game.options.items())])})>"


def test_a_registered_game_is_one_object() -> None:
    assert lipai.game("biji") is lipai.game("biji")
    assert lipai.game("shisanshui", wheel="low", jokers=0) is lipai.game("shisanshui", jokers=0, wheel="low")
    assert lipai.game("shisanshui", wheel="low") is not lipai.game("shisanshui")
    assert lipai.game("shisanshui", wheel="low") != lipai.game("shisanshui")
    assert lipai.game("shisanshui", jokers=2) == lipai.game("shisanshui")


def test_options_that_do_not_rank_share_tables() -> None:
    one, other = lipai.game("shisanshui", gun="plus_one"), lipai.game("shisanshui", fouls="pay")
    assert compile_tables(load("shisanshui", one.options).rules) is compile_tables(
        load("shisanshui", other.options).rules
    )
    assert one.rank("AS KS QS") == other.rank("AS KS QS")
    assert one.rank("AS KS QS") != lipai.game("shisanshui", wheel="low").rank("AS KS QS")


def test_pickle(game: PileGame) -> None:
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    hand = bytes(hands_of(game, 1)[0])
    assert again.arrange(hand) == game.arrange(hand)
    rank = game.rank(hand[:3])
    assert pickle.loads(pickle.dumps(rank)) == rank
    assert pickle.loads(pickle.dumps(game.arrange(hand))) == game.arrange(hand)


def test_instruction_sets(game: PileGame) -> None:
    hand = bytes(hands_of(game, 1)[0])
    assert game.isa in isas()
    assert set(isas()) <= set(INSTRUCTION_SETS)
    for isa in isas():
        other = game.with_isa(isa)
        assert other.isa == isa
        assert other == game
        assert hash(other) == hash(game)
        assert other.options == game.options
        assert other.rank(hand[:3]) == game.rank(hand[:3])
        assert hash(other.rank(hand[:3])) == hash(game.rank(hand[:3]))
        assert other.arrange(hand) == game.arrange(hand)
        prepared = other.utilities(*utilities_of(game))
        assert game.arrange(hand, utilities=prepared) == other.arrange(hand, utilities=utilities_of(game))
        for again in (pickle.loads(pickle.dumps(other)), other.with_isa("auto")):
            assert again == game
            assert again.isa == game.isa
    for wrong in ("sparc", "", "AVX2", None):
        with pytest.raises(ValueError, match="isa must be one of auto, scalar, avx2, avx512"):
            game.with_isa(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wanted", ["sparc", "auto", "AVX2", "scalar "])
def test_an_instruction_set_in_the_environment(wanted: str) -> None:
    code = """
import lipai
game = lipai.game("biji52")
assert game.with_isa("scalar").isa == "scalar"
for _ in range(2):
    try:
        game.rank("AS KS QS")
    except lipai.InstructionSetError as error:
        print(error)
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "LIPAI_ISA": wanted}
    )
    told = f"LIPAI_ISA is {wanted!r}, which this machine or build lacks; leave it unset or set it to one of: "
    assert run.stdout.splitlines() == [told + ", ".join(isas())] * 2, run.stderr


# ---- piles


def test_rank(game: PileGame) -> None:
    for size in set(game.pile_sizes):
        for row in deal(game.deck, size, 200, seed=5, jokers=0.5):
            cards = bytes(row)
            rank = game.rank(cards)
            assert 0 <= rank.strength < game.strength_count
            assert rank.category == game.category(rank.strength)
            assert rank.name == game.rules["category"][rank.category]["name"]
            assert sorted(rank.cards) == sorted(cards)
            assert rank == game.rank(cards[::-1]) == game.rank(lipai.format_cards(cards))
            assert hash(rank) == hash(game.rank(cards[::-1]))
            assert lipai.format_cards(rank.cards) in repr(rank)


def test_rank_is_a_value() -> None:
    rank = lipai.game("shisanshui").rank("AS KS QS")
    for name in ("strength", "category", "cards", "name", "anything"):
        with pytest.raises(AttributeError):
            setattr(rank, name, 1)
    assert rank != lipai.game("shisanshui").rank("AH KH QH")
    assert rank != "AS KS QS"
    with pytest.raises(TypeError):
        lipai.Rank()
    empty = lipai.Rank.__new__(lipai.Rank)
    for use in (repr, pickle.dumps, lambda r: r.category, lambda r: r.cards, lambda r: r.name):
        with pytest.raises(TypeError):
            use(empty)
    assert empty != rank
    assert hash(empty) == hash(lipai.Rank.__new__(lipai.Rank))


def test_every_strength_below_the_count_has_a_category(game: PileGame) -> None:
    categories = [game.category(strength) for strength in range(game.strength_count)]
    order = [name for name in game.rules["ranking"]["order"] if name in categories]
    assert [name for i, name in enumerate(categories) if not i or categories[i - 1] != name] == order
    for strength in (-1, game.strength_count, 2**16, 2**70):
        with pytest.raises(ValueError, match="strength"):
            game.category(strength)


def test_compare(game: PileGame) -> None:
    rows = [bytes(row) for size in set(game.pile_sizes) for row in deal(game.deck, size, 20, seed=6, jokers=0.5)]
    for a in rows:
        for b in rows:
            x, y = game.rank(a).strength, game.rank(b).strength
            assert game.compare(a, b) == (x > y) - (x < y)


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 1000])
def test_rank_many(game: PileGame, n: int) -> None:
    for size in set(game.pile_sizes):
        rows = deal(game.deck, size, n, seed=n, jokers=0.5)
        found = game.rank_many(rows)
        assert found.dtype == np.uint16
        assert found.tolist() == [game.rank(bytes(row)).strength for row in rows]


# ---- hands


def test_check(game: PileGame) -> None:
    for hand in hands_of(game, 20):
        (best,) = game.arrange(bytes(hand), objective="strongest")
        check = game.check(best.text)
        assert check.legal
        assert check.reason is None
        assert check.strengths == best.strengths
        assert check.categories == best.categories
        turned = game.check((best.piles[0], best.piles[2], best.piles[1]))
        same = best.strengths[1] == best.strengths[2]
        assert turned.legal == same
        assert same or game.pile_names[2] in str(turned.reason)


@pytest.mark.parametrize(
    ("game_id", "piles", "reason"),
    [
        ("biji", ["AS AH 2C", "KS KH 2D", "QS QH QD"], "the second (pair) is smaller than the first (pair): BJ-1"),
        (
            "shisanshui",
            ["2S 3H 4D", "AS AH KS KH 5C", "QS QH QD 7C 8C"],
            None,
        ),
        (
            "shisanshui",
            ["2S 3H 4D", "QS QH QD 7C 8C", "AS AH KS KH 5C"],
            "the back (two_pair) is smaller than the middle (trips): SSS-6",
        ),
        ("shisanshui", ["9S 7H 5D", "AS KH QD JC 9C", "AH KS QH JD 9H"], None),
    ],
)
def test_reasons(game_id: str, piles: list[str], reason: str | None) -> None:
    check = lipai.game(game_id).check(piles)
    assert (check.legal, check.reason) == (reason is None, reason)


def test_strict_order_says_equal(tmp_path: Any) -> None:
    path = tmp_path / "strict.toml"
    path.write_text('extends = "shisanshui"\nid = "strict"\nname = "x"\npiles.order = "increasing"')
    reason = lipai.game(path).check(["9S 7H 5D", "AS KH QD JC 9C", "AH KS QH JD 9H"]).reason
    assert reason == "the back (high_card) is equal to the middle (high_card): SSS-6"


@pytest.mark.parametrize(
    ("piles", "error", "value", "position"),
    [
        (["AS AH", "KS KH KD 2C 3C", "4S 5S 6S 7S 8S"], lipai.HandSizeError, 2, None),
        (["4S 5S 6S 7S 8S", "KS KH KD 2C 3C", "AS AH AD"], lipai.HandSizeError, 5, (0, 9)),
        (["AS AH AX", "KS KH KD 2C 3C", "4S 5S 6S 7S 8S"], lipai.CardError, "AX", (0, 6)),
        (["AS AH AD", "KS KH KD 2C KS", "4S 5S 6S 7S 8S"], lipai.DuplicateCardError, "KS", (1, 12)),
        (["AS AH AD", "KS KH KD 2C 3C", "4S 5S 6S 7S AH"], lipai.DuplicateCardError, "AH", (2, 4)),
    ],
)
def test_check_refuses(piles: list[str], error: type[Exception], value: object, position: object) -> None:
    with pytest.raises(error) as refused:
        lipai.game("shisanshui").check(piles)
    assert type(refused.value) is error
    assert (refused.value.value, refused.value.position) == (value, position)  # type: ignore[attr-defined]


@pytest.mark.parametrize("piles", ["AS KS QS", b"abc", [], ["AS KS QS"], None, 3])
def test_check_wants_three_piles(piles: Any) -> None:
    with pytest.raises(TypeError):
        lipai.game("shisanshui").check(piles)


def test_check_takes_what_arrange_returns(game: PileGame) -> None:
    hand = bytes(deal(game.deck, game.hand_size, 1, seed=8)[0])
    (best,) = game.arrange(hand, objective="strongest")
    assert game.check(best) == game.check(best.text)
    assert game.check(best).legal


def test_arrange(game: PileGame) -> None:
    for hand in hands_of(game, 30):
        found = game.arrange(bytes(hand), objective="strongest", top=6)
        assert found[0] == game.arrange(lipai.format_cards(hand), objective="strongest")[0]
        strengths = [a.strengths[::-1] for a in found]
        assert strengths == sorted(set(strengths), reverse=True)
        for a in found:
            assert tuple(map(len, a.piles)) == game.pile_sizes
            assert sorted(sum(a.piles, ())) == sorted(hand)
            assert a.text == tuple(lipai.format_cards(pile) for pile in a.piles)
            ranks = [game.rank(pile) for pile in a.piles]
            assert a.piles == tuple(rank.cards for rank in ranks)
            assert a.strengths == tuple(rank.strength for rank in ranks)
            assert a.categories == tuple(rank.category for rank in ranks)
            assert a.names == tuple(rank.name for rank in ranks)
            assert a.value is None
            assert a.special is None
            assert game.check(a.piles).legal


def test_arrangements_are_frozen() -> None:
    (best,) = lipai.game("shisanshui").arrange(WATER)
    assert best == lipai.Arrangement(*[getattr(best, field.name) for field in fields(best)])
    with pytest.raises(ValueError, match="as many"):
        made(lipai.Check, ("legal",), ())
    with pytest.raises(FrozenInstanceError):
        best.value = 1  # type: ignore[misc]
    assert not hasattr(best, "__dict__")
    assert len({best, lipai.game("shisanshui").arrange(WATER)[0]}) == 1


def test_utilities(game: PileGame) -> None:
    tables = utilities_of(game)
    prepared = game.utilities(*tables)
    for hand in hands_of(game, 10):
        cards = bytes(hand)
        found = game.arrange(cards, utilities=tables, top=5)
        assert found == game.arrange(cards, utilities=prepared, objective="utilities", top=5)
        order = [(a.value, a.strengths[::-1]) for a in found]
        assert order == sorted(order, reverse=True)
        for a in found:
            assert type(a.value) is int
            assert a.value == sum(int(table[s]) for table, s in zip(tables, a.strengths, strict=True))
        floats = game.arrange(cards, utilities=[table.astype(np.float32) for table in tables])
        assert floats[0] == found[0]
        assert type(floats[0].value) is float


def test_utilities_that_rise_find_pareto_arrangements(game: PileGame) -> None:
    tables = [np.cumsum(1 + np.abs(t)) for t in utilities_of(game)]
    for hand in hands_of(game, 10):
        cards = bytes(hand)
        pareto = game.pareto(cards)
        assert game.arrange(cards, objective="strongest")[0] == pareto[0]
        (best,) = game.arrange(cards, utilities=tables)
        assert best.strengths in [a.strengths for a in pareto]
        for a in pareto:
            for b in pareto:
                assert a is b or any(x > y for x, y in zip(a.strengths, b.strengths, strict=True))


@pytest.mark.parametrize("n", [0, 1, 2, 65])
def test_arrange_many(game: PileGame, n: int) -> None:
    hands = hands_of(game, n, seed=3)
    tables = utilities_of(game)
    piles, strengths = game.arrange_many(hands)
    assert (piles.dtype, piles.shape) == (np.uint8, hands.shape)
    assert (strengths.dtype, strengths.shape) == (np.uint16, (n, 3))
    by_value, values = game.arrange_many(hands, utilities=tables)
    floats = game.arrange_many(hands, utilities=[tables[0], tables[1], tables[2] / 2]).values
    assert (values.dtype, values.shape, floats.dtype) == (np.int64, (n,), np.float64)
    a, b, _ = game.pile_sizes
    for i in range(n):
        (best,) = game.arrange(bytes(hands[i]), objective="strongest")
        assert tuple(strengths[i]) == best.strengths
        laid = piles[i].tolist()
        assert [set(laid[:a]), set(laid[a : a + b]), set(laid[a + b :])] == [set(pile) for pile in best.piles]
        (best,) = game.arrange(bytes(hands[i]), utilities=tables)
        assert values[i] == best.value
        ranks = (by_value[i][:a] // 4).tolist()
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("top", [0, -1, -(2**62)])
def test_top_refused(top: int) -> None:
    with pytest.raises(ValueError, match="top"):
        lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", top=top)


def test_top_beyond_all() -> None:
    found = lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", objective="strongest", top=2**62)
    assert 1 < len(found) <= 280
    assert found == lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", objective="strongest", top=10**9)
    assert found[:3] == lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", objective="strongest", top=np.int64(3))
    with pytest.raises(ValueError, match="top must be from 1"):
        lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", objective="strongest", top=2**64)
    with pytest.raises(TypeError):
        lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", top=1.5)  # type: ignore[arg-type]


HEADS = """
id = "heads"
family = "piles"
name = "比头"
players = [2, 5]
[deck]
jokers = 0
[piles]
sizes = [3, 3, 3]
names = ["first", "second", "third"]
names_zh = ["头", "中", "尾"]
order = "increasing"
[ranking]
order = ["high_card"]
wheel = "none"
[category.high_card]
name = "单张"
sizes = [3]
ties = ["leading"]
"""


@pytest.mark.parametrize("isa", ["scalar", "avx2", "avx512"])
def test_a_hand_without_a_legal_arrangement(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, isa: str) -> None:
    """Only the highest rank counts in these rules, and four aces lead at least two piles, which then are equal."""
    monkeypatch.setenv("LIPAI_ISA", isa)
    path = tmp_path / "heads.toml"
    path.write_text(HEADS, encoding="utf-8")
    try:
        game = lipai.game(path)
    except RuntimeError:
        pytest.skip("not on this machine")
    rising = [np.arange(game.strength_count)] * 3
    bad = lipai.parse_cards("AS AH AC AD KS KH KC KD QS")
    fine = lipai.parse_cards("AS AH AC KS KH KC QS QH QC")
    for wanted in ({}, {"utilities": rising}):
        assert game.arrange(fine, **wanted)[0].text == ("QS QH QC", "KS KH KC", "AS AH AC")
        for top in (1, 2):
            with pytest.raises(lipai.IllegalArrangementError, match="no legal arrangement") as caught:
                game.arrange(bad, top=top, **wanted)
            assert (caught.value.value, caught.value.position) == (None, None)
        rows = np.array([fine] * 700 + [bad] + [fine] * 5 + [bad], dtype=np.uint8)
        for threads in (1, 3):
            with pytest.raises(lipai.IllegalArrangementError, match="row 700") as caught:
                game.arrange_many(rows, threads=threads, **wanted)
            assert caught.value.position == 700
    with pytest.raises(lipai.IllegalArrangementError):
        game.pareto(bad)


# ---- what is refused


def test_too_many_cards_are_told_with_the_first_one_too_many() -> None:
    game = lipai.game("shisanshui")
    hand, more = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ", " 7H 8H"
    calls = (
        lambda cards: game.arrange(cards, objective="strongest"),
        lambda cards: game.arrange(cards, objective="expected"),
        game.pareto,
        game.specials,
    )
    for call in calls:
        for cards, place in ((hand + more, 39), (lipai.parse_cards(hand + more), 13), (hand[:-3], None)):
            with pytest.raises(lipai.HandSizeError) as caught:
                call(cards)
            assert caught.value.position == place
    for cards, place in (("A♠ KS QS JS TS 9S", 15), ("AS KS QS JS", None), ("AS", None)):
        with pytest.raises(lipai.HandSizeError, match="3 or 5 cards") as caught:
            game.rank(cards)
        assert caught.value.position == place


@pytest.mark.parametrize(
    ("piles", "message", "position"),
    [
        (["AS AH", "KS KH KD 2C 3C", "4S 5S 6S 7S 8S"], "the front: 3 cards, not 2", None),
        (["AS AH AD AC 2H", "KS KH KD 2C 3C", "4S 5S 6S 7S 8S"], "the front: 3 cards, not 5", (0, 9)),
        (["AS AH AD", "KS KH KD", "4S 5S 6S 7S 8S"], "the middle: 5 cards, not 3", None),
        (["AS AH AD", "KS KH KD 2C 3C", bytes(range(6))], "the back: 5 cards, not 6", (2, 5)),
    ],
)
def test_a_pile_of_a_wrong_size_is_told_what_it_must_have(piles: list[Any], message: str, position: object) -> None:
    with pytest.raises(lipai.HandSizeError, match=message) as caught:
        lipai.game("shisanshui").check(piles)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"objective": "strongst"}, "objective must be one of"),
        ({"objective": ""}, "objective must be one of"),
        ({"objective": 1}, "objective must be one of"),
        ({"objective": "utilities"}, "needs utilities"),
        ({"objective": "strongest", "utilities": "zeros"}, "takes no utilities"),
        ({"utilities": "two"}, "three tables"),
        ({"utilities": "none"}, "three tables, first to last pile, not 0"),
        ({"utilities": "short"}, "shape"),
        ({"utilities": "long"}, "shape"),
        ({"utilities": "number"}, "shape"),
        ({"utilities": "square"}, "shape"),
        ({"utilities": "nan"}, "1e\\+300.*strength 7"),
        ({"utilities": "infinite"}, "1e\\+300"),
        ({"utilities": "huge"}, "2\\*\\*51"),
        ({"utilities": "unsigned"}, "2\\*\\*51"),
        ({"utilities": "another game's"}, "another rule set"),
        ({"objective": "strongest", "players": 99}, "players must be from"),
        ({"objective": "strongest", "role": "nonsense"}, "role"),
    ],
)
def test_objective_refused(game: PileGame, call: dict[str, Any], message: str) -> None:
    n = game.strength_count
    zeros = np.zeros(n)
    bad = {"nan": np.nan, "infinite": -np.inf}
    tables: dict[str, Any] = {
        "zeros": [zeros] * 3,
        "two": [zeros] * 2,
        "none": (),
        "long": np.zeros((3, n + 1)),
        "number": [0, 0, 0],
        "short": [zeros, zeros, zeros[1:]],
        "square": [zeros, zeros, np.zeros((n, 1))],
        "huge": [np.full(n, 2**51 + 1)] * 3,
        "unsigned": [np.full(n, 2**64 - 1, dtype=np.uint64)] * 3,
    }
    for name, value in bad.items():
        tables[name] = [zeros, zeros, np.where(np.arange(n) == 7, value, 0)]
    other = lipai.game("biji" if game.id != "biji" else "biji52")
    tables["another game's"] = other.utilities(*[np.zeros(other.strength_count)] * 3)
    options = {key: tables.get(value, value) for key, value in call.items()}
    hands = hands_of(game, 2)
    with pytest.raises(ValueError, match=message):
        game.arrange(bytes(hands[0]), **options)
    with pytest.raises(ValueError, match=message):
        game.arrange_many(hands, **options)


@pytest.mark.parametrize(
    "table",
    [
        *(["a"], [None], [True], [1j], [2**70], [[0]] * 3 + [None], None, "abc", object()),
        *(np.zeros(3, dtype) for dtype in ("M8[s]", "m8[s]", "S1", np.longdouble, object, bool, np.complex64)),
    ],
)
def test_utilities_of_another_kind(table: Any) -> None:
    with pytest.raises(TypeError, match="utilities of the front must be integers or floating-point numbers"):
        lipai.game("shisanshui").utilities(table, table, table)


def test_what_is_no_three_tables() -> None:
    for wrong in (object(), 3, 1.5, iter(())):
        with pytest.raises(TypeError, match="utilities must be three tables"):
            lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", utilities=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="utilities of the first must be"):
        lipai.game("biji").arrange("AS AH AD KS KH KD QS QH QD", utilities="abc")  # type: ignore[arg-type]


def test_utilities_of_other_layouts(game: PileGame) -> None:
    """Lists, one array of three rows, byte order, strides, other widths, and arrays that may not be written."""
    tables = utilities_of(game)
    hands = hands_of(game, 5)
    want = game.arrange_many(hands, utilities=tables)
    stacked = np.array(tables)
    wide = np.repeat(stacked, 2, axis=1)[:, ::2]
    frozen = stacked.copy()
    frozen.flags.writeable = False
    big_endian, small = stacked.astype(">i4"), stacked.astype(np.int8)
    backwards = np.ascontiguousarray(stacked[:, ::-1])[:, ::-1]
    for same in (stacked, wide, frozen, np.asfortranarray(stacked), big_endian, small, backwards, stacked.tolist()):
        found = game.arrange_many(hands, utilities=same)
        assert found.values.dtype == np.int64
        assert (found.values == want.values).all()
        assert (found.piles == want.piles).all()
    for floats in (stacked.astype(np.float16), stacked.astype(">f4"), stacked.astype(float).T.copy().T):
        found = game.arrange_many(hands, utilities=floats)
        assert found.values.dtype == np.float64
        assert (found.values == want.values).all()
    assert game.arrange_many(hands[:0], utilities=tables).values.shape == (0,)


def test_integers_are_exact() -> None:
    game = lipai.game("shisanshui")
    table = np.full(game.strength_count, 2**51) - np.arange(game.strength_count)
    (best,) = game.arrange(WATER, utilities=[table] * 3)
    assert best.value == 3 * 2**51 - sum(best.strengths)


@pytest.mark.parametrize("threads", [0, -1, 257, 1000, 2**40, 2**70])
def test_threads_refused(threads: int) -> None:
    game = lipai.game("biji")
    with pytest.raises(ValueError, match="threads must be from 1 to 256"):
        game.rank_many(np.zeros((0, 3), np.uint8), threads=threads)
    with pytest.raises(ValueError, match="threads must be from 1 to 256"):
        game.arrange_many(hands_of(game, 2), threads=threads)


def test_more_threads_than_rows(game: PileGame) -> None:
    for n in (0, 1, 3):
        hands = hands_of(game, n)
        for threads in (2, 256, np.int64(2)):
            assert (game.arrange_many(hands, threads=threads).piles == game.arrange_many(hands).piles).all()


@pytest.mark.parametrize("threads", [1.0, None, "2", True])
def test_threads_of_another_kind(threads: Any) -> None:
    with pytest.raises(TypeError, match="threads"):
        lipai.game("biji").arrange_many(np.zeros((0, 9), np.uint8), threads=threads)


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([[0, 1, 2]], TypeError),
        (b"abc", TypeError),
        (None, TypeError),
        (np.zeros((2, 3)), TypeError),
        (np.zeros((2, 3), np.int64), TypeError),
        (np.zeros((2, 3), np.int8), TypeError),
        (np.zeros((2, 3), np.bool_), TypeError),
        (np.zeros((2, 3), object), TypeError),
        (np.zeros(3, np.uint8), ValueError),
        (np.zeros((1, 2, 3), np.uint8), ValueError),
        (np.uint8(3), TypeError),
        (np.array(3, np.uint8), ValueError),
        (np.zeros((2, 3), ">u2"), TypeError),
        (memoryview(bytes(6)), TypeError),
        ([np.zeros(3, np.uint8)] * 2, TypeError),
    ],
)
def test_rows_of_another_kind(rows: Any, error: type[Exception]) -> None:
    for call, name in ((lipai.game("biji").rank_many, "cards"), (lipai.game("biji").arrange_many, "hands")):
        with pytest.raises(error, match=f"{name} must (be a numpy array of uint8|have shape)"):
            call(rows)


def test_rows_of_another_length(game: PileGame) -> None:
    for width in {0, 1, 2, 4, 5, 6, 13} - set(game.pile_sizes):
        with pytest.raises(lipai.HandSizeError) as refused:
            game.rank_many(np.zeros((2, width), np.uint8))
        assert refused.value.value == width
    for width in (0, game.hand_size - 1, game.hand_size + 1):
        with pytest.raises(lipai.HandSizeError) as refused:
            game.arrange_many(np.zeros((2, width), np.uint8))
        assert refused.value.value == width


def test_arrays_of_other_layouts(game: PileGame) -> None:
    hands = hands_of(game, 50)
    want = game.arrange_many(hands)
    frozen = hands.copy()
    frozen.flags.writeable = False
    backwards = np.ascontiguousarray(hands[:, ::-1])[:, ::-1]
    wide = np.zeros((len(hands), 2 * hands.shape[1]), np.uint8)
    wide[:, ::2] = hands
    strided = (np.repeat(hands, 2, axis=0)[::2], wide[:, ::2], hands[::-1][::-1], backwards)
    for same in (np.asfortranarray(hands), *strided, frozen, np.frombuffer(hands.tobytes(), np.uint8).reshape(50, -1)):
        piles, strengths = game.arrange_many(same)
        assert (piles == want.piles).all()
        assert (strengths == want.values).all()
    assert (game.arrange_many(np.broadcast_to(hands[7], hands.shape)).piles == want.piles[7]).all()
    size = game.pile_sizes[0]
    assert (game.rank_many(hands[:, :size]) == game.rank_many(hands[:, :size].copy())).all()
    assert game.rank_many(hands[:0, :size]).shape == (0,)
    assert game.rank_many(hands[::-2, :size][:0]).dtype == np.uint16
    assert hands.tobytes() == frozen.tobytes(), "nothing is written to what was given"


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(("first", "second"), [(0, 1), (999, 2500), (4097, 4998)])
def test_the_first_bad_row_is_named(game: PileGame, threads: int, first: int, second: int) -> None:
    """Whatever the number of threads, for each kind of fault."""
    n = 5000
    hands = hands_of(game, n)
    outside = [card for card in range(54) if card not in game.deck][:1]
    faults = [(54, lipai.CardError), (255, lipai.CardError), (None, lipai.DuplicateCardError)]
    faults += [(card, lipai.NotInDeckError) for card in outside]
    for code, error in faults:
        bad = hands.copy()
        bad[first, 2] = bad[first, 0] if code is None else code
        bad[second, 1] = 60
        size = game.pile_sizes[0]
        for call, rows in ((game.rank_many, bad[:, :size]), (game.arrange_many, bad)):
            with pytest.raises(error) as refused:
                call(rows, threads=threads)
            assert type(refused.value) is error
            assert refused.value.position == (first, 2)
            assert refused.value.value == bad[first, 2]
            assert f"row {first} " in str(refused.value)
