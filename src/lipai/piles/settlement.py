"""What specials and settlement take and return, and the way from there to the core and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lipai._native import cards as _cards
from lipai._native.settle import NO_SPECIAL, SPECIALS
from lipai.cards import CardInput
from lipai.errors import CardError, HandSizeError, LipaiError, TableError
from lipai.numbers import whole
from lipai.piles.arrangement import Arrangement, Pile, Three, ThreeTexts
from lipai.rules.piles import Banker, Pots
from lipai.transfer import Transfer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lipai.piles.game import PileGame

JOKERS: Final = (52, 53)
LARGEST: Final = 2**63 - 1
SECOND_QUADS: Final = len(SPECIALS) - 1
COLOURS: Final = ("all_black", "all_red")  # all that a joker can be part of in 比机 (BJ-10)
HEAD: Final = "straight_flush_head"
THREE_PILES: Final = ("three_flushes", "three_straights", "three_straight_flushes")


@dataclass(frozen=True, slots=True)
class Declared:
    """A player who declares a special instead of laying piles: its id, such as ``six_pairs``, and the whole hand."""

    special: str
    hand: CardInput


Player = Sequence[CardInput] | Arrangement | Declared


@dataclass(frozen=True, slots=True)
class Special:
    """A special or a bonus that a hand holds.

    ``name`` is its id, ``name_zh`` the game's own word for it. ``points`` is what a special collects from each
    ordinary opponent (None in banker games, where it wins the bet), ``multiple`` the units that a bonus earns from each
    opponent. ``jokers`` are the jokers in it: of a special all of the hand, which stand in (SSS-19), of a bonus those
    of a hand of one colour (BJ-10). ``cards`` are those of the hand, laid out so that the special can be seen;
    ``piles`` the three piles of a special of three piles, else None: they are no arrangement for play, where the front
    may be the largest.
    """

    name: str
    name_zh: str
    points: int | None
    multiple: int | None
    jokers: int
    clause: str
    cards: Pile
    piles: tuple[Pile, Pile, Pile] | None = None

    @property
    def text(self) -> str:
        """The cards as canonical text, three piles with slashes between them."""
        return " / ".join(map(_cards.format, self.piles or (self.cards,)))


class HeldSpecials(NamedTuple):
    """What each hand of a batch holds.

    ``held`` is uint32[N], bit k for the k-th of ``PileGame.special_names``; ``best`` is uint8[N], the number of the
    special that is declared by default (SSS-25) or of the largest bonus, or 255.
    """

    held: NDArray[np.uint32]
    best: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom at one table, and why. ``net`` is what each seat wins or loses; it sums to zero.

    The ``transfers`` are for ``pile``, ``gun``, ``run_over``, ``home_run``, ``foul``, ``special``, ``sweep``, ``pot``,
    ``bonus``, ``piles`` or ``dragon``.

    ``outcomes[seat][other]`` says how the seat's three piles fared: 1 won, 0 equal, -1 lost; None where the two were
    not compared. ``places[seat]`` are the seat's places in the three pots, 1 the winner; None in games without pots.
    ``categories[seat]`` are the categories of the piles, None for a seat that declared; ``fouls[seat]`` says whether
    they are a foul that the rules let stand.
    """

    net: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    outcomes: tuple[tuple[Three | None, ...], ...]
    places: tuple[Three, ...] | None
    categories: tuple[ThreeTexts | None, ...]
    fouls: tuple[bool, ...]


# ---- specials


def specials(game: PileGame, hand: CardInput, piles: Sequence[CardInput] | None) -> tuple[Special, ...]:
    """What a hand holds, laid out as ``piles`` or not; specials best first, bonuses in the order of the clauses."""
    stakes = game._stakes
    laid: CardInput = hand
    held, _ = stakes.specials(hand, False)
    if piles is not None:
        laid = _laid_out(game, hand, piles)
        held, _ = stakes.specials(laid, True)
    found = [(bit, name) for bit, name in enumerate(SPECIALS) if held >> bit & 1]
    made = [_special(game, name, laid, second=bit == SECOND_QUADS) for bit, name in found]
    if not isinstance(game._rules.settlement, Pots):
        rules: dict[Any, Any] = dict(game._rules.specials)
        made.sort(key=lambda special: (special.points or 0, rules[special.name].place), reverse=True)
    return tuple(made)


