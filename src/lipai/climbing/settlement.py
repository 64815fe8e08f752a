"""Who pays whom after a climbing game: the stake of doudizhu (DDZ-13), the cards left of guanpai (GP-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lipai.errors import TableError
from lipai.numbers import boolean, whole
from lipai.rules.climbing import ClimbingRules, Stake
from lipai.transfer import Transfer

__all__ = ["ClimbingSettlement", "settle", "settle_cards_left", "settle_stake"]

LARGEST: Final = (1 << 63) - 1  # of an amount, as everywhere else in lipai
MOST_BOMBS: Final = 14  # thirteen quads and the rocket


@dataclass(frozen=True, slots=True)
class ClimbingSettlement:
    """Who pays whom, and why. ``net`` is what each seat wins or loses; it sums to zero, and the transfers make it.

    They are for the ``stake``, ``spring``, ``cards_left`` or ``shut_out``.
    """

    net: tuple[int, ...]
    transfers: tuple[Transfer, ...]


def settle_stake(
    landlord: int, winner: int, multiplier: int, bombs: int = 0, *, base: int = 1, spring: bool = False
) -> ClimbingSettlement:
    """The settlement of a game of landlord against farmers (DDZ-13).

    ``winner`` is the seat whose hand is empty, ``multiplier`` the auction's, ``bombs`` the bombs and rockets played.
    ``spring``: the losing farmers played nothing, or the losing landlord nothing after the first lead; that doubles the
    stake, and the doubling is a transfer of its own.

    Raises TableError, with the ``argument`` at fault.

    >>> settle_stake(0, 2, 3, bombs=1).net
    (-12, 6, 6)
    """
    landlord = whole(landlord, "landlord", 0, 2, TableError)
    winner = whole(winner, "winner", 0, 2, TableError)
    multiplier = whole(multiplier, "multiplier", 1, LARGEST, TableError)
    bombs = whole(bombs, "bombs", 0, MOST_BOMBS, TableError)
    base = whole(base, "base", 1, LARGEST, TableError)
    stake = base * multiplier << bombs
    if 4 * stake > LARGEST:
        message = f"base {base} with multiplier {multiplier} is too large: the net would overflow"
        raise TableError(message, value=base, argument="base")
    farmers = [other for other in range(3) if other != landlord]
    parts = [("stake", stake)] + ([("spring", stake)] if spring else [])
    return _settlement(
        3,
        [
            Transfer(*((farmer, landlord) if winner == landlord else (landlord, farmer)), amount, "DDZ-13", why)
            for farmer in farmers
            for why, amount in parts
        ],
    )


def settle_cards_left(
    left: int, winner: int, *, hand_size: int, shut_out: bool | None = None, base: int = 1
) -> ClimbingSettlement:
    """The settlement of a game of two in which the loser holds ``left`` cards (GP-9).

    ``shut_out``: the loser has played no card, which doubles, and the doubling is a transfer of its own. A loser who
    still holds the whole hand has played none, so it need not be said, and must not be said wrongly.

    Raises TableError, with the ``argument`` at fault.

    >>> settle_cards_left(5, 1, hand_size=17).net
    (-5, 5)
    >>> settle_cards_left(17, 0, hand_size=17).net
    (34, -34)
    """
    winner = whole(winner, "winner", 0, 1, TableError)
    left = whole(left, "left", 1, hand_size, TableError)
    base = whole(base, "base", 1, LARGEST, TableError)
    if shut_out is not None and shut_out != (left == hand_size):
        raise TableError(
            f"shut_out must be {str(left == hand_size).lower()} with {left} of {hand_size} cards left (GP-9)",
            value=shut_out,
            argument="shut_out",
        )
    amount = base * left
    if 2 * amount > LARGEST:
        raise TableError(f"base {base} is too large: the net would overflow", value=base, argument="base")
    reasons = ["cards_left"] + (["shut_out"] if left == hand_size else [])
    return _settlement(2, [Transfer(1 - winner, winner, amount, "GP-9", why) for why in reasons])


def settle(rules: ClimbingRules, given: Mapping[str, Any]) -> ClimbingSettlement:
    """The settlement by what the rules settle by; ``given`` are the arguments of ``ClimbingGame.settle``, or None each.

    Raises TableError for arguments that are missing or belong to another game.
    """
    by_stake = isinstance(rules.settlement, Stake)
    needed = ("landlord", "winner", "multiplier") if by_stake else ("left", "winner")
    taken = {*needed, "base", *(("bombs", "spring") if by_stake else ("shut_out",))}
    for name, value in given.items():
        if value is not None and name not in taken:
            message = f"{name} is nothing that {rules.id} settles by; it takes {', '.join(sorted(taken))}"
            raise TableError(message, value=value, argument=name)
        if value is None and name in needed:
            raise TableError(f"{name} is missing: {rules.id} settles by it", argument=name)
        if name in ("spring", "shut_out") and value is not None and boolean(value) is None:
            raise TableError(f"{name} must be true or false, not {value!r}", value=value, argument=name)
    if isinstance(rules.settlement, Stake):
        if given["spring"] and not rules.settlement.spring:
            message = "spring counts only with the option spring (DDZ-13)"
            raise TableError(message, value=True, argument="spring")
        return settle_stake(
            given["landlord"],
            given["winner"],
            given["multiplier"],
            0 if given["bombs"] is None else given["bombs"],
            base=given["base"],
            spring=bool(given["spring"]),
        )
    return settle_cards_left(
        given["left"], given["winner"], hand_size=rules.deck.hand, shut_out=given["shut_out"], base=given["base"]
    )


def _settlement(seats: int, transfers: list[Transfer]) -> ClimbingSettlement:
    net = [0] * seats
    for paid in transfers:
        net[paid.from_seat] -= paid.amount
        net[paid.to_seat] += paid.amount
    return ClimbingSettlement(tuple(net), tuple(transfers))
