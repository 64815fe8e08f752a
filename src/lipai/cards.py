"""Cards as codes and as text (N-1 to N-5)."""

from __future__ import annotations

from collections.abc import Sequence

from lipai._native import cards as _native

__all__ = ["CardInput", "format_cards", "parse_cards"]

CardInput = str | bytes | bytearray | Sequence[int] | Sequence[str]
"""Cards as a caller may give them: a text (N-2, N-3), bytes of codes, a sequence of codes or of card texts."""


def parse_cards(cards: CardInput) -> tuple[int, ...]:
    """Card codes (N-1) of a text; codes and card texts in a sequence are taken as well.

    A code is ``rank * 4 + suit``, from 0 for the two of clubs to 51 for the ace of spades; 52 is the black joker and
    53 the red one. Raises CardError for what is no card and DuplicateCardError for a card that is there twice, with
    the offending token and its position (N-5).

    >>> import lipai
    >>> lipai.parse_cards("AS, 10♥ 黑桃K 大王")
    (51, 34, 47, 53)
    """
    return tuple(_native.parse(cards))


def format_cards(cards: CardInput) -> str:
    """Canonical text (N-2) of cards. Raises CardError and DuplicateCardError as ``parse_cards`` does.

    >>> import lipai
    >>> lipai.format_cards([51, 34, 47, 53])
    'AS TH KS RJ'
    """
    return _native.format(cards)
