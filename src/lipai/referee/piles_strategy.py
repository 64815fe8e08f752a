"""How the library's players lay out a hand of a pile game."""

from __future__ import annotations

from typing import Any

from lipai.referee.players import View


def greedy(view: View) -> str:
    """The strongest arrangement, or the first special to declare; the smallest bet."""
    first = view.legal[0]
    if first.startswith(("bet", "declare")):
        return first
    return _chosen(view, objective="strongest")


def strongest(view: View) -> str:
    """The strongest arrangement; the smallest bet."""
    first = view.legal[0]
    return first if first.startswith("bet") else _chosen(view, objective="strongest")


def best(view: View) -> str:
    """The most expected units, where there is a field of opponents for the game; the smallest bet."""
    first = view.legal[0]
    if first.startswith("bet"):
        return first
    seen = view.observation
    role: dict[str, Any] = {}
    if view.game.has_banker:
        role["role"] = "banker" if seen["banker"] == view.seat else "player"
    return _chosen(view, players=seen["players"], **role)


def _chosen(view: View, **how: Any) -> str:
    found = view.game.arrange(view.observation["hand"], **how)[0]
    return f"declare {found.special}" if getattr(found, "special", None) else "place " + " / ".join(found.text)
