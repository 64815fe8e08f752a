"""Claims against the oracle, on random tables (SM-4, SM-5)."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import pytest

import lipai
from lipai.mahjong import MahjongGame, Passed
from tests.mahjong_dealing import claim, shape
from tests.oracle import mahjong_claims as oracle
from tests.oracle.mahjong_fan import WHITE, Meld


class Table(NamedTuple):
    """A discard and the hands of the others."""

    discarder: int
    tile: int
    hands: list[list[int]]
    melds: list[list[Meld]]
    wild: int | None


def deal(chance: random.Random, game: MahjongGame) -> Table:
    """Hands of few faces, some of them waiting for the discard, of tiles that there are."""
    wild = chance.choice([*range(31), WHITE]) if game.has_wild else None
    white = game.has_wild and game.options["white_as_wild_face"] and wild != WHITE
    while True:
        discarder = chance.randrange(4)
        suits = sorted(chance.sample(range(27), 14) + chance.sample(range(27, 31), 2))
        hands: list[list[int]] = [[] for _ in range(4)]
        melds: list[list[Meld]] = [[] for _ in range(4)]
        tile = chance.choice(suits)
        for seat in range(4):
            if seat == discarder:
                continue
            if chance.random() < 0.4:
                groups = shape(chance, game.melds, 30)
                groups.sort(key=len, reverse=True)
                melds[seat] = claim(chance, groups, Counter(one for group in groups for one in group), 2)
                hands[seat] = [one for group in groups for one in group]
                if chance.random() < 0.7:
                    tile = chance.choice(hands[seat])
                hands[seat].remove(tile if tile in hands[seat] else hands[seat][0])
            else:
                hands[seat] = [chance.choice(suits) for _ in range(game.hand_size - 1)]
            for place in range(len(hands[seat])):
                if wild is not None and chance.random() < 0.06:
                    hands[seat][place] = wild

        def lies(one: int) -> int:
            return WHITE if white and one == wild and chance.random() < 0.7 else one

        hands = [[lies(one) for one in hand] for hand in hands]
        melds = [
            [(kind, tuple(WHITE if one == wild else one for one in tiles)) for kind, tiles in own] for own in melds
        ]
        tile = lies(tile)
        held = Counter([tile, *(one for hand in hands for one in hand)])
        held.update(one for own in melds for _, tiles in own for one in tiles)
        if max(held.values()) > 4 or (wild is not None and held[wild] > 3):
            continue
        if not white and any(WHITE in tiles for own in melds for _, tiles in own):
            continue
        return Table(discarder, tile, hands, melds, wild)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("name", "options"),
    [("sanmen", {}), ("wencheng", {}), ("wencheng", {"white_as_wild_face": False})],
    ids=["sanmen", "wencheng", "wencheng-white"],
)
def test_claims(name: str, options: dict[str, bool], seed: int) -> None:
    chance = random.Random(f"{name} {options} {seed}")
    game: MahjongGame = lipai.game(name, **options)
    seen: Counter[str] = Counter()
    for _ in range(40):
        table = deal(chance, game)
        passed = [
            (chance.randrange(4), chance.choice(["win", "pung"]), chance.choice([None, table.tile, 3]))
            for _ in range(chance.choice([0, 0, 1, 3]))
        ]
        last = chance.random() < 0.1
        wanted = oracle.claims(name, *table[:4], passed, last, table.wild, options.get("white_as_wild_face", True))
        hands = [None if seat == table.discarder else hand for seat, hand in enumerate(table.hands)]
        found = game.claims(
            table.discarder,
            table.tile,
            hands,
            melds=table.melds,
            passed=[Passed(*limit) for limit in passed],
            last=last,
            wild=table.wild,
        )
        assert [(one.seat, one.action, one.tiles) for one in found] == wanted, (table, passed, last)
        seen.update(one.action for one in found)
    assert seen["chow"] > 3
    assert seen["pung"] > 3
