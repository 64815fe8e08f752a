"""Blocks of pile games in the core: deals, arrangements and settlement of thousands of tables at a time.

What comes out is, to the last count, what the referee's deals give with the same players; only where a special is
declared is a table settled one by one, for what it is paid for.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lipai._native.expected import deal_rows
from lipai.piles import Declared, ExpectedArrangements, PileGame
from lipai.referee.piles import FIRST, dealt, events_of, turn_of
from lipai.referee.stream import BESIDE
from lipai.simulate.tally import Moments, Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_SPECIAL: Final = 255


def run(
    game: PileGame, players: tuple[str, ...], seed: int, base: int, first: int, stop: int
) -> tuple[Tally, dict[str, NDArray[np.int64]]]:
    """The tally of deals ``first`` up to ``stop``, and what each seat and each role won, deal by deal."""
    n, seats, size = stop - first, len(players), game.hand_size
    draw = below(seats, seed, np.arange(first, stop, dtype=np.uint64), FIRST)
    cards, banker = _deal(game, seats, seed, first, n, draw), draw if game.has_banker else None
    piles = np.empty_like(cards)
    strengths = np.empty((n, seats, 3), dtype=np.uint16)
    declared = np.full((n, seats), NO_SPECIAL, dtype=np.uint8)
    for name in dict.fromkeys(players):
        at = [seat for seat, each in enumerate(players) if each == name]
        for role, rows in _roles(banker, at, n):
            hands = cards[:, at].reshape(-1, size) if rows is None else cards[rows]
            laid, ranks, says = _arranged(game, name, hands, seats, role)
            if rows is None:
                piles[:, at] = laid.reshape(n, len(at), size)
                strengths[:, at] = ranks.reshape(n, len(at), 3)
                declared[:, at] = says.reshape(n, len(at))
            else:
                piles[rows], strengths[rows], declared[rows] = laid, ranks, says
    nets = game.settle_many(piles, declared=declared, base=base, banker=banker)
    of_seats = {f"seat {seat}": nets[:, seat] for seat in range(seats)}
    of_roles = {}
    if banker is not None:
        bank = nets[np.arange(n), banker]
        of_roles = {"banker": bank, "player": -bank}
    tally = Tally(n, list(map(_moments, of_seats.values())), {role: _moments(each) for role, each in of_roles.items()})
    tally.event("outcome:settled", n, n, n)
    plain = (declared == NO_SPECIAL).all(axis=1)
    _count(tally, game, piles[plain], strengths[plain])
    for row in np.flatnonzero(~plain).tolist():
        _count_one(tally, game, piles[row], declared[row], None if banker is None else int(banker[row]))
    return tally, of_seats | of_roles


def below(n: int, seed: int, deals: NDArray[np.uint64], i: int) -> NDArray[np.uint8]:
    """``Stream.below`` of many deals."""
    golden, mask = 0x9E3779B97F4A7C15, (1 << 64) - 1
    with np.errstate(over="ignore"):
        seeded = _scramble(np.array([seed + golden & mask], dtype=np.uint64))
        key = _scramble(seeded ^ (deals * np.uint64(0xD1342543DE82EF95) + np.uint64(1)))
        word = _scramble(key + np.uint64((BESIDE + i) * golden & mask))
        return ((word >> np.uint64(32)) * np.uint64(n) >> np.uint64(32)).astype(np.uint8)


def _scramble(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _deal(game: PileGame, seats: int, seed: int, first: int, n: int, starts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The hands of n deals, uint8[n, seats, cards], dealt as the referee deals them."""
    size = game.hand_size
    flat = np.empty((n, seats * size), dtype=np.uint8)
    deal_rows(game._tables, seed, first, seats, flat, 0, n)
    if game._rules.dealing is None:
        return flat.reshape(n, seats, size)
    turn = turn_of(game, seats, np.arange(seats), starts[:, None].astype(np.int64))
    return np.take_along_axis(flat[:, dealt(game, seats)], turn[:, :, None], axis=1)


def _roles(banker: NDArray[np.uint8] | None, at: list[int], n: int) -> list[tuple[str | None, Any]]:
    """The hands of some seats by role: (role, what picks them), the latter None for all of them."""
    if banker is None:
        return [(None, None)]
    mine = np.zeros((n, max(at) + 1), dtype=bool)
    mine[:, at] = True
    is_banker = np.arange(mine.shape[1]) == banker[:, None]
    return [(role, np.nonzero(mine & which)) for role, which in (("banker", is_banker), ("player", ~is_banker))]


def _arranged(
    game: PileGame, name: str, hands: NDArray[np.uint8], seats: int, role: str | None
) -> tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint8]]:
    """Piles, strengths and declared specials of hands that a player lays out."""
    says = np.full(len(hands), NO_SPECIAL, dtype=np.uint8)
    if not len(hands):
        return hands, np.empty((0, 3), dtype=np.uint16), says
    if name == "best" and game.default_objective(seats, role) == "expected":
        found = game.arrange_many(hands, objective="expected", players=seats, role=role)
        assert isinstance(found, ExpectedArrangements)
        first, middle, _ = game.pile_sizes
        parts = np.split(found.piles, [first, first + middle], axis=1)
        ranks = np.stack([game.rank_many(np.ascontiguousarray(part)) for part in parts], axis=1)
        return found.piles, ranks, found.specials
    piles, values = game.arrange_many(hands, objective="strongest")
    if name == "greedy" and game.rules["specials"]:
        says = game.specials_many(hands).best
        piles = np.where((says == NO_SPECIAL)[:, None], piles, hands)
    return piles, values.astype(np.uint16, copy=False), says


