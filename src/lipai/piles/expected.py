"""Arranging by expected value: fields of a game, objectives that use them, and hands that nobody lays out in time.

Values are net units a deal at a table of ``players`` - against one opponent, in bets, in banker games - with opponents
who arrange as the field of the game says. What is loaded is kept and shared by all threads.
"""

from __future__ import annotations

import functools
import os
import random
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from lipai import field as _files
from lipai._native import expected as _native
from lipai._native.expected import HEADER, MOST_CHOICES, Field
from lipai._native.settle import NO_SPECIAL, SPECIALS
from lipai.batch import in_blocks
from lipai.cards import CardInput
from lipai.errors import FieldError, TableError
from lipai.numbers import whole
from lipai.piles.arrangement import Arrangement, ExpectedArrangements, Odds, Three
from lipai.rules.piles import Banker, PileRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lipai.piles.game import PileGame

USUAL_PLAYERS: Final = 4
EXPECTED_BLOCK: Final = 1 << 9
# Simulation: the candidates beside those asked for, deals to a block, the fewest before precision counts, and the most.
CANDIDATES: Final = 8
SIMULATE_BLOCK: Final = 100
FEWEST_DEALS: Final = 500
USUAL_DEALS: Final = 1_000
MOST_DEALS: Final = 10_000_000

_lock: Final = threading.Lock()


# ---- fields


def is_banker_game(rules: PileRules) -> bool:
    """Whether each player plays a banker alone (BS-3)."""
    return isinstance(rules.settlement, Banker)


def table_of(game: PileGame, players: int | None, role: str | None) -> tuple[int, str | None]:
    """The table size and the role that a field of the game has, from what a caller gave; TableError if there are none.

    In banker games each player plays the banker alone: whatever ``players`` is, a field has two, and ``role`` is
    "player" unless it is given.
    """
    fewest, most = game.players
    if players is not None:
        players = _argument(players, "players", fewest, most)
    if is_banker_game(game._rules):
        if role not in (None, "player", "banker"):
            raise TableError(f'role must be "player" or "banker", not {role!r}', value=role, argument="role")
        return 2, role or "player"
    if role is not None:
        message = f"role {role!r}: {game.id} has no roles, since there is no banker in this game"
        raise TableError(message, value=role, argument="role")
    return max(fewest, min(most, USUAL_PLAYERS)) if players is None else players, None


def _argument(value: int, name: str, least: int, most: int) -> int:
    try:
        return whole(value, name, least, most)
    except ValueError as error:
        raise TableError(str(error), value=value, argument=name) from None


def other(role: str | None) -> str | None:
    """The role of the opponents."""
    return {None: None, "player": "banker", "banker": "player"}[role]


class Head(NamedTuple):
    """What the header of a field says: for which table it is, and fingerprints of the rules that made it.

    ``own`` are its bytes where it is none of the shipped ones.
    """

    name: str
    players: int
    role: str | None
    ranking: int
    settlement: int
    own: bytes | None = None


def named_bytes(source: bytes | str | os.PathLike[str]) -> tuple[str, bytes]:
    """Bytes, or those of the file at this path, and its name, for messages; FieldError for what is no field."""
    if isinstance(source, bytes):
        name, data = "", source
    else:
        path = Path(source)
        name = path.name
        try:
            data = path.read_bytes()
        except (OSError, ValueError) as error:  # a path can't hold a NUL
            raise FieldError(f"no field {str(path)!r}: {error}", value=str(path)) from None
    try:
        _native.peek(data)
    except FieldError as error:
        raise _of_file(name, error) from None
    return name, data


def _of_file(name: str, error: FieldError) -> FieldError:
    return FieldError(f"{name}: {error}", value=name) if name else error


@functools.cache
def _shipped() -> tuple[Head, ...]:
    return tuple(Head(name, *_native.peek(head)) for name, head in _files.heads(HEADER).items())


def fields_for(game: PileGame) -> list[Head]:
    """The fields that the game was given, then those shipped, of rules that rank piles as it does.

    Of the shipped ones, those that settle as it does are first.
    What opponents lay out depends on the settlement a little only, and values are counted by the game's own: so a field
    serves every rule set that ranks alike, whatever its name.
    """
    ranking, settlement = _native.prints(game._stakes)
    own = [Head(name, *_native.peek(data), data) for name, data in game._own_fields]
    shipped = sorted(_shipped(), key=lambda each: (each.settlement != settlement, each.name))
    return [each for each in (*own, *shipped) if each.ranking == ranking]


