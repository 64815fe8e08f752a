"""Builds an sdist and from it a wheel, and installs that in an environment of its own: a step of CI.

    python tests/packaging/check.py

The sdist must hold every file of the repository but git's own; the wheel no source of the core, and no more than 3 MB;
what is installed must work (use.py); and cibuildwheel must be set to every Python and machine that is promised.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
LARGEST = 3_000_000
PYTHONS = ("cp311", "cp312", "cp313", "cp314", "cp314t")
MACHINES = ("x86_64", "aarch64")


def run(*words: object, cwd: Path | None = None) -> str:
    return subprocess.run(list(map(str, words)), cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def check_sdist(path: Path) -> None:
    with tarfile.open(path) as archive:
        found = {name.partition("/")[2] for name in archive.getnames()}
    tracked = set(run("git", "-c", "core.quotepath=off", "ls-files", cwd=ROOT).splitlines())
    missing = sorted(name for name in tracked - found if not name.startswith(".git"))
    assert not missing, f"the sdist lacks {', '.join(missing)}; see MANIFEST.in"
    built = sorted(name for name in found if name.endswith((".so", ".o", ".pyc")))
    assert not built, f"the sdist holds {', '.join(built)}"


def check_wheel(path: Path) -> int:
    size = path.stat().st_size
    assert size <= LARGEST, f"the wheel has {size} bytes, more than {LARGEST}"
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    for ending in (".so", ".toml", ".bin", ".pyi", "py.typed", ".html"):
        assert any(name.endswith(ending) for name in names), f"the wheel holds no {ending}"
    extra = [name for name in names if name.endswith((".c", ".h", ".pyx", ".pxd"))]
    assert not extra, f"the wheel holds {', '.join(extra)}"
    return size


def check_builds() -> None:
    command = (sys.executable, "-m", "cibuildwheel", "--platform", "linux", "--print-build-identifiers", ROOT)
    set_to = set(run(*command).split())
    promised = {f"{p}-{libc}_{m}" for p in PYTHONS for libc in ("manylinux", "musllinux") for m in MACHINES}
    assert set_to == promised, f"cibuildwheel is set to {sorted(set_to)}, not {sorted(promised)}"


def main() -> None:
    check_builds()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(sys.executable, "-m", "build", "-q", "--outdir", folder / "dist", ROOT)
        (sdist,), (wheel,) = (folder / "dist").glob("*.tar.gz"), (folder / "dist").glob("*.whl")
        check_sdist(sdist)
        size = check_wheel(wheel)
        venv.create(folder / "clean", with_pip=True)
        python = folder / "clean" / "bin" / "python"
        run(python, "-m", "pip", "install", "-q", wheel)
        print(run(python, ROOT / "tests" / "packaging" / "use.py", cwd=folder), end="")
        print(f"packages: the wheel has {size} bytes")


if __name__ == "__main__":
    main()
