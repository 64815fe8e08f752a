"""Cards as text: N-1, N-2, N-3 and N-5."""

from __future__ import annotations

from collections.abc import Iterable

RANK_LETTERS = "23456789TJQKA"  # N-1: rank 0-12
SUIT_LETTERS = "CDHS"  # N-1: suit 0-3
SEPARATORS = " ,\t\r\n"  # N-3
BLACK_JOKER, RED_JOKER = 52, 53

# N-3: these may stand before or behind the rank; the letters C D H S only behind it (N-2).
SUIT_NAMES = {
    "♣": 0, "梅花": 0, "草花": 0,
    "♦": 1, "方块": 1, "方塊": 1, "方片": 1,
    "♥": 2, "红桃": 2, "紅桃": 2,
    "♠": 3, "黑桃": 3,
}  # fmt: skip
JOKER_NAMES = {"BJ": BLACK_JOKER, "小王": BLACK_JOKER, "RJ": RED_JOKER, "大王": RED_JOKER}


class OracleError(ValueError):
    """A refusal (N-5): what is wrong, and at which character of a text or at which card of a list.

    ``position`` is None where no single card is at fault, as with a wrong number of cards.
    """

    def __init__(self, kind: str, position: int | None) -> None:
        super().__init__(f"{kind} at {position}")
        self.kind = kind
        self.position = position


def parse(text: str) -> list[int]:
    """Card codes of a text; ``bad_card`` or ``duplicate_card`` at the offset of the first token at fault."""
    return [card for card, _ in read_cards(text)]


def read_cards(text: str) -> list[tuple[int, int]]:
    """(card, offset of its first character) of a text."""
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(text):
        if text[place] in SEPARATORS:
            place += 1
            continue
        token = _card_at(text, place)
        if token is None:
            raise OracleError("bad_card", place)
        card, length = token
        if any(card == earlier for earlier, _ in found):
            raise OracleError("duplicate_card", place)
        found.append((card, place))
        place += length
    return found


def format(cards: Iterable[int]) -> str:
    """Canonical text (N-2)."""
    names = []
    for card in cards:
        if card == BLACK_JOKER:
            names.append("BJ")
        elif card == RED_JOKER:
            names.append("RJ")
        else:
            names.append(RANK_LETTERS[card // 4] + SUIT_LETTERS[card % 4])
    return " ".join(names)


def _card_at(text: str, place: int) -> tuple[int, int] | None:
    """The card that starts at ``place`` and the number of characters it takes."""
    for name, card in JOKER_NAMES.items():
        if text[place : place + 2].upper() == name:
            return card, 2
    rank = _rank_at(text, place)
    if rank is not None:
        suit = _suit_name_at(text, place + rank[1]) or _suit_letter_at(text, place + rank[1])
    else:
        suit = _suit_name_at(text, place)
        if suit is not None:
            rank = _rank_at(text, place + suit[1])
    if rank is None or suit is None:
        return None
    return rank[0] * 4 + suit[0], rank[1] + suit[1]


def _rank_at(text: str, place: int) -> tuple[int, int] | None:
    if text[place : place + 2] == "10":
        return RANK_LETTERS.index("T"), 2
    letter = _letter_at(text, place)
    if letter and letter in RANK_LETTERS:
        return RANK_LETTERS.index(letter), 1
    return None


def _letter_at(text: str, place: int) -> str:
    """One character in upper case; some letters outside ASCII have capitals within, and must not pass."""
    letter = text[place : place + 1]
    return letter.upper() if letter.isascii() else ""


def _suit_name_at(text: str, place: int) -> tuple[int, int] | None:
    for name, suit in SUIT_NAMES.items():
        if text.startswith(name, place):
            return suit, len(name)
    return None


def _suit_letter_at(text: str, place: int) -> tuple[int, int] | None:
    letter = _letter_at(text, place)
    if letter and letter in SUIT_LETTERS:
        return SUIT_LETTERS.index(letter), 1
    return None
