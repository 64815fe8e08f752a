"""From plain data to a rule set, and the key at fault where that fails."""

from __future__ import annotations

import copy
import importlib
import re
import reprlib
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from lipai.errors import RulesError
from lipai.hints import hint
from lipai.rules.checks import refuse
from lipai.rules.schema import Family, lookup

# Where the rules of each family are described and checked: a module with ``FAMILY``.
FAMILIES: Final = {
    "piles": "lipai.rules.pile_checks",
    "stud": "lipai.rules.stud_checks",
    "climbing": "lipai.rules.climbing_checks",
    "mahjong": "lipai.rules.mahjong_checks",
}


def to_rules(data: dict[str, Any]) -> Any:
    """The rule set that ``data`` describes, of the type of its family.

    RulesError names the first key that is unknown, mistyped or impossible.
    """
    family = _family(data)
    try:
        rules = msgspec.convert(data, family.rules, strict=True)
    except msgspec.ValidationError as error:
        raise _located(data, family, str(error)) from None
    family.check(rules)
    return rules


def _family(data: dict[str, Any]) -> Family:
    there_are = ", ".join(FAMILIES)
    if "family" not in data:
        refuse("family", f"is missing; there are {there_are}")
    name = data["family"]
    if not isinstance(name, str) or name not in FAMILIES:
        refuse("family", f"must be one of {there_are}, not {name!r}")
    found: Family = importlib.import_module(FAMILIES[name]).FAMILY
    return found


_PLACE: Final = re.compile(r"^(?P<what>.*?)(?: - at (?P<at_key>`key` in )?`\$(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\.\.\.|\d+)\]")
_GOT: Final = re.compile(", got .*$")
_FIELD: Final = re.compile(r"^Object (?P<how>missing required|contains unknown) field `(?P<name>[^`]*)`")


def _located(data: dict[str, Any], family: Family, message: str) -> RulesError:
    """The error for msgspec's message, its place given by dotted keys; msgspec itself leaves out keys of tables."""
    match = _PLACE.match(message)
    assert match is not None
    what, path = match["what"], match["path"] or ""
    if match["at_key"]:
        path += "[...]"
    names: list[str] = []
    value: Any = data
    for name, index in _STEP.findall(path):
        if index and index != "...":
            value = value[int(index)]
            continue
        names.append(name or next(_culprits(data, family, names, message), "?"))
        value = value.get(names[-1])
    field = _FIELD.match(what)
    if field is not None:
        names.append(field["name"])
        what = "is missing" if field["how"] == "missing required" else _unknown(data, family, names)
    elif what.startswith("Invalid "):  # a value of a literal, or a kind of table
        there_are = ", ".join(map(repr, _allowed(msgspec.inspect.type_info(family.rules), tuple(names))))
        what = f"must be one of {there_are}, not {what.rpartition(' value ')[2]}"
    else:
        what = f"{_GOT.sub('', what)}, not {reprlib.repr(value)}"
    key = ".".join(names) or "the file"
    return RulesError(f"{key}: {what[:1].lower() + what[1:]}", value=key)


def _culprits(data: dict[str, Any], family: Family, names: list[str], message: str) -> Iterator[str]:
    """Keys of the table at ``names`` that fail with this message even when alone in it."""
    for key in lookup(data, ".".join(names)):
        trial = copy.deepcopy(data)
        table = lookup(trial, ".".join(names))
        for other in list(table):
            if other != key:
                del table[other]
        try:
            msgspec.convert(trial, family.rules, strict=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                yield key


def _allowed(of: msgspec.inspect.Type, names: tuple[str, ...]) -> list[Any]:
    """The values that the literal at a dotted key may have; of a list, those of its items."""
    match of:
        case msgspec.inspect.UnionType(types=types):
            return [value for each in types for value in _allowed(each, names)]
        case msgspec.inspect.StructType(tag_field=mark, tag=tag) if names == (mark,):
            return [tag]
        case msgspec.inspect.StructType(fields=fields) if names:
            return [v for f in fields if f.encode_name == names[0] for v in _allowed(f.type, names[1:])]
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return _allowed(value, names[1:]) if len(names) > 1 else _allowed(key, ())
        case msgspec.inspect.VarTupleType(item_type=item):
            return _allowed(item, names)
        case msgspec.inspect.LiteralType(values=values) if not names:
            return list(values)
    return []


def _unknown(data: dict[str, Any], family: Family, names: list[str]) -> str:
    """Why the last of ``names`` is no key of the table at the others: it is of another kind of table, or of none."""
    *path, name = names
    tables = _tables(msgspec.inspect.type_info(family.rules), tuple(path))
    mark = tables[0].tag_field
    kind = None if mark is None else lookup(data, ".".join([*path, mark]))
    keys = {table.tag: [field.encode_name for field in table.fields] for table in tables}
    if any(name in of_kind for of_kind in keys.values()):
        return f"has no meaning where {'.'.join([*path, str(mark)])} = {kind!r}"
    return f"no such key; {hint(name, keys[kind])}"


def _tables(of: msgspec.inspect.Type, names: tuple[str, ...]) -> list[msgspec.inspect.StructType]:
    """The tables, one for each kind, that there can be at a dotted key."""
    match of:
        case msgspec.inspect.UnionType(types=types):
            return [table for each in types for table in _tables(each, names)]
        case msgspec.inspect.StructType(fields=fields):
            if not names:
                return [of]
            return [table for f in fields if f.encode_name == names[0] for table in _tables(f.type, names[1:])]
        case msgspec.inspect.DictType(value_type=value) if names:
            return _tables(value, names[1:])
    return []