def field_of(game: PileGame, players: int, role: str | None) -> Field:
    """The shipped field of a table as ``table_of`` has it, loaded once; FieldError where none is shipped."""
    key = (players, role)
    found = game._fields.get(key)
    if found is not None:
        return found
    head = _head(game, players, role)
    with _lock:
        found = game._fields.get(key)
        if found is None:
            found = load_head(game, head)
            game._fields[key] = found
    return found


def _head(game: PileGame, players: int, role: str | None) -> Head:
    fields = fields_for(game)
    for each in fields:
        if (each.players, each.role) == (players, role):
            return each
    table = f" and the {role}'s hands" if role else f" with {players} players"
    there_are = f"there are {', '.join(each.name for each in fields)}; " if fields else ""
    message = f"no field is shipped for {called(game)}{table}; {there_are}'lipai field build' makes one"
    raise FieldError(message, value=role or players)


def name_of(game: PileGame, players: int | None, role: str | None) -> str:
    """The name of the shipped field that ``PileGame.field`` returns."""
    size, role = table_of(game, players, role)
    return _head(game, size, other(role)).name


def called(game: PileGame) -> str:
    """The game's id, and those of its options that are not as they are by default."""
    changed = changed_options(game)
    return game.id + (f" under {', '.join(f'{name}={value}' for name, value in changed.items())}" if changed else "")


def changed_options(game: PileGame) -> dict[str, str]:
    """The options that are not as they are by default, as the command line takes them."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in game.options.items()
        if value != game._rules.options[name].default
    }


def load(game: PileGame, source: bytes | str | os.PathLike[str]) -> Field:
    """The field whose bytes these are, or that the file at this path holds."""
    return loaded_from(game, *named_bytes(source))


def load_head(game: PileGame, head: Head) -> Field:
    """The field that has this header."""
    return loaded_from(game, head.name, _files.read(head.name) if head.own is None else head.own)


def loaded_from(game: PileGame, name: str, data: bytes) -> Field:
    """The field whose bytes a file of that name holds."""
    try:
        return Field(game._tables, game._stakes, data)
    except FieldError as error:
        raise _of_file(name, error) from None


def fitting(game: PileGame, players: int | None, role: str | None) -> Field | None:
    """The shipped field that the opponents' hands come from, if there is one for how the game ranks piles."""
    players, role = table_of(game, players, role)
    if game._rules.settlement is None:
        return None
    try:
        return field_of(game, players, other(role))
    except FieldError:  # none, or one whose hands declare what the game does not have
        return None


def loaded(game: PileGame, field: Field | None, players: int | None, role: str | None) -> Field:
    """The field given, if it is one for that role, or else the shipped one."""
    if field is None:
        players, role = table_of(game, players, role)
        return field_of(game, players, other(role))
    if not isinstance(field, Field):
        raise TypeError(f"field must be a Field, which load_field makes, not {type(field).__name__}")
    table_of(game, players, role)
    if not field.belongs(game._stakes):
        message = f"the field was loaded for another game than {called(game)}: load it with this game's load_field"
        raise FieldError(message, value=field)
    if players is not None and not is_banker_game(game._rules) and players != field.players:
        raise FieldError(f"the field is for {field.players} players, not {players}", value=players)
    if role is not None and role != other(field.role):
        raise FieldError(f"the field is for those who play against the {field.role}, not for the {role}", value=role)
    return field


# ---- one hand


def arrange(game: PileGame, hand: CardInput, field: Field, top: int) -> tuple[Arrangement, ...]:
    """The choices of the highest expected value, specials to declare among them."""
    return tuple(_choice(game, *found) for found in field.expected(hand, top))


