"""``lipai pipe`` as a process: order, flushing, bad lines, long lines, ends."""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai.cli.lines import batches
from lipai.cli.pipe import LONGEST_LINE, serve
from lipai.requests import Requests
from tests.cli.programs import HANDS, PROGRAM, environment, run, start

RANK = {"game": "shisanshui", "op": "rank", "cards": "AS KS QS JS TS"}


def lines_of(requests: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def answers(stdin: bytes) -> list[dict[str, Any]]:
    done = run("pipe", stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def send(process: subprocess.Popen[bytes], data: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(data)
    process.stdin.flush()


def read_line(process: subprocess.Popen[bytes], seconds: float = 30) -> bytes:
    """One line of output, or a failure: the pipe must not wait for more input."""
    assert process.stdout is not None
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    line = process.stdout.readline()
    timer.cancel()
    assert line.endswith(b"\n"), "no answer while the input paused"
    return line


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    with start("pipe") as child:
        yield child
        child.kill()


def test_all_operations_of_all_games() -> None:
    requests: list[dict[str, Any]] = []
    for name, hand in HANDS.items():
        piles = lipai.game(name).arrange(hand)[0].text
        requests += [
            {"id": [name, "rank"], "game": name, "op": "rank", "cards": piles[2]},
            {"id": [name, "compare"], "game": name, "op": "compare", "a": piles[2], "b": piles[1]},
            {"id": [name, "check"], "game": name, "op": "check", "piles": list(piles)},
            {"id": [name, "arrange"], "game": name, "op": "arrange", "hand": hand},
        ]
    found = answers(lines_of(requests))
    assert [answer["id"] for answer in found] == [request["id"] for request in requests]
    assert all(answer["ok"] for answer in found)
    for i, (name, hand) in enumerate(HANDS.items()):
        game = lipai.game(name)
        (best,) = game.arrange(hand)
        rank, compare, check, arrange = (answer["result"] for answer in found[4 * i : 4 * i + 4])
        assert rank["strength"] == best.strengths[2]
        assert compare == {"result": game.compare(best.text[2], best.text[1])}
        assert check["legal"] is True
        assert check["categories"] == list(best.categories)
        assert [arrangement["piles"] for arrangement in arrange["arrangements"]] == [list(best.text)]


def test_many_answers_come_in_order() -> None:
    requests = [{"id": i, **RANK, "cards": "AS KS QS JS TS" if i % 3 else "ZZ"} for i in range(5_000)]
    found = answers(lines_of(requests))
    assert [answer["id"] for answer in found] == list(range(5_000))
    assert [answer["ok"] for answer in found] == [bool(i % 3) for i in range(5_000)]


def test_bad_lines_are_answered_and_the_pipe_goes_on() -> None:
    good = json.dumps({"id": "good", **RANK}).encode()
    bad = [b"{", b"\xff\xfe", b'{"id": NaN}', b"[" * 100_000, b"[]", b'{"id": 4}', b'"', b"\x00"]
    found = answers(b"\n".join(line for one in bad for line in (one, good)) + b"\n")
    assert [answer["id"] for answer in found[1::2]] == ["good"] * len(bad)
    assert all(answer["ok"] for answer in found[1::2])
    codes = [answer["error"]["code"] for answer in found[::2]]
    assert codes == ["bad_json"] * 4 + ["bad_request"] * 2 + ["bad_json"] * 2
    assert found[10]["id"] == 4


def test_blank_lines_line_ends_and_a_last_line_without_one() -> None:
    one = json.dumps({"id": 1, **RANK}).encode()
    found = answers(b"\xef\xbb\xbf" + one + b"\r\n\n  \t\r\n" + one.replace(b"1", b"2", 1))
    assert [answer["id"] for answer in found] == [1, 2]
    assert all(answer["ok"] for answer in found)


def test_no_input() -> None:
    assert answers(b"") == []
    assert answers(b"\n\n") == []


def test_a_line_of_many_megabytes_is_refused_and_not_held() -> None:
    limit = 400 << 20  # of address space: room for Python and the tables, not for the line
    long = b'{"id": "' + b"x" * (400 << 20) + b'"}\n'
    good = json.dumps({"id": 2, **RANK}).encode() + b"\n"
    done = subprocess.run(
        [*PROGRAM, "pipe"],
        input=long + good,
        capture_output=True,
        timeout=120,
        env=environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 0, done.stderr
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (first["id"], first["error"]["code"]) == (None, "too_large")
    assert str(LONGEST_LINE) in first["error"]["message"]
    assert (second["id"], second["ok"]) == (2, True)


@pytest.mark.parametrize(("extra", "ok"), [(0, True), (1, False)])
def test_the_limit_is_exact(extra: int, ok: bool) -> None:
    line = json.dumps({"id": 1, **RANK}).encode()
    line += b" " * (LONGEST_LINE - len(line) + extra)
    for end in (b"\n", b""):
        (answer,) = answers(line + end)
        assert answer["ok"] is ok


def test_answers_are_flushed_when_the_input_pauses(process: subprocess.Popen[bytes]) -> None:
    for number in range(3):
        send(process, lines_of([{"id": [number, i], **RANK} for i in range(3)]))
        got = [read_line(process) for _ in range(3)]
        assert [json.loads(line)["id"] for line in got] == [[number, i] for i in range(3)]
    send(process, b'{"id": "half", "game": "shisanshui", ')
    time.sleep(0.1)
    send(process, b'"op": "rank", "cards": "AS KS QS"}\n')
    answer = json.loads(read_line(process))
    assert (answer["id"], answer["ok"]) == ("half", True)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=30) == 0


def test_a_reader_that_leaves_ends_the_pipe_quietly() -> None:
    source, sink = os.pipe()
    with start("pipe", stdout=sink) as child:
        os.close(sink)
        assert child.stdin is not None
        assert child.stderr is not None
        send(child, lines_of([{"id": 1, **RANK}]))
        assert os.read(source, 10)
        os.close(source)
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(lines_of([{"id": i, **RANK} for i in range(1000)]))
            child.stdin.close()
        assert child.stderr.read() == b""
        assert child.wait(timeout=30) == 0


def test_interrupt_ends_with_130(process: subprocess.Popen[bytes]) -> None:
    send(process, lines_of([{"id": 1, **RANK}]))
    read_line(process)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()


def test_a_rule_file_is_served(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "biji"\nid = "mine"\nname = "我的"\n', encoding="utf-8")
    done = run("pipe", "--rules", str(path), stdin=lines_of([{"game": "mine", "op": "rank", "cards": "AS KS QS"}]))
    assert json.loads(done.stdout)["result"]["name"] == "顺清"
    assert run("pipe", "--rules", str(tmp_path / "none.toml")).returncode == 2


def test_no_rule_file_takes_the_place_of_a_game(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.toml", "two.toml", "three.toml")]
    for path, name in zip(paths, ("mine", "mine", "shisanshui"), strict=True):
        path.write_text(f'extends = "biji"\nid = "{name}"\nname = "我的"\n', encoding="utf-8")
    for given, told in ((paths[:2], "'mine' is taken"), (paths[2:], "'shisanshui' is a game that is there already")):
        done = run("pipe", *(word for path in given for word in ("--rules", str(path))))
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr


def test_a_field_that_is_none_ends_the_pipe_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.bin"
    path.write_bytes(b"no field at all" * 20)
    done = run("pipe", "--field", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "bad.bin: a bad field: these bytes are no field" in done.stderr


# ---- the parts


class Trickle(io.RawIOBase):
    """A stream that hands out its bytes in pieces of a given size."""

    def __init__(self, data: bytes, piece: int) -> None:
        self.data, self.piece = data, piece

    def read1(self, size: int = -1, /) -> bytes:
        got, self.data = self.data[: self.piece], self.data[self.piece :]
        return got


class Sink(io.BytesIO):
    """A stream that remembers the largest piece written to it."""

    largest = 0

    def write(self, data: Any, /) -> int:
        self.largest = max(self.largest, len(data))
        return super().write(data)


@pytest.mark.parametrize("piece", [1, 2, 3, 5, 7, 100])
def test_lines_do_not_depend_on_how_they_arrive(piece: int) -> None:
    data = b"a\nbb\n\n123456\n1234567\n12345678901234567890\nc\r\n1234567"
    found = [line for batch in batches(Trickle(data, piece), 6) for line in batch]
    assert found == [b"a", b"bb", b"", b"123456", None, None, b"c\r", None]


def test_long_answers_are_written_as_they_come() -> None:
    request = {
        "game": "shisanshui",
        "op": "arrange",
        "hand": HANDS["shisanshui"],
        "top": 1000,
        "objective": "strongest",
    }
    sink = Sink()
    serve(Requests(), Trickle(lines_of([request] * 60), 1 << 20), sink)
    assert len(sink.getvalue()) > 3 << 20
    assert sink.largest < 2 << 20
    assert sink.getvalue().count(b"\n") == 60


def test_the_pipe_needs_no_numpy() -> None:
    code = (
        "import sys; from lipai.cli import pipe; print([m for m in ('numpy', 'rich', 'asyncio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
