"""docs/requests.md: every request there is answered, and as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lipai.requests import Requests

PAGE = (Path(__file__).parents[2] / "docs" / "requests.md").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)]


@pytest.mark.parametrize("block", BLOCKS, ids=[json.loads(block[0])["op"] for block in BLOCKS])
def test_the_page_is_true(block: list[str]) -> None:
    request, *shown = block
    answer: dict[str, Any] = json.loads(Requests().answer(request.encode()))
    if shown:
        assert answer == json.loads(shown[0])
    elif not answer["ok"]:
        assert answer["error"]["code"] in PAGE
    else:
        assert answer["result"]


def test_every_code_and_operation_is_on_the_page() -> None:
    for word in ("rank", "compare", "check", "arrange", "specials", "settle"):
        assert f"## {word}" in PAGE or f", {word}" in PAGE
