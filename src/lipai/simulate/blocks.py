"""One block of deals, through the core where it can be, else through the referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lipai.referee import play, player, start
from lipai.simulate.plan import Plan
from lipai.simulate.tally import Moments, Tally, nets_into

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def run_block(plan: Plan, i: int) -> Tally:
    """The tally of block ``i``, the same wherever it runs."""
    first, stop = plan.span(i)
    tally, nets = _one(plan, plan.game, first, stop)
    if plan.other is not None:
        other, their_nets = _one(plan, plan.other, first, stop)
        tally.merge(Tally(pairs=[Moments() for _ in plan.players]))
        nets_into(
            tally.pairs, ([b - a for a, b in zip(*rows, strict=True)] for rows in zip(nets, their_nets, strict=True))
        )
        tally.roles.update({f"other:seat {seat}": each for seat, each in enumerate(other.seats)})
        tally.roles.update({f"other:{name}": each for name, each in other.roles.items()})
        tally.events.update({f"other:{name}": each for name, each in other.events.items()})
    return tally


def _one(plan: Plan, game: Any, first: int, stop: int) -> tuple[Tally, Sequence[Sequence[int]]]:
    if plan.batched:
        from lipai.simulate import piles

        tally, nets = piles.run(game, plan.players, plan.seed, plan.base, first, stop)
        return tally, _rows(nets) if plan.other is not None else ()
    return _by_referee(plan, game, first, stop)


def _rows(nets: NDArray[np.int64]) -> list[list[int]]:
    rows: list[list[int]] = nets.tolist()
    return rows


def _by_referee(plan: Plan, game: Any, first: int, stop: int) -> tuple[Tally, list[tuple[int, ...]]]:
    tally = Tally(seats=[Moments() for _ in plan.players])
    players = [player(name) for name in plan.players]
    seats, all_nets, carry = len(players), [], dict(plan.carry)
    for deal in range(first, stop):
        table = start(game, players=seats, seed=plan.seed, deal=deal, base=plan.base, carry=carry)
        found = play(table, players)
        all_nets.append(found.net)
        counts: dict[str, int] = {}
        for _, name in (*found.events, (None, f"outcome:{found.outcome}")):
            counts[name] = counts.get(name, 0) + 1
        for name, n in counts.items():
            tally.event(name, 1, n, n * n)
        for role in dict.fromkeys(found.roles):
            net = sum(net for net, each in zip(found.net, found.roles, strict=True) if each == role)
            tally.roles.setdefault(role, Moments()).add(1, net, net * net)
    nets_into(tally.seats, all_nets)
    tally.deals = len(all_nets)
    return tally, all_nets