def _moments(values: NDArray[np.int64]) -> Moments:
    wide = values.astype(np.int64)
    largest = int(np.abs(wide).max(initial=0))
    square = (
        int((wide * wide).sum())
        if largest * largest * max(1, wide.size) < 1 << 63
        else sum(v * v for v in wide.tolist())
    )
    return Moments(wide.size, int(wide.sum()), square)


def _add(tally: Tally, name: str, counts: NDArray[Any]) -> None:
    """Count events, so many a deal."""
    histogram = np.bincount(counts).tolist()
    times = range(len(histogram))
    tally.event(
        name,
        sum(histogram[1:]),
        sum(n * k for k, n in zip(times, histogram, strict=True)),
        sum(n * k * k for k, n in zip(times, histogram, strict=True)),
    )


@functools.lru_cache(maxsize=32)
def _categories(game: PileGame) -> tuple[tuple[str, ...], NDArray[np.uint8]]:
    """The categories, and the number of each strength's."""
    names = tuple(game.rules["ranking"]["order"])
    numbers = np.full(game.strength_count, NO_SPECIAL, dtype=np.uint8)
    for strength in range(game.strength_count):
        try:
            numbers[strength] = names.index(game.category(strength))
        except ValueError:  # no pile has it
            continue
    return names, numbers


def _count(tally: Tally, game: PileGame, piles: NDArray[np.uint8], strengths: NDArray[np.uint16]) -> None:
    """The events of tables at which nobody declares anything."""
    if not len(piles):
        return
    names, numbers = _categories(game)
    seats = strengths.shape[1]
    for place, pile in enumerate(game.pile_names):
        kinds = numbers[strengths[:, :, place]]
        for k in np.unique(kinds).tolist():
            _add(tally, f"{pile}:{names[k]}", (kinds == k).sum(axis=1, dtype=np.uint8))
    settlement = game.rules["settlement"]
    if settlement["kind"] == "waters":
        _count_guns(tally, settlement, strengths)
    elif settlement["kind"] == "pots" and settlement["bonuses"]:
        held = game.specials_many(np.ascontiguousarray(piles.reshape(-1, game.hand_size)), arranged=True).held
        bits = {name: 1 << i for i, name in reversed(list(enumerate(game.special_names)))}
        for name in game.rules["bonuses"]:
            if name == "sweep":
                wins = (
                    (strengths.argmax(axis=1)[:, :, None] == np.arange(seats)).all(axis=1).sum(axis=1, dtype=np.uint8)
                )
                _add(tally, name, wins)
            else:
                _add(tally, name, ((held & bits[name]) != 0).reshape(-1, seats).sum(axis=1, dtype=np.uint8))


def _count_guns(tally: Tally, settlement: dict[str, Any], strengths: NDArray[np.uint16]) -> None:
    """SSS-12 to SSS-14."""
    n, seats, _ = strengths.shape
    guns, runs = np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.uint8)
    beaten = np.zeros((n, seats), dtype=np.uint8)
    for a in range(seats):
        for b in range(seats):
            if a != b:
                won = (strengths[:, a] > strengths[:, b]).sum(axis=1, dtype=np.uint8)
                lost = (strengths[:, a] < strengths[:, b]).sum(axis=1, dtype=np.uint8)
                guns += won == 3
                runs += (won > 0) & (won < 3) & (lost == 0)
                beaten[:, a] += won == 3
    if settlement["gun"] != "none":
        _add(tally, "gun", guns)
        if settlement["run_over"]:
            _add(tally, "run_over", runs)
    if settlement["home_run_players"] == seats:
        _add(tally, "home_run", (beaten == seats - 1).sum(axis=1, dtype=np.uint8))


def _count_one(
    tally: Tally, game: PileGame, piles: NDArray[np.uint8], declared: NDArray[np.uint8], banker: int | None
) -> None:
    first, middle, _ = game.pile_sizes
    seats: list[Any] = []
    placed: list[str | None] = []
    for cards, says in zip(piles, declared.tolist(), strict=True):
        if says == NO_SPECIAL:
            seats.append([bytes(part) for part in np.split(cards, [first, first + middle])])
            placed.append(None)
        else:
            seats.append(Declared(game.special_names[says], bytes(cards)))
            placed.append(f"declare {game.special_names[says]}")
    counts: dict[str, int] = {}
    for _, name in events_of(game, game.settle(seats, banker=banker), placed):
        counts[name] = counts.get(name, 0) + 1
    for name, n in counts.items():
        tally.event(name, 1, n, n * n)
