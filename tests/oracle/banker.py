"""摆十三张: baishisan and shisanzhang. Clauses BS-1, BS-2, BS-6, BS-8..BS-10, BS-13..BS-16."""

from __future__ import annotations

from collections.abc import Sequence

from .shapes import Key, group_category, group_ranks, groups, run_index, runs, suit_weight

CATEGORIES = (  # BS-1
    "high_card", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
)  # fmt: skip
SUITS = "DCHS"  # weakest first: BS-6
RUNS = {"baishisan": runs(5, "low"), "shisanzhang": runs(5, "second")}  # BS-8, BS-13


def find_category(game: str, cards: Sequence[int]) -> str:
    ranks = [card // 4 for card in cards]
    if len(cards) == 5:  # BS-1: a head has no straight and no flush
        run = run_index(ranks, RUNS[game]) is not None
        flush = len({card % 4 for card in cards}) == 1
        if run or flush:
            return "straight_flush" if run and flush else "straight" if run else "flush"
    return group_category(ranks)


def key(game: str, cards: Sequence[int]) -> Key:
    name = find_category(game, cards)
    ranks = [card // 4 for card in cards]
    leading = groups(ranks)[0][1]
    if name in ("straight", "straight_flush"):
        height = run_index(ranks, RUNS[game])
        assert height is not None
        # BS-10: the 5 measures the wheel of baishisan; BS-15: the ace that of shisanzhang.
        top = RUNS[game][height][-1] if game == "baishisan" else leading
        rest: Key = (height, highest_suit(cards, top))
    elif game == "baishisan" and name not in ("high_card", "pair"):  # BS-10: one card
        rest = (leading, highest_suit(cards, leading))
    elif game == "shisanzhang" and name in ("trips", "full_house", "quads"):  # BS-14, no suit in BS-15
        rest = (group_ranks(ranks),)
    else:  # BS-9, BS-14, BS-15: all ranks, then the suit of the largest card or of the (larger) pair
        rest = (group_ranks(ranks), highest_suit(cards, leading))
    return (CATEGORIES.index(name), *rest)


def highest_suit(cards: Sequence[int], rank: int) -> int:
    return max(suit_weight(card, SUITS) for card in cards if card // 4 == rank)


def read(game: str, cards: Sequence[int]) -> list[int]:
    """Groups first, then descending; the ace of A2345 at its low end."""
    ranks = [card // 4 for card in cards]
    if find_category(game, cards) in ("straight", "straight_flush"):
        height = run_index(ranks, RUNS[game])
        assert height is not None
        return sorted(cards, key=lambda card: RUNS[game][height].index(card // 4), reverse=True)
    return sorted(cards, key=lambda card: (ranks.count(card // 4), card // 4, suit_weight(card, SUITS)), reverse=True)
