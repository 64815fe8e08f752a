"""The five pile games behind one set of functions: rank, judge and arrange by trying everything.

Cards are ints (N-1). Keys are tuples: the larger of two piles of a game, of whatever sizes, has the
larger key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import banker, biji, shisanshui
from .shapes import Key
from .text import BLACK_JOKER, RED_JOKER, OracleError, read_cards

Pile = tuple[int, ...]
Triple = tuple[Pile, Pile, Pile]
Keys = tuple[Key, Key, Key]
Utility = Any  # a callable, or anything indexed by a key or by the number that rank_of makes of one


class Game(NamedTuple):
    sizes: tuple[int, int, int]
    jokers: int
    strict: bool  # piles must increase, not merely not decrease
    options: dict[str, tuple[object, ...]]  # those that ranking heeds: their values, the default first
    ignored: tuple[str, ...] = ()  # options that only settlement heeds


GAMES = {
    "biji": Game((3, 3, 3), 2, True, {"joker_pair": ("lowest", "highest", "none")}),  # BJ-1, BJ-11
    "biji52": Game((3, 3, 3), 0, True, {}, ("bonuses",)),  # BJ-1, BJ-18, BJ-20
    "shisanshui": Game(  # SSS-6: equal piles are in order
        (3, 5, 5), 2, False, {"jokers": (2, 0), "wheel": ("second", "low")}, ("gun", "fouls")
    ),
    "baishisan": Game((3, 5, 5), 0, True, {}, ("dragon",)),  # BS-2, BS-7
    "shisanzhang": Game((3, 5, 5), 0, True, {}),  # BS-2
}


# ---- one pile ----------------------------------------------------------------------------------------------


def rank_key(game: str, cards: Sequence[int], **options: object) -> Key:
    """What a pile is worth, as a tuple: larger is stronger, over all pile sizes of the game."""
    chosen = _check_pile(game, cards, options)
    if game in ("biji", "biji52"):
        return biji.key(game, cards, chosen.get("joker_pair", "none"))
    if game == "shisanshui":
        return shisanshui.key(cards, chosen["wheel"])
    return banker.key(game, cards)


def category(game: str, cards: Sequence[int], **options: object) -> str:
    chosen = _check_pile(game, cards, options)
    if game in ("biji", "biji52"):
        return biji.find_category(cards, chosen.get("joker_pair", "none"))
    if game == "shisanshui":
        return shisanshui.find_category(cards, chosen["wheel"])
    return banker.find_category(game, cards)


def reading_order(game: str, cards: Sequence[int], **options: object) -> list[int]:
    """The cards as a player would lay them: groups first, then descending, a joker with the cards it joins.

    Equal ranks go by the game's order of suits; a straight that starts with the ace ends with it here.
    """
    chosen = _check_pile(game, cards, options)
    if game in ("biji", "biji52"):
        return biji.read(game, cards, chosen.get("joker_pair", "none"))
    if game == "shisanshui":
        return shisanshui.read(cards, chosen["wheel"])
    return banker.read(game, cards)


# ---- arrangements ------------------------------------------------------------------------------------------


def is_legal(game: str, piles: Sequence[Sequence[int]], **options: object) -> bool:
    """BJ-1, SSS-6, BS-2."""
    _check_cards(game, [card for pile in piles for card in pile], _check_options(game, options))
    if tuple(len(pile) for pile in piles) != GAMES[game].sizes:
        raise OracleError("wrong_count", None)
    first, middle, last = (rank_key(game, pile, **options) for pile in piles)
    return _in_order(game, first, middle, last)


def all_arrangements(game: str, hand: Sequence[int], **options: object) -> Iterator[tuple[Triple, Keys]]:
    """Every legal arrangement: its piles, first to last, and their keys."""
    ranked = _Ranked(game, hand, options)
    for masks, numbers in ranked.legal():
        yield ranked.piles(masks), ranked.keys_of(numbers)


def strongest(game: str, hand: Sequence[int], **options: object) -> tuple[Triple, Keys]:
    """SSS-20: the largest last pile, then the largest middle, then the largest first that is legal."""
    ranked = _Ranked(game, hand, options)
    masks, numbers = ranked.legal_arrays()
    places = np.arange(len(masks))
    for column in (
        numbers[:, 2],
        numbers[:, 1],
        numbers[:, 0],
        masks[:, 2],
        masks[:, 1],
    ):  # the masks as in _Ranked.best
        places = places[column[places] == column[places].max()]
    (best,) = places
    return ranked.piles(tuple(masks[best].tolist())), ranked.keys_of(tuple(numbers[best].tolist()))


def best_by_utility(
    game: str,
    hand: Sequence[int],
    utilities: Sequence[Utility],
    rank_of: Callable[[Key], Any] | None = None,
    **options: object,
) -> tuple[float, Triple, Keys]:
    """The legal arrangement with the largest sum first + middle + last of utilities; ties to the strongest.

    A utility is a callable or a mapping from key to number. ``rank_of`` turns a key into what the utilities
    take where that is not the key itself: with the library's strengths, utilities may be plain arrays.
    """
    ranked = _Ranked(game, hand, options)
    tables: list[list[float]] = []
    for utility in utilities:
        look_up = utility if callable(utility) else utility.__getitem__
        tables.append([look_up(rank_of(key) if rank_of else key) for key in ranked.keys])
    first_table, middle_table, last_table = tables

    def total(first: int, middle: int, last: int) -> float:
        return first_table[first] + middle_table[middle] + last_table[last]

    piles, keys = ranked.best(lambda f, m, b: (total(f, m, b), b, m, f))
    numbers = [ranked.keys.index(key) for key in keys]
    return total(*numbers), piles, keys


def pareto(game: str, hand: Sequence[int], **options: object) -> dict[Keys, Triple]:
    """Key triples that no other legal triple equals or beats in all three piles, an arrangement for each."""
    ranked = _Ranked(game, hand, options)
    shown: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for masks, numbers in ranked.legal():
        if numbers not in shown or masks[::-1] > shown[numbers][::-1]:  # as in _Ranked.best
            shown[numbers] = masks
    kept: list[tuple[int, int, int]] = []
    # In falling order of (last, middle, first) a triple can only be dominated by one that came before it.
    for triple in sorted(shown, key=lambda numbers: numbers[::-1], reverse=True):
        if not any(k[0] >= triple[0] and k[1] >= triple[1] and k[2] >= triple[2] for k in kept):
            kept.append(triple)
    return {ranked.keys_of(triple): ranked.piles(shown[triple]) for triple in kept}


class _Ranked:
    """A hand with all its piles ranked once: piles are bit masks over the hand, keys are numbered upwards."""

    def __init__(self, game: str, hand: Sequence[int], options: dict[str, object]) -> None:
        sizes = GAMES[game].sizes
        _check_cards(game, hand, _check_options(game, options))
        if len(hand) != sum(sizes):
            raise OracleError("wrong_count", None)
        self.game = game
        # In rising order, so that of two piles the one with the higher cards has the larger mask.
        self.hand = tuple(sorted(hand))
        key_of = {}
        for size in set(sizes):
            for places in combinations(range(len(hand)), size):
                pile = [self.hand[place] for place in places]
                key_of[_mask(places)] = rank_key(game, pile, **options)
        self.keys = sorted(set(key_of.values()))
        number = {key: index for index, key in enumerate(self.keys)}
        self.number_of = np.zeros(1 << len(hand), dtype=np.int64)
        for mask, key in key_of.items():
            self.number_of[mask] = number[key]

    def legal_arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The masks of the piles of every legal arrangement, and the numbers of their keys, a row each."""
        masks = _splits(GAMES[self.game].sizes)
        numbers = self.number_of[masks]
        rises = numbers[:, 1:] - numbers[:, :-1]
        legal = (rises > 0 if GAMES[self.game].strict else rises >= 0).all(axis=1)
        return masks[legal], numbers[legal]

    def legal(self) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
        masks, numbers = self.legal_arrays()
        for one, other in zip(masks.tolist(), numbers.tolist(), strict=True):
            yield tuple(one), tuple(other)

    def best(self, measure: Callable[[int, int, int], Any]) -> tuple[Triple, Keys]:
        """The legal arrangement of the largest measure; of equal ones that with the higher cards in the last,
        then in the middle pile."""
        masks, numbers = max(self.legal(), key=lambda found: (measure(*found[1]), found[0][2], found[0][1]))
        return self.piles(masks), self.keys_of(numbers)

    def keys_of(self, numbers: tuple[int, int, int]) -> Keys:
        return self.keys[numbers[0]], self.keys[numbers[1]], self.keys[numbers[2]]

    def piles(self, masks: tuple[int, int, int]) -> Triple:
        first, middle, last = (
            tuple(card for place, card in reversed(list(enumerate(self.hand))) if mask >> place & 1) for mask in masks
        )
        return first, middle, last


