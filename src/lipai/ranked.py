"""Games whose piles or hands have a rank, pile games and stud: what they share."""

from __future__ import annotations

import functools
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from lipai._native.piles import PileTables, Rank
from lipai.batch import in_blocks, share
from lipai.cards import CardInput
from lipai.errors import HandSizeError
from lipai.numbers import whole
from lipai.rules import Loaded
from lipai.rules.game import RuledGame
from lipai.rules.schema import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rules = TypeVar("Rules", bound=RuleSet)

# Rows to a block: some tens of milliseconds at most, so that Ctrl-C is heeded soon.
RANK_BLOCK: Final = 1 << 22


class RankedGame(RuledGame[Rules]):
    """Base of the games that rank piles or hands, in one order of strength.

    They say of how many cards what is ranked may be, and what it is called.
    """

    _sizes: tuple[int, ...]
    _what: ClassVar[str]

    def __init__(self, loaded: Loaded, *, isa: str = "auto") -> None:
        super().__init__(loaded)
        self._isa: Final = isa

    @functools.cached_property
    def _tables(self) -> PileTables:
        """Compiled at first use, under a lock, and shared with every game that ranks alike."""
        return self._compiled()

    @abstractmethod
    def _compiled(self) -> PileTables: ...

    @property
    def strength_count(self) -> int:
        """Every strength is below it: the length of a utility table."""
        return self._tables.strength_count

    @property
    def isa(self) -> str:
        """The instruction set in use, such as "avx2". The first use of a game of "auto" chooses it for the process."""
        return self._tables.isa

    def with_isa(self, isa: str) -> Self:
        """An equal game that uses this instruction set; "auto" as ``lipai.game`` has it.

        Raises ValueError for a name that means none, and InstructionSetError for a set that this machine or this
        build lacks.

        >>> import lipai
        >>> plain = lipai.game("biji").with_isa("scalar")
        >>> plain.isa, plain == lipai.game("biji")
        ('scalar', True)
        """
        game = self._again(isa=isa)
        game._tables  # noqa: B018 - compiled now, so that a set that there is not is refused here
        return game

    def rank(self, cards: CardInput) -> Rank:
        """What a pile, in stud a hand, is worth: its ``category``, ``name``, ``strength``, ``cards`` and ``text``.

        A larger strength is stronger, in one order over all piles of the game. In stud no two hands of one deal have
        the same (WZ-9).

        >>> import lipai
        >>> rank = lipai.game("shisanshui").rank("KC KS 7H")
        >>> rank.category, rank.name, rank.text
        ('pair', '对子', 'KS KC 7H')
        >>> rank = lipai.game("wuzhang").rank("8C AS TD 9H JD")
        >>> rank.category, rank.name, rank.text
        ('straight', '顺子', 'JD TD 9H 8C AS')
        """
        return self._tables.rank(cards)

    def compare(self, a: CardInput, b: CardInput) -> int:
        """1 where ``a`` is the larger pile or hand, -1 where ``b`` is, 0 where they are equal.

        Piles may differ in size, and both may share cards.

        >>> import lipai
        >>> lipai.game("baishisan").compare("AS KS QD", "2C 2D 3H 4H 5H")
        -1
        >>> lipai.game("wuzhang").compare("JS JC 9S 9C AD", "JH JD 9H 9D KS")
        1
        """
        return self._tables.compare(a, b)

    def category(self, strength: int) -> str:
        """Id of the category of a strength; ValueError if nothing has it.

        >>> import lipai
        >>> game = lipai.game("biji")
        >>> game.category(game.rank("AS AH AD").strength)
        'trips'
        """
        return self._tables.category(whole(strength, "strength", 0, self.strength_count - 1))[0]

    def rank_many(self, cards: NDArray[np.uint8], *, threads: int = 1) -> NDArray[np.uint16]:
        """Strengths of N piles of one size: ``cards`` is uint8[N, 3] or uint8[N, 5], the result uint16[N].

        In stud they are hands, uint8[N, 5], or up-cards, uint8[N, 1] to uint8[N, 4]. The GIL is released and
        ``threads`` threads share the work. Raises TypeError for anything but an array of uint8, HandSizeError for rows
        of another length, and CardError and its kin for the first bad row, whose ``position`` is ``(row, index)``.

        >>> import lipai, numpy as np
        >>> game = lipai.game("shisanshui")
        >>> piles = np.array([lipai.parse_cards("AS AH AD"), lipai.parse_cards("KS KH KD")], dtype=np.uint8)
        >>> game.rank_many(piles)[0] > game.rank_many(piles)[1]
        np.True_
        """
        import numpy as np

        rows = rows_of(cards, "cards", self._sizes, self._what)
        out = np.empty(len(rows), dtype=np.uint16)
        tables = self._tables
        block, threads = share(len(rows), RANK_BLOCK, threads)
        in_blocks(len(rows), block, threads, lambda start, stop: tables.rank_rows(rows, out, start, stop))
        return out


def rows_of(array: Any, name: str, widths: tuple[int, ...], what: str) -> NDArray[np.uint8]:
    """A batch as the core takes it: contiguous rows of one of these widths, of cards that are ``what``."""
    import numpy as np

    *some, last = (f"[N, {width}]" for width in widths)
    shapes = f"{', '.join(some)} or {last}" if some else last
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name} must be a numpy array of uint8 and shape {shapes}, not {type(array).__name__}")
    if array.dtype != np.uint8:
        raise TypeError(f"{name} must be a numpy array of uint8, not of {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape {shapes}, not {list(array.shape)}")
    if array.shape[1] not in widths:
        *some, last = map(str, widths)
        count = f"{', '.join(some)} or {last}" if some else last
        raise HandSizeError(f"{what} has {count} cards, not {array.shape[1]}", value=array.shape[1])
    return np.ascontiguousarray(array)
