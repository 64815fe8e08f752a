"""What the rule files of all families share, and what a family's own part is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Text = Annotated[str, Meta(min_length=1, max_length=100)]
Amount = Annotated[int, Meta(ge=1, le=65_535)]
Factor = Annotated[int, Meta(ge=1, le=255)]
Scalar = str | int | bool

RANKS: Final[tuple[str, ...]] = get_args(Rank)
SUITS: Final = "CDHS"
BOOLEANS: Final = {"false": False, "true": True}


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a rule file."""


class Option(Table, frozen=True):
    """What a caller may change: a dotted ``key`` and its ``values``, or for each value the keys that it sets.

    Values ``false`` and ``true`` in the place of such a table's keys are the booleans.
    """

    values: tuple[Scalar, ...] | dict[str, dict[str, Scalar]]
    key: Text | None = None
    default: Scalar | None = None
    clause: Text | None = None


def choices(values: Iterable[Scalar] | Mapping[str, Mapping[str, Scalar]]) -> tuple[Scalar, ...]:
    """The values of an option as a caller gives them."""
    if isinstance(values, Mapping):
        return tuple(BOOLEANS.get(name, name) for name in values) if set(values) <= set(BOOLEANS) else tuple(values)
    return tuple(values)


class RuleSet(Table, frozen=True, kw_only=True):
    """One game's rules, complete and consistent; each family adds tables of its own."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    family: str
    name: Text
    name_en: Text | None = None
    source: Text | None = None
    players: tuple[int, int]
    options: dict[str, Option] = {}


class Family(NamedTuple):
    """A family's rule files: their shape, and what refuses rules that make no sense."""

    rules: type[Any]
    check: Callable[[Any], None]


def lookup(data: object, key: str) -> Any:
    """The value at a dotted key of plain data; KeyError where there is none."""
    for part in key.split("."):
        if not isinstance(data, dict) or part not in data:
            raise KeyError(key)
        data = data[part]
    return data


def same(a: object, b: object) -> bool:
    """Equal and of one type: 0 is not False."""
    return type(a) is type(b) and a == b
