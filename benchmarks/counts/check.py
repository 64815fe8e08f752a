"""Guards against slow-downs by counting instructions, which every machine counts alike, however busy.

Each section of budgets.toml is for a driver beside this file, of the same name unless `driver` names another; each
line of a section is its arguments and the instructions that one more hand may cost: (count at the larger `hands` -
count at the smaller) / the hands between, so that set-up cancels. More than TOLERANCE above the budget fails; --update
writes what was counted as the new budgets. A driver that ends with status 77 lacks an instruction set, and the line is
left out. AVX-512 is beyond valgrind: no budgets.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CSRC = HERE.parents[1] / "csrc"
FIELDS = HERE.parents[1] / "src" / "lipai" / "field" / "data"
BUILD = CSRC / "build"
BUDGETS = HERE.parent / "budgets.toml"
TOLERANCE = 0.02
UNAVAILABLE = 77


def build(driver: str) -> Path:
    """Compile one driver against the static library."""
    program = BUILD / f"count-{driver}"
    compiler = os.environ.get("CC", "cc")
    flags = ["-std=c11", "-O2", "-g", "-Wall", "-Wextra", f"-I{CSRC}", f"-I{CSRC / 'test'}", f'-DFIELDS="{FIELDS}"']
    source = HERE / f"{driver}.c"
    subprocess.run([compiler, *flags, "-o", program, source, BUILD / "liblipai.a", "-lm"], check=True)
    return program


def count(program: Path, arguments: str, hands: int) -> int | None:
    """Instructions of one run, or None where the machine lacks the instruction set."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    run = subprocess.run(
        [*command, program, *arguments.split(), str(hands)], capture_output=True, text=True, check=False
    )
    if run.returncode == UNAVAILABLE:
        return None
    found = re.search(r"Collected *: *(\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"{program.name} {arguments} {hands}: status {run.returncode}\n{run.stderr}")
    return int(found[1])


def per_hand(program: Path, arguments: str, hands: list[int]) -> float | None:
    """Instructions that one more hand costs."""
    fewer, more = (count(program, arguments, n) for n in hands)
    return None if fewer is None or more is None else (more - fewer) / (hands[1] - hands[0])


def write(counted: dict[tuple[str, str], float | None]) -> None:
    """Put the counted figures into the budget file, which otherwise stays as it is."""
    section, lines = "", []
    for old in BUDGETS.read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[(.+)\]", old):
            section = header[1]
        entry = re.match(r'"(.+)" *=', old)
        instructions = counted.get((section, entry[1])) if entry else None
        line = old
        if entry and instructions is not None:
            line = f'"{entry[1]}" = {round(instructions, 2 if instructions < 1000 else None)}'
        lines.append(line)
    BUDGETS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Count every line of the budget file; 1 if one is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", help="sections of budgets.toml; all if none is named")
    parser.add_argument("--update", action="store_true", help="write the counted figures as the new budgets")
    options = parser.parse_args()
    budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    if unknown := set(options.sections) - set(budgets):
        parser.error(f"budgets.toml has no section {', '.join(sorted(unknown))}")

    subprocess.run(["make", "-s", "-C", CSRC, "all"], check=True)
    failed = False
    counted: dict[tuple[str, str], float | None] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {}
        for section in options.sections or budgets:
            lines = dict(budgets[section])
            hands = lines.pop("hands")
            program = build(lines.pop("driver", section))
            for arguments in lines:
                jobs[section, arguments] = pool.submit(per_hand, program, arguments, hands)
        for (section, arguments), job in jobs.items():
            budget, instructions = budgets[section][arguments], job.result()
            counted[section, arguments] = instructions
            name = f"{section}: {arguments}"
            if instructions is None:
                print(f"{name:45} not on this machine")
                continue
            change = instructions / budget - 1 if budget else 0.0
            over = not options.update and (not budget or change > TOLERANCE)
            failed |= over
            note = "  OVER BUDGET" if over else "  could be lowered" if change < -TOLERANCE else ""
            print(f"{name:45} {instructions:14,.2f}  budget {budget:14,.2f}  {change:+7.1%}{note}")
    if options.update:
        write(counted)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
