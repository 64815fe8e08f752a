"""The builder of fields: thinning, and building in parts."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import lipai
from lipai._native.settle import NO_SPECIAL
from lipai.piles import build as fields


def entry(first: int, middle: int, last: int, special: int = NO_SPECIAL) -> bytes:
    return b"".join(n.to_bytes(2, "little") for n in (first, middle, last)) + bytes([special, 0])


GAME = lipai.game("biji52")
PLAN = fields.Plan(players=3, seed=5, rounds=6, pool=512, size=64, judges=128, tests=32)


def test_thinned_keeps_size_shares_and_spread():
    draw = random.Random(1)
    plain = [entry(draw.randrange(100), draw.randrange(100), k) for k in range(3900)]
    pool = b"".join(plain + [entry(0, 0, 0, special=2)] * 100)
    kept = fields.thin(pool, 400, seed=3)
    entries = [kept[at : at + 8] for at in range(0, len(kept), 8)]
    assert len(entries) == 400
    assert 9 <= sum(e[6] == 2 for e in entries) <= 11
    lasts = sorted(int.from_bytes(e[4:6], "little") for e in entries if e[6] == NO_SPECIAL)
    assert all(abs(last - 10 * i) < 200 for i, last in enumerate(lasts))
    assert kept == fields.thin(pool, 400, seed=3) != fields.thin(pool, 400, seed=4)


@pytest.mark.parametrize("size", [1, 7, 48])
def test_many_kinds_of_specials_never_change_the_size(size):
    pool = b"".join(entry(1, 2, k) for k in range(90)) + b"".join(entry(0, 0, 0, special=k) for k in range(13))
    assert all(len(fields.thin(pool, size, seed)) == 8 * size for seed in range(50))


def test_an_interval_ascends() -> None:
    """The bound from below is the larger now and then, by chance."""
    assert str(fields.Measure(0.2074, 0.01, 0.1726, 0.02)) == "0.1726 (± 0.0200) to 0.2074 (± 0.0100)"
    assert str(fields.Measure(0.1, 0.01, 0.2, 0.02)) == "0.1000 (± 0.0100) to 0.2000 (± 0.0200)"


def test_stopped_and_resumed_is_the_same(tmp_path):
    at_once = fields.build(GAME, PLAN)
    path = tmp_path / "state"
    seen: list[int] = []
    fields.build(GAME, replace(PLAN, rounds=2), state_path=path)
    resumed = fields.build(GAME, PLAN, state_path=path, progress=lambda done, rounds, text: seen.append(done))
    assert [b.data for b in resumed] == [b.data for b in at_once]
    assert seen == [3, 4, 5, 6]


def test_a_state_of_another_plan_is_refused(tmp_path):
    path = tmp_path / "state"
    fields.build(GAME, replace(PLAN, rounds=1), state_path=path)
    with pytest.raises(ValueError, match="another plan"):
        fields.build(GAME, replace(PLAN, seed=6), state_path=path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError, match="cut short"):
        fields.build(GAME, PLAN, state_path=path)
