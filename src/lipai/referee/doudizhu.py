"""斗地主: the auction, the bottom cards, the play and the stake: DDZ-1 to DDZ-3, DDZ-12, DDZ-13."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from lipai.cards import format_cards
from lipai.climbing import Auction
from lipai.referee.base import refuse
from lipai.referee.climbing import ClimbingReferee, ClimbingState

TURNED = 0  # word beside the deck
NOBODY = (0, 0, 0)


class DoudizhuState(ClimbingState, kw_only=True):
    """``bids`` are those so far, from seat ``first`` on; ``turned`` the card that decided who speaks first."""

    mode: Literal["call", "rob"]
    first: int
    turned: int
    bottom: list[int]
    bids: list[int]
    landlord: int | None = None
    multiplier: int = 0


class DoudizhuReferee(ClimbingReferee[DoudizhuState]):
    """The referee of 斗地主. With ``carry`` ``rob`` 1 the landlord is found by robbing (DDZ-3), else by calling."""

    STATE = DoudizhuState
    CARRY: ClassVar[tuple[str, ...]] = ("landlord", "rob")
    CLAUSE = "DDZ-12"
    BEATING = "DDZ-9"

    def _start(self) -> DoudizhuState:
        game, carry, stream = self.game, self.setup.carry, self.stream
        deck = stream.shuffled(game.deck)
        dealer = carry.get("landlord", 0)  # DDZ-1: the last landlord deals, the next seat has the first card
        from_seat = (dealer + 1) % 3
        hands = 3 * game.rules["deck"]["hand"]
        dealt = [deck[(seat - from_seat) % 3 : hands : 3] for seat in range(3)]
        at = stream.below(hands, TURNED)  # a card that nobody receives would be turned again
        first = (from_seat + at) % 3
        self._over = None
        self._auction = Auction.start("rob" if carry.get("rob") else "call", first)
        return DoudizhuState(
            history=[],
            result=None,
            hands=[game.pack(bytes(hand)) for hand in dealt],
            turn=first,
            plays=[0, 0, 0],
            mode="rob" if carry.get("rob") else "call",
            first=first,
            turned=deck[at],
            bottom=sorted(deck[hands : hands + game.rules["deck"]["bottom"]]),
            bids=[],
        )

    def _resume(self) -> None:
        super()._resume()
        state = self.state
        bids = [bool(bid) for bid in state.bids] if state.mode == "rob" else state.bids
        self._auction = Auction.start(state.mode, state.first)
        for bid in bids:
            self._auction = self._auction.bid(bid)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who speaks or plays."""
        return () if self.state.result is not None else (self.state.turn,)

    def _legal(self, seat: int) -> Sequence[str]:
        if self.state.landlord is not None:
            return self._moves(seat)
        return tuple([f"bid {int(bid)}" for bid in self._auction.legal])

    def _apply(self, seat: int, action: str) -> None:
        state = self.state
        if state.landlord is None:
            self._bid(seat, action)
        elif self._move(seat, action):
            self._settle(seat)

    def _bid(self, seat: int, action: str) -> None:
        state = self.state
        word, _, rest = action.partition(" ")
        clause = "DDZ-2" if state.mode == "call" else "DDZ-3"
        if word != "bid" or rest not in ("0", "1", "2", "3"):
            raise refuse(seat, action, "the landlord is not found yet: it is 'bid N'", clause)
        bid = int(rest)
        if state.mode == "rob" and bid > 1:
            raise refuse(seat, action, "1 to take or rob, 0 to decline", clause)
        self._auction = self._auction.bid(bool(bid) if state.mode == "rob" else bid)
        state.bids.append(bid)
        found = self._auction
        if found.redeal:  # the next deal is dealt anew, by whoever dealt this one
            carry = dict(self.setup.carry)
            self._end(NOBODY, "redeal", (), carry=carry)
        elif found.landlord is not None:
            state.landlord = state.turn = found.landlord
            state.multiplier = found.multiplier
            state.hands[found.landlord] += self.game.pack(bytes(state.bottom))
        else:
            assert found.next is not None
            state.turn = found.next

    def _settle(self, winner: int) -> None:
        state = self.state
        landlord = state.landlord
        assert landlord is not None
        farmers = sum(state.plays) - state.plays[landlord]
        # DDZ-13: the losers' cards were never played, for the landlord: none after the first lead
        shut = farmers == 0 if winner == landlord else state.plays[landlord] == 1
        spring = shut and bool(self.game.rules["settlement"]["spring"])
        paid = self.game.settle(
            landlord=landlord,
            winner=winner,
            multiplier=state.multiplier,
            bombs=state.bombs,
            base=self.setup.base,
            spring=spring or None,
        )
        events = [(None, f"multiplier:{state.multiplier}"), *self._played()]
        if shut:
            events.append((winner, "spring"))
        winners = [winner] if winner == landlord else [seat for seat in range(3) if seat != landlord]
        roles = ["landlord" if seat == landlord else "farmer" for seat in range(3)]
        carry = {"landlord": landlord, **({"rob": 1} if state.mode == "rob" else {})}
        self._end(
            paid.net, "landlord" if winner == landlord else "farmers", winners, paid.transfers, events, carry, roles
        )

    def _observe(self, seat: int) -> dict[str, Any]:
        state = self.state
        return {
            **self._table(seat),
            "mode": state.mode,
            "first": state.first,
            "turned": format_cards([state.turned]),
            "bids": list(state.bids),
            "landlord": state.landlord,
            "multiplier": self._auction.multiplier,
            "bottom": format_cards(state.bottom) if state.landlord is not None else None,
        }
