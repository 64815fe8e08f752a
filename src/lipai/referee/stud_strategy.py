"""How the library's players stay or fold in stud."""

from __future__ import annotations

from typing import Any

from lipai.referee.players import View
from lipai.stud import StudSeat

SAMPLES = 2_000


def greedy(view: View) -> str:
    """Stay while the own cards, the hole card among them, are larger than the other players' up-cards."""
    seen = view.observation
    if not seen["bet"]:
        return "stay"
    ours = _ranks(seen["up"][view.seat] + " " + seen["hole"][view.seat])
    others = [up for seat, up in enumerate(seen["up"]) if seat != view.seat and not seen["folded"][seat]]
    return "stay" if all(ours >= _ranks(up) for up in others) else "fold"


def _ranks(cards: str) -> list[tuple[int, int]]:
    """Groups of a rank, the largest first."""
    ranks = ["89TJQKA".index(card[0]) for card in cards.split()]
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def best(view: View) -> str:
    """Stay where the chance to win is worth the bet; where staying is free, always."""
    seen = view.observation
    if not seen["bet"]:
        return "stay"
    seats: list[Any] = [
        None if out else StudSeat(up, hole=seen["hole"][view.seat] if seat == view.seat else None)
        for seat, (up, out) in enumerate(zip(seen["up"], seen["folded"], strict=True))
    ]
    chance = view.game.equity(seats, limit=SAMPLES, samples=SAMPLES).equity[view.seat]
    pot = sum(seen["paid"]) + seen["bet"]
    return "stay" if chance * pot >= seen["bet"] else "fold"
