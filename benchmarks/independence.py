"""How far the independence of a field is off: expected value against deals from the cards that are really unseen.

    python benchmarks/independence.py [--hands 300] [--deals 2000] [--seed 1] [--threads 1] [--jokers N] [GAME ...]

``objective="expected"`` draws opponents from a field as if they did not lack the cards of one's own hand nor each
other's; ``objective="simulate"`` deals them without. For random hands with no, one and two jokers this plays the TOP
best choices by expected value on the same deals, twice over: the first half of the deals chooses, the second judges, so
chance flatters nothing. A line is a kind of hand:

- mean: what simulation makes of the best choice, less its expected value, with the standard error of the mean;
- apart: the mean of the absolute difference. The noise of simulation is taken out of the mean square, by multiplying
  the differences of the two halves, and the mean is scaled alike;
- changed: the share of hands where both halves prefer the same other choice;
- lost: what the best choice by expected value earns less than the one that the first half prefers, by the second half,
  averaged over all hands.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

import lipai
from lipai._native.expected import deal_rows

CASES = {"shisanshui": 4, "biji": 4, "biji52": 4}
TOP = 8
JOKERS = 52
BLOCK = 200


class Played(NamedTuple):
    """One hand: the expected value of its best choice, and what each half of the deals makes of every choice."""

    expected: float
    first: np.ndarray
    second: np.ndarray


def hands_with(game: lipai.PileGame, jokers: int, n: int, seed: int) -> np.ndarray:
    """The first ``n`` dealt hands that hold so many jokers."""
    found: list[np.ndarray] = []
    start, dealt = 0, 1 << 14
    while sum(map(len, found)) < n:
        rows = np.empty((dealt, game.hand_size), dtype=np.uint8)
        deal_rows(game._tables, seed, start, 1, rows, 0, dealt)
        found.append(rows[(rows >= JOKERS).sum(axis=1) == jokers])
        start += dealt
    return np.concatenate(found)[:n]


def play(field: lipai.Field, hand: bytes, deals: int, seed: int) -> Played:
    """The best choices of a hand on two halves of the deals."""
    found = field.expected(hand, TOP)
    cards, says = b"".join(choice[0] for choice in found), bytes([choice[5] for choice in found])
    halves = []
    for half in range(2):
        sums = np.zeros(len(found))
        for start in range(0, deals // 2, BLOCK):
            some = min(BLOCK, deals // 2 - start)
            sums += [total for total, _ in field.simulate(cards, says, seed, half * (deals // 2) + start, some)]
        halves.append(sums / (deals // 2))
    return Played(found[0][2], *halves)


def error_of(values: np.ndarray) -> float:
    """Standard error of the mean."""
    return float(values.std(ddof=1) / len(values) ** 0.5)


def line(played: list[Played]) -> list[str]:
    """The figures of one kind of hand."""
    one = np.array([each.first[0] - each.expected for each in played])
    two = np.array([each.second[0] - each.expected for each in played])
    both = (one + two) / 2
    scale = (max(0.0, float((one * two).mean())) / float((both * both).mean())) ** 0.5
    lost = np.array([each.second[each.first.argmax()] - each.second[0] for each in played])
    changed = np.array([each.first.argmax() == each.second.argmax() != 0 for each in played])
    return [
        f"{both.mean():+.4f} ± {error_of(both):.4f}",
        f"{np.abs(both).mean() * scale:.4f}",
        f"{changed.mean():.1%}",
        f"{lost.mean():.4f} ± {error_of(lost):.4f}",
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(CASES)}; all by default")
    parser.add_argument("--hands", type=int, default=300, help="of each kind")
    parser.add_argument("--deals", type=int, default=2000, help="of each hand")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jokers", type=int, help="hands with so many only")
    options = parser.parse_args()
    if unknown := set(options.games) - set(CASES):
        parser.error(f"no such game here: {', '.join(sorted(unknown))}")
    print(f"{options.hands} hands of a kind, {options.deals} deals each, seed {options.seed}\n")
    print("| game, players | hands | mean | apart | changed | lost |\n|---|---|---|---|---|---|", flush=True)
    for name in options.games or CASES:
        game = lipai.game(name)
        field = game.field(CASES[name])
        for jokers in range(len(game.deck) - JOKERS + 1):
            if options.jokers not in (None, jokers):
                continue
            hands = hands_with(game, jokers, options.hands, options.seed)
            start = time.perf_counter()
            with ThreadPoolExecutor(options.threads) as pool:
                jobs = [
                    pool.submit(play, field, bytes(hand), options.deals, options.seed + 1 + i)
                    for i, hand in enumerate(hands)
                ]
                played = [job.result() for job in jobs]
            kind = ("natural", "one joker", "two jokers")[jokers] if len(game.deck) > JOKERS else "all"
            took = f"{time.perf_counter() - start:.0f} s"
            print(f"| {name}, {CASES[name]} | {kind} | {' | '.join(line(played))} |  <!-- {took} -->", flush=True)


if __name__ == "__main__":
    main()
