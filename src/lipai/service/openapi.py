"""The service as an OpenAPI document, made of the same structs that read the requests and write the answers."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Annotated, Any, Final, get_type_hints

import msgspec
from msgspec import Meta

import lipai
from lipai.requests import Fault, Requests
from lipai.requests.operations import Operation
from lipai.requests.schema import Request
from lipai.rules.schema import Scalar
from lipai.service.catalogue import Catalogue

_IN_ALL: Final = frozenset(field.name for field in msgspec.structs.fields(Request))
REFERENCES: Final = "#/components/schemas/{name}"
STATUS: Final = {
    "bad_json": 400,
    "bad_request": 400,
    "unknown_game": 404,
    "unknown_op": 404,
    "too_large": 413,
    "unauthorized": 401,
    "method_not_allowed": 405,
    "not_found": 404,
    "busy": 503,
    "internal": 500,
}
OTHERWISE: Final = 422
DESCRIPTIONS: Final = {
    400: "Not JSON, or not of the shape that the operation takes",
    401: "The API key is missing or wrong",
    404: "No such game, or no such operation of it",
    413: "More than the service takes on in one request",
    422: "A rule option, a card or a play that the rules refuse",
    503: "Too busy; try again",
}


GET_FAULTS: Final = ("401", "503")


def status_of(code: str | None) -> int:
    """The HTTP status for the code of a fault, or for none."""
    return 200 if code is None else STATUS.get(code, OTHERWISE)


def document(requests: Requests, *, with_key: bool) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the games that ``requests`` knows."""
    found = list(_operations(requests))
    types: dict[Any, None] = {Fault: None, Catalogue: None}
    for _, operation in found:
        types |= {_body(operation.request): None, _result(operation): None}
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCES)
    by_type = dict(zip(types, schemas, strict=True))
    components["Failure"] = {
        "type": "object",
        "required": ["id", "ok", "error"],
        "properties": {"id": {}, "ok": {"const": False}, "error": by_type[Fault]},
    }
    paths = {f"/v1/{game}/{operation.name}": {"post": _path(game, operation, by_type)} for game, operation in found}
    paths["/v1/games"] = {"get": _games(by_type[Catalogue])}
    paths["/v1/batch"] = {"post": _batch()}
    if not with_key:
        return _all(paths, {"schemas": components})
    scheme = {"type": "http", "scheme": "bearer", "description": "The key that the server was started with"}
    return _all(paths, {"schemas": components, "securitySchemes": {"key": scheme}}) | {"security": [{"key": []}]}


def _all(paths: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "lipai 理牌",
            "version": lipai.__version__,
            "description": "Ranks, arranges, judges and settles hands of Chinese table games.",
        },
        "paths": paths,
        "components": components,
    }


def _operations(requests: Requests) -> Iterator[tuple[str, Operation]]:
    for game in requests.games:
        for operation in requests.operations(game).values():
            yield game, operation


@functools.cache
def _result(operation: Operation) -> Any:
    return get_type_hints(operation.run, include_extras=True)["return"]


@functools.cache
def _body(request: type[Request]) -> type[msgspec.Struct]:
    """A request less the game and the operation, which are in the path."""
    hints = get_type_hints(request, include_extras=True)
    fields: list[Any] = [
        ("id", Annotated[Any, Meta(description="any JSON value, echoed in the answer")], None),
        (
            "options",
            Annotated[dict[str, Scalar], Meta(description="an object of rule options")],
            msgspec.field(default_factory=dict),
        ),
    ]
    for field in msgspec.structs.fields(request):
        if field.name not in _IN_ALL:
            default = msgspec.field() if field.required else msgspec.field(default=field.default)
            fields.append((field.encode_name, hints[field.name], default))
    return msgspec.defstruct(request.__name__, fields, kw_only=True, forbid_unknown_fields=True)


def _path(game: str, operation: Operation, by_type: dict[Any, Any]) -> dict[str, Any]:
    answer = {
        "type": "object",
        "required": ["id", "ok", "result"],
        "properties": {"id": {}, "ok": {"const": True}, "result": by_type[_result(operation)]},
    }
    responses = {"200": {"description": "The result", "content": {"application/json": {"schema": answer}}}}
    return {
        "operationId": f"{game}_{operation.name}",
        "tags": [game],
        "summary": (operation.request.__doc__ or operation.name).partition(": ")[2].rstrip(".") or operation.name,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": by_type[_body(operation.request)]}},
        },
        "responses": responses | _failures(),
    }


def _failures() -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {str(status): {"description": what, "content": content} for status, what in DESCRIPTIONS.items()}


def _games(schema: Any) -> dict[str, Any]:
    answer = {"description": "The games", "content": {"application/json": {"schema": schema}}}
    return {
        "operationId": "games",
        "tags": ["games"],
        "summary": "The games with their decks, operations, options and rules",
        "responses": {"200": answer} | {status: fault for status, fault in _failures().items() if status in GET_FAULTS},
    }


def _batch() -> dict[str, Any]:
    item = {"type": "object", "required": ["game", "op"], "properties": {"game": {}, "op": {}}}
    return {
        "operationId": "batch",
        "tags": ["batch"],
        "summary": "Many requests at once, each with its game and op; the answers in the same order",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "array", "items": item}}},
        },
        "responses": {
            "200": {
                "description": "An answer to each request, failures among them",
                "content": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}}}},
            }
        }
        | _failures(),
    }
