"""Specials and settlement through the public API: what comes back and what is refused."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import lipai
from lipai import (
    CardError,
    Declared,
    DuplicateCardError,
    HandSizeError,
    IllegalArrangementError,
    IllegalPlayError,
    LipaiError,
    NotInDeckError,
    PileGame,
    RulesError,
    TableError,
    Transfer,
)
from lipai._native.piles import isas
from tests.dealing import deal
from tests.oracle import specials as oracle

A = ["AS KD 9H", "7D 7C KS QH 6S", "8S 8H 5D 5C JS"]
B = ["AH KC 9C", "7S 7H KH QD 4D", "8D 8C 3D 3C JH"]
FOUL = ["AH AC AD", "9C 7S KH QD 4D", "8D 8C 3D 3C JH"]
PAIRS = "AC AD KH KC QC QD 9C 9D 6H 6C 3H 3C 2D"
DRAGON = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC"
BANK = ["KS QD 9H", "AS AD 9S 5C 3C", "KD KH KC 4S 2S"]
LOSER = ["AH QC JC", "TC TD JD 8C 7D", "7S 7H 8H 8S 2D"]
WINNER = ["QS TH 9C", "JS JH QH 6S 6D", "3S 3D 3H 2C 2H"]
WATERS, BANKER, POTS = "shisanshui", "baishisan", "biji"
POT_A, POT_B = ["2C 3C 4C", "5D 6D 7D", "TH JH QH"], ["AD QC 9S", "TC TD 7H", "7C 6C 8D"]


def codes(player: Any) -> list[int]:
    cards = player.hand if isinstance(player, Declared) else " ".join(player)
    return list(lipai.parse_cards(cards))


def table(*players: Any, n: int = 1) -> np.ndarray:
    return np.array([[codes(player) for player in players]] * n, dtype=np.uint8)


def seats_of(game: PileGame, row: np.ndarray) -> list[list[bytes]]:
    a, b, _ = game.pile_sizes
    return [[bytes(hand[:a]), bytes(hand[a : a + b]), bytes(hand[a + b :])] for hand in row]


def arranged_tables(game: PileGame, players: int, n: int, seed: int) -> np.ndarray:
    dealt = deal(game.deck, players * game.hand_size, n, seed=seed, jokers=0.3).reshape(-1, game.hand_size)
    return game.arrange_many(dealt).piles.reshape(n, players, game.hand_size)


def banker_of(game: PileGame) -> int | None:
    return 0 if game.rules["settlement"]["kind"] == "banker" else None


# ---- specials


def test_special() -> None:
    dragon, straights = lipai.game(WATERS).specials(DRAGON)
    assert (dragon.name, dragon.name_zh, dragon.points, dragon.multiple) == ("dragon", "一条龙", 26, None)
    assert (dragon.jokers, dragon.clause, dragon.piles) == (0, "SSS-24", None)
    assert dragon.text == "AC KS QH JD TC 9S 8H 7D 6C 5S 4H 3D 2C"
    assert straights.piles is not None
    assert sorted(card for pile in straights.piles for card in pile) == sorted(lipai.parse_cards(DRAGON))
    assert [len(pile) for pile in straights.piles] == [3, 5, 5]


def test_all_jokers_of_the_hand_stand_in() -> None:
    game = lipai.game(WATERS)
    (flushes,) = [s for s in game.specials("AS KS 9S 7S RJ TH 8H 6H 4H BJ QD JD 2D") if s.name == "three_flushes"]
    assert flushes.jokers == 2
    assert lipai.game(WATERS, jokers=0).specials(PAIRS)[0].jokers == 0


def test_the_three_straights_that_others_miss() -> None:
    (found,) = lipai.game(WATERS).specials("Jd 3c Qc Th 6c 4c 5c 2c Qs Kh Td Jc Ad")
    assert found.name == "three_straights"
    assert found.piles is not None
    middle, back = (lipai.game(WATERS).rank(pile) for pile in found.piles[1:])
    assert {middle.category, back.category} <= {"straight", "straight_flush"}
    assert middle.strength <= back.strength


def test_an_option_switches_a_special_on() -> None:
    hand = "2C 2D 2H 3C 3D 3H 4C 4D 5C 5D JC JD QS"
    assert lipai.game(WATERS).specials(hand) == ()
    (found,) = lipai.game(WATERS, double_full_house=True).specials(hand)
    assert (found.name, found.points, found.clause) == ("double_full_house", 6, "SSS-17")


def test_a_banker_dragon_has_no_points() -> None:
    (found,) = lipai.game(BANKER).specials(DRAGON)
    assert (found.name, found.points, found.multiple, found.clause) == ("dragon", None, None, "BS-5")


def test_bonuses() -> None:
    game = lipai.game(POTS)
    first, second = game.specials("2C 2D 2H 2S 5C 5D 5H 5S KH")
    assert (first.name, first.name_zh, first.multiple, first.points) == ("quads", "四张", 1, None)
    assert {lipai.format_cards(quads.cards[:4]) for quads in (first, second)} == {"5S 5H 5D 5C", "2S 2H 2D 2C"}
    hand = " ".join(POT_A)
    assert game.specials(hand) == ()
    (head,) = game.specials(hand, POT_A)
    assert (head.name, head.multiple, head.clause) == ("straight_flush_head", 2, "BJ-16")
    assert lipai.format_cards(head.cards) == hand
    assert lipai.game("biji52").specials(hand, POT_A) == ()
    assert [s.name for s in lipai.game("biji52", bonuses=True).specials(hand, POT_A)] == ["straight_flush_head"]


def test_a_batch_refuses_the_foul_that_a_single_hand_may_not_be() -> None:
    """BJ-16: a straight flush in the first pile of a foul earns nothing, so nobody is told that it would."""
    laid = [lipai.parse_cards(" ".join(piles)) for piles in (POT_A, [POT_A[1], POT_A[0], POT_A[2]])]
    rows = np.array(laid[:1] * 100_000 + laid, dtype=np.uint8)
    for game in (lipai.game(POTS), lipai.game("biji52", bonuses=True)):
        with pytest.raises(IllegalArrangementError, match=r"row 100001: the second is not larger.*BJ-1") as refused:
            game.specials_many(rows, arranged=True, threads=2)
        assert refused.value.position == 100_001
        game.specials_many(rows)
    lipai.game("biji52").specials_many(rows, arranged=True)  # no bonus is bound to it


def test_jokers_of_a_bonus_are_those_in_it() -> None:
    """BJ-10: a joker has no rank, so none is in four of one rank."""
    for hand, name, jokers in (
        ("2S 2C 3S 3C 4S 4C 5S 6S BJ", "all_black", 1),
        ("2C 2D 2H 2S 5C 6D 7H BJ RJ", "quads", 0),
    ):
        for found in (lipai.game(POTS).specials(hand), oracle.specials("biji", list(lipai.parse_cards(hand)))):
            assert [(each.name, each.jokers) for each in found] == [(name, jokers)]


def test_piles_that_are_not_the_hand() -> None:
    game = lipai.game(POTS)
    hand = " ".join(POT_A)
    with pytest.raises(CardError, match="KH in the third is not in the hand") as refused:
        game.specials(hand, [*POT_A[:2], "TH JH KH"])
    assert (refused.value.position, refused.value.value) == ((2, 2), "KH")
    with pytest.raises(IllegalArrangementError, match="the second is not larger than the first: BJ-1"):
        game.specials(hand, [POT_A[1], POT_A[0], POT_A[2]])
    with pytest.raises(HandSizeError):
        game.specials("AS KS", POT_A)
    with pytest.raises(CardError) as bad:
        game.specials(hand.replace("QH", "ZZ"))
    assert bad.value.position == 24
    with pytest.raises(NotInDeckError) as joker:
        lipai.game("biji52").specials(hand.replace("QH", "RJ"))
    assert joker.value.position == 24


def test_specials_many_is_specials(game: PileGame) -> None:
    hands = deal(game.deck, game.hand_size, 300, seed=3, jokers=0.4)
    held, best = game.specials_many(hands)
    assert (held.dtype, best.dtype) == (np.uint32, np.uint8)
    for hand, bits, number in zip(hands, held, best, strict=True):
        found = game.specials(bytes(hand))
        names = [name for k, name in enumerate(game.special_names) if bits >> k & 1]
        assert sorted(names) == sorted(special.name for special in found)
        assert (number == 255) == (not found)
        if found and game.hand_size == 13:
            assert game.special_names[number] == found[0].name
    for threads in (2, 5):
        again = game.specials_many(hands, threads=threads)
        assert (again.held == held).all()
        assert (again.best == best).all()


def test_specials_many_refuses() -> None:
    game = lipai.game(WATERS)
    hands = deal(game.deck, 13, 1000, seed=1)
    hands[900, 4] = hands[900, 2]
    for threads in (1, 4):
        with pytest.raises(DuplicateCardError) as refused:
            game.specials_many(hands, threads=threads)
        assert refused.value.position == (900, 4)
    with pytest.raises(HandSizeError):
        game.specials_many(hands[:, :9])
    with pytest.raises(TypeError):
        game.specials_many(hands.tolist())  # type: ignore[arg-type]


# ---- one table


def test_settlement() -> None:
    found = lipai.game(WATERS).settle([A, Declared("six_pairs", PAIRS)], base=2)
    assert found.net == (-6, 6)
    assert found.transfers == (Transfer(0, 1, 6, "SSS-17", "special", None, "six_pairs"),)
    assert found.categories == (("high_card", "pair", "two_pair"), None)
    assert found.outcomes == ((None, None), (None, None))
    assert found.places is None
    assert found.fouls == (False, False)


def test_pots() -> None:
    found = lipai.game(POTS).settle([POT_A, POT_B])
    assert found.net == (6, -6)
    assert found.places == ((1, 1, 1), (2, 2, 2))
    assert found.transfers[0] == Transfer(1, 0, 1, "BJ-13", "pot", 0)
    assert {(t.special, t.clause) for t in found.transfers if t.why == "bonus"} == {
        ("straight_flush_head", "BJ-16"),
        ("sweep", "BJ-15"),
    }


def test_banker() -> None:
    game = lipai.game(BANKER)
    found = game.settle([LOSER, BANK, WINNER], banker=1, bets=[10, 0, 30])
    assert found.net == (-10, -20, 30)
    assert (found.outcomes[2][1], found.outcomes[1][2]) == ((-1, 1, 1), (1, -1, -1))
    assert found.outcomes[0][2] is None
    assert game.settle([LOSER, BANK, WINNER], banker=1, base=10).net == (-10, 0, 10)


def test_an_arrangement_is_a_player_and_so_are_codes() -> None:
    game = lipai.game(WATERS)
    (arranged,) = game.arrange(" ".join(A), objective="strongest")
    assert game.settle([arranged, B]) == game.settle([list(arranged.text), B])
    as_codes = [bytes(lipai.parse_cards(pile)) for pile in A]
    as_lists = [pile.split() for pile in A]
    assert game.settle([as_codes, B]) == game.settle([as_lists, B]) == game.settle([A, B])


def test_fouls_that_stand() -> None:
    found = lipai.game(WATERS, fouls="pay").settle([A, FOUL])
    assert found.net == (3, -3)
    assert found.fouls == (False, True)
    assert [(t.why, t.clause) for t in found.transfers] == [("foul", "SSS-15")]
    foul = ["AS AD 9H", "KS QD 9S 5C 3C", "KD KH KC 4S 2S"]
    assert lipai.game(BANKER).settle([LOSER, foul], banker=0).net == (1, -1)


def test_values_can_be_pickled_and_not_changed() -> None:
    game = lipai.game(WATERS)
    found = game.settle([A, B])
    for value in (found, found.transfers[0], game.specials(DRAGON)[0], Declared("six_pairs", PAIRS)):
        assert pickle.loads(pickle.dumps(value)) == value
        with pytest.raises(AttributeError):
            setattr(value, value.__slots__[0], 1)
    assert pickle.loads(pickle.dumps(game)).settle([A, B]) == found


HUGE = 2**63
REFUSED: list[tuple[str, dict[str, Any], list[Any], dict[str, Any], type[Exception], Any, str | None, str]] = [
    # players
    (WATERS, {}, [A], {}, TableError, None, "players", "2 to 4 players, not 1"),
    (WATERS, {}, [A] * 5, {}, TableError, None, "players", "2 to 4 players, not 5"),
    (WATERS, {}, [], {}, TableError, None, "players", "not 0"),
    (POTS, {}, [POT_A] * 6, {}, TableError, None, "players", "2 to 5 players"),
    # cards
    (WATERS, {}, [A, [B[0], B[1], "8D 8C 3D 3C ZZ"]], {}, CardError, (1, 12), "players", "seat 1, the back.*ZZ"),
    (WATERS, {}, [A, [B[0], B[1], "8D8C3D3CZZ"]], {}, CardError, (1, 12), "players", "seat 1, the back.*ZZ"),
    (WATERS, {}, [A, [B[0], B[1], ["8D", "8C", "3D", "ZZ", "JH"]]], {}, CardError, (1, 11), "players", "ZZ"),
    (WATERS, {}, [[A[0], "7D 7C KS 7D 6S", A[2]], B], {}, DuplicateCardError, (0, 6), "players", "seat 0.*7D"),
    (WATERS, {}, [A, [B[0], B[1], "8D 8C 3D 3C 6S"]], {}, DuplicateCardError, (1, 12), "players", "seat 1.*6S"),
    (WATERS, {}, [A, [B[0], B[1], "8D 8C 3D 3C AH"]], {}, DuplicateCardError, (1, 12), "players", "seat 1.*AH"),
    (
        WATERS,
        {},
        [A, Declared("six_pairs", PAIRS.replace("2D", "7D"))],
        {},
        DuplicateCardError,
        (1, 12),
        "players",
        "7D",
    ),
    (WATERS, {"jokers": 0}, [A, [B[0], B[1], "8D 8C 3D 3C RJ"]], {}, NotInDeckError, (1, 12), "players", "RJ"),
    (
        WATERS,
        {},
        [A, [B[0], B[1][:-3], B[2]]],
        {},
        HandSizeError,
        (1, 3),
        "players",
        "seat 1, the middle: 5 cards, not 4",
    ),
    (WATERS, {}, [A, Declared("six_pairs", PAIRS[:-3])], {}, HandSizeError, (1, 0), "players", "13 cards, not 12"),
    # fouls and specials
    (WATERS, {}, [A, FOUL], {}, IllegalArrangementError, (1, 3), "players", "seat 1: the middle.*front: SSS-6"),
    (WATERS, {}, [[A[0], A[2], A[1]], B], {}, IllegalArrangementError, (0, 8), "players", "the back is smaller.*SSS-6"),
    (POTS, {}, [POT_A, POT_B[::-1]], {}, IllegalArrangementError, (1, 3), "players", "seat 1.*not larger than.*BJ-1"),
    (WATERS, {}, [Declared("dragon", PAIRS), A], {}, IllegalPlayError, (0, 0), "declared", "seat 0.*dragon: SSS-16"),
    (BANKER, {}, [A, Declared("dragon", PAIRS)], {"banker": 0}, IllegalPlayError, (1, 0), "declared", "dragon: BS-5"),
    (WATERS, {}, [Declared("drgon", PAIRS), A], {}, TableError, (0, 0), "declared", "'drgon'; there are three_flushes"),
    (WATERS, {}, [Declared("quads", PAIRS), A], {}, TableError, (0, 0), "declared", "special quads"),
    (BANKER, {}, [A, Declared("six_pairs", PAIRS)], {"banker": 0}, TableError, (1, 0), "declared", "six_pairs"),
    (POTS, {}, [POT_A, Declared("all_black", " ".join(POT_B))], {}, TableError, (1, 0), "declared", "all_black"),
    # base, banker, bets, chips
    (WATERS, {}, [A, B], {"base": 0}, TableError, None, "base", "at least 1, not 0"),
    (WATERS, {}, [A, B], {"base": 2**62}, TableError, None, "base", "too large"),
    (WATERS, {}, [A, B], {"base": HUGE}, TableError, None, "base", "base must be from"),
    (WATERS, {}, [A, B], {"banker": 0}, TableError, None, "banker", "no banker in this game"),
    (WATERS, {}, [A, B], {"bets": [0, 1]}, TableError, None, "bets", "no bets in this game"),
    (WATERS, {}, [A, B], {"chips": 1}, TableError, None, "chips", "no chips in this game"),
    (BANKER, {}, [BANK, LOSER], {}, TableError, None, "banker", "banker is missing"),
    (BANKER, {}, [BANK, LOSER], {"banker": 2}, TableError, None, "banker", "no seat 2.*0 to 1"),
    (BANKER, {}, [BANK, LOSER], {"banker": -1}, TableError, None, "banker", "no seat -1"),
    (BANKER, {}, [BANK, LOSER], {"banker": 0, "bets": [0]}, TableError, None, "bets", "each of 2 seats, not 1"),
    (
        BANKER,
        {},
        [BANK, LOSER],
        {"banker": 0, "bets": [1, 1]},
        TableError,
        (0, 0),
        "bets",
        "seat 0.*own bet is 0, not 1",
    ),
    (BANKER, {}, [BANK, LOSER], {"banker": 0, "bets": [0, -1]}, TableError, (1, 0), "bets", "seat 1.*below 0: -1"),
    (
        BANKER,
        {},
        [BANK, LOSER],
        {"banker": 0, "bets": [0, HUGE]},
        TableError,
        (1, 0),
        "bets",
        r"bets\[1\] must be from",
    ),
    (BANKER, {}, [BANK, LOSER], {"banker": 0, "bets": [0, HUGE - 1]}, TableError, (1, 0), "bets", "too large"),
    (BANKER, {}, [BANK, LOSER], {"banker": 0, "chips": -1}, TableError, None, "chips", "below 0: -1"),
    (
        *(BANKER, {}, [BANK, LOSER, WINNER], {"banker": 0, "bets": [0, 1000, 1001], "chips": 3000}),
        *(IllegalPlayError, (2, 0), "bets", "seat 2: a bet of 1001 is above the limit of 1000.*3000 chips.*BS-11"),
    ),
    (BANKER, {}, [BANK, LOSER], {"banker": 0, "base": 6, "chips": 11}, IllegalPlayError, (1, 0), "bets", "limit of 5"),
]


@pytest.mark.parametrize(("name", "options", "players", "arguments", "error", "position", "argument", "told"), REFUSED)
def test_refused(
    name: str,
    options: dict[str, Any],
    players: list[Any],
    arguments: dict[str, Any],
    error: type[LipaiError],
    position: tuple[int, int] | None,
    argument: str | None,
    told: str,
) -> None:
    with pytest.raises(error, match=told) as refused:
        lipai.game(name, **options).settle(players, **arguments)
    assert type(refused.value) is error
    assert isinstance(refused.value, ValueError)
    assert (refused.value.position, refused.value.argument) == (position, argument)


@pytest.mark.parametrize(
    ("players", "arguments"),
    [
        ("AS KS", {}),
        (5, {}),
        ([A, "AS KS QS"], {}),
        ([A, None], {}),
        ([A, A[:2]], {}),
        ([A, [None] * 3], {}),
        ([A, B], {"base": 1.5}),
        ([A, B], {"base": True}),
        ([A, B], {"base": "1"}),
        ([A, B], {"bets": "12"}),
        ([A, B], {"bets": [None, 1]}),
        ([A, B], {"banker": "0"}),
        ([A, B], {"chips": 1.0}),
    ],
)
def test_wrong_types(players: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        lipai.game(WATERS).settle(players, **arguments)


def test_rules_without_a_settlement(tmp_path: Any) -> None:
    path = tmp_path / "free.toml"
    text = 'extends = "shisanshui"\nid = "free"\nname = "无"\nsettlement = false\n'
    path.write_text(text + "[options]\ngun = false\nfouls = false\n", encoding="utf-8")
    game = lipai.game(path)
    assert game.rank("AS KS QS").category == "high_card"
    for call in (lambda: game.settle([A, B]), lambda: game.specials(DRAGON)):
        with pytest.raises(RulesError, match="free say nothing of it") as refused:
            call()
        assert refused.value.value == "settlement"


def test_pots_that_can_tie(tmp_path: Any) -> None:
    """A rule set of one's own in which two piles are equal: the pot has no order."""
    path = tmp_path / "ties.toml"
    text = 'extends = "biji52"\nid = "ties"\nname = "平"\n[category.high_card]\nties = ["ranks"]\n'
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match="equal piles in the first") as refused:
        lipai.game(path).settle([["AS KD JH", "3C 3D KC", "2C 2D 2H"], ["AH KS JS", "4C 4D 6C", "TC JC QC"]])
    assert refused.value.argument == "players"


