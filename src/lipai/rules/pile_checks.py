"""Which rules of pile games make sense."""

from __future__ import annotations

from typing import Final

from lipai.rules.checks import check_options, check_order, check_suits, refuse
from lipai.rules.piles import Banker, PileRules, Pots, Waters
from lipai.rules.schema import RANKS, SUITS, Family

FIVE_ONLY: Final = ("two_pair", "full_house", "quads", "five_of_a_kind")
SUIT_TIES: Final = ("suit_of_leading", "suit_of_largest", "suit_of_kicker")
RANGED: Final = ("all_small", "all_big", "twelve_royals")
MAX_TIES: Final = 4
MAX_PLAYERS: Final = 6


def check(rules: PileRules) -> None:
    """Refuses rules of the right shape that can't be played or compiled."""
    _check_deck_and_piles(rules)
    _check_ranking(rules)
    _check_jokers(rules)
    _check_categories(rules)
    _check_settlement(rules)
    _check_specials(rules)
    check_options(rules)


def _check_deck_and_piles(rules: PileRules) -> None:
    piles, deck = rules.piles, rules.deck
    if piles.sizes not in ((3, 5, 5), (3, 3, 3)):
        refuse("piles.sizes", f"must be [3, 5, 5] or [3, 3, 3], not {list(piles.sizes)}")
    for key, names in (("piles.names", piles.names), ("piles.names_zh", piles.names_zh)):
        if len(set(names)) != 3:
            refuse(key, "must be three different names")
    cards = 4 * (len(RANKS) - RANKS.index(deck.lowest)) + deck.jokers
    fewest, most = rules.players
    if not 2 <= fewest <= most <= MAX_PLAYERS:
        refuse("players", f"must be from 2 to {MAX_PLAYERS} and ascend, not {list(rules.players)}")
    if RANKS.index(deck.lowest) > RANKS.index("T"):
        refuse("deck.lowest", f"must be T or lower, not {deck.lowest}")
    if most * sum(piles.sizes) > cards:
        refuse("players", f"{most} players with {sum(piles.sizes)} cards each need more than the deck's {cards}")


def _check_ranking(rules: PileRules) -> None:
    check_order(rules.ranking.order, rules.category, "pile")
    if rules.ranking.suits is not None:
        check_suits(rules.ranking.suits)


def _check_categories(rules: PileRules) -> None:
    for name, category in rules.category.items():
        key = f"category.{name}"
        if not category.sizes or len(set(category.sizes)) != len(category.sizes):
            refuse(f"{key}.sizes", "must be one or two different pile sizes")
        for size in category.sizes:
            if size not in rules.piles.sizes:
                refuse(f"{key}.sizes", f"no pile has {size} cards")
            if size == 3 and name in FIVE_ONLY:
                refuse(f"{key}.sizes", f"three cards never make a {name}")
        if name == "high_card" and set(category.sizes) != set(rules.piles.sizes):
            refuse(f"{key}.sizes", "must be all pile sizes, since it takes every pile that nothing else takes")
        _check_ties(rules, f"{key}.ties", category.ties)


def _check_ties(rules: PileRules, key: str, ties: tuple[str, ...]) -> None:
    if not 1 <= len(ties) <= MAX_TIES or len(set(ties)) != len(ties):
        refuse(key, f"must be one to {MAX_TIES} different ways to decide")
    wild = rules.jokers is not None and rules.jokers.model == "wild"
    for i, tie in enumerate(ties):
        if tie == "red_joker" and wild:
            refuse(key, "red_joker has no meaning where jokers are wild")
        if tie not in SUIT_TIES:
            continue
        if i + 1 != len(ties):
            refuse(key, f"{tie} must be the last, since no two cards share a rank and a suit")
        if rules.ranking.suits is None:
            refuse(key, f"{tie} needs ranking.suits")
        if wild:
            refuse(key, f"{tie} has no meaning where jokers are wild: they have no suit")


def _check_jokers(rules: PileRules) -> None:
    jokers = rules.jokers
    if rules.deck.jokers and (jokers is None or jokers.model == "none"):
        refuse("jokers.model", 'must be "wild" or "suit", since the deck has jokers')
    if jokers is None:
        return
    for key in ("black", "red", "pair"):
        if jokers.model != "suit" and getattr(jokers, key) is not None:
            refuse(f"jokers.{key}", 'goes only with model = "suit"')
    if jokers.model != "suit":
        return
    for key, suits in (("black", jokers.black), ("red", jokers.red)):
        if not suits or len(set(suits)) != len(suits) or not set(suits) <= set(SUITS):
            refuse(f"jokers.{key}", "must be the letters of the suits that the joker can show")
    if jokers.pair is None:
        refuse("jokers.pair", "must say what two jokers are")


def _check_settlement(rules: PileRules) -> None:
    settlement = rules.settlement
    if isinstance(settlement, Pots) and settlement.bonuses and not rules.bonuses:
        refuse("settlement.bonuses", "there are no tables bonuses.*")
    if rules.bonuses and not isinstance(settlement, Pots):
        refuse("bonuses", 'go only with settlement.kind = "pots"')
    for bonus_name, bonus in rules.bonuses.items():
        if sum(rules.piles.sizes) != 9:
            refuse(f"bonuses.{bonus_name}", "is of a hand of nine cards")
        if bonus.each and bonus_name != "quads":
            refuse(f"bonuses.{bonus_name}.each", "belongs to quads only: nothing else is held twice")
    if not isinstance(settlement, Waters):
        return
    if settlement.home_run_players > rules.players[1]:
        refuse(
            "settlement.home_run_players",
            f"there are {rules.players[1]} players at most, not {settlement.home_run_players}",
        )
    for pile, waters in settlement.waters.items():
        key = f"settlement.waters.{pile}"
        if pile not in rules.piles.names:
            refuse(key, f"there is no such pile; there are {', '.join(rules.piles.names)}")
        size = rules.piles.sizes[rules.piles.names.index(pile)]
        for name in waters:
            if name not in rules.category or size not in rules.category[name].sizes:
                refuse(f"{key}.{name}", f"a pile of {size} cards has no such category")


def _check_specials(rules: PileRules) -> None:
    places: dict[int, str] = {}
    for name, special in rules.specials.items():
        key = f"specials.{name}"
        if sum(rules.piles.sizes) != 13:
            refuse(key, "is a hand of thirteen cards")
        if isinstance(rules.settlement, Pots):
            refuse(key, 'has no meaning where settlement.kind = "pots"')
        if isinstance(rules.settlement, Banker) and name != "dragon":
            refuse(key, "has no meaning in a banker game, which has the dragon only")
        other = places.setdefault(special.place, name)
        if other != name:
            refuse(f"{key}.place", f"is the place of {other} too")
        if isinstance(rules.settlement, Waters) and not special.points:
            refuse(f"{key}.points", f"must be at least 1, not {special.points}")
        for end in ("lowest", "highest"):
            if (getattr(special, end) is not None) != (name in RANGED):
                refuse(f"{key}.{end}", f"belongs to each of {', '.join(RANGED)}, and to no other special")
        if special.lowest and special.highest and RANKS.index(special.lowest) > RANKS.index(special.highest):
            refuse(f"{key}.lowest", "is above highest")
        if special.ranks is not None and name != "dragon":
            refuse(f"{key}.ranks", "belongs to the dragon only")


FAMILY: Final = Family(PileRules, check)
