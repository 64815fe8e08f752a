"""A block: some deals one after the other, through the core where it can be, else through the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lipai.referee import play, player, start
from lipai.simulate.plan import Plan
from lipai.simulate.tally import OTHER, Moments, Tally

BATCH: Final = 8192  # deals at a time in the core; more would leave the caches

# What each seat and each role won, deal by deal; None where nobody had the role.
Nets = Mapping[str, Sequence[int | None]]


def run_block(plan: Plan, first: int, stop: int) -> Tally:
    """The tally of deals ``first`` up to ``stop``, the same wherever they are played and however they are cut."""
    if not plan.batched:
        return _both(plan, first, stop)
    tally = Tally()
    for at in range(first, stop, BATCH):
        tally.merge(_both(plan, at, min(at + BATCH, stop)))
    return tally


def _both(plan: Plan, first: int, stop: int) -> Tally:
    tally, nets = _one(plan, plan.game, first, stop)
    if plan.other is not None:
        other, theirs = _one(plan, plan.other, first, stop)
        tally.pairs = {name: Moments.of(_less(theirs[name], nets[name])) for name in nets if name in theirs}
        tally.roles.update({f"{OTHER}seat {seat}": each for seat, each in enumerate(other.seats)})
        tally.roles.update({OTHER + name: each for name, each in other.roles.items()})
        tally.events.update({OTHER + name: each for name, each in other.events.items()})
    return tally


def _less(theirs: Sequence[int | None], mine: Sequence[int | None]) -> list[int]:
    """The differences of the deals in which there are both."""
    return [b - a for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None]


def _one(plan: Plan, game: Any, first: int, stop: int) -> tuple[Tally, Nets]:
    if plan.batched:
        from lipai.simulate import piles

        tally, nets = piles.run(game, plan.players, plan.seed, plan.base, first, stop)
        return tally, {} if plan.other is None else {name: column.tolist() for name, column in nets.items()}
    return by_referee(plan, game, first, stop)


def by_referee(plan: Plan, game: Any, first: int, stop: int) -> tuple[Tally, Nets]:
    """The tally and the nets of deals ``first`` up to ``stop`` of any game, one after the other."""
    players = [player(name) for name in plan.players]
    seats, carry = len(players), dict(plan.carry)
    tally = Tally(deals=stop - first)
    of_seats: list[tuple[int, ...]] = []
    of_roles: list[dict[str, int]] = []
    for deal in range(first, stop):
        found = play(start(game, players=seats, seed=plan.seed, deal=deal, base=plan.base, carry=carry), players)
        together: dict[str, int] = {}
        for net, role in zip(found.net, found.roles, strict=bool(found.roles)):
            together[role] = together.get(role, 0) + net
        of_seats.append(found.net)
        of_roles.append(together)
        counts: dict[str, int] = {}
        for _, name in (*found.events, (None, f"outcome:{found.outcome}")):
            counts[name] = counts.get(name, 0) + 1
        for name, n in counts.items():
            tally.event(name, 1, n, n * n)
    columns = list(zip(*of_seats, strict=True))
    roles = {
        role: [each.get(role) for each in of_roles] for role in dict.fromkeys(r for each in of_roles for r in each)
    }
    tally.seats = [Moments.of(column) for column in columns]
    tally.roles = {role: Moments.of(net for net in nets if net is not None) for role, nets in roles.items()}
    return tally, {f"seat {seat}": column for seat, column in enumerate(columns)} | roles
