from collections.abc import Sequence
from typing import Any, Final, TypeVar, final

import numpy as np
from numpy.typing import NDArray

_T = TypeVar("_T")
_Cards = str | bytes | bytearray | Sequence[int] | Sequence[str]
_Strengths = tuple[int, int, int]
_Texts = tuple[str, str, str]
_Pile = tuple[int, ...]
_Arrangement = tuple[tuple[_Pile, _Pile, _Pile], _Texts, _Texts, _Strengths, float | int | None]
_Category = tuple[str, str, tuple[int, ...], tuple[str, ...]]

__pyx_capi__: dict[str, object]
INSTRUCTION_SETS: Final[tuple[str, ...]]

def isas() -> tuple[str, ...]: ...
def made(cls: type[_T], names: tuple[str, ...], values: tuple[Any, ...]) -> _T: ...
def compiled(*arguments: Any) -> PileTables: ...

@final
class PileTables:
    def __new__(
        cls,
        lowest_rank: int,
        jokers: int,
        sizes: tuple[int, int, int],
        strict: bool,
        wheel: str,
        wheel_led_by_ace: bool,
        suits: str,
        joker_model: str,
        joker_suits: tuple[str, str],
        joker_pair: str,
        categories: tuple[_Category, ...],
        isa: str = "auto",
    ) -> PileTables: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def strength_count(self) -> int: ...
    @property
    def isa(self) -> str: ...
    def strength(self, cards: _Cards) -> int: ...
    def rank(self, cards: _Cards) -> Rank: ...
    def compare(self, a: _Cards, b: _Cards) -> int: ...
    def category(self, strength: int) -> tuple[str, str]: ...
    def order(self, cards: _Cards) -> bytes: ...
    def check(self, first: _Cards, middle: _Cards, last: _Cards) -> tuple[_Strengths, _Texts, int]: ...
    def arrange(self, cards: _Cards, utilities: Utilities | None, top: int) -> list[_Arrangement]: ...
    def pareto(self, cards: _Cards) -> list[_Arrangement]: ...
    def rank_rows(self, cards: NDArray[np.uint8], out: NDArray[np.uint16], start: int, stop: int) -> None: ...
    def arrange_rows(
        self,
        utilities: Utilities | None,
        hands: NDArray[np.uint8],
        cards: NDArray[np.uint8],
        strengths: NDArray[np.uint16] | None,
        values: NDArray[np.float64] | None,
        start: int,
        stop: int,
    ) -> None: ...

@final
class Utilities:
    def __new__(
        cls,
        tables: PileTables,
        first: NDArray[np.float64],
        middle: NDArray[np.float64],
        last: NDArray[np.float64],
        integral: bool = False,
    ) -> Utilities: ...
    @property
    def integral(self) -> bool: ...

@final
class Rank:
    def __init__(self, *args: object, **kwargs: object) -> None: ...
    @property
    def strength(self) -> int: ...
    @property
    def category(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def cards(self) -> tuple[int, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
