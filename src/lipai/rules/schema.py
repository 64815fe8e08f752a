"""The shape of a rule file, and which rule sets make sense.

``to_rules`` turns plain data, read and merged, into a ``RuleSet`` or raises a ``RulesError`` whose ``value`` is the
dotted name of the key at fault. What it lets through can be compiled.
"""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NoReturn, get_args

import msgspec
from msgspec import Meta

from lipai.errors import RulesError

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
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
Text = Annotated[str, Meta(min_length=1, max_length=100)]
Amount = Annotated[int, Meta(ge=1, le=65_535)]
Factor = Annotated[int, Meta(ge=1, le=255)]
Scalar = str | int | bool

RANKS: Final[tuple[str, ...]] = get_args(Rank)
SUITS: Final = "CDHS"
FIVE_ONLY: Final = ("two_pair", "full_house", "quads", "five_of_a_kind")
SUIT_TIES: Final = ("suit_of_leading", "suit_of_largest", "suit_of_kicker")
RANGED: Final = ("all_small", "all_big", "twelve_royals")
MAX_TIES: Final = 4
MAX_PLAYERS: Final = 6


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a rule file."""


class Deck(_Table, frozen=True):
    """Every rank from ``lowest`` up in four suits, and both jokers or none."""

    lowest: Rank = "2"
    jokers: Literal[0, 2] = 0


class Piles(_Table, frozen=True):
    """The three piles from first to last and the order they must have; ``clause`` is the one that says so."""

    sizes: tuple[int, int, int]
    names: tuple[Text, Text, Text]
    names_zh: tuple[Text, Text, Text]
    order: Literal["increasing", "not_decreasing"]
    clause: Text | None = None


class Ranking(_Table, frozen=True):
    """Categories from weakest to strongest; ``suits`` from strongest to weakest where suits decide at all."""

    order: tuple[Category, ...]
    wheel: Literal["second", "low", "none"]
    wheel_led_by: Literal["low_card", "ace"] = "low_card"
    suits: str | None = None


class CategoryRule(_Table, frozen=True):
    """The pile sizes in which a category counts and what decides between two piles of it, in turn."""

    name: Text
    sizes: tuple[int, ...]
    ties: tuple[Tie, ...]


class Jokers(_Table, frozen=True):
    """What jokers stand for, if the deck has any; the suits they can show and what two of them are."""

    model: Literal["none", "wild", "suit"]
    black: str | None = None
    red: str | None = None
    pair: Literal["lowest", "highest", "none"] | None = None


class Pots(_Table, frozen=True, tag="pots", tag_field="kind"):
    """Place k of a pot pays the winner ``base * step * (k - 1)``."""

    step: Amount
    bonuses: bool = False


class Waters(_Table, frozen=True, tag="waters", tag_field="kind"):
    """Each pile won is worth ``pile``, or what ``waters`` says for its category in that pile."""

    pile: Amount
    gun: Literal["double", "plus_one"]
    run_over: bool
    home_run_players: Annotated[int, Meta(ge=0, le=6)]
    home_run_factor: Factor
    fouls: Literal["refuse", "pay"]
    waters: dict[str, dict[Category, Amount]] = {}


class Banker(_Table, frozen=True, tag="banker", tag_field="kind"):
    """Each player wins ``pays`` times the bet with ``piles_to_win`` piles larger than the banker's, else loses it."""

    piles_to_win: Annotated[int, Meta(ge=1, le=3)]
    pays: Factor
    ties: Literal["banker"]
    bet_limit: Literal["none", "chips_over_players"]


class Bonus(_Table, frozen=True):
    """What a hand earns beside its pots; with ``each``, as often as the hand holds it."""

    name: Text
    multiple: Amount
    each: bool = False


class Special(_Table, frozen=True):
    """A hand that may be declared: its place in the order of specials, weakest first, and its points."""

    place: Annotated[int, Meta(ge=1, le=100)]
    name: Text
    points: Annotated[int, Meta(ge=0, le=65_535)] = 0
    enabled: bool = True
    sweep_factor: Factor = 1
    lowest: Rank | None = None
    highest: Rank | None = None
    ranks: Literal["13", "3-A"] | None = None


