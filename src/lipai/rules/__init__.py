"""Rule sets as data: one TOML file a game.

A file says everything about a game, or ``extends`` another - a registered id, or a path relative to the file - and
says only what differs: tables are merged key by key, anything else is replaced. ``false`` in the place of a table
drops it; jokers of another model and a settlement of another kind replace the table whole. ``[options.*]`` are what a
caller may change without a file.
"""

from __future__ import annotations

import copy
import functools
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from lipai.errors import RulesError, UnknownGameError, UnknownOptionError
from lipai.hints import hint
from lipai.rules.convert import to_rules
from lipai.rules.schema import Option, RuleSet, Scalar, choices, lookup, same

__all__ = ["Loaded", "RuleSet", "ids", "is_path", "load"]

_HERE: Final = Path(__file__).parent
_DISCRIMINATORS: Final = {"settlement": "kind", "jokers": "model"}
_LARGEST_FILE: Final = 1_000_000
# What a variant does not take over: they are of the game that it varies.
_OWN: Final = ("name_en", "source")


class Loaded(NamedTuple):
    """A rule set, of the type of its family, with the options that are in force, by name."""

    rules: Any
    options: dict[str, Scalar]


@functools.cache
def ids() -> tuple[str, ...]:
    """Ids of the registered games, sorted."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.toml")))


def is_path(source: str | os.PathLike[str]) -> bool:
    """Does ``source`` mean a rule file rather than the id of a registered game?"""
    return not isinstance(source, str) or source.endswith(".toml") or "/" in source or os.sep in source


def load(source: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Loaded:
    """The rules of a registered game or of a rule file, with options.

    Raises UnknownGameError, UnknownOptionError, or RulesError, whose ``value`` is the dotted name of the key at fault.
    """
    if is_path(source):
        path = Path(source)
        data = _read(path, ())
        rules = _checked(path.name, data)
        if rules.id in ids() and path.resolve().parent != _HERE:
            message = f"{path.name}: id: {rules.id!r} is a game that is there already: a rule file has an id of its own"
            raise RulesError(message, value="id")
        return _with_options(path.name, data, rules, options or {})
    name = os.fspath(source)
    data = _registered(name)
    return _with_options(name, data, _registered_rules(name), options or {})


@functools.lru_cache(maxsize=64)
def _registered(name: str) -> dict[str, Any]:
    if name not in ids():
        raise UnknownGameError(f"no game {name!r}; {hint(name, ids())}", value=name)
    data = _read(_HERE / f"{name}.toml", ())
    if data.get("id") != name:  # so no two have the same
        raise RulesError(f"{name}.toml: id: must be {name!r}, as the file is called", value="id")
    return data


@functools.lru_cache(maxsize=64)
def _registered_rules(name: str) -> Any:
    return _with_defaults(_named(name, _registered(name)))


def _named(where: str, data: dict[str, Any]) -> Any:
    try:
        return to_rules(data)
    except RulesError as error:
        raise RulesError(f"{where}: {error}", value=error.value) from None


def _checked(where: str, data: dict[str, Any]) -> Any:
    """The rules of a file that nobody has tested: every value of every option must give rules that make sense."""
    rules = _named(where, data)
    for name, option in rules.options.items():
        for value in choices(option.values):
            try:
                to_rules(_apply(data, option, value))
            except RulesError as error:
                key = f"options.{name}"
                raise RulesError(f"{where}: {key}: with {value!r}, {error}", value=key) from None
    return _with_defaults(rules)


def _with_defaults(rules: Any) -> Any:
    """The rules with every option's default, which of an option with a key is what the key holds."""
    plain = msgspec.to_builtins(rules)
    options = {
        name: option if option.key is None else msgspec.structs.replace(option, default=lookup(plain, option.key))
        for name, option in rules.options.items()
    }
    return msgspec.structs.replace(rules, options=options)


def _read(path: Path, below: tuple[Path, ...]) -> dict[str, Any]:
    """The data of a file with everything that it extends; ``below`` are the files that extend it."""
    try:
        path = path.resolve()
        with path.open("rb") as file:
            text = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # a path can't hold a NUL
        raise RulesError(f"no rule file {str(path)!r}: {error}", value=str(path)) from None
    if path in below:
        raise RulesError(f"{path.name}: extends: the file extends itself", value="extends")
    if len(text) > _LARGEST_FILE:
        raise RulesError(f"{path.name}: a rule file has {_LARGEST_FILE} bytes at most", value=str(path))
    try:
        data = tomllib.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # ValueError: not TOML, not UTF-8, or a number too long to read
        raise RulesError(f"{path.name} is no TOML file: {error}", value=str(path)) from None
    parent = data.pop("extends", None)
    if parent is None:
        return data
    if not isinstance(parent, str):
        raise RulesError(f"{path.name}: extends: must be an id or a path", value="extends")
    for key in ("id", "name"):
        if key not in data:
            raise RulesError(f"{path.name}: {key}: is missing: a variant has its own", value=key)
    if is_path(parent):
        base = _read(path.parent / parent, (*below, path))
    elif parent in ids():
        base = _read(_HERE / f"{parent}.toml", (*below, path))
    else:
        raise RulesError(f"{path.name}: extends: no game {parent!r}; {hint(parent, ids())}", value="extends")
    return _merge({key: value for key, value in base.items() if key not in _OWN}, data)


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        if not isinstance(old, dict):
            merged[key] = value
        elif value is False:
            del merged[key]
        elif isinstance(value, dict) and not _other_kind(key, old, value):
            merged[key] = _merge(old, value)
        else:
            merged[key] = value
    return merged


def _other_kind(key: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
    mark = _DISCRIMINATORS.get(key)
    return mark is not None and mark in new and new[mark] != old.get(mark)


def _with_options(where: str, data: dict[str, Any], rules: RuleSet, options: Mapping[str, Any]) -> Loaded:
    set_by: dict[str, tuple[str, Scalar]] = {}
    for name, value in options.items():
        option = rules.options.get(name)
        if option is None:
            raise UnknownOptionError(f"{where} has no option {name!r}; {hint(name, rules.options)}", value=name)
        if not any(same(value, known) for known in choices(option.values)):
            there_are = ", ".join(map(repr, choices(option.values)))
            raise UnknownOptionError(f"{where}: {name} is one of {there_are}, not {value!r}", value=name)
        for key, new in _changes(option, value).items():
            other, old = set_by.setdefault(key, (name, new))
            if not same(old, new):
                message = f"{where}: {other}={options[other]!r} and {name}={value!r} contradict each other on {key}"
                raise UnknownOptionError(message, value=name)
        data = _apply(data, option, value)
    changed = msgspec.structs.replace(_named(where, data), options=rules.options) if options else rules
    plain = msgspec.to_builtins(changed)
    in_force: dict[str, Any] = {
        name: options[name] if name in options else option.default if option.key is None else lookup(plain, option.key)
        for name, option in rules.options.items()
    }
    return Loaded(changed, in_force)


def _changes(option: Option, value: Any) -> Mapping[str, Scalar]:
    """The keys that a value of an option sets, with what each is set to."""
    if isinstance(option.values, dict):
        return option.values[str(value).lower() if isinstance(value, bool) else value]
    assert option.key is not None
    return {option.key: value}


def _apply(data: dict[str, Any], option: Option, value: Any) -> dict[str, Any]:
    """A copy of ``data`` with the option's key, or keys, set."""
    data = copy.deepcopy(data)
    for key, new in _changes(option, value).items():
        *tables, last = key.split(".")
        table = data
        for name in tables:
            table = table.setdefault(name, {})
        table[last] = new
    return data
