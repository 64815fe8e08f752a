"""Operations by family. A family adds its own by modules with ``OPERATIONS`` and a line in ``_MODULES``."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from lipai.requests.schema import Request

_MODULES: Final = {
    "piles": ("lipai.requests.piles", "lipai.requests.settlement"),
    "climbing": ("lipai.requests.climbing", "lipai.requests.climbing_table"),
    "mahjong": ("lipai.requests.mahjong",),
    "stud": ("lipai.requests.stud",),
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its name, the request it takes, and what it does with a game and such a request."""

    name: str
    request: type[Request]
    run: Callable[[Any, Any], Any]
    decode: Callable[[bytes], Request] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "decode", msgspec.json.Decoder(self.request).decode)


@functools.cache
def of_family(family: str) -> Mapping[str, Operation]:
    """The operations of a family by name; none for a family that takes no requests."""
    found: dict[str, Operation] = {}
    for name in _MODULES.get(family, ()):
        operations: tuple[Operation, ...] = importlib.import_module(name).OPERATIONS
        found |= {operation.name: operation for operation in operations}
    return found
