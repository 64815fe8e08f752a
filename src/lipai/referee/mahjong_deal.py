"""The deal of mahjong: dice, wall, tiles in turn, the wild tile, flowers (SM-3, SM-11, WC-1, WC-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lipai.mahjong import MahjongGame
from lipai.referee.mahjong_state import FACES, SEATS, MahjongState
from lipai.referee.stream import Stream

# Words beside the deck.
DEALER: Final = 0
DICE: Final = 1


def deal(game: MahjongGame, carry: Mapping[str, int], stream: Stream) -> MahjongState:
    """The state once everybody has the tiles, and flowers are laid (SM-3, SM-11, WC-1)."""
    dealer = carry.get("dealer", stream.below(SEATS, DEALER))  # SM-6
    dice = stream.below(6, DICE) + 1, stream.below(6, DICE + 1) + 1
    ring = stream.shuffled(game.deck)
    # SM-11: stacks clockwise, which is the seats backwards, each seat's from its right; two tiles a stack
    broken = (dealer + sum(dice) - 1) % SEATS
    at = 2 * ((-broken) % SEATS * 18 + min(dice))
    wall = ring[at:] + ring[:at]
    state = MahjongState(
        [],
        None,
        dealer,
        dice,
        wall,
        0,
        len(wall),
        [[0] * FACES for _ in range(SEATS)],
        [[] for _ in range(SEATS)],
        [[] for _ in range(SEATS)],
        [[] for _ in range(SEATS)],
        dealer,
    )
    waiting: list[list[int]] = [[] for _ in range(SEATS)]
    order = [(dealer + step) % SEATS for step in range(SEATS)]
    for _ in range((game.hand_size - 1) // 4):
        for seat in order:
            waiting[seat] += wall[state.front : state.front + 4]
            state.front += 4
    front = state.front
    waiting[dealer] += [wall[front], wall[front + 4]] if game.hand_size % 4 == 2 else [wall[front]]
    if game.hand_size % 4 == 2:  # the dealer skips a stack, the others have one each
        for step in (1, 2, 3):
            waiting[order[step]].append(wall[front + step])
        state.front += 5
    else:
        state.front += 1
    if game.has_wild:
        _turn_wild(state, game.laid)
    _lay_all(state, game.laid, order, waiting)
    return state


def _turn_wild(state: MahjongState, laid: frozenset[int]) -> None:
    """WC-1: tiles are turned from the end until one has a face that can be wild; they stay open."""
    while True:
        state.back -= 1
        tile = state.wall[state.back]
        state.turned.append(tile)
        if tile not in laid:
            state.wild = tile
            return


def _lay_all(state: MahjongState, laid: frozenset[int], order: Sequence[int], waiting: list[list[int]]) -> None:
    """SM-3: round by round, each seat lays what is to be laid and replaces it."""
    while any(waiting):
        for seat in order:
            tiles, waiting[seat] = waiting[seat], []
            for tile in tiles:
                if tile in laid:
                    state.laid[seat].append(tile)
                    state.back -= 1
                    waiting[seat].append(state.wall[state.back])
                else:
                    state.held[seat][tile] += 1
