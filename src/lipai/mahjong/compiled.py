"""From the tables of a mahjong rule file to what the core works with."""

from __future__ import annotations

from typing import Final

from lipai._native import tiles as _tiles
from lipai._native.fan import Fan, Payment
from lipai.rules.mahjong import MahjongRules

WHITE: Final = 31


def compile_fan(rules: MahjongRules) -> Fan:
    """The amounts of the rules."""
    amounts: dict[str, int] = {}
    for name, fan in rules.fan.items():
        amounts[name] = fan.amount
        if fan.exposed is not None:
            amounts[f"{name}.exposed"] = fan.exposed
        if fan.concealed is not None:
            amounts[f"{name}.concealed"] = fan.concealed
    hand = rules.hand
    return Fan(hand.melds, hand.wild, hand.white_as_wild_face, hand.laid, hand.kong_tiles or "", amounts)


def compile_payment(rules: MahjongRules) -> Payment:
    """Who pays under the rules."""
    payment, codes, melds = rules.payment, rules.codes, rules.hand.melds
    if codes is None:
        return Payment(payment.worth, payment.payer, melds, payment.liability, 0, 0, ())
    return Payment(payment.worth, payment.payer, melds, payment.liability, codes.count, codes.amount, codes.seats)


def laid_tiles(rules: MahjongRules) -> frozenset[int]:
    """The tiles that are laid open and replaced, and are no part of a hand."""
    return frozenset(_tiles.parse(rules.hand.laid))


def face_of(rules: MahjongRules, tile: int, wild: int | None) -> int:
    """The face that a natural tile plays as (WC-2)."""
    if tile == WHITE and wild is not None and rules.hand.white_as_wild_face:
        return wild
    return tile
