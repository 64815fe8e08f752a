"""``lipai rules``: a rule set, readable."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import click

from lipai.cli import show
from lipai.cli.common import (
    chosen_language,
    for_people,
    game_argument,
    load_game,
    output_options,
    rule_options,
)
from lipai.cli.games import option_text
from lipai.cli.hands import encode
from lipai.cli.words import of_rules, say, with_meaning
from lipai.piles import PileGame

Section = tuple[str, list[list[str]]]

# What is true of nearly every special and bonus, and is left out where it is.
_USUAL: Final = (("enabled", True), ("sweep_factor", 1), ("each", False), ("points", 0))


@click.command()
@game_argument
@rule_options
@output_options
def rules(game_name: str, options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Show the rules of GAME, an id or a rule file, under the options given.

    Deck, piles, categories from the weakest to the strongest with what breaks ties, options with their values and
    clauses, settlement, specials. With --json all the data of the rule set, whose keys a rule file may change.
    """
    game = load_game(game_name, options)
    if as_json:
        sys.stdout.write(encode(game.rules).decode() + "\n")
        return
    defaults = load_game(game_name, ()).options
    lang = chosen_language(lang)
    people = for_people()
    console = show.console() if people else None
    title = " ".join(filter(None, (game.id, game.name, game.rules["name_en"] if lang == "en" else None)))
    if console is None:
        show.plain(title)
    else:
        console.print(title, style="bold")
    for heading, lines in sections(game, defaults, lang):
        if console is None:
            show.plain()
            show.plain(heading)
            for line in lines:
                show.plain("", *line)
        else:
            console.print(f"\n{heading}", style="bold cyan")
            console.print(show.rows([["", *line] for line in lines]))


def sections(game: PileGame, defaults: Mapping[str, object], lang: str) -> Iterator[Section]:
    """Headings, each with its lines of columns."""
    data = game.rules
    yield say("game", lang), _game(game, lang)
    yield say("piles", lang), _piles(data["piles"], lang)
    yield say("categories", lang), _categories(data, lang)
    if data.get("options"):
        yield say("options", lang), _options(game, defaults, lang)
    for name in ("settlement", "specials", "bonuses"):
        if data.get(name):
            yield say(name, lang), list(_flat(data[name], _Words(data, lang)))


def _game(game: PileGame, lang: str) -> list[list[str]]:
    data = game.rules
    jokers = data["deck"].get("jokers", 0)
    lines = [
        [say("players", lang), "-".join(map(str, game.players))],
        [say("cards", lang), str(game.hand_size)],
        [say("deck", lang), str(len(game.deck))],
        [say("jokers", lang), f"{jokers} ({of_rules(data['jokers']['model'], lang)})" if jokers else say("none", lang)],
        [say("wheel", lang), of_rules(str(data["ranking"]["wheel"]), lang)],
    ]
    suits = data["ranking"].get("suits")
    lines.append(
        [
            say("suits", lang),
            " ".join(show.SYMBOLS[s] if for_people() else s for s in suits) if suits else say("none", lang),
        ]
    )
    if data.get("source"):
        lines.append([say("source", lang), str(data["source"])])
    return lines


def _piles(piles: Mapping[str, Any], lang: str) -> list[list[str]]:
    names = piles["names_zh"] if lang == "zh" else piles["names"]
    lines = [[name, str(size)] for name, size in zip(names, piles["sizes"], strict=True)]
    return [*lines, [say("order", lang), say(piles["order"], lang)]]


def _categories(data: Mapping[str, Any], lang: str) -> list[list[str]]:
    lines = []
    for number, key in enumerate(data["ranking"]["order"], 1):
        category = data["category"][key]
        sizes = "/".join(map(str, category["sizes"]))
        ties = ", ".join(say(tie, lang) for tie in category["ties"])
        names = [category["name"]] if lang == "zh" else [key, category["name"]]
        lines.append([f"{number}.", *names, sizes, ties])
    return lines


def _options(game: PileGame, defaults: Mapping[str, object], lang: str) -> list[list[str]]:
    lines = []
    for key, option in game.rules["options"].items():
        values = " | ".join(with_meaning(option_text(value), lang) for value in option["values"])
        state = f"{say('default', lang)} {option_text(defaults[key])}"
        if game.options[key] != defaults[key]:
            state += f", {say('now', lang)} {option_text(game.options[key])}"
        clause = f"{say('clause', lang)} {option['clause']}" if option["clause"] else ""
        lines.append([with_meaning(key, lang), values, state, clause])
    return lines


class _Words:
    """Keys and values of the tables of a rule set in a language; piles and categories by the game's own names."""

    def __init__(self, data: Mapping[str, Any], lang: str) -> None:
        self.lang = lang
        self._own: dict[str, str] = {}
        if lang == "zh":
            piles = data["piles"]
            self._own = {key: rule["name"] for key, rule in data["category"].items()}
            self._own |= dict(zip(piles["names"], piles["names_zh"], strict=True))

    def key(self, dotted: str) -> str:
        """A dotted key."""
        parts = [self._own.get(part) or of_rules(part, self.lang) for part in dotted.split(".")]
        return (" " if self.lang == "zh" else ".").join(parts)

    def value(self, value: object) -> str:
        """A value."""
        return of_rules(option_text(value), self.lang)


def _flat(table: Mapping[str, Any], words: _Words, path: str = "") -> Iterator[list[str]]:
    """A table of data as lines of dotted keys and values."""
    for key, value in table.items():
        if value is None or value == {}:
            continue
        dotted = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            inner = {k: v for k, v in value.items() if v is not None and not isinstance(v, Mapping)}
            if path == "" and "name" in inner:
                others = ", ".join(
                    f"{words.key(k)} {words.value(v)}" for k, v in inner.items() if k != "name" and (k, v) not in _USUAL
                )
                yield [*([] if words.lang == "zh" else [key]), str(inner["name"]), others]
            else:
                yield from _flat(value, words, dotted)
        elif isinstance(value, list | tuple):
            yield [words.key(dotted), " ".join(map(words.value, value))]
        else:
            yield [words.key(dotted), words.value(value)]
