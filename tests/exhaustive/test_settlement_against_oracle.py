"""Specials and settlement of the C core against the oracle: random hands and tables, biased to what is rare."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lipai import games
from tests.exhaustive.settlement_core import Core, Refused
from tests.oracle import specials as oracle_specials
from tests.oracle.piles import rank_key, strongest
from tests.oracle.settlement import PLAYERS, settle
from tests.oracle.shapes import Key
from tests.oracle.specials import ORDER, best, ranking, specials
from tests.oracle.text import OracleError

NONE = 255
HANDS, TABLES, BLOCKS = 100, 100, 4  # a variant's tests in as many blocks, so that workers share them
SIZES = {"biji": (3, 3, 3), "biji52": (3, 3, 3)}
VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("shisanshui", {}),
    ("shisanshui", {"gun": "plus_one", "fouls": "pay", "double_full_house": True}),
    ("shisanshui", {"jokers": 0, "fouls": "pay"}),
    ("shisanshui", {"wheel": "low"}),
    ("biji", {}),
    ("biji", {"joker_pair": "highest"}),
    ("biji", {"joker_pair": "none"}),
    ("biji52", {}),
    ("biji52", {"bonuses": True}),
    ("baishisan", {}),
    ("baishisan", {"dragon": "3-A"}),
    ("shisanzhang", {}),
)
VARIANTS += tuple((game, {}) for game in games("piles") if (game, {}) not in VARIANTS)
ids = ["-".join([game, *(f"{k}={v}" for k, v in options.items())]) for game, options in VARIANTS]


# ---- hands near every special --------------------------------------------------------------------------------------


def pick(rng: random.Random, cards: list[int], n: int) -> list[int]:
    return rng.sample(cards, min(n, len(cards)))


def of_ranks(ranks: list[int], suits: str = "0123") -> list[int]:
    return [rank * 4 + int(suit) for rank in ranks for suit in suits]


def runs(rng: random.Random, one_suit: bool) -> list[int]:
    """Cards of three runs, each card of any suit that is free or all of one."""
    hand: list[int] = []
    for length in (5, 5, 3):
        low = rng.randrange(-1, 14 - length)
        suit = rng.randrange(4)
        for rank in range(low, low + length):
            suits = [suit] if one_suit else rng.sample(range(4), 4)
            free = [rank % 13 * 4 + s for s in suits if rank % 13 * 4 + s not in hand]
            hand += free[:1]
    return hand


def groups(rng: random.Random, sizes: tuple[int, ...]) -> list[int]:
    """Groups of these sizes; a rank may serve for more than one, as far as it has cards."""
    hand: list[int] = []
    for size in sizes:
        rank = rng.randrange(13)
        free = [card for card in of_ranks([rank]) if card not in hand]
        hand += pick(rng, free, size)
    return hand


def suits_of(rng: random.Random, n: int) -> list[int]:
    return of_ranks(list(range(13)), "".join(rng.sample("0123", n)))


def some_hand(rng: random.Random) -> list[int]:
    """Natural cards near some special, at most thirteen of them."""
    kind = rng.randrange(13)
    if kind == 0:
        return pick(rng, list(range(52)), 13)
    if kind == 1:
        return pick(rng, suits_of(rng, 3), 13)
    if kind == 2:
        return pick(rng, suits_of(rng, rng.choice((1, 2, 2))), 13)
    if kind in (3, 4):
        return runs(rng, kind == 4)
    if kind == 5:
        return pick(rng, of_ranks(list(range(6, 13))), 13)
    if kind == 6:
        return pick(rng, of_ranks(list(range(7))), 13)
    if kind == 7:
        return pick(rng, of_ranks(list(range(9, 13))), 13)
    if kind == 8:
        suit, others = rng.randrange(4), rng.choice((0, 0, 1, 4))
        return [rank * 4 + (suit + rng.randrange(4) * (rng.randrange(4) < others)) % 4 for rank in range(13)]
    if kind == 9:
        return pick(rng, of_ranks(rng.sample(range(13), 7)), 13)
    if kind == 10:  # three suits shared out in whole piles
        a, b, c = rng.sample(range(4), 3)
        counts = rng.choice(((3, 5, 5), (3, 10, 0), (8, 5, 0)))
        return [r * 4 + s for s, n in zip((a, b, c), counts, strict=True) for r in rng.sample(range(13), n)]
    return groups(
        rng, rng.choice(((2,) * 6 + (1,), (3,) + (2,) * 5, (3, 3, 3, 3, 1), (4, 4, 4, 1), (3, 3, 2, 2, 2, 1)))
    )


def rare_hand(rng: random.Random, taken: set[int], jokers: int) -> list[int]:
    """A hand of thirteen near some special out of the cards that are left: up to ``jokers`` jokers, then random cards
    for what is missing and for a card or two put out of place."""
    hand = [card for card in dict.fromkeys(some_hand(rng)) if card not in taken]
    rng.shuffle(hand)
    del hand[13 - rng.randint(0, jokers) - rng.choice((0, 0, 0, 1)) :]
    free_jokers = [card for card in (52, 53) if card not in taken]
    hand += pick(rng, free_jokers, rng.randint(0, jokers))
    del hand[13:]
    hand += pick(rng, [card for card in range(52) if card not in taken and card not in hand], 13 - len(hand))
    rng.shuffle(hand)
    return hand


# ---- specials ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(2 * BLOCKS))
def test_specials_of_thirteen_cards(block: int) -> None:
    rng = random.Random(block)
    core = Core("shisanshui", double_full_house=True)
    plain = Core("shisanshui")
    for _ in range(HANDS):
        hand = rare_hand(rng, set(), 2)
        found = specials("shisanshui", hand, double_full_house=True)
        names, best_name = core.specials(hand)
        assert names == [special.name for special in found], hand
        expected = best(found)
        assert best_name == (expected.name if expected else None)
        assert plain.specials(hand)[0] == [s.name for s in specials("shisanshui", hand)]
        for name in names:
            check_shown(name, hand, core.show(hand, name))
        for name in set(ORDER) - set(names):
            with pytest.raises(Refused) as refused:
                core.show(hand, name)
            assert (refused.value.status, refused.value.fault) == ("play", "special_not_held")


def one_rank(cards: list[int]) -> bool:
    return len({card // 4 for card in cards if card < 52}) <= 1


GROUPS = {
    "six_pairs": (2, 2, 2, 2, 2, 2, 1),
    "five_pairs_trips": (3, 2, 2, 2, 2, 2),
    "four_trips": (3, 3, 3, 3, 1),
    "double_full_house": (3, 3, 2, 2, 2, 1),
    "three_quads": (4, 4, 4, 1),
}
PILES = {
    "three_flushes": oracle_specials.one_suit,
    "three_straights": oracle_specials.is_straight,
    "three_straight_flushes": oracle_specials.is_straight_flush,
}


def cut(cards: list[int], sizes: tuple[int, ...]) -> list[list[int]]:
    ends = np.cumsum(sizes).tolist()
    return [cards[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def check_shown(name: str, hand: list[int], shown: list[int]) -> None:
    assert sorted(shown) == sorted(hand)
    if name in GROUPS:
        assert all(one_rank(group) for group in cut(shown, GROUPS[name])), (name, shown)
    if name in PILES:
        front, middle, back = cut(shown, (3, 5, 5))
        assert all(PILES[name](pile) for pile in (front, middle, back)), (name, shown)
        assert rank_key("shisanshui", middle) <= rank_key("shisanshui", back)
    if "dragon" in name:
        assert all(card >= 52 or card // 4 == 12 - place for place, card in enumerate(shown)), shown


def test_frequencies() -> None:
    """Shares of random 52-card hands: as counted in 20 million of them elsewhere; six pairs, quads as two, exactly."""
    rng = np.random.default_rng(8)
    n = 400_000
    hands = np.argpartition(rng.random((n, 52), dtype=np.float32), 13, axis=1)[:, :13].astype(np.uint8)
    held, _ = Core("shisanshui", jokers=0).specials_many(hands)
    shares = {name: float((held >> ORDER.index(name) & 1).mean()) for name in ORDER}
    for name, share in {
        "three_flushes": 0.0090,
        "six_pairs": 2_856_863_152 / 635_013_559_600,
        "three_straights": 0.0032,
    }.items():
        assert abs(shares[name] - share) < 5 * (share / n) ** 0.5, (name, shares[name])


def names_held(*arguments: Any, **options: Any) -> list[str]:
    return [special.name for special in specials(*arguments, **options)]


def told(names: Callable[..., list[str]], *arguments: Any, **options: Any) -> list[str] | str:
    """What is held, sorted, or how that is refused."""
    try:
        return sorted(names(*arguments, **options))
    except (OracleError, Refused) as error:
        return error.kind if isinstance(error, OracleError) else error.fault


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=ids)
def test_specials_of_other_games(game: str, options: dict[str, object]) -> None:
    if game == "shisanshui":
        pytest.skip("above")
    rng = random.Random(5)
    core = Core(game, **options)
    for _ in range(3000):
        piles = cut(some_table(rng, game, options, 1)[0], SIZES.get(game, (3, 5, 5)))
        hand = [card for pile in piles for card in pile]
        for arranged in (None, piles):
            want = told(names_held, game, hand, arranged, **options)
            assert told(core.names, hand, arranged is not None) == want, hand


# ---- tables --------------------------------------------------------------------------------------------------------


def three_ranks(rng: random.Random) -> range:
    low = rng.randrange(-1, 11)
    return range(low, low + 3)


def nine_cards(rng: random.Random, taken: set[int]) -> list[int]:
    kind = rng.randrange(8)
    if kind == 0:
        cards = suits_of(rng, 2)
    elif kind == 7:  # three straight flushes, in order: the first is one (BJ-16)
        cards = [rank % 13 * 4 + suit for suit in rng.sample(range(4), 3) for rank in three_ranks(rng)]
        return [card for card in cards if card not in taken]
    elif kind == 1:
        cards = [card for card in range(52) if card % 4 in (1, 2)] + [53]
    elif kind == 2:
        cards = [card for card in range(52) if card % 4 in (0, 3)] + [52]
    elif kind == 3:
        low = rng.randrange(-1, 5)
        cards = [rank % 13 * 4 + rng.randrange(4) for rank in range(low, low + 9)]
    elif kind == 4:
        cards = of_ranks(rng.sample(range(13), 3))
    elif kind == 5:
        cards = [*groups(rng, rng.choice(((4, 4, 1), (3, 3, 3), (4, 2, 2)))), 52, 53]
    else:
        cards = list(range(54))
    free = [card for card in dict.fromkeys(cards) if card not in taken]
    return pick(rng, free, 9)


def some_table(rng: random.Random, game: str, options: dict[str, object], players: int) -> list[list[int]]:
    """Hands without a card in common; each laid out as it comes, sorted by its piles in most cases."""
    taken: set[int] = set()
    hands = []
    jokers = game == "biji" or (game == "shisanshui" and options.get("jokers", 2) == 2)
    if not jokers:
        taken |= {52, 53}
    for _ in range(players):
        hand = nine_cards(rng, taken) if game in SIZES else rare_hand(rng, taken, 2 if jokers else 0)
        size = sum(SIZES.get(game, (3, 5, 5)))
        hand = hand[:size]
        hand += pick(rng, [c for c in range(54) if c not in taken and c not in hand], size - len(hand))
        taken |= set(hand)
        hands.append(hand)
    return hands


def lay(rng: random.Random, game: str, options: dict[str, object], hand: list[int]) -> list[list[int]]:
    """A split: for games of nine legal; else the random one, a sorted one, one with a strong front, legal or not."""
    rules = ranking(game, options)
    if game in SIZES:
        piles = cut(hand, (3, 3, 3))
        if rng.random() < 0.5:
            piles = cut(sorted(hand, key=lambda c: (c % 4, c) if rng.random() < 0.5 else (c // 4, c)), (3, 3, 3))
        return sorted(piles, key=lambda pile: rank_key(game, pile, **rules))
    kind = rng.random()
    if kind < 0.02:
        return [list(pile) for pile in strongest(game, hand, **rules)[0]]
    ordered = sorted(hand, key=lambda c: (c % 4, c) if kind < 0.35 else (c // 4, c))
    if kind > 0.75:
        ordered = hand
    start = rng.choice((0, 0, 5, 10))
    front = ordered[start : start + 3]
    rest = [card for card in ordered if card not in front]
    fives = sorted((rest[:5], rest[5:]), key=lambda pile: rank_key(game, pile, **rules))
    return [front, *fives]


def declare(rng: random.Random, game: str, options: dict[str, object], hand: list[int]) -> str | None:
    if game in SIZES or rng.random() < 0.4:
        return None
    held = specials(game, hand, **options)
    return rng.choice(held).name if held else None


def flatten(piles: list[list[int]]) -> list[int]:
    return [card for pile in piles for card in pile]


def index(name: str | None) -> int:
    return NONE if name is None else ORDER.index(name)


EXPECTED_FAULT = {  # how the oracle's refusals look from the core
    "foul": ("arrangement", "foul"),
    "illegal_play": ("play", "special_not_held"),
    "bet_limit": ("play", "bet_limit"),
}


def attempt(
    game: str, players: list, base: int, banker: int | None, bets: list | None, chips: int | None, options: dict
):
    """What the oracle refuses with, or the settlement."""
    try:
        return None, settle(game, players, base, banker, bets, chips, **options)
    except OracleError as error:
        return error, None


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=ids)
def test_tables(game: str, options: dict[str, object], block: int) -> None:
    rng = random.Random(f"{game}{options}{block}")
    core = Core(game, **options)
    least, most = PLAYERS[game]
    batches: dict[int, list[tuple]] = {}
    for _ in range(TABLES):
        count = rng.randint(least, most)
        players, cards, declared = [], [], []
        for hand in some_table(rng, game, options, count):
            special = declare(rng, game, options, hand)
            piles = lay(rng, game, options, hand)
            players.append({"special": special, "hand": hand} if special else {"piles": piles})
            cards.append(hand if special else flatten(piles))
            declared.append(index(special))
        banker = rng.randrange(count) if game in ("baishisan", "shisanzhang") else None
        bets = None if banker is None else [0 if s == banker else rng.randint(0, 50) for s in range(count)]
        chips = None if banker is None else rng.randint(30 * count, 70 * count)
        base = rng.choice((1, 1, 7))
        error, want = attempt(game, players, base, banker, bets, chips, options)
        if error is not None:
            with pytest.raises(Refused) as refused:
                core.settle(cards, declared, base, banker, bets, chips)
            assert (refused.value.status, refused.value.fault) == EXPECTED_FAULT[error.kind]
            assert refused.value.place // core.size == error.position
            continue
        net, transfers, outcomes = core.settle(cards, declared, base, banker, bets, chips)
        assert net == want.net, (players, transfers, want.transfers)
        assert sorted(transfers) == sorted(map(tuple, want.transfers))
        assert outcomes == want.outcomes
        assert sum(net) == 0
        batches.setdefault(count, []).append((cards, declared, base, banker, bets, chips, net))
    assert sum(map(len, batches.values())) > TABLES // 20
    for rows in batches.values():
        check_batch(core, rows)


def check_batch(core: Core, rows: list[tuple]) -> None:
    """The same tables at once: with base 1 where there are no bets."""
    cards, declared, base, banker, bets, chips, net = (list(column) for column in zip(*rows, strict=True))
    if banker[0] is None:
        found = core.settle_many(np.array(cards), np.array(declared))
        assert (found * np.array(base)[:, None]).tolist() == net
    else:
        found = core.settle_many(
            np.array(cards), np.array(declared), 1, np.array(banker), np.array(bets), np.array(chips)
        )
        assert found.tolist() == net


def test_pushes() -> None:
    """Hands of the same ranks in other suits, a few cards apart: pushes, run-overs and guns (SSS-3, SSS-13)."""
    rng = random.Random(17)
    core, plus_one = Core("shisanshui"), Core("shisanshui", gun="plus_one")
    rows, nets, reasons = [], [], set()
    while len(rows) < TABLES:
        laid = lay(rng, "shisanshui", {}, pick(rng, [card for card in range(52) if card % 4 < 2], 13))
        mirrored = [[card + 2 for card in pile] for pile in laid]
        used = flatten(laid) + flatten(mirrored)
        for _ in range(rng.randrange(4)):
            pile = rng.choice(mirrored)
            pile[rng.randrange(len(pile))] = rng.choice([card for card in range(54) if card not in used])
            used += pile
        players = [{"piles": piles} for piles in (laid, mirrored)]
        error, want = attempt("shisanshui", players, 1, None, None, None, {})
        if error is not None:
            continue
        rows.append([flatten(laid), flatten(mirrored)])
        nets.append(want.net)
        reasons |= {transfer.why for transfer in want.transfers}
        found = core.settle(rows[-1])
        assert (found[0], sorted(found[1]), found[2]) == (want.net, sorted(map(tuple, want.transfers)), want.outcomes)
        assert plus_one.settle(rows[-1])[0] == settle("shisanshui", players, gun="plus_one").net
    assert reasons == {"pile", "run_over", "gun"}
    assert core.settle_many(np.array(rows)).tolist() == nets


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"gun": "plus_one"}, {"jokers": 0}], ids=str)
def test_plain_tables(options: dict[str, object], players: int) -> None:
    """Tables as players lay them, where the batch takes its short way, home runs among them."""
    rng = random.Random(players)
    core = Core("shisanshui", **options)
    rules = ranking("shisanshui", options)

    def key(pile: list[int]) -> Key:
        return rank_key("shisanshui", pile, **rules)

    rows = []
    while len(rows) < TABLES:
        deck = list(range(52 if options.get("jokers") == 0 else 54))
        rng.shuffle(deck)
        laid = []
        for seat in range(players):
            hand = sorted(deck[13 * seat : 13 * seat + 13])
            back = max((rng.sample(hand, 5) for _ in range(20)), key=key)
            rest = [card for card in hand if card not in back]
            laid.append([rest[:3], *sorted((rest[3:], back), key=key)])
        try:
            want = settle("shisanshui", [{"piles": piles} for piles in laid], **options)
        except OracleError:
            continue
        net, transfers, _ = core.settle([flatten(p) for p in laid])
        assert net == want.net
        assert sorted(transfers) == sorted(map(tuple, want.transfers))
        rows.append(([flatten(p) for p in laid], want.net))
    assert core.settle_many(np.array([row[0] for row in rows])).tolist() == [row[1] for row in rows]
