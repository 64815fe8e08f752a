"""What the tests of the web page share: the browser, and how its parts are found."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest

import lipai

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 8S"
Open = Callable[..., Any]


def game(name: str) -> Any:
    """For tests of a game that a version may lack."""
    return pytest.mark.skipif(name not in lipai.games(), reason=f"this version has no {name}")


def result(page: Any) -> Any:
    """The result, once it is there."""
    page.locator('.result[aria-busy="false"]').wait_for()
    return page.locator(".result")


def text_of(page: Any, label: str) -> Any:
    """The text of a hand."""
    return page.get_by_role("textbox", name=f"{label}: type or paste", exact=True)


def pick(page: Any, *names: str) -> None:
    """Clicks cards or tiles of the picker by their names."""
    for name in names:
        page.locator(".picker").get_by_role("button", name=name, exact=False).first.click()
