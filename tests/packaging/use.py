"""A few calls of each family, for an installed package and nothing else: what CI and cibuildwheel run after installing.

    python tests/packaging/use.py

Importing must take less than 15 ms, the best of five processes, and load no numpy. On a free-threaded Python no module
may switch the lock on again.
"""

from __future__ import annotations

import subprocess
import sys

BUDGET_MS = 15.0
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
    import lipai

    hand = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
    game = lipai.game("shisanshui")
    (strongest,) = game.arrange(hand, objective="strongest")
    assert strongest.categories == ("high_card", "pair", "quads"), strongest
    (expected,) = game.arrange(hand)  # reads a field
    assert expected.text == ("4D 4C 3D", "AS KS QD JH TC", "9H 9D 9C RJ 2H"), expected
    assert expected.value is not None
    assert lipai.game("doudizhu").classify("334455").readings[0].kind == "pairs", lipai.game("doudizhu")
    assert lipai.game("wuzhang").rank("AS KS QS JS TS").category == "straight_flush"
    assert lipai.game("sanmen").shanten("23456789m11122z") == 0
    for name in lipai.games():
        assert lipai.game(name).id == name


def main() -> None:
    took = import_ms()
    assert took < BUDGET_MS, f"import lipai takes {took:.1f} ms"
    use()
    locked = getattr(sys, "_is_gil_enabled", lambda: None)()
    assert not ("free-threading" in sys.version and locked), "a module has switched the lock on"
    print(f"installed: works, import {took:.1f} ms")


if __name__ == "__main__":
    main()
