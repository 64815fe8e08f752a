"""What each seat may do with a discard, and in which order it goes (SM-4, SM-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lipai._native.tiles import format as format_tiles
from lipai.errors import DuplicateCardError, HandSizeError, IllegalPlayError, LipaiError, TableError
from lipai.mahjong.compiled import face_of
from lipai.mahjong.inputs import SEATS, MeldLike, melds_of, seat_of, tile_of, tiles_of
from lipai.mahjong.results import Claim, Passed
from lipai.tiles import TileInput

if TYPE_CHECKING:
    from lipai.mahjong.game import MahjongGame

FIRST_HONOUR: Final = 27
WILDS: Final = 3


class _Table:
    """A discard, and the hands of the others as tile codes."""

    def __init__(
        self,
        game: MahjongGame,
        discarder: int,
        tile: int | str,
        hands: Sequence[TileInput | None],
        melds: Sequence[Sequence[MeldLike] | None] | None,
        wild: int | str | None,
    ) -> None:
        self.game = game
        self.rules = game.rule_set
        self.discarder = seat_of(discarder, "discarder")
        self.tile = tile_of(tile, "tile")
        self.wild = None if wild is None else tile_of(wild, "wild")
        if self.tile in game.laid:
            text = format_tiles([self.tile])
            raise IllegalPlayError(
                f"{text} is laid open in this game, and never a discard", value=text, argument="tile"
            )
        self.hands = [_hand(self.discarder, seat, hand) for seat, hand in enumerate(_seats(hands, "hands"))]
        given = [()] * SEATS if melds is None else _seats(melds, "melds")
        self.melds = [melds_of(own or (), f"melds[{seat}]") for seat, own in enumerate(given)]
        self._check_copies()
        self.wins = [seat != self.discarder and self._wins(seat) for seat in range(SEATS)]

    def _wins(self, seat: int) -> bool:
        """Whether the discard completes the hand; refuses what is no hand."""
        try:
            hand = self.hands[seat]
            free = self.rules.hand.melds - len(self.melds[seat])
            if free >= 0 and len(hand) != 3 * free + 1:
                beside = f" beside {len(self.melds[seat])} claimed" if self.melds[seat] else ""
                raise HandSizeError(f"a hand{beside} has {3 * free + 1} tiles, not {len(hand)}", value=len(hand))
            drawn = bytes([*hand, self.tile])
            return self.game.win(drawn, melds=self.melds[seat], tile=self.tile, by="discard", wild=self.wild).win
        except LipaiError as error:
            argument = error.argument or ""
            if argument.startswith("melds"):
                argument = f"melds[{seat}]{argument.removeprefix('melds')}"
            elif argument != "wild":
                argument = f"hands[{seat}]"
            raise type(error)(
                f"seat {seat}: {error}", value=error.value, position=error.position, argument=argument
            ) from None

    def _check_copies(self) -> None:
        held = Counter([self.tile])
        for hand in self.hands:
            held.update(hand)
        for seat, melds in enumerate(self.melds):
            for i, (_, tiles) in enumerate(melds):
                held.update(tiles_of(tiles, f"melds[{seat}][{i}].tiles"))
        for tile, count in held.items():
            most = WILDS if tile == self.wild else 4
            if count > most:
                text = format_tiles([tile])
                message = f"{count} of {text} in the hands, melds and the discard: there are {most}"
                raise DuplicateCardError(message, value=text, argument="hands")

    def same(self, seat: int) -> int:
        """How many of the discarded tile the seat holds to claim it with; a wild tile is never claimed for a meld."""
        return 0 if self.tile == self.wild else self.hands[seat].count(self.tile)

    def chows(self, seat: int) -> list[tuple[int, ...]]:
        """The chows that the seat can make with the discard, each in ascending order."""
        face = face_of(self.rules, self.tile, self.wild)
        if self.tile == self.wild or face >= FIRST_HONOUR:
            return []
        held = {face_of(self.rules, tile, self.wild): tile for tile in self.hands[seat] if tile != self.wild}
        held[face] = self.tile
        lows = [low for low in range(face - 2, face + 1) if low >= 0 and low // 9 == face // 9 == (low + 2) // 9]
        return [tuple(held[low + k] for k in range(3)) for low in lows if all(low + k in held for k in range(3))]


def claims(
    game: MahjongGame,
    discarder: int,
    tile: int | str,
    hands: Sequence[TileInput | None],
    melds: Sequence[Sequence[MeldLike] | None] | None,
    passed: Sequence[Passed | Mapping[str, Any]],
    last: bool,
    wild: int | str | None,
) -> tuple[Claim, ...]:
    """The options of all seats, the one that goes first first."""
    table = _Table(game, discarder, tile, hands, melds, wild)
    limits = [_passed(game, each, i) for i, each in enumerate(passed)]
    in_turn = [(table.discarder + step) % SEATS for step in range(1, SEATS)]
    found = [Claim(seat, "win", (table.tile,)) for seat in in_turn if table.wins[seat]]
    for action, size in (("kong", 4), ("pung", 3)):
        found += [Claim(seat, action, (table.tile,) * size) for seat in in_turn if table.same(seat) >= size - 1]
    found += [Claim(in_turn[0], "chow", chow) for chow in table.chows(in_turn[0])]
    allowed = game.rule_set.claims.last
    return tuple(
        claim
        for claim in found
        if not (last and claim.action not in allowed)
        and not any(
            (limit.seat, limit.action) == (claim.seat, claim.action) and limit.tile in (None, table.tile)
            for limit in limits
        )
    )


def _seats(given: Sequence[Any], what: str) -> Sequence[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise TypeError(f"{what} must be a sequence of four seats, not {type(given).__name__}")
    if len(given) != SEATS:
        raise TableError(f"{what} are those of four seats, not of {len(given)}", value=len(given), argument=what)
    return given


def _hand(discarder: int, seat: int, hand: TileInput | None) -> bytes:
    what = f"hands[{seat}]"
    if (hand is None) != (seat == discarder):
        raise TableError("hands has None at the discarder's seat and nowhere else", argument=what)
    return b"" if hand is None else tiles_of(hand, what)


def _passed(game: MahjongGame, limit: Passed | Mapping[str, Any], i: int) -> Passed:
    what = f"passed[{i}]"
    if isinstance(limit, Mapping):
        if not {"seat", "action"} <= set(limit) <= {"seat", "action", "tile"}:
            raise TableError(f"{what} must have seat, action and, where it matters, tile", argument=what)
        limit = Passed(limit["seat"], limit["action"], limit.get("tile"))
    actions = game.rule_set.claims.passed
    if limit.action not in actions:
        message = f"{what}: what waits once it is passed up is {' or '.join(actions)}, not {limit.action!r}"
        raise TableError(message, value=limit.action, argument=what)
    tile = None if limit.tile is None else tile_of(limit.tile, f"{what}.tile")
    return Passed(seat_of(limit.seat, f"{what}.seat"), limit.action, tile)
