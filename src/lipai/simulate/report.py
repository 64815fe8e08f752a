"""What a tally says, as rows for tables and files."""

from __future__ import annotations

from typing import NamedTuple

from lipai.simulate.plan import Plan
from lipai.simulate.tally import OTHER, Moments, Tally


class Row(NamedTuple):
    """One figure: ``mean`` with its standard ``error``; ``deals`` is how many deals or nets it is the mean of, of which
    there must be two for an error and a variance.

    ``kind`` is ``net`` of a seat, ``role`` for the net of all together who have it, ``difference`` between two rule
    sets, or ``event``, of which the mean is how often it happens a deal, and ``share`` the part of the deals in which
    it does. ``rules`` is 0 for the first rule set and 1 for the second, None for their difference.
    """

    kind: str
    name: str
    rules: int | None
    mean: float
    error: float | None
    variance: float | None
    deals: int
    share: float | None = None


def rows(plan: Plan, tally: Tally) -> list[Row]:
    """All figures of a run."""
    found = [_row("net", f"seat {seat}", 0, each) for seat, each in enumerate(tally.seats)]
    for kind, named in (("role", tally.roles), ("event", tally.events)):
        for name in sorted(named, key=lambda name: (name.startswith(OTHER), name)):
            which = int(name.startswith(OTHER))
            short = name.removeprefix(OTHER)
            if kind == "role":
                found.append(_row("net" if short.startswith("seat ") else "role", short, which, named[name]))
            else:
                share = named[name].n / tally.deals
                found.append(_row(kind, short, which, tally.frequency(name))._replace(share=share))
    pairs = sorted(tally.pairs, key=lambda name: (not name.startswith("seat "), name))
    found += [_row("difference", name, None, tally.pairs[name]) for name in pairs]
    order = ("net", "role", "difference", "event")
    return sorted(found, key=lambda row: (order.index(row.kind), row.rules or 0))


def _row(kind: str, name: str, which: int | None, each: Moments) -> Row:
    return Row(kind, name, which, each.mean, each.error, each.variance, each.n)
