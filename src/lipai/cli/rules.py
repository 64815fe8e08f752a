"""``lipai rules``: a rule set, readable."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

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
from lipai.cli.sections import Section
from lipai.cli.words import say, with_meaning
from lipai.registry import Game

# What shows the tables of each family: a module with ``sections``.
_FAMILIES: Final = {
    "piles": "lipai.cli.rules_piles",
    "stud": "lipai.cli.rules_stud",
    "climbing": "lipai.cli.rules_climbing",
    "mahjong": "lipai.cli.rules_mahjong",
}


@click.command()
@game_argument
@rule_options
@output_options
def rules(game_name: str, options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Show the rules of GAME, an id or a rule file, under the options given.

    Players, cards and deck, what the game's family adds (piles, categories from the weakest to the strongest with what
    breaks ties, settlement, specials), and the options with their values and clauses. With --json all the data of the
    rule set, whose keys a rule file may change.
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
    own = importlib.import_module(_FAMILIES[game.rules["family"]]).sections
    for heading, lines in _sections(game, own, defaults, lang):
        if console is None:
            show.plain()
            show.plain(heading)
            for line in lines:
                show.plain("", *line)
        else:
            console.print(f"\n{heading}", style="bold cyan")
            console.print(show.rows([["", *line] for line in lines]))


def _sections(
    game: Game, own: Callable[[Game, str], Iterable[Section]], defaults: Mapping[str, object], lang: str
) -> Iterator[Section]:
    """Headings, each with its lines of columns."""
    first, *others = own(game, lang)
    lines = [
        [say("players", lang), "-".join(map(str, dict.fromkeys(game.players)))],
        [say("cards", lang), str(game.hand_size)],
        [say("deck", lang), str(len(game.deck))],
        *first.lines,
    ]
    yield Section(say("game", lang), lines)
    yield from others
    if game.rules["options"]:
        yield Section(say("options", lang), _options(game, defaults, lang))


def _options(game: Game, defaults: Mapping[str, object], lang: str) -> list[list[str]]:
    lines = []
    for key, option in game.rules["options"].items():
        values = " | ".join(with_meaning(option_text(value), lang) for value in option["values"])
        state = f"{say('default', lang)} {option_text(defaults[key])}"
        if game.options[key] != defaults[key]:
            state += f", {say('now', lang)} {option_text(game.options[key])}"
        clause = f"{say('clause', lang)} {option['clause']}" if option["clause"] else ""
        lines.append([with_meaning(key, lang), values, state, clause])
    return lines
