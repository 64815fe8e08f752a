"""The shape of requests and answers, and the plain-words diagnosis of a request that does not have it.

Fields are declared once, as msgspec structs. A request that fails to decode is looked at again, field by field, so
that the answer can name the field and say in words what belongs there.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Raw

from lipai.hints import hint
from lipai.requests.failure import Fault, RequestError

NULL: Final = Raw(b"null")
NO_OPTIONS: Final = Raw(b"")

Cards = Annotated[str | list[str], Meta(description="a text of cards or a list of card texts")]


class Head(msgspec.Struct, gc=False):
    """What every request says of itself; the fields of its operation are left unread."""

    id: Raw = NULL
    game: str = ""
    op: str = ""
    options: Raw = NO_OPTIONS


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Base of the requests of all operations: the fields of ``Head``, kept as they came."""

    id: Annotated[Raw, Meta(description="any JSON value, echoed in the answer")] = NULL
    game: Annotated[str, Meta(description="the id of a game, a text")] = ""
    op: Annotated[str, Meta(description="the name of an operation, a text")] = ""
    options: Annotated[Raw, Meta(description="an object of rule options")] = NO_OPTIONS


class Result(msgspec.Struct, gc=False):
    """Base of the results of all operations, which nothing in them refers back to."""


class TransferResult(Result):
    """What one seat pays another, and for what."""

    from_seat: int = msgspec.field(name="from")
    to_seat: int = msgspec.field(name="to")
    amount: int
    clause: str
    why: str


def transfers_of(found: Any) -> list[TransferResult]:
    """The transfers of a settlement, ready for JSON."""
    return [TransferResult(t.from_seat, t.to_seat, t.amount, t.clause, t.why) for t in found.transfers]


class Answer(msgspec.Struct, gc=False):
    """The answer to a request that was understood."""

    id: Raw
    ok: bool
    result: Any
    code: ClassVar[None] = None


class Failure(msgspec.Struct, gc=False):
    """The answer to a request that was not."""

    id: Raw
    ok: bool
    error: Fault

    @property
    def code(self) -> str:
        """The code of the fault."""
        return self.error.code


@functools.cache
def _fields(request: type[Request]) -> dict[str, tuple[Any, str, bool]]:
    """Of each field its type, its description and whether it must be given."""
    hints = get_type_hints(request, include_extras=True)
    found: dict[str, tuple[Any, str, bool]] = {}
    for field in msgspec.structs.fields(request):
        hint = hints[field.name]
        metas = [arg for arg in get_args(hint) if isinstance(arg, Meta)] if get_origin(hint) is Annotated else []
        description = next((meta.description for meta in metas if meta.description), "of another type")
        found[field.encode_name] = (hint, description, field.required)
    return found


def diagnose(value: Mapping[str, object], request: type[Request], error: msgspec.ValidationError) -> RequestError:
    """Why ``value`` is no ``request``; ``error`` is what the decoder said of it.

    ``Request`` itself stands for a request whose operation is not known, of which only its own fields are judged.
    """
    fields = _fields(request)
    for name in value:
        if name not in fields and request is not Request:
            return RequestError("bad_request", f"no field {name!r} here; {hint(name, sorted(fields))}", name)
    for name, (kind, description, required) in fields.items():
        if name not in value:
            if required:
                return RequestError("bad_request", f"{name} is missing: {description}", name)
        elif kind is not Raw and get_args(kind)[:1] != (Raw,):
            fault = _misfit(value[name], kind)
            if fault is not None:
                return RequestError("bad_request", f"{name} must be {description}", name + fault[0], fault[1])
    return RequestError("bad_request", str(error))


def _misfit(value: object, hint: Any) -> tuple[str, int | None] | None:
    """Where ``value`` does not fit its type: the path below the field and the index in the innermost list."""
    try:
        msgspec.convert(value, hint, strict=True)
    except msgspec.ValidationError as error:
        return _place(str(error))
    return None


def _place(message: str) -> tuple[str, int | None]:
    """The place that a decoder's message ends with: "- at `$[1][0]`" is ("[1]", 0)."""
    _, found, path = message.rpartition(" - at `$")
    if not found:
        return "", None
    outer, bracket, index = path.rstrip("`").rstrip("]").rpartition("[")
    if not bracket or not index.isdecimal():
        return path.rstrip("`"), None
    return outer, int(index)
