"""Builds the extension modules, each with the part of the C core that it needs.

No file is compiled for more than the baseline of the machine's architecture: a kernel for a larger instruction set
turns it on for itself and is chosen at run time. The symbols of one module are hidden from the others: tables are made
in ``piles`` alone and reach ``settle`` by pointer, which brings the ranking of single piles along, a file without
tables or state; ``stud`` likewise. ``expected`` arranges and settles itself and so holds the core of pile games once
more, all of it code and constants: what it works with is made in ``piles`` and ``settle`` and reaches it by pointer as
well. What Cython itself brings along, its views of memory above all, is in ``_cyutility`` once for all of them.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

NATIVE = "src/lipai/_native"
HEADERS = sorted(path.as_posix() for path in Path("csrc").glob("*.h"))
FLAGS = ["-O3", "-g0", "-std=c11", "-fvisibility=hidden"]
LINK_FLAGS = ["-Wl,-s"]  # no symbols that only a debugger reads
SHARED = "lipai._native._cyutility"


def extension(name: str, sources: list[str]) -> Extension:
    return Extension(
        f"lipai._native.{name}",
        [f"{NATIVE}/{name}.pyx", *sources],
        include_dirs=["csrc"],
        depends=HEADERS,
        extra_compile_args=FLAGS,
        extra_link_args=LINK_FLAGS,
    )


tiles = {"csrc/tiles.c"}
mahjong = {path.as_posix() for path in Path("csrc").glob("mahjong*.c")}
fan = {path.as_posix() for path in Path("csrc").glob("fan*.c")}
core = {path.as_posix() for path in Path("csrc").glob("*.c")} - tiles - mahjong - fan
cards = {"csrc/cards.c"}
settle = {path for path in core if Path(path).name.startswith(("settle", "specials"))}
climb = {path for path in core if Path(path).name.startswith("climb")}
expected = {path for path in core if Path(path).name.startswith(("expected", "field", "simulate"))}
stud = {path for path in core if Path(path).name.startswith(("stud", "equity"))}
setup(
    ext_modules=cythonize(
        [
            Extension(SHARED, [f"{NATIVE}/_cyutility.c"], extra_compile_args=FLAGS, extra_link_args=LINK_FLAGS),
            extension("cards", sorted(cards)),
            extension("pile_rules", []),
            extension("tiles", sorted(tiles)),
            extension("mahjong", sorted(mahjong | {"csrc/isa.c"})),
            extension("fan", sorted(fan | tiles)),
            extension("piles", sorted(core - cards - settle - expected - climb - stud)),
            extension("settle", sorted(settle | {"csrc/rank.c"})),
            extension("climb", sorted((climb | cards) - {"csrc/climb_solve.c"})),
            extension("endgames", sorted(climb | cards)),
            extension("expected", sorted(core - climb - stud)),
            extension("stud", sorted(stud | {"csrc/rank.c"})),
        ],
        include_path=["src"],
        nthreads=os.cpu_count() or 1,
        shared_utility_qualified_name=SHARED,
    )
)
