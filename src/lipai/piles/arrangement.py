"""What arranging and checking return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lipai._native import cards as _cards
from lipai.batch import in_blocks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lipai._native.piles import PileTables, Utilities

Pile = tuple[int, ...]
Three = tuple[int, int, int]
ThreeTexts = tuple[str, str, str]


class Odds(NamedTuple):
    """How likely a pile is to win, to push and to lose against the same pile of one opponent."""

    win: float
    push: float
    lose: float


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into its three piles, first to last, each in reading order: groups first, then descending.

    ``categories`` are ids, ``names`` the game's own words for them. ``value`` is what the objective counts: the sum of
    the utilities of the three piles, or the expected net units a deal; None where the strongest was asked for.
    ``special`` is None where the piles are an ordinary hand, or else the special to declare, which they show (SSS-16).
    ``odds`` come with the expected value of an ordinary hand, by pile, against a hand of the field - also where the
    value is simulated, whose standard error is ``error``.
    """

    piles: tuple[Pile, Pile, Pile]
    categories: ThreeTexts
    names: ThreeTexts
    strengths: Three
    value: float | int | None = None
    special: str | None = None
    odds: tuple[Odds, Odds, Odds] | None = None
    error: float | None = None

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


@dataclass(frozen=True, eq=False)
class ExpectedArrangements:
    """Arrangements of the highest expected value: like ``Arrangements``, ``values`` being float64[N], net units a deal.

    ``specials`` is uint8[N]: the number of the special to declare in ``PileGame.special_names``, or 255 for none. Where
    one is declared, the piles show it (SSS-16). Unpacked, it is ``(piles, values)``, as that of any objective.
    """

    piles: NDArray[np.uint8]
    values: NDArray[np.float64]
    specials: NDArray[np.uint8]

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter((self.piles, self.values))


def arranged(
    tables: PileTables, rows: NDArray[np.uint8], prepared: Utilities | None, share: tuple[int, int]
) -> Arrangements:
    """The strongest arrangement of each row, or the one of the largest utilities."""
    import numpy as np

    n = len(rows)
    piles = np.empty_like(rows)
    strengths = np.empty((n, 3), dtype=np.uint16) if prepared is None else None
    sums = None if prepared is None else np.empty(n, dtype=np.float64)

    def work(start: int, stop: int) -> None:
        tables.arrange_rows(prepared, rows, piles, strengths, sums, start, stop)

    in_blocks(n, *share, work)
    if prepared is None or sums is None:
        assert strengths is not None
        return Arrangements(piles, strengths)
    return Arrangements(piles, sums.astype(np.int64) if prepared.integral else sums)
