"""What docs/referee.md shows works as it is printed there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "referee.md").read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_page_has_code() -> None:
    assert len(BLOCKS) == 2


@pytest.mark.parametrize("i", range(2))
def test_it_runs(i: int) -> None:
    names: dict[str, Any] = {}
    exec(compile("\n".join(BLOCKS[: i + 1]), "docs/referee.md", "exec"), names)
    assert sum(names["table"].result().net) == 0
