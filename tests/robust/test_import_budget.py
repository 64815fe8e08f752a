"""What importing costs: nothing is loaded before it is used, and ``import lipai`` takes under 15 ms."""

from __future__ import annotations

import subprocess
import sys

BUDGET_MS = 15.0


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def loaded(code: str) -> set[str]:
    """Top-level modules and modules of lipai that are loaded after ``code``."""
    out = run(f"import sys\n{code}\nprint(*{{m if m.startswith('lipai') else m.split('.')[0] for m in sys.modules}})")
    return set(out.split())


def test_import_loads_nothing() -> None:
    modules = loaded("import lipai")
    assert not modules & {"numpy", "msgspec", "tomllib", "click", "rich", "json", "difflib"}
    assert {name for name in modules if name.startswith("lipai.")} == set()


def test_time() -> None:
    code = "import time\nt = time.perf_counter()\nimport lipai\nprint((time.perf_counter() - t) * 1e3)"
    assert min(float(run(code)) for _ in range(5)) < BUDGET_MS


def test_scalar_calls_do_without_numpy() -> None:
    modules = loaded(
        "import lipai\ng = lipai.game('biji')\ng.rank('AS KS QS')\ng.arrange('AS AH AD KS KH KD QS QH QD')"
    )
    assert "lipai.piles.game" in modules
    assert not modules & {"numpy", "click", "rich"}


def test_cards_do_without_rules() -> None:
    modules = loaded("import lipai\nlipai.parse_cards('AS')")
    assert "lipai.cards" in modules
    assert not modules & {"numpy", "msgspec", "tomllib", "lipai.rules", "lipai.piles"}


def test_names() -> None:
    """Every public name is there, by attribute and by import, whichever comes first."""
    assert run("import lipai\nprint(all(getattr(lipai, name) for name in lipai.__all__))") == "True"
    assert run("from lipai import *\nprint(games()[0], PileGame.__name__)") == "baishisan PileGame"
    assert (
        run("import lipai.registry, lipai.cards, lipai\nprint(lipai.games()[0], lipai.game('biji').id)")
        == "baishisan biji"
    )
    assert run("import lipai\nprint(set(lipai.__all__) <= set(dir(lipai)), hasattr(lipai, 'nothing'))") == "True False"
