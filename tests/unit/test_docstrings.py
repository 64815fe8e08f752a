"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = {
    "lipai": 1,
    "lipai.cards": 2,
    "lipai.registry": 2,
    "lipai.tiles": 2,
    "lipai.mahjong.game": 14,
    "lipai.mahjong.hand_game": 30,
    "lipai.piles.game": 15,
    "lipai.referee": 4,
    "lipai.simulate": 5,
    "lipai.env": 4,
    "lipai._native.piles": 1,
}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted >= MODULES[name]
    assert found.failed == 0
