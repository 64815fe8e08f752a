"""Simulation: the core's blocks against the referee, and one result whatever plays the blocks."""

from __future__ import annotations

import concurrent.futures as futures
import itertools
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai import referee, simulate
from lipai.simulate import blocks, crew
from lipai.simulate.blocks import by_referee, run_block
from lipai.simulate.plan import Plan
from lipai.simulate.run import Cutter, joined
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
    by_hand, _ = by_referee(plan, plan.game, 0, 60)
    assert run_block(plan, 0, 60) == by_hand


@pytest.mark.parametrize("dealing", ["cards_at_a_time = 3", "cards_at_a_time = 4", 'direction = "clockwise"'])
def test_the_core_deals_as_the_referee_does(tmp_path: Path, dealing: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "biji52"\nid = "house"\nname = "家规"\n[dealing]\n{dealing}\n', encoding="utf-8")
    plan = simulate.plan(lipai.game(path), 60, players=4, strategy="strongest", seed=3)
    assert run_block(plan, 0, 60) == by_referee(plan, plan.game, 0, 60)[0]
    usual = simulate.plan(lipai.game("biji52"), 60, players=4, strategy="strongest", seed=3)
    assert run_block(plan, 0, 60) != run_block(usual, 0, 60)


def test_players_differ_by_seat() -> None:
    names = ("best", "strongest", "greedy", "strongest")
    plan = simulate.plan(lipai.game("shisanshui"), 50, strategy=names, seed=5)
    assert run_block(plan, 0, 50) == by_referee(plan, plan.game, 0, 50)[0]
    banked = simulate.plan(lipai.game("baishisan"), 50, strategy=names, seed=5)
    assert run_block(banked, 0, 50) == by_referee(banked, banked.game, 0, 50)[0]


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
    assert moments == Moments.of(values)
    assert Moments.of([7]).mean == 7
    assert Moments.of([7]).error is None is Moments.of([7]).variance


def small(game: str = "biji") -> Plan:
    """A plan of several blocks, and more than one batch of the core."""
    if game == "biji":
        return simulate.plan(lipai.game("biji"), 3 * blocks.BATCH + 100, players=3, strategy="strongest", seed=4)
    return simulate.plan(lipai.game(game), 391, strategy="random", seed=4)


@pytest.mark.parametrize("game", ["biji", "doudizhu"])
def test_any_order_and_any_workers_give_the_same(game: str) -> None:
    plan = small(game)
    once = whole(plan)
    cuts = sorted({0, 1, plan.deals, *random.Random(2).sample(range(plan.deals), 5)})
    tallies = [run_block(plan, first, stop) for first, stop in itertools.pairwise(cuts)]
    random.Random(1).shuffle(tallies)
    mixed = Tally()
    for each in tallies:
        mixed.merge(each)
    assert mixed == once
    assert simulate.rows(plan, mixed) == simulate.rows(plan, once)
    assert once.deals == plan.deals
    assert simulate.run(plan, workers=3).tally == once
    assert simulate.run(plan, workers=2, processes=True).tally == once
    assert whole(replace(plan, seed=5)) != once


def test_two_rule_sets_meet_the_same_deals() -> None:
    game, other = lipai.game("shisanshui"), lipai.game("shisanshui", gun="plus_one")
    plan = simulate.plan(game, 500, strategy="strongest", other=other)
    both = whole(plan)
    first, second = whole(replace(plan, other=None)), whole(replace(plan, game=other, other=None))
    assert both.seats == first.seats
    for seat in range(4):
        assert both.roles[f"other:seat {seat}"] == second.seats[seat]
        assert both.pairs[f"seat {seat}"].total == second.seats[seat].total - first.seats[seat].total
    assert {name.removeprefix("other:") for name in both.events if name.startswith("other:")} == set(second.events)
    assert all(pair.total == 0 == pair.square for pair in whole(replace(plan, other=game)).pairs.values())


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


def test_a_run_goes_on_with_more_deals(tmp_path: Path) -> None:
    plan, kept = small("doudizhu"), tmp_path / "run.json"
    simulate.run(replace(plan, deals=100), keep=kept)
    assert simulate.run(plan, keep=kept).tally == whole(plan)
    with pytest.raises(lipai.TableError, match="has deals up to 391: ask for at least as many, not 100"):
        simulate.run(replace(plan, deals=100), keep=kept)


def test_a_file_that_can_not_be_written_is_found_out_first(tmp_path: Path) -> None:
    played: list[int] = []
    with pytest.raises(lipai.TableError, match=r"nowhere/run\.json can't be written"):
        simulate.run(small(), keep=tmp_path / "nowhere" / "run.json", tick=lambda done, total: played.append(done))
    assert not played


def test_differences_are_of_roles_too() -> None:
    plan = simulate.plan(lipai.game("baishisan"), 300, strategy="best", other=lipai.game("shisanzhang"), seed=2)
    found = whole(plan)
    (_, mine), (_, theirs) = (by_referee(plan, game, 0, 300) for game in (plan.game, plan.other))
    for name, pair in found.pairs.items():
        assert pair == Moments.of(b - a for a, b in zip(mine[name], theirs[name], strict=True) if a is not None)
    assert found.pairs["banker"].total == found.roles["other:banker"].total - found.roles["banker"].total
    assert found.pairs["banker"].square > 0
    rows = [row for row in simulate.rows(plan, found) if row.kind == "difference"]
    assert [row.name for row in rows] == ["seat 0", "seat 1", "seat 2", "seat 3", "banker", "player"]
    game, other = lipai.game("doudizhu"), lipai.game("doudizhu", spring=True)
    found = whole(simulate.plan(game, 200, strategy="random", other=other))
    assert found.pairs["landlord"].n == 200 - found.frequency("outcome:redeal").total < 200  # nobody is, then


def test_what_is_not_dealt_alike_is_noted() -> None:
    game = lipai.game("shisanshui")
    assert simulate.plan(game, 10).note is None
    assert simulate.plan(game, 10, other=lipai.game("shisanshui", gun="plus_one")).note is None
    note = simulate.plan(game, 10, other=lipai.game("shisanshui", jokers=0)).note
    assert note is not None
    assert note.startswith("shisanshui jokers=2 (54 cards) and shisanshui jokers=0 (52) are not dealt alike")
    biji52 = lipai.game("biji52")
    assert simulate.plan(biji52, 10, other=lipai.game("biji52", bonuses=True)).called == (
        "biji52 bonuses=false",
        "biji52 bonuses=true",
    )
    assert simulate.plan(biji52, 10, other=biji52).called == ("biji52", "biji52 (second)")
    assert simulate.plan(biji52, 10).called == ("biji52",)
    assert simulate.plan(biji52, 10, other=lipai.game("biji")).called == ("biji52", "biji")


def test_every_play_is_counted_by_its_kind_and_who_leads_has_a_role() -> None:
    plan = simulate.plan(lipai.game("guanpai"), 40, strategy="greedy")
    found = whole(plan)
    plays = leaders = 0
    for deal in range(40):
        table = referee.start("guanpai", deal=deal)
        leader = table.to_act[0]
        leaders += referee.play(table, [referee.player("greedy")] * 2).net[leader]
        plays += sum(action.startswith("play ") for _, action in table.state.history)
    assert sum(each.total for name, each in found.events.items() if name.startswith("play:")) == plays
    assert found.roles["leader"].total == leaders == -found.roles["follower"].total


def test_plans_are_checked() -> None:
    game = lipai.game("shisanshui")
    for wrong, match in (
        ({"deals": 0}, "deals"),
        ({"strategy": ("best", "best")}, "3 players|players sit"),
        ({"strategy": "clever"}, "no player 'clever'"),
        ({"players": 9}, "players must be from"),
        ({"other": lipai.game("sanmen")}, "can't be played"),
        ({"other": lipai.game("biji")}, "hands of another size"),
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
    for address, why in (("127.0.0.1:1", "Timed out"), ("nowhere", "missing port")):
        with pytest.raises(lipai.TableError, match=f"no Dask scheduler at '{address}': .*{why}"):
            simulate.run(small(), scheduler=address)
    with pytest.raises(lipai.TableError, match="workers of its own"):
        simulate.run(small(), scheduler="127.0.0.1:1", workers=2)


class Cluster:
    """A Dask scheduler and workers on this machine, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        where = folder / "scheduler.json"
        self._common = ["--scheduler-file", str(where), "--host", "127.0.0.1", "--no-dashboard"]
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", "0")
        wait(lambda: where.exists() and where.read_text().rstrip().endswith("}"))  # written whole
        self.address: str = json.loads(where.read_text())["address"]

    def _start(self, kind: str, *words: str) -> None:
        command = [sys.executable, "-m", "dask", kind, *words, *self._common]
        self.processes.append(subprocess.Popen(command, **self._quiet))

    def add(self, workers: int) -> None:
        """Start workers and wait until they are there."""
        for _ in range(workers):
            self._start("worker", "--nthreads", "1", "--no-nanny")
        import distributed

        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.processes) - 1, timeout=60)

    def end(self) -> None:
        for each in reversed(self.processes):
            each.kill()
            each.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    found = Cluster(tmp_path)
    yield found
    found.end()


def test_a_cluster_gives_the_same_though_workers_are_killed(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "CONNECT", 1.0)
    with pytest.raises(lipai.TableError, match=f"has no workers: dask worker {cluster.address}"):
        simulate.run(small(), scheduler=cluster.address)
    cluster.add(2)
    plan = simulate.plan(lipai.game("guanpai"), 2500, strategy="random", seed=4)
    killed = threading.Event()

    def kill(done: int, total: int) -> None:
        if done and not killed.is_set():
            killed.set()
            cluster.processes[-1].kill()

    found = simulate.run(plan, scheduler=cluster.address, tick=kill)
    assert killed.is_set()
    assert found.complete
    assert found.tally == whole(plan)
    # a plan that is sent once, and lost with the worker who has it
    cluster.processes.pop().wait()
    cluster.add(1)
    monkeypatch.setattr(crew, "LARGE", 0)
    killed.clear()
    assert simulate.run(plan, scheduler=cluster.address, tick=kill).tally == found.tally
    assert killed.is_set()


def test_a_lost_scheduler_is_said_so_and_what_is_done_is_kept(cluster: Cluster, tmp_path: Path) -> None:
    cluster.add(1)
    plan = simulate.plan(lipai.game("guanpai"), 1_000_000, strategy="random", seed=4)
    kept = tmp_path / "run.json"
    done: list[int] = []

    def kill(so_far: int, total: int) -> None:
        done.append(so_far)
        if so_far:
            cluster.processes[0].kill()

    with pytest.raises(OSError, match=r"the cluster at .* failed"):
        simulate.run(plan, scheduler=cluster.address, keep=kept, tick=kill)
    assert json.loads(kept.read_bytes())["tally"]["deals"] == done[-1] > 0


def wait(there: Any) -> None:
    end = time.monotonic() + 60
    while not there():
        assert time.monotonic() < end, "it does not start"
        time.sleep(0.05)


# ---- how deals are cut, and who is lost


def test_blocks_are_all_deals_once_and_take_equally_long() -> None:
    cutter = Cutter([(100, 200), (5000, 6000)], 1_000_000, smallest=16, seconds=0.5)
    spans, sizes = [(100, 200), (5000, 6000)], []
    while (span := cutter.cut(workers=2)) is not None:
        spans.append(span)
        sizes.append(span[1] - span[0])
        cutter.took(sizes[-1], sizes[-1] / 20_000)  # so many a second
    assert joined(spans) == [(0, 1_000_000)]
    assert sizes[:4] == [16, 64, 20, 256]  # four times the one before, up to what is done already
    assert max(sizes) == 10_000  # half a second
    assert min(sizes[10:-1]) == 1250
    assert all(b <= a for a, b in itertools.pairwise(sizes[10:]))
    cutter = Cutter([], 1000, smallest=16, seconds=0.5)
    cutter.took(16, 60.0)
    assert cutter.cut(workers=2) == (0, 16)


def test_spans_are_joined() -> None:
    assert joined([(4, 6), (0, 2), (2, 4), (8, 9)]) == [(0, 6), (8, 9)]
    assert joined([]) == []
    with pytest.raises(ValueError, match="share"):
        joined([(0, 5), (4, 6)])


@pytest.mark.parametrize("kind", [crew.Threads, crew.Processes])
def test_what_is_under_way_is_kept_and_nothing_begun(kind: Any) -> None:
    plan = simulate.plan(lipai.game("guanpai"), 4000, strategy="random", seed=4)
    workers = kind(plan, 2)
    for first in range(0, 4000, 100):
        workers.submit((first, first + 100))
    first_found = workers.ready()
    found = workers.rest()
    workers.close()
    assert first_found
    assert len(first_found) + len(found) < 40
    for first, stop, tally, seconds in (*first_found, *found):
        assert stop == first + 100
        assert tally == run_block(plan, first, stop)
        assert seconds > 0
    assert joined((each.first, each.stop) for each in (*first_found, *found))


class Fragile(crew.Crew):
    """A crew whose first executors break."""

    def __init__(self, plan: Plan, breaks: int) -> None:
        self.breaks = breaks
        super().__init__(crew.play_block, plan, 1)

    def _hire(self) -> futures.Executor:
        self.breaks -= 1
        pool = futures.ThreadPoolExecutor(1)
        if self.breaks >= 0:
            pool._broken = "it broke"  # type: ignore[attr-defined]
        return pool


def test_blocks_of_a_broken_executor_are_handed_out_again_a_few_times() -> None:
    plan = simulate.plan(lipai.game("guanpai"), 20, strategy="random")
    workers = Fragile(plan, crew.RETRIES)
    workers.submit((0, 20))
    found: list[crew.Played] = []
    for _ in range(crew.RETRIES + 1):
        found += workers.ready()
    assert [each.tally for each in found] == [whole(plan)]
    hopeless = Fragile(plan, 99)
    hopeless.submit((0, 20))
    for _ in range(crew.RETRIES):
        assert not hopeless.ready()
    with pytest.raises(futures.BrokenExecutor):
        hopeless.ready()


def test_workers_of_another_version_are_refused() -> None:
    plan = small("doudizhu")
    assert crew.play_packed(crew.packed(plan), 3, 5).tally == run_block(plan, 3, 5)
    with pytest.raises(lipai.TableError, match=r"a worker has lipai .*0\.0\.9"):
        crew.play_packed(pickle.dumps(("0.0.9", b"")), 0, 1)
