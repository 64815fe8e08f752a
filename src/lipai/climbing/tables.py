"""From a rule set to the arguments that its tables are compiled from."""

from __future__ import annotations

from lipai._native.climb import ClimbTables, compiled
from lipai.rules.climbing import ClimbingRules, deck_counts, ranks_of


def compile_tables(rules: ClimbingRules) -> ClimbTables:
    """The tables of a rule set, the same object for rule sets with the same combinations and deck."""
    return compiled(
        deck_counts(rules.deck),
        rules.deck.hand + rules.deck.bottom,
        tuple(
            (
                form.kind or name,
                form.group,
                form.shortest,
                form.longest,
                form.joined,
                form.kickers,
                form.each,
                form.alike,
                form.joker_couple,
                form.adjoining,
                form.bomb,
                ranks_of(form.ranks),
            )
            for name, form in rules.form.items()
            if form.enabled
        ),
    )
