from typing import final

import numpy as np
from numpy.typing import NDArray

from lipai._native.piles import PileTables

def showdown(tables: PileTables, hands: tuple[bytes | None, ...], argument: str) -> tuple[int, tuple[int, ...]]: ...
def showdown_rows(
    tables: PileTables,
    cards: NDArray[np.uint8],
    folded: NDArray[np.uint8] | None,
    seats: NDArray[np.uint8],
    argument: str,
    start: int,
    stop: int,
) -> None: ...

@final
class Deals:
    def __new__(cls, tables: PileTables, seats: tuple[tuple[bool, bytes], ...], limit: int) -> Deals: ...
    @property
    def cases(self) -> int: ...
    @property
    def parts(self) -> int: ...
    def count(self, start: int, stop: int) -> tuple[int, ...]: ...
    def sample(self, seed: int, start: int, stop: int) -> tuple[int, ...]: ...
