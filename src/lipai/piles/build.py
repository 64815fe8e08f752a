"""Builds fields: samples of how players arrange once none of them has much to gain by arranging otherwise.

Fictitious play. A *pool* of some ten thousand arranged hands starts as everybody placing the strongest arrangement.
Each round deals fresh hands, arranges them in the best way against the pool, and lets them take the place of a share
``2 / (round + 2)`` of it, so that the pool stays the average over the rounds with more weight on the later ones.
What is shipped is not the pool but a *thinned* copy: one hand out of each small cell of hands that are alike in all
three strengths, which follows the pool far more closely than a random sample of its size.

What players use is the best response to the thinned field, so that is what is measured: fresh hands arranged by
it make two more fields, *learn* and *judge*, and fresh hands again are arranged in the best way against the
first. What these earn above the policy, judged by the second, is a gain that somebody really could make, so
exploitability is at least that but for chance; judged by the first it is flattered by what learning picked up of
chance, so exploitability is at most that. The larger figure goes into the field.

Everything follows from the seed. The state after each round can be saved and taken up again.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from pathlib import Path
from typing import TYPE_CHECKING

from lipai._native.expected import ENTRY, ROLES, Field, deal_rows, entries, pack
from lipai._native.settle import NO_SPECIAL
from lipai.batch import in_blocks
from lipai.piles.arrangement import ExpectedArrangements
from lipai.piles.expected import EXPECTED_BLOCK, arrange_rows, load, other

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lipai.piles.game import PileGame

Role = str | None

# Streams of deals: no two uses share a deal.
_STREAM = 1 << 40
_ROUNDS, _LEARN, _JUDGE, _TEST = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What to build and with how much work; ``threads`` make no difference to what comes of it."""

    players: int
    seed: int = 1
    rounds: int = 24
    pool: int = 32_768
    size: int = 8_192
    judges: int = 32_768
    tests: int = 4_096
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Measure:
    """Units a deal against each opponent that a best response earns above the policy."""

    least: float
    least_error: float
    most: float
    most_error: float

    def __str__(self) -> str:
        """The interval; by chance the bound from below can be the larger."""
        ends = sorted([(self.least, self.least_error), (self.most, self.most_error)])
        return " to ".join(f"{gain:.4f} (± {error:.4f})" for gain, error in ends)


@dataclass(slots=True)
class State:
    """A pool for each role after some rounds."""

    round: int
    pools: dict[Role, bytes] = dataclass_field(default_factory=dict)

    def save(self, path: Path, plan: Plan) -> None:
        head = {"round": self.round, "plan": _plan_key(plan), "roles": list(self.pools)}
        temporary = path.with_name(path.name + ".part")
        with temporary.open("wb") as file:
            file.write(json.dumps(head).encode() + b"\n")
            for pool in self.pools.values():
                file.write(pool)
        os.replace(temporary, path)

    @classmethod
    def load(cls, path: Path, plan: Plan) -> State:
        """Raises ValueError if the file was written under another plan."""
        with path.open("rb") as file:
            head = json.loads(file.readline())
            if head["plan"] != _plan_key(plan):
                raise ValueError(f"{path}: the saved state belongs to another plan: {head['plan']}")
            pools = {role: file.read(plan.pool * ENTRY) for role in head["roles"]}
        if any(len(pool) != plan.pool * ENTRY for pool in pools.values()):
            raise ValueError(f"{path}: the saved state is cut short")
        return cls(head["round"], pools)


@dataclass(frozen=True, slots=True)
class Built:
    """A finished field."""

    role: Role
    data: bytes
    measure: Measure


Progress = Callable[[int, int, str], None]
"""Called with the round, the number of rounds, and what there is to say."""


def _plan_key(plan: Plan) -> list[int]:
    """What a state depends on: more rounds may be added to it later."""
    return [plan.players, plan.seed, plan.pool, plan.size]


# ---- thinning


_Entries = list[tuple[int, ...]]


