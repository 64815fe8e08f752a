"""Shared by all tests: the games under test and the switch that records a new signature."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

import lipai

# A shell starts what runs in its background with Ctrl-C ignored, and so would be the commands that the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

Variant = tuple[str, dict[str, object]]


def _ranking(variant: Variant) -> list[object]:
    """What of a variant's rules decides how piles rank."""
    rules = lipai.game(variant[0], **variant[1]).rules
    return [rules[table] for table in ("deck", "piles", "ranking", "category", "jokers")]


def _variants() -> Iterator[Variant]:
    """Every pile game, and what each option makes of it whose values change the ranking: (id, options)."""
    for game in lipai.games("piles"):
        yield game, {}
        for name, option in lipai.game(game).rules["options"].items():
            others: list[Variant] = [(game, {name: value}) for value in option["values"]]
            yield from (variant for variant in others if _ranking(variant) != _ranking((game, {})))


VARIANTS: tuple[Variant, ...] = tuple(_variants())


def variant_name(variant: Variant) -> str:
    game, options = variant
    return "-".join([game, *(f"{key}={value}" for key, value in options.items())])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-signature", action="store_true", help="record the results in tests/signature.toml")


@pytest.fixture(params=VARIANTS, ids=variant_name)
def variant(request: pytest.FixtureRequest) -> Variant:
    """(id, options) of each pile game and of each variant whose ranking differs."""
    return request.param


@pytest.fixture
def game(variant: Variant) -> lipai.PileGame:
    """The game object of each variant."""
    game_id, options = variant
    return lipai.game(game_id, **options)