def _laid_out(game: PileGame, hand: CardInput, piles: Sequence[CardInput]) -> bytes:
    """The hand's cards in the order of its piles."""
    game.check(piles)
    cards = set(_cards.parse(hand))
    for i, pile in enumerate(piles):
        for place, card in enumerate(_cards.parse(pile)):
            if card not in cards:
                token = _cards.format([card])
                message = f"{token} in the {game.pile_names[i]} is not in the hand"
                raise CardError(message, value=token, position=(i, place))
    return b"".join(map(_cards.parse, piles))


def _special(game: PileGame, name: str, hand: CardInput, second: bool) -> Special:
    rules: Any = game._rules
    codes = _cards.parse(hand)
    shown = codes if name == HEAD else game._stakes.show(hand, name)
    if second:
        rank = max(card // 4 for card in shown[4:] if sum(other // 4 == card // 4 for other in shown) == 4)
        quads = bytes(card for card in shown if card // 4 == rank)
        shown = quads + bytes(card for card in shown if card // 4 != rank)
    a, b, _ = game.pile_sizes
    three = tuple(shown[:a]), tuple(shown[a : a + b]), tuple(shown[a + b :])
    pots, banker = isinstance(rules.settlement, Pots), isinstance(rules.settlement, Banker)
    rule = rules.bonuses[name] if pots else rules.specials[name]
    return Special(
        name,
        rule.name,
        None if pots or banker else rule.points,
        rule.multiple if pots else None,
        0 if pots and name not in COLOURS else sum(card in JOKERS for card in codes),
        rule.clause,
        tuple(shown),
        three if name in THREE_PILES else None,
    )


# ---- one table


def settle(
    game: PileGame,
    players: Sequence[Player],
    base: int,
    banker: int | None,
    bets: Sequence[int] | None,
    chips: int | None,
) -> Settlement:
    """The settlement of one table."""
    if isinstance(players, (str, bytes, bytearray)) or not isinstance(players, Sequence):
        raise TypeError(f"players must be a sequence of a player each, not {type(players).__name__}")
    stakes = game._stakes
    stakes.check_players(len(players))
    hands, declared = zip(*(_read_player(game, seat, player) for seat, player in enumerate(players)), strict=True)
    net, transfers, strengths, fouls, places, outcomes = stakes.settle(
        b"".join(hands),
        bytes(declared),
        _amount(base, "base"),
        None if banker is None else _amount(banker, "banker"),
        None if bets is None else _bets(bets, len(players)),
        None if chips is None else _amount(chips, "chips"),
    )
    categories = tuple(None if three is None else _categories(game, three) for three in strengths)
    paid = tuple(Transfer(*transfer) for transfer in transfers)
    return Settlement(net, paid, outcomes, places, categories, tuple(map(bool, fouls)))


def _categories(game: PileGame, strengths: Three) -> ThreeTexts:
    first, middle, last = map(game.category, strengths)
    return first, middle, last


def _read_player(game: PileGame, seat: int, player: Player) -> tuple[bytes, int]:
    """The cards of a seat and the number of the special that it declares."""
    if isinstance(player, Arrangement) and player.special is not None:
        player = Declared(player.special, bytes(card for pile in player.piles for card in pile))
    if isinstance(player, Declared):
        if player.special not in SPECIALS:
            there_are = ", ".join(name for name, rule in game._rules.specials.items() if rule.enabled)
            message = f"seat {seat}: no special {player.special!r}; there are {there_are or 'none to declare'}"
            raise TableError(message, value=player.special, position=(seat, 0), argument="declared")
        return _read(player.hand, game.hand_size, seat, 0, "its hand"), SPECIALS.index(player.special)
    piles = player.piles if isinstance(player, Arrangement) else player
    if isinstance(piles, (str, bytes, bytearray)) or not isinstance(piles, Sequence) or len(piles) != 3:
        raise TypeError(f"seat {seat}: a player is three piles, first to last, or Declared(special, hand)")
    start = 0
    codes = b""
    for pile, size, name in zip(piles, game.pile_sizes, game.pile_names, strict=True):
        codes += _read(pile, size, seat, start, f"the {name}")
        start += size
    return codes, NO_SPECIAL


def _read(cards: CardInput, size: int, seat: int, start: int, what: str) -> bytes:
    """The codes of a pile or a hand whose first card is the seat's card number ``start``."""
    try:
        codes = _cards.parse(cards)
        if len(codes) != size:
            raise _cards.count_error("", cards, len(codes), size)
    except LipaiError as error:
        place = error.position if isinstance(error.position, int) else 0
        if place and isinstance(cards, str):
            place = len(_cards.parse(cards[:place]))  # of the card, where the error has that of the character
        message = f"seat {seat}, {what}: {error}"
        raise type(error)(message, value=error.value, position=(seat, start + place), argument="players") from None
    return codes


def _amount(value: Any, argument: str) -> int:
    return whole(value, argument, -LARGEST, LARGEST, TableError)


def _bets(bets: Sequence[int], players: int) -> tuple[int, ...]:
    if isinstance(bets, (str, bytes, bytearray)) or not hasattr(bets, "__getitem__") or hasattr(bets, "keys"):
        raise TypeError("bets must be a sequence of whole numbers, one a seat")
    if len(bets) != players:
        message = f"a bet for each of {players} seats, not {len(bets)} bets"
        raise TableError(message, value=len(bets), argument="bets")
    return tuple(
        whole(bet, f"bets[{seat}]", -LARGEST, LARGEST, TableError, argument="bets", position=(seat, 0))
        for seat, bet in enumerate(bets)
    )


# ---- many tables


class Tables(NamedTuple):
    """The arrays of a batch as the core takes them."""

    cards: NDArray[np.uint8]
    declared: NDArray[np.uint8] | None
    base: int
    banker: NDArray[np.uint8] | None
    bets: NDArray[np.int64] | None
    chips: NDArray[np.int64] | None


def tables_of(game: PileGame, cards: Any, declared: Any, base: Any, banker: Any, bets: Any, chips: Any) -> Tables:
    """The arguments of ``settle_many``, checked for type, shape and range."""
    import numpy as np

    shape = f"[N, players, {game.hand_size}]"
    rows = _bytes(cards, "cards", 3, shape)
    n, players, size = rows.shape
    if size != game.hand_size:
        raise HandSizeError(f"a hand has {game.hand_size} cards, not {size}", value=size)
    game._stakes.check_players(players)
    if declared is not None:
        declared = _bytes(declared, "declared", 2, f"[{n}, {players}]")
        if declared.shape != (n, players):
            raise ValueError(f"declared must have shape [{n}, {players}], not {list(declared.shape)}")
    if banker is not None:
        seats = _numbers(banker, "banker", (n,))
        bad = np.flatnonzero((seats < 0) | (seats >= players))
        if len(bad):
            row, seat = int(bad[0]), int(seats[bad[0]])
            message = f"row {row}, no seat {seat}: the banker is from 0 to {players - 1}"
            raise TableError(message, value=seat, position=(row,), argument="banker")
        banker = seats.astype(np.uint8)
    return Tables(
        rows,
        declared,
        _amount(base, "base"),
        banker,
        None if bets is None else _numbers(bets, "bets", (n, players)),
        None if chips is None else _numbers(chips, "chips", (n,)),
    )


def _bytes(array: Any, name: str, dimensions: int, shape: str) -> NDArray[np.uint8]:
    import numpy as np

    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array of uint8 and shape {shape}, not {type(array).__name__}")
    if array.dtype != np.uint8:
        raise TypeError(f"{name} must be a numpy array of uint8, not of {array.dtype}")
    if array.ndim != dimensions:
        raise ValueError(f"{name} must have shape {shape}, not {list(array.shape)}")
    return np.ascontiguousarray(array)


def _numbers(value: Any, name: str, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Whole numbers of that shape; one for all rows where each row has one."""
    import numpy as np

    if len(shape) == 1 and not isinstance(value, np.ndarray):
        return np.full(shape, _amount(value, name), dtype=np.int64)
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iu":
        what = value.dtype if isinstance(value, np.ndarray) else type(value).__name__
        raise TypeError(f"{name} must be a numpy array of integers and shape {list(shape)}, not {what}")
    if value.shape != shape:
        raise ValueError(f"{name} must have shape {list(shape)}, not {list(value.shape)}")
    if value.dtype == np.uint64 and value.size and int(value.max()) > LARGEST:
        raise TableError(f"{name} has too large a number", value=int(value.max()), argument=name)
    return np.ascontiguousarray(value, dtype=np.int64)
