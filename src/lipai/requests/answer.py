"""From the bytes of a request to the bytes of its answer."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

import lipai
from lipai.errors import LipaiError, RulesError, UnknownOptionError
from lipai.hints import hint
from lipai.piles import PileGame
from lipai.piles.expected import named_bytes as read_field
from lipai.requests.failure import Fault, RequestError, clip, from_error
from lipai.requests.operations import USUAL_COST, Operation, of_family
from lipai.requests.schema import NO_OPTIONS, NULL, Answer, Failure, Head, Request, diagnose

GAMES_KEPT: Final = 128
LONGEST_KEPT: Final = 1024  # bytes of options

_log: Final = logging.getLogger("lipai.requests")
_decode_head: Final = msgspec.json.Decoder(Head).decode
_decode_options: Final = msgspec.json.Decoder(dict[str, Any]).decode
_decode_array: Final = msgspec.json.Decoder(list[Raw]).decode
encode: Final = msgspec.json.Encoder().encode


class _Table(NamedTuple):
    """A game and what can be asked of it."""

    game: Any
    operations: Mapping[str, Operation]


class Job(msgspec.Struct, gc=False):
    """A request that was understood: ``answer`` does what it asks for."""

    id: Raw
    game: Any
    operation: Operation
    request: Request

    @property
    def cost(self) -> int:
        """About how many microseconds of one core the answer takes, the most where that varies."""
        cost = self.operation.cost
        return USUAL_COST if cost is None else cost(self.game, self.request)

    def answer(self) -> Answer | Failure:
        """The answer, which may say that it can't be done."""
        try:
            return Answer(self.id, True, self.operation.run(self.game, self.request))
        except RequestError as error:
            return failed(error.fault, self.id)
        except LipaiError as error:
            return failed(from_error(error, None).fault, self.id)
        except Exception:  # a fault of ours, which must not end the answers to others
            _log.exception("%s of %s", self.operation.name, self.game.id)
            return failed(Fault("internal", "this is a fault of lipai, which has noted it"), self.id)

    def refused(self, code: str, message: str) -> Failure:
        """The answer of a server that does not want to do it."""
        return failed(Fault(code, message), self.id)


def failed(fault: Fault, request_id: Raw = NULL) -> Failure:
    """The answer that says what is wrong."""
    return Failure(request_id, False, fault)


