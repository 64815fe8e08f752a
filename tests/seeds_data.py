"""The rows of seeds/ for any test that wants them: the format is in seeds/README.md."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

SEEDS = Path(__file__).resolve().parents[1] / "seeds"
PILE_GAMES = ("biji", "biji52", "shisanshui", "baishisan", "shisanzhang")


@dataclass(frozen=True)
class Row:
    """One row of a seeds file. ``data`` is the row as written, less ``clause`` and ``options``."""

    file: str
    kind: str
    clause: str
    number: int  # of the row among its kind in its file
    data: dict[str, Any] = field(hash=False)
    options: dict[str, Any] = field(hash=False)

    @property
    def game(self) -> str:
        """The game of the row: its file's, unless the row names one."""
        return str(self.data.get("game", self.file))

    @property
    def id(self) -> str:
        return f"{self.clause}-{self.file}-{self.kind}-{self.number}"


@cache
def load(name: str) -> dict[str, Any]:
    """One seeds file."""
    with (SEEDS / f"{name}.toml").open("rb") as stream:
        return tomllib.load(stream)


def clauses(name: str) -> list[dict[str, Any]]:
    """The clauses stated in a file, without those it shares with another."""
    found: list[dict[str, Any]] = load(name)["clause"]
    return found


def clause_ids(name: str) -> set[str]:
    """Every clause that holds for a file: its own and those it shares."""
    shared = load(name).get("shared")
    own = {clause["id"] for clause in clauses(name)}
    return own | set(shared["ids"]) if shared else own


def rows(kind: str, *names: str) -> list[Row]:
    """All rows of a kind (``order``, ``equal`` …) in the named files, by default those of the pile games."""
    found = []
    for name in names or PILE_GAMES:
        for number, raw in enumerate(load(name).get(kind, []), 1):
            data = {key: value for key, value in raw.items() if key not in ("clause", "options")}
            found.append(Row(name, kind, raw["clause"], number, data, raw.get("options", {})))
    return found


def kinds(name: str) -> list[str]:
    """The kinds of rows in a file."""
    return [key for key, value in load(name).items() if isinstance(value, list) and key != "clause"]


def order_pairs(*names: str) -> list[tuple[Row, str, str]]:
    """(row, larger, smaller) for each two neighbours of every order row."""
    return [(row, larger, smaller) for row in rows("order", *names) for larger, smaller in pairwise(row.data["piles"])]
