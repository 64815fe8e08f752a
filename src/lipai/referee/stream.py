"""Random words without state: the word number i of deal d under a seed is a hash of the three.

So any deal of a long run can be made anywhere, by itself, and is the same. A shuffled deck is the one that the core's
generator of deals makes of the same seed and number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
# The core takes the words from 0 on for a deck; what else is drawn for a deal takes words far from those.
BESIDE: Final = 1 << 20
PLAYERS: Final = 1 << 24


def scramble(x: int) -> int:
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _MASK
    return x ^ (x >> 31)


class Stream:
    """The random words of one deal."""

    __slots__ = ("_key",)

    def __init__(self, seed: int, deal: int) -> None:
        self._key = scramble(scramble(seed + _GOLDEN & _MASK) ^ (deal * 0xD1342543DE82EF95 + 1 & _MASK))

    def word(self, i: int) -> int:
        """Word number i, of 64 bits."""
        return scramble(self._key + i * _GOLDEN & _MASK)

    def below(self, n: int, i: int) -> int:
        """A number from 0 to n - 1, of word i beside those of the deck."""
        return (self.word(BESIDE + i) >> 32) * n >> 32

    def shuffled(self, deck: Iterable[int]) -> list[int]:
        """All cards of the deck in random order."""
        cards = list(deck)
        key, left = self._key, len(cards)
        for i in range(left):
            x = key & _MASK
            x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
            x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _MASK
            at = i + (((x ^ (x >> 31)) >> 32) * left >> 32)
            cards[i], cards[at] = cards[at], cards[i]
            key += _GOLDEN
            left -= 1
        return cards


class Chance:
    """A player's own random numbers in one deal, one after the other."""

    __slots__ = ("_next", "_stream")

    def __init__(self, seed: int, deal: int, seat: int) -> None:
        self._stream = Stream(seed, deal)
        self._next = PLAYERS * (seat + 1)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._next += 1
        return (self._stream.word(self._next) >> 32) * n >> 32
