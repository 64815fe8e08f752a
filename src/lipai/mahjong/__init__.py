"""Mahjong games: whether a hand wins, what it waits for, what it is worth, who may claim a discard and who pays."""

from lipai.mahjong.game import MahjongGame
from lipai.mahjong.results import Claim, Discard, Group, Item, Meld, Paid, Passed, Wait, Win

__all__ = [
    "Claim",
    "Discard",
    "Group",
    "Item",
    "MahjongGame",
    "Meld",
    "Paid",
    "Passed",
    "Wait",
    "Win",
]
