"""``lipai simulate`` as a user meets it."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import lipai
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
    words = ("simulate", "--deals", "300", "--strategy", "strongest", "--json", "--compare", "shisanshui", str(file))
    done = run(*words)
    assert not done.stderr
    data = json.loads(done.stdout)
    assert (data["game"], data["compare"]["game"], data["note"]) == ("shisanshui", "mine", None)
    assert json.loads(run("simulate", "shisanshui", *words[1:-2], str(file)).stdout) == data
    rows = data["rows"]
    difference = [row for row in rows if row["kind"] == "difference"]
    assert len(difference) == 4
    assert sum(row["mean"] for row in difference) < 1e-9
    assert any(row["variance"] for row in difference)


def test_decks_that_differ_are_noted() -> None:
    words = ("simulate", "--deals", "50", "--compare", "shisanshui", "shisanshui", "-o", "jokers=0")
    done = run(*words)
    assert done.stderr.startswith(
        "note: shisanshui jokers=0 (52 cards) and shisanshui jokers=2 (54) are not dealt alike"
    )
    assert {line.split("\t")[2] for line in done.stdout.splitlines()[1:]} == {
        "shisanshui jokers=0",
        "shisanshui jokers=2",
        "",
    }
    done = run(*words, "--json")
    assert not done.stderr
    assert json.loads(done.stdout)["note"].startswith("shisanshui jokers=0 (52 cards)")


def test_files_say_what_is_written(tmp_path: Path) -> None:
    names = ("figures.csv", "figures.json", "Figures.PARQUET")
    words = [word for name in names for word in ("--output", str(tmp_path / name))]
    words += ["--deals", "200", "--strategy", "greedy", "--seed", "3", "--base", "2"]
    for games in (["guanpai"], ["--compare", "baishisan", "shisanzhang"]):
        done = run("simulate", *games, *words, "--json")
        assert done.returncode == 0
        data = json.loads(done.stdout)
        assert json.loads((tmp_path / "figures.json").read_bytes()) == data
        assert (tmp_path / "figures.csv").read_text() == run("simulate", *games, *words, "--csv").stdout
        check_parquet(tmp_path / "Figures.PARQUET", data)
    assert len(list(tmp_path.iterdir())) == 3


def check_parquet(path: Path, data: dict[str, Any]) -> None:
    """The file is what JSON says: the rows, typed, and in its metadata all else."""
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(path)
    kinds = {field.name: str(field.type) for field in table.schema}
    assert kinds == {
        "kind": "string",
        "name": "string",
        "rules": "int64",
        "mean": "double",
        "error": "double",
        "variance": "double",
        "deals": "int64",
        "share": "double",
    }
    rows = data.pop("rows")
    assert table.to_pylist() == rows
    assert table["share"].null_count == sum(row["kind"] != "event" for row in rows) > 0
    assert table["rules"].null_count == sum(row["kind"] == "difference" for row in rows)
    plan = json.loads(table.schema.metadata[b"lipai"])
    assert plan == data
    assert plan["version"] == lipai.__version__
    assert (plan["deals"], plan["seed"], plan["base"], plan["complete"]) == (200, 3, 2, True)
    assert plan["strategy"] == ["greedy"] * plan["players"]


def test_figures_are_shown_though_a_file_can_not_be_written() -> None:
    done = run("simulate", "guanpai", "--deals", "20", "--csv", "--output", "/proc/figures.csv")
    assert done.returncode == 2
    assert done.stderr.startswith("lipai: /proc/figures.csv can't be written")
    assert done.stdout.startswith("kind,name")


def test_one_deal_has_no_error(tmp_path: Path) -> None:
    words = ("simulate", "guanpai", "--deals", "1")
    row = json.loads(run(*words, "--json").stdout)["rows"][0]
    assert row["error"] is None is row["variance"]
    assert run(*words, "--csv").stdout.splitlines()[1].endswith(",,,1,")
    assert run(*words).stdout.splitlines()[1].endswith("\t\t\t")


def test_parquet_needs_pyarrow(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ImportError('none here')")
    out = tmp_path / "figures.parquet"
    done = run("simulate", "biji", "--output", str(out), env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 2
    assert done.stderr == "lipai: Parquet needs pyarrow: pip install 'lipai[parquet]'\n"
    assert not out.exists()


def test_chinese() -> None:
    words = ("simulate", "--deals", "30", "--lang", "zh")
    names = [line.split("\t")[1] for line in run(*words, "biji", "--strategy", "strongest").stdout.splitlines()]
    assert names[:2] == ["名称", "座位 0"]
    assert {"第三锅：清", "通锅", "结局：结算"} <= set(names)
    for game in ("doudizhu", "wencheng", "wuzhang"):
        text = run(*words, game, "--strategy", "greedy").stdout
        assert not re.search("[a-z]", text)


def test_faults_are_a_sentence() -> None:
    for words, said in (
        (("--strategy", "clever"), "no player"),
        (("--players", "9"), "players must be from"),
        (("--csv", "--json"), "not both"),
        (("--compare", "sanmen"), "can't be played"),
        (("--compare", "shisanshui"), "hands of another size"),
        (("--compare",), "takes two games or rule files, not 1: biji"),
        (("--compare", "biji", "biji"), "takes two games or rule files, not 3"),
        (("biji52",), "one GAME, or two with --compare, not 2: biji, biji52"),
        (
            ("--output", "figures.xls"),
            "figures.xls: the name of a file of figures ends with one of .csv, .json, .parquet",
        ),
        (("--output", "nowhere/figures.csv"), "nowhere/figures.csv: there is no such directory"),
        (("--output", "run.json", "--resume", "run.json"), "run.json is to be written twice"),
        (("--resume", "nowhere/run.json"), "no such directory"),
        (("--scheduler", "127.0.0.1:1", "--workers", "2"), "workers of its own"),
        (("--carry", "first"), "KEY=N"),
        (("--carry", "dealer=1"), "carry has 'dealer'"),
        (("--plot", "nets.txt"), "ends with one of"),
        (("--plot", "nowhere/nets.png"), "no such directory"),
    ):
        done = run("simulate", "biji", "--deals", "10", *words)
        assert done.returncode == 2
        assert said in done.stderr
        assert not done.stdout
    assert "which GAME? There are baishisan" in run("simulate").stderr


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    words = ("simulate", "biji", "--deals", "4000000", "--strategy", "strongest", "--json", "--resume", str(kept))
    out_file = tmp_path / "figures.json"
    running = start(*words, "--output", str(out_file))
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    data = json.loads(out)
    assert json.loads(out_file.read_bytes()) == data
    assert not data["complete"]
    assert 0 < data["deals"] < 4_000_000
    assert b"interrupted after" in err
    assert sum(seat["total"] for seat in json.loads(kept.read_bytes())["tally"]["seats"]) == 0


def test_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "nets.png"
    words = ("--deals", "50", "--strategy", "random", "--carry", "rob=1", "--plot", str(path))
    done = run("simulate", "doudizhu", *words)
    assert done.returncode == 0
    assert "multiplier:3" in done.stdout  # robbed, or taken once
    assert "multiplier:1" not in done.stdout.replace("multiplier:12", "")
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
