"""Writes a page of clauses for each rule text in seeds/: our words, what we decided, and the examples that hold it.

What is data in seeds/ - a hand, an order of piles, a settlement - is counted on the page, not repeated: tests run it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HEAD = """# Clauses: {name}

{comment} A clause marked **decision** settles what the texts leave open or say in two ways.

"""
INDEX = """# Clauses and decisions

The rules that everything here follows, one clause a number, in our words. Code and data name the clause that they carry
out, and so do refusals and transfers. How we read those that leave room is told in the
[decisions](../decisions/index.md).

```{toctree}
:maxdepth: 1

%s
```
"""


def page(name: str, data: dict[str, Any], comment: str) -> str:
    examples: dict[str, int] = {}
    for rows in data.values():
        if isinstance(rows, list):
            for row in rows:
                if isinstance(row, dict) and "clause" in row:
                    examples[row["clause"]] = examples.get(row["clause"], 0) + 1
    text = HEAD.format(name=name, comment=comment)
    for clause in data["clause"]:
        n = examples.get(clause["id"], 0)
        text += f"## {clause['id']}\n\n"
        text += "**decision** · " if clause["decision"] else ""
        text += clause["text"].strip() + "\n\n"
        text += f"*{n} worked example{'s' if n > 1 else ''} in `seeds/`.*\n\n" if n else ""
    return text


def write(seeds: Path, folder: Path) -> None:
    """One page a file of seeds, and an index of them."""
    folder.mkdir(exist_ok=True)
    names = []
    for path in sorted(seeds.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
        comment = " ".join(line.lstrip("# ") for line in text.split("\n\n")[0].splitlines() if line.startswith("#"))
        (folder / f"{path.stem}.md").write_text(page(path.stem, data, comment), encoding="utf-8")
        names.append(path.stem)
    (folder / "index.md").write_text(INDEX % "\n".join(names), encoding="utf-8")
