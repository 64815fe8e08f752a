"""Endgames with all hands open, by trying every line of play (DDZ-12, GP-8)."""

from __future__ import annotations

from functools import lru_cache

from tests.oracle.climbing import DEFAULT, Counts, Options, Reading, classify, reading_beats, subsets

PASS = "pass"


class Endgame:
    """One rule set and one number of hands. ``landlord`` plays against all others; of two players, either may be it."""

    def __init__(self, game: str, landlord: int = 0, options: Options = DEFAULT) -> None:
        self.game, self.landlord, self.options = game, landlord, options
        self.wins = lru_cache(maxsize=1 << 18)(self._wins)

    def plays(self, hand: Counts, over: Reading | None) -> list[Reading]:
        """What can be led, as any of its readings, or played on ``over``, as the first that beats it (DDZ-8)."""
        found = []
        for cards in subsets(hand):
            readings = classify(cards, self.game, self.options)
            if over is None:
                found.extend(readings)
            else:
                found.extend([one for one in readings if reading_beats(one, over)][:1])
        return found

    def winning(self, hands: tuple[Counts, ...], turn: int, over: Reading | None = None, passes: int = 0) -> set[str]:
        """The cards of the plays that win for the side of ``turn``, in order of rank, and ``pass`` if passing does."""
        found = set()
        for play in self.plays(hands[turn], over):
            cards = tuple(a + b for a, b in zip(play.body, play.kickers, strict=True))
            left = tuple(a - b for a, b in zip(hands[turn], cards, strict=True))
            after = (*hands[:turn], left, *hands[turn + 1 :])
            if not any(left) or self._good(turn, after, (turn + 1) % len(hands), play, 0):
                found.add(play.text)
        if over is not None and self._passed(hands, turn, over, passes):
            found.add(PASS)
        return found

    def _wins(self, hands: tuple[Counts, ...], turn: int, over: Reading | None, passes: int) -> bool:
        return bool(self.winning(hands, turn, over, passes))

    def _passed(self, hands: tuple[Counts, ...], turn: int, over: Reading, passes: int) -> bool:
        following = (turn + 1) % len(hands)
        if passes + 2 == len(hands):  # all others have passed, and whoever made the play leads
            return self._good(turn, hands, following, None, 0)
        return self._good(turn, hands, following, over, passes + 1)

    def _good(self, seat: int, hands: tuple[Counts, ...], turn: int, over: Reading | None, passes: int) -> bool:
        """Whether a position with ``turn`` to move is won for the side of ``seat``."""
        same = (seat == self.landlord) == (turn == self.landlord)
        return self.wins(hands, turn, over, passes) == same
