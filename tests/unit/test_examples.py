"""The programs and rules in examples/ do what they say."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lipai

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
HAND_OF_PLAYS = "33344456TJQKA22XD"
WAITING, WON = "23456789m11122z", "123456789m11122z"
NAME = re.compile(r"\b(lp_\w+)\(")


def test_every_example_is_tested() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir() if path.is_file()) == [
        "climbing.c",
        "mahjong.c",
        "my-rules.toml",
        "native.py",
        "rank.c",
        "rlcard.toml",
        "server.py",
        "settle.c",
        "shisanshui.h",
    ]


def test_server() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "server.py"], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("1000 hands: {")
    assert "'legal'" in first
    assert "'foul'" in first
    assert "'refused'" not in first
    assert sum(map(int, second.partition("[")[2].rstrip("]").split(","))) >= 750


def test_what_the_server_refuses() -> None:
    judge = runpy.run_path(str(EXAMPLES / "server.py"))["judge"]
    game = lipai.game("shisanshui")
    (best,) = game.arrange(HAND, objective="strongest")
    hand = np.array(lipai.parse_cards(HAND), dtype=np.uint8)
    assert judge(hand, list(best.text)).legal
    assert judge(hand, [best.text[0], best.text[2], best.text[1]]).startswith("foul: the back (pair) is smaller")
    for message in (["AS"], ["AS AS AS", "", ""], [best.text[0], best.text[1], best.text[2].replace("RJ", "BJ")]):
        assert judge(hand, message).startswith("refused: ")


def test_my_rules() -> None:
    path = EXAMPLES / "my-rules.toml"
    game = lipai.game(path)
    assert (game.id, game.name, len(game.deck)) == ("club13", "俱乐部十三水", 52)
    assert set(game.options) == {"gun", "fouls", "double_full_house", "order"}
    assert game.compare("AS 2H 3S 4S 5S", "2S 3H 4D 5C 6S") == -1
    equal = ["9S 7H 5D", "AS KH QD JC 9C", "AH KS QH JD 9H"]
    assert not game.check(equal).legal
    assert lipai.game(path, order="not_decreasing").check(equal).legal
    waters = game.rules["settlement"]["waters"]
    assert (waters["front"]["trips"], waters["middle"]["quads"], waters["middle"]["full_house"]) == (4, 9, 2)


def test_plays_of_rlcard() -> None:
    """Against RLCard itself in tests/exhaustive/test_public_climbing.py."""
    game, ours = lipai.game(EXAMPLES / "rlcard.toml"), lipai.game("doudizhu")
    assert game.id == "doudizhu_rlcard"
    for cards in ("333444XD", "4444XD", "333444555666"):
        assert ours.classify(cards).readings
    assert not game.classify("333444XD").readings
    assert not game.classify("4444XD").readings
    assert [one.kind for one in game.classify("333444555666").readings] == ["airplane"]
    assert game.classify("333444555777").readings[0].kind == "airplane_singles"
    assert not game.classify("3334445556667777").readings
    assert ours.classify("3334445556667777").readings


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the C examples, linked to a library that was installed under a relative prefix.

    They are compiled with the warnings that the core itself is compiled with.
    """
    if not shutil.which("make") or not shutil.which("cc"):
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("c")
    build, prefix = folder / "build", folder / "prefix"
    relative = os.path.relpath(prefix, ROOT / "csrc")
    words = ["make", "-s", "-C", ROOT / "csrc", f"BUILD={build}", "CFLAGS=-O1", f"PREFIX={relative}", "install"]
    subprocess.run(words, check=True, capture_output=True)
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{prefix / 'include'}"]
    library = [f"-L{prefix / 'lib'}", "-llipai", f"-Wl,-rpath,{prefix / 'lib'}"]
    for name in ("rank", "settle", "climbing", "mahjong"):
        subprocess.run(["cc", *flags, "-o", folder / name, EXAMPLES / f"{name}.c", *library], check=True)
    return folder


