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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from pathlib import Path
from typing import Protocol

ENTRY = 8
"""Bytes of a hand in a field: three strengths of two bytes, a special, and one more byte."""
NO_SPECIAL = 0xFF
ANY, PLAYER, BANKER = 0, 1, 2
ROLE_NAMES = {ANY: "", PLAYER: "player", BANKER: "banker"}

# Streams of deals: no two uses share a deal.
_STREAM = 1 << 40
_ROUNDS, _LEARN, _JUDGE, _TEST = 0, 1, 2, 3


class LoadedField(Protocol):
    """A field that the core has loaded."""

    def best(self, hands: bytes) -> tuple[bytes, bytes]:
        """The best arrangement of each hand and the special it declares (or NO_SPECIAL)."""

    def worth(self, cards: bytes, declared: bytes) -> Sequence[float]:
        """Expected net units of hands as laid out or declared."""


class Engine(Protocol):
    """What building needs of the core, for one game with its options."""

    hand_size: int
    banker: bool

    def deal(self, seed: int, start: int, n: int) -> bytes:
        """n hands, each from a deck of its own."""

    def strongest(self, hands: bytes) -> bytes: ...

    def entries(self, cards: bytes, declared: bytes | None) -> bytes: ...

    def pack(
        self, players: int, role: int, entries: bytes, *, seed: int, rounds: int, gain: int = -1, gain_error: int = -1
    ) -> bytes: ...

    def load(self, data: bytes) -> LoadedField: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What to build and with how much work."""

    players: int
    seed: int = 1
    rounds: int = 24
    pool: int = 32_768
    size: int = 8_192
    judges: int = 32_768
    tests: int = 4_096


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
    pools: dict[int, bytes] = dataclass_field(default_factory=dict)

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

    role: int
    data: bytes
    measure: Measure


Progress = Callable[[int, int, str], None]
"""Called with the round, the number of rounds, and what there is to say."""


def _plan_key(plan: Plan) -> list[int]:
    """What a state depends on: more rounds may be added to it later."""
    return [plan.players, plan.seed, plan.pool, plan.size]


def other_role(role: int) -> int:
    return {ANY: ANY, PLAYER: BANKER, BANKER: PLAYER}[role]


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


def _roles(engine: Engine) -> tuple[int, ...]:
    return (PLAYER, BANKER) if engine.banker else (ANY,)


def _loaded(engine: Engine, plan: Plan, role: int, pool: bytes, round_: int) -> LoadedField:
    sample = thin(pool, plan.size, _sub_seed(plan.seed, role, round_))
    return engine.load(engine.pack(plan.players, role, sample, seed=plan.seed, rounds=round_))


def start(engine: Engine, plan: Plan) -> State:
    """Everybody places the strongest arrangement."""
    state = State(0)
    for role in _roles(engine):
        hands = engine.deal(_sub_seed(plan.seed, role), _ROUNDS * _STREAM, plan.pool)
        state.pools[role] = engine.entries(engine.strongest(hands), None)
    return state


def play_round(engine: Engine, plan: Plan, state: State) -> State:
    """Best responses to the pools take a share of them over."""
    number = state.round + 1
    share = 2 / (number + 1)
    pools: dict[int, bytes] = {}
    for role, pool in state.pools.items():
        draw = random.Random(_sub_seed(plan.seed, role, number, 1))
        places = [place for place in range(plan.pool) if draw.random() < share]
        opponents = _loaded(engine, plan, other_role(role), state.pools[other_role(role)], state.round)
        hands = engine.deal(_sub_seed(plan.seed, role), _ROUNDS * _STREAM + number * plan.pool, len(places))
        fresh = engine.entries(*opponents.best(hands))
        mixed = bytearray(pool)
        for i, place in enumerate(places):
            mixed[place * ENTRY : (place + 1) * ENTRY] = fresh[i * ENTRY : (i + 1) * ENTRY]
        pools[role] = bytes(mixed)
    return State(number, pools)


# ---- measuring


def _mean_error(values: Sequence[float]) -> tuple[float, float]:
    n = len(values)
    mean = sum(values) / n
    return mean, (sum((value - mean) ** 2 for value in values) / (n - 1) / n) ** 0.5


def measure(engine: Engine, plan: Plan, fields: dict[int, LoadedField], role: int) -> Measure:
    """How much a best response of `role` gains over the policy when the others keep to theirs. fields: the policy of a
    role is the best response to the field of the other."""
    theirs = other_role(role)
    opponents = plan.players - 1
    trials: list[LoadedField] = []
    for stream in (_LEARN, _JUDGE):
        hands = engine.deal(_sub_seed(plan.seed, theirs, role), stream * _STREAM, plan.judges)
        entries = engine.entries(*fields[role].best(hands))
        trials.append(engine.load(engine.pack(plan.players, theirs, entries, seed=plan.seed, rounds=0)))
    learn, judge = trials
    hands = engine.deal(_sub_seed(plan.seed, theirs, role), _TEST * _STREAM, plan.tests)
    policy, response = fields[theirs].best(hands), learn.best(hands)

    def gains(against: LoadedField) -> tuple[float, float]:
        kept, changed = against.worth(*policy), against.worth(*response)
        return _mean_error([(b - a) / opponents for a, b in zip(kept, changed, strict=True)])

    return Measure(*gains(judge), *gains(learn))


def finish(engine: Engine, plan: Plan, state: State) -> list[Built]:
    """Thins the pools, measures what comes of it and packs it."""
    samples = {
        role: thin(pool, plan.size, _sub_seed(plan.seed, role, state.round)) for role, pool in state.pools.items()
    }

    def pack(role: int, gain: int = -1, gain_error: int = -1) -> bytes:
        return engine.pack(
            plan.players, role, samples[role], seed=plan.seed, rounds=state.round, gain=gain, gain_error=gain_error
        )

    fields = {role: engine.load(pack(role)) for role in samples}
    built = []
    for role in samples:
        # the field of a role is what the other side responds to: its figure is that of those who laid it out
        found = measure(engine, plan, fields, role)
        gain, error = max((found.most, found.most_error), (found.least, found.least_error))
        built.append(Built(role, pack(role, round(gain * 1e6), round(error * 1e6)), found))
    return built


def build(
    engine: Engine,
    plan: Plan,
    *,
    state_path: Path | None = None,
    progress: Progress | None = None,
    measure_every: int = 0,
) -> list[Built]:
    """Plays all rounds and returns the fields, one for each role. With state_path, takes up what is saved there."""
    say = progress or (lambda round_, rounds, text: None)
    state = State.load(state_path, plan) if state_path and state_path.exists() else start(engine, plan)
    while state.round < plan.rounds:
        state = play_round(engine, plan, state)
        if state_path:
            state.save(state_path, plan)
        text = ""
        if measure_every and state.round % measure_every == 0 and state.round < plan.rounds:
            smaller = replace(plan, judges=min(plan.judges, 32_768), tests=min(plan.tests, 2_048))
            text = "; ".join(f"{ROLE_NAMES[b.role]} {b.measure}".strip() for b in finish(engine, smaller, state))
        if state.round < plan.rounds:  # of the last, what is measured in the end is said
            say(state.round, plan.rounds, text)
    built = finish(engine, plan, state)
    say(plan.rounds, plan.rounds, "; ".join(f"{ROLE_NAMES[b.role]} {b.measure}".strip() for b in built))
    return built
