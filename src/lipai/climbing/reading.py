"""What classifying, comparing and splitting return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lipai._native.climb import Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Classification:
    """All readings of some cards (DDZ-8): longest body first, without kickers before with, highest rank first.

    ``reason`` says why there are none, with the clause, or is None; ``fault`` is the same as a word: ``empty``,
    ``large``, ``shuttle``, ``high_rank``, ``short``, ``body_rank``, ``alike``, ``jokers``, ``kickers`` or ``no_form``.
    """

    readings: tuple[Reading, ...]
    reason: str | None
    fault: str | None


class Classifications(NamedTuple):
    """The first reading of each row: the number of its kind in ``kinds`` of the game or 255, the highest rank of its
    body as an index into ``RANKS``, the groups of its body; and how many readings there are.
    """

    kinds: NDArray[np.uint8]
    ranks: NDArray[np.uint8]
    lengths: NDArray[np.uint8]
    readings: NDArray[np.uint8]


class Splits(NamedTuple):
    """Of each row the fewest plays, and such plays as packed words, those of many cards first, then zeros."""

    counts: NDArray[np.uint8]
    plays: NDArray[np.uint64]
