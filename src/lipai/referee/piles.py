"""Pile games: bets where there is a banker, the deal, placing or declaring, laying open and settling.

biji52: BJ-21 to BJ-23. shisanshui: SSS-15, SSS-16. baishisan and shisanzhang: BS-3, BS-11, bets before the deal.
A placed hand lies face down until all have placed theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from lipai.cards import format_cards, parse_cards
from lipai.errors import TableError
from lipai.piles import Declared, PileGame
from lipai.referee.base import Lazy, Referee, State, refuse

# Words beside the deck: who is first or banker; a seat's random placing.
FIRST, PLACING = 0, 16
PAIRWISE = ("gun", "run_over")


class PileState(State):
    """``hands`` are dealt, ``placed`` what each seat laid: three piles as one text, ``declare NAME``, or None."""

    hands: list[list[int]]
    placed: list[str | None]
    bets: list[int | None]
    first: int
    banker: int | None


class PileReferee(Referee[PileState]):
    """The referee of a pile game."""

    game: PileGame
    STATE = PileState
    CARRY: ClassVar[tuple[str, ...]] = ("first", "banker", "chips")

    def _start(self) -> PileState:
        n, size, carry, stream = self.seats, self.game.hand_size, self.setup.carry, self.stream
        banker = self.game.has_banker
        seat = stream.below(n, FIRST)
        first = carry.get("first", seat)
        who = carry.get("banker", seat) if banker else None
        deck = stream.shuffled(self.game.deck)[: n * size]
        places = dealt(self.game, n)
        hands = [sorted(deck[i] for i in places[turn_of(self.game, n, seat, first)]) for seat in range(n)]
        # BS-11: with the banker's chips known, players bet before the deal; else everybody bets the base.
        if banker and "chips" in carry and self.limit < 1:
            message = f"the banker's {carry['chips']} chips allow no bet with {n} players (BS-11)"
            raise TableError(message, value=carry["chips"], argument="carry")
        bets: list[int | None] = [None if "chips" in carry else self.setup.base] * n
        if who is not None:
            bets[who] = 0
        return PileState([], None, hands, [None] * n, bets, first, who)

    @property
    def limit(self) -> int:
        """The largest bet (BS-11); where the rules have no limit, what the banker can pay to everybody."""
        chips: int = self.setup.carry.get("chips", 0)
        limited = self.game.rules["settlement"].get("bet_limit") == "chips_over_players"
        return chips // (self.seats if limited else self.seats - 1)

    @property
    def betting(self) -> bool:
        """Whether bets are awaited; the cards are not dealt yet."""
        return self.state.banker is not None and None in self.state.bets

    @property
    def to_act(self) -> tuple[int, ...]:
        """All who have not bet, then all who have not placed."""
        if self.over:
            return ()
        awaited = self.state.bets if self.betting else self.state.placed
        return tuple([seat for seat, done in enumerate(awaited) if done is None])

    def _legal(self, seat: int) -> Sequence[str]:
        if self.betting:
            return Lazy(self.limit, lambda i: f"bet {i + 1}")
        hand = bytes(self.state.hands[seat])
        ways = [f"declare {name}" for name in self._declarable(hand)]
        return ways + ["place " + " / ".join(each.text) for each in self.game.pareto(hand)]

    def _declarable(self, hand: bytes) -> list[str]:
        specials = self.game.rules["specials"]  # SSS-16, BS-5; bonuses are not declared
        return [each.name for each in self.game.specials(hand) if each.name in specials]

    def _apply(self, seat: int, action: str) -> None:
        word, _, rest = action.partition(" ")
        if self.betting:
            self._bet(seat, action, word, rest)
        elif word == "declare":
            if rest not in self._declarable(bytes(self.state.hands[seat])):
                raise refuse(seat, action, "the hand holds no such special", self._clause("SSS-16", "BS-5"))
            self.state.placed[seat] = action
        elif word == "place":
            self.state.placed[seat] = self._placed(seat, action, rest)
        else:
            raise refuse(seat, action, "it is 'place A / B / C' or 'declare SPECIAL'", self._clause("SSS-15", "BS-2"))
        if not self.betting and None not in self.state.placed:
            self._open()

    def _clause(self, waters: str, banker: str, pots: str = "BJ-22") -> str:
        return {"waters": waters, "banker": banker, "pots": pots}[self.game.rules["settlement"]["kind"]]

    @property
    def _fouls_stand(self) -> bool:
        """SSS-15 (D) has an option for it; against a banker a foul loses (BS-2); in pots it is refused (BJ-22)."""
        settlement = self.game.rules["settlement"]
        return bool(settlement["kind"] == "banker" or settlement.get("fouls") == "pay")

    def _bet(self, seat: int, action: str, word: str, rest: str) -> None:
        if word != "bet" or not (rest.isascii() and rest.isdigit()) or not 1 <= int(rest) <= self.limit:
            raise refuse(seat, action, f"a bet is 'bet N' with N from 1 to {self.limit}", "BS-11")
        self.state.bets[seat] = int(rest)

    def _placed(self, seat: int, action: str, text: str) -> str:
        piles = text.split("/")
        if len(piles) != 3:
            raise refuse(seat, action, "three piles are placed, with / between them", self._clause("SSS-6", "BS-2"))
        codes = [parse_cards(pile) for pile in piles]
        checked = self.game.check(codes)  # refuses wrong sizes and a card twice
        if sorted(b"".join(map(bytes, codes))) != self.state.hands[seat]:
            raise refuse(seat, action, "these are not the cards of the hand", self._clause("SSS-15", "BS-2"))
        if not checked.legal and not self._fouls_stand:
            raise refuse(seat, action, checked.reason or "a foul", self._clause("SSS-15", "BS-2"))
        return " / ".join(format_cards(pile) for pile in codes)

    def _time_out(self, seat: int) -> str:
        """BJ-22: at random. SSS-15, and everywhere else: the strongest arrangement. A bet is the smallest."""
        if self.betting:
            return "bet 1"
        seed = self.stream.word(PLACING + (1 << 20) + seat)
        return "place " + " / ".join(self.game.place_at_random(bytes(self.state.hands[seat]), seed).text)

    def _open(self) -> None:
        state, game = self.state, self.game
        seats: list[Any] = []
        for hand, placed in zip(state.hands, state.placed, strict=True):
            assert placed is not None
            word, _, name = placed.partition("declare ")
            seats.append(placed.split(" / ") if word else Declared(name, bytes(hand)))
        if state.banker is None:
            paid = game.settle(seats, base=self.setup.base)
        else:
            bets = [bet or 0 for bet in state.bets]
            paid = game.settle(seats, banker=state.banker, bets=bets, chips=self.setup.carry.get("chips"))
        carry: dict[str, int] = {}
        dealing = game._rules.dealing
        if paid.places is not None and dealing and dealing.next_deal == "after_winner_of_last_pile":  # BJ-21
            winner = next(seat for seat, place in enumerate(paid.places) if place[2] == 1)
            carry["first"] = (winner + _step(game)) % self.seats
        if state.banker is not None:  # the texts have no rotation: the banker stays while there are chips for a bet
            left = self.setup.carry.get("chips", self.seats) + paid.net[state.banker]
            if "chips" not in self.setup.carry:
                carry["banker"] = state.banker
            elif left >= self.seats:
                carry.update(banker=state.banker, chips=left)
        winners = [seat for seat, net in enumerate(paid.net) if net > 0]
        roles = [] if state.banker is None else ["banker" if s == state.banker else "player" for s in range(self.seats)]
        self._end(paid.net, "settled", winners, paid.transfers, events_of(game, paid, state.placed), carry, roles)

    def _observe(self, seat: int) -> dict[str, Any]:
        state = self.state
        own = None if self.betting else format_cards(bytes(state.hands[seat]))
        return {
            "first": state.first,
            "banker": state.banker,
            "bets": list(state.bets) if state.banker is not None else None,
            "hand": own,
            "placed": [each is not None for each in state.placed],
            "own": state.placed[seat],
            # SSS-16, BS-5: nothing lies open before all have placed
            "open": list(state.placed) if self.over else None,
            "hands": [format_cards(bytes(hand)) for hand in state.hands] if self.over else None,
        }


def dealt(game: PileGame, seats: int) -> list[list[int]]:
    """Places in the deck of the cards that each seat gets, the seats in the order in which they are dealt to (BJ-21).

    Where the rules say nothing of dealing, hands are dealt whole.
    """
    size, dealing = game.hand_size, game._rules.dealing
    most = min(size, dealing.cards_at_a_time) if dealing else size
    places: list[list[int]] = [[] for _ in range(seats)]
    for start in range(0, size, most):
        cards = min(most, size - start)
        for turn, own in enumerate(places):
            at = start * seats + turn * cards
            own.extend(range(at, at + cards))
    return places


def turn_of(game: PileGame, seats: int, seat: Any, first: Any) -> Any:
    """When a seat, or each of an array of them, is dealt to: in turn from ``first``, or from seat 0 without rules."""
    return _step(game) * (seat - first) % seats if game._rules.dealing else seat


def _step(game: PileGame) -> int:
    dealing = game._rules.dealing
    return -1 if dealing and dealing.direction == "clockwise" else 1


def events_of(game: PileGame, paid: Any, placed: Sequence[str | None]) -> list[tuple[int | None, str]]:
    """What is counted of a settled deal: the categories of piles, specials, bonuses, guns and their kin, fouls."""
    events: list[tuple[int | None, str]] = []
    for seat, categories in enumerate(paid.categories):
        if categories is None:
            events.append((seat, "declared:" + (placed[seat] or "").partition(" ")[2]))
            continue
        events += [(seat, f"{pile}:{name}") for pile, name in zip(game.pile_names, categories, strict=True)]
        if paid.fouls[seat]:
            events.append((seat, "foul"))
    paid_for = [
        (t.to_seat, t.special if t.why == "bonus" and t.special else t.why)
        for t in paid.transfers
        if t.why not in ("pile", "pot", "piles", "special", "foul")
    ]
    # a gun and a run-over for each opponent, anything else once a deal, though all opponents pay for it
    events += [each for each in paid_for if each[1] in PAIRWISE]
    events += sorted({each for each in paid_for if each[1] not in PAIRWISE})
    return events