def _mask(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


@cache
def _splits(sizes: tuple[int, int, int]) -> NDArray[np.int64]:
    """Every way to lay a hand into three piles, as masks."""
    every = range(sum(sizes))
    found = []
    for first in combinations(every, sizes[0]):
        rest = [place for place in every if place not in first]
        for middle in combinations(rest, sizes[1]):
            taken = _mask(first) + _mask(middle)
            found.append((_mask(first), _mask(middle), _mask(every) - taken))
    return np.array(found, dtype=np.int64)


def _in_order(game: str, first: Key, middle: Key, last: Key) -> bool:
    if GAMES[game].strict:
        return first < middle < last
    return first <= middle <= last


# ---- checks (N-5) ------------------------------------------------------------------------------------------


def check_pile(game: str, text: str, **options: object) -> list[int]:
    """The cards of a pile's text, or a refusal that points into the text."""
    return _counted(text, _parse_for(game, text, options), GAMES[game].sizes)


def check_hand(game: str, text: str, **options: object) -> list[int]:
    """The cards of a hand's text, or a refusal that points into the text."""
    return _counted(text, _parse_for(game, text, options), [sum(GAMES[game].sizes)])


def _counted(text: str, cards: list[int], sizes: Sequence[int]) -> list[int]:
    """The cards, or a refusal that points at the first one too many."""
    if len(cards) not in sizes:
        raise OracleError("wrong_count", read_cards(text)[max(sizes)][1] if len(cards) > max(sizes) else None)
    return cards


def _parse_for(game: str, text: str, options: dict[str, object]) -> list[int]:
    found = read_cards(text)
    cards = [card for card, _ in found]
    try:
        _check_cards(game, cards, _check_options(game, options))
    except OracleError as refused:
        place = None if refused.position is None else found[refused.position][1]
        raise OracleError(refused.kind, place) from None
    return cards


def _check_options(game: str, options: dict[str, object]) -> dict[str, Any]:
    known = GAMES[game].options
    for name, value in options.items():
        if name not in GAMES[game].ignored and value not in known.get(name, ()):
            raise OracleError("unknown_option", None)
    return {name: options.get(name, values[0]) for name, values in known.items()}


def _check_cards(game: str, cards: Sequence[int], chosen: dict[str, Any]) -> None:
    jokers = chosen.get("jokers", GAMES[game].jokers)
    for index, card in enumerate(cards):
        if not 0 <= card <= RED_JOKER:
            raise OracleError("bad_card", index)
        if card >= BLACK_JOKER and not jokers:
            raise OracleError("not_in_deck", index)
        if card in cards[:index]:
            raise OracleError("duplicate_card", index)


def _check_pile(game: str, cards: Sequence[int], options: dict[str, object]) -> dict[str, Any]:
    chosen = _check_options(game, options)
    _check_cards(game, cards, chosen)
    if len(cards) not in GAMES[game].sizes:
        raise OracleError("wrong_count", None)
    return chosen
