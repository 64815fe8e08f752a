"""The oracle's specials and settlement against the documents' worked figures and one case for every clause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.settlement import Settlement, settle
from tests.oracle.specials import best, specials
from tests.oracle.text import OracleError, parse


def piles(text: str, sizes: tuple[int, int, int] = (3, 5, 5)) -> dict[str, Any]:
    cards = parse(text)
    a, b, _ = sizes
    return {"piles": [cards[:a], cards[a : a + b], cards[a + b :]]}


def flat(laid: list[list[int]]) -> list[int]:
    return [card for pile in laid for card in pile]


def nine(text: str) -> dict[str, Any]:
    return piles(text, (3, 3, 3))


def special(name: str, text: str) -> dict[str, Any]:
    return {"special": name, "hand": parse(text)}


def paid(settlement: Settlement, clause: str) -> list[tuple[int, int, int]]:
    return [(t.payer, t.to, t.amount) for t in settlement.transfers if t.clause == clause]


# ---- specials ------------------------------------------------------------------------------------------------------


def held(text: str, **options: object) -> set[str]:
    return {found.name for found in specials("shisanshui", parse(text), **options)}


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ("JD 3C QC TH 6C 4C 5C 2C QS KH TD JC AD", {"three_straights"}),  # SSS-27
        ("AC 2D 3C QD KC AD 4C 5D 6C 7D 8C 9H TH", {"three_straights"}),  # A2345 6789T QKA
        ("2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 9H", {"six_pairs"}),  # SSS-21
        ("2C 2D 2H 2S 4C 4D 5C 5D 6C 6D 7C 7D 9H", {"six_pairs"}),  # SSS-21: a quad is two pairs
        ("2C 2D 2H 3C 3D 4C 4D 5C 5D JC JD QC QH", {"six_pairs", "five_pairs_trips"}),
        ("2C 2D 2H 3C 3D 3H 3S 5C 5D JC JD QC QH", {"six_pairs", "five_pairs_trips"}),  # 四张 as two of the pairs
        ("2C 2D 2H 3C 3D 3H 5C 5D 5H JC JD JH KS", {"four_trips"}),  # SSS-22
        ("2C 2D 2H 2S 3C 3D 3H 5C 5D 5H JC JD JH", {"four_trips"}),  # SSS-22: a quad is trips and a card
        ("2C 2D 2H 2S 9C 9D 9H 9S JC JD JH JS KS", {"three_quads", "six_pairs"}),  # SSS-22
        ("2C 2D 2H 3C 3D 3H 4C 4D 5C 5D JC JD QS", set()),  # double_full_house is off
        ("2C 4C 6C 8C TC 3S 5S 7S 9S JS AC QC 9C", {"three_flushes", "one_colour"}),  # SSS-28: 8 + 5
        ("2C 4C 7C 2D 5D 7D 9D JD 3H 6H 8H TH QH", {"three_flushes"}),
        ("2C 4C 7C 9C 2D 5D 7D 9D JD 3H 6H 8H TH", set()),  # 4 + 5 + 4
        ("2C 4D 7C 7D 5D 5C 4C 6D 8D 8C 3H 3S 6S", {"all_small", "six_pairs"}),  # SSS-23
        ("8C TD JC JD 9D QC AC KD TH 8D 9H AH KH", {"all_big", "six_pairs"}),
        ("JC JD JH JS QC QD QH QS KC KD KH AS AD", {"all_big", "twelve_royals", "six_pairs", "five_pairs_trips"}),
        ("2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC", {"dragon", "three_straights"}),  # SSS-24: 234 56789 TJQKA
        (
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
            {"dragon", "supreme_dragon", "three_straights", "three_flushes", "three_straight_flushes", "one_colour"},
        ),
        ("AH 2H 3H 4C 5C 6C 7C 8C TS JS QS KS AS", {"three_straights", "three_flushes", "three_straight_flushes"}),
        # SSS-30: jokers stand for any card
        ("2C 3D 4H 5S 6C 7D 8H 9S TC JD QH BJ RJ", {"dragon", "three_straights"}),
        ("2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 9H BJ", {"six_pairs", "three_straights"}),  # 234 23456 567x9
        ("2C 2D 2H 9C 9D 9H JC JD JH KS 4D BJ RJ", {"four_trips"}),
        ("2C 2D 2H 2S 9C 9D 9H 9S JC JD 5S BJ RJ", {"three_quads", "five_pairs_trips", "six_pairs"}),
        ("2C 4C 6C 8C 3S 5S 7S 9S JH KH AH BJ RJ", {"three_flushes", "dragon", "three_straights"}),
    ],
)
def test_specials(hand: str, names: set[str]) -> None:
    assert held(hand) == names


def test_best() -> None:
    """SSS-25: the most points, then the latest in SSS-17."""
    black_eights = parse("8C 8S 9C 9S TC TS JC JS QC QS KC KS AC")  # all_big and one_colour, 10 each, six_pairs 3
    found = specials("shisanshui", black_eights)
    assert {"one_colour", "all_big", "six_pairs"} <= {one.name for one in found}
    chosen = best(found)
    assert chosen is not None
    assert (chosen.name, chosen.points, chosen.jokers) == ("all_big", 10, 0)
    assert best([]) is None


def test_double_full_house() -> None:
    """SSS-17: there with its option."""
    hand = "2C 2D 2H 3C 3D 3H 4C 4D 5C 5D JC JD QS"
    assert held(hand, double_full_house=True) == {"double_full_house"}


def test_banker_dragon() -> None:
    """BS-7, BS-12: thirteen ranks; with the option the twelve from 3 to A and any card."""
    full, short = parse("2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC"), parse("3C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC")
    for game in ("baishisan", "shisanzhang"):
        assert [one.name for one in specials(game, full)] == ["dragon"]
        assert specials(game, short) == []
    assert [one.name for one in specials("baishisan", short, dragon="3-A")] == ["dragon"]
    assert [one.name for one in specials("baishisan", full, dragon="3-A")] == ["dragon"]


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ("2C 4S 5C 7S 8C TS QC KS BJ", ["all_black"]),  # BJ-15: the black joker is black
        ("2C 4S 5C 7S 8C TS QC KS RJ", []),
        ("2D 4H 5D 7H 8D TH QD KH RJ", ["all_red"]),
        ("AC 2D 3C 4C 5C 6C 7C 8C 9C", ["nine_run"]),  # A low
        ("6C 7D 8C 9C TC JC QC KC AC", ["nine_run"]),  # A high
        ("6C 7D 8C 9C TC JC QC KC BJ", []),  # no joker
        ("2C 2D 2H 2S 5C 5D 5H 5S KD", ["quads", "quads"]),  # BJ-14
        ("2C 2D 2H 5C 5D 5H KC KD KH", ["three_trips"]),  # BJ-17
    ],
)
def test_bonuses(hand: str, names: list[str]) -> None:
    assert [one.name for one in specials("biji", parse(hand))] == names


def test_straight_flush_head() -> None:
    """BJ-16: bound to the arrangement; trips are not it. BJ-20: an option in biji52."""
    head = nine("2C 3C 4C 5D 6D 7D TH JH QH")["piles"]
    hand = flat(head)
    assert specials("biji", hand) == []
    [found] = specials("biji", hand, head)
    assert (found.name, found.points) == ("straight_flush_head", 2)
    assert specials("biji52", hand, head) == []
    assert [one.name for one in specials("biji52", hand, head, bonuses=True)] == ["straight_flush_head"]
    trips = nine("2C 2D 2H 5C 5D 5H KC KD KH")["piles"]
    assert [one.name for one in specials("biji", flat(trips), trips)] == ["three_trips"]


# ---- 十三水 ----------------------------------------------------------------------------------------------------

HOME_RUN = (
    "KS TD TC 6C 5D 4C 3C 2H QD QC 7S 7H 7C",
    "9S 6S 2C KC JD JC 8D 8C AH 9H 6H 5H 3H",
    "7D 5S 3S AS KD QS TH 9D 8S 8H 4S 4H 4D",
    "6D 5C 3D AC JH 9C 2S 2D AD KH QH JS TS",
)


def test_sweep() -> None:
    """SSS-12, SSS-14: 3, 6, 12 from each of three."""
    table = settle("shisanshui", [piles(hand) for hand in HOME_RUN])
    assert table.net == [36, -5, -12, -19]
    assert sorted(paid(table, "SSS-12"))[:3] == [(1, 0, 3), (2, 0, 3), (3, 0, 3)]
    assert sorted(paid(table, "SSS-14")) == [(1, 0, 6), (2, 0, 6), (3, 0, 6)]
    assert settle("shisanshui", [piles(hand) for hand in HOME_RUN], base=5).net == [180, -25, -60, -95]


def test_gun_plus_one() -> None:
    """SSS-13 (D): 3, 4, 8."""
    table = settle("shisanshui", [piles(hand) for hand in HOME_RUN], gun="plus_one")
    assert table.net[0] == 24
    assert (1, 0, 1) in paid(table, "SSS-13")


def test_no_home_run_at_three() -> None:
    """SSS-14: four players."""
    assert settle("shisanshui", [piles(hand) for hand in HOME_RUN[:3]]).net[0] == 12


def test_no_home_run_past_a_special_or_a_foul() -> None:
    """SSS-14 (D): a declared special was not beaten; a foul's piles are not compared (SSS-15)."""
    three = [piles(hand) for hand in HOME_RUN[:3]]
    dealt = [card for player in three for pile in player["piles"] for card in pile]
    left = sorted(card for card in range(52) if card not in dealt)
    table = settle("shisanshui", [*three, {"piles": [left[10:], left[:5], left[5:10]]}], fouls="pay")
    assert table.net[0] == 6 + 6 + 3
    assert paid(table, "SSS-14") == []


