"""From a rule set to the stakes that its specials and settlement are compiled from."""

from __future__ import annotations

from typing import Any, Final, get_args

from lipai._native.piles import PileTables
from lipai._native.settle import Stakes
from lipai.errors import RulesError
from lipai.rules.piles import Banker, BonusName, Category, PileRules, Pots, Special, Waters
from lipai.rules.schema import RANKS

CATEGORIES: Final[tuple[str, ...]] = get_args(Category)
BONUSES: Final[tuple[str, ...]] = get_args(BonusName)
DRAGONS: Final = ("dragon", "supreme_dragon")


def compile_stakes(rules: PileRules, tables: PileTables) -> Stakes:
    """The stakes of a rule set, whose piles ``tables`` rank; RulesError where it says nothing of a settlement."""
    settlement = rules.settlement
    if settlement is None:
        raise RulesError(f"settlement: the rules of {rules.id} say nothing of it", value="settlement")
    return Stakes(
        tables,
        {Waters: "waters", Pots: "pots", Banker: "banker"}[type(settlement)],
        rules.players,
        rules.piles.names,
        rules.piles.clause,
        rules.piles.order == "increasing",
        _bonuses(rules) if isinstance(settlement, Pots) else _specials(rules),
        **_fields(rules, settlement),
    )


def _fields(rules: PileRules, settlement: Waters | Pots | Banker) -> dict[str, Any]:
    if isinstance(settlement, Pots):
        return {"step": settlement.step, "bonuses": settlement.bonuses}
    if isinstance(settlement, Banker):
        # A foul stands and loses (BS-4).
        limit = settlement.bet_limit == "chips_over_players"
        pays = settlement.pays
        return {"fouls": "pay", "piles_to_win": settlement.piles_to_win, "pays": pays, "bet_limit": limit}
    # A home run at no table, or one that multiplies by one, is none.
    waters: dict[str, Any] = dict(settlement.waters)
    home_run = settlement.home_run_players > 1 and settlement.home_run_factor > 1
    return {
        "fouls": settlement.fouls,
        "waters": tuple(
            tuple(waters.get(pile, {}).get(category, settlement.pile) for category in CATEGORIES)
            for pile in rules.piles.names
        ),
        "gun": settlement.gun,
        "run_over": settlement.run_over,
        "home_run_players": settlement.home_run_players if home_run else 0,
        "home_run_factor": settlement.home_run_factor if home_run else 0,
    }


def _bonuses(rules: PileRules) -> tuple[tuple[str, int, int, int, int, int, bool], ...]:
    return tuple(
        (name, bonus.multiple, 1 + BONUSES.index(name), 0, 0, 0, bonus.each) for name, bonus in rules.bonuses.items()
    )


def _specials(rules: PileRules) -> tuple[tuple[str, int, int, int, int, int, bool], ...]:
    return tuple(
        # A factor of one is none, and so says the core, which tells rules apart by such numbers.
        (
            name,
            special.points,
            special.place,
            special.sweep_factor if special.sweep_factor > 1 else 0,
            *_ranks(name, special),
            False,
        )
        for name, special in rules.specials.items()
        if special.enabled
    )


def _ranks(name: str, special: Special) -> tuple[int, int]:
    """The ranks that a special is made of, where that is what it is."""
    if name in DRAGONS:
        return RANKS.index("3" if special.ranks == "3-A" else "2"), RANKS.index("A")
    if special.lowest is None or special.highest is None:
        return 0, 0
    return RANKS.index(special.lowest), RANKS.index(special.highest)
