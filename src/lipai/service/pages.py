"""The pages for people: the web page and the documentation of the interface, all of it served from here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from swagger_ui_bundle import swagger_ui_path

HERE: Final = Path(__file__).parent / "static"
# Nothing is loaded from anywhere else, and nobody else shows our pages in a frame.
SAFE: Final = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
# The page draws everything itself: not even styles in it, nor images of data.
SAFEST: Final = SAFE | {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cache-control": "no-cache",
}
DOCS: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>lipai 理牌: the interface</title>
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
</head>
<body>
<div id="ui"></div>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/static/docs.js"></script>
</body>
</html>
"""


def routes() -> list[Route]:
    """The pages."""
    return [
        Route("/", _page),
        Route("/docs", _docs),
        Route("/docs/ui/{name}", _ui),
    ]


def static_files() -> StaticFiles:
    """What the pages load."""
    return StaticFiles(directory=HERE)


async def _page(_: Request) -> Response:
    return FileResponse(HERE / "index.html", headers=SAFEST)


async def _docs(_: Request) -> Response:
    return HTMLResponse(DOCS, headers=SAFE)


async def _ui(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in ("swagger-ui.css", "swagger-ui-bundle.js"):
        return Response(status_code=404)
    return FileResponse(Path(swagger_ui_path) / name)
