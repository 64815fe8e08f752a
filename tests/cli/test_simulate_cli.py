"""``lipai simulate`` as a user meets it."""

from __future__ import annotations

import csv
import io
import json
import signal
import time
from pathlib import Path

from tests.cli.programs import run, start


def test_a_table_of_figures() -> None:
    done = run("simulate", "biji", "--deals", "500", "--players", "3", "--strategy", "strongest")
    assert done.returncode == 0
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert lines[0][:4] == ["what", "name", "mean", "standard error"]
    assert [line[1] for line in lines if line[0] == "net"] == ["seat 0", "seat 1", "seat 2"]
    assert any(line[1] == "sweep" for line in lines)


def test_json_and_csv_say_the_same_whatever_the_workers() -> None:
    words = ("simulate", "guanpai", "--deals", "300", "--strategy", "random", "--seed", "7")
    data = json.loads(run(*words, "--json").stdout)
    assert data["complete"]
    assert data["deals"] == 300
    again = json.loads(run(*words, "--json", "--workers", "2", "--processes").stdout)
    assert again == data
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv").stdout)))
    assert [row["name"] for row in rows] == [row["name"] for row in data["rows"]]
    assert [float(row["mean"]) for row in rows] == [row["mean"] for row in data["rows"]]


def test_two_rule_files_on_the_same_deals(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "shisanshui"\nid = "mine"\nname = "mine"\n[settlement]\ngun = "plus_one"\n')
    words = ("simulate", "shisanshui", "--deals", "300", "--strategy", "strongest", "--compare", str(file), "--json")
    rows = json.loads(run(*words).stdout)["rows"]
    difference = [row for row in rows if row["kind"] == "difference"]
    assert len(difference) == 4
    assert sum(row["mean"] for row in difference) < 1e-9
    assert any(row["variance"] for row in difference)


def test_faults_are_a_sentence() -> None:
    for words, said in (
        (("--strategy", "clever"), "no player"),
        (("--players", "9"), "players must be from"),
        (("--csv", "--json"), "not both"),
        (("--compare", "sanmen"), "can't be played"),
    ):
        done = run("simulate", "biji", "--deals", "10", *words)
        assert done.returncode == 2
        assert said in done.stderr
        assert not done.stdout


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    words = ("simulate", "biji", "--deals", "4000000", "--strategy", "strongest", "--json", "--resume", str(kept))
    running = start(*words)
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    data = json.loads(out)
    assert not data["complete"]
    assert 0 < data["deals"] < 4_000_000
    assert b"interrupted after" in err
    assert sum(seat["total"] for seat in json.loads(kept.read_bytes())["tally"]["seats"]) == 0
