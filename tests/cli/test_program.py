"""The program as a process: what it loads, how it ends, what it shows on a terminal."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import lipai
from lipai.cli.program import COMMANDS
from tests.cli.programs import HANDS, PROGRAM, environment, run, run_on_terminal, seen_on_terminal, start

HAND = HANDS["shisanshui"]
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def modules_after(*arguments: str) -> tuple[list[str], list[str]]:
    """The lines that a command prints and the modules that are loaded when it ends."""
    code = (
        "import sys\nfrom lipai.cli.program import main\n"
        f"try: main({list(arguments)!r})\nexcept SystemExit as end: assert not end.code\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    *lines, modules = done.stdout.splitlines()
    return lines, modules.split()


def test_help_names_every_command_and_loads_none() -> None:
    lines, modules = modules_after("--help")
    for name in COMMANDS:
        assert any(line.split()[:1] == [name] for line in lines)
    assert not {"numpy", "rich", "msgspec", "lipai.rules", "lipai.cli.piles"} & set(modules)


def test_rank_loads_no_numpy_and_no_rich() -> None:
    lines, modules = modules_after("rank", "biji", "AS KS QS")
    assert lines[0].startswith("AS KS QS\tstraight flush")
    assert not {"numpy", "rich", "asyncio"} & set(modules)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str) -> None:
    families = COMMANDS[name].families
    games = [lipai.games(family)[0] for family in families] if len(families) > 1 else []
    done = run(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: lipai {name}")
    assert name in ("pipe", "field", "serve") or games or "--json" in done.stdout
    for game in games:
        assert game in done.stdout
        assert "--json" in run(name, game, "--help").stdout


def test_version() -> None:
    assert run("--version").stdout == f"lipai {lipai.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("arrange", "chess", HAND),
        ("arrange", "nowhere.toml", HAND),
        ("arrange",),
        ("drink",),
        ("arrange", "shisanshui", HAND, "--top", "0"),
        ("arrange", "shisanshui", HAND, "--top", "1001"),
        ("rank", "biji", "AS"),
        ("rank", "biji", "AS KS"),
        ("rank", "biji", "AS AS KS"),
        ("--lang", "fr", "games"),
        (),
    ],
    ids=" ".join,
)
def test_bad_input_is_told_in_a_sentence(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("arange", "biji", HAND), "no command 'arange'; did you mean 'arrange'?"),
        (("xyzzy",), "no command 'xyzzy'; there are arrange, rank"),
        (("rank", "shisanshiu", "AS KS QS"), "no game 'shisanshiu'; did you mean 'shisanshui'?"),
        (("rank", "shisanshui", "AS KS QS", "-o", "wheal=low"), "no option 'wheal'; did you mean 'wheel'?"),
    ],
)
def test_a_slip_is_told_what_was_meant(arguments: tuple[str, ...], told: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_reader_that_leaves() -> None:
    command = " ".join(f"'{part}'" for part in (*PROGRAM, "rules", "shisanshui"))
    script = f"{command} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment())
    assert done.stdout.split() == ["0"]
    assert done.stderr == ""


def test_interrupt() -> None:
    with start("rank", "biji") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b"AS KS QS\n")
        child.stdin.flush()
        assert child.stdout.readline().startswith(b"AS KS QS\t")  # flushed while the input pauses
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=30) == 130
        assert b"Traceback" not in child.stderr.read()


def test_a_full_disk_and_closed_ends() -> None:
    script = " ".join(f"'{part}'" for part in PROGRAM) + " rank biji {}; echo $?"
    for ends, code, message in (
        ("'AS KS QS' >/dev/full", "1", "lipai: No space left on device\n"),
        ("<&-", "2", "lipai: standard input is closed\n"),
        ("'AS KS QS' >&-", "0", ""),
    ):
        done = subprocess.run(
            ["bash", "-c", script.format(ends)], capture_output=True, text=True, check=True, env=environment()
        )
        assert (done.stdout.split(), done.stderr) == ([code], message)


def test_an_instruction_set_that_there_is_not() -> None:
    for arguments in (("rank", "biji", "AS KS QS"), ("games",)):
        done = run(*arguments, env={"LIPAI_ISA": "sparc"})
        assert "Traceback" not in done.stderr
        assert done.returncode == (2 if arguments[0] == "rank" else 0)
    told = run("rank", "biji", "AS KS QS", env={"LIPAI_ISA": "sparc"}).stderr
    assert told.startswith("lipai: LIPAI_ISA is 'sparc', which this machine or build lacks")
    assert "scalar" in told
    doctor = run("doctor", env={"LIPAI_ISA": "sparc"})
    assert doctor.returncode == 1
    assert "wrong\tLIPAI_ISA is 'sparc'" in doctor.stdout
    assert "kernels chosen\tscalar\n" in run("doctor", env={"LIPAI_ISA": "scalar"}).stdout


# ---- terminals


def test_a_terminal_shows_symbols_and_colour() -> None:
    text = run_on_terminal("arrange", "shisanshui", HAND)
    bare = ANSI.sub("", text)
    (best,) = lipai.game("shisanshui").arrange(HAND)
    names = ("front", "middle", "back")
    value, *lines = bare.splitlines()
    assert value.startswith(f"value {best.value:+.3f}")
    for line, name, pile in zip(lines, names, best.text, strict=True):
        assert "█" in line
        assert "%" in line
        symbols = " ".join(
            card if card in ("BJ", "RJ") else card[0] + "♣♦♥♠"["CDHS".index(card[1])] for card in pile.split()
        )
        assert line.split(maxsplit=1)[0] == name
        assert symbols in line
    assert re.search(r"\x1b\[31m[^\x1b]*[♥♦]", text), "red suits are red"
    assert not re.search(r"\x1b\[31m[^\x1b]*[♠♣]", text)
    assert "9H" not in bare


def test_what_a_terminal_shows_can_be_read_back() -> None:
    line = ANSI.sub("", run_on_terminal("rank", "shisanshui", "AS KS QD JH TC"))
    cards = line.split("  ")[0]
    assert "♠" in cards
    assert run("rank", "shisanshui", cards).stdout.startswith("AS KS QD JH TC\t")


def test_no_colour_where_none_is_wanted() -> None:
    text = run_on_terminal("rank", "shisanshui", "AS KH QD", env={"NO_COLOR": "1"})
    assert "A♠ K♥ Q♦" in ANSI.sub("", text)
    assert "\x1b[31m" not in text
    assert "AS KH QD" in run_on_terminal("rank", "shisanshui", "AS KH QD", env={"TERM": "dumb"})


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("games",), "shisanshui"),
        (("rules", "biji"), "♥ ♠ ♦ ♣"),
        (("compare", "biji", "AS KS QS", "AH KD 2C"), "  >  "),
        (("check", "biji52", "2C 3D 5H", "7S 7H 9C", "AS KS QS"), "legal"),
        (("arrange", "shisanshui", HAND, "--top", "2"), "2.\n"),
        (("doctor",), "all right"),
        (("bench", "--quick", "--only", "read"), "bytes alone"),
        (("--lang", "zh", "rank", "biji", "RJ BJ AS"), "大王"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_other_commands_on_a_terminal(arguments: tuple[str, ...], word: str) -> None:
    assert word in ANSI.sub("", run_on_terminal(*arguments))


def test_json_on_a_terminal_is_json() -> None:
    assert json.loads(run_on_terminal("rank", "biji", "AS KS QS", "--json"))["category"] == "straight_flush"


def test_a_long_file_shows_progress_on_the_terminal_and_results_elsewhere(tmp_path: Path) -> None:
    source, sink = tmp_path / "piles.txt", tmp_path / "out.txt"
    source.write_text("AS KS QS\n" * 1_000)
    patience = "import lipai.cli.progress as p; p.PATIENCE = 0.0; from lipai.cli.program import main; main()"
    with source.open("rb") as stdin, sink.open("wb") as stdout:
        shown = seen_on_terminal([sys.executable, "-c", patience, "rank", "biji"], stdin=stdin, stdout=stdout)
    assert "1,000 hands" in shown
    lines = sink.read_text().splitlines()
    assert len(lines) == 1_000
    assert set(lines) == {lines[0]}
    assert lines[0].startswith("AS KS QS\t")
