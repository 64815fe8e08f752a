"""Five-card stud, Hong Kong style: WZ-10 to WZ-14.

An ante each, a card face down, then four rounds of a card face up; after each round every player who is left stays or
folds in turn, the banker first. The largest hand of those left, or the only one left, takes the pot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from lipai.cards import format_cards
from lipai.referee.base import Referee, State, refuse
from lipai.stud import StudGame
from lipai.transfer import Transfer

ROUNDS = 5


class StudState(State):
    """``cards`` are those of each seat in the order of the deal, the first face down; ``paid`` is what each put in.

    All five are there from the start; ``round`` says how many are dealt.
    """

    cards: list[list[int]]
    round: int
    banker: int
    folded: list[bool]
    paid: list[int]
    waiting: list[int]


class StudReferee(Referee[StudState]):
    """The referee of a stud game."""

    game: StudGame
    STATE = StudState
    CARRY: ClassVar[tuple[str, ...]] = ("entered", "winner")

    def _start(self) -> StudState:
        n, carry = self.seats, self.setup.carry
        # WZ-11: the winner of the last game, in the first who entered first; dealt from the banker on
        banker = carry.get("winner", carry.get("entered", 0))
        deck = self.stream.shuffled(self.game.deck)
        cards = [deck[(seat - banker) % n : n * ROUNDS : n] for seat in range(n)]
        ante = self.game.rules["betting"]["ante"] * self.setup.base
        state = StudState([], None, cards, 1, banker, [False] * n, [ante] * n, [])
        self.state = state
        self._deal()
        return state

    def _deal(self) -> None:
        """The next card face up, and who is the banker then (WZ-10)."""
        state = self.state
        state.round += 1
        up = [
            None if out else bytes(cards[1 : state.round]) for out, cards in zip(state.folded, state.cards, strict=True)
        ]
        state.banker = self.game.banker(up)
        order = [(state.banker + step) % self.seats for step in range(self.seats)]
        state.waiting = [seat for seat in order if not state.folded[seat]]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The next in turn from the banker on."""
        return () if self.over else tuple(self.state.waiting[:1])

    def _legal(self, seat: int) -> Sequence[str]:
        return ("stay", "fold")

    def _apply(self, seat: int, action: str) -> None:
        if action not in ("stay", "fold"):
            raise refuse(seat, action, "a player stays or folds", "WZ-14")
        state = self.state
        state.waiting.pop(0)
        if action == "fold":
            state.folded[seat] = True
            if state.folded.count(False) == 1:
                self._won(state.folded.index(False), "unfolded")
                return
        else:
            state.paid[seat] += self.game.rules["betting"]["bet"] * self.setup.base
        if not state.waiting:
            if state.round == ROUNDS:
                self._open()
            else:
                self._deal()

    def _open(self) -> None:
        state = self.state
        hands = [None if out else bytes(cards) for out, cards in zip(state.folded, state.cards, strict=True)]
        self._won(self.game.showdown(hands).seat, "opened")

    def _won(self, winner: int, outcome: str) -> None:
        """WZ-12, WZ-14: the pot goes to the winner."""
        state = self.state
        net = [-paid for paid in state.paid]
        net[winner] += sum(state.paid)
        transfers = [
            Transfer(seat, winner, paid, "WZ-14", "pot") for seat, paid in enumerate(state.paid) if seat != winner
        ]
        events: list[tuple[int | None, str]] = [(seat, "folded") for seat, out in enumerate(state.folded) if out]
        if outcome == "opened":
            shown = [(s, c) for s, c in enumerate(state.cards) if not state.folded[s]]
            events += [(seat, self.game.rank(bytes(cards)).category) for seat, cards in shown]
        self._end(net, outcome, [winner], transfers, events, {"winner": winner})

    def _observe(self, seat: int) -> dict[str, Any]:
        state = self.state
        opened = self.over and self.state.result is not None and self.state.result.outcome == "opened"
        return {
            "round": state.round,
            "banker": state.banker,
            "folded": list(state.folded),
            "paid": list(state.paid),
            "bet": self.game.rules["betting"]["bet"] * self.setup.base,
            "up": [format_cards(bytes(cards[1 : state.round])) for cards in state.cards],
            # the hole cards of those who folded stay face down
            "hole": [
                format_cards(bytes(cards[:1])) if other == seat or (opened and not state.folded[other]) else None
                for other, cards in enumerate(state.cards)
            ],
        }
