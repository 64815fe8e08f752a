"""Every game as a PettingZoo environment (extra ``env``): agents take turns, and are paid at the end.

>>> from lipai.env import environment
>>> env = environment("guanpai")
>>> env.reset(seed=3)
>>> while env.agents:
...     observation, reward, terminated, truncated, info = env.last()
...     done = terminated or truncated
...     env.step(None if done else env.action_space(env.agent_selection).sample(observation["action_mask"]))

An observation is ``observation``, numbers up to 255 with the own seat first, and ``action_mask``. Action i is the
i-th of ``Referee.legal_actions``, which ``infos[agent]["legal"]`` holds as text. A reward is the net of a seat, paid
with the last step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv

import lipai
from lipai.cards import parse_cards
from lipai.referee import Referee, start
from lipai.tiles import parse_tiles

Vector = Any

ACTIONS: Final = {"piles": 2048, "stud": 2, "climbing": 640, "mahjong": 48}
RANKS: Final = "3456789TJQKA2XD"
CARDS, TILES = 54, 42


def environment(game: Any, *, players: int | None = None, base: int = 1) -> LipaiEnv:
    """The environment of a game, or of the game of a name."""
    return LipaiEnv(lipai.game(game) if isinstance(game, str) else game, players, base)


class LipaiEnv(AECEnv):  # type: ignore[misc, unused-ignore]
    """The environment of a game; ``referee`` is the deal that is on."""

    def __init__(self, game: Any, players: int | None = None, base: int = 1) -> None:
        super().__init__()
        self.game, self._players, self._base = game, players, base
        self.metadata = {"name": f"lipai_{game.id}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        family = game.rules["family"]
        self.referee: Referee[Any] = self._start(0, 0)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.referee.seats)]
        self._actions = ACTIONS[family]
        self._encode: Callable[[dict[str, Any]], Vector] = _ENCODERS[family]
        size = len(self._encode(self.referee.observe(0)))
        seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, (size,), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._seed, self._deal = 0, -1

    def _start(self, seed: int, deal: int) -> Referee[Any]:
        return start(self.game, players=self._players, seed=seed, deal=deal, base=self._base)

    def observation_space(self, agent: str) -> Any:
        """What observations of an agent are."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What actions of an agent are."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: with a seed the first deal under it, else the next one."""
        self._seed, self._deal = (self._seed, self._deal + 1) if seed is None else (seed, 0)
        self.referee = self._start(self._seed, self._deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Vector]:
        """What an agent sees."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._actions, dtype=np.int8)
        mask[: len(self.referee.legal_actions(seat))] = 1
        return {"observation": self._encode(self.referee.observe(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of ``agent_selection``, by its number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        legal = self.referee.legal_actions(seat)
        if action is None or not 0 <= action < min(len(legal), self._actions):
            raise lipai.IllegalPlayError(f"{agent} has {len(legal)} legal actions; there is none of number {action}")
        self._cumulative_rewards[agent] = 0
        self.referee.apply(seat, legal[int(action)])
        self._clear_rewards()
        result = self.referee.result()
        if result is not None:
            self.rewards = dict(zip(self.possible_agents, result.net, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str:
        """What the agent to act sees, as text."""
        return str(self.referee.observe(self.possible_agents.index(self.agent_selection)))

    def close(self) -> None:
        """Nothing is held."""

    def _select(self) -> None:
        acting = self.referee.to_act
        self.agent_selection = self.possible_agents[acting[0] if acting else 0]
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = {"legal": self.referee.legal_actions(seat)}


# ---- observations as numbers


def _cards(text: str | None) -> Vector:
    """A one for each card that is there."""
    found = np.zeros(CARDS, dtype=np.uint8)
    if text:
        found[list(parse_cards(text))] = 1
    return found


def _ranks(text: str | None) -> Vector:
    """How often each rank is there, from the three to the red joker."""
    found = np.zeros(len(RANKS), dtype=np.uint8)
    for rank in text or "":
        if rank != " ":
            found[RANKS.index(rank)] += 1
    return found


def _tiles(text: str | None) -> Vector:
    """How often each tile is there."""
    found = np.zeros(TILES, dtype=np.uint8)
    if text:
        np.add.at(found, list(parse_tiles(text)), 1)
    return found


def _small(*numbers: int) -> Vector:
    return np.clip(np.array(numbers, dtype=np.int64), 0, 255).astype(np.uint8)


def _from(seat: int, players: int) -> list[int]:
    """All seats, the own one first."""
    return [(seat + step) % players for step in range(players)]


def _piles(seen: dict[str, Any]) -> Vector:
    seats = _from(seen["seat"], seen["players"])
    banker = [int(seat == seen["banker"]) for seat in seats]
    return np.concatenate([_cards(seen["hand"]), _small(*[seen["placed"][seat] for seat in seats], *banker)])


def _stud(seen: dict[str, Any]) -> Vector:
    seats = _from(seen["seat"], seen["players"])
    parts = [_cards(seen["hole"][seen["seat"]]), *[_cards(seen["up"][seat]) for seat in seats]]
    numbers = [number for seat in seats for number in (int(seen["folded"][seat]), seen["paid"][seat])]
    return np.concatenate([*parts, _small(seen["round"], *numbers)])


def _climbing(seen: dict[str, Any]) -> Vector:
    seats = _from(seen["seat"], seen["players"])
    last = seen["last"]
    parts = [_ranks(seen["hand"]), _ranks(None if last is None else last["cards"])]
    for seat in seats:
        plays = [action for who, action in seen["history"] if who == seat and action.startswith("play ")]
        parts.append(sum((_ranks(play[5:].partition(" as ")[0]) for play in plays), _ranks(None)))
    landlord = [int(seat == seen.get("landlord")) for seat in seats]
    left = [seen["left"][seat] for seat in seats]
    return np.concatenate([*parts, _small(*left, *landlord, seen["bombs"], seen["passes"], seen.get("multiplier", 0))])


def _mahjong(seen: dict[str, Any]) -> Vector:
    seats = _from(seen["seat"], seen["players"])
    parts = [_tiles(seen["hand"]), _tiles(seen["wild"]), _tiles(seen["tile"])]
    for seat in seats:
        melds = sum((_tiles(meld["tiles"]) for meld in seen["melds"][seat]), _tiles(None))
        parts += [_tiles(seen["rivers"][seat]), melds, _tiles(seen["laid"][seat])]
    dealer = [int(seat == seen["dealer"]) for seat in seats]
    return np.concatenate([*parts, _small(seen["left"], *[seen["held"][seat] for seat in seats], *dealer)])


_ENCODERS: Final[dict[str, Callable[[dict[str, Any]], Vector]]] = {
    "piles": _piles,
    "stud": _stud,
    "climbing": _climbing,
    "mahjong": _mahjong,
}
