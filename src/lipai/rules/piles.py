"""The shape of a pile game's rule file: its tables and keys, and what each may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from lipai.rules.schema import Amount, Factor, Rank, RuleSet, Table, Text

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
    "five_of_a_kind",
]
Tie = Literal["ranks", "leading", "fewer_jokers", "red_joker", "suit_of_leading", "suit_of_largest", "suit_of_kicker"]
BonusName = Literal["all_black", "all_red", "nine_run", "quads", "sweep", "straight_flush_head", "three_trips"]
SpecialName = Literal[
    "three_flushes",
    "three_straights",
    "six_pairs",
    "five_pairs_trips",
    "four_trips",
    "double_full_house",
    "one_colour",
    "all_small",
    "all_big",
    "three_quads",
    "three_straight_flushes",
    "twelve_royals",
    "dragon",
    "supreme_dragon",
]


class Deck(Table, frozen=True):
    """Every rank from ``lowest`` up in four suits, and both jokers or none."""

    lowest: Rank = "2"
    jokers: Literal[0, 2] = 0


class Piles(Table, frozen=True):
    """The three piles from first to last and the order they must have; ``clause`` is the one that says so."""

    sizes: tuple[int, int, int]
    names: tuple[Text, Text, Text]
    names_zh: tuple[Text, Text, Text]
    order: Literal["increasing", "not_decreasing"]
    clause: Text | None = None


class Ranking(Table, frozen=True):
    """Categories from weakest to strongest; ``suits`` from strongest to weakest where suits decide at all."""

    order: tuple[Category, ...]
    wheel: Literal["second", "low", "none"]
    wheel_led_by: Literal["low_card", "ace"] = "low_card"
    suits: str | None = None


class CategoryRule(Table, frozen=True):
    """The pile sizes in which a category counts and what decides between two piles of it, in turn."""

    name: Text
    sizes: tuple[int, ...]
    ties: tuple[Tie, ...]


class Jokers(Table, frozen=True):
    """What jokers stand for, if the deck has any; the suits they can show and what two of them are."""

    model: Literal["none", "wild", "suit"]
    black: str | None = None
    red: str | None = None
    pair: Literal["lowest", "highest", "none"] | None = None


class Pots(Table, frozen=True, tag="pots", tag_field="kind"):
    """Place k of a pot pays the winner ``base * step * (k - 1)``."""

    step: Amount
    bonuses: bool = False


class Waters(Table, frozen=True, tag="waters", tag_field="kind"):
    """Each pile won is worth ``pile``, or what ``waters`` says for its category in that pile."""

    pile: Amount
    gun: Literal["double", "plus_one"]
    run_over: bool
    home_run_players: Annotated[int, Meta(ge=0, le=6)]
    home_run_factor: Factor
    fouls: Literal["refuse", "pay"]
    waters: dict[str, dict[Category, Amount]] = {}


class Banker(Table, frozen=True, tag="banker", tag_field="kind"):
    """Each player wins ``pays`` times the bet with ``piles_to_win`` piles larger than the banker's, else loses it."""

    piles_to_win: Annotated[int, Meta(ge=1, le=3)]
    pays: Factor
    ties: Literal["banker"]
    bet_limit: Literal["none", "chips_over_players"]


class Bonus(Table, frozen=True):
    """What a hand earns beside its pots, and by which clause; with ``each``, as often as the hand holds it."""

    name: Text
    multiple: Amount
    clause: Text
    each: bool = False


class Special(Table, frozen=True):
    """A hand that may be declared: its place in the order of specials, weakest first, its points, and what says so."""

    place: Annotated[int, Meta(ge=1, le=100)]
    name: Text
    clause: Text
    points: Annotated[int, Meta(ge=0, le=65_535)] = 0
    enabled: bool = True
    sweep_factor: Factor = 1
    lowest: Rank | None = None
    highest: Rank | None = None
    ranks: Literal["13", "3-A"] | None = None


class Dealing(Table, frozen=True):
    """How cards go round, and with whom a deal begins: the first at random, later ones as ``next_deal`` says."""

    cards_at_a_time: Amount
    direction: Literal["counter_clockwise", "clockwise"]
    next_deal: Literal["after_winner_of_last_pile", "random"]


class Play(Table, frozen=True):
    """What becomes of a hand that is not laid out in time."""

    time_out: Literal["random", "strongest"]


class PileRules(RuleSet, frozen=True, kw_only=True):
    """A pile game's rules."""

    deck: Deck
    piles: Piles
    ranking: Ranking
    category: dict[Category, CategoryRule]
    jokers: Jokers | None = None
    settlement: Pots | Waters | Banker | None = None
    bonuses: dict[BonusName, Bonus] = {}
    specials: dict[SpecialName, Special] = {}
    dealing: Dealing | None = None
    play: Play | None = None
