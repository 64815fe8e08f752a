"""The endgame solver against trying every line, in random small endgames with and without a play to beat."""

from __future__ import annotations

import random

import pytest

import lipai
from tests.oracle import climbing as oracle
from tests.oracle.climbing import Counts, Options, Reading
from tests.oracle.endgames import PASS, Endgame

ENDGAMES = 250
SEEDS = range(8)
# Hands as small as the oracle can search, and few ranks, so that there is something to combine.
CARDS = {2: 6, 3: 4}
RULES = {"doudizhu": Options(), "doudizhu-options": Options(distinct_wings=True, shuttle=True), "guanpai": Options()}
# What few random hands hold: hands of more cards that are parts of one long body, with wings and without.
LONG = ["333444555666", "3334445566", "33334444", "444455556677", "QQQQKKKK", "33445566", "34567899"]


def counts_of(cards: list[int]) -> Counts:
    return tuple(map(cards.count, range(len(oracle.RANKS))))


def apart(cards: Counts) -> str:
    """Bare ranks apart by spaces, so that none is taken for a suit."""
    return " ".join(oracle.write(cards))


def dealt(rng: random.Random, game: str, hands: int) -> tuple[list[Counts], list[int]]:
    """Hands of random cards, and the cards that are left."""
    lowest = rng.randrange(len(oracle.RANKS) - 6)
    ranks = range(lowest, lowest + 6) if rng.random() < 0.5 else rng.sample(range(len(oracle.RANKS)), 9)
    deck = [rank for rank in ranks for _ in range(oracle.DECKS[game][rank])]
    rng.shuffle(deck)
    found = []
    for _ in range(hands):
        size = min(rng.randint(1, CARDS[hands]), len(deck) - 1)
        found.append(counts_of([deck.pop() for _ in range(max(size, 1))]))
    return found, deck


def agree(endgame: Endgame, hands: list[Counts], turn: int, over: Reading | None, passes: int) -> str:
    """Compares one endgame; returns how it ends."""
    options = {"distinct_wings": endgame.options.distinct_wings, "shuttle": endgame.options.shuttle}
    game = lipai.game(endgame.game, **(options if endgame.game == "doudizhu" else {}))
    last = None
    if over is not None:
        cards = apart(tuple(map(int.__add__, over.body, over.kickers)))
        ranks = oracle.RANKS[over.rank]
        played = game.classify(cards).readings
        (last,) = [one for one in played if (one.kind, one.rank, one.length) == (over.kind, ranks, over.length)]
    wins = endgame.winning(tuple(hands), turn, over, passes)
    found = game.solve(list(map(apart, hands)), landlord=endgame.landlord, turn=turn, over=last, passes=passes)
    assert found.outcome == ("win" if wins else "loss")
    assert found.move in (wins or {None})
    assert found.limit is None
    if found.reading is None:
        assert found.move in (None, PASS)
    else:
        assert found.move == found.reading.cards
    return found.outcome


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", RULES)
def test_endgames(rules: str, seed: int) -> None:
    game, options = rules.partition("-")[0], RULES[rules]
    rng = random.Random(f"{rules} {seed}")
    seen: dict[str, int] = {}
    for _ in range(ENDGAMES):
        n = 2 if game == "guanpai" else rng.choice([2, 3])
        hands, rest = dealt(rng, game, n)
        endgame = Endgame(game, rng.randrange(n), options)
        over, passes = None, 0
        if rng.random() < 0.6:
            led = endgame.plays(counts_of(rng.sample(rest, min(len(rest), 8))), None)
            over, passes = rng.choice(led), rng.randrange(n - 1)
        outcome = agree(endgame, hands, rng.randrange(n), over, passes)
        seen[outcome] = seen.get(outcome, 0) + 1
    assert min(seen.values()) > ENDGAMES // 10  # both ends, or the test would say little
    assert len(seen) == 2


@pytest.mark.parametrize("text", LONG)
@pytest.mark.parametrize("rules", RULES)
def test_long_bodies(rules: str, text: str) -> None:
    """The leader can choose among readings (DDZ-8), and the follower has few cards to beat them with."""
    game, options = rules.partition("-")[0], RULES[rules]
    rng = random.Random(text)
    hand = oracle.read(text, game)
    left = [rank for rank, count in enumerate(oracle.DECKS[game]) for _ in range(count - hand[rank])]
    for _ in range(20):
        other = counts_of(rng.sample(left, rng.randint(1, 4)))
        agree(Endgame(game, 0, options), [hand, other], rng.randrange(2), None, 0)
