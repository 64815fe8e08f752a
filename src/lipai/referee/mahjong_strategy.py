"""How the library's players play mahjong."""

from __future__ import annotations

from typing import Any

from lipai.referee.players import View
from lipai.tiles import format_tiles, parse_tiles


def greedy(view: View) -> str:
    """Win where one can, claim every pung and kong; discard the tile with the fewest neighbours in the hand."""
    first = view.legal[0]
    if first == "win":
        return first
    for action in view.legal:
        if action.startswith(("kong", "pung")):
            return action
    if "pass" in view.legal:
        return "pass"
    hand = list(parse_tiles(view.observation["hand"]))
    return min(view.legal, key=lambda action: _worth(hand, parse_tiles(action.split(" ")[1])[0]))


def _worth(hand: list[int], tile: int) -> int:
    near = 0 if tile >= 27 else sum(abs(other - tile) <= 2 and other // 9 == tile // 9 for other in hand)
    return 3 * hand.count(tile) + near


def best(view: View) -> str:
    """Win where one can; claim what brings the hand nearer; discard what leaves the most tiles that help."""
    if view.legal[0] == "win":
        return "win"
    seen = view.observation
    melds = [(meld["kind"], meld["tiles"]) for meld in seen["melds"][view.seat]]
    if "pass" not in view.legal:
        for action in view.legal:
            if action.startswith("kong"):
                return action
        found = view.game.discards(seen["hand"], melds=melds, wild=seen["wild"], seen=_shown(view, seen))
        wanted = [f"discard {tile}" for tile in map(_text, [each.tile for each in found])]
        return next((action for action in wanted if action in view.legal), view.legal[0])
    now = view.game.shanten(seen["hand"], melds=melds, wild=seen["wild"])
    for action in view.legal:
        kind, _, tiles = action.partition(" ")
        if kind in ("chow", "pung", "kong") and _after(view, seen, melds, kind, tiles) < now:
            return action
    return "pass"


def _after(view: View, seen: dict[str, Any], melds: list[Any], kind: str, tiles: str) -> int:
    """The shanten of the hand with that claim."""
    hand, laid = list(parse_tiles(seen["hand"])), list(parse_tiles(tiles))
    laid.remove(parse_tiles(seen["tile"])[0])
    for tile in laid:
        hand.remove(tile)
    after = [*melds, (kind, tiles)]
    if kind == "kong":
        return int(view.game.shanten(bytes(hand), melds=after, wild=seen["wild"]))
    return min(int(each.shanten) for each in view.game.discards(bytes(hand), melds=after, wild=seen["wild"]))


def _shown(view: View, seen: dict[str, Any]) -> bytes:
    """The tiles that lie open beside the own hand and melds: everybody's discards and the others' melds."""
    shown = b"".join(bytes(parse_tiles(river)) for river in seen["rivers"])
    for seat, melds in enumerate(seen["melds"]):
        if seat != view.seat:
            shown += b"".join(bytes(parse_tiles(meld["tiles"])) for meld in melds if meld["tiles"])
    return shown


def _text(tile: int) -> str:
    return format_tiles([tile])
