"""What is said of a table of stud, what comes back, and the way from there to the core."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lipai._native import cards as _cards
from lipai._native.stud import Deals
from lipai.batch import in_blocks, thread_count
from lipai.cards import CardInput
from lipai.errors import HandSizeError, LipaiError, TableError
from lipai.numbers import whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lipai.stud.game import StudGame

HAND: Final = 5
UP: Final = 4
# Some tens of milliseconds: deals enumerated, and deals sampled.
COUNT_BLOCK: Final = 1 << 28
SAMPLE_BLOCK: Final = 1 << 18
USUAL_LIMIT: Final = 10_000_000_000
MOST_CASES: Final = 10**12
USUAL_SAMPLES: Final = 1_000_000
MOST_SAMPLES: Final = 10**10


@dataclass(frozen=True, slots=True)
class StudSeat:
    """What is known of a seat: its up-cards, its hole card if that is known, and whether it has folded.

    The up-cards of a folded seat are seen and can come to nobody else; None in the place of a seat is one that has
    folded and of which nothing is known.
    """

    up: CardInput = ()
    hole: CardInput | None = None
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Showdown:
    """An opening: the winner's seat, and the seats that have not folded, the largest hand first (WZ-12).

    ``categories``, their ``names`` in the game's own words, and ``strengths`` are by seat, None for a folded one.
    """

    seat: int
    ranking: tuple[int, ...]
    categories: tuple[str | None, ...]
    names: tuple[str | None, ...]
    strengths: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Equity:
    """Each seat's chance to win at the opening (WZ-13), 0 for a folded one; they add up to 1.

    ``wins`` are the deals that each seat wins of the ``cases`` looked at: all there are where ``exact``, else a sample,
    and ``stderr`` is then the largest of the standard errors of the chances, else 0. With one seat left nothing more is
    dealt, and that is one case (WZ-12).
    """

    equity: tuple[float, ...]
    exact: bool
    cases: int
    stderr: float
    wins: tuple[int, ...]


def check_players(game: StudGame, n: int, argument: str) -> None:
    """Refuses a table that has too few seats or too many."""
    fewest, most = game.players
    if not fewest <= n <= most:
        message = f"{game.id} is for {fewest} to {most} players, not {n}; a folded seat is a seat"
        raise TableError(message, value=n, argument=argument)


def sequence(value: Any, argument: str, what: str) -> Sequence[Any]:
    """The seats of a table; TypeError for anything that is no sequence of seats."""
    if isinstance(value, (str, bytes, bytearray, dict)) or not isinstance(value, Sequence):
        raise TypeError(f"{argument} must be {what}, not {type(value).__name__}")
    return value


def read_cards(cards: CardInput, seat: int, argument: str, what: str) -> bytes:
    """The codes of a seat's cards; an error says which seat it is."""
    try:
        return _cards.parse(cards)
    except LipaiError as error:
        position = (seat, error.position) if isinstance(error.position, int) else None
        message = f"seat {seat}, {what}: {error}"
        raise type(error)(message, value=error.value, position=position, argument=argument) from None


def read_hands(game: StudGame, hands: Sequence[CardInput | None], argument: str) -> tuple[bytes | None, ...]:
    """The hands of five, or the up-cards, of a table; None for a folded seat."""
    what = "a hand for each seat" if argument == "hands" else "up-cards for each seat"
    hands = sequence(hands, argument, f"a sequence of {what}, None for a folded one")
    check_players(game, len(hands), argument)
    words = "the hand" if argument == "hands" else "the up-cards"
    return tuple(None if h is None else read_cards(h, seat, argument, words) for seat, h in enumerate(hands))


def check_sizes(hands: Sequence[bytes | None], argument: str) -> None:
    """Refuses hands that are not of five cards, and up-cards that are not as many at each seat, or more than four."""
    size = HAND
    for seat, hand in enumerate(hands):
        if hand is None:
            continue
        if argument == "up":
            size = next(len(other) for other in hands if other is not None)
            if len(hand) > UP:
                message = f"seat {seat}: up-cards are {UP} at most, not {len(hand)}"
                raise HandSizeError(message, value=len(hand), argument=argument, position=(seat, UP))
        if len(hand) != size:
            what = f"a hand has {HAND} cards" if argument == "hands" else f"the seats before have {size} up-cards"
            message = f"seat {seat}: {what}, not {len(hand)}"
            raise HandSizeError(message, value=len(hand), argument=argument, position=(seat, min(size, len(hand))))