class Requests:
    """Answers requests. Keeps the games that were asked for lately; any number of threads may share one.

    A request names a registered game by its id, never by a path. ``rules`` are rule files of the owner of the
    process, whose games can then be named by the ids that those files give. ``fields`` are files of fields, which come
    before the shipped ones for the games and the tables that they were made for.
    """

    def __init__(
        self, rules: Iterable[str | os.PathLike[str]] = (), fields: Iterable[str | os.PathLike[str]] = ()
    ) -> None:
        self._fields = [read_field(path)[1] for path in fields]
        self._sources: dict[str, str | os.PathLike[str]] = {name: name for name in lipai.games()}
        for path in rules:
            name = lipai.game(path).id
            if name in self._sources:
                raise RulesError(f"{path}: id: {name!r} is taken: each rule file has an id of its own", value="id")
            self._sources[name] = path
        self._tables: dict[tuple[str, bytes], _Table] = {}
        self._lock = threading.Lock()

    @property
    def games(self) -> tuple[str, ...]:
        """The ids that a request can name."""
        return tuple(self._sources)

    def game(self, game: str) -> Any:
        """The game of this id with its default options."""
        return self._table(game, NO_OPTIONS).game

    def operations(self, game: str) -> Mapping[str, Operation]:
        """The operations of a game by name."""
        return self._table(game, NO_OPTIONS).operations

    def answer(self, data: bytes, *, game: str | None = None, op: str | None = None) -> bytes:
        """The answer to one request. ``game`` and ``op``, where given, stand for fields that the request lacks."""
        read = self.read(data, game=game, op=op)
        return encode(read.answer() if isinstance(read, Job) else read)

    def read(self, data: bytes, *, game: str | None = None, op: str | None = None) -> Job | Failure:
        """What a request asks for, not yet done; or the answer to one that can't be understood."""
        request_id = NULL
        try:
            if not data.isascii():
                data.decode()
            head = _decode_head(data)
            request_id = head.id
            table, operation = self._find(head, game, op)
            return Job(request_id, table.game, operation, operation.decode(data))
        except RequestError as error:
            fault = error.fault
        except LipaiError as error:
            fault = from_error(error, None).fault
        except msgspec.ValidationError as error:
            request_id, fault = self._diagnose(data, error, game, op)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            fault = _bad_json(error)
        return failed(fault, request_id)

    def read_array(self, data: bytes) -> Sequence[Job | Failure] | Failure:
        """What each request of a JSON array asks for, as ``read`` tells it; or that it is no such array."""
        try:
            each = _decode_array(data)
        except msgspec.ValidationError:
            return failed(Fault("bad_request", "a batch is a JSON array of requests"))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return failed(_bad_json(error))
        alike = self._read_alike(data, each[0]) if each else None
        return [self.read(bytes(one)) for one in each] if alike is None else alike

    def _read_alike(self, data: bytes, first: Raw) -> list[Job] | None:
        """The requests of an array that ask for one operation of one game, as ``first`` does, read in one go, which
        takes a third of the time. None where they don't, or where one is at fault."""
        try:
            if not data.isascii():
                data.decode()
            head = _decode_head(first)
            table, operation = self._find(head, None, None)
            requests = operation.decode_array(data)
        except (RequestError, LipaiError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        game, op, options = head.game, head.op, bytes(head.options)
        if any(each.op != op or each.game != game or bytes(each.options) != options for each in requests):
            return None
        return [Job(each.id, table.game, operation, each) for each in requests]

    def answer_value(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request that is a dictionary, as a dictionary."""
        answer: dict[str, Any] = msgspec.json.decode(self.answer(encode(request)))
        return answer

    def too_large(self, limit: int) -> bytes:
        """The answer to a request of more than ``limit`` bytes, which nobody has read to its end."""
        return encode(failed(Fault("too_large", f"a request may have {limit} bytes at most")))

    def _find(self, head: Head, game: str | None, op: str | None) -> tuple[_Table, Operation]:
        table = self._table(_one_of("game", head.game, game), head.options)
        name = _one_of("op", head.op, op)
        operation = table.operations.get(name)
        if operation is None:
            message = f"no operation {name!r} in {table.game.id}; there are {', '.join(table.operations)}"
            raise RequestError("unknown_op", message, "op")
        return table, operation

    def _table(self, name: str, options: Raw) -> _Table:
        key = (name, bytes(options))
        table = self._tables.get(key)
        if table is None:
            table = self._load(name, options)
            if len(key[1]) > LONGEST_KEPT:
                return table
            with self._lock:
                while len(self._tables) >= GAMES_KEPT:
                    del self._tables[next(iter(self._tables))]
                self._tables[key] = table
        return table

    def _load(self, name: str, options: Raw) -> _Table:
        source = self._sources.get(name)
        if source is None:
            raise RequestError("unknown_game", f"no game {name!r}; {hint(name, self._sources)}", "game")
        try:
            given = _decode_options(options) if bytes(options) else {}
        except msgspec.ValidationError:
            message = "options must be an object of rule options"
            raise RequestError("bad_request", message, "options") from None
        game = self._with_options(source, given)
        if self._fields and isinstance(game, PileGame):
            game = game.with_fields(*self._fields)
        return _Table(game, of_family(game.rules["family"]))

    def _with_options(self, source: str | os.PathLike[str], options: Mapping[str, Any]) -> Any:
        for name, value in options.items():
            try:
                lipai.game(source, **{name: value})
            except UnknownOptionError as error:
                raise from_error(error, f"options.{name}") from None
        try:
            return lipai.game(source, **options)
        except LipaiError as error:
            raise from_error(error, "options") from None

    def _diagnose(
        self, data: bytes, error: msgspec.ValidationError, game: str | None, op: str | None
    ) -> tuple[Raw, Fault]:
        """The id and the fault of a request that is not of the shape that its operation asks for."""
        try:
            msgspec.json.decode(data, type=Raw)  # all of it: the decoder stopped at the first thing out of shape
            request_id = msgspec.json.decode(data, type=dict[str, Raw]).get("id", NULL)
            value = msgspec.json.decode(data, type=dict[str, Any])
        except msgspec.ValidationError:
            return NULL, Fault("bad_request", "a request is a JSON object")
        except (msgspec.DecodeError, RecursionError) as malformed:
            return NULL, _bad_json(malformed)
        try:
            head = _decode_head(data)
        except msgspec.ValidationError:
            return request_id, diagnose(value, Request, error).fault
        _, operation = self._find(head, game, op)
        return request_id, diagnose(value, operation.request, error).fault


def _one_of(name: str, in_request: str, outside: str | None) -> str:
    """The name of the game or the operation, which stands in the request or outside it, not in both."""
    if outside is None:
        if not in_request:
            raise RequestError("bad_request", f"{name} is missing", name)
        return in_request
    if in_request and in_request != outside:
        raise RequestError("bad_request", f"{name} is {outside!r} here, not {in_request!r}", name)
    return outside


def _bad_json(error: Exception) -> Fault:
    if isinstance(error, RecursionError):
        return Fault("bad_json", "JSON is nested too deeply")
    if isinstance(error, UnicodeDecodeError):
        return Fault("bad_json", f"JSON must be UTF-8: byte {error.start} is not", None, error.start)
    return Fault("bad_json", clip(str(error)))
