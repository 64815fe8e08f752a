"""What ``lipai rules`` shows of a pile game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lipai.cli import show
from lipai.cli.common import for_people
from lipai.cli.sections import Section, Words, flat
from lipai.cli.words import of_rules, say
from lipai.piles import PileGame


def sections(game: PileGame, lang: str) -> Iterator[Section]:
    """What belongs to the heading of the game itself, then the tables of its rules."""
    data = game.rules
    jokers = data["deck"].get("jokers", 0)
    suits = data["ranking"].get("suits")
    model = of_rules(data["jokers"]["model"], lang) if jokers else None
    order = " ".join(show.SYMBOLS[s] if for_people() else s for s in suits) if suits else say("none", lang)
    yield Section(
        say("game", lang),
        [
            [say("jokers", lang), f"{jokers} ({model})" if jokers else say("none", lang)],
            [say("wheel", lang), of_rules(str(data["ranking"]["wheel"]), lang)],
            [say("suits", lang), order],
        ],
    )
    yield Section(say("piles", lang), _piles(data["piles"], lang))
    yield Section(say("categories", lang), categories(data, lang))
    own = {}
    if lang == "zh":
        piles = data["piles"]
        own = {key: rule["name"] for key, rule in data["category"].items()}
        own |= dict(zip(piles["names"], piles["names_zh"], strict=True))
    for name in ("settlement", "specials", "bonuses", "dealing", "play"):
        if data.get(name):
            yield Section(say(name, lang), list(flat(data[name], Words(lang, own))))


def _piles(piles: Mapping[str, Any], lang: str) -> list[list[str]]:
    names = piles["names_zh"] if lang == "zh" else piles["names"]
    lines = [[name, str(size)] for name, size in zip(names, piles["sizes"], strict=True)]
    return [*lines, [say("order", lang), say(piles["order"], lang)]]


def categories(data: Mapping[str, Any], lang: str) -> list[list[str]]:
    """Categories from the weakest, with the numbers of cards that make them and what breaks ties."""
    lines = []
    for number, key in enumerate(data["ranking"]["order"], 1):
        category = data["category"][key]
        sizes = "/".join(map(str, category["sizes"]))
        ties = ", ".join(say(tie, lang) for tie in category["ties"])
        names = [category["name"]] if lang == "zh" else [key, category["name"]]
        lines.append([f"{number}.", *names, sizes, ties])
    return lines
