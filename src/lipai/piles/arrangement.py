"""What arranging and checking return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from lipai._native import cards as _cards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Pile = tuple[int, ...]
Three = tuple[int, int, int]
ThreeTexts = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into its three piles, first to last, each in reading order: groups first, then descending.

    ``categories`` are ids, ``names`` the game's own words for them. ``value`` is the sum of the utilities of the
    three piles, None where the strongest was asked for. ``special`` is None: the piles are an ordinary hand.
    """

    piles: tuple[Pile, Pile, Pile]
    categories: ThreeTexts
    names: ThreeTexts
    strengths: Three
    value: float | int | None = None
    special: str | None = None

    @property
    def text(self) -> ThreeTexts:
        """The piles as canonical text (N-2)."""
        first, middle, last = self.piles
        return _cards.format(first), _cards.format(middle), _cards.format(last)


@dataclass(frozen=True, slots=True)
class Check:
    """Whether three piles are a legal arrangement; ``reason`` says why not, with the clause, or is None."""

    legal: bool
    reason: str | None
    categories: ThreeTexts
    strengths: Three


# Names in the order of the fields, for lipai._native.piles.made.
ARRANGEMENT: Final = tuple(Arrangement.__dataclass_fields__)
CHECK: Final = tuple(Check.__dataclass_fields__)


class Arrangements(NamedTuple):
    """The best arrangement of each hand of a batch.

    ``piles`` is uint8[N, 9 or 13]: first pile to last, each in descending order,
    suits in the game's order. ``values`` is uint16[N, 3], the
    strengths of the piles, for the strongest; with utilities float64[N], or int64[N] where all tables hold integers.
    """

    piles: NDArray[np.uint8]
    values: NDArray[np.uint16] | NDArray[np.float64] | NDArray[np.int64]
