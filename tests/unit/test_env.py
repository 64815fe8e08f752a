"""The environment of every game passes PettingZoo's own tests, and pays what the referee settles."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import lipai

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from lipai.env import environment


@pytest.mark.parametrize("game", lipai.games())
def test_its_api_test_passes(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", message="Observation (space for each agent|is not a NumPy)"
        )  # with a mask it is a Dict
        api_test(environment(game), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("game", ["biji", "guanpai"])
def test_its_seed_test_passes(game: str) -> None:
    seed_test(lambda: environment(game), num_cycles=10)


@pytest.mark.parametrize("game", lipai.games())
def test_rewards_are_the_nets(game: str) -> None:
    env = environment(game)
    env.reset(seed=5)
    chance = np.random.default_rng(1)
    paid = dict.fromkeys(env.possible_agents, 0)
    while env.agents:
        agent = env.agent_selection
        seen, reward, ended, cut, info = env.last()
        paid[agent] = reward
        if ended or cut:
            env.step(None)
            continue
        assert seen["action_mask"].sum() == min(len(info["legal"]), len(seen["action_mask"]))
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    result = env.referee.result()
    assert result is not None
    assert tuple(paid.values()) == result.net


def test_an_action_that_there_is_not_is_refused() -> None:
    env = environment("guanpai")
    env.reset(seed=1)
    with pytest.raises(lipai.IllegalPlayError, match="legal actions"):
        env.step(639)
