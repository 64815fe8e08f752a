"""``lipai serve``: the operations over HTTP, and the web page."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import tempfile
from typing import Any, Final

import click

from lipai.cli.program import UserError

KEY: Final = "LIPAI_API_KEY"
RULES: Final = "LIPAI_SERVE_RULES"
COUNTS: Final = "PROMETHEUS_MULTIPROC_DIR"
BACKLOG: Final = 2048
GRACE: Final = 10  # seconds for the requests in hand when the service is stopped


def is_loopback(host: str) -> bool:
    """Whether nobody on another machine reaches this address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def app() -> Any:
    """The application of one process, made of what the environment says."""
    from lipai.service import create_app

    rules = os.environ.get(RULES, "")
    return create_app(rules=rules.split(os.pathsep) if rules else (), key=os.environ.get(KEY) or None)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65_535), help="0 takes a free one.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes.")
@click.option(
    "--rules",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, resolve_path=True),
    metavar="FILE",
    help="A rule file whose game requests may name by its id. May be given several times.",
)
def serve(host: str, port: int, workers: int, rules: tuple[str, ...]) -> None:
    """Serve the operations over HTTP, and the web page.

    POST /v1/GAME/OP takes the request format's body, POST /v1/batch a list of requests; / is the web page, /docs the
    interface, /health and /metrics are for those who run it. It listens on this machine only, unless --host says
    otherwise; then LIPAI_API_KEY in the environment must hold a key, which every request has to show as
    'Authorization: Bearer KEY'.
    """
    if not is_loopback(host) and not os.environ.get(KEY):
        raise UserError(f"--host {host} can be reached from other machines: put an API key into {KEY} first")
    try:
        import uvicorn

        import lipai.service  # noqa: F401
    except ImportError as error:
        raise UserError(f"the service needs more packages: pip install 'lipai[service]' ({error.name})") from None
    if rules:
        os.environ[RULES] = os.pathsep.join(rules)
    app()  # a rule file that makes no sense is told here, not by each process
    bound = _bound(host, port)
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"lipai serves http://{shown}:{bound.getsockname()[1]}/")
    with contextlib.ExitStack() as stack:
        if workers > 1:
            os.environ[COUNTS] = stack.enter_context(tempfile.TemporaryDirectory(prefix="lipai-"))
        uvicorn.run(
            "lipai.cli.serve:app",
            factory=True,
            fd=bound.fileno(),
            workers=workers,
            timeout_graceful_shutdown=GRACE,
            access_log=False,
            log_level="warning",
            server_header=False,
        )


def _bound(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise UserError(f"can't listen on {host} port {port}: {error.strerror or error}") from None
    # Each connection inherits it. A server that is given a descriptor does not know that it is TCP, and would leave it.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    bound.set_inheritable(True)
    return bound
