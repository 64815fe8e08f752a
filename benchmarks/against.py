"""What arranging by expected value earns against simpler players, on seat-rotated deals of shisanshui.

    python benchmarks/against.py [--deals 200000] [--start 0] [--players 4] [--seed 1] [--threads 1]

Each deal is played ``players`` times: in turn each seat arranges by expected value and the others all place

- strongest: the largest last pile, then the largest middle, then the largest first (SSS-20), or
- greedy: the best five cards last, the best five of the other eight in the middle, the rest first; among equal ones
  those that come first in a fixed order of the cards, the lowest first.

Since everybody holds every hand once, the luck of the deal cancels. Simpler players declare the best special that they
hold (SSS-16, SSS-25), or nobody declares, which is told apart. A figure is the mean net water of a deal with its
standard error over deals; the last column is how often the two ways to lay out a hand differ in strength.
"""

from __future__ import annotations

import argparse
import itertools
import time

import numpy as np

import lipai
from lipai._native.expected import deal_rows

BLOCK = 2_000
NOBODY = 255


def subsets(n: int, size: int) -> np.ndarray:
    """All subsets of ``n`` places, and what each leaves, side by side."""
    taken = np.array(list(itertools.combinations(range(n), size)))
    rest = np.array([[i for i in range(n) if i not in row] for row in taken.tolist()])
    return np.hstack([taken, rest])


def strongest_five(game: lipai.PileGame, cards: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each row the strongest five cards, and the rest."""
    piles = cards[:, ways[:, :5]]
    strengths = game.rank_many(np.ascontiguousarray(piles.reshape(-1, 5))).reshape(len(cards), len(ways))
    best = ways[strengths.argmax(axis=1)]
    return np.take_along_axis(cards, best[:, :5], axis=1), np.take_along_axis(cards, best[:, 5:], axis=1)


def greedy(game: lipai.PileGame, hands: np.ndarray) -> np.ndarray:
    """The piles of a greedy player, first to last."""
    of_thirteen, of_eight = subsets(13, 5), subsets(8, 5)
    parts = []
    for start in range(0, len(hands), BLOCK):
        last, rest = strongest_five(game, np.sort(hands[start : start + BLOCK], axis=1), of_thirteen)
        middle, first = strongest_five(game, rest, of_eight)
        parts.append(np.hstack([first, middle, last]))
    return np.concatenate(parts)


def strengths_of(game: lipai.PileGame, piles: np.ndarray) -> np.ndarray:
    """Strengths of the three piles of each row."""
    cut = (piles[:, :3], piles[:, 3:8], piles[:, 8:])
    return np.stack([game.rank_many(np.ascontiguousarray(pile)) for pile in cut], axis=1)


class Side:
    """How one kind of player lays every hand out, and what it declares."""

    def __init__(self, piles: np.ndarray, declared: np.ndarray) -> None:
        self.piles, self.declared = piles, declared


def rotated(game: lipai.PileGame, ours: Side, theirs: Side, players: int, threads: int) -> np.ndarray:
    """Our net of each deal, a mean over the seats."""
    total = np.zeros(len(ours.piles) // players)
    for seat in range(players):
        piles = theirs.piles.reshape(-1, players, game.hand_size).copy()
        declared = theirs.declared.reshape(-1, players).copy()
        piles[:, seat] = ours.piles.reshape(piles.shape)[:, seat]
        declared[:, seat] = ours.declared.reshape(declared.shape)[:, seat]
        total += game.settle_many(piles, declared=declared, threads=threads)[:, seat]
    return total / players


def report(name: str, net: np.ndarray, differ: str) -> None:
    """A line of the table."""
    print(f"| {name} | {net.mean():+.3f} ± {net.std(ddof=1) / len(net) ** 0.5:.3f} | {differ} |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--start", type=int, default=0, help="number of the first deal, to play them in parts")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    game = lipai.game("shisanshui")
    n, players, threads = options.deals, options.players, options.threads
    table = np.empty((n, players * game.hand_size), dtype=np.uint8)
    deal_rows(game._tables, options.seed, options.start, players, table, 0, n)
    hands = table.reshape(n * players, game.hand_size)
    found = game.arrange_many(hands, objective="expected", players=players, threads=threads)
    assert isinstance(found, lipai.ExpectedArrangements)
    nobody = np.full(len(hands), NOBODY, dtype=np.uint8)
    _, held = game.specials_many(hands)
    # without specials our arrangement must be one that could be laid out: what is shown for a special need not be legal
    plain = found.piles.copy()
    for i in np.flatnonzero(found.specials != NOBODY):
        choices = game.arrange(bytes(hands[i]), objective="expected", players=players, top=2)
        ordinary = next(choice for choice in choices if choice.special is None)
        plain[i] = [card for pile in ordinary.piles for card in pile]
    strongest = game.arrange_many(hands, objective="strongest", threads=threads).piles
    others = {"strongest": strongest, "greedy": greedy(game, hands)}
    strength = {name: strengths_of(game, piles) for name, piles in others.items()}
    apart = float((strength["strongest"] != strength["greedy"]).any(axis=1).mean())
    ours_apart = {name: float((strengths_of(game, plain) != strength[name]).any(axis=1).mean()) for name in others}
    print(f"{n} deals of {players} from number {options.start} on, each played from every seat, seed {options.seed}\n")
    print(f"| against {players - 1} players | net water a deal | laid out otherwise |\n|---|---|---|")
    for name, piles in others.items():
        net = rotated(game, Side(found.piles, found.specials), Side(piles, held), players, threads)
        report(f"{name}, who declare what they hold", net, f"{ours_apart[name]:.1%}")
        net = rotated(game, Side(plain, nobody), Side(piles, nobody), players, threads)
        report(f"{name}, nobody declares", net, f"{ours_apart[name]:.1%}")
    net = rotated(game, Side(others["strongest"], nobody), Side(others["greedy"], nobody), players, threads)
    report("strongest against greedy, nobody declares", net, f"{apart:.1%}")
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
