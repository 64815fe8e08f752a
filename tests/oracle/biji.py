"""比机: biji (54 cards) and biji52. Clauses BJ-1..BJ-12 and BJ-18."""

from __future__ import annotations

from collections.abc import Sequence

from .shapes import Key, group_category, groups, run_index, runs, suit_weight
from .text import BLACK_JOKER, RED_JOKER

CATEGORIES = ("high_card", "pair", "straight", "flush", "straight_flush", "trips")  # BJ-2
SUITS = {"biji": "CDSH", "biji52": "DCHS"}  # weakest first: BJ-9, BJ-18
RUNS = runs(3, "low")  # BJ-3
SUITS_OF_JOKER = {BLACK_JOKER: "CS", RED_JOKER: "DH"}  # BJ-10

# Rank values here: 0 a joker (BJ-10), 1-13 the 2 to the ace, 14 the jokers as the highest pair (BJ-11).
JOKER_VALUE = 0
HIGHEST_VALUE = 14


def is_joker(card: int) -> bool:
    return card in (BLACK_JOKER, RED_JOKER)


def value(card: int) -> int:
    return JOKER_VALUE if is_joker(card) else card // 4 + 1


def joker_height(cards: Sequence[int]) -> int:
    """Red above black above none: decides between equal ranks (BJ-12)."""
    return 2 if RED_JOKER in cards else 1 if BLACK_JOKER in cards else 0


def one_suit(cards: Sequence[int]) -> bool:
    natural = {"CDHS"[card % 4] for card in cards if not is_joker(card)}
    jokers = [card for card in cards if is_joker(card)]
    if len(natural) != 1 or len(jokers) > 1:  # BJ-10: two jokers have no suit in common
        return False
    return all(natural <= set(SUITS_OF_JOKER[joker]) for joker in jokers)


def grouped_values(cards: Sequence[int], joker_pair: str) -> list[int]:
    """The three values in which equal ones make a group; the jokers' pair as the option has it (BJ-11)."""
    values = [value(card) for card in cards]
    if values.count(JOKER_VALUE) == 2 and joker_pair == "highest":
        return [HIGHEST_VALUE if v == JOKER_VALUE else v for v in values]
    return values


def find_category(cards: Sequence[int], joker_pair: str) -> str:
    ranks = [card // 4 for card in cards if not is_joker(card)]
    run = len(ranks) == 3 and run_index(ranks, RUNS) is not None  # BJ-10: a joker has no rank for a straight
    if one_suit(cards):
        return "straight_flush" if run else "flush"
    if run:
        return "straight"
    values = grouped_values(cards, joker_pair)
    if values.count(JOKER_VALUE) == 2 and joker_pair == "none":
        return "high_card"
    return group_category(values)


def key(game: str, cards: Sequence[int], joker_pair: str) -> Key:
    name = find_category(cards, joker_pair)
    natural = [card for card in cards if not is_joker(card)]
    descending = tuple(sorted((value(card) for card in cards), reverse=True))
    largest = max(natural, key=lambda card: (card // 4, suit_weight(card, SUITS[game])))
    largest_suit = suit_weight(largest, SUITS[game])

    if name == "high_card":  # BJ-4; BJ-12 comes before the suit, or it could never decide
        rest: Key = (descending, joker_height(cards), largest_suit)
    elif name == "pair":  # BJ-5
        (_, pair), (_, kicker) = groups(grouped_values(cards, joker_pair))
        if game == "biji52":
            rest = (pair, kicker, largest_suit)
        elif kicker == JOKER_VALUE:  # BJ-12
            rest = (pair, kicker, joker_height(cards))
        else:
            [kicker_card] = [card for card in natural if value(card) == kicker]
            rest = (pair, kicker, suit_weight(kicker_card, SUITS[game]))
    elif name in ("straight", "straight_flush"):  # BJ-3, BJ-6
        height = run_index([card // 4 for card in cards], RUNS)
        assert height is not None
        [top] = [card for card in cards if card // 4 == RUNS[height][-1]]
        rest = (height, suit_weight(top, SUITS[game]))
    elif name == "flush" and game == "biji":  # BJ-7, BJ-10: one card measures it
        rest = (value(largest), largest_suit)
    elif name == "flush":  # BJ-7
        rest = (descending, largest_suit)
    else:  # BJ-8
        rest = (descending[0],)
    return (CATEGORIES.index(name), *rest)


def read(game: str, cards: Sequence[int], joker_pair: str) -> list[int]:
    """Groups first, then descending; jokers last unless they are the pair; the ace of A23 at its low end."""
    name = find_category(cards, joker_pair)
    values = grouped_values(cards, joker_pair)
    if name in ("straight", "straight_flush"):
        height = run_index([card // 4 for card in cards], RUNS)
        assert height is not None
        return sorted(cards, key=lambda card: RUNS[height].index(card // 4), reverse=True)

    def place(card: int) -> tuple[int, int, int]:
        here = values[list(cards).index(card)]
        group = values.count(here) if name in ("pair", "trips") else 1
        return group, here, joker_height([card]) if is_joker(card) else suit_weight(card, SUITS[game])

    return sorted(cards, key=place, reverse=True)
