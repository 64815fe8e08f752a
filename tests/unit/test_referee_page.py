"""What docs/referee.md shows works as it is printed there, with fewer deals."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lipai.cli.program import program

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, flags=re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("i", range(2))
def test_it_runs(i: int) -> None:
    names: dict[str, Any] = {}
    exec(compile("\n".join(BLOCKS[: i + 1]), "docs/referee.md", "exec"), names)
    assert sum(names["table"].result().net) == 0


def test_commands_run_and_what_they_write_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "my-rules.toml", tmp_path)
    for line in COMMANDS:
        words = shlex.split(re.sub(r"--deals \d+", "--deals 40", line))
        assert words[:2] == ["lipai", "simulate"]
        if "--scheduler" not in words:  # tests/unit/test_simulate.py
            result = CliRunner().invoke(program, words[1:])
            assert result.exit_code == 0, f"{line}\n{result.output}"
    _, _, reading = BLOCKS
    names: dict[str, Any] = {}
    exec(compile(reading, "docs/referee.md", "exec"), names)
    assert names["played"]["deals"] == 40
    assert names["figures"].column_names[:2] == ["kind", "name"]
    assert {path.name for path in tmp_path.iterdir()} == {
        "my-rules.toml",
        "figures.png",
        "figures.csv",
        "figures.parquet",
        "run.json",
    }