# ---- many tables


def test_settle_many_is_settle(game: PileGame) -> None:
    rng = random.Random(4)
    fewest, most = game.players
    banker = banker_of(game)
    for players in range(fewest, most + 1):
        cards = arranged_tables(game, players, 40, seed=players)
        declared = np.full((40, players), 255, np.uint8)
        _, best = game.specials_many(cards.reshape(-1, game.hand_size))
        if game.hand_size == 13:
            chosen = best.reshape(40, players)
            declared = np.where(rng.random() < 0.7, chosen, declared).astype(np.uint8)
        bankers = None if banker is None else np.array([rng.randrange(players) for _ in range(40)])
        bets = None if bankers is None else np.array([[9 * (s != b) for s in range(players)] for b in bankers])
        chips = None if bankers is None else 50
        net = game.settle_many(cards, declared=declared, base=5, banker=bankers, bets=bets, chips=chips)
        assert (net.dtype, net.shape) == (np.int64, (40, players))
        assert not net.sum(axis=1).any()
        for i, row in enumerate(cards):
            seats: list[Any] = [
                seat if number == 255 else Declared(game.special_names[number], b"".join(seat))
                for seat, number in zip(seats_of(game, row), declared[i], strict=True)
            ]
            one = game.settle(
                seats,
                base=5,
                banker=None if bankers is None else int(bankers[i]),
                bets=None if bets is None else bets[i].tolist(),
                chips=chips,
            )
            assert one.net == tuple(net[i].tolist())
        for threads in (2, 7):
            again = game.settle_many(
                cards, declared=declared, base=5, banker=bankers, bets=bets, chips=chips, threads=threads
            )
            assert (again == net).all()


