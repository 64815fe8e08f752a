"""Builds the extension modules, each with the part of the C core that it needs.

No file is compiled for more than the baseline of the machine's architecture: a kernel for a larger instruction set
turns it on for itself and is chosen at run time.
"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

NATIVE = "src/lipai/_native"
CARDS = "csrc/cards.c"
HEADERS = sorted(path.as_posix() for path in Path("csrc").glob("*.h"))
FLAGS = ["-O3", "-g0", "-std=c11", "-fvisibility=hidden"]


def extension(name: str, sources: list[str]) -> Extension:
    return Extension(
        f"lipai._native.{name}",
        [f"{NATIVE}/{name}.pyx", *sources],
        include_dirs=["csrc"],
        depends=HEADERS,
        extra_compile_args=FLAGS,
    )


core = sorted(path.as_posix() for path in Path("csrc").glob("*.c"))
setup(
    ext_modules=cythonize(
        [
            extension("cards", [CARDS]),
            extension("pile_rules", []),
            extension("piles", [path for path in core if path != CARDS]),
        ],
        include_path=["src"],
    )
)
