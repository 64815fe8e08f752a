"""Tables of a rule file as lines of columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from lipai.cli.games import option_text
from lipai.cli.words import of_rules

# What is true of nearly every special and bonus, and is left out where it is.
_USUAL: Final = (("enabled", True), ("sweep_factor", 1), ("each", False), ("points", 0))


class Section(NamedTuple):
    """A heading with its lines of columns."""

    heading: str
    lines: list[list[str]]


class Words:
    """Keys and values of the tables of a rule set in a language; ``own`` are the game's own names of some of them."""

    def __init__(self, lang: str, own: Mapping[str, str]) -> None:
        self.lang = lang
        self._own = own

    def key(self, dotted: str) -> str:
        """A dotted key."""
        parts = [self._own.get(part) or of_rules(part, self.lang) for part in dotted.split(".")]
        return (" " if self.lang == "zh" else ".").join(parts)

    def value(self, value: object) -> str:
        """A value."""
        return of_rules(option_text(value), self.lang)


def flat(table: Mapping[str, object], words: Words, path: str = "") -> Iterator[list[str]]:
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
                yield from flat(value, words, dotted)
        elif isinstance(value, list | tuple):
            yield [words.key(dotted), " ".join(map(words.value, value))]
        else:
            yield [words.key(dotted), words.value(value)]
