"""Whole numbers and booleans as arguments, numpy's among them; a boolean is no number."""

from __future__ import annotations

import operator
import sys
from typing import Any

from lipai.errors import LipaiError


def integer(value: Any) -> int | None:
    """The whole number that ``value`` is: anything that Python takes for an index, but no boolean."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def boolean(value: Any) -> bool | None:
    """The boolean that ``value`` is."""
    numpy = sys.modules.get("numpy")
    kinds = bool if numpy is None else (bool, numpy.bool_)
    return bool(value) if isinstance(value, kinds) else None


def whole(
    value: Any,
    name: str,
    least: int,
    most: int,
    error: type[LipaiError] | None = None,
    *,
    argument: str | None = None,
    position: tuple[int, ...] | None = None,
) -> int:
    """The number that ``value`` is; TypeError, or what is raised for one out of range, names it and says what is right.

    That is a ValueError or an ``error``, whose ``argument`` is ``name`` if left out.
    """
    number = integer(value)
    if number is None:
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if least <= number <= most:
        return number
    message = f"{name} must be from {least} to {most}, not {number}"
    if error is None:
        raise ValueError(message)
    raise error(message, value=number, argument=argument or name, position=position)
