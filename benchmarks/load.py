"""What ``lipai serve`` takes, measured from outside by wrk (Debian's package ``wrk``).

    python benchmarks/load.py [--workers 2] [--seconds 10]

Starts the service, sends it one kind of request after the other, and prints answers and hands a second.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

import lipai

SCRIPT = """
local file = io.open(%s, "rb")
wrk.method, wrk.body = "POST", file:read("*a")
wrk.headers["content-type"] = "application/json"
"""
# A few connections are taken by whichever process wakes first, and one may get them all.
CONNECTIONS = 32


class Load(NamedTuple):
    """One kind of request: where it goes, what it holds, and how many hands that are."""

    name: str
    path: str
    body: Any
    hands: int


def hands(game: str, n: int, size: int) -> list[str]:
    rng = np.random.default_rng(1)
    deck = lipai.game(game).deck
    return [lipai.format_cards(rng.choice(deck, size, replace=False).tolist()) for _ in range(n)]


def loads() -> list[Load]:
    ranked = [{"game": "biji", "op": "rank", "cards": cards} for cards in hands("biji", 5000, 3)]
    five = [{"game": "wuzhang", "op": "rank", "cards": cards} for cards in hands("wuzhang", 5000, 5)]
    thirteen = hands("shisanshui", 1000, 13)
    best = [{"game": "shisanshui", "op": "arrange", "hand": hand} for hand in thirteen]
    strongest = [request | {"objective": "strongest"} for request in best]
    return [
        Load("rank, one", "/v1/biji/rank", {"cards": "AS KS QS"}, 1),
        Load("arrange shisanshui, one", "/v1/shisanshui/arrange", {"hand": thirteen[0]}, 1),
        Load("rank biji, batch", "/v1/batch", ranked, len(ranked)),
        Load("rank wuzhang, batch", "/v1/batch", five, len(five)),
        Load("arrange shisanshui strongest, batch", "/v1/batch", strongest, len(strongest)),
        Load("arrange shisanshui expected, batch", "/v1/batch", best, len(best)),
    ]


@contextmanager
def served(workers: int) -> Iterator[str]:
    command = [sys.executable, "-m", "lipai", "serve", "--port", "0", "--workers", str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()


def measure(base: str, load: Load, seconds: int, folder: Path) -> tuple[float, str]:
    """Answers a second, and the time in which 99 of 100 came."""
    (folder / "body").write_text(json.dumps(load.body))
    (folder / "script.lua").write_text(SCRIPT % json.dumps(str(folder / "body")))
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "--latency"]
    command += ["-s", str(folder / "script.lua"), base + load.path]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)", found)
    if failed:
        raise click.ClickException(f"{load.name}: {failed[0]}")
    rate, late = re.search(r"Requests/sec: +([\d.]+)", found), re.search(r"99% +(\S+)", found)
    assert rate is not None
    assert late is not None
    return float(rate[1]), late[1]


@click.command()
@click.option("--workers", default=2, show_default=True)
@click.option("--seconds", default=10, show_default=True)
def main(workers: int, seconds: int) -> None:
    """Measure the HTTP service with wrk."""
    if shutil.which("wrk") is None:
        raise click.ClickException("there is no wrk: apt-get install wrk")
    click.echo("| load | answers/s | hands/s | 99 of 100 within |\n|---|---:|---:|---:|")
    with served(workers) as base, tempfile.TemporaryDirectory() as folder:
        for load in loads():
            measure(base, load, 2, Path(folder))  # until every process has its tables
            rate, late = measure(base, load, seconds, Path(folder))
            click.echo(f"| {load.name} | {rate:,.0f} | {rate * load.hands:,.0f} | {late} |")


if __name__ == "__main__":
    main()
