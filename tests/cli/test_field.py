"""``lipai field`` and the objectives of ``lipai arrange``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lipai.cli.program import program
from lipai.field import DATA

HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
DRAGON = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC"
SMALL = ("--hands", "256", "--pool", "512", "--tests", "256", "--seed", "3")


def command(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(program, words, input=stdin)


def built(path: Path, *words: str) -> Result:
    done = command("field", "build", "biji52", "--players", "2", *SMALL, "--out", str(path), *words)
    assert done.exit_code == 0, done.output
    return done


def test_a_field_is_reproducible_and_its_measure_is_shown(tmp_path: Path) -> None:
    one, two = tmp_path / "one.bin", tmp_path / "two.bin"
    done = built(one, "--rounds", "3")
    assert done.stderr.count("exploitability") == 3
    assert done.stderr.count("round 3 of 3") == 1
    built(two, "--rounds", "3", "--threads", "2")
    assert one.read_bytes() == two.read_bytes()
    found = json.loads(command("field", "info", "biji52", "--file", str(one), "--json").stdout)
    assert (found["players"], found["hands"], found["rounds"], found["seed"]) == (2, 256, 3, 3)
    assert found["same_stakes"] is True


def test_defaults_are_those_of_the_shipped_fields() -> None:
    told = {option.name: option.default for option in program.get_command(None, "field").commands["build"].params}
    for line in command("field", "info", "shisanshui", "--json").stdout.splitlines():
        found = json.loads(line)
        assert (told["hands"], told["rounds"], told["seed"]) == (found["hands"], found["rounds"], found["seed"])


def test_building_is_taken_up_again(tmp_path: Path) -> None:
    whole, parts, state = tmp_path / "whole.bin", tmp_path / "parts.bin", tmp_path / "state"
    built(whole, "--rounds", "3")
    built(parts, "--rounds", "1", "--resume", str(state))
    done = built(parts, "--rounds", "3", "--resume", str(state))
    assert "round 1 of 3" not in done.stderr
    assert whole.read_bytes() == parts.read_bytes()
    other = ("--players", "3", *SMALL, "--rounds", "3", "--resume", str(state), "--out", str(parts))
    done = command("field", "build", "biji52", *other)
    assert done.exit_code == 2
    assert "another plan" in done.stderr


def test_banker_games_have_two_fields(tmp_path: Path) -> None:
    done = command("field", "build", "baishisan", *SMALL, "--rounds", "1", "--out", str(tmp_path / "fields"))
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "fields").iterdir()) == [
        "baishisan-banker.bin",
        "baishisan-player.bin",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("build", "biji52"), "--players is missing"),
        (("build", "biji52", "--players", "9"), "from 2 to 5"),
        (("build", "biji52", "--players", "2", "--hands", "512", "--pool", "64"), "--pool"),
        (("info", "biji52", "--players", "9"), "from 2 to 5"),
        (("info", "biji52", "--role", "banker"), "no roles"),
        (("info", "biji52", "--players", "5", "-o", "nothing=1"), "no option"),
    ],
)
def test_bad_input(words: tuple[str, ...], told: str) -> None:
    done = command("field", *words)
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.bin"
    path.write_bytes(b"no field at all" * 20)
    done = command("field", "info", "biji52", "--file", str(path))
    assert done.exit_code == 2
    assert "bad.bin: a bad field" in done.stderr


def test_info_lists_what_is_shipped() -> None:
    done = command("field", "info", "shisanshui", "--json")
    names = [json.loads(line)["field"] for line in done.stdout.splitlines()]
    assert names == [f"shisanshui-{players}.bin" for players in (2, 3, 4)]
    low = command("field", "info", "shisanshui", "-o", "wheel=low").stdout.splitlines()
    assert low[0].split("\t")[:3] == ["field", "players", "role"]
    assert [line.split("\t")[0] for line in low[1:]] == [f"shisanshui+wheel.low-{players}.bin" for players in (2, 3, 4)]
    assert command("field", "info", "baishisan", "--lang", "zh").stdout.startswith("对手样本\t人数\t角色\t")


def test_info_has_the_figures_of_each_file() -> None:
    """Also where several files are for one table: those of other stakes are what they are by themselves."""
    for option, own in (("false", False), ("true", True)):
        words = ("field", "info", "biji52", "-o", f"bonuses={option}", "--json")
        listed = [json.loads(line) for line in command(*words).stdout.splitlines()]
        assert len(listed) == 8
        for line in listed:
            file = str(DATA / line["field"])
            alone = json.loads(command("field", "info", "biji52", "--file", file, "--json").stdout)
            assert line == alone | {"same_stakes": ("bonuses" in line["field"]) is own}


def test_a_field_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.bin"
    built(path, "--rounds", "1")
    hand = "AS KS QS 9H 9D 5C 5D 2H 3C"
    own = command("arrange", "biji52", hand, "--players", "2", "--field", str(path), "--json")
    usual = command("arrange", "biji52", hand, "--players", "2", "--json")
    assert json.loads(own.stdout)["objective"] == json.loads(usual.stdout)["objective"] == "expected"
    assert own.stdout != usual.stdout
    request = json.dumps({"game": "biji52", "op": "arrange", "hand": hand, "players": 2}) + "\n"
    piped = command("pipe", "--field", str(path), stdin=request)
    assert json.loads(piped.stdout)["result"] == json.loads(own.stdout)
    assert json.loads(command("pipe", stdin=request).stdout)["result"] == json.loads(usual.stdout)


def test_a_field_of_ones_own_that_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "mine.bin"
    built(path, "--rounds", "1")
    for words, told in (
        (("arrange", "biji52", "--field", str(path), "--players", "3"), "for 2 players, not 3"),
        (("arrange", "biji", "--field", str(path)), "mine.bin: the field was made for rules that rank piles"),
        (
            ("arrange", "biji52", "--field", str(path), "--objective", "strongest"),
            'a field is for the objectives "expected" and "simulate"',
        ),
        (("field", "info", "biji52", "--file", str(path), "--players", "3"), "for 2 players, not 3"),
        (("arrange", "biji52", "--field", "nothing.bin"), "nothing.bin"),
    ):
        done = command(*words)
        assert (done.exit_code, told in done.stderr) == (2, True), done.stderr


def test_options_name_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command("field", "build", "biji", "--players", "2", *SMALL, "--rounds", "1", "-o", "joker_pair=none")
    assert [path.name for path in tmp_path.iterdir()] == ["biji+joker_pair.none-2.bin"]


def test_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "field.png"
    done = command("field", "plot", "biji52", "--hands", "500", "--out", str(path))
    assert done.exit_code == 0, done.output
    assert path.read_bytes().startswith(b"\x89PNG")


# ---- arrange


def test_values_and_specials_are_columns() -> None:
    line = command("arrange", "shisanshui", DRAGON).stdout.rstrip("\n").split("\t")
    assert line[3] == "dragon"
    assert float(line[2]) > 70
    assert (line[0].count("/"), line[1]) == (0, "dragon")
    flushes = "2C 4C 6C AH KH JH 9H 7H 2D 5D 8D TD QD"
    three = command("arrange", "shisanshui", flushes).stdout.rstrip("\n").split("\t")
    assert (three[0].count("/"), three[1], three[3]) == (2, "three flushes", "three_flushes")
    assert command("arrange", "shisanshui", HAND, "--objective", "strongest").stdout.count("\t") == 1


def test_simulation_is_seeded() -> None:
    words = ("arrange", "shisanshui", HAND, "--objective", "simulate", "--deals", "100", "--json")
    one, two, other = command(*words), command(*words), command(*words, "--seed", "2")
    assert one.stdout == two.stdout != other.stdout
    assert json.loads(one.stdout)["arrangements"][0]["error"] > 0
    assert json.loads(one.stdout)["objective"] == "simulate"
    columns = command(*words[:-1]).stdout.rstrip("\n").split("\t")
    assert float(columns[3]) == pytest.approx(json.loads(one.stdout)["arrangements"][0]["error"], abs=1e-4)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--objective", "best"), "'simulate'"),
        (("--players", "7"), "players must be from 2 to 4, not 7"),
        (("--role", "banker"), "no roles"),
        (("--deals", "100"), 'deals is for the objective "simulate"'),
        (("--seed", "1"), 'seed is for the objective "simulate"'),
        (("--objective", "simulate", "--precision", "0"), "x>0"),
    ],
)
def test_bad_objectives(words: tuple[str, ...], told: str) -> None:
    done = command("arrange", "shisanshui", HAND, *words)
    assert done.exit_code == 2
    assert told in done.stderr.splitlines()[-1]


def test_no_field_and_other_stakes_are_told(tmp_path: Path) -> None:
    """Where no field ranks as the rules do, expected is refused and the default says that it is the strongest."""
    house = tmp_path / "house.toml"
    house.write_text(
        'extends = "shisanshui"\nid = "house"\nname = "家规"\n[piles]\norder = "increasing"\n', encoding="utf-8"
    )
    done = command("arrange", str(house), HAND, "--objective", "expected")
    assert done.exit_code == 2
    assert "no field is shipped for house with 4 players; 'lipai field build' makes one" in done.stderr
    done = command("arrange", str(house), HAND)
    assert done.exit_code == 0
    assert "the strongest, not the highest expected value; 'lipai field build' makes a field" in done.stderr
    assert command("arrange", str(house), HAND, "--objective", "strongest").stderr == ""
    found = json.loads(command("arrange", str(house), HAND, "--json").stdout)
    assert (found["objective"], found["note"].split(":")[0]) == (
        "strongest",
        "no field of opponents is shipped for these rules and this table",
    )
    done = command("arrange", "shisanshui", HAND, HAND, "-o", "gun=plus_one")
    assert done.stderr.count("made under other stakes") == 1
    assert json.loads(command("arrange", "shisanshui", HAND, "--json").stdout)["note"] is None


def test_a_field_is_named_after_its_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = command("field", "build", "biji52", "--players", "2", *SMALL, "--rounds", "1", "-o", "bonuses=true")
    assert done.exit_code == 0, done.output
    assert [path.name for path in tmp_path.iterdir()] == ["biji52+bonuses.true-2.bin"]
