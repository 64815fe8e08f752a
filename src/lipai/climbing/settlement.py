"""Who pays whom after a climbing game: the stake of doudizhu (DDZ-13), the cards left of guanpai (GP-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lipai.errors import TableError
from lipai.rules.climbing import ClimbingRules, Stake

__all__ = ["ClimbingSettlement", "ClimbingTransfer", "settle", "settle_cards_left", "settle_stake"]

LARGEST: Final = (1 << 63) - 1  # of an amount, as everywhere else in lipai
MOST_BOMBS: Final = 14  # thirteen quads and the rocket


@dataclass(frozen=True, slots=True)
class ClimbingTransfer:
    """What one seat pays another; ``why`` is ``stake``, ``spring``, ``cards_left`` or ``shut_out``."""

    from_seat: int
    to_seat: int
    amount: int
    clause: str
    why: str


@dataclass(frozen=True, slots=True)
class ClimbingSettlement:
    """Who pays whom, and why. ``net`` is what each seat wins or loses; it sums to zero, and the transfers make it."""

    net: tuple[int, ...]
    transfers: tuple[ClimbingTransfer, ...]


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
    seat("landlord", landlord, 3)
    seat("winner", winner, 3)
    positive("multiplier", multiplier)
    whole("bombs", bombs)
    if not 0 <= bombs <= MOST_BOMBS:
        message = f"bombs must be from 0 to {MOST_BOMBS}, the quads and the rocket of one deck (DDZ-13), not {bombs}"
        raise TableError(message, value=bombs, argument="bombs")
    stake = positive("base", base) * multiplier << bombs
    if 4 * stake > LARGEST:
        message = f"base {base} with multiplier {multiplier} is too large: the net would overflow"
        raise TableError(message, value=base, argument="base")
    farmers = [other for other in range(3) if other != landlord]
    parts = [("stake", stake)] + ([("spring", stake)] if spring else [])
    return _settlement(
        3,
        [
            ClimbingTransfer(*((farmer, landlord) if winner == landlord else (landlord, farmer)), amount, "DDZ-13", why)
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
    seat("winner", winner, 2)
    whole("left", left)
    if not 1 <= left <= hand_size:
        message = f"left must be from 1 to {hand_size}, the loser's cards (GP-9), not {left}"
        raise TableError(message, value=left, argument="left")
    if shut_out is not None and shut_out != (left == hand_size):
        raise TableError(
            f"shut_out must be {str(left == hand_size).lower()} with {left} of {hand_size} cards left (GP-9)",
            value=shut_out,
            argument="shut_out",
        )
    amount = positive("base", base) * left
    if 2 * amount > LARGEST:
        raise TableError(f"base {base} is too large: the net would overflow", value=base, argument="base")
    reasons = ["cards_left"] + (["shut_out"] if left == hand_size else [])
    return _settlement(2, [ClimbingTransfer(1 - winner, winner, amount, "GP-9", why) for why in reasons])


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
        if name in ("spring", "shut_out") and value is not None and not isinstance(value, bool):
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


def _settlement(seats: int, transfers: list[ClimbingTransfer]) -> ClimbingSettlement:
    net = [0] * seats
    for paid in transfers:
        net[paid.from_seat] -= paid.amount
        net[paid.to_seat] += paid.amount
    return ClimbingSettlement(tuple(net), tuple(transfers))


def seat(name: str, value: object, seats: int) -> None:
    """Refuses what is no seat."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        message = f"{name} must be a seat from 0 to {seats - 1}, not {value!r}"
        raise TableError(message, value=value, argument=name)


def whole(name: str, value: object) -> None:
    """Refuses what is no whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TableError(f"{name} must be a whole number, not {value!r}", value=value, argument=name)


def positive(name: str, value: int) -> int:
    """The whole number, refused unless it is positive."""
    whole(name, value)
    if not 1 <= value <= LARGEST:
        raise TableError(f"{name} must be from 1 to {LARGEST}, not {value}", value=value, argument=name)
    return value
