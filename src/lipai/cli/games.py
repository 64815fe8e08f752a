"""``lipai games``: what there is to play."""

from __future__ import annotations

import sys
from typing import Any

import click

import lipai
from lipai.cli import show
from lipai.cli.common import chosen_language, for_people, output_options
from lipai.cli.hands import encode
from lipai.cli.words import say, with_meaning
from lipai.rules.schema import choices


def described(name: str) -> dict[str, Any]:
    """One game in brief."""
    game = lipai.game(name)
    data = game.rules
    return {
        "id": game.id,
        "name": game.name,
        "name_en": data["name_en"] or game.name,
        "players": list(game.players),
        "cards": game.hand_size,
        "deck": len(game.deck),
        "options": {
            key: {"default": game.options[key], "values": list(choices(option["values"]))}
            for key, option in data["options"].items()
        },
    }


@click.command()
@output_options
def games(as_json: bool, lang: str | None) -> None:
    """List the games: id, name, players, cards in a hand and in the deck, options with their values."""
    lang = chosen_language(lang)
    found = [described(name) for name in lipai.games()]
    if as_json:
        sys.stdout.writelines(encode(game).decode() + "\n" for game in found)
        return
    people = for_people()
    lines = [
        [
            game["id"],
            game["name"] if lang == "zh" else game["name_en"],
            "-".join(map(str, dict.fromkeys(game["players"]))),
            str(game["cards"]),
            str(game["deck"]),
            ("\n" if people else ", ").join(
                f"{with_meaning(key, lang)}={'|'.join(map(option_text, option['values']))}"
                for key, option in game["options"].items()
            ),
        ]
        for game in found
    ]
    if people:
        headings = [say(word, lang) for word in ("game", "name", "players", "cards", "deck", "options")]
        show.console().print(show.table(headings, lines, right=(2, 3, 4)))
    else:
        for line in lines:
            show.plain(*line)


def option_text(value: object) -> str:
    """The value of an option as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
