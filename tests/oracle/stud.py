"""港式五张: wuzhang. Clauses WZ-1..WZ-13, for hands of five and for one to four up-cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from .shapes import ACE, Key, groups, run_index, suit_weight

RANKS = range(6, ACE + 1)  # WZ-1: 8 9 T J Q K A
DECK = tuple(4 * rank + suit for rank in RANKS for suit in range(4))
SUITS = "DCHS"  # WZ-1, weakest first
CATEGORIES = (  # WZ-1; WZ-10 has the same order, less the full house
    "high_card", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
)  # fmt: skip
BY_SIZES = {
    (4, 1): "quads", (4,): "quads", (3, 2): "full_house",
    (3, 1, 1): "trips", (3, 1): "trips", (3,): "trips",
    (2, 2, 1): "two_pair", (2, 2): "two_pair",
    (2, 1, 1, 1): "pair", (2, 1, 1): "pair", (2, 1): "pair", (2,): "pair",
}  # fmt: skip


def straights(length: int) -> list[tuple[int, ...]]:
    """WZ-2, WZ-10: smallest first, each from its low end; the ace before the 8 stands for a 7."""
    plain = [tuple(range(low, low + length)) for low in RANKS if low + length - 1 <= ACE]
    return [(ACE, *RANKS[: length - 1]), *plain]


STRAIGHTS = {4: straights(4), 5: straights(5)}


def category(cards: Sequence[int], up_straights: bool = True) -> str:
    """WZ-1; WZ-10 for fewer than five: no full house, straights and flushes of four cards only, if at all (D)."""
    ranks = [card // 4 for card in cards]
    if len(cards) == 5 or (len(cards) == 4 and up_straights):
        straight = run_index(ranks, STRAIGHTS[len(cards)]) is not None
        flush = len({card % 4 for card in cards}) == 1
        if straight or flush:
            return "straight_flush" if straight and flush else "straight" if straight else "flush"
    return BY_SIZES.get(tuple(size for size, _ in groups(ranks)), "high_card")


def key(cards: Sequence[int], up_straights: bool = True) -> Key:
    """What cards are worth: keys of as many cards compare as the cards do."""
    name = category(cards, up_straights)
    ranks = [card // 4 for card in cards]
    in_order = tuple(rank for _, rank in groups(ranks))  # the groups, then the single cards, descending
    place = CATEGORIES.index(name)
    if name in ("straight", "straight_flush"):  # WZ-3
        height = run_index(ranks, STRAIGHTS[len(cards)])
        decides = ACE if height == 0 else max(ranks)
        return place, height, best_suit(cards, decides)
    if name in ("quads", "full_house", "trips"):  # WZ-4
        return place, in_order[0]
    if name == "high_card":  # WZ-8
        return place, in_order[0], best_suit(cards, in_order[0])
    return place, in_order, best_suit(cards, in_order[0])  # WZ-5, WZ-6, WZ-7


def best_suit(cards: Sequence[int], rank: int) -> int:
    return max(suit_weight(card, SUITS) for card in cards if card // 4 == rank)


def read(cards: Sequence[int], up_straights: bool = True) -> list[int]:
    """Groups first, then descending; a straight from its top, so that the ace of a wheel comes last."""
    ranks = [card // 4 for card in cards]
    if category(cards, up_straights) in ("straight", "straight_flush"):
        run = STRAIGHTS[len(cards)][run_index(ranks, STRAIGHTS[len(cards)]) or 0]
        return sorted(cards, key=lambda card: run.index(card // 4), reverse=True)
    return sorted(cards, key=lambda card: (ranks.count(card // 4), card // 4, suit_weight(card, SUITS)), reverse=True)


def banker(up: Sequence[Sequence[int] | None], up_straights: bool = True) -> int:
    """WZ-10: the seat with the largest up-cards of those that have not folded."""
    playing = [seat for seat, cards in enumerate(up) if cards is not None]
    return max(playing, key=lambda seat: key(up[seat] or (), up_straights))


def showdown(hands: Sequence[Sequence[int] | None]) -> list[int]:
    """WZ-12: the seats that have not folded, the winner first."""
    playing = [seat for seat, cards in enumerate(hands) if cards is not None]
    return sorted(playing, key=lambda seat: key(hands[seat] or ()), reverse=True)


def equity(players: Sequence[tuple[bool, Sequence[int]]]) -> tuple[list[Fraction], int]:
    """WZ-13: each seat's chance and the number of deals; a seat is whether it has folded and what is known of it."""
    known = {card for _, cards in players for card in cards}
    playing = [seat for seat, (folded, _) in enumerate(players) if not folded]
    wins = [0] * len(players)
    if len(playing) == 1:  # WZ-12
        wins[playing[0]] = 1
    else:
        for hands in deals([players[seat][1] for seat in playing], [card for card in DECK if card not in known]):
            keys = [key(hand) for hand in hands]
            wins[playing[keys.index(max(keys))]] += 1
    return [Fraction(won, sum(wins)) for won in wins], sum(wins)


def deals(known: Sequence[Sequence[int]], unseen: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to fill up all hands to five."""
    if not known:
        yield []
        return
    for cards in combinations(unseen, 5 - len(known[0])):
        for others in deals(known[1:], [card for card in unseen if card not in cards]):
            yield [(*known[0], *cards), *others]
