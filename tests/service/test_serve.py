"""``lipai serve`` as a process: where it listens, how it stops, what it does under load and under a fuzzer."""

from __future__ import annotations

import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

SERVE = [sys.executable, "-m", "lipai", "serve", "--port", "0"]


@contextmanager
def served(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with subprocess.Popen([*SERVE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            base = process.stdout.readline().split()[-1].rstrip("/")
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"{base}/health", timeout=5)
                    break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.05)
            yield process, base
        finally:
            process.kill()


def ask(url: str, body: Any) -> tuple[int, Any]:
    request = urllib.request.Request(url, json.dumps(body).encode(), method="POST")
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_serves_and_stops(workers: str) -> None:
    with served("--workers", workers) as (process, base):
        status, answer = ask(f"{base}/v1/biji/rank", {"cards": "AS KS QS"})
        assert (status, answer["ok"]) == (200, True)
        with urllib.request.urlopen(f"{base}/metrics", timeout=10) as response:
            assert b'lipai_answers_total{code="ok",game="biji",op="rank"} 1.0' in response.read()
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
        assert process.returncode in (0, -signal.SIGTERM)
        assert "Traceback" not in out + err


def test_what_is_being_answered_is_answered_before_it_stops() -> None:
    with served() as (process, base), concurrent.futures.ThreadPoolExecutor(1) as pool:
        requests = [{"game": "shisanshui", "op": "arrange", "hand": HAND, "objective": "strongest", "top": 1000}] * 40
        pending = pool.submit(ask, f"{base}/v1/batch", requests)
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        status, answers = pending.result(timeout=30)
        assert status == 200
        assert len(answers) == len(requests)
        assert all(answer["ok"] for answer in answers)
        assert process.wait(timeout=20) in (0, -signal.SIGTERM)


HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"


def test_it_needs_a_key_to_be_seen_from_elsewhere() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "LIPAI_API_KEY"}
    found = subprocess.run(
        [*SERVE, "--host", "0.0.0.0"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode == 2
    assert "LIPAI_API_KEY" in found.stderr


def test_a_port_in_use_is_told() -> None:
    with served() as (_, base):
        port = base.rpartition(":")[2]
        found = subprocess.run([*SERVE[:-1], port], capture_output=True, text=True, timeout=60, check=False)
        assert found.returncode == 2
        assert f"port {port}" in found.stderr


def test_it_keeps_answering_under_more_load_than_it_can_take() -> None:
    """Many clients with long requests: some are turned away, none fails, and a quick request still gets through."""
    # A tenth of a second of work each: nobody answers as many of them at once as there are clients.
    hand = {"hand": HAND, "objective": "simulate", "deals": 2000}
    with served() as (_, base), concurrent.futures.ThreadPoolExecutor(120) as pool:
        pending = [pool.submit(ask, f"{base}/v1/shisanshui/arrange", hand) for _ in range(120)]
        quick = [ask(f"{base}/v1/biji/rank", {"cards": "AS KS QS"})[0] for _ in range(20)]
        statuses = [each.result(timeout=200)[0] for each in pending]
        after = ask(f"{base}/v1/biji/rank", {"cards": "AS KS QS"})[0]
    assert set(statuses) <= {200, 503}
    assert statuses.count(200) > 0
    assert statuses.count(503) > 0
    assert set(quick) <= {200, 503}
    assert after == 200