@pytest.mark.parametrize(
    ("front", "middle", "back", "units"),
    [
        ("KS KC KH", "2C 3D 4S 5H 6C", "7C 9C JC QC AC", 3 + 1 + 1),  # front trips
        ("KS RJ BJ", "2C 3D 4S 5H 6C", "7C 9C JC QC AC", 3 + 1 + 1),  # SSS-8
        ("KS QC 7H", "2C 2D 2S 5H 5C", "3C 3D 3S 9C 9D", 1 + 2 + 1),  # middle full house
        ("KS QC 7H", "2C 2D 2S 2H 5C", "3C 3D 3S 3H 9D", 1 + 8 + 4),  # quads
        ("KS QC 7H", "2C 3C 4C 5C 6C", "7C 8C 9C TC JC", 1 + 10 + 5),  # straight flush
        ("KS QC 7H", "2C 2D 2S 2H BJ", "3C 3D 3S 3H RJ", 1 + 20 + 10),  # five of a kind
    ],
)
def test_water(front: str, middle: str, back: str, units: int) -> None:
    """SSS-11, with SSS-12's doubling."""
    hand = piles(f"{front} {middle} {back}")
    cards = flat(hand["piles"])
    free = [card for card in range(52) if card not in cards]
    # a loser: no pair, no straight, no flush anywhere
    ranks = [2, 3, 6, 2, 4, 5, 7, 9, 3, 4, 6, 8, 10]  # 854, J9764, QT865
    loser: list[int] = []
    for place, rank in enumerate(ranks):
        fitting = [card for card in free if card // 4 == rank and card not in loser]
        loser.append(fitting[place % len(fitting)])
    table = settle("shisanshui", [hand, {"piles": [loser[:3], loser[3:8], loser[8:]]}])
    assert table.net == [2 * units, -2 * units]


def test_push_and_run_over() -> None:
    """SSS-3: equal piles push. SSS-13: one win and two pushes count as a gun, as do two wins and one push."""
    one = piles("KS QC 7H AC JD 9H 5S 2C 3C 3D TS 8H 6H")
    same = piles("KD QH 7S AD JH 9S 5C 2D 3H 3S TC 8D 6D")
    assert settle("shisanshui", [one, same]).net == [0, 0]
    less = piles("KD QH 7S AD JH 9S 5C 2D 3H 3S TC 8D 4D")  # the last kicker of the back
    table = settle("shisanshui", [one, less])
    assert table.net == [2, -2]
    assert paid(table, "SSS-13") == [(1, 0, 1)]
    assert table.outcomes[0, 1] == (0, 0, 1)
    lesser = piles("KD QH 7S AD JH 9S 4C 2D 3H 3S TC 8D 4D")
    assert settle("shisanshui", [one, lesser]).net == [4, -4]
    assert settle("shisanshui", [one, lesser], gun="plus_one").net == [3, -3]
    mixed = piles("KD QH 8S AD JH 9S 4C 2D 3H 3S TC 8D 4D")  # wins the front: no run-over
    assert settle("shisanshui", [one, mixed]).net == [1, -1]


FOUL = "AS AD AC 2C 3D 5S 7H 9C 4C 6D 8S TH QC"


def test_foul() -> None:
    """SSS-15: refused; or the opponent's three pile values, never doubled; two fouls pay nothing."""
    quads = piles("KS QH 7S 2D 2H 2S 5H 5C 3C 3S 3H 9D 9H")  # middle full house
    with pytest.raises(OracleError, match="foul at 0"):
        settle("shisanshui", [piles(FOUL), quads])
    table = settle("shisanshui", [piles(FOUL), quads], fouls="pay")
    assert table.net == [-4, 4]
    assert paid(table, "SSS-15") == [(0, 1, 4)]
    other = piles("AH KD KC JS 9S 7C 5D 4D TS 8H 6H 4H 6S")
    assert settle("shisanshui", [piles(FOUL), other], fouls="pay").net == [0, 0]


SUPREME = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
SUPREME_2 = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"
DRAGON = "2H 3S 4H 5S 6H 7S 8H 9S TH JS QH KS AH"
MIXED = "2S 3H 4S KH QS 9H 7H 6S 5H JH TS 8S AS"


def test_dragons() -> None:
    """SSS-18: 104 and 52 from each that is beaten, if all are."""
    ordinary = piles("2S 3H 5H 4S 6S 7H 9H JH TS QS KH AS 8S")
    assert settle("shisanshui", [special("supreme_dragon", SUPREME), ordinary]).net == [104, -104]
    assert settle("shisanshui", [special("dragon", SUPREME), ordinary]).net == [52, -52]
    table = settle("shisanshui", [special("supreme_dragon", SUPREME), special("dragon", DRAGON), ordinary])
    assert table.net == [104 + 104, -104 + 26, -104 - 26]  # the dragon does not beat all
    assert paid(table, "SSS-19") == [(1, 0, 52)]
    assert paid(table, "SSS-18") == [(1, 0, 52), (2, 0, 52)]


def test_declared_specials() -> None:
    """SSS-16, SSS-19: points, then place, then fewer jokers, else a push."""
    both = [special("supreme_dragon", SUPREME), special("supreme_dragon", SUPREME_2)]
    assert settle("shisanshui", both).net == [0, 0]
    ordinary = piles("2S 3H 5H 4S 6S 7H 9H JH TS QS KH AS 8S")
    assert settle("shisanshui", [*both, ordinary]).net == [52, 52, -104]  # neither beats all
    faked = special("supreme_dragon", SUPREME_2.replace("2D", "BJ"))
    assert settle("shisanshui", [both[0], faked, ordinary]).net == [208, -104 + 52, -104 - 52]
    # equal points: all_big over all_small over one_colour, as in the document
    big = special("all_big", "8C 8D 9C 9D TC TD JC JD QC QD KC KD AC")
    small = special("all_small", "2C 2D 2H 3D 3C 4C 4D 5C 5D 6C 6D 7C 8H")
    colour = special("one_colour", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")
    table = settle("shisanshui", [colour, small, big])
    assert table.net == [-20, 10 - 10, 20]
    # an ordinary hand pays once for each
    with pytest.raises(OracleError, match="illegal_play at 0"):
        settle("shisanshui", [special("six_pairs", SUPREME), ordinary])


def test_special_and_foul() -> None:
    """SSS-15: a special collects its points from a foul as from anyone."""
    table = settle("shisanshui", [special("three_flushes", SUPREME), piles(MIXED)], fouls="pay")
    assert table.net == [3, -3]
    assert paid(table, "SSS-17") == [(1, 0, 3)]


# ---- 比机 ------------------------------------------------------------------------------------------------------


def test_three_player_table() -> None:
    """The document's table: A > B > C, B > C > A, C > A > B."""
    players = [
        nine("AC KD 9H 3C 3D 4H 6D 7S 8S"),
        nine("AD QC 9S TC TD 7H 7C 6C 8D"),
        nine("KC JD 8H 9C 9D 8C JC QD KS"),
    ]
    table = settle("biji", players)
    assert table.net == [0, 0, 0]
    by_pot = [[t for t in table.transfers if t.to == pot] for pot in range(3)]
    assert [sorted((t.payer, t.amount) for t in pot) for pot in by_pot] == [
        [(1, 1), (2, 2)],
        [(0, 2), (2, 1)],
        [(0, 1), (1, 2)],
    ]
    assert {t.clause for t in table.transfers} == {"BJ-13"}
    doubled = settle("biji52", players)
    assert sorted(paid(doubled, "BJ-19")) == sorted((a, b, 2 * units) for a, b, units in paid(table, "BJ-13"))


def test_bonus_units() -> None:
    """BJ-14: with three players and base 1 the unit is 2; all_black earns 4, a double 8, a triple 12 in all."""
    others = [nine("AD QC 9S TD TH 7H 7C 6C 8D"), nine("KD JD 8H 9C 9D 8C JC QD KH")]
    black = nine("AC KS 2S 3C 3S 4S 4C 5C 6S")
    assert paid(settle("biji", [black, *others]), "BJ-15") == [(1, 0, 2), (2, 0, 2)]
    head = nine("2C 3C 4C 5D 6D 7D TH JH QH")
    others = [nine("AD QC 9S TC TD 7H 7C 6C 8D"), nine("KC JD 8H 9C 9D 8C JC QD KS")]
    table = settle("biji", [head, *others])
    assert paid(table, "BJ-16") == [(1, 0, 4), (2, 0, 4)]
    assert paid(table, "BJ-15") == [(1, 0, 2), (2, 0, 2)]  # it wins all three pots: sweep
    trips = nine("2C 2D 2H 5D 5H 5S AC AH AS")
    table = settle("biji", [trips, nine("KC QC 9S TC TD 7H 7C 6C 8D"), nine("KD JD 8H 9C 9D 8C JC QD KS")])
    assert paid(table, "BJ-17") == [(1, 0, 6), (2, 0, 6)]
    assert table.net[0] == 3 * 3 + 2 * 6 + 2 * 2


def test_quads_twice() -> None:
    """BJ-14 (D), and BJ-20: in biji52 only with the option, with its own unit 2b(n − 1)."""
    quads = nine("2C 5C KD 2D 2S 2H 5D 5H 5S")
    other = nine("AD QC 9S TC TD 7H 7C 6C 8D")
    assert paid(settle("biji", [quads, other]), "BJ-15") == [(1, 0, 1), (1, 0, 1)]
    assert paid(settle("biji52", [quads, other]), "BJ-15") == []
    assert paid(settle("biji52", [quads, other], bonuses=True), "BJ-15") == [(1, 0, 2), (1, 0, 2)]


def test_pots_refuse() -> None:
    """BJ-22: a wrong order; N-5: a card twice; too many players."""
    good = nine("AD QC 9S TC TD 7H 7C 6C 8D")
    with pytest.raises(OracleError, match="foul at 1"):
        settle("biji", [good, nine("3C 3D 4H AC KD 9H 4C 5C 6D")])
    with pytest.raises(OracleError, match="duplicate_card at 9"):
        settle("biji", [good, nine("AD KD 9H 3C 3D 4H 4C 5C 6D")])
    with pytest.raises(OracleError, match="wrong_count"):
        settle("biji", [good])


# ---- banker games ----------------------------------------------------------------------------------------------

BANK = piles("KS QC 7H AC JD 9H 5S 2C 3C 3D TS 8H 6H")
TWO_WINS = piles("AD 8C 2H 4C 4D 9C 7C 6C 5H 5C TC JC QD")  # head and tail or middle above the banker's


def test_banker() -> None:
    """BS-3, BS-4: two piles of three win the bet."""
    for game in ("baishisan", "shisanzhang"):
        table = settle(game, [BANK, TWO_WINS], banker=0, bets=[0, 70])
        assert table.net == [-70, 70]
        assert table.outcomes[1, 0] == (1, 1, 1)
        assert settle(game, [BANK, TWO_WINS], banker=1, bets=[70, 0]).net == [-70, 70]
        one_win = piles("AD 8C 2H AH 9C 7C 6C 4H 2D 2S TC JC QD")
        table = settle(game, [BANK, one_win], banker=0, bets=[0, 70])
        assert table.outcomes[1, 0] == (1, -1, -1)
        assert table.net == [70, -70]
        assert table.transfers[0].clause == "BS-3"


def test_banker_fouls() -> None:
    """BS-4 (D): a foul loses, and both fouling the player loses."""
    foul = piles("AD AH 2H KD 9C 7C 6C 5H 2D 2S TC JC QD")
    also = piles("4C 4D 4H QS JS 9D 7S 3H 8C 7D 6D 5C KH")
    assert settle("baishisan", [BANK, foul], banker=0, bets=[0, 5]).net == [5, -5]
    assert settle("baishisan", [foul, BANK], banker=0, bets=[0, 5]).net == [-5, 5]
    assert settle("baishisan", [foul, also], banker=0, bets=[0, 5]).net == [5, -5]
    assert paid(settle("baishisan", [foul, BANK], banker=0, bets=[0, 5]), "BS-4") == [(0, 1, 5)]


def test_banker_dragons() -> None:
    """BS-5: a dragon beats everything; of two the banker's stands."""
    dragon, other = special("dragon", SUPREME), special("dragon", SUPREME_2)
    hand = piles("2S 3H 5H 4S 6S 7H 9H JH TS QS KH AS 8S")
    assert settle("baishisan", [hand, dragon], banker=0, bets=[0, 5]).net == [-5, 5]
    assert settle("baishisan", [dragon, hand], banker=0, bets=[0, 5]).net == [5, -5]
    assert settle("baishisan", [dragon, other], banker=0, bets=[0, 5]).net == [5, -5]


def test_bet_limit() -> None:
    """BS-11: 3000 chips, three players, at most 1000; shisanzhang has no such limit."""
    third = piles("4H 3H 2D QS JS 9D 7D 4S 8S 8D KH 7S 5D")
    assert settle("baishisan", [BANK, TWO_WINS, third], banker=0, bets=[0, 1000, 1000], chips=3000)
    with pytest.raises(OracleError, match="bet_limit at 2"):
        settle("baishisan", [BANK, TWO_WINS, third], banker=0, bets=[0, 1000, 1001], chips=3000)
    assert settle("shisanzhang", [BANK, TWO_WINS, third], banker=0, bets=[0, 1000, 1001], chips=3000)
