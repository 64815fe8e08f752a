"""From a rule set to the arguments that its tables are compiled from."""

from __future__ import annotations

from typing import Final

from lipai._native.piles import PileTables, compiled
from lipai.rules.schema import RANKS
from lipai.rules.stud import StudRules

HAND: Final = 5
RUNS: Final = ("straight", "flush", "straight_flush")


def compile_tables(rules: StudRules, isa: str = "auto") -> PileTables:
    """The tables of a rule set, the same object for rule sets that rank alike: no piles, but hands of five."""
    ranking = rules.ranking
    categories = []
    for name in ranking.order:
        rule = rules.category[name]
        up = rules.up_cards.straights_and_flushes or name not in RUNS  # WZ-10
        categories.append((name, rule.name, rule.sizes if up else (HAND,), rule.ties))
    return compiled(
        RANKS.index(rules.deck.lowest),
        0,
        (0, 0, HAND),
        False,
        ranking.wheel,
        ranking.wheel_led_by == "ace",
        ranking.suits,
        "none",
        ("", ""),
        "none",
        tuple(categories),
        isa,
    )
