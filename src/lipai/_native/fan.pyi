from collections.abc import Mapping, Sequence
from typing import Self, final

ITEMS: tuple[str, ...]
KINDS: tuple[str, ...]
BY: tuple[str, ...]
ACTIONS: tuple[str, ...]
PAYERS: dict[str, int]

@final
class Fan:
    def __new__(
        cls,
        melds: int,
        wild: bool,
        white_as_wild_face: bool,
        laid: object,
        kong_tiles: object,
        amounts: Mapping[str, int],
    ) -> Self: ...
    def win(
        self,
        hand: object,
        melds: Sequence[tuple[str, object]],
        tile: object,
        by: str,
        kong: str | None,
        wind: object,
        flowers: object,
        wild: object,
        heaven: bool,
        earth: bool,
        last_flower: bool,
    ) -> tuple[
        bool,
        int,
        list[tuple[str, int, int]],
        list[tuple[str, tuple[int, ...], tuple[int, ...]]],
        tuple[tuple[int, ...], tuple[int, ...]] | None,
    ]: ...
    def claims(
        self,
        discarder: int,
        tile: object,
        hands: Sequence[object],
        melds: Sequence[Sequence[tuple[str, object]]],
        limits: Sequence[tuple[int, str, int | None]],
        allowed: int,
        wild: object,
    ) -> list[tuple[int, str, tuple[int, ...]]]: ...

@final
class Payment:
    def __new__(
        cls, worth: str, payer: str, melds: int, liability: int, codes: int, code: int, seats: Sequence[object]
    ) -> Self: ...
    def settle(
        self,
        winner: int,
        payer: int | None,
        by: str,
        worth: int,
        base: int,
        codes: object,
        claims: Sequence[Sequence[int]] | None,
        last_third: int | None,
    ) -> tuple[tuple[int, ...], list[tuple[int, int, int, bool]], int]: ...
