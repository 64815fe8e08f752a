"""The core's specials and settlement as the comparison calls them: numbers and ids, no objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lipai
from lipai import Declared, IllegalArrangementError, LipaiError

NONE = 255
STATUS = {"foul": "arrangement", "illegal_play": "play", "duplicate_card": "duplicate_card"}


class Refused(Exception):
    """A table or a hand that was refused: the status, what was at fault, and the card's place at the table."""

    def __init__(self, error: LipaiError, size: int) -> None:
        super().__init__(str(error))
        self.status = STATUS.get(error.code, error.code)
        *_, seat, index = (0, *error.position) if isinstance(error.position, tuple) else (0, 0)
        self.place = seat * size + index
        self.fault = ""
        if error.code == "foul":
            self.fault = "foul"
        elif error.code == "illegal_play":
            self.fault = "bet_limit" if error.argument == "bets" else "special_not_held"


class Core:
    """One game under options."""

    def __init__(self, game: str, **options: Any) -> None:
        self.game = lipai.game(game, **options)
        self.size = self.game.hand_size

    def cut(self, cards: list[int]) -> list[list[int]]:
        a, b, _ = self.game.pile_sizes
        return [cards[:a], cards[a : a + b], cards[a + b :]]

    def specials_many(self, hands: Any, arranged: bool = False) -> tuple[np.ndarray, np.ndarray]:
        return self.game.specials_many(np.ascontiguousarray(hands, dtype=np.uint8), arranged=arranged)

    def specials(self, hand: list[int], arranged: bool = False) -> tuple[list[str], str | None]:
        """The names held, quads twice where there are two, and the best or None; a foul is refused by both calls."""
        piles = self.cut(hand) if arranged else None
        try:
            held, best = self.specials_many([hand], arranged)
        except IllegalArrangementError as error:
            with pytest.raises(IllegalArrangementError):
                self.game.specials(hand, piles)
            raise Refused(error, self.size) from None
        names = [name for k, name in enumerate(self.game.special_names) if held[0] >> k & 1]
        found = self.game.specials(hand, piles)
        assert sorted(special.name for special in found) == sorted(names)
        chosen = None if best[0] == NONE else self.game.special_names[best[0]]
        if self.size == 13:
            assert chosen == (found[0].name if found else None)
        return names, chosen

    def names(self, hand: list[int], arranged: bool) -> list[str]:
        return self.specials(hand, arranged)[0]

    def show(self, hand: list[int], name: str) -> list[int]:
        try:
            return list(self.game._stakes.show(hand, name))
        except LipaiError as error:
            raise Refused(error, self.size) from None

    def settle_many(
        self, cards: Any, declared: Any = None, base: int = 1, banker: Any = None, bets: Any = None, chips: Any = None
    ) -> np.ndarray:
        as_bytes = [None if array is None else np.asarray(array, dtype=np.uint8) for array in (cards, declared)]
        return self.game.settle_many(
            as_bytes[0], declared=as_bytes[1], base=base, banker=banker, bets=bets, chips=chips
        )

    def settle(
        self,
        cards: list[list[int]],
        declared: list[int] | None = None,
        base: int = 1,
        banker: int | None = None,
        bets: list[int] | None = None,
        chips: int | None = None,
    ) -> tuple[list[int], list[tuple], dict]:
        """One table: net, transfers and outcomes as the oracle has them."""
        players = [
            self.cut(hand) if special == NONE else Declared(self.game.special_names[special], hand)
            for hand, special in zip(cards, declared or [NONE] * len(cards), strict=True)
        ]
        try:
            found = self.game.settle(players, base=base, banker=banker, bets=bets, chips=chips)
        except LipaiError as error:
            raise Refused(error, self.size) from None
        transfers = [
            (t.from_seat, t.to_seat, t.amount, t.clause, t.special if t.why == "bonus" else t.why)
            for t in found.transfers
        ]
        seats = range(len(cards))
        if found.places is not None:
            return (
                list(found.net),
                transfers,
                {(pot, seat): found.places[seat][pot] for pot in range(3) for seat in seats},
            )
        outcomes = {(a, b): found.outcomes[a][b] for a in seats for b in seats if found.outcomes[a][b] is not None}
        return list(found.net), transfers, outcomes