def simulate(
    game: PileGame,
    hand: CardInput,
    ours: Field,
    theirs: Field,
    top: int,
    deals: int | None,
    precision: float | None,
    seed: int | None,
) -> tuple[Arrangement, ...]:
    """The best of the choices of the highest expected value, by playing them out on the same deals.

    ``ours`` is what we choose candidates by, ``theirs`` what the opponents respond to.
    """
    most = _checked_deals(deals, precision)
    seed = _checked_seed(seed or 0)
    found = ours.expected(hand, min(MOST_CHOICES, top + CANDIDATES))
    laid_out = b"".join(choice[0] for choice in found)
    says = bytes([choice[5] for choice in found])
    sums = [(0.0, 0.0)] * len(found)
    done = 0
    while done < most:
        block = min(SIMULATE_BLOCK, most - done)
        more = theirs.simulate(laid_out, says, seed, done, block)
        sums = [(a + c, b + d) for (a, b), (c, d) in zip(sums, more, strict=True)]
        done += block
        if precision is not None and done >= min(FEWEST_DEALS, most):
            best = max(range(len(sums)), key=lambda i: sums[i][0])
            if _mean_error(*sums[best], done)[1] <= precision:
                break
    measured = [(*_mean_error(*each, done), choice) for each, choice in zip(sums, found, strict=True)]
    measured.sort(key=lambda each: -each[0])  # stable: of equal ones the higher expected value first
    return tuple(
        _choice(game, cards, strengths, value, win, push, declared, error=error)
        for value, error, (cards, strengths, _, win, push, declared) in measured[:top]
    )


def _checked_deals(deals: int | None, precision: float | None) -> int:
    if deals is None:
        deals = USUAL_DEALS if precision is None else MOST_DEALS
    deals = _argument(deals, "deals", 2, MOST_DEALS)
    if precision is not None:
        if isinstance(precision, bool) or not isinstance(precision, (int, float)):
            raise TypeError(f"precision must be a number, not {precision!r}")
        if not precision > 0:
            raise TableError(f"precision must be above 0, not {precision}", value=precision, argument="precision")
    return deals


def _checked_seed(seed: int) -> int:
    return _argument(seed, "seed", 0, 2**64 - 1)


def _mean_error(total: float, square: float, n: int) -> tuple[float, float]:
    mean = total / n
    return mean, float((max(0.0, square / n - mean * mean) / (n - 1)) ** 0.5)


def _choice(
    game: PileGame,
    cards: bytes,
    strengths: Three,
    value: float,
    win: tuple[float, float, float],
    push: tuple[float, float, float],
    declared: int,
    *,
    error: float | None = None,
) -> Arrangement:
    tables = game._tables
    a, b, _ = game.pile_sizes
    piles = cards[:a], cards[a : a + b], cards[a + b :]
    first, middle, last = (tuple(tables.order(pile)) for pile in piles)
    special = None
    odds = None
    if declared == NO_SPECIAL:
        one, two, three = (Odds(w, p, max(0.0, 1 - w - p)) for w, p in zip(win, push, strict=True))
        odds = (one, two, three)
    else:
        special = SPECIALS[declared]
        strengths = (tables.strength(piles[0]), tables.strength(piles[1]), tables.strength(piles[2]))
    x, y, z = (tables.category(strength) for strength in strengths)
    return Arrangement(
        (first, middle, last), (x[0], y[0], z[0]), (x[1], y[1], z[1]), strengths, value, special, odds, error
    )


# ---- rows


def arrange_rows(rows: NDArray[np.uint8], field: Field, share: tuple[int, int]) -> ExpectedArrangements:
    """The best choice of each hand."""
    import numpy as np

    piles, n = np.empty_like(rows), len(rows)
    values, declared = np.empty(n, dtype=np.float64), np.empty(n, dtype=np.uint8)

    def work(start: int, stop: int) -> None:
        field.expected_rows(rows, piles, values, declared, start, stop)

    in_blocks(n, *share, work)
    return ExpectedArrangements(piles, values, declared)


# ---- hands that nobody lays out in time


def place_at_random(game: PileGame, hand: CardInput, seed: int) -> Arrangement:
    """What becomes of a hand whose player runs out of time (BJ-22, SSS-15)."""
    play = game._rules.play
    if play is None or play.time_out != "random":
        (best,) = game.arrange(hand, objective="strongest")
        return best
    draw = random.Random(_checked_seed(seed))
    (first,) = game.arrange(hand, objective="strongest")  # refuses what is no hand
    cards = sorted(card for pile in first.piles for card in pile)  # not in the order in which they were given
    tables = game._tables
    a, b, _ = game.pile_sizes
    while True:
        draw.shuffle(cards)
        groups = [bytes(cards[:a]), bytes(cards[a : a + b]), bytes(cards[a + b :])]
        if a == b == len(groups[2]):
            groups.sort(key=tables.strength)
        strengths, categories, fault = tables.check(*groups)
        if not fault:
            break
    x, y, z = (tables.category(strength)[1] for strength in strengths)
    one, two, three = (tuple(tables.order(group)) for group in groups)
    return Arrangement((one, two, three), categories, (x, y, z), strengths)
