"""What an answer says when a request fails: a code, a sentence, the field at fault and the place in it."""

from __future__ import annotations

from typing import Final

import msgspec

from lipai.errors import LipaiError

LONGEST_MESSAGE: Final = 400


class Fault(msgspec.Struct, frozen=True):
    """The ``error`` of an answer.

    ``field`` is the field at fault as a path (``cards``, ``piles[1]``, ``options.wheel``), or None where no single
    field is. ``position`` is the place in that field: the character offset in a text, the index in a list; for bad_json
    it is the byte in the request where that is known.
    """

    code: str
    message: str
    field: str | None = None
    position: int | None = None


class RequestError(Exception):
    """A request that can't be answered; carries the fault to send back."""

    def __init__(self, code: str, message: str, field: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.fault = Fault(code, clip(message), field, position)


def clip(message: str) -> str:
    """The message, its middle left out where a caller's own text has made it long."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    half = LONGEST_MESSAGE // 2
    return f"{message[:half]} … {message[-half:]}"


def from_error(error: LipaiError, field: str | None) -> RequestError:
    """The request error for an error of the library that was met while reading ``field``."""
    position = error.position if isinstance(error.position, int) else None
    return RequestError(error.code, str(error), field, position)
