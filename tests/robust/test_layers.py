"""Imports run one way: cli -> requests -> families -> _native, with rules, cards and errors at the bottom."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import lipai

ROOT = Path(__file__).parents[2] / "src" / "lipai"  # the sources; what is installed has those in Python alone
BOTTOM = {
    f"lipai.{name}"
    for name in ("errors", "numbers", "hints", "batch", "cards", "tiles", "transfer", "rules", "_native")
}
FAMILIES = {f"lipai.{name}" for name in ("piles", "stud", "climbing", "mahjong")}
# What each part may import of the package, besides itself. The package itself stands for games by name.
ALLOWED = {
    "errors": set(),
    "_native": {"lipai.errors"},
    "hints": set(),
    "rules": {"lipai.errors", "lipai.hints"},
    "cards": {"lipai._native", "lipai.errors"},
    "tiles": {"lipai._native", "lipai.errors"},
    "field": set(),
    "batch": {"lipai.errors", "lipai.numbers"},
    "numbers": {"lipai.errors"},
    "transfer": set(),
    "ranked": BOTTOM,
    "piles": BOTTOM | {"lipai.field", "lipai.ranked"},
    "stud": BOTTOM | {"lipai.ranked"},
    "climbing": BOTTOM,
    "mahjong": BOTTOM,
    "registry": BOTTOM | FAMILIES,
    "__init__": BOTTOM | FAMILIES | {"lipai.registry"},
    "referee": BOTTOM | FAMILIES | {"lipai"},
    "env": BOTTOM | {"lipai", "lipai.referee"},
    "simulate": BOTTOM | {"lipai", "lipai.piles", "lipai.referee"},
    "requests": BOTTOM | FAMILIES | {"lipai", "lipai.ranked", "lipai.registry"},
    "service": BOTTOM | {"lipai", "lipai.registry", "lipai.requests"},
    "__main__": {"lipai.cli"},
    "cli": BOTTOM
    | FAMILIES
    | {f"lipai.{name}" for name in ("registry", "requests", "field", "service", "simulate")}
    | {"lipai"},
}
MODULES = sorted(path for kind in ("*.py", "*.pyx", "*.pxd", "*.pyi") for path in ROOT.rglob(kind))


def part_of(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.split(".")[0]


def imports(path: Path) -> set[str]:
    """Modules of lipai that a file imports, by their first two names."""
    found: set[str] = set()
    if path.suffix in (".py", ".pyi"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: imports are absolute"
                assert node.module is not None
                from_package = node.module == "lipai"
                found |= {f"lipai.{alias.name}" for alias in node.names} if from_package else {node.module}
    else:
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:1] == ["from"] and words[1] == "lipai":
                found |= {f"lipai.{name.strip(',')}" for name in words[3:]}
            elif words[:1] in (["from"], ["import"], ["cimport"]):
                found.add(words[1])
    own = {name for name in found if name.split(".")[0] == "lipai"}
    known = {p.stem for p in ROOT.iterdir() if p.suffix == ".py"} | {p.name for p in ROOT.iterdir() if p.is_dir()}
    return {"lipai" if n.split(".")[1:2] and n.split(".")[1] not in known else ".".join(n.split(".")[:2]) for n in own}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    part = part_of(path)
    assert imports(path) <= ALLOWED[part] | {f"lipai.{part}"}


def test_the_check_sees_imports() -> None:
    assert imports(ROOT / "piles" / "game.py") >= {"lipai._native", "lipai.cards", "lipai.errors", "lipai.rules"}
    assert imports(ROOT / "_native" / "piles.pyx") == {"lipai._native", "lipai.errors"}
    assert imports(ROOT / "_native" / "settle.pyx") == {"lipai._native", "lipai.errors"}


def test_only_native_modules_know_the_core() -> None:
    for path in MODULES:
        if part_of(path) != "_native":
            assert path.suffix == ".py"
            assert not {"ctypes", "cffi"} & {name.split(".")[0] for name in plain_imports(path)}
    built = list(Path(lipai.__file__).parent.rglob("*.so"))
    assert len(built) == 12  # with what Cython shares among them
    assert {path.parent.name for path in built} == {"_native"}


def plain_imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_native_modules_declare_that_they_need_no_lock() -> None:
    """Else importing one of them would switch the lock of a free-threaded Python on again."""
    for path in ROOT.rglob("*.pyx"):
        head = path.read_text(encoding="utf-8").split("\n\n")[0]
        assert "# cython: freethreading_compatible=True" in head, path
