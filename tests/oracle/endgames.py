"""Endgames with all hands open, by trying every line of play (DDZ-12, GP-8)."""

from __future__ import annotations

from functools import lru_cache

from tests.oracle.climbing import DEFAULT, Counts, Options, Reading, classify, reading_beats, subsets

Hands = tuple[Counts, ...]
PASS = "pass"


class Endgame:
    """One rule set. ``landlord`` plays against all others; of two players, either may be it."""

    def __init__(self, game: str, landlord: int = 0, options: Options = DEFAULT) -> None:
        self.game, self.landlord, self.options = game, landlord, options
        self.wins = lru_cache(maxsize=1 << 20)(self._wins)
        self.plays = lru_cache(maxsize=1 << 18)(self._plays)

    def winning(self, hands: Hands, turn: int, over: Reading | None = None, passes: int = 0) -> set[str]:
        """The plays that win for the side of ``turn``, and ``pass`` if passing does."""
        moves = self._moves(hands, turn, over)
        return {PASS if move is None else move.text for move in moves if self._good(hands, turn, over, passes, move)}

    def _wins(self, hands: Hands, turn: int, over: Reading | None, passes: int) -> bool:
        return any(self._good(hands, turn, over, passes, move) for move in self._moves(hands, turn, over))

    def _moves(self, hands: Hands, turn: int, over: Reading | None) -> list[Reading | None]:
        """What ``turn`` may do; None is a pass."""
        return [*self.plays(hands[turn], over), *([] if over is None else [None])]

    def _plays(self, hand: Counts, over: Reading | None) -> list[Reading]:
        """What can be led, as any of its readings, or played on ``over``, as the first that beats it (DDZ-8)."""
        found = []
        for cards in subsets(hand):
            readings = classify(cards, self.game, self.options)
            if over is None:
                found.extend(readings)
            else:
                found.extend([one for one in readings if reading_beats(one, over)][:1])
        return found

    def _good(self, hands: Hands, turn: int, over: Reading | None, passes: int, move: Reading | None) -> bool:
        """Whether the side of ``turn`` wins with this move."""
        following = (turn + 1) % len(hands)
        if move is not None:
            left = tuple(map(int.__sub__, hands[turn], map(int.__add__, move.body, move.kickers)))
            if not any(left):
                return True
            hands, over, passes = (*hands[:turn], left, *hands[turn + 1 :]), move, 0
        elif passes + 2 == len(hands):  # all others have passed, so whoever made the last play leads
            over, passes = None, 0
        else:
            passes += 1
        same = (turn == self.landlord) == (following == self.landlord)
        return self.wins(hands, following, over, passes) == same
