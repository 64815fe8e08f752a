"""Who becomes landlord (DDZ-1 to DDZ-3): an auction as a state that each bid turns into the next.

Seats are counter-clockwise, so the turn goes from a seat to the next higher one, and from the last to seat 0. A state
never changes: ``Auction.start(mode, first)`` is the first one, ``state.bid(value)`` the one after a bid, and
``state.next`` says who speaks, None once it is over. ``auction`` does all of it for a list of bids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lipai.errors import IllegalPlayError, TableError
from lipai.numbers import boolean, integer, whole

__all__ = ["MODES", "Auction", "auction"]

MODES: Final = ("call", "rob")
SEATS: Final = 3
HIGHEST: Final = 3  # a call, and what taking the landlordship sets the multiplier to


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction after some bids.

    ``next`` is the seat that speaks, None once it is over; ``holder`` who would be landlord if nobody said any more,
    ``landlord`` who is it for good. ``multiplier`` is 0 as long as nobody has bid. ``redeal``: everybody passed, the
    cards are dealt anew. ``bids`` are those so far, ``out`` the seats that passed or declined.
    """

    mode: str
    first: int
    bids: tuple[int | bool, ...]
    next: int | None
    holder: int | None
    landlord: int | None
    multiplier: int
    redeal: bool
    out: frozenset[int]

    @classmethod
    def start(cls, mode: str = "call", first: int = 0) -> Auction:
        """The auction before the first bid, with seat ``first`` to speak (DDZ-1).

        Raises TableError for another mode than ``call`` and ``rob`` or no such seat.
        """
        if mode not in MODES:
            raise TableError(f"mode must be 'call' or 'rob', not {mode!r}", value=mode, argument="mode")
        first = whole(first, "first", 0, SEATS - 1, TableError)
        return cls(mode, first, (), first, None, None, 0, False, frozenset())

    @property
    def legal(self) -> tuple[int | bool, ...]:
        """What the seat to speak may bid, in ``rob`` False to decline and True to take or rob; nothing once it is over.

        >>> Auction.start("call").bid(1).legal
        (0, 2, 3)
        """
        if self.next is None:
            return ()
        if self.mode == "rob":
            return (False, True)
        return (0, *range(self.multiplier + 1, HIGHEST + 1))

    def bid(self, value: int | bool) -> Auction:
        """The auction after the seat to speak has bid ``value``.

        Raises IllegalPlayError for a bid that is not ``legal``, with the clause.

        >>> Auction.start("rob", 1).bid(True).bid(False).bid(False).landlord
        1
        """
        bid = self._checked(value)
        after = replace(self, bids=(*self.bids, bid))
        return after._robbed(bool(bid)) if self.mode == "rob" else after._called(bid)

    def _checked(self, value: object) -> int | bool:
        place = len(self.bids)
        clause = "DDZ-2" if self.mode == "call" else "DDZ-3"
        if self.next is None:
            how = "with a new deal" if self.redeal else f"with seat {self.landlord} as landlord"
            message = f"bid {place}, {value!r}: the auction is over, {how} ({clause})"
            raise IllegalPlayError(message, value=value, position=place, argument="bids")
        bid = boolean(value) if self.mode == "rob" else integer(value)
        if bid is None or bid not in self.legal:
            if self.mode == "rob":
                why = f"true to take or rob, false to decline, not {value!r}"
            else:
                why = f"{value!r} is no bid here; 0 to pass, or {', '.join(map(str, self.legal[1:]))}"
            message = f"bid {place}, seat {self.next}: {why} ({clause})"
            raise IllegalPlayError(message, value=value, position=place, argument="bids")
        return bid

    def _called(self, value: int) -> Auction:
        """DDZ-2: a 3 ends it, and so does the third bid."""
        holder, multiplier = (self.next, value) if value else (self.holder, self.multiplier)
        over = value == HIGHEST or len(self.bids) == SEATS
        return replace(
            self,
            out=self.out if value or self.next is None else self.out | {self.next},
            next=None if over or self.next is None else (self.next + 1) % SEATS,
            holder=holder,
            landlord=holder if over else None,
            multiplier=multiplier,
            redeal=over and holder is None,
        )

    def _robbed(self, taken: bool) -> Auction:
        """DDZ-3: whoever declines is out; it ends with the second time somebody takes it or with all others out."""
        seat = self.next
        assert seat is not None
        holder, multiplier, out = self.holder, self.multiplier, self.out
        again = taken and len(self.bids) > SEATS  # each seat's first word is among the first three bids
        if taken:
            holder, multiplier = seat, HIGHEST if holder is None else 2 * multiplier
        else:
            out = out | {seat}
        turns = ((seat + step) % SEATS for step in range(1, SEATS))
        left = None if again else next((other for other in turns if other not in out and other != holder), None)
        return replace(
            self,
            next=left,
            holder=holder,
            landlord=holder if left is None else None,
            multiplier=multiplier,
            redeal=left is None and holder is None,
            out=out,
        )


def auction(mode: str, first: int, bids: Sequence[int | bool]) -> Auction:
    """The auction after ``bids``, the first of them by seat ``first`` (DDZ-2, DDZ-3).

    Raises TableError for a mode or a seat that there is not, and IllegalPlayError for the first bid that is not
    allowed, with its index as the ``position``.

    >>> auction("call", 1, [0, 2, 0]).landlord
    2
    """
    if isinstance(bids, (str, bytes)) or not isinstance(bids, Sequence):
        raise TypeError(f"bids must be a sequence, one for each turn, not {type(bids).__name__}")
    state = Auction.start(mode, first)
    for value in bids:
        state = state.bid(value)
    return state
