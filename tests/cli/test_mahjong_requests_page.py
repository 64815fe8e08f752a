"""docs/requests-mahjong.md: every request on the page is answered as the page says, in one run of ``lipai pipe``."""

from __future__ import annotations

import json
import re
from pathlib import Path

from lipai.requests.operations import of_family
from tests.cli.programs import run

PAGE = (Path(__file__).parents[2] / "docs" / "requests-mahjong.md").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
EXAMPLES = [(block[i], block[i + 1]) for block in BLOCKS for i in range(0, len(block), 2)]


def test_the_page_is_right() -> None:
    done = run("pipe", stdin="\n".join([*(request for request, _ in EXAMPLES), ""]))
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.splitlines()
    assert len(answers) == len(EXAMPLES)
    for (request, answer), one in zip(EXAMPLES, answers, strict=True):
        assert json.loads(one) == json.loads(answer), request


def test_the_page_has_everything() -> None:
    ops = {json.loads(request)["op"] for request, answer in EXAMPLES if json.loads(answer)["ok"]}
    assert ops == set(of_family("mahjong"))
    assert len(EXAMPLES) >= 12
