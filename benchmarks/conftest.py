"""Fixtures of the benchmarks: shuffled piles and hands, the same for every run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import lipai

sys.path.insert(0, str(Path(__file__).parents[1]))  # the seeded deals of tests/


@pytest.fixture(params=["shisanshui", "baishisan", "shisanzhang"])
def thirteen(request: pytest.FixtureRequest) -> lipai.PileGame:
    """Each game of thirteen cards."""
    return lipai.game(request.param)


@pytest.fixture(params=["biji", "biji52"])
def nine(request: pytest.FixtureRequest) -> lipai.PileGame:
    """Each game of nine cards."""
    return lipai.game(request.param)
