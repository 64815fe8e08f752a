"""What holds for any piles and hands of every game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lipai
from lipai import PileGame
from tests.conftest import VARIANTS, variant_name

each_game = pytest.mark.parametrize("v", VARIANTS, ids=variant_name)
few = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
Variant = tuple[str, dict[str, Any]]


def game_of(v: Variant) -> PileGame:
    return lipai.game(v[0], **v[1])


def cards(game: PileGame, size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(game.deck), min_size=size, max_size=size, unique=True)


def piles(game: PileGame) -> st.SearchStrategy[list[int]]:
    return st.sampled_from(sorted(set(game.pile_sizes))).flatmap(lambda size: cards(game, size))


@each_game
@given(data=st.data())
def test_order(v: Variant, data: st.DataObject) -> None:
    """Antisymmetric, transitive, and the same for any order of the cards."""
    game = game_of(v)
    a, b, c = (data.draw(piles(game)) for _ in range(3))
    assert game.compare(a, a) == 0
    assert game.compare(a, b) == -game.compare(b, a)
    if game.compare(a, b) >= 0 and game.compare(b, c) >= 0:
        assert game.compare(a, c) >= 0
    shuffled = data.draw(st.permutations(a))
    assert game.rank(shuffled) == game.rank(a)
    assert game.rank(shuffled).cards == game.rank(a).cards


@each_game
@given(data=st.data())
def test_a_batch_is_its_rows(v: Variant, data: st.DataObject) -> None:
    game = game_of(v)
    size = data.draw(st.sampled_from(sorted(set(game.pile_sizes))))
    rows = np.array(data.draw(st.lists(cards(game, size), min_size=1, max_size=70)), dtype=np.uint8)
    assert game.rank_many(rows).tolist() == [game.rank(bytes(row)).strength for row in rows]


@each_game
@few
@given(data=st.data())
def test_arrangements(v: Variant, data: st.DataObject) -> None:
    """Legal, of the hand's own cards, the same for any order of them; no other arrangement of pareto is stronger."""
    game = game_of(v)
    hand = data.draw(cards(game, game.hand_size))
    found = game.arrange(hand, objective="strongest", top=3)
    assert found == game.arrange(data.draw(st.permutations(hand)), objective="strongest", top=3)
    for arrangement in found:
        assert sorted(sum(arrangement.piles, ())) == sorted(hand)
        assert game.check(arrangement.text).legal
    pareto = game.pareto(hand)
    assert pareto == game.pareto(data.draw(st.permutations(hand)))
    assert max(pareto, key=lambda a: a.strengths[::-1]) == found[0] == pareto[0]
    for arrangement in found:
        assert any(all(x >= y for x, y in zip(p.strengths, arrangement.strengths, strict=True)) for p in pareto)


@each_game
@few
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), step=st.sampled_from([1, 1000, 2**40]))
def test_utilities_beat_any_split(v: Variant, data: st.DataObject, seed: int, step: int) -> None:
    """No legal split of the hand, drawn at random, has a larger sum."""
    game = game_of(v)
    hand = data.draw(cards(game, game.hand_size))
    rng = np.random.default_rng(seed)
    tables = [rng.integers(-step, step + 1, game.strength_count) for _ in range(3)]
    (best,) = game.arrange(hand, utilities=tables)
    assert game.check(best.piles).legal
    a, b, _ = game.pile_sizes
    for _ in range(20):
        split = rng.permutation(hand).tolist()
        check = game.check([split[:a], split[a : a + b], split[a + b :]])
        if check.legal:
            total = sum(int(t[s]) for t, s in zip(tables, check.strengths, strict=True))
            assert (total, check.strengths[::-1]) <= (best.value, best.strengths[::-1])


@each_game
@few
@given(data=st.data())
def test_any_bytes(v: Variant, data: st.DataObject) -> None:
    """A batch of any bytes is ranked, or refused for its first bad row; never anything else."""
    game = game_of(v)
    size = game.pile_sizes[data.draw(st.integers(0, 2))]
    codes = st.sampled_from([*game.deck, *range(54, 256, 50)])
    rows = data.draw(st.lists(st.lists(codes, min_size=size, max_size=size), min_size=1, max_size=130))
    verdicts = [verdict(game, row) for row in rows]
    bad = next((i for i, found in enumerate(verdicts) if isinstance(found, lipai.CardError)), None)
    array = np.array(rows, dtype=np.uint8)
    if bad is None:
        assert game.rank_many(array).tolist() == verdicts
        return
    with pytest.raises(lipai.CardError) as refused:
        game.rank_many(array)
    error = verdicts[bad]
    assert isinstance(error, lipai.CardError)
    assert refused.value.position == (bad, error.position)
    assert type(refused.value) is type(error)


def verdict(game: PileGame, row: list[int]) -> int | lipai.CardError:
    try:
        return game.rank(row).strength
    except lipai.CardError as error:
        return error