class Dealing(_Table, frozen=True):
    """Who deals to whom."""

    cards_at_a_time: Amount
    direction: Literal["counter_clockwise", "clockwise"]
    first_deal: Literal["random"]
    next_deal: Literal["after_winner_of_last_pile", "random"]


class Play(_Table, frozen=True):
    """What becomes of a wrong order and of a hand that is not laid out in time."""

    wrong_order: Literal["refuse"]
    time_out: Literal["random", "strongest"]


class Option(_Table, frozen=True):
    """What a caller may change: a dotted ``key`` and its ``values``, or for each value the keys that it sets."""

    values: tuple[Scalar, ...] | dict[str, dict[str, Scalar]]
    key: Text | None = None
    default: Scalar | None = None
    clause: Text | None = None


class RuleSet(_Table, frozen=True, kw_only=True):
    """One game's rules, complete and consistent."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    family: Literal["piles"]
    name: Text
    name_en: Text | None = None
    source: Text | None = None
    players: tuple[int, int]
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
    options: dict[str, Option] = {}


def to_rules(data: dict[str, Any]) -> RuleSet:
    """The rule set that ``data`` describes; RulesError names the first key that is unknown, mistyped or impossible."""
    try:
        rules = msgspec.convert(data, RuleSet, strict=True)
    except msgspec.ValidationError as error:
        raise _located(data, str(error)) from None
    _check_deck_and_piles(rules)
    _check_ranking(rules)
    _check_jokers(rules)
    _check_categories(rules)
    _check_settlement(rules)
    _check_specials(rules)
    _check_options(rules)
    return rules


def lookup(data: object, key: str) -> Any:
    """The value at a dotted key of plain data; KeyError where there is none."""
    for part in key.split("."):
        if not isinstance(data, dict) or part not in data:
            raise KeyError(key)
        data = data[part]
    return data


def _refuse(key: str, why: str) -> NoReturn:
    raise RulesError(f"{key}: {why}", value=key)


# ---- what makes no sense


def _check_deck_and_piles(rules: RuleSet) -> None:
    piles, deck = rules.piles, rules.deck
    if piles.sizes not in ((3, 5, 5), (3, 3, 3)):
        _refuse("piles.sizes", f"must be [3, 5, 5] or [3, 3, 3], not {list(piles.sizes)}")
    for key, names in (("piles.names", piles.names), ("piles.names_zh", piles.names_zh)):
        if len(set(names)) != 3:
            _refuse(key, "must be three different names")
    cards = 4 * (len(RANKS) - RANKS.index(deck.lowest)) + deck.jokers
    fewest, most = rules.players
    if not 2 <= fewest <= most <= MAX_PLAYERS:
        _refuse("players", f"must be from 2 to {MAX_PLAYERS} and ascend, not {list(rules.players)}")
    if RANKS.index(deck.lowest) > RANKS.index("T"):
        _refuse("deck.lowest", f"must be T or lower, not {deck.lowest}")
    if most * sum(piles.sizes) > cards:
        _refuse("players", f"{most} players with {sum(piles.sizes)} cards each need more than the deck's {cards}")


def _check_ranking(rules: RuleSet) -> None:
    order = rules.ranking.order
    if not order or order[0] != "high_card":
        _refuse("ranking.order", "must begin with high_card, which takes every pile that nothing else takes")
    if len(set(order)) != len(order):
        _refuse("ranking.order", "names a category twice")
    for name in order:
        if name not in rules.category:
            _refuse("ranking.order", f"names {name}, but there is no table category.{name}")
    for name in rules.category:
        if name not in order:
            _refuse(f"category.{name}", "is missing from ranking.order")
    suits = rules.ranking.suits
    if suits is not None and sorted(suits) != sorted(SUITS):
        _refuse("ranking.suits", f"must be the letters S, H, C and D, strongest first, not {suits!r}")


def _check_categories(rules: RuleSet) -> None:
    for name, category in rules.category.items():
        key = f"category.{name}"
        if not category.sizes or len(set(category.sizes)) != len(category.sizes):
            _refuse(f"{key}.sizes", "must be one or two different pile sizes")
        for size in category.sizes:
            if size not in rules.piles.sizes:
                _refuse(f"{key}.sizes", f"no pile has {size} cards")
            if size == 3 and name in FIVE_ONLY:
                _refuse(f"{key}.sizes", f"three cards never make a {name}")
        if name == "high_card" and set(category.sizes) != set(rules.piles.sizes):
            _refuse(f"{key}.sizes", "must be all pile sizes, since it takes every pile that nothing else takes")
        _check_ties(rules, f"{key}.ties", category.ties)


def _check_ties(rules: RuleSet, key: str, ties: tuple[str, ...]) -> None:
    if not 1 <= len(ties) <= MAX_TIES or len(set(ties)) != len(ties):
        _refuse(key, f"must be one to {MAX_TIES} different ways to decide")
    wild = rules.jokers is not None and rules.jokers.model == "wild"
    for i, tie in enumerate(ties):
        if tie == "red_joker" and wild:
            _refuse(key, "red_joker has no meaning where jokers are wild")
        if tie not in SUIT_TIES:
            continue
        if i + 1 != len(ties):
            _refuse(key, f"{tie} must be the last, since no two cards share a rank and a suit")
        if rules.ranking.suits is None:
            _refuse(key, f"{tie} needs ranking.suits")
        if wild:
            _refuse(key, f"{tie} has no meaning where jokers are wild: they have no suit")


def _check_jokers(rules: RuleSet) -> None:
    jokers = rules.jokers
    if rules.deck.jokers and (jokers is None or jokers.model == "none"):
        _refuse("jokers.model", 'must be "wild" or "suit", since the deck has jokers')
    if jokers is None:
        return
    for key in ("black", "red", "pair"):
        if jokers.model != "suit" and getattr(jokers, key) is not None:
            _refuse(f"jokers.{key}", 'goes only with model = "suit"')
    if jokers.model != "suit":
        return
    for key, suits in (("black", jokers.black), ("red", jokers.red)):
        if not suits or len(set(suits)) != len(suits) or not set(suits) <= set(SUITS):
            _refuse(f"jokers.{key}", "must be the letters of the suits that the joker can show")
    if jokers.pair is None:
        _refuse("jokers.pair", "must say what two jokers are")


def _check_settlement(rules: RuleSet) -> None:
    settlement = rules.settlement
    if isinstance(settlement, Pots) and settlement.bonuses and not rules.bonuses:
        _refuse("settlement.bonuses", "there are no tables bonuses.*")
    if rules.bonuses and not isinstance(settlement, Pots):
        _refuse("bonuses", 'go only with settlement.kind = "pots"')
    for bonus_name, bonus in rules.bonuses.items():
        if sum(rules.piles.sizes) != 9:
            _refuse(f"bonuses.{bonus_name}", "is of a hand of nine cards")
        if bonus.each and bonus_name != "quads":
            _refuse(f"bonuses.{bonus_name}.each", "belongs to quads only: nothing else is held twice")
    if not isinstance(settlement, Waters):
        return
    if settlement.home_run_players > rules.players[1]:
        _refuse("settlement.home_run_players", f"there are {rules.players[1]} players at most")
    for pile, waters in settlement.waters.items():
        key = f"settlement.waters.{pile}"
        if pile not in rules.piles.names:
            _refuse(key, f"there is no such pile; there are {', '.join(rules.piles.names)}")
        size = rules.piles.sizes[rules.piles.names.index(pile)]
        for name in waters:
            if name not in rules.category or size not in rules.category[name].sizes:
                _refuse(f"{key}.{name}", f"a pile of {size} cards has no such category")


def _check_specials(rules: RuleSet) -> None:
    places: dict[int, str] = {}
    for name, special in rules.specials.items():
        key = f"specials.{name}"
        if sum(rules.piles.sizes) != 13:
            _refuse(key, "is a hand of thirteen cards")
        if isinstance(rules.settlement, Pots):
            _refuse(key, 'has no meaning where settlement.kind = "pots"')
        if isinstance(rules.settlement, Banker) and name != "dragon":
            _refuse(key, "has no meaning in a banker game, which has the dragon only")
        other = places.setdefault(special.place, name)
        if other != name:
            _refuse(f"{key}.place", f"is the place of {other} too")
        if isinstance(rules.settlement, Waters) and not special.points:
            _refuse(f"{key}.points", "must be at least 1")
        for end in ("lowest", "highest"):
            if (getattr(special, end) is not None) != (name in RANGED):
                _refuse(f"{key}.{end}", f"belongs to each of {', '.join(RANGED)}, and to no other special")
        if special.lowest and special.highest and RANKS.index(special.lowest) > RANKS.index(special.highest):
            _refuse(f"{key}.lowest", "is above highest")
        if special.ranks is not None and name != "dragon":
            _refuse(f"{key}.ranks", "belongs to the dragon only")


def _check_options(rules: RuleSet) -> None:
    data = msgspec.to_builtins(rules)
    for name, option in rules.options.items():
        key = f"options.{name}"
        if not name.isidentifier():
            _refuse(key, "is no name for an option")
        if not option.values:
            _refuse(f"{key}.values", "must hold at least one value")
        if isinstance(option.values, dict):
            if option.key is not None:
                _refuse(f"{key}.key", "goes only with a list of values")
            if option.default is None or option.default not in option.values:
                _refuse(f"{key}.default", "must be one of the values")
            for value, changes in option.values.items():
                for target in changes:
                    _check_target(data, f"{key}.values.{value}", target)
            continue
        if option.key is None:
            _refuse(f"{key}.key", "is missing")
        if option.default is not None:
            _refuse(f"{key}.default", "goes only with a table of values: it is what the key holds")
        present = _check_target(data, f"{key}.key", option.key)
        if not any(same(present, value) for value in option.values):
            _refuse(f"{key}.values", f"must hold {present!r}, which is what {option.key} is")


def _check_target(data: object, key: str, target: str) -> Any:
    try:
        value = lookup(data, target)
    except KeyError:
        _refuse(key, f"there is no key {target!r}")
    if target.partition(".")[0] in ("id", "family", "options") or isinstance(value, (dict, list, tuple)):
        _refuse(key, f"{target!r} is not for an option to change")
    return value


def same(a: object, b: object) -> bool:
    """Equal and of one type: 0 is not False."""
    return type(a) is type(b) and a == b


# ---- where a conversion failed

_PLACE: Final = re.compile(r"^(?P<what>.*?)(?: - at (?P<at_key>`key` in )?`\$(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\.\.\.|\d+)\]")
_FIELD: Final = re.compile(r"^Object (?P<how>missing required|contains unknown) field `(?P<name>[^`]*)`")


def _located(data: dict[str, Any], message: str) -> RulesError:
    """The error for msgspec's message, its place given by dotted keys; msgspec itself leaves out keys of tables."""
    match = _PLACE.match(message)
    assert match is not None
    what, path = match["what"], match["path"] or ""
    if match["at_key"]:
        path += "[...]"
    names: list[str] = []
    for name, index in _STEP.findall(path):
        if index == "...":
            names.append(next(_culprits(data, names, message), "?"))
        elif name:
            names.append(name)
    field = _FIELD.match(what)
    if field is not None:
        names.append(field["name"])
        what = "is missing" if field["how"] == "missing required" else "no such key" + _hint(data, names)
    key = ".".join(names) or "the file"
    return RulesError(f"{key}: {what[:1].lower() + what[1:]}", value=key)


def _culprits(data: dict[str, Any], names: list[str], message: str) -> Iterator[str]:
    """Keys of the table at ``names`` that fail with this message even when alone in it."""
    for key in lookup(data, ".".join(names)):
        trial = copy.deepcopy(data)
        table = lookup(trial, ".".join(names))
        for other in list(table):
            if other != key:
                del table[other]
        try:
            msgspec.convert(trial, RuleSet, strict=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                yield key


_KEYS: Final = sorted(
    {
        field.name
        for struct in (
            *(Deck, Piles, Ranking, CategoryRule, Jokers, Pots, Waters, Banker),
            *(Bonus, Special, Dealing, Play, Option, RuleSet),
        )
        for field in msgspec.structs.fields(struct)
    }
)


def _hint(data: object, names: list[str]) -> str:
    close = difflib.get_close_matches(names[-1], _KEYS, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
