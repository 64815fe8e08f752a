"""Whole numbers as arguments: anything that Python takes for an index, but no bool."""

from __future__ import annotations

import operator
from typing import Any


def whole(value: Any, name: str, least: int, most: int) -> int:
    """The number that ``value`` is; TypeError or ValueError names the argument and says what is right."""
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}")
    return number
