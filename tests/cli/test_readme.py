"""What the README shows works as it is printed there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import lipai
from lipai.cli.program import program

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, flags=re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if not kind for line in block.splitlines() if line.startswith("lipai ")]


def test_the_python_block_runs_and_says_what_it_says() -> None:
    (block,) = (text for kind, text in BLOCKS if kind == "python")
    names: dict[str, object] = {}
    exec(compile(block, "README.md", "exec"), names)
    game = names["game"]
    assert isinstance(game, lipai.PileGame)
    assert game.compare("KS KH KD", "AS AH 2C 3D 4H") == 1
    reason = game.check(["KS KH KD", "AS AH 2C 3D 4H", "5S 6S 7S 8S 9S"]).reason
    assert reason is not None
    assert reason.startswith("the middle (pair) is smaller than")
    assert reason.endswith("SSS-6")


@pytest.mark.parametrize("line", COMMANDS)
def test_commands(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hands = "2C 3D 5H 2D 2H 4C AS AH AD\n" * 3 if "<" in line else None
    words = shlex.split(line.split("<")[0])[1:]
    result = CliRunner().invoke(program, words, input=hands)
    assert result.exit_code == 0, result.output
    assert result.output.count("\n") >= 1


def test_the_pipe_answers_as_shown() -> None:
    (block,) = (text for _, text in BLOCKS if "lipai pipe" in text)
    request, answer = block.splitlines()
    line = shlex.split(request)[2]
    result = CliRunner().invoke(program, ["pipe"], input=line + "\n")
    assert json.loads(result.output) == json.loads(answer)


def test_the_rule_file_loads(tmp_path: Path) -> None:
    (block,) = (text for kind, text in BLOCKS if kind == "toml")
    path = tmp_path / "house.toml"
    path.write_text(block, encoding="utf-8")
    assert lipai.game(path).compare("AS 2H 3S 4S 5S", "2C 3H 4D 5C 6S") == -1


def test_every_game_is_listed() -> None:
    for game in lipai.games("piles"):
        assert f"`{game}`" in TEXT
