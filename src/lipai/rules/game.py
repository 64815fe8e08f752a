"""What every game can say of itself, whatever its family: the part of its class that needs its rule set alone."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from lipai.rules.schema import RuleSet

Rules = TypeVar("Rules", bound=RuleSet)


class RuledGame(Generic[Rules]):
    """Base of the families' games, which set ``_rules`` and ``_options``."""

    _rules: Rules
    _options: dict[str, str | int | bool]

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
