"""The application: routes, who may ask, how much, and which answers are worked out off the event loop."""

from __future__ import annotations

import contextlib
import functools
import hmac
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lipai.requests import Answer, Failure, Fault, Job, Requests, encode, failed
from lipai.service import pages
from lipai.service.catalogue import catalogue
from lipai.service.limits import Limits, TooBusy, Workers
from lipai.service.metrics import CONTENT_TYPE, Metrics
from lipai.service.openapi import document, status_of

JSON: Final = "application/json"
# What needs no key: whether the service is up, and the page that asks its user for the key.
OPEN: Final = frozenset({"/", "/health"})
OPEN_UNDER: Final = "/static/"
_log: Final = logging.getLogger("lipai.service")


def create_app(
    *,
    rules: Iterable[str | os.PathLike[str]] = (),
    limits: Limits | None = None,
    key: str | None = None,
) -> Starlette:
    """The ASGI application.

    ``rules`` are rule files whose games can be asked for by id. With ``key``, every path but ``/health`` and the
    page with its files asks for it, as ``Authorization: Bearer KEY``.
    """
    service = _Service(Requests(rules), limits or Limits(), key)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        service.workers.start()
        try:
            yield
        finally:
            service.workers.stop()

    app = Starlette(
        routes=[
            Route("/v1/games", service.games),
            Route("/v1/batch", service.batch, methods=["POST"]),
            Route("/v1/{game}/{op}", service.one, methods=["POST"]),
            Route("/health", service.health),
            Route("/metrics", service.metrics_page),
            Route("/openapi.json", service.openapi),
            *pages.routes(),
            Mount("/static", pages.static_files()),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _unexpected},
        lifespan=lifespan,
    )
    app.add_middleware(_Door, service=service)
    return app


