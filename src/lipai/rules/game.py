"""What every game can say of itself, whatever its family: the part of its class that needs its rule set alone."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

import msgspec

from lipai.rules import Loaded
from lipai.rules.schema import RuleSet

Rules = TypeVar("Rules", bound=RuleSet)


class RuledGame(Generic[Rules]):
    """Base of the families' games. Two are equal where their rules and options are."""

    _rules: Rules
    _options: dict[str, str | int | bool]

    def __init__(self, loaded: Loaded) -> None:
        self._rules = loaded.rules
        self._options = dict(loaded.options)

    @property
    def id(self) -> str:
        """The game's id, such as ``shisanshui``."""
        return self._rules.id

    @property
    def name(self) -> str:
        """The game's own name, such as 十三水."""
        return self._rules.name

    @property
    def options(self) -> dict[str, str | int | bool]:
        """The options of the rule set, by name, with the values in force."""
        return dict(self._options)

    @property
    def rules(self) -> dict[str, Any]:
        """All rules as plain data, complete and with options applied: the keys of the rule file."""
        data: dict[str, Any] = msgspec.to_builtins(self._rules)
        return data

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players."""
        return self._rules.players

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"<lipai.game({self.id!r}{options})>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._rules == other._rules and self._options == other._options

    def __hash__(self) -> int:
        return hash(self._rules.id)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), type(self._rules), self.rules, self._options, self._more())

    def _more(self) -> dict[str, Any]:
        """What the game was made with beside its rules, and keeps when it is pickled."""
        return {}

    def _again(self, **other: Any) -> Self:
        """An equal game, made with something ``other`` beside its rules."""
        return type(self)(Loaded(self._rules, self._options), **self._more() | other)


def _restore(
    game: type[RuledGame[Rules]],
    rules: type[Rules],
    data: dict[str, Any],
    options: dict[str, str | int | bool],
    more: dict[str, Any],
) -> RuledGame[Rules]:
    """A pickled game. Its rules made sense where they were pickled; the tables are compiled again."""
    return game(Loaded(msgspec.convert(data, rules), options), **more)
