"""Which rules of mahjong games make sense."""

from __future__ import annotations

from typing import Final

from lipai.rules.checks import check_options, refuse
from lipai.rules.mahjong import WILD_FAN, WITH_KONGS, MahjongRules
from lipai.rules.schema import Family

FLOWERS: Final = {f"{number}f" for number in range(1, 9)}


def check(rules: MahjongRules) -> None:
    """Refuses rules of the right shape that can't be played or compiled."""
    if rules.players != (4, 4):
        refuse("players", f"must be [4, 4], not {list(rules.players)}")
    _check_hand(rules)
    _check_fan(rules)
    _check_payment(rules)
    for key, claims in (("claims.passed", rules.claims.passed), ("claims.last", rules.claims.last)):
        if len(set(claims)) != len(claims):
            refuse(key, "holds a claim twice")
    check_options(rules)


def _check_hand(rules: MahjongRules) -> None:
    hand = rules.hand
    laid = tiles_of("hand.laid", hand.laid)
    if not laid >= FLOWERS:
        refuse("hand.laid", "must hold all flowers, 12345678f: no meld is made of them")
    if hand.kong_tiles is not None and not tiles_of("hand.kong_tiles", hand.kong_tiles) <= laid:
        refuse("hand.kong_tiles", "must be among the tiles of hand.laid")
    if hand.white_as_wild_face and not hand.wild:
        refuse("hand.white_as_wild_face", "has no meaning without wild tiles")
    if hand.white_as_wild_face and "5z" in laid:
        refuse("hand.white_as_wild_face", "has no meaning where white is laid open")


def _check_fan(rules: MahjongRules) -> None:
    hand = rules.hand
    if "win" not in rules.fan:
        refuse("fan.win", "is missing: a win is worth something")
    for name, fan in rules.fan.items():
        if name in WILD_FAN and not hand.wild:
            refuse(f"fan.{name}", "has no meaning without wild tiles")
        for kong, names in WITH_KONGS.items():
            if (getattr(fan, kong) is not None) != (name in names):
                refuse(f"fan.{name}.{kong}", f"belongs to {' and '.join(names)}, and to nothing else")
    if ("kong_tile" in rules.fan) != (hand.kong_tiles is not None):
        refuse("fan.kong_tile", "goes with hand.kong_tiles: both or neither")


def _check_payment(rules: MahjongRules) -> None:
    payment, codes = rules.payment, rules.codes
    if (payment.liability != 0) != (payment.liability_clause is not None):
        refuse("payment.liability_clause", "goes with payment.liability: both or neither")
    if codes is None:
        return
    seen: set[str] = set()
    for seat, tiles in enumerate(codes.seats):
        own = tiles_of(f"codes.seats[{seat}]", tiles)
        if own & seen:
            refuse("codes.seats", f"{min(own & seen)} belongs to two seats")
        seen |= own


def tiles_of(key: str, text: str) -> set[str]:
    """The tiles of a text, each as a text; RulesError if one is there twice."""
    found: list[str] = []
    numbers = ""
    for letter in text:
        if letter.isdigit():
            numbers += letter
        else:
            found += [number + letter for number in numbers]
            numbers = ""
    if len(set(found)) != len(found):
        refuse(key, "holds a tile twice")
    return set(found)


FAMILY: Final = Family(MahjongRules, check)
