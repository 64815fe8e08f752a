from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from lipai._native.piles import PileTables
from lipai._native.settle import Stakes

_Cards = str | bytes | bytearray | Sequence[int] | Sequence[str]
_Three = tuple[float, float, float]

ENTRY: int
HEADER: int
MOST_CHOICES: int
ROLES: tuple[str | None, ...]

def deal_rows(
    tables: PileTables, seed: int, first: int, hands: int, out: NDArray[np.uint8], start: int, stop: int
) -> None: ...
def entries(stakes: Stakes, cards: NDArray[np.uint8], declared: NDArray[np.uint8] | None) -> bytes: ...
def prints(stakes: Stakes) -> tuple[int, int]: ...
def pack(
    stakes: Stakes,
    players: int,
    role: str | None,
    entries: bytes,
    *,
    seed: int,
    rounds: int,
    gain: int = -1,
    gain_error: int = -1,
) -> bytes: ...

@final
class Field:
    def __new__(cls, tables: PileTables, stakes: Stakes, data: bytes) -> Field: ...
    @property
    def size(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def role(self) -> str | None: ...
    @property
    def same_stakes(self) -> bool: ...
    @property
    def rounds(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def exploitability(self) -> tuple[float, float] | None: ...
    def expected(
        self, cards: _Cards, top: int
    ) -> list[tuple[bytes, tuple[int, int, int], float, _Three, _Three, int]]: ...
    def expected_rows(
        self,
        hands: NDArray[np.uint8],
        cards: NDArray[np.uint8],
        values: NDArray[np.float64],
        declared: NDArray[np.uint8] | None,
        start: int,
        stop: int,
    ) -> None: ...
    def expected_of_rows(
        self,
        cards: NDArray[np.uint8],
        declared: NDArray[np.uint8] | None,
        values: NDArray[np.float64],
        start: int,
        stop: int,
    ) -> None: ...
    def simulate(
        self, cards: bytes, declared: bytes, seed: int, first: int, deals: int, declare: bool = True
    ) -> list[tuple[float, float]]: ...
