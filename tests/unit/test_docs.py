"""The pages of docs/: every block of code on them runs and does what it says.

A block is Python, a rule file, requests with answers, a C program or commands of ``lipai``; what a shell runs is listed
here with the test that runs it. docs/requests*.md and docs/referee.md have tests of their own.
"""

from __future__ import annotations

import json
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import lipai
import lipai.errors
from lipai.cli.program import program
from tests.seeds_data import clauses

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OWN_TESTS = {"requests.md", "requests-mahjong.md", "referee.md"}
PAGES = sorted(path for path in DOCS.glob("*.md") if path.name not in OWN_TESTS)
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands of a shell, each with the file that runs it and the words by which that is seen.
SHELL = {
    "make -C csrc install PREFIX=/usr/local": ("tests/unit/test_examples.py", '"install"'),
    "cc -o program program.c $(pkg-config --cflags --libs lipai)": (
        "tests/unit/test_examples.py",
        '"--cflags", "--libs"',
    ),
    "python benchmarks/counts/check.py": (".ci/run", "python benchmarks/counts/check.py"),
    "make -C csrc fuzz SECONDS=60": (".ci/run", "fuzz SECONDS=60"),
}
# Shown for how it was made: hours of work.
LONG = {"lipai field build shisanshui --players 4 --hands 8192 --rounds 24 --pool 32768 --out shisanshui-4.bin"}


def blocks(page: Path) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(kind, text) for kind, text in found if not kind.startswith("{")]


def run_commands(text: str) -> None:
    for line in text.splitlines():
        assert line.startswith("lipai "), line
        if line not in LONG:
            result = CliRunner().invoke(program, shlex.split(line)[1:])
            assert result.exit_code == 0, f"{line}\n{result.output}"
            assert result.output.strip()


def run_requests(text: str) -> None:
    lines = text.splitlines()
    done = CliRunner().invoke(program, ["pipe"], input="\n".join(lines[::2]) + "\n")
    assert [json.loads(line) for line in done.output.splitlines()] == [json.loads(line) for line in lines[1::2]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_blocks(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a page one after the other, in one folder: some make what others read."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for kind, text in blocks(page):
        if kind == "python":
            exec(compile(text, page.name, "exec"), names)
        elif kind == "toml":
            Path("house.toml").write_text(text, encoding="utf-8")
        elif kind == "json":
            run_requests(text)
        elif kind == "sh":
            for line in text.splitlines():
                where, words = SHELL[line]
                assert words in (ROOT / where).read_text(encoding="utf-8"), line
        elif kind == "c":
            assert page.name == "c-library.md"  # compiled in test_examples.py
        else:
            assert kind == "", f"{page.name}: nobody runs a block of {kind!r}"
            run_commands(text)


def test_tutorials_have_code() -> None:
    for kind in ("player", "server", "designer"):
        assert len(blocks(DOCS / f"tutorial-{kind}.md")) >= 4


def test_clauses_are_written_from_seeds(tmp_path: Path) -> None:
    """Every clause with its text, marked where it is a decision."""
    runpy.run_path(str(DOCS / "clauses.py"))["write"](ROOT / "seeds", tmp_path)
    for path in (ROOT / "seeds").glob("*.toml"):
        text = (tmp_path / f"{path.stem}.md").read_text(encoding="utf-8")
        for clause in clauses(path.stem):
            _, _, rest = text.partition(f"## {clause['id']}\n\n")
            assert rest.removeprefix("**decision** · ").startswith(clause["text"].strip())
            assert rest.startswith("**decision**") == clause["decision"]
        assert path.stem in (tmp_path / "index.md").read_text(encoding="utf-8")


def test_the_reference_has_every_public_name() -> None:
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    shown = set(re.findall(r":: lipai\.(\w+)$", text, re.MULTILINE)) | set(lipai.errors.__all__)
    assert set(lipai.__all__) - shown == {"CardInput", "TileInput", "Game", "__version__"}
