"""The games of a service as data: what a page needs in order to offer them without knowing any."""

from __future__ import annotations

import importlib
from typing import Any, Final

import msgspec

from lipai.requests import Requests
from lipai.rules.schema import Scalar

# What writes a card of a deck, by family where it is not a playing card.
_CARDS: Final = ("lipai.cards", "format_cards")
_TEXTS: Final = {"mahjong": ("lipai.tiles", "format_tiles")}


class OptionEntry(msgspec.Struct):
    """A rule option: its values, the one in force where a request names none, and its clause."""

    name: str
    values: list[Scalar]
    default: Scalar
    clause: str | None


class PileEntry(msgspec.Struct):
    """A pile of a hand, from first to last."""

    name: str
    name_zh: str
    size: int


class GameEntry(msgspec.Struct):
    """A game: who plays it with what, the operations it has, and its rules as plain data.

    ``deck`` are the texts of all cards or tiles, each as often as it is there; ``piles`` is null where there are none.
    """

    id: str
    name: str
    name_en: str
    family: str
    players: tuple[int, int]
    hand_size: int
    deck: list[str]
    piles: list[PileEntry] | None
    operations: list[str]
    options: list[OptionEntry]
    rules: dict[str, Any]


class Catalogue(msgspec.Struct):
    """All games that can be asked for."""

    games: list[GameEntry]


def catalogue(requests: Requests) -> Catalogue:
    """The games that ``requests`` knows, with their default options."""
    return Catalogue([_entry(requests, name) for name in requests.games])


def _entry(requests: Requests, name: str) -> GameEntry:
    game = requests.game(name)
    rules = game.rules
    return GameEntry(
        name,
        game.name,
        rules["name_en"] or game.name,
        rules["family"],
        game.players,
        game.hand_size,
        _deck(game),
        _piles(rules.get("piles")),
        list(requests.operations(name)),
        [
            OptionEntry(option, _values(about["values"], game.options[option]), game.options[option], about["clause"])
            for option, about in rules["options"].items()
        ],
        rules,
    )


def _values(values: Any, default: Scalar) -> list[Scalar]:
    """The values of an option; keys of a rule file are texts, also where they stand for true and false."""
    if isinstance(default, bool):
        return [value in (True, "true") for value in values]
    return list(values)


def _deck(game: Any) -> list[str]:
    module, function = _TEXTS.get(game.rules["family"], _CARDS)
    write = getattr(importlib.import_module(module), function)
    return [write([one]) for one in game.deck]


def _piles(piles: dict[str, Any] | None) -> list[PileEntry] | None:
    if piles is None:
        return None
    return [PileEntry(*pile) for pile in zip(piles["names"], piles["names_zh"], piles["sizes"], strict=True)]
