"""Public evaluators of poker hands, to be measured beside ours where they are installed.

They rank five cards by the rules of poker, as 十三水 does without jokers and with the small wheel. Each comes in two
forms: from text, as a person would call it, and over many prepared hands, as a server would.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

PACKAGES: Final = ("phevaluator", "eval7", "treys")
_RANKS: Final = "23456789TJQKA"
_CARDS: Final = [rank + suit for rank in _RANKS for suit in "cdhs"]


class Rival(NamedTuple):
    """One evaluator: its package, how it ranks a text of five cards, and a loop over many hands of codes."""

    package: str
    from_text: Callable[[list[str]], object]
    prepare: Callable[[list[list[int]]], Callable[[], object]]


def installed() -> Iterator[Rival]:
    """Those that this environment has."""
    for package in PACKAGES:
        try:
            module = importlib.import_module(package)
        except ImportError:
            continue
        yield _OF[package](module)


def _phevaluator(module: Any) -> Rival:
    evaluate = module.evaluate_cards

    def prepare(hands: list[list[int]]) -> Callable[[], object]:
        return lambda: [evaluate(*hand) for hand in hands]

    return Rival("phevaluator", lambda tokens: evaluate(*tokens), prepare)


def _eval7(module: Any) -> Rival:
    evaluate, card = module.evaluate, module.Card
    deck = [card(token) for token in _CARDS]

    def prepare(hands: list[list[int]]) -> Callable[[], object]:
        cards = [[deck[code] for code in hand] for hand in hands]
        return lambda: [evaluate(hand) for hand in cards]

    return Rival("eval7", lambda tokens: evaluate([card(token) for token in tokens]), prepare)


def _treys(module: Any) -> Rival:
    evaluate, card = module.Evaluator().evaluate, module.Card.new
    deck = [card(token) for token in _CARDS]

    def prepare(hands: list[list[int]]) -> Callable[[], object]:
        cards = [[deck[code] for code in hand] for hand in hands]
        return lambda: [evaluate([], hand) for hand in cards]

    return Rival("treys", lambda tokens: evaluate([], [card(token) for token in tokens]), prepare)


_OF: Final = {"phevaluator": _phevaluator, "eval7": _eval7, "treys": _treys}
