"""Shared by all tests: the games under test and the switch that records a new signature."""

from __future__ import annotations

import pytest

import lipai

# Every pile game, and the variants that options make of it: (id, options).
VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("biji", {}),
    ("biji", {"joker_pair": "highest"}),
    ("biji", {"joker_pair": "none"}),
    ("biji52", {}),
    ("shisanshui", {}),
    ("shisanshui", {"wheel": "low"}),
    ("shisanshui", {"jokers": 0}),
    ("baishisan", {}),
    ("shisanzhang", {}),
)


def variant_name(variant: tuple[str, dict[str, object]]) -> str:
    game, options = variant
    return "-".join([game, *(f"{key}={value}" for key, value in options.items())])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-signature", action="store_true", help="record the results in tests/signature.toml")


@pytest.fixture(params=VARIANTS, ids=variant_name)
def variant(request: pytest.FixtureRequest) -> tuple[str, dict[str, object]]:
    """(id, options) of each pile game and of each variant whose ranking differs."""
    return request.param


@pytest.fixture
def game(variant: tuple[str, dict[str, object]]) -> lipai.PileGame:
    """The game object of each variant."""
    game_id, options = variant
    return lipai.game(game_id, **options)
