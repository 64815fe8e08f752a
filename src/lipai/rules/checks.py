"""What is checked in the rules of every family.

A refusal is a ``RulesError`` whose ``value`` is the dotted name of the key at fault.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NoReturn

import msgspec

from lipai.errors import RulesError
from lipai.rules.schema import SUITS, RuleSet, choices, lookup, same


def refuse(key: str, why: str) -> NoReturn:
    """Raises the RulesError for what is wrong at a dotted key."""
    raise RulesError(f"{key}: {why}", value=key)


def check_options(rules: RuleSet) -> None:
    """Refuses options that change no key, or not to what the key can hold."""
    data = msgspec.to_builtins(rules)
    for name, option in rules.options.items():
        key = f"options.{name}"
        if not name.isidentifier():
            refuse(key, "is no name for an option")
        if not option.values:
            refuse(f"{key}.values", "must hold at least one value")
        if isinstance(option.values, dict):
            if option.key is not None:
                refuse(f"{key}.key", "goes only with a list of values")
            if not any(same(option.default, value) for value in choices(option.values)):
                refuse(f"{key}.default", "must be one of the values")
            for value, changes in option.values.items():
                for target in changes:
                    _check_target(data, f"{key}.values.{value}", target)
            continue
        if option.key is None:
            refuse(f"{key}.key", "is missing")
        present = _check_target(data, f"{key}.key", option.key)
        if option.default is not None and not same(option.default, present):
            refuse(f"{key}.default", f"must be {present!r}, which is what {option.key} is, or be left out")
        if not any(same(present, value) for value in option.values):
            refuse(f"{key}.values", f"must hold {present!r}, which is what {option.key} is")


def _check_target(data: object, key: str, target: str) -> Any:
    try:
        value = lookup(data, target)
    except KeyError:
        refuse(key, f"there is no key {target!r}")
    if target.partition(".")[0] in ("id", "family", "options") or isinstance(value, (dict, list, tuple)):
        refuse(key, f"{target!r} is not for an option to change")
    return value


def check_order(order: Sequence[str], categories: Collection[str], what: str) -> None:
    """Refuses an order of categories that is not one of those that the rules describe; ``what`` is what is ranked."""
    if not order or order[0] != "high_card":
        refuse("ranking.order", f"must begin with high_card, which takes every {what} that nothing else takes")
    if len(set(order)) != len(order):
        refuse("ranking.order", "names a category twice")
    for name in order:
        if name not in categories:
            refuse("ranking.order", f"names {name}, but there is no table category.{name}")
    for name in categories:
        if name not in order:
            refuse(f"category.{name}", "is missing from ranking.order")


def check_suits(suits: str) -> None:
    """Refuses an order of suits that lacks one or names one twice."""
    if sorted(suits) != sorted(SUITS):
        refuse("ranking.suits", f"must be the letters S, H, C and D, strongest first, not {suits!r}")
