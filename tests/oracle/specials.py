"""Specials of 十三水 and of the banker games, bonuses of 比机: SSS-17, SSS-21..30, BS-5, BS-7, BS-12, BJ-14..17.

Cards are ints (N-1). A joker stands for any card (SSS-30), also for one that is in the hand already, as five of a kind
needs it to. Every special takes all the cards of the hand, so a special is made with the jokers that the hand holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from .piles import category, is_legal
from .text import OracleError

RANKS = "23456789TJQKA"
RED_SUITS, BLACK_SUITS = {1, 2}, {0, 3}
JOKERS = (52, 53)


class Special(NamedTuple):
    name: str
    points: int  # water, or for bonuses the multiple of the unit (BJ-14); 0 where a banker's bet decides
    jokers: int


# SSS-17, weakest first. double_full_house is there only with its option.
POINTS = {
    "three_flushes": 3,
    "three_straights": 3,
    "six_pairs": 3,
    "five_pairs_trips": 4,
    "four_trips": 5,
    "double_full_house": 6,
    "one_colour": 10,
    "all_small": 10,
    "all_big": 10,
    "three_quads": 16,
    "three_straight_flushes": 18,
    "twelve_royals": 24,
    "dragon": 26,
    "supreme_dragon": 52,
}
ORDER = list(POINTS)

MULTIPLES = {  # BJ-15, BJ-16, BJ-17
    "all_black": 1,
    "all_red": 1,
    "nine_run": 1,
    "quads": 1,
    "straight_flush_head": 2,
    "three_trips": 3,
}


def specials(
    game: str, hand: Sequence[int], piles: Sequence[Sequence[int]] | None = None, **options: Any
) -> list[Special]:
    """What a hand holds, in the order of the clauses; two quads are there twice (BJ-14).

    A sweep (BJ-15) is a matter of the whole table, so it is not among them.
    """
    jokers = sum(card in JOKERS for card in hand)
    if game == "shisanshui":
        names = [
            name
            for name in ORDER
            if (name != "double_full_house" or options.get("double_full_house", False)) and HOLDS[name](hand)
        ]
        return [Special(name, POINTS[name], jokers) for name in names]
    if game in ("baishisan", "shisanzhang"):
        return [Special("dragon", 0, jokers)] if banker_dragon(game, hand, **options) else []
    if game == "biji52" and not options.get("bonuses", False):  # BJ-20
        return []
    return [
        Special(name, MULTIPLES[name], jokers if name in ("all_black", "all_red") else 0)  # BJ-10
        for name in bonuses(game, hand, piles, **options)
    ]


def best(found: Sequence[Special]) -> Special | None:
    """SSS-25: the most points, then the latest in SSS-17."""
    return max(found, key=lambda special: (special.points, ORDER.index(special.name)), default=None)


# ---- 十三水 ----------------------------------------------------------------------------------------------------


def natural(hand: Sequence[int]) -> list[int]:
    return [card for card in hand if card not in JOKERS]


def rank_readings(hand: Sequence[int]) -> list[Counter[int]]:
    """How often each rank occurs, for each choice of ranks for the jokers (SSS-30)."""
    ranks = [card // 4 for card in natural(hand)]
    jokers = len(hand) - len(ranks)
    return [Counter([*ranks, *stand_ins]) for stand_ins in combinations_with_replacement(range(13), jokers)]


def some_reading(holds: Callable[[Counter[int]], bool]) -> Callable[[Sequence[int]], bool]:
    return lambda hand: any(holds(counts) for counts in rank_readings(hand))


def groups_of(counts: Counter[int], size: int) -> int:
    return sum(count // size for count in counts.values())


def without(counts: Counter[int], rank: int, number: int) -> Counter[int]:
    return Counter({**counts, rank: counts[rank] - number})


def six_pairs(counts: Counter[int]) -> bool:
    return groups_of(counts, 2) >= 6  # SSS-21: a quad is two pairs


def five_pairs_trips(counts: Counter[int]) -> bool:
    return any(n >= 3 and groups_of(without(counts, rank, 3), 2) == 5 for rank, n in counts.items())  # SSS-21


def four_trips(counts: Counter[int]) -> bool:
    return groups_of(counts, 3) >= 4  # SSS-22: a quad is trips and a card


def three_quads(counts: Counter[int]) -> bool:
    return groups_of(counts, 4) >= 3  # SSS-22


def double_full_house(counts: Counter[int]) -> bool:
    """SSS-17: two full houses, a pair and a card."""
    for first, n in counts.items():
        if n >= 3:
            rest = without(counts, first, 3)
            for second, m in rest.items():
                if m >= 3 and groups_of(without(rest, second, 3), 2) >= 3:
                    return True
    return False


def in_range(low: str, high: str) -> Callable[[Sequence[int]], bool]:
    def holds(hand: Sequence[int]) -> bool:
        return all(RANKS.index(low) <= card // 4 <= RANKS.index(high) for card in natural(hand))

    return holds


def one_colour(hand: Sequence[int]) -> bool:
    suits = {card % 4 for card in natural(hand)}
    return suits <= RED_SUITS or suits <= BLACK_SUITS  # SSS-23


def dragon(counts: Counter[int]) -> bool:
    return all(counts[rank] == 1 for rank in range(13))  # SSS-24


def supreme_dragon(hand: Sequence[int]) -> bool:
    return some_reading(dragon)(hand) and one_suit(hand)  # SSS-24


def one_suit(cards: Sequence[int]) -> bool:
    return len({card % 4 for card in natural(cards)}) <= 1


STRAIGHTS = {
    3: [{12, 0, 1}, *({low, low + 1, low + 2} for low in range(11))],  # SSS-27: A23 and QKA
    5: [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))],
}


def is_straight(cards: Sequence[int]) -> bool:
    """Natural cards of different ranks that fit into a run: the jokers fill its gaps."""
    ranks = [card // 4 for card in natural(cards)]
    return len(set(ranks)) == len(ranks) and any(set(ranks) <= run for run in STRAIGHTS[len(cards)])


def is_straight_flush(cards: Sequence[int]) -> bool:
    return is_straight(cards) and one_suit(cards)


def three_piles(is_pile: Callable[[Sequence[int]], bool]) -> Callable[[Sequence[int]], bool]:
    """SSS-26: is there a split into 3 + 5 + 5 with every pile so?"""

    def holds(hand: Sequence[int]) -> bool:
        places = range(len(hand))
        fives = [set(five) for five in combinations(places, 5) if is_pile([hand[i] for i in five])]
        for first, second in combinations(fives, 2):
            if not first & second and is_pile([hand[i] for i in places if i not in first | second]):
                return True
        return False

    return holds


HOLDS: dict[str, Callable[[Sequence[int]], bool]] = {
    "three_flushes": three_piles(one_suit),  # SSS-28
    "three_straights": three_piles(is_straight),  # SSS-27
    "six_pairs": some_reading(six_pairs),
    "five_pairs_trips": some_reading(five_pairs_trips),
    "four_trips": some_reading(four_trips),
    "double_full_house": some_reading(double_full_house),
    "one_colour": one_colour,
    "all_small": in_range("2", "8"),  # SSS-23
    "all_big": in_range("8", "A"),  # SSS-23
    "three_quads": some_reading(three_quads),
    "three_straight_flushes": three_piles(is_straight_flush),  # SSS-29
    "twelve_royals": in_range("J", "A"),  # SSS-23
    "dragon": some_reading(dragon),
    "supreme_dragon": supreme_dragon,
}


# ---- banker games ----------------------------------------------------------------------------------------------


def banker_dragon(game: str, hand: Sequence[int], **options: Any) -> bool:
    lowest = 1 if game == "baishisan" and options.get("dragon", "13") == "3-A" else 0  # BS-7, BS-12
    return set(range(lowest, 13)) <= {card // 4 for card in hand}


# ---- 比机 ------------------------------------------------------------------------------------------------------


def bonuses(game: str, hand: Sequence[int], piles: Sequence[Sequence[int]] | None, **options: Any) -> list[str]:
    """BJ-15..BJ-17; those bound to the arrangement only where it is given, and it must be legal then (BJ-16)."""
    found = []
    if piles is not None and not is_legal(game, piles, **ranking(game, options)):
        raise OracleError("foul", None)
    suits = {card % 4 for card in natural(hand)}
    if suits <= BLACK_SUITS and 53 not in hand:
        found.append("all_black")
    if suits <= RED_SUITS and 52 not in hand:
        found.append("all_red")
    ranks = Counter(card // 4 for card in natural(hand))
    runs = [{12, *range(8)}, *(set(range(low, low + 9)) for low in range(5))]  # A low or high
    if set(ranks) in runs:  # nine ranks, so no joker
        found.append("nine_run")
    found += ["quads"] * sum(count == 4 for count in ranks.values())  # BJ-14: two quads are two bonuses
    if piles is not None and category(game, piles[0], **ranking(game, options)) == "straight_flush":
        found.append("straight_flush_head")  # BJ-16
    if sorted(ranks.values()) == [3, 3, 3]:
        found.append("three_trips")  # BJ-17
    return found


def ranking(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options that ranking knows."""
    known = {"biji": {"joker_pair"}, "shisanshui": {"jokers", "wheel"}}.get(game, set())
    return {name: value for name, value in options.items() if name in known}
