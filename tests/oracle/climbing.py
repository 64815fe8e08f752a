"""Climbing games: doudizhu (DDZ-4 to DDZ-11) and guanpai (GP-2 to GP-7), by trying everything.

Suits never count, so cards are text of bare ranks and a hand is how often it has each rank: 15 counts, from the 3
up to the red joker.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tests.oracle.text import OracleError

RANKS = "3456789TJQKA2XD"  # DDZ-4, GP-2, weakest first; X the black joker, D the red one
TWO, BLACK, RED = 12, 13, 14
NONE = (0,) * len(RANKS)
DECKS = {
    "doudizhu": (4,) * 13 + (1, 1),
    "guanpai": (4,) * 12 + (1, 0, 0),  # GP-1: three twos and both jokers are out
}

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Options:
    """The options of DDZ-7 and DDZ-10."""

    distinct_wings: bool = False
    shuttle: bool = False


DEFAULT = Options()


@dataclass(frozen=True)
class Reading:
    """What a set of cards is played as. ``rank`` is the highest of the body, which is ``length`` groups of ``size``."""

    kind: str
    rank: int
    length: int
    size: int
    kickers: Counts

    @property
    def body(self) -> Counts:
        lowest = self.rank - self.length + 1
        if self.kind == "rocket":
            return tuple(int(rank in (BLACK, RED)) for rank in range(len(RANKS)))
        return tuple(self.size * (lowest <= rank <= self.rank) for rank in range(len(RANKS)))

    @property
    def text(self) -> str:
        """Body, then kickers, each from the lowest card up."""
        return _letters(self.body) + _letters(self.kickers)


# ---- text


def read(text: str, game: str = "doudizhu") -> Counts:
    """The counts of a text of bare ranks; refused where the deck has no such card or not so many."""
    counts = [0] * len(RANKS)
    for place, letter in enumerate(text):
        if letter not in RANKS:
            raise OracleError("bad_card", place)
        rank = RANKS.index(letter)
        counts[rank] += 1
        if counts[rank] > DECKS[game][rank]:
            raise OracleError("duplicate_card" if DECKS[game][rank] else "not_in_deck", place)
    return tuple(counts)


def _letters(counts: Counts) -> str:
    return "".join(letter * n for letter, n in zip(RANKS, counts, strict=True))


def write(counts: Counts) -> str:
    """From the lowest card up; a red joker after one other card stands apart, or both would read as a diamond (N-4)."""
    letters = _letters(counts)
    return " ".join(letters) if len(letters) == 2 and letters[1] == "D" and letters[0] != "X" else letters


# ---- readings


@lru_cache(maxsize=1 << 18)
def classify(cards: Counts, game: str, options: Options = DEFAULT) -> tuple[Reading, ...]:
    """Every reading, the longest body first, then without kickers before with, then the highest rank."""
    found = list(_doudizhu(cards, options) if game == "doudizhu" else _guanpai(cards))
    found.sort(key=lambda one: (-sum(one.body), sum(one.kickers) > 0, -one.rank))
    return tuple(found)


def _doudizhu(cards: Counts, options: Options) -> Iterator[Reading]:
    if cards[BLACK] and cards[RED] and sum(cards) == 2:  # DDZ-6: both jokers are the rocket and nothing else
        yield Reading("rocket", RED, 1, 2, NONE)
        return
    for size, kind in (1, "single"), (2, "pair"), (3, "trio"), (4, "bomb"):  # DDZ-5
        yield from _plays(cards, kind, size, 1, 1, RED)
    yield from _plays(cards, "straight", 1, 5, 12, TWO - 1)  # no 2 in what runs over several ranks
    yield from _plays(cards, "pairs", 2, 3, 10, TWO - 1)
    yield from _plays(cards, "airplane", 3, 2, 12, TWO - 1)
    kinds = [("trio", 3, 1, 1, TWO, 1), ("airplane", 3, 2, 12, TWO - 1, 1), ("quad", 4, 1, 1, TWO, 2)]
    if options.shuttle:  # DDZ-10
        yield from _plays(cards, "shuttle", 4, 2, 12, TWO - 1)
        kinds.append(("shuttle", 4, 2, 12, TWO - 1, 2))
    for kind, size, fewest, most, top, each in kinds:
        names = ("_single", "_pair") if kind == "trio" else ("_singles", "_pairs")
        for one in _plays(cards, kind + names[0], size, fewest, most, top, each):
            if _singles_allowed(one.kickers, kind, options):
                yield one
        for one in _plays(cards, kind + names[1], size, fewest, most, top, 2 * each):
            # DDZ-6, DDZ-7: pairs of different ranks, and two jokers are none
            if all(count in (0, 2) for count in one.kickers):
                yield one


def _singles_allowed(kickers: Counts, kind: str, options: Options) -> bool:
    """DDZ-7. That the two singles of one quad may be equal stands in the text, so the option leaves it alone."""
    if not options.distinct_wings:
        return True
    if kickers[BLACK] and kickers[RED]:
        return False
    return kind == "quad" or max(kickers) <= 1


def _guanpai(cards: Counts) -> Iterator[Reading]:
    queen = RANKS.index("Q")
    yield from _plays(cards, "single", 1, 1, 1, TWO)
    yield from _plays(cards, "pair", 2, 1, 1, TWO)
    for one in _plays(cards, "trio", 3, 1, 1, TWO):  # GP-5: three queens are the smallest bomb and no trio
        yield Reading("bomb", queen, 1, 3, NONE) if one.rank == queen else one
    for one in _plays(cards, "trio_pair", 3, 1, 1, TWO, 2):
        if max(one.kickers) == 2:
            yield one
    yield from _plays(cards, "pairs", 2, 2, 12, TWO - 1)  # GP-4
    yield from _plays(cards, "trios", 3, 2, 12, TWO - 1)
    yield from _plays(cards, "straight", 1, 5, 12, TWO - 1)
    yield from _plays(cards, "bomb", 4, 1, 1, TWO)  # GP-5: with or without a single card
    yield from _plays(cards, "bomb", 4, 1, 1, TWO, 1)
    for one in _plays(cards, "quad_three", 4, 1, 1, TWO, 3):
        if max(one.kickers) >= 2:  # GP-6: any pair and any card, which may be of the pair's rank
            yield one


def _plays(
    cards: Counts, kind: str, size: int, fewest: int, most: int, top: int, kickers: int = 0
) -> Iterator[Reading]:
    """Every way to see all the cards as a body of neighbouring groups, with so many kickers for each group.

    The number of cards says how many groups there must be. No kicker is of a rank of the body (DDZ-7).
    """
    length, rest = divmod(sum(cards), size + kickers)
    if rest or not fewest <= length <= most:
        return
    for rank in range(length - 1, top + 1):
        body = range(rank - length + 1, rank + 1)
        if all(cards[at] == size for at in body):
            yield Reading(kind, rank, length, size, tuple(0 if at in body else n for at, n in enumerate(cards)))


def _less(cards: Counts, body: Counts) -> Counts:
    return tuple(a - b for a, b in zip(cards, body, strict=True))


def is_shuttle(cards: Counts) -> bool:
    """Whether the cards hold two neighbouring quads or more and can be read as a shuttle (DDZ-10)."""
    return any(one.kind.startswith("shuttle") for one in classify(cards, "doudizhu", Options(shuttle=True)))


# ---- order


def reading_beats(new: Reading, old: Reading) -> bool:
    """DDZ-9, GP-5, GP-7."""
    if new.kind == "rocket" or old.kind == "rocket":
        return old.kind != "rocket"
    if new.kind == "bomb" and old.kind == "bomb":
        return (new.size, new.rank) > (old.size, old.rank)  # three queens below every quad
    if new.kind == "bomb":
        return True
    return new.kind == old.kind and new.length == old.length and new.rank > old.rank


def over_reading(over: str, game: str, options: Options = DEFAULT, kind: str = "", length: int = 0) -> Reading:
    """The reading of the last play: the first, or the one named."""
    for reading in classify(read(over, game), game, options):
        if kind in ("", reading.kind) and length in (0, reading.length):
            return reading
    raise OracleError("illegal_play", None)


def beats(cards: str, over: Reading, game: str, options: Options = DEFAULT) -> Reading | None:
    """The first reading of the cards that beats the last play, if there is one (DDZ-8)."""
    return next((one for one in classify(read(cards, game), game, options) if reading_beats(one, over)), None)


# ---- moves and splits


def subsets(hand: Counts) -> Iterator[Counts]:
    """Every set of one card or more that the hand holds."""
    for counts in itertools.product(*(range(n + 1) for n in hand)):
        if any(counts):
            yield counts


def moves(hand: Counts, game: str, over: Reading | None = None, options: Options = DEFAULT) -> list[str]:
    """What can be led, or played on the last play; a set of cards by its first reading, sorted as text."""
    found = []
    for cards in subsets(hand):
        readings = classify(cards, game, options)
        if readings and (over is None or any(reading_beats(one, over) for one in readings)):
            found.append(readings[0].text)
    return sorted(found)


@lru_cache(maxsize=1 << 18)
def fewest_plays(hand: Counts, game: str, options: Options = DEFAULT) -> int:
    """The fewest plays that a hand can be parted into. Some play has the lowest card, so only those are tried."""
    if not any(hand):
        return 0
    lowest = next(rank for rank, n in enumerate(hand) if n)
    return 1 + min(
        fewest_plays(_less(hand, cards), game, options)
        for cards in subsets(hand)
        if cards[lowest] and classify(cards, game, options)
    )
