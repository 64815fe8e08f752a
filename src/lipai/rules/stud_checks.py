"""Which rules of stud games make sense."""

from __future__ import annotations

from typing import Final

from lipai.rules.checks import check_options, check_order, check_suits, refuse
from lipai.rules.schema import RANKS, Family
from lipai.rules.stud import StudRules

HAND: Final = 5
# The fewest cards that make a category; a straight or a flush of two says nothing.
FEWEST: Final = {
    "high_card": 1,
    "pair": 2,
    "two_pair": 4,
    "trips": 3,
    "straight": 3,
    "flush": 3,
    "full_house": 5,
    "quads": 4,
    "straight_flush": 3,
}
# Three cards of one rank are in one hand of a deal only.
UNIQUE: Final = ("trips", "full_house", "quads")
MAX_TIES: Final = 4
MAX_PLAYERS: Final = 6


def check(rules: StudRules) -> None:
    """Refuses rules of the right shape that can't be played or compiled."""
    _check_deck(rules)
    _check_ranking(rules)
    for name, category in rules.category.items():
        _check_sizes(f"category.{name}.sizes", name, category.sizes)
        _check_ties(f"category.{name}.ties", name, category.ties)
    check_options(rules)


def _check_deck(rules: StudRules) -> None:
    fewest, most = rules.players
    if not 2 <= fewest <= most <= MAX_PLAYERS:
        refuse("players", f"must be from 2 to {MAX_PLAYERS} and ascend, not {list(rules.players)}")
    if RANKS.index(rules.deck.lowest) > RANKS.index("T"):
        refuse("deck.lowest", f"must be T or lower, not {rules.deck.lowest}")
    cards = 4 * (len(RANKS) - RANKS.index(rules.deck.lowest))
    if most * HAND > cards:
        refuse("players", f"{most} players with {HAND} cards each need more than the deck's {cards}")


def _check_ranking(rules: StudRules) -> None:
    check_order(rules.ranking.order, rules.category, "hand")
    check_suits(rules.ranking.suits)


def _check_sizes(key: str, name: str, sizes: tuple[int, ...]) -> None:
    every = tuple(range(1, HAND + 1))
    if name == "high_card" and sizes != every:
        refuse(key, f"must be {list(every)}, since it takes every hand and all up-cards that nothing else takes")
    if HAND not in sizes or len(set(sizes)) != len(sizes):
        refuse(key, f"must be different numbers of cards, {HAND} among them")
    for size in sizes:
        if not FEWEST[name] <= size <= HAND:
            refuse(key, f"{size} cards never make a {name}")


def _check_ties(key: str, name: str, ties: tuple[str, ...]) -> None:
    """No two hands of one deal may be equal (WZ-9)."""
    if not 1 <= len(ties) <= MAX_TIES or len(set(ties)) != len(ties):
        refuse(key, f"must be one to {MAX_TIES} different ways to decide")
    for tie in ties[:-1]:
        if tie.startswith("suit"):
            refuse(key, f"{tie} must be the last, since no two cards share a rank and a suit")
    decided = ties[-1] == "suit_of_leading" and len(ties) > 1
    decided |= ties[-1] == "suit_of_largest" and ties[0] == "ranks"
    if name not in UNIQUE and not decided:
        refuse(key, 'must begin with "ranks" or "leading" and end with "suit_of_leading": no two hands may be equal')


FAMILY: Final = Family(StudRules, check)
