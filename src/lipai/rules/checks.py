"""Which rule sets make sense. A refusal is a ``RulesError`` whose ``value`` is the dotted name of the key at fault."""

from __future__ import annotations

from typing import Any, Final, NoReturn

import msgspec

from lipai.errors import RulesError
from lipai.rules.schema import RANKS, SUITS, Banker, Pots, RuleSet, Waters, lookup, same

FIVE_ONLY: Final = ("two_pair", "full_house", "quads", "five_of_a_kind")
SUIT_TIES: Final = ("suit_of_leading", "suit_of_largest", "suit_of_kicker")
RANGED: Final = ("all_small", "all_big", "twelve_royals")
MAX_TIES: Final = 4
MAX_PLAYERS: Final = 6


def check(rules: RuleSet) -> None:
    """Refuses rules of the right shape that can't be played or compiled."""
    _check_deck_and_piles(rules)
    _check_ranking(rules)
    _check_jokers(rules)
    _check_categories(rules)
    _check_settlement(rules)
    _check_specials(rules)
    _check_options(rules)


def _refuse(key: str, why: str) -> NoReturn:
    raise RulesError(f"{key}: {why}", value=key)


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
