"""What the climbing games have in common: leading, beating the last play, passing (DDZ-12, GP-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from lipai.climbing import ClimbingGame
from lipai.errors import LipaiError
from lipai.referee.base import Lazy, Referee, State, refuse

PASS: Final = "pass"
BOMBS: Final = ("bomb", "rocket")
_HIGH: Final = 0x888888888888888  # above the count of each rank, which is four at most


class Last(msgspec.Struct, frozen=True):
    """The play to beat: whose, its cards as bare ranks, and as what it was played."""

    seat: int
    cards: str
    kind: str
    length: int
    rank: str


class ClimbingState(State, kw_only=True):
    """Hands are packed, four bits a rank. ``plays`` counts the plays of each seat, ``kinds`` those of each kind."""

    hands: list[int]
    turn: int
    last: Last | None = None
    passes: int = 0
    plays: list[int]
    kinds: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def bombs(self) -> int:
        """The bombs and rockets so far."""
        return sum(self.kinds.get(kind, 0) for kind in BOMBS)


C = TypeVar("C", bound=ClimbingState)


def holds(hand: int, cards: int) -> bool:
    """Whether a packed hand holds these cards."""
    return (hand | _HIGH) - cards & _HIGH == _HIGH


def count(hand: int) -> int:
    """The cards of a packed hand."""
    return sum(int(digit) for digit in f"{hand:x}")


class ClimbingReferee(Referee[C]):
    """Leading and following until a hand is empty."""

    game: ClimbingGame
    CLAUSE: str  # of whose turn it is
    BEATING: str  # of what beats what

    def _resume(self) -> None:
        last = self.state.last
        self._over: Any = None
        if last is not None:
            readings = self.game.classify(last.cards).readings
            wanted = last.kind, last.length, last.rank
            self._over = next(each for each in readings if (each.kind, each.length, each.rank) == wanted)

    def _moves(self, seat: int) -> Sequence[str]:
        """The plays of a seat, one for each set of ranks, and the pass."""
        hand, over, unpack = self.state.hands[seat], self._over, self.game.unpack
        found = self.game.moves_packed(hand, over)
        if over is None:
            return Lazy(len(found), lambda i: "play " + unpack(int(found[i])))
        return Lazy(len(found) + 1, lambda i: "play " + unpack(int(found[i - 1])) if i else PASS)

    def _move(self, seat: int, action: str) -> bool:
        """Play or pass; whether that emptied the hand."""
        state = self.state
        if action == PASS:
            if state.last is None:
                raise refuse(seat, action, "who leads must play", self.CLAUSE)
            state.passes += 1
            if state.passes == self.seats - 1:  # its player leads
                state.turn, state.last, state.passes, self._over = state.last.seat, None, 0, None
            else:
                state.turn = (seat + 1) % self.seats
            return False
        word, _, rest = action.partition(" ")
        text, _, kind = rest.partition(" as ")
        if word != "play" or not text:
            raise refuse(seat, action, "it is 'play CARDS' or 'pass'", self.CLAUSE)
        try:
            packed = self.game.pack(text)
        except LipaiError as error:
            raise type(error)(f"seat {seat}: {error}", value=error.value, position=error.position) from None
        if not holds(state.hands[seat], packed):
            raise refuse(seat, action, "the hand does not hold these cards", self.CLAUSE)
        reading = self._reading(seat, action, text, kind)
        state.hands[seat] -= packed
        state.plays[seat] += 1
        state.kinds[reading.kind] = state.kinds.get(reading.kind, 0) + 1
        state.last = Last(seat, text, reading.kind, reading.length, reading.rank)
        state.passes = 0
        state.turn = (seat + 1) % self.seats
        self._over = reading
        return not state.hands[seat]

    def _reading(self, seat: int, action: str, text: str, kind: str) -> Any:
        """As what cards are played (DDZ-8): what beats the last play; leading, the first reading or the kind chosen."""
        if self._over is not None:
            found = self.game.beats(text, self._over)
            if found is None or kind not in ("", found.kind):
                last = self.state.last
                raise refuse(seat, action, f"it does not beat {last.cards if last else ''}", self.BEATING)
            return found
        classified = self.game.classify(text)
        for reading in classified.readings:
            if kind in ("", reading.kind):
                return reading
        raise refuse(seat, action, classified.reason or f"it is no {kind}", self.BEATING)

    def _played(self) -> list[tuple[int | None, str]]:
        """The events of every deal: each play by its kind, and what doubles or pays as a bomb."""
        state = self.state
        events: list[tuple[int | None, str]] = [(None, "bomb")] * state.bombs
        for kind, n in state.kinds.items():
            events += [(None, f"play:{kind}")] * n
        return events

    def _table(self, seat: int) -> dict[str, Any]:
        """What is seen of the hands and of the play."""
        state = self.state
        spaced = [" ".join(self.game.unpack(hand)) for hand in state.hands]  # without blanks TD is a diamond
        shown = range(self.seats) if self.over else (seat,)
        return {
            "hand": spaced[seat],
            "left": [count(hand) for hand in state.hands],
            "hands": [hand if other in shown else None for other, hand in enumerate(spaced)],
            "turn": state.turn,
            "last": None if state.last is None else msgspec.to_builtins(state.last),
            "passes": state.passes,
            "bombs": state.bombs,
            "history": list(state.history),
        }
