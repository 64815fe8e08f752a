"""docs/requests.md: every request on the page is answered as the page says, in one run of ``lipai pipe``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import lipai
from lipai.cli.pipe import LONGEST_LINE
from lipai.requests.operations import of_family
from lipai.rules.convert import FAMILIES
from tests.cli.programs import run
from tests.codes import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "requests.md").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
(TOO_LARGE,) = [block[0] for block in BLOCKS if len(block) == 1]
EXAMPLES = [(block[i], block[i + 1]) for block in BLOCKS if len(block) > 1 for i in range(0, len(block), 2)]


def test_the_page_is_right() -> None:
    requests = [request for request, _ in EXAMPLES]
    done = run("pipe", stdin="\n".join([*requests, "x" * (LONGEST_LINE + 1), ""]))
    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for (request, answer), one in zip(EXAMPLES, found[:-1], strict=True):
        said = json.loads(answer)
        if not one["ok"] and one["error"]["code"] == "bad_json":  # the words are the JSON reader's
            said["error"]["message"] = one["error"]["message"]
        assert one == said, request
    assert found[-1] == json.loads(TOO_LARGE)


def test_the_page_has_everything() -> None:
    answers = [json.loads(answer) for _, answer in EXAMPLES]
    shown = {answer["error"]["code"] for answer in answers if not answer["ok"]} | {"too_large"}
    assert shown == CODES - {"internal"}  # a fault of ours, which no request should meet
    good = [json.loads(request) for request, answer in EXAMPLES if json.loads(answer)["ok"]]
    for family in set(FAMILIES) - {"mahjong"}:  # which has a page of its own
        ops = {request["op"] for request in good if request["game"] in lipai.games(family)}
        assert ops == set(of_family(family)), family
    assert len(EXAMPLES) >= 20