def test_pkg_config_compiles_the_program_of_the_documentation(compiled: Path) -> None:
    if not shutil.which("pkg-config"):
        pytest.skip("no pkg-config")
    (program,) = re.findall(r"```c\n(.*?)```", (ROOT / "docs" / "c-library.md").read_text(), flags=re.DOTALL)
    (compiled / "program.c").write_text(program)
    library = compiled / "prefix" / "lib"
    environment = {**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig")}
    words = ["pkg-config", "--cflags", "--libs", "lipai"]
    found = subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout.split()
    at_run_time = f"-Wl,-rpath,{library}"
    subprocess.run(["cc", "-o", compiled / "program", compiled / "program.c", *found, at_run_time], check=True)
    done = subprocess.run([compiled / "program"], check=True, capture_output=True, text=True)
    assert done.stdout == f"lipai {lipai.__version__} reads 3 cards\n"


def test_only_what_the_header_declares_is_exported(compiled: Path) -> None:
    done = subprocess.run(
        ["nm", "-D", "--defined-only", compiled / "prefix" / "lib" / "liblipai.so"],
        check=True,
        capture_output=True,
        text=True,
    )
    header = (ROOT / "csrc" / "lipai.h").read_text(encoding="utf-8")
    declared = {
        name for text in re.findall(r"^LP_API ([^;]*);", header, re.MULTILINE) for name in NAME.findall(text)[:1]
    }
    exported = {line.split()[-1] for line in done.stdout.splitlines()}
    assert len(declared) > 80
    assert exported == declared


def test_climbing_in_c(compiled: Path) -> None:
    game = lipai.game("doudizhu")
    words = [compiled / "climbing", HAND_OF_PLAYS, "555"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    *plays, last = done.stdout.splitlines()
    assert len(plays) == len(game.split(HAND_OF_PLAYS))
    together = "".join(line.partition("\t")[0] for line in plays)
    assert sorted(together) == sorted(HAND_OF_PLAYS)
    assert last == f"{len(game.moves(HAND_OF_PLAYS, over='555'))} plays beat 555, trips"
    for bad in (["33333"], [HAND_OF_PLAYS, "335"], []):
        assert subprocess.run([words[0], *bad], capture_output=True).returncode == 2


def test_mahjong_in_c(compiled: Path) -> None:
    game = lipai.game("sanmen")
    words = [compiled / "mahjong", WAITING, WON]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    first, second, *_ = done.stdout.splitlines()
    waits = [lipai.format_tiles([wait.tile]) for wait in game.waits(WAITING)]
    assert first == f"shanten 0, waits for {' '.join(waits)}"
    assert second == f"wins, {game.win(WON, tile='2z', by='self').points} points"
    assert subprocess.run([words[0], "11111m"], capture_output=True).returncode == 2


def test_the_library_through_ctypes(compiled: Path) -> None:
    library = compiled / "prefix" / "lib" / "liblipai.so"
    words = [sys.executable, EXAMPLES / "native.py", library, WAITING]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    waits = [lipai.format_tiles([wait.tile]) for wait in lipai.game("sanmen").waits(WAITING)]
    assert done.stdout.splitlines() == [f"lipai {lipai.__version__}", f"{WAITING} waits for {' '.join(waits)}"]
    bad = subprocess.run([*words, "11111m", "1f123m"], capture_output=True, text=True)
    assert bad.returncode == 2
    assert len(bad.stderr.splitlines()) == 2


def test_install_writes_where_it_is(compiled: Path) -> None:
    lines = (compiled / "prefix" / "lib" / "pkgconfig" / "lipai.pc").read_text().splitlines()
    assert lines[0] == f"prefix={compiled / 'prefix'}"
    assert lines[1] == f"libdir={compiled / 'prefix' / 'lib'}"


def test_settle_in_c(compiled: Path) -> None:
    game = lipai.game("shisanshui")
    for seed in range(5):
        hands = np.array(game.deck, dtype=np.uint8)
        np.random.default_rng(seed).shuffle(hands)
        seats = [lipai.format_cards(bytes(hands[k : k + 13])) for k in (0, 13, 26, 39)]
        declared = "2C 3C 5C 7H 9H TH JH KH 2S 4S 6S 8S AS"
        if seed == 0:
            rest = [card for card in game.deck if card not in lipai.parse_cards(declared)]
            seats = [declared, lipai.format_cards(bytes(rest[:13])), lipai.format_cards(bytes(rest[13:26]))]
        done = subprocess.run([compiled / "settle", *seats], capture_output=True, text=True, check=True)
        players = []
        for seat in seats:
            specials = game.specials(seat)
            (best,) = game.arrange(seat, objective="strongest")
            players.append(lipai.Declared(specials[0].name, seat) if specials else best)
        assert seed or "seat 0 declares three_flushes" in done.stdout
        nets = [int(line.rpartition("\t")[2]) for line in done.stdout.splitlines()[-len(seats) :]]
        assert tuple(nets) == game.settle(players).net
        assert done.stdout.count(" pays ") == len(game.settle(players).transfers)
    bad = subprocess.run([compiled / "settle", "AS KS", declared], capture_output=True, text=True)
    assert bad.returncode == 2


def test_rank_in_c(compiled: Path) -> None:
    program = compiled / "rank"
    game = lipai.game("shisanshui")
    piles = ["TS JS QS KS AS", "A♠ 红桃A 2C", "4S 4H 4D 4C RJ"]
    done = subprocess.run([program, *piles, HAND], capture_output=True, text=True, check=True)
    ranks = [*map(game.rank, piles), *map(game.rank, game.arrange(HAND, objective="strongest")[0].text)]
    assert done.stdout.splitlines() == [
        f"{lipai.format_cards(rank.cards)}\t{rank.category.replace('_', ' ')}\t{rank.strength}" for rank in ranks
    ]
    bad = subprocess.run([program, "AS KS", "AS 1S 2C", piles[0]], capture_output=True, text=True)
    assert bad.returncode == 2
    assert bad.stdout.startswith("AS KS QS JS TS\tstraight flush\t")
    assert [line.rpartition("(")[2] for line in bad.stderr.splitlines()] == ["place 0)", "place 3)"]
