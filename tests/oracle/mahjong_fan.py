"""What a win is worth: every reading of a hand by brute force, from SM-1 to SM-10 and WC-1 to WC-16.

Wild tiles are replaced by every combination of faces, every combination is split in every way into melds and a pair,
and each split is counted by the clauses. Nothing here is fast, and nothing is shared with the core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

WHITE, GREEN, RED = 31, 32, 33
WINDS = (27, 28, 29, 30)

SANMEN = {  # SM-7
    "win": 1, "self_draw": 1, "mixed_suit": 2, "pure_suit": 3, "kong_draw": 1, "four_flowers": 1,
}  # fmt: skip
WENCHENG = {
    "win": 1, "wild": 1,  # WC-4
    "kong_tile": 1, "self_draw": 1,  # WC-5
    "all_chows": 1,  # WC-6
    "pure_suit": 10, "mixed_suit": 5,  # WC-7
    "all_pungs": 5,  # WC-8
    "own_wind": 1, "own_wind_exposed": 2, "own_wind_concealed": 3,  # WC-9
    "exposed_kong": 1, "concealed_kong": 2, "robbed_kong": 1,  # WC-10
    "kong_draw": 1, "kong_draw_concealed": 2,  # WC-11
    "three_wilds_down": 5, "three_wilds": 9,  # WC-12
    "wild_pung": 39,  # WC-13
    "heaven": 10, "earth": 5,  # WC-14
}  # fmt: skip

Group = tuple[int, ...]
Meld = tuple[str, tuple[int, ...]]


class Result(NamedTuple):
    """Whether the hand wins, and the items of the reading that gives the most."""

    win: bool
    total: int
    items: dict[str, int]


class Context(NamedTuple):
    """How the hand was won."""

    tile: int | None = None
    by: str = "self"
    kong: str | None = None
    wind: int | None = None
    flowers: tuple[int, ...] = ()
    wild: int | None = None
    heaven: bool = False
    earth: bool = False
    last_flower: bool = False


def splits(counts: Counter[int]) -> Iterator[tuple[Group, ...]]:
    """Every way to part tiles into chows, pungs and one pair."""
    yield from set(_splits(dict(counts), False))


def _splits(counts: dict[int, int], paired: bool) -> Iterator[tuple[Group, ...]]:
    left = [tile for tile in sorted(counts) if counts[tile]]
    if not left:
        if paired:
            yield ()
        return
    low = left[0]
    options: list[tuple[Group, bool]] = [((low, low, low), paired)]
    if not paired:
        options.append(((low, low), True))
    if low < 27 and low % 9 <= 6:
        options.append(((low, low + 1, low + 2), paired))
    for group, then in options:
        rest = dict(counts)
        for tile in group:
            rest[tile] = rest.get(tile, 0) - 1
        if min(rest.values()) >= 0:
            for others in _splits(rest, then):
                yield tuple(sorted((group, *others)))


def sanmen(hand: Sequence[int], melds: Sequence[Meld], context: Context) -> Result:
    """SM-1, SM-2, SM-5, SM-7."""
    if not any(True for _ in splits(Counter(hand))):
        return Result(False, 0, {})
    items = {"win": SANMEN["win"]}
    if context.by in ("self", "kong"):
        items["self_draw"] = SANMEN["self_draw"]
    if context.by == "kong":
        items["kong_draw"] = SANMEN["kong_draw"]
    suit = suit_item([*hand, *(tile for _, tiles in melds for tile in tiles)])
    if suit is not None:
        items[suit] = SANMEN[suit]
    flowers = context.flowers[:-1] if context.last_flower else context.flowers
    sets = {34, 35, 36, 37} <= set(flowers), {38, 39, 40, 41} <= set(flowers)
    if any(sets):
        items["four_flowers"] = SANMEN["four_flowers"] * sum(sets)
    return Result(True, sum(items.values()), items)


def suit_item(tiles: Sequence[int]) -> str | None:
    """SM-2, WC-7."""
    suits = {tile // 9 for tile in tiles if tile < 27}
    honours = any(tile >= 27 for tile in tiles)
    if len(suits) > 1:
        return None
    return "mixed_suit" if suits and honours else "pure_suit"


def wencheng(hand: Sequence[int], melds: Sequence[Meld], context: Context, white_as_wild_face: bool = True) -> Result:
    """WC-2 and WC-4 to WC-15."""

    def face(tile: int) -> int:
        if tile == WHITE and white_as_wild_face and context.wild is not None:
            return context.wild
        return tile

    wilds = sum(tile == context.wild for tile in hand)
    natural = [face(tile) for tile in hand if tile != context.wild]
    claimed = [(kind, tuple(sorted(map(face, tiles)))) for kind, tiles in melds]
    best: Result | None = None
    for stands_for in combinations_with_replacement(range(WHITE + 1), wilds):
        for split in splits(Counter([*natural, *stands_for])):
            for items in _readings(split, stands_for, claimed, context, face):
                total = sum(items.values())
                if best is None or total > best.total:
                    best = Result(True, total, items)
    if best is not None:
        return best
    if wilds == 3:  # WC-12
        return Result(True, WENCHENG["three_wilds_down"], {"three_wilds_down": WENCHENG["three_wilds_down"]})
    return Result(False, 0, {})


def _readings(
    split: tuple[Group, ...],
    stands_for: tuple[int, ...],
    claimed: Sequence[Meld],
    context: Context,
    face: object,
) -> Iterator[dict[str, int]]:
    """The items of one split, once for each thing that the wild tiles can be in it."""
    amount = WENCHENG
    items = {"win": amount["win"]}
    wilds = len(stands_for)
    if wilds in (1, 2):
        items["wild"] = amount["wild"] * wilds  # WC-4
    kong_tiles = sum(tile in (GREEN, RED, 38, 39, 40, 41) for tile in context.flowers)
    if kong_tiles:
        items["kong_tile"] = amount["kong_tile"] * kong_tiles
    if context.by in ("self", "kong"):
        items["self_draw"] = amount["self_draw"]
    if context.by == "rob":
        items["robbed_kong"] = amount["robbed_kong"]
    if context.by == "kong":
        items["kong_draw"] = amount["kong_draw" if context.kong == "exposed" else "kong_draw_concealed"]
    for name in ("heaven", "earth"):
        if getattr(context, name):
            items[name] = amount[name]
    played = [tile for group in split for tile in group] + [tile for _, tiles in claimed for tile in tiles]
    suit = suit_item(played)
    if suit is not None:
        items[suit] = amount[suit]

    chows = [group for group in split if len(group) == 3 and group[0] != group[1]]
    pungs = [group for group in split if len(group) == 3 and group[0] == group[1]]
    exposed_chows = any(kind == "chow" for kind, _ in claimed)
    if not chows and not exposed_chows:
        items["all_pungs"] = amount["all_pungs"]
    only_chows = not pungs and all(kind == "chow" for kind, _ in claimed) and max(played) < 27
    if only_chows and _ends_a_chow(chows, stands_for, context, face):
        items["all_chows"] = amount["all_chows"]

    winds = [amount["own_wind"] for group in pungs if group[0] == context.wind]
    exposed = concealed = 0
    for kind, tiles in claimed:
        own = tiles[0] == context.wind
        if kind == "kong":
            exposed += not own
            winds += [amount["own_wind_exposed"]] * own
        elif kind == "concealed_kong":
            concealed += not own
            winds += [amount["own_wind_concealed"]] * own
        elif kind == "pung" and own:
            winds.append(amount["own_wind"])
    if winds:
        items["own_wind"] = max(winds)
    if exposed:
        items["exposed_kong"] = amount["exposed_kong"] * exposed
    if concealed:
        items["concealed_kong"] = amount["concealed_kong"] * concealed

    if wilds < 3:
        yield items
        return
    together = stands_for in pungs
    if together:  # WC-13: the three of them are that pung
        yield {**items, "wild_pung": amount["wild_pung"]}
    # WC-12: they are apart, if need be because a natural tile of the face is in the pung instead of one of them
    if not together or sum(group.count(stands_for[0]) for group in split) > 3:
        yield {**items, "three_wilds": amount["three_wilds"]}


def _ends_a_chow(chows: list[Group], stands_for: tuple[int, ...], context: Context, face: object) -> bool:
    """WC-6: the tile won with can be the first or the last of a chow. A dealt hand has no such tile: any will do."""
    ends = {tile for chow in chows for tile in (chow[0], chow[2])}
    if context.tile is None:
        return context.heaven and bool(ends)
    if context.tile == context.wild:
        return bool(ends & set(stands_for))
    return face(context.tile) in ends  # type: ignore[operator]


# ---- settlement


HIT_TILES = (  # SM-8, by seat from the dealer
    {0, 4, 8, 9, 13, 17, 18, 22, 26, 27, 33, 34, 38},
    {1, 5, 10, 14, 19, 23, 28, 32, 35, 39},
    {2, 6, 11, 15, 20, 24, 29, 31, 36, 40},
    {3, 7, 12, 16, 21, 25, 30, 37, 41},
)


def settle_sanmen(
    winner: int, payer: int | None, points: int, codes: Sequence[int], claims: Sequence[Sequence[int]], base: int = 1
) -> list[int]:
    """SM-8 to SM-10, where one partner at most is liable or only one of them fed the winner."""
    amount = base * (points + sum(code in HIT_TILES[winner] for code in codes))
    net = [0, 0, 0, 0]
    if payer is not None:
        net[winner] += amount
        net[payer] -= amount
        return net
    fed = [other for other in range(4) if claims[winner].count(other) >= 3]
    claimed = [other for other in range(4) if claims[other].count(winner) >= 3]
    liable = (fed or claimed)[:1]
    for other in range(4):
        if other != winner:
            net[winner] += amount
            net[liable[0] if liable else other] -= amount
    return net


def settle_wencheng(winner: int, payer: int | None, fan: int, base: int = 1, only_discarder: bool = False) -> list[int]:
    """WC-16."""
    net = [0, 0, 0, 0]
    for other in range(4):
        if other != winner and (payer is None or not only_discarder or payer == other):
            net[winner] += base * fan
            net[other] -= base * fan
    return net
