from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from lipai._native.piles import PileTables

_Cards = str | bytes | bytearray | Sequence[int] | Sequence[str]
_Three = tuple[int, int, int]
_Special = tuple[str, int, int, int, int, int, bool]
_Transfer = tuple[int, int, int, str, str, int | None, str | None]

NO_SPECIAL: int
SPECIALS: tuple[str, ...]

@final
class Stakes:
    def __new__(
        cls,
        tables: PileTables,
        kind: str,
        players: tuple[int, int],
        pile_names: tuple[str, str, str],
        clause: str | None,
        strict: bool,
        specials: tuple[_Special, ...],
        *,
        fouls: str = "refuse",
        waters: tuple[tuple[int, ...], ...] = (),
        gun: str = "none",
        run_over: bool = False,
        home_run_players: int = 0,
        home_run_factor: int = 0,
        step: int = 0,
        bonuses: bool = False,
        piles_to_win: int = 0,
        pays: int = 0,
        bet_limit: bool = False,
    ) -> Stakes: ...
    def check_players(self, n: int) -> None: ...
    def specials(self, cards: _Cards, arranged: bool) -> tuple[int, int]: ...
    def show(self, cards: _Cards, special: str) -> bytes: ...
    def specials_rows(
        self,
        hands: NDArray[np.uint8],
        arranged: bool,
        held: NDArray[np.uint32],
        best: NDArray[np.uint8],
        start: int,
        stop: int,
    ) -> None: ...
    def settle(
        self,
        cards: bytes,
        declared: bytes,
        base: int,
        banker: int | None,
        bets: tuple[int, ...] | None,
        chips: int | None,
    ) -> tuple[
        tuple[int, ...],
        list[_Transfer],
        tuple[_Three | None, ...],
        tuple[int, ...],
        tuple[_Three, ...] | None,
        tuple[tuple[_Three | None, ...], ...],
    ]: ...
    def settle_rows(
        self,
        cards: NDArray[np.uint8],
        declared: NDArray[np.uint8] | None,
        base: int,
        banker: NDArray[np.uint8] | None,
        bets: NDArray[np.int64] | None,
        chips: NDArray[np.int64] | None,
        net: NDArray[np.int64],
        start: int,
        stop: int,
    ) -> None: ...
