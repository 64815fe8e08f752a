"""Random hands of mahjong that have won or nearly have, with everything that may be said of them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

from tests.oracle.mahjong_fan import WHITE, Context, Meld

WHOLE = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42))


class Dealt(NamedTuple):
    """A hand, its claimed melds and how it was won."""

    hand: list[int]
    melds: list[Meld]
    context: Context


def group(chance: random.Random, faces: list[int], chows: float) -> list[int]:
    """A random chow or pung of these faces."""
    low = chance.choice(faces)
    if chance.random() < chows and low < 27 and low % 9 <= 6 and {low + 1, low + 2} <= set(faces):
        return [low, low + 1, low + 2]
    return [low] * 3


def faces_of(chance: random.Random, last: int) -> list[int]:
    """The faces that a hand is made of: all, or a suit with or without honours, or few."""
    kind = chance.randrange(6)
    suit = 9 * chance.randrange(3)
    if kind == 0:
        return list(range(last + 1))
    if kind == 1:
        return list(range(suit, suit + 9))
    if kind == 2:
        return [*range(suit, suit + 9), *range(27, last + 1)]
    if kind == 3:
        return [*range(27, last + 1), suit]
    if kind == 4:
        return sorted(chance.sample(range(27), 12))
    return list(range(27))


def shape(chance: random.Random, melds: int, last: int) -> list[list[int]]:
    """Groups of a hand, the pair last, of tiles that there are."""
    while True:
        faces, chows = faces_of(chance, last), chance.choice([0, 0.5, 0.8, 1])
        groups = [group(chance, faces, chows) for _ in range(melds)] + [[chance.choice(faces)] * 2]
        if max(Counter(tile for one in groups for tile in one).values()) <= 4:
            return groups


def claim(chance: random.Random, groups: list[list[int]], held: Counter[int], most: int) -> list[Meld]:
    """Takes some of the groups as claimed melds; pungs may become kongs where a fourth tile is left."""
    melds: list[Meld] = []
    for _ in range(chance.randrange(most + 1)):
        taken = groups.pop(0)
        kind = "chow" if taken[0] != taken[1] else "pung"
        if kind == "pung" and held[taken[0]] == 3 and chance.random() < 0.5:
            kind = chance.choice(["kong", "concealed_kong"])
            taken = [*taken, taken[0]]
            held[taken[0]] += 1
        melds.append((kind, tuple(chance.sample(taken, len(taken)))))
    return melds


def context(chance: random.Random, hand: list[int], melds: list[Meld], wild: int | None, laid: list[int]) -> Context:
    """Something consistent to say of a win."""
    held = Counter([*hand, *(tile for _, tiles in melds for tile in tiles)])
    tile = chance.choice(hand)
    ways: list[dict[str, Any]] = [{"by": "self"}, {"by": "discard"}]
    kinds = {kind for kind, _ in melds}
    ways += [{"by": "kong", "kong": "exposed"}] * ("kong" in kinds)
    ways += [{"by": "kong", "kong": "concealed"}] * ("concealed_kong" in kinds)
    ways += [{"by": "rob"}] * (held[tile] == 1 and tile != wild)
    said = chance.choice(ways)
    wind = chance.choice([None, 27, 28, 29, 30])
    flowers = tuple(chance.sample(laid, chance.randrange(min(9, len(laid)) + 1)))
    return Context(tile=tile, wind=wind, flowers=flowers, wild=wild, **said)


def sanmen(chance: random.Random) -> Dealt:
    """A hand of sanmen that wins, or would but for a tile."""
    groups = shape(chance, 4, 33)
    chance.shuffle(groups)
    groups.sort(key=len, reverse=True)
    melds = claim(chance, groups, Counter(tile for one in groups for tile in one), 4)
    hand = [tile for one in groups for tile in one]
    if chance.random() < 0.15:
        spoil(chance, hand, melds, range(34))
    said = context(chance, hand, melds, None, list(range(34, 42)))
    last = bool(said.flowers) and said.by in ("self", "discard") and chance.random() < 0.3
    return Dealt(hand, melds, said._replace(last_flower=last))


def wencheng(chance: random.Random, white_as_wild_face: bool = True, wilds: int | None = None) -> Dealt:
    """A hand of wencheng with up to three wild tiles that wins, or nearly does."""
    wild = chance.choice([*range(31), WHITE, WHITE])
    plays = white_as_wild_face and wild != WHITE
    while True:
        groups = shape(chance, 5, 30 if plays else WHITE)
        chance.shuffle(groups)
        groups.sort(key=len, reverse=True)
        natural = [[WHITE if plays and tile == wild else tile for tile in one] for one in groups]
        held = Counter(tile for one in natural for tile in one)
        if not held[wild]:
            break
    melds = claim(chance, natural, held, 5)
    hand = [tile for one in natural for tile in one]
    wanted = chance.randrange(4) if wilds is None else wilds
    whole = chance.random() < 0.25 and wanted == 3 and len(natural) > 1
    for place in range(3) if whole else chance.sample(range(len(hand)), min(wanted, len(hand))):
        hand[place] = wild
    if chance.random() < 0.15:
        spoil(chance, hand, melds, [face for face in range(WHITE + 1) if face != wild])
    said = context(chance, hand, melds, wild, [*(tile for tile in WHOLE if tile in (32, 33)), *range(34, 42)])
    if not melds and chance.random() < 0.4:
        if said.by == "self" and said.wind in (None, 27) and chance.random() < 0.6:
            said = said._replace(heaven=True, tile=chance.choice([None, said.tile]))
        elif said.by in ("self", "discard") and said.wind != 27:
            said = said._replace(earth=True)
    if chance.random() < 0.05:
        said = said._replace(tile=None, by="discard", kong=None, heaven=False)
    return Dealt(hand, melds, said)


def spoil(chance: random.Random, hand: list[int], melds: list[Meld], faces: Any) -> None:
    """Replaces a tile by another of which there is one more."""
    held = Counter([*hand, *(tile for _, tiles in melds for tile in tiles)])
    hand[chance.randrange(len(hand))] = chance.choice([face for face in faces if held[face] < 4])
