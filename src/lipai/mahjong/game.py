"""A mahjong game: one rule set, and everything that can be asked of its hands."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lipai._native import tiles as _tiles
from lipai._native.fan import Fan, Payment
from lipai.errors import TableError
from lipai.mahjong import claims as _claims
from lipai.mahjong.compiled import compile_fan, compile_payment, face_of, laid_tiles
from lipai.mahjong.hand_game import HandGame
from lipai.mahjong.inputs import MeldLike, melds_of, tile_of
from lipai.mahjong.results import Claim, Group, Item, Paid, Passed, Win
from lipai.rules import Loaded
from lipai.rules.game import RuledGame
from lipai.rules.mahjong import MahjongRules
from lipai.tiles import TileInput
from lipai.transfer import Transfer

TileLike = int | str
# The groups and items of many wins are the same few; what is immutable can be the same object.
_group: Final = functools.lru_cache(maxsize=1 << 14)(Group)


class MahjongGame(RuledGame[MahjongRules], HandGame):
    """A mahjong game, as ``lipai.game`` returns it. Immutable, safe to share between threads, and can be pickled.

    Tiles are given as text (N-7), bytes of tile codes (N-6), or a sequence of codes or of tile texts; a single tile as
    its code or its text. Melds are ``Meld``s, mappings with ``kind`` and ``tiles``, or pairs of the two. A wrong tile,
    more of a tile than there are and a wrong number of tiles are refused with CardError, DuplicateCardError and
    HandSizeError; what can't have happened with IllegalPlayError and TableError. All of them are ValueErrors whose
    ``argument`` names what is at fault.

    ``isa`` is the instruction set that batches use: "scalar", "avx2" or "avx512", or "auto" for the one that the
    environment variable LIPAI_ISA names, else the best of this machine. It makes no difference to any result, nor to
    equality; a pickled game has "auto".
    """

    def __init__(self, loaded: Loaded, *, isa: str = "auto") -> None:
        super().__init__(loaded)
        self._isa = isa
        self._items: Final[dict[tuple[str, int, int], Item]] = {}

    @functools.cached_property
    def _fan(self) -> Fan:
        return compile_fan(self._rules)

    @functools.cached_property
    def _payment(self) -> Payment:
        return compile_payment(self._rules)

    # ---- what the game is

    @property
    def rule_set(self) -> MahjongRules:
        """The same as an object."""
        return self._rules

    @property
    def melds(self) -> int:
        """The melds that a hand makes beside its pair."""
        return self._rules.hand.melds

    @property
    def hand_size(self) -> int:
        """The tiles of the dealer's hand, 14 or 17; the others have one fewer."""
        return 3 * self.melds + 2

    @property
    def has_wild(self) -> bool:
        """Whether a tile is wild (WC-1)."""
        return self._rules.hand.wild

    @functools.cached_property
    def laid(self) -> frozenset[int]:
        """The tiles that are laid open and replaced (SM-3, WC-3)."""
        return laid_tiles(self._rules)

    @property
    def deck(self) -> tuple[int, ...]:
        """The codes of all 144 tiles, ascending."""
        return tuple(tile for tile in range(42) for _ in range(4 if tile < 34 else 1))

    def with_isa(self, isa: str) -> MahjongGame:
        """An equal game whose batches use this instruction set; "auto" as ``lipai.game`` has it.

        Raises ValueError for a name that means none, and InstructionSetError for a set that this machine or this
        build lacks.

        >>> import lipai
        >>> lipai.game("sanmen").with_isa("scalar").isa
        'scalar'
        """
        game = self._again(isa=isa)
        game.isa  # noqa: B018 - made now, so that a set that there is not is refused here
        return game

    # ---- hands

    def win(
        self,
        hand: TileInput,
        *,
        melds: Sequence[MeldLike] = (),
        tile: TileLike | None = None,
        by: str = "self",
        kong: str | None = None,
        wind: TileLike | None = None,
        flowers: TileInput = b"",
        wild: TileLike | None = None,
        heaven: bool = False,
        earth: bool = False,
        last_flower: bool = False,
    ) -> Win:
        """Whether a hand wins and what that is worth, in the reading that gives the most (SM-7, WC-4 to WC-15).

        ``hand`` are the concealed tiles with the winning one, ``tile``; ``melds`` what was claimed, white and wild
        tiles written as they lie. ``by`` is "self", "discard", "kong" - drawn as a kong's replacement, with ``kong``
        "exposed" or "concealed" - or "rob". ``wind`` is the player's own; ``flowers`` are the tiles laid open, kong
        tiles included. ``wild`` is the wild face, ``heaven`` and ``earth`` are WC-14, of games that have them. With
        ``last_flower`` the last of ``flowers`` was the last drawable tile (SM-5).

        Without ``tile`` no wait is known, so that all_chows can't be (WC-6), but for a dealt hand: in heaven any tile
        may be taken as the last. Without ``wind`` no pung is of the own wind.

        >>> import lipai
        >>> won = lipai.game("sanmen").win("123456789m11122z", tile="2z", by="discard", flowers="5678f")
        >>> won.points, [item.name for item in won.items]
        (4, ['win', 'mixed_suit', 'four_flowers'])
        >>> won = lipai.game("wencheng").win("234m567p34523466s999p", tile="2s", wild="9p")
        >>> won.fan, [(item.name, item.amount) for item in won.items]
        (41, [('win', 1), ('self_draw', 1), ('wild_pung', 39)])
        """
        claimed = melds_of(melds)
        found, total, items, groups, pair = self._fan.win(
            hand, claimed, tile, by, kong, wind, flowers, wild, heaven, earth, last_flower
        )
        of_fan = self._rules.payment.worth == "fan"
        return Win(
            found,
            total if of_fan else None,
            None if of_fan else total,
            tuple([self._item(*item) for item in items]),
            (*self._claimed(claimed, wild), *[_group(*group, False) for group in groups]) if found else (),
            None if pair is None else _group("pair", *pair, False),
        )

    def _item(self, name: str, count: int, amount: int) -> Item:
        key = name, count, amount
        found = self._items.get(key)
        if found is None:
            rule = next(rule for known, rule in self._rules.fan.items() if known == name)
            found = self._items[key] = Item(name, rule.name, count, amount, rule.clause)
        return found

    def _claimed(self, claimed: Sequence[tuple[str, TileInput]], wild: TileLike | None) -> list[Group]:
        if not claimed:
            return []
        face = None if wild is None else tile_of(wild, "wild")
        groups = []
        for kind, tiles in claimed:
            laid = sorted(_tiles.parse(tiles), key=lambda tile: face_of(self._rules, tile, face))
            groups.append(_group(kind, tuple([face_of(self._rules, tile, face) for tile in laid]), tuple(laid), True))
        return groups

    # ---- the table

    def claims(
        self,
        discarder: int,
        tile: TileLike,
        hands: Sequence[TileInput | None],
        *,
        melds: Sequence[Sequence[MeldLike] | None] | None = None,
        passed: Sequence[Passed | Mapping[str, Any]] = (),
        last: bool = False,
        wild: TileLike | None = None,
    ) -> tuple[Claim, ...]:
        """What the seats may do with a discard, the option that goes first first (SM-4, SM-5).

        ``hands`` are the concealed tiles of seats 0 to 3, None at the discarder's, ``melds`` their claimed melds.
        ``passed`` are the claims that wait for the seat's next turn, of a tile or of any. With ``last``, the tile drawn
        before was the last drawable one.

        Wins go first, in turn from the discarder; then kong and pung; then chow, which only the next seat may. Claimed
        melds are made of natural tiles: a wild tile is only ever won on.

        >>> import lipai
        >>> hands = [None, "46m123p456p789p11z", "55m123456789p11z", "1245678p123s456s"]
        >>> found = lipai.game("sanmen").claims(0, "5m", hands)
        >>> [(claim.seat, claim.action, lipai.format_tiles(claim.tiles)) for claim in found]
        [(1, 'win', '5m'), (2, 'win', '5m'), (2, 'pung', '555m'), (1, 'chow', '456m')]
        """
        return _claims.claims(self._fan, self._rules.claims, discarder, tile, hands, melds, passed, last, wild)

    def settle(
        self,
        winner: int,
        *,
        by: str,
        payer: int | None = None,
        points: int | None = None,
        fan: int | None = None,
        base: int = 1,
        codes: TileInput = b"",
        claims: Sequence[Sequence[int]] | None = None,
        last_third: int | None = None,
    ) -> Paid:
        """Who pays whom for a win of so many ``points`` or ``fan`` (SM-8 to SM-10, WC-16). Seat 0 is the dealer.

        ``payer`` is the discarder or the player whose kong was robbed, None on a self-draw. ``codes`` are the tiles
        that the winner turned; ``claims`` for each seat the seats that its claimed melds came from, in order. Where
        several seats could be liable, one who fed the winner is; where none did, ``last_third`` must say whose third
        meld with the winner came last.

        >>> import lipai
        >>> lipai.game("sanmen").settle(0, by="self", points=4, codes="159m2z", claims=[[2, 2, 2], [], [], []]).net
        (21, 0, -21, 0)
        >>> lipai.game("wencheng").settle(1, by="discard", payer=2, fan=3, base=5).net
        (-15, 45, -15, -15)
        """
        worth = self._rules.payment.worth
        given, other = (fan, points) if worth == "fan" else (points, fan)
        if given is None or other is not None:
            raise TableError(f"a win is worth {worth} in this game: give {worth}, and nothing else", argument=worth)
        net, transfers, hits = self._payment.settle(winner, payer, by, given, base, codes, claims, last_third)
        rule = self._rules.payment
        paid = tuple(
            Transfer(
                giver, taker, amount, *((rule.liability_clause or "", "liability") if liable else (rule.clause, worth))
            )
            for giver, taker, amount, liable in transfers
        )
        return Paid((net[0], net[1], net[2], net[3]), paid, hits)
