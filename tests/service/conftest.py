"""The web page of a service that runs, in a real browser."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.page import CHROMIUM, Open

# A fault that the server tells is an answer like any other; the browser reports its status all the same.
TOLD = re.compile(r"Failed to load resource: the server responded with a status of (400|401|413|422)")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    command = [sys.executable, "-m", "lipai", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"{address}health", timeout=5)
                    break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.05)
            yield address
        finally:
            process.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def opened(base: str, browser: Any) -> Iterator[Open]:
    """Opens the page at a fragment; nothing may be said on its console, nor fail, nor come from elsewhere."""
    contexts = []
    said: list[str] = []

    def open_page(fragment: str = "", *, width: int = 1280, height: int = 900, lang: str = "en-GB", **how: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=lang, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
        page.on("request", lambda request: request.url.startswith(base) or said.append(f"elsewhere: {request.url}"))
        page.goto(base + fragment)
        page.locator("main").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [line for line in said if not TOLD.search(line)] == []
