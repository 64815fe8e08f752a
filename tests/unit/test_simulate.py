"""Simulation: the core's blocks against the referee, and one result whatever plays the blocks."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai import simulate
from lipai.simulate.blocks import _by_referee, run_block
from lipai.simulate.plan import Plan
from lipai.simulate.tally import Moments, Tally

TABLES = [
    ("biji", {}, 3),
    ("biji", {}, 5),
    ("biji52", {}, 4),
    ("biji52", {"bonuses": True}, 4),
    ("shisanshui", {}, 2),
    ("shisanshui", {}, 4),
    ("shisanshui", {"jokers": 0, "gun": "plus_one"}, 4),
    ("baishisan", {}, 3),
    ("shisanzhang", {}, 4),
]


def whole(plan: Plan) -> Tally:
    return simulate.run(plan).tally


@pytest.mark.parametrize("strategy", ["strongest", "greedy", "best"])
@pytest.mark.parametrize(("game", "options", "players"), TABLES)
def test_the_core_plays_as_the_referee_does(game: str, options: dict[str, Any], players: int, strategy: str) -> None:
    plan = simulate.plan(lipai.game(game, **options), 60, players=players, strategy=strategy, seed=2**64 - 3)
    assert plan.batched
    by_hand, _ = _by_referee(plan, plan.game, 0, 60)
    assert run_block(plan, 0) == by_hand


@pytest.mark.parametrize("dealing", ["cards_at_a_time = 3", "cards_at_a_time = 4", 'direction = "clockwise"'])
def test_the_core_deals_as_the_referee_does(tmp_path: Path, dealing: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "biji52"\nid = "house"\nname = "家规"\n[dealing]\n{dealing}\n', encoding="utf-8")
    plan = simulate.plan(lipai.game(path), 60, players=4, strategy="strongest", seed=3)
    assert run_block(plan, 0) == _by_referee(plan, plan.game, 0, 60)[0]
    usual = simulate.plan(lipai.game("biji52"), 60, players=4, strategy="strongest", seed=3)
    assert run_block(plan, 0) != run_block(usual, 0)


def test_players_differ_by_seat() -> None:
    names = ("best", "strongest", "greedy", "strongest")
    plan = simulate.plan(lipai.game("shisanshui"), 50, strategy=names, seed=5)
    assert run_block(plan, 0) == _by_referee(plan, plan.game, 0, 50)[0]
    banked = simulate.plan(lipai.game("baishisan"), 50, strategy=names, seed=5)
    assert run_block(banked, 0) == _by_referee(banked, banked.game, 0, 50)[0]


def test_expected_players_win_from_strongest_ones() -> None:
    names = ("best", "strongest", "strongest", "strongest")
    found = whole(simulate.plan(lipai.game("shisanshui"), 4000, strategy=names, seed=9))
    assert found.seats[0].mean > 4 * found.seats[0].error


def test_moments_are_those_of_the_values() -> None:
    values = [3, -4, 10, 0, 3]
    moments = Moments()
    for value in values:
        moments.add(1, value, value * value)
    mean = sum(values) / 5
    assert moments.mean == mean
    assert moments.variance == pytest.approx(sum((v - mean) ** 2 for v in values) / 4)
    assert moments.error == pytest.approx((moments.variance / 5) ** 0.5)


def small(game: str = "biji") -> Plan:
    """A plan of several blocks."""
    if game == "biji":
        return simulate.plan(lipai.game("biji"), 3 * 8192 + 100, players=3, strategy="strongest", seed=4)
    return simulate.plan(lipai.game(game), 3 * 128 + 7, strategy="random", seed=4)


@pytest.mark.parametrize("game", ["biji", "doudizhu"])
def test_any_order_and_any_workers_give_the_same(game: str) -> None:
    plan = small(game)
    once = whole(plan)
    blocks = [run_block(plan, i) for i in range(plan.blocks)]
    random.Random(1).shuffle(blocks)
    mixed = Tally()
    for block in blocks:
        mixed.merge(block)
    assert mixed == once
    assert once.deals == plan.deals
    assert simulate.run(plan, workers=3).tally == once
    assert simulate.run(plan, workers=2, processes=True).tally == once
    assert whole(replace(plan, seed=5)) != once


def test_a_longer_block_is_its_deals() -> None:
    plan = small("doudizhu")
    assert run_block(replace(plan, deals=20), 0).deals == 20


def test_two_rule_sets_meet_the_same_deals() -> None:
    game, other = lipai.game("shisanshui"), lipai.game("shisanshui", gun="plus_one")
    plan = simulate.plan(game, 500, strategy="strongest", other=other)
    both = whole(plan)
    first, second = whole(replace(plan, other=None)), whole(replace(plan, game=other, other=None))
    assert both.seats == first.seats
    for seat in range(4):
        assert both.roles[f"other:seat {seat}"] == second.seats[seat]
        assert both.pairs[seat].total == second.seats[seat].total - first.seats[seat].total
    assert {name.removeprefix("other:") for name in both.events if name.startswith("other:")} == set(second.events)
    assert all(pair.total == 0 == pair.square for pair in whole(replace(plan, other=game)).pairs)


def test_interrupted_it_keeps_what_is_done_and_goes_on(tmp_path: Path) -> None:
    plan, kept = small(), tmp_path / "run.json"

    def stop(done: int, total: int) -> None:
        if done >= 8192:
            raise KeyboardInterrupt

    first = simulate.run(plan, keep=kept, tick=stop)
    assert not first.complete
    assert 0 < first.tally.deals < plan.deals
    seen: list[int] = []
    second = simulate.run(plan, keep=kept, tick=lambda done, total: seen.append(done))
    assert seen[0] == first.tally.deals
    assert second.complete
    assert second.tally == whole(plan)
    with pytest.raises(lipai.TableError, match="another run"):
        simulate.run(replace(plan, seed=5), keep=kept)
    data = json.loads(kept.read_bytes())
    data["done"].pop()
    kept.write_text(json.dumps(data))
    with pytest.raises(lipai.TableError, match="damaged"):
        simulate.run(plan, keep=kept)
    kept.write_text("{}")
    with pytest.raises(lipai.TableError, match="no file of a run"):
        simulate.run(plan, keep=kept)


def test_a_lost_process_runs_again() -> None:
    plan = simulate.plan(lipai.game("guanpai"), 128 * 24, strategy="random", seed=4)
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if done and not killed:
            import multiprocessing

            child = multiprocessing.active_children()[0]
            assert child.pid is not None
            killed.append(child.pid)
            os.kill(child.pid, signal.SIGKILL)

    found = simulate.run(plan, workers=2, processes=True, tick=kill)
    assert killed
    assert found.complete
    assert found.tally == whole(plan)


def test_plans_are_checked() -> None:
    game = lipai.game("shisanshui")
    for wrong, match in (
        ({"deals": 0}, "deals"),
        ({"strategy": ("best", "best")}, "3 players|players sit"),
        ({"strategy": "clever"}, "no player 'clever'"),
        ({"players": 9}, "players must be from"),
        ({"other": lipai.game("sanmen")}, "can't be played"),
    ):
        if wrong == {"strategy": ("best", "best")}:
            wrong = {**wrong, "players": 3}
        with pytest.raises(ValueError, match=match):
            simulate.plan(game, **{"deals": 10, **wrong})
    with pytest.raises(lipai.TableError, match="pile games"):
        simulate.plan(lipai.game("sanmen"), 10, strategy="strongest")
    with pytest.raises(lipai.TableError, match="workers"):
        simulate.run(small(), workers=0)
    assert pickle.loads(pickle.dumps(small())) == small()


def test_no_scheduler_is_said_so() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(lipai.TableError, match="no Dask scheduler"):
        simulate.run(small(), scheduler="127.0.0.1:1")


def test_a_cluster_gives_the_same_though_a_worker_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    where = tmp_path / "scheduler.json"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    dask = [sys.executable, "-m", "dask"]
    common = ["--scheduler-file", str(where), "--no-dashboard"]
    started = [
        subprocess.Popen([*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", *common], **quiet),
    ]
    try:
        wait(lambda: where.exists() and where.read_text().rstrip().endswith("}"))  # written whole
        plain = ["--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]
        started += [subprocess.Popen([*dask, "worker", *plain, *common], **quiet) for _ in range(2)]
        address = json.loads(where.read_text())["address"]
        import distributed

        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        plan = simulate.plan(lipai.game("guanpai"), 128 * 20, strategy="random", seed=4)
        killed = threading.Event()

        def kill(done: int, total: int) -> None:
            if done and not killed.is_set():
                killed.set()
                started[-1].kill()

        found = simulate.run(plan, scheduler=address, tick=kill)
        assert killed.is_set()
        assert found.complete
        assert found.tally == whole(plan)
    finally:
        for each in reversed(started):
            each.kill()
            each.wait()


def wait(there: Any) -> None:
    end = time.monotonic() + 60
    while not there():
        assert time.monotonic() < end, "it does not start"
        time.sleep(0.05)
