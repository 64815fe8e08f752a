"""From a rule set to the arguments that its tables are compiled from."""

from __future__ import annotations

from lipai._native.piles import PileTables, compiled
from lipai.rules.piles import PileRules
from lipai.rules.schema import RANKS, SUITS


def compile_tables(rules: PileRules, isa: str = "auto") -> PileTables:
    """The tables of a rule set, the same object for rule sets that rank alike.

    Without jokers in the deck, what the rules say of jokers is left aside.
    """
    ranking, jokers = rules.ranking, rules.jokers
    model, pair, suits = "none", "none", ("", "")
    if rules.deck.jokers and jokers is not None:
        model, pair, suits = jokers.model, jokers.pair or "none", (jokers.black or "", jokers.red or "")
        if model == "wild":
            suits = (SUITS, SUITS)
    categories = tuple(
        (name, rules.category[name].name, rules.category[name].sizes, rules.category[name].ties)
        for name in ranking.order
    )
    return compiled(
        RANKS.index(rules.deck.lowest),
        rules.deck.jokers,
        rules.piles.sizes,
        rules.piles.order == "increasing",
        ranking.wheel,
        ranking.wheel_led_by == "ace",
        ranking.suits or "SHDC",
        model,
        suits,
        pair,
        categories,
        isa,
    )