class _Service:
    def __init__(self, requests: Requests, limits: Limits, key: str | None) -> None:
        self.requests = requests
        self.limits = limits
        self.key = key
        self.workers = Workers(limits)
        self.metrics = Metrics()

    async def one(self, request: Request) -> Response:
        """One operation of one game."""
        body = await self._body(request)
        if body is None:
            return self._too_large()
        names = request.path_params
        return self._response(await self._answer(self.requests.read(body, game=names["game"], op=names["op"])))

    async def batch(self, request: Request) -> Response:
        """Many requests, each with its game and operation."""
        body = await self._body(request)
        if body is None:
            return self._too_large()
        return await self.workers.run(functools.partial(self._batch, body))

    async def games(self, _: Request) -> Response:
        """The games with their decks, operations, options and rules."""
        return Response(self._catalogue, media_type=JSON)

    @functools.cached_property
    def _catalogue(self) -> bytes:
        return msgspec.json.encode(catalogue(self.requests))

    async def health(self, _: Request) -> Response:
        """That the service is up; 503 while it is too busy."""
        late = self.workers.late
        body = {"ok": not late, "long_requests": self.workers.held}
        return Response(msgspec.json.encode(body), 503 if late else 200, media_type=JSON)

    async def metrics_page(self, _: Request) -> Response:
        """Counts for Prometheus."""
        return Response(self.metrics.text(), headers={"content-type": CONTENT_TYPE})

    async def openapi(self, _: Request) -> Response:
        """The OpenAPI document."""
        return Response(self._document, media_type=JSON)

    @functools.cached_property
    def _document(self) -> bytes:
        return msgspec.json.encode(document(self.requests, with_key=self.key is not None))

    async def _body(self, request: Request) -> bytes | None:
        """The body, or None where it is too large; of such a one no more is read."""
        declared = request.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > self.limits.body:
            return None
        parts, size = [], 0
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > self.limits.body:
                return None
        return b"".join(parts)

    async def _answer(self, read: Job | Failure) -> Answer | Failure:
        if isinstance(read, Failure):
            self.metrics.answered("-", "-", read.code)
            return read
        cost = read.cost
        if cost > self.limits.work:
            return self._too_much(read, cost)
        if cost > self.limits.inline:
            return await self.workers.run(functools.partial(self._timed, read))
        return self._timed(read)

    def _timed(self, job: Job) -> Answer | Failure:
        start = time.perf_counter()
        answer = job.answer()
        self.metrics.took(job.operation.name, time.perf_counter() - start)
        self.metrics.answered(job.game.id, job.operation.name, answer.code)
        return answer

    def _batch(self, body: bytes) -> Response:
        start = time.perf_counter()
        read = self.requests.read_array(body)
        if isinstance(read, Failure):
            self.metrics.answered("-", "-", read.code)
            return self._response(read)
        if len(read) > self.limits.batch:
            message = f"a batch may hold {self.limits.batch} requests, not {len(read)}"
            return self._response(failed(Fault("too_large", message)))
        left = self.limits.work
        answers: list[Answer | Failure] = []
        counts: dict[tuple[str, str], Counter[str | None]] = {}
        count = counts.setdefault(("-", "-"), Counter())
        game = operation = None
        for job in read:
            if isinstance(job, Failure):
                answers.append(job)
                counts["-", "-"][job.code] += 1
                continue
            if job.game is not game or job.operation is not operation:
                game, operation = job.game, job.operation
                count = counts.setdefault((game.id, operation.name), Counter())
            cost = job.cost
            left -= cost
            answer = job.answer() if left >= 0 else self._too_much(job, cost)
            answers.append(answer)
            count[answer.code] += 1
        for names, codes in counts.items():
            for code, n in codes.items():
                self.metrics.answered(*names, code, n)
        response = Response(encode(answers), media_type=JSON)
        self.metrics.took("batch", time.perf_counter() - start)
        return response

    def _too_much(self, job: Job, cost: int) -> Failure:
        seconds = self.limits.work / 1e6
        return job.refused("too_large", f"about {cost / 1e6:.1f} s of work: one request may take {seconds:.1f} s")

    def _too_large(self) -> Response:
        self.metrics.refused("body")
        message = f"a body may have {self.limits.body} bytes"
        return self._response(failed(Fault("too_large", message)))

    def _response(self, answer: Answer | Failure) -> Response:
        return Response(encode(answer), status_of(answer.code), media_type=JSON)


class _Door:
    """Who comes in: nobody without the key, and nobody while there is too much to do."""

    def __init__(self, app: ASGIApp, service: _Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on or answers it."""
        if scope["type"] == "http":
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            try:
                await self._app(scope, receive, send)
            except TooBusy:
                self._service.metrics.refused("queue")
                await _busy()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        service = self._service
        if scope["path"] in OPEN or scope["path"].startswith(OPEN_UNDER):
            return None
        if service.key is not None and not _has_key(scope, service.key):
            service.metrics.refused("key")
            fault = Fault("unauthorized", "the API key is missing or wrong: Authorization: Bearer KEY")
            return _failure(fault, {"www-authenticate": "Bearer"})
        if service.workers.late:
            service.metrics.refused("late")
            return _busy()
        return None


def _has_key(scope: Scope, key: str) -> bool:
    for name, value in scope["headers"]:
        if name == b"authorization":
            kind, _, given = value.partition(b" ")
            return kind.lower() == b"bearer" and hmac.compare_digest(given.strip(), key.encode())
    return False


def _failure(fault: Fault, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(failed(fault)), status_of(fault.code), headers, JSON)


def _busy() -> Response:
    return _failure(Fault("busy", "too many requests at a time; try again"), {"retry-after": "1"})


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "method_not_allowed" if error.status_code == 405 else "not_found"
    message = f"{request.method} is not for {request.url.path}" if error.status_code == 405 else "no such page"
    return _failure(Fault(code, message), dict(error.headers or {}))


async def _unexpected(request: Request, error: Exception) -> Response:
    _log.error("%s %s", request.method, request.url.path, exc_info=error)
    return _failure(Fault("internal", "the server failed; it has noted why"))
