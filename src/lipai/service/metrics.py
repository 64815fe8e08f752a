"""What the service counts, in the text format of Prometheus."""

from __future__ import annotations

import functools
import os
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, multiprocess

BUCKETS: Final = (0.00002, 0.00005, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class Metrics:
    """Counters of one application; of all its processes where the environment has PROMETHEUS_MULTIPROC_DIR."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        names = ("game", "op", "code")
        answers = Counter("lipai_answers_total", "Answers by game, operation and code", names, registry=self._registry)
        seconds = Histogram(
            "lipai_answer_seconds",
            "Time to answer one request, for the operation 'batch' one of many",
            ("op",),
            buckets=BUCKETS,
            registry=self._registry,
        )
        # Finding a counter by its labels takes longer than ranking a hand. There are only as many as there are names:
        # requests that name what there is not are counted under "-".
        self._answer = functools.cache(answers.labels)
        self._time = functools.cache(seconds.labels)
        self._refused = Counter("lipai_refused_total", "Requests refused", ("why",), registry=self._registry)

    def answered(self, game: str, op: str, code: str | None, n: int = 1) -> None:
        """``n`` answers, with the code of their fault if they have one."""
        self._answer(game, op, code or "ok").inc(n)

    def took(self, op: str, seconds: float) -> None:
        """The time that one request took, a batch as a whole."""
        self._time(op).observe(seconds)

    def refused(self, why: str) -> None:
        """One request that was turned away."""
        self._refused.labels(why).inc()

    def text(self) -> bytes:
        """All counts."""
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