def _thin_part(part: _Entries, keep: int, depth: int, draw: random.Random, out: _Entries) -> None:
    """Halves a part at the median of last, middle and first strength in turn until one of it is to be kept."""
    if keep >= len(part):
        out.extend(part)
        return
    if keep <= 1:
        if keep:
            out.append(part[int(draw.random() * len(part))])
        return
    part.sort(key=lambda entry: (entry[depth % 3], entry))
    left = keep // 2
    # a fractional boundary goes either way, so that every hand is as likely to be kept
    exact = len(part) * left / keep
    middle = int(exact) + (draw.random() < exact - int(exact))
    middle = min(max(middle, left), len(part) - (keep - left))
    _thin_part(part[:middle], left, depth + 1, draw, out)
    _thin_part(part[middle:], keep - left, depth + 1, draw, out)


def thin(pool: bytes, size: int, seed: int) -> bytes:
    """A sample of `size` entries that follows the pool closely: one of each cell of like hands."""
    draw = random.Random(seed)
    parts: dict[int, _Entries] = {}
    for at in range(0, len(pool), ENTRY):
        entry = pool[at : at + ENTRY]
        first, middle, last = (int.from_bytes(entry[i : i + 2], "little") for i in (0, 2, 4))
        kind = entry[6] if entry[6] != NO_SPECIAL else -1
        parts.setdefault(kind, []).append((last, middle, first, at))
    total, done, kept = len(pool) // ENTRY, 0, 0
    chosen: _Entries = []
    for kind in sorted(parts, reverse=True):  # specials in proportion; the ordinary hands, last, take up the rounding
        done += len(parts[kind])
        share = size * done / total
        upto = size if done == total else int(share) + (draw.random() < share - int(share))
        upto = min(max(upto, kept), kept + len(parts[kind]))
        _thin_part(parts[kind], upto - kept, 0, draw, chosen)
        kept = upto
    return b"".join(pool[entry[3] : entry[3] + ENTRY] for entry in chosen)


# ---- rounds


def _sub_seed(*numbers: int) -> int:
    mixed = 0
    for number in numbers:
        mixed = (mixed * 6364136223846793005 + number + 1442695040888963407) % (1 << 64)
    return mixed


def _seed_of(plan: Plan, role: Role, *more: int) -> int:
    return _sub_seed(plan.seed, ROLES.index(role), *more)


def deal(game: PileGame, seed: int, start: int, n: int) -> NDArray[np.uint8]:
    """n hands, each from a deck of its own."""
    import numpy as np

    hands = np.empty((n, game.hand_size), dtype=np.uint8)
    deal_rows(game._tables, seed, start, 1, hands, 0, n)
    return hands


def _best(hands: NDArray[np.uint8], field: Field, plan: Plan) -> ExpectedArrangements:
    return arrange_rows(hands, field, (EXPECTED_BLOCK, plan.threads))


def _entries(game: PileGame, laid_out: ExpectedArrangements) -> bytes:
    return entries(game._stakes, laid_out.piles, laid_out.specials)


def _thinned(game: PileGame, plan: Plan, state: State, role: Role, gain: int = -1, gain_error: int = -1) -> bytes:
    """The bytes of the field that a pool makes."""
    sample = thin(state.pools[role], plan.size, _seed_of(plan, role, state.round))
    return pack(
        *(game._stakes, plan.players, role, sample),
        seed=plan.seed,
        rounds=state.round,
        gain=gain,
        gain_error=gain_error,
    )


def start(game: PileGame, plan: Plan) -> State:
    """Everybody places the strongest arrangement."""
    state = State(0)
    for role in ("player", "banker") if game.has_banker else (None,):
        hands = deal(game, _seed_of(plan, role), _ROUNDS * _STREAM, plan.pool)
        state.pools[role] = entries(game._stakes, game.arrange_many(hands, threads=plan.threads).piles, None)
    return state


