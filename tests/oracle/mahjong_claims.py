"""What each seat may do with a discard, by trying everything: SM-4, SM-5, and the wins of ``mahjong_fan``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.oracle import mahjong_fan
from tests.oracle.mahjong_fan import WHITE, Context, Meld

Claim = tuple[int, str, tuple[int, ...]]


def claims(
    game: str,
    discarder: int,
    tile: int,
    hands: Sequence[Sequence[int]],
    melds: Sequence[Sequence[Meld]],
    passed: Sequence[tuple[int, str, int | None]] = (),
    last: bool = False,
    wild: int | None = None,
    white_as_wild_face: bool = True,
) -> list[Claim]:
    """Wins, then kong and pung, then chow; among equals in turn from the discarder, chows from the lowest."""
    found: list[Claim] = []
    for rank in (("win",), ("kong", "pung"), ("chow",)):
        for action in rank:
            for seat in (discarder + 1, discarder + 2, discarder + 3):
                seat %= 4
                for laid in _options(game, action, seat, discarder, tile, hands, melds, wild, white_as_wild_face):
                    if last and action != "win":  # SM-5
                        continue
                    if (seat, action, tile) in passed or (seat, action, None) in passed:  # SM-4
                        continue
                    found.append((seat, action, laid))
    return found


def _options(
    game: str,
    action: str,
    seat: int,
    discarder: int,
    tile: int,
    hands: Sequence[Sequence[int]],
    melds: Sequence[Sequence[Meld]],
    wild: int | None,
    white_as_wild_face: bool,
) -> list[tuple[int, ...]]:
    """What the seat would lay open, or the tile itself for a win."""
    hand = hands[seat]
    if action == "win":
        context = Context(tile=tile, by="discard", wild=wild)
        if game == "sanmen":
            won = mahjong_fan.sanmen([*hand, tile], melds[seat], context)
        else:
            won = mahjong_fan.wencheng([*hand, tile], melds[seat], context, white_as_wild_face)
        return [(tile,)] if won.win else []

    def face(one: int) -> int:
        return wild if one == WHITE and wild is not None and white_as_wild_face else one

    if tile == wild or (action == "chow" and seat != (discarder + 1) % 4):
        return []
    natural = [one for one in hand if one != wild]
    made = set()
    for others in combinations(natural, 3 if action == "kong" else 2):
        laid = tuple(sorted([*others, tile], key=face))
        faces = [face(one) for one in laid]
        same = len(set(faces)) == 1
        low = faces[0]
        row = low < 27 and low // 9 == faces[2] // 9 and faces == [low, low + 1, low + 2]
        if row if action == "chow" else same:
            made.add(laid)
    return sorted(made, key=lambda laid: face(laid[0]))