def before_cards(up: Sequence[object], winner: int | None, entered: int | None) -> int:
    """The banker before the second round's cards (WZ-11)."""
    present = [seat for seat, cards in enumerate(up) if cards is not None]
    if not present:
        raise TableError("nobody is left: at least one seat has not folded", value=0, argument="up")
    if winner is not None:
        return winner if winner in present else present[0]
    if entered is None:
        message = "without up-cards the banker is the winner of the last game or the first who entered: say which seat"
        raise TableError(message, argument="winner")
    return entered if entered in present else present[0]


def read_seats(game: StudGame, players: Sequence[StudSeat | None]) -> tuple[tuple[bool, bytes], ...]:
    """Of each seat whether it has folded and what cards of it are known."""
    players = sequence(players, "players", "a sequence of a StudSeat for each seat, None for a folded one")
    check_players(game, len(players), "players")
    return tuple(_read_seat(seat, player) for seat, player in enumerate(players))


def _read_seat(seat: int, player: StudSeat | None) -> tuple[bool, bytes]:
    if player is None:
        return True, b""
    if not isinstance(player, StudSeat):
        raise TypeError(f"seat {seat} must be a StudSeat or None, not {type(player).__name__}")
    hole = b"" if player.hole is None else read_cards(player.hole, seat, "players", "the hole card")
    if player.hole is not None and len(hole) != 1:
        message = f"seat {seat}: the hole card is one card, not {len(hole)}"
        raise HandSizeError(message, value=len(hole), argument="players", position=(seat, 0))
    up = read_cards(player.up, seat, "players", "the up-cards")
    if len(up) > UP:
        message = f"seat {seat}: up-cards are {UP} at most, not {len(up)}"
        raise HandSizeError(message, value=len(up), argument="players", position=(seat, len(hole) + UP))
    return bool(player.folded), hole + up


def equity(
    game: StudGame, players: Sequence[StudSeat | None], limit: int, samples: int, seed: int, threads: int
) -> Equity:
    """The chances of a table: exact where there are no more deals than ``limit``, else from ``samples`` of them."""
    limit = whole(limit, "limit", 0, MOST_CASES, TableError)
    samples = whole(samples, "samples", 1, MOST_SAMPLES, TableError)
    seed = whole(seed, "seed", 0, 2**64 - 1, TableError)
    threads = thread_count(threads)
    deals = Deals(game._tables, read_seats(game, players), limit)
    exact = deals.parts > 0
    wins = [0] * len(players)
    lock = threading.Lock()

    def work(start: int, stop: int) -> None:
        won = deals.count(start, stop) if exact else deals.sample(seed, start, stop)
        with lock:
            for seat, more in enumerate(won):
                wins[seat] += more

    n = deals.parts if exact else samples
    block = max(1, COUNT_BLOCK // (deals.cases // deals.parts)) if exact else SAMPLE_BLOCK
    in_blocks(n, min(block, -(-n // (4 * threads))), threads, work)
    cases = deals.cases if exact else samples
    chances = tuple(won / cases for won in wins)
    error = 0.0 if exact else max(math.sqrt(p * (1 - p) / samples) for p in chances)
    return Equity(chances, exact, cases, error, tuple(wins))


def rows_of(game: StudGame, array: Any, argument: str, sizes: range) -> NDArray[np.uint8]:
    """Tables of a batch, as the core reads them."""
    import numpy as np

    if not isinstance(array, np.ndarray):
        raise TypeError(f"{argument} must be a numpy array of uint8, not {type(array).__name__}")
    if array.dtype != np.uint8:
        raise TypeError(f"{argument} must be a numpy array of uint8, not of {array.dtype}")
    if array.ndim != 3:
        raise ValueError(f"{argument} must have shape [N, players, cards], not {list(array.shape)}")
    check_players(game, array.shape[1], argument)
    if array.shape[2] not in sizes:
        wanted = f"{HAND} cards" if len(sizes) == 1 else f"1 to {UP} up-cards"
        raise HandSizeError(f"{argument}: {wanted} a seat, not {array.shape[2]}", value=array.shape[2])
    return np.ascontiguousarray(array)


def folded_of(folded: Any, shape: tuple[int, ...]) -> NDArray[np.uint8] | None:
    """Who has folded in each table of a batch, a byte a seat; None where nobody has."""
    import numpy as np

    if folded is None:
        return None
    if not isinstance(folded, np.ndarray) or folded.dtype != np.bool_:
        raise TypeError("folded must be a numpy array of bool")
    if folded.shape != shape:
        raise ValueError(f"folded must have shape {list(shape)}, one for each seat, not {list(folded.shape)}")
    return np.ascontiguousarray(folded).view(np.uint8)
