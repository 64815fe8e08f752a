"""What ``lipai rules`` shows of a stud game."""

from __future__ import annotations

from collections.abc import Iterator

from lipai.cli import show
from lipai.cli.common import for_people
from lipai.cli.rules_piles import categories
from lipai.cli.sections import Section, Words, flat
from lipai.cli.words import of_rules, say
from lipai.stud import StudGame


def sections(game: StudGame, lang: str) -> Iterator[Section]:
    """What belongs to the heading of the game itself, then the tables of its rules."""
    data = game.rules
    suits = " ".join(show.SYMBOLS[s] if for_people() else s for s in data["ranking"]["suits"])
    yield Section(
        say("game", lang),
        [[say("wheel", lang), of_rules(str(data["ranking"]["wheel"]), lang)], [say("suits", lang), suits]],
    )
    yield Section(say("categories", lang), categories(data, lang))
    for name in ("up_cards", "betting"):
        yield Section(say(name, lang), list(flat(data[name], Words(lang, {}))))
