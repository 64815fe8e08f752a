"""Every instruction set that the machine has gives the very results of plain C, for every game and variant."""

from __future__ import annotations

import numpy as np
import pytest

import lipai
from lipai._native.piles import isas
from tests.conftest import VARIANTS, variant_name
from tests.dealing import deal

PILES = 200_000
ODD = (0, 1, 31, 33, 63, 65, 127, 129, 191, 1023, 4097)  # either side of every kernel's block
HANDS = 20_000
FEW = 150

Variant = tuple[str, dict[str, object]]
OTHERS = [isa for isa in isas() if isa != "scalar"]
CASES = [(v, isa) for v in VARIANTS for isa in OTHERS]
NAMES = [f"{variant_name(v)}-{isa}" for v, isa in CASES]
TABLES = ("rising", "rough", "coarse")

pytestmark = pytest.mark.skipif(not OTHERS, reason="this machine has plain C only")


def pair(v: Variant, isa: str) -> tuple[lipai.PileGame, lipai.PileGame]:
    """The variant on plain C and on another instruction set."""
    game = lipai.game(v[0], **v[1])
    plain, other = game.with_isa("scalar"), game.with_isa(isa)
    assert (plain.isa, other.isa) == ("scalar", isa)
    return plain, other


def tables(name: str, n: int) -> list[np.ndarray]:
    """Three utility tables: rising, so that bounds are sharp; rough, so that they are not; coarse, so that most tie."""
    rng = np.random.default_rng(TABLES.index(name))
    if name == "rising":
        return [np.sort(rng.random(n)).astype(np.float32) for _ in range(3)]
    if name == "rough":
        return [rng.normal(size=n) for _ in range(3)]
    return [rng.integers(-3, 4, n) for _ in range(3)]


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Bit for bit."""
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


@pytest.mark.parametrize(("v", "isa"), CASES, ids=NAMES)
def test_rank_many(v: Variant, isa: str) -> None:
    plain, other = pair(v, isa)
    for size in sorted(set(plain.pile_sizes)):
        rows = deal(plain.deck, size, PILES, seed=40 + size, jokers=0.4)
        wanted = plain.rank_many(rows)
        assert same(other.rank_many(rows), wanted)
        for n in ODD:
            for start in (0, 1, 77):  # rows of three and of five begin anywhere in a word
                assert same(other.rank_many(rows[start : start + n]), wanted[start : start + n])


@pytest.mark.parametrize(("v", "isa"), CASES, ids=NAMES)
def test_bad_rows(v: Variant, isa: str) -> None:
    """The same row is refused for the same reason, wherever in a block it stands."""
    plain, other = pair(v, isa)
    outside = [card for card in range(54) if card not in plain.deck]
    for size in sorted(set(plain.pile_sizes)):
        rows = deal(plain.deck, size, 200, seed=60 + size, jokers=0.4)
        for at in range(0, 200, 7):
            for value in (54, 63, 64, 128, 200, 255, int(rows[at, 0]), *outside):
                bad = rows.copy()
                bad[at, size - 1] = value
                refusals = []
                for game in (plain, other):
                    with pytest.raises(lipai.CardError) as refused:
                        game.rank_many(bad)
                    refusals.append((type(refused.value), refused.value.value, refused.value.position))
                assert refusals[0] == refusals[1]
                assert refusals[0][1:] == (value, (at, size - 1))


@pytest.mark.parametrize("objective", ["strongest", *TABLES])
@pytest.mark.parametrize(("v", "isa"), CASES, ids=NAMES)
def test_arrange_many(v: Variant, isa: str, objective: str) -> None:
    plain, other = pair(v, isa)
    hands = deal(plain.deck, plain.hand_size, HANDS, seed=80, jokers=0.5)
    utilities = None if objective == "strongest" else tables(objective, plain.strength_count)
    wanted = plain.arrange_many(hands, utilities=utilities)
    found = other.arrange_many(hands, utilities=utilities)
    assert same(found.piles, wanted.piles)
    assert same(found.values, wanted.values)


@pytest.mark.parametrize(("v", "isa"), CASES, ids=NAMES)
def test_several_arrangements(v: Variant, isa: str) -> None:
    """The best five by every objective, and the ones that nothing beats; values are compared as floats, to the bit."""
    plain, other = pair(v, isa)
    prepared = [None, *(plain.utilities(*tables(name, plain.strength_count)) for name in TABLES)]
    for hand in deal(plain.deck, plain.hand_size, FEW, seed=90, jokers=0.6):
        cards = bytes(hand)
        for utilities in prepared:
            wanted = {"objective": "strongest"} if utilities is None else {"utilities": utilities}
            assert other.arrange(cards, top=5, **wanted) == plain.arrange(cards, top=5, **wanted)
        assert other.pareto(cards) == plain.pareto(cards)
