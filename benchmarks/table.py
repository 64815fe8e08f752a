"""One run as a page: ``lipai bench --json | python benchmarks/table.py > benchmarks/RESULTS.md``."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

HEADINGS = ("game", "what", "set", "each", "a second", "to scalar", "ratio", "asked", "reached")
PAGE = """# Results of one run

`lipai bench` on {processor}, Python {python}; made by `benchmarks/table.py`. One thread where nothing else is said, the
best of several rounds. *To scalar* is the speed as a multiple of the plain C kernel's, *ratio* as a multiple of another
case's of the same run: with jokers of without, two threads of one, a public evaluator's of ours."""
UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def short(number: float) -> str:
    """Three digits and a unit."""
    for limit, unit in UNITS:
        if number >= limit:
            return f"{number / limit:.3g} {unit}"
    return f"{number:.3g}"


def time_of(nanoseconds: float) -> str:
    """A time in the unit that suits it."""
    for limit, unit in ((1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= limit:
            return f"{nanoseconds / limit:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def asked(target: dict[str, Any] | None) -> str:
    """The bound of a target."""
    if target is None:
        return ""
    least = target["at_least"] is not None
    figure = target["at_least"] if least else target["at_most"]
    text = time_of(figure) if target["of"] == "nanoseconds" else short(figure)
    return ("≥ " if least else "≤ ") + text + ("/s" if target["of"] == "per_second" else "")


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} × {names[0]}" if names else platform.machine()


def main() -> None:
    """Reads the lines of a run, writes the page."""
    rows = [json.loads(line) for line in sys.stdin]
    print(PAGE.format(processor=processor(), python=platform.python_version()))
    group = ""
    for row in rows:
        if row["group"] != group:
            group = row["group"]
            print(f"\n## {group}\n\n| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
        ratios = ("" if row[name] is None else f"{row[name]:.3g}" for name in ("to_scalar", "ratio"))
        reached = {None: "", True: "yes", False: "**no**"}[row["reached"]]
        cells = (row["game"], row["case"], row["isa"], time_of(row["nanoseconds"]), short(row["per_second"]), *ratios)
        print(f"| {' | '.join((*cells, asked(row['target']), reached))} |")


if __name__ == "__main__":
    main()
