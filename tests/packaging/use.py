"""A few calls of each family, for an installed package and nothing else: what CI and cibuildwheel run after installing.

    python tests/packaging/use.py

Importing must take less than 15 ms, the best of five processes, and load no numpy. The calls are made on many threads
at once. On a free-threaded Python no module may switch the lock on again.
"""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

BUDGET_MS = 15.0
THREADS = 8
IMPORT = """
import sys, time
begin = time.perf_counter()
import lipai
print((time.perf_counter() - begin) * 1e3)
assert "numpy" not in sys.modules, "import lipai loads numpy"
"""


def import_ms() -> float:
    times = [subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, check=True).stdout for _ in range(5)]
    return min(map(float, times))


def use() -> None:
    import numpy as np

    import lipai

    hand = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
    game = lipai.game("shisanshui")
    (strongest,) = game.arrange(hand, objective="strongest")
    assert strongest.categories == ("high_card", "pair", "quads"), strongest
    (expected,) = game.arrange(hand)  # reads a field
    assert expected.text == ("4D 4C 3D", "AS KS QD JH TC", "9H 9D 9C RJ 2H"), expected
    assert expected.value is not None
    hands = np.array([list(lipai.parse_cards(hand))] * 256, np.uint8)
    assert (game.arrange_many(hands, threads=2).values == strongest.strengths).all()
    assert (game.arrange_many(hands, objective="expected", threads=2).values == expected.value).all()
    assert lipai.game("doudizhu").classify("334455").readings[0].kind == "pairs", lipai.game("doudizhu")
    assert lipai.game("wuzhang").rank("AS KS QS JS TS").category == "straight_flush"
    assert lipai.game("sanmen").shanten("23456789m11122z") == 0
    for name in lipai.games():
        assert lipai.game(name).id == name


def use_on_threads() -> None:
    """What is made at first use is made while other threads ask for it too."""
    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(use) for _ in range(4 * THREADS)]:
            done.result()


def import_all() -> None:
    """All that needs no extra."""
    import lipai._native

    for module in pkgutil.iter_modules(lipai._native.__path__, "lipai._native."):
        importlib.import_module(module.name)
    for name in ("cli.program", "referee", "requests", "simulate"):
        importlib.import_module(f"lipai.{name}")


def main() -> None:
    took = import_ms()
    assert took < BUDGET_MS, f"import lipai takes {took:.1f} ms"
    use_on_threads()
    import_all()
    locked = getattr(sys, "_is_gil_enabled", lambda: None)()
    assert not ("free-threading" in sys.version and locked), "a module has switched the lock on"
    print(f"installed: works, import {took:.1f} ms")


if __name__ == "__main__":
    main()
