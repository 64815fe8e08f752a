"""Running the program as users do: as a process of its own, with or without a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from typing import IO

PROGRAM = (sys.executable, "-c", "from lipai.cli.program import main; main()")
HANDS = {
    "biji": "AS KS QS 7H 7D 7C 2C 3D RJ",
    "biji52": "AS KS QS 7H 7D 7C 2C 3D 9H",
    "shisanshui": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ",
    "baishisan": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7S",
    "shisanzhang": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7S",
}


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what would change language, colour or buffering."""
    changing = ("LC_", "LANG", "LIPAI_", "NO_COLOR", "FORCE_COLOR", "PYTHON")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(changing)}
    return {**kept, "PYTHONUTF8": "1", "TERM": "xterm-256color", "COLUMNS": "120", **(changes or {})}


def run(
    *arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """``lipai`` with these arguments, its output captured."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*PROGRAM, *arguments], input=data, capture_output=True, timeout=120, env=environment(env))
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def start(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """``lipai`` with these arguments, running, with pipes to talk to it."""
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, env=environment()
    )


def run_on_terminal(*arguments: str, env: Mapping[str, str] | None = None) -> str:
    """What ``lipai`` writes when standard output is a terminal."""
    return seen_on_terminal([*PROGRAM, *arguments], env=env).replace("\r\n", "\n")


def seen_on_terminal(
    command: list[str],
    *,
    stdin: IO[bytes] | int = subprocess.DEVNULL,
    stdout: IO[bytes] | None = None,
    env: Mapping[str, str] | None = None,
) -> str:
    """What a command writes to the terminal that is its standard error and, unless another is given, output."""
    mine, its = pty.openpty()
    process = subprocess.Popen(command, stdin=stdin, stdout=stdout or its, stderr=its, env=environment(env))
    os.close(its)
    written = b""
    while True:
        try:
            piece = os.read(mine, 1 << 16)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        written += piece
    os.close(mine)
    assert process.wait(timeout=120) == 0, written
    return written.decode()