def test_settle_many_of_none(game: PileGame) -> None:
    none = np.zeros((0, 2, game.hand_size), np.uint8)
    assert game.settle_many(none, banker=banker_of(game)).shape == (0, 2)
    with pytest.raises(TableError, match="base"):
        game.settle_many(none, banker=banker_of(game), base=0)
    with pytest.raises(TableError, match="banker"):
        game.settle_many(none, banker=0 if banker_of(game) is None else None)


def test_settle_many_takes_any_layout() -> None:
    game = lipai.game(WATERS)
    cards = arranged_tables(game, 2, 10, seed=1)
    net = game.settle_many(cards)
    assert (game.settle_many(cards[::-1])[::-1] == net).all()
    assert (game.settle_many(np.asfortranarray(cards)) == net).all()
    cards.setflags(write=False)
    assert (game.settle_many(cards) == net).all()


def test_settle_many_names_the_first_bad_row() -> None:
    game = lipai.game(WATERS)
    cards = np.repeat(table(A, B), 300_000, axis=0)
    cards[200_000, 1, 12] = cards[200_000, 0, 3]
    cards[290_000, 0, 0] = 99
    for threads in (1, 4):
        with pytest.raises(DuplicateCardError, match="row 200000, seat 1, the back: 7D") as refused:
            game.settle_many(cards, threads=threads)
        assert (refused.value.position, refused.value.value) == ((200_000, 1, 12), cards[200_000, 0, 3])
    cards = table(A, B, n=5)
    cards[3, 0, 0] = 99
    with pytest.raises(CardError, match="row 3, seat 0, the front: no such card: 99") as bad:
        game.settle_many(cards)
    assert bad.value.position == (3, 0, 0)
    cards = np.concatenate([table(A, B), table(A, FOUL)])
    with pytest.raises(IllegalArrangementError, match=r"row 1, seat 1: the middle is smaller.*SSS-6") as foul:
        game.settle_many(cards)
    assert foul.value.position == (1, 1, 3)
    declared = np.array([[255, 255], [255, game.special_names.index("six_pairs")]], np.uint8)
    with pytest.raises(IllegalPlayError, match=r"row 1, seat 1.*six_pairs") as play:
        game.settle_many(table(A, B, n=2), declared=declared)
    assert play.value.position == (1, 1, 0)
    with pytest.raises(TableError, match=r"row 0, seat 0.*number 77"):
        game.settle_many(table(A, B), declared=np.array([[77, 255]], np.uint8))


