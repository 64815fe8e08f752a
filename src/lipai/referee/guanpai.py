"""关牌: the deal, the lead and the cards left: GP-1, GP-8, GP-9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from lipai.referee.climbing import ClimbingReferee, ClimbingState, count

SPADE = 3
TWO, ACE = 0, 12  # ranks of card codes


class GuanpaiReferee(ClimbingReferee[ClimbingState]):
    """The referee of 关牌."""

    STATE = ClimbingState
    CARRY: ClassVar[tuple[str, ...]] = ()
    CLAUSE = "GP-8"
    BEATING = "GP-7"

    def _start(self) -> ClimbingState:
        deck = self.stream.shuffled(self.game.deck)
        size = self.game.hand_size
        dealt = [deck[seat : 2 * size : 2] for seat in range(2)]  # the other 15 stay unseen (GP-1)
        # GP-8: the holder of the lowest spade, from the three up to the ace and then the two
        spades = [4 * rank + SPADE for rank in (*range(TWO + 1, ACE + 1), TWO)]
        lowest = next((card for card in spades if card in dealt[0] or card in dealt[1]), None)
        turn = 0 if lowest is None else int(lowest in dealt[1])
        self._over = None
        hands = [self.game.pack(bytes(hand)) for hand in dealt]
        return ClimbingState(history=[], result=None, hands=hands, turn=turn, plays=[0, 0])

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who leads or follows."""
        return () if self.state.result is not None else (self.state.turn,)

    def _legal(self, seat: int) -> Sequence[str]:
        return self._moves(seat)

    def _apply(self, seat: int, action: str) -> None:
        if not self._move(seat, action):
            return
        state = self.state
        left = count(state.hands[1 - seat])
        paid = self.game.settle(winner=seat, left=left, base=self.setup.base)
        events = self._played()
        if left == self.game.hand_size:
            events.append((seat, "shut_out"))
        leader = state.history[0][0] if state.history else seat  # this play may be the first
        roles = ["leader" if other == leader else "follower" for other in range(2)]
        self._end(paid.net, "emptied", [seat], paid.transfers, events, roles=roles)

    def _observe(self, seat: int) -> dict[str, Any]:
        return self._table(seat)
