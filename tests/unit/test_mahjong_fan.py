"""What a win is worth against the oracle, and that the reading shown is one of the hand (SM-7, WC-4 to WC-15)."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

import lipai
from lipai.mahjong import MahjongGame, Meld, Win
from lipai.rules import Loaded
from lipai.rules.mahjong import MahjongRules
from tests.mahjong_dealing import Dealt, sanmen, wencheng
from tests.oracle import mahjong_fan as oracle
from tests.oracle.mahjong_fan import WHITE

SEEDS = range(5)


def won(game: MahjongGame, dealt: Dealt) -> Win:
    said = dealt.context._asdict()
    return game.win(dealt.hand, melds=[Meld(kind, tiles) for kind, tiles in dealt.melds], **said)


def check_reading(game: MahjongGame, dealt: Dealt, found: Win) -> None:
    """The groups are melds and a pair, and what lies in them is the hand; wild tiles alone may count as anything."""
    wild = dealt.context.wild
    white = game.rules["hand"]["white_as_wild_face"] and wild is not None
    if found.pair is None:
        assert [item.name for item in found.items] == ["three_wilds_down"]
        return
    groups = [*found.melds, found.pair]
    assert len(found.melds) == game.melds
    assert Counter(tile for group in groups if not group.claimed for tile in group.laid) == Counter(dealt.hand)
    claimed = [(group.kind, sorted(group.laid)) for group in groups if group.claimed]
    assert claimed == [(kind, sorted(tiles)) for kind, tiles in dealt.melds]
    for group in groups:
        faces = group.tiles
        if group.kind == "chow":
            assert faces == (faces[0], faces[0] + 1, faces[0] + 2)
            assert faces[2] < 27
            assert faces[0] // 9 == faces[2] // 9
        else:
            assert len(set(faces)) == 1
            assert len(faces) == {"pair": 2, "pung": 3, "kong": 4, "concealed_kong": 4}[group.kind]
        for face, tile in zip(faces, group.laid, strict=True):
            assert face == tile or tile == wild or (white and (tile, face) == (WHITE, wild))


def check_items(game: MahjongGame, found: Win) -> None:
    total = found.points if game.id == "sanmen" else found.fan
    assert total == sum(item.amount for item in found.items)
    fan = game.rules["fan"]
    for item in found.items:
        rule = fan[item.name]
        assert item.clause == rule["clause"]
        amounts = {rule["amount"], rule["exposed"], rule["concealed"]}
        assert item.amount // item.count in amounts
        assert item.amount % item.count == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_sanmen(seed: int) -> None:
    chance, game = random.Random(seed), lipai.game("sanmen")
    wins = 0
    for _ in range(400):
        dealt = sanmen(chance)
        found, wanted = won(game, dealt), oracle.sanmen(dealt.hand, dealt.melds, dealt.context)
        assert (found.win, found.points) == (wanted.win, wanted.total), dealt
        assert {item.name: item.amount for item in found.items} == wanted.items
        check_items(game, found)
        if found.win:
            wins += 1
            check_reading(game, dealt, found)
    assert 250 < wins < 400


@pytest.mark.parametrize("white", [True, False])
@pytest.mark.parametrize("wilds", [0, 1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_wencheng(seed: int, wilds: int, white: bool) -> None:
    chance, game = random.Random(f"{seed} {wilds} {white}"), lipai.game("wencheng", white_as_wild_face=white)
    earned: Counter[str] = Counter()
    for _ in range((60, 60, 40, 12)[wilds]):
        dealt = wencheng(chance, white, wilds)
        found, wanted = won(game, dealt), oracle.wencheng(dealt.hand, dealt.melds, dealt.context, white)
        assert (found.win, found.fan) == (wanted.win, wanted.total), dealt
        check_items(game, found)
        if found.win:
            check_reading(game, dealt, found)
            earned.update(item.name for item in found.items)
    assert earned


def test_order_of_tiles_is_nothing() -> None:
    chance, game = random.Random(5), lipai.game("wencheng")
    for _ in range(200):
        dealt = wencheng(chance)
        found = won(game, dealt)
        other = dealt._replace(hand=chance.sample(dealt.hand, len(dealt.hand)))
        assert won(game, other) == found


def test_winning_shapes_are_those_of_the_core() -> None:
    """Two searches that share nothing: the one that reads hands and the tables that count them."""
    chance = random.Random(6)
    for name, deal in (("sanmen", sanmen), ("wencheng", wencheng)):
        game = lipai.game(name)
        for _ in range(1000):
            dealt = deal(chance)
            found = won(game, dealt)
            melds = [Meld(kind, tiles) for kind, tiles in dealt.melds]
            complete = game.complete(dealt.hand, melds=melds, wild=dealt.context.wild)
            assert complete == (found.pair is not None)


def test_dearer_amounts_are_read_otherwise() -> None:
    """WC-15: the reading follows the amounts, whatever they are."""
    hand, said = "111222333m789p12399s", {"tile": "2m", "by": "discard", "wild": "2z"}
    game = lipai.game("wencheng")
    assert [item.name for item in game.win(hand, **said).items] == ["win"]
    assert [item.name for item in game.win(hand, **{**said, "tile": "1m"}).items] == ["win", "all_chows"]
    assert {group.kind for group in game.win(hand, **{**said, "tile": "1m"}).melds} == {"chow"}
    found = game.win("345m789p456123s11m222z", tile="6s", by="discard", wild="2z")
    assert [item.name for item in found.items] == ["win", "wild_pung"]
    dear = lipai.game("wencheng").rules
    dear["fan"]["wild_pung"]["amount"] = 1
    cheap = MahjongGame(Loaded(msgspec.convert(dear, MahjongRules), {}))
    found = cheap.win("345m789p456123s11m222z", tile="6s", by="discard", wild="2z")
    assert [item.name for item in found.items] == ["win", "all_chows", "three_wilds"]
    assert found.fan == 11


@pytest.mark.parametrize("seed", range(6))
def test_any_amounts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reading chosen is the dearest under random amounts, also such as no table would play for."""
    chance = random.Random(f"amounts {seed}")
    data = lipai.game("wencheng").rules
    amounts = {name: chance.randrange(1, 30) for name in oracle.WENCHENG}
    # A kong of the own wind is worth no less than the pung, and what it earns is never listed beside it.
    amounts["own_wind_exposed"] = max(amounts["own_wind"], amounts["own_wind_exposed"])
    amounts["own_wind_concealed"] = max(amounts["own_wind"], amounts["own_wind_concealed"])
    monkeypatch.setattr(oracle, "WENCHENG", amounts)
    for name, fan in data["fan"].items():
        fan["amount"] = amounts[name]
    for kong in ("exposed", "concealed"):
        data["fan"]["own_wind"][kong] = amounts[f"own_wind_{kong}"]
    data["fan"]["kong_draw"]["concealed"] = amounts["kong_draw_concealed"]
    game = MahjongGame(Loaded(msgspec.convert(data, MahjongRules), {}))
    for wilds in (0, 1, 2, 2, 3):
        for _ in range(3 if wilds == 3 else 25):
            dealt = wencheng(chance, True, wilds)
            found, wanted = won(game, dealt), oracle.wencheng(dealt.hand, dealt.melds, dealt.context)
            assert (found.win, found.fan) == (wanted.win, wanted.total), dealt
            check_items(game, found)
