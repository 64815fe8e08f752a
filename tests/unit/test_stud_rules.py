"""Rule files of stud: options, files of one's own, and what is refused by which name."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai import RulesError, rules
from lipai.rules.convert import to_rules
from lipai.rules.stud import StudRules
from lipai.stud.tables import compile_tables

GAME = "wuzhang"


def changed(changes: dict[str, Any]) -> dict[str, Any]:
    data = copy.deepcopy(lipai.game(GAME).rules)
    for key, value in changes.items():
        *tables, last = key.split(".")
        table = data
        for name in tables:
            table = table[name]
        if value is None:
            del table[last]
        else:
            table[last] = value
    return data


def test_every_option_value_makes_sense() -> None:
    options = rules.load(GAME).rules.options
    assert set(options) == {"up_straights", "bet"}
    for name, option in options.items():
        assert option.clause is not None
        for value in option.values:
            loaded = rules.load(GAME, {name: value})
            assert loaded.options[name] == value
            assert isinstance(loaded.rules, StudRules)
            assert compile_tables(loaded.rules).strength_count > 1000


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"deck.lowest": "1"}, "deck.lowest"),
        ({"deck.lowest": "J"}, "deck.lowest"),
        ({"deck.jokers": 2}, "deck.jokers"),
        ({"players": [2, 6]}, "players"),
        ({"players": [4, 2]}, "players"),
        ({"players": [1, 2]}, "players"),
        ({"players": [2, 7], "deck.lowest": "2"}, "players"),
        ({"ranking.order": ["pair", "high_card"]}, "ranking.order"),
        ({"ranking.order": ["high_card", "pair", "pair"]}, "ranking.order"),
        ({"ranking.order": ["high_card"]}, "category.pair"),
        ({"category.pair": None}, "ranking.order"),
        ({"ranking.wheel": "high"}, "ranking.wheel"),
        ({"ranking.suits": "SHC"}, "ranking.suits"),
        ({"ranking.suits": None}, "ranking.suits"),
        ({"category.high_card.sizes": [5]}, "category.high_card.sizes"),
        ({"category.pair.sizes": [1, 2, 5]}, "category.pair.sizes"),
        ({"category.pair.sizes": [2, 3, 4]}, "category.pair.sizes"),
        ({"category.flush.sizes": [2, 5]}, "category.flush.sizes"),
        ({"category.full_house.sizes": [4, 5]}, "category.full_house.sizes"),
        ({"category.quads.sizes": [4, 4, 5]}, "category.quads.sizes"),
        ({"category.pair.ties": ["ranks"]}, "category.pair.ties"),
        ({"category.pair.ties": ["suit_of_leading"]}, "category.pair.ties"),
        ({"category.pair.ties": ["leading", "suit_of_largest"]}, "category.pair.ties"),
        ({"category.flush.ties": ["suit_of_leading", "ranks"]}, "category.flush.ties"),
        ({"category.straight.ties": []}, "category.straight.ties"),
        ({"category.straight.ties": ["red_joker"]}, "category.straight.ties"),
        ({"up_cards.straights_and_flushes": 1}, "up_cards.straights_and_flushes"),
        ({"up_cards": None}, "up_cards"),
        ({"betting.ante": 0}, "betting.ante"),
        ({"betting.bet": -1}, "betting.bet"),
        ({"betting.raise": 3}, "betting.raise"),
        ({"piles": {}}, "piles"),
        ({"family": "studs"}, "family"),
        ({"options.bet.values": [1, 2]}, "options.bet.values"),
        ({"options.bet.key": "betting.bets"}, "options.bet.key"),
    ],
)
def test_impossible_rules_are_refused(changes: dict[str, Any], key: str) -> None:
    with pytest.raises(RulesError) as refused:
        to_rules(changed(changes))
    assert refused.value.value == key
    assert str(refused.value).startswith(key)


def test_a_variant_in_a_file(tmp_path: Path) -> None:
    """All 52 cards, five players, other suits and straights of three up-cards; no code is touched."""
    path = tmp_path / "house.toml"
    path.write_text(
        """
        extends = "wuzhang"
        id = "house"
        name = "家规"
        players = [2, 5]
        [deck]
        lowest = "2"
        [ranking]
        suits = "CDHS"
        wheel_led_by = "low_card"
        [category.straight]
        sizes = [3, 4, 5]
        """,
        encoding="utf-8",
    )
    game: lipai.StudGame = lipai.game(path)
    assert (game.id, game.players, len(game.deck)) == ("house", (2, 5), 52)
    assert game.compare("AC 9D 7H 3S 2S", "AS KD 7D 3D 2D") == 1
    assert game.compare("AC 2S 3S 4S 5H", "AS 2H 3H 4H 5C") == -1
    assert game.rank_up("2S 3H 4D").category == "straight"
    assert game.rank_up("AS 2H 3D").category == "straight"
    assert game.banker(["KS KH QD", "2S 3H 4D", None]) == 1
    found = game.equity([lipai.StudSeat("AS AH AD", "2C"), lipai.StudSeat("KS KH KD", "2D")])
    # 44 cards are unseen, one comes to each. The kings win with the fourth king, whatever the aces get but the fourth
    # ace, and with one of the two 2s, a full house, where the aces get neither the other 2 nor the fourth ace.
    assert found.exact
    assert found.cases == 44 * 43
    assert found.wins[1] == (43 - 1) + 2 * (43 - 2)
    sampled = game.equity([lipai.StudSeat("AS")] + [lipai.StudSeat()] * 4, samples=2000)
    assert not sampled.exact
    assert sum(sampled.wins) == 2000