def test_settle_many_of_a_banker_refuses() -> None:
    game = lipai.game(BANKER)
    cards = table(BANK, LOSER, n=3)
    bets = np.array([[0, 10]] * 3)
    with pytest.raises(TableError, match="row 1, no seat 2") as banker:
        game.settle_many(cards, banker=np.array([0, 2, 0]), bets=bets)
    assert banker.value.position == (1,)
    with pytest.raises(TableError, match="no seat 300"):
        game.settle_many(cards, banker=300)
    with pytest.raises(IllegalPlayError, match=r"row 2, seat 1: a bet of 10 is above the limit of 9.*BS-11") as limit:
        game.settle_many(cards, banker=0, bets=bets, chips=np.array([20, 20, 19]))
    assert limit.value.position == (2, 1, 0)
    with pytest.raises(TableError, match="row 1, the banker's chips") as chips:
        game.settle_many(cards, banker=0, bets=bets, chips=np.array([20, -20, 19]))
    assert chips.value.position == (1,)
    bets[1] = (3, 10)
    with pytest.raises(TableError, match="row 1, seat 0: the banker's own bet") as own:
        game.settle_many(cards, banker=0, bets=bets)
    assert own.value.position == (1, 0, 0)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"cards": [[codes(A), codes(B)]]}, TypeError),
        ({"cards": table(A, B).astype(np.int64)}, TypeError),
        ({"cards": table(A, B)[0]}, ValueError),
        ({"cards": table(A, B)[:, :, :12]}, HandSizeError),
        ({"cards": table(A)}, TableError),
        ({"cards": table(A, B)[:, :0]}, TableError),
        ({"declared": np.full((2, 2), 255, np.uint8)}, ValueError),
        ({"declared": np.full((1, 2), 255, np.int64)}, TypeError),
        ({"declared": [[255, 255]]}, TypeError),
        ({"base": 1.5}, TypeError),
        ({"base": HUGE}, TableError),
        ({"banker": 0}, TableError),
        ({"banker": np.zeros(2, np.int64)}, ValueError),
        ({"banker": np.zeros(1)}, TypeError),
        ({"banker": [0]}, TypeError),
        ({"bets": [[0, 1]]}, TypeError),
        ({"bets": np.zeros((1, 3), np.int64)}, ValueError),
        ({"bets": np.full((1, 2), HUGE, np.uint64)}, TableError),
        ({"chips": np.zeros((1, 1), np.int64)}, ValueError),
        ({"threads": 0}, ValueError),
        ({"threads": True}, TypeError),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_arrays(change: dict[str, Any], error: type[Exception]) -> None:
    arguments = {"cards": table(A, B), **change}
    cards = arguments.pop("cards")
    with pytest.raises(error):
        lipai.game(WATERS).settle_many(cards, **arguments)


@pytest.mark.parametrize("isa", isas())
@pytest.mark.parametrize("name", lipai.games("piles"))
def test_every_instruction_set_settles_alike(name: str, isa: str) -> None:
    plain, game = lipai.game(name), lipai.game(name).with_isa(isa)
    cards = arranged_tables(plain, plain.players[0], 500, seed=6)
    banker = banker_of(plain)
    assert (game.settle_many(cards, banker=banker) == plain.settle_many(cards, banker=banker)).all()
