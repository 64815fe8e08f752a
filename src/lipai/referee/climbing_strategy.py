"""How the library's players bid, lead and follow in climbing games."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from lipai.referee.players import View

ENDGAME: Final = 12  # cards of all hands together
SAMPLES: Final = 5
NODES: Final = 20_000  # positions that are looked at in each
RANKS: Final = "3456789TJQKA2XD"


def greedy(view: View) -> str:
    """Bid the most on two of the largest cards; lead the play of the most cards, follow with the lowest play."""
    if view.legal[0].startswith("bid"):
        return _bid(view, wanted=3)
    if view.legal[0] == "pass":
        plays = [action for action in view.legal if action != "pass"]
        return min(plays, key=lambda action: (_is_bomb(view, action), _lowest(action))) if plays else "pass"
    return max(view.legal, key=lambda action: (not _is_bomb(view, action), len(action), -_lowest(action)))


def best(view: View) -> str:
    """Play so that the rest splits into the fewest plays; never bomb a partner; near the end, what wins most often."""
    if view.legal[0].startswith("bid"):
        return _bid(view, wanted=4)
    seen = view.observation
    solved = _solved(view, seen)
    if solved is not None:
        return solved
    game = view.game
    hand = game.pack(seen["hand"])
    follows = view.legal[0] == "pass"
    partner = follows and _is_partner(view.seat, seen)
    ranked = []
    for action in view.legal:
        if action == "pass":
            continue
        rest = hand - game.pack(action[5:])
        if not rest:
            return action
        plays = len(game.split(" ".join(game.unpack(rest))))
        ranked.append((plays, _is_bomb(view, action), _lowest(action), action))
    if not follows:
        return min(ranked, key=lambda each: (each[1], each[0], -len(each[3]), each[2]))[3]
    if not ranked or partner:
        return "pass"
    plays, bomb, _, action = min(ranked)
    now = len(game.split(seen["hand"]))
    close = min(left for seat, left in enumerate(seen["left"]) if seat != view.seat) <= 4
    return action if plays < now + (1 if close else 0) + (0 if bomb else 1) else "pass"


def _is_bomb(view: View, action: str) -> bool:
    cards = action[5:]
    return len(cards) in (2, 3, 4, 5) and any(
        r.kind in ("bomb", "rocket") for r in view.game.classify(cards).readings[:1]
    )


def _lowest(action: str) -> int:
    """The rank of the card that is there most often, the lower of several."""
    cards = action[5:]
    return min(RANKS.index(card) for card in max(_groups(cards), key=len))


def _groups(cards: str) -> list[str]:
    return [rank * cards.count(rank) for rank in sorted(set(cards), key=RANKS.index)]


def _bid(view: View, wanted: int) -> str:
    """The highest bid where the hand has enough of the largest cards, else the lowest: a pass."""
    hand = view.observation["hand"]
    large = (
        2 * hand.count("D")
        + hand.count("X")
        + hand.count("2")
        + sum(hand.count(rank) == 4 for rank in set(hand.split()))
    )
    return view.legal[-1] if large >= wanted else view.legal[0]


def _is_partner(seat: int, seen: dict[str, Any]) -> bool:
    """Whether the last play is the other farmer's."""
    landlord = seen.get("landlord")
    return landlord is not None and landlord not in (seat, seen["last"]["seat"]) and seen["last"]["seat"] != seat


def _solved(view: View, seen: dict[str, Any]) -> str | None:
    """Near the end, the move that wins most often when the unseen cards are dealt to the others and all is open."""
    if len(seen["left"]) != 3 or sum(seen["left"]) > ENDGAME:
        return None
    others = [seat for seat in range(3) if seat != view.seat]
    unseen = _unseen(seen)
    last = seen["last"]
    over = None if last is None else view.game.reading(last["cards"], kind=last["kind"], length=last["length"])
    wins: Counter[str] = Counter()
    for _ in range(SAMPLES):
        for i in range(len(unseen) - 1, 0, -1):
            at = view.chance.below(i + 1)
            unseen[i], unseen[at] = unseen[at], unseen[i]
        hands = [seen["hand"]] * 3
        hands[others[0]] = " ".join(unseen[: seen["left"][others[0]]])
        hands[others[1]] = " ".join(unseen[seen["left"][others[0]] :])
        found = view.game.solve(
            hands, landlord=seen["landlord"], turn=view.seat, over=over, passes=seen["passes"], nodes=NODES
        )
        if found.move is not None:
            wins["pass" if found.move == "pass" else f"play {found.move}"] += 1
    return max(sorted(wins), key=wins.__getitem__) if wins else None


def _unseen(seen: dict[str, Any]) -> list[str]:
    """The cards of the other two hands: in doudizhu all that are neither played nor one's own."""
    deck = Counter(dict.fromkeys(RANKS[:13], 4) | {"X": 1, "D": 1})
    deck.subtract(seen["hand"].split())
    for _, action in seen["history"]:
        if action.startswith("play "):
            deck.subtract(action[5:].partition(" as ")[0])
    return sorted(deck.elements(), key=RANKS.index)