def play_round(game: PileGame, plan: Plan, state: State) -> State:
    """Best responses to the pools take a share of them over."""
    number = state.round + 1
    share = 2 / (number + 1)
    pools: dict[Role, bytes] = {}
    for role, pool in state.pools.items():
        draw = random.Random(_seed_of(plan, role, number, 1))
        places = [place for place in range(plan.pool) if draw.random() < share]
        opponents = load(game, _thinned(game, plan, state, other(role)))
        hands = deal(game, _seed_of(plan, role), _ROUNDS * _STREAM + number * plan.pool, len(places))
        fresh = _entries(game, _best(hands, opponents, plan))
        mixed = bytearray(pool)
        for i, place in enumerate(places):
            mixed[place * ENTRY : (place + 1) * ENTRY] = fresh[i * ENTRY : (i + 1) * ENTRY]
        pools[role] = bytes(mixed)
    return State(number, pools)


# ---- measuring


def measure(game: PileGame, plan: Plan, fields: dict[Role, Field], role: Role) -> Measure:
    """How much a best response of ``role`` gains over the policy when the others keep to theirs.

    The policy of a role is the best response to the field of the other, one of ``fields``.
    """
    theirs = other(role)
    trials: list[Field] = []
    for stream in (_LEARN, _JUDGE):
        hands = deal(game, _seed_of(plan, theirs, ROLES.index(role)), stream * _STREAM, plan.judges)
        laid_out = _entries(game, _best(hands, fields[role], plan))
        trials.append(load(game, pack(game._stakes, plan.players, theirs, laid_out, seed=plan.seed, rounds=0)))
    learn, judge = trials
    hands = deal(game, _seed_of(plan, theirs, ROLES.index(role)), _TEST * _STREAM, plan.tests)
    policy, response = _best(hands, fields[theirs], plan), _best(hands, learn, plan)

    def gains(against: Field) -> tuple[float, float]:
        more = (_worth(against, response, plan) - _worth(against, policy, plan)) / (plan.players - 1)
        return float(more.mean()), float(more.std(ddof=1) / len(more) ** 0.5)

    return Measure(*gains(judge), *gains(learn))


def _worth(field: Field, laid_out: ExpectedArrangements, plan: Plan) -> NDArray[np.float64]:
    """Expected net units of hands as laid out or declared."""
    import numpy as np

    values = np.empty(len(laid_out.piles), dtype=np.float64)

    def work(start: int, stop: int) -> None:
        field.expected_of_rows(laid_out.piles, laid_out.specials, values, start, stop)

    in_blocks(len(values), EXPECTED_BLOCK, plan.threads, work)
    return values


def finish(game: PileGame, plan: Plan, state: State) -> list[Built]:
    """Thins the pools, measures what comes of it and packs it."""
    fields = {role: load(game, _thinned(game, plan, state, role)) for role in state.pools}
    built = []
    for role in fields:
        # the field of a role is what the other side responds to: its figure is that of those who laid it out
        found = measure(game, plan, fields, role)
        gain, error = max((found.most, found.most_error), (found.least, found.least_error))
        data = _thinned(game, plan, state, role, round(gain * 1e6), round(error * 1e6))
        built.append(Built(role, data, found))
    return built


def build(
    game: PileGame,
    plan: Plan,
    *,
    state_path: Path | None = None,
    progress: Progress | None = None,
    measure_every: int = 0,
) -> list[Built]:
    """Plays all rounds and returns the fields, one for each role. With state_path, takes up what is saved there."""
    say = progress or (lambda round_, rounds, text: None)
    state = State.load(state_path, plan) if state_path and state_path.exists() else start(game, plan)
    while state.round < plan.rounds:
        state = play_round(game, plan, state)
        if state_path:
            state.save(state_path, plan)
        text = ""
        if measure_every and state.round % measure_every == 0 and state.round < plan.rounds:
            smaller = replace(plan, judges=min(plan.judges, 32_768), tests=min(plan.tests, 2_048))
            text = "; ".join(f"{b.role or ''} {b.measure}".strip() for b in finish(game, smaller, state))
        if state.round < plan.rounds:  # of the last, what is measured in the end is said
            say(state.round, plan.rounds, text)
    built = finish(game, plan, state)
    say(plan.rounds, plan.rounds, "; ".join(f"{b.role or ''} {b.measure}".strip() for b in built))
    return built
