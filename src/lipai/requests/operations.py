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
    "piles": ("lipai.requests.ranking", "lipai.requests.piles", "lipai.requests.settlement"),
    "climbing": ("lipai.requests.climbing", "lipai.requests.climbing_table"),
    "mahjong": ("lipai.requests.mahjong",),
    "stud": ("lipai.requests.ranking", "lipai.requests.stud"),
}


USUAL_COST: Final = 100


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its name, the request it takes, and what it does with a game and such a request.

    ``cost`` says for a game and a request about how many microseconds of one core the answer takes, the most where it
    varies; it only has to be right where that is long, and is left out where it never is.
    """

    name: str
    request: type[Request]
    run: Callable[[Any, Any], Any]
    cost: Callable[[Any, Any], int] | None = None
    decode: Callable[[bytes], Request] = field(init=False, repr=False, compare=False)
    decode_array: Callable[[bytes], list[Request]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        request: Any = self.request
        object.__setattr__(self, "decode", msgspec.json.Decoder(request).decode)
        object.__setattr__(self, "decode_array", msgspec.json.Decoder(list[request]).decode)


@functools.cache
def of_family(family: str) -> Mapping[str, Operation]:
    """The operations of a family by name; none for a family that takes no requests."""
    found: dict[str, Operation] = {}
    for name in _MODULES.get(family, ()):
        operations: tuple[Operation, ...] = importlib.import_module(name).OPERATIONS
        found |= {operation.name: operation for operation in operations}
    return found
