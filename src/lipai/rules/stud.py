"""The shape of a stud game's rule file: its tables and keys, and what each may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from lipai.rules.schema import Amount, Rank, RuleSet, Table, Text

Category = Literal[
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
]
Tie = Literal["ranks", "leading", "suit_of_leading", "suit_of_largest"]


class Deck(Table, frozen=True):
    """Every rank from ``lowest`` up in four suits."""

    lowest: Rank = "2"


class Ranking(Table, frozen=True):
    """Categories from weakest to strongest; ``suits`` from strongest to weakest."""

    order: tuple[Category, ...]
    wheel: Literal["second", "low", "none"]
    suits: str
    wheel_led_by: Literal["low_card", "ace"] = "low_card"


class CategoryRule(Table, frozen=True):
    """The numbers of cards of which a category is made and what decides between two of it, in turn."""

    name: Text
    sizes: tuple[int, ...]
    ties: tuple[Tie, ...]


class UpCards(Table, frozen=True):
    """Whether fewer cards than a hand make the straights and flushes that their sizes allow."""

    straights_and_flushes: bool


class Betting(Table, frozen=True):
    """What everyone pays into the pot first, and what staying costs after each face-up round, if anything."""

    ante: Amount
    bet: Annotated[int, Meta(ge=0, le=65_535)] = 0


class StudRules(RuleSet, frozen=True, kw_only=True):
    """One stud game's rules, complete and consistent."""

    deck: Deck
    ranking: Ranking
    category: dict[Category, CategoryRule]
    up_cards: UpCards
    betting: Betting
