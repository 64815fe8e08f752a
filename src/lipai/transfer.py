"""What one seat pays another, in every game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one seat pays another for one thing, and by which clause; seats are from 0.

    ``why`` is one of the words that the settlements of each game list. In pile games ``pile`` is the number of the
    pile, from 0, for a pile and a pot, and ``special`` the id of the special or bonus that is paid for; else None.
    """

    from_seat: int
    to_seat: int
    amount: int
    clause: str
    why: str
    pile: int | None = None
    special: str | None = None
