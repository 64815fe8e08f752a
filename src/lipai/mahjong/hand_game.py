"""What every mahjong game can be asked of a hand that is still in play, one or many."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lipai.mahjong.hands import Counted, Discards, Hands
from lipai.mahjong.inputs import MeldLike, TileLike
from lipai.mahjong.results import Discard, Wait
from lipai.tiles import TileInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from lipai._native.mahjong import Shape
    from lipai.rules.mahjong import MahjongRules


class HandGame:
    """The part of ``MahjongGame`` that needs no more than the shape of a hand.

    A wild tile stands for any of the 34 faces, a fifth copy of a face included (WC-1); white plays as the wild face
    where the rules have it so (WC-2). Tiles yet to be drawn are natural ones, and only such as there are: a face of
    which the hand and its melds hold all four is no wait, and no shanten counts on it. Wild tiles, which help every
    hand, are left out of waits and of accepted tiles.

    Batches take uint8[N, 34], counts of the faces that the tiles play as, with ``wilds``, one number or one for each
    hand; uint8[N, 35], the last column being the wild tiles; or uint8[N, n], n tile codes a row, of which those of the
    face ``wild`` are wild. Claimed melds are no part of a row and show in how few tiles it has. Rows are refused with
    TypeError, HandSizeError, CardError and its kin; ``position`` is ``(row, face)`` of counts and ``(row, index)`` of
    tiles. The GIL is released and ``threads`` threads share the work.
    """

    _rules: MahjongRules
    _isa: str

    @functools.cached_property
    def _hands(self) -> Hands:
        return Hands(self._rules.hand, self._isa)

    @functools.cached_property
    def _plain(self) -> Shape:
        return self._hands.shape(None)

    @property
    def isa(self) -> str:
        """The instruction set of the batch calls, such as "avx2"; see ``with_isa``."""
        return self._hands.tables.isa

    # ---- one hand

    def complete(self, hand: TileInput, *, melds: Sequence[MeldLike] = (), wild: TileLike | None = None) -> bool:
        """Whether a hand is melds and a pair (SM-1, WC-1): what ``win`` asks first, at a fraction of the time.

        >>> import lipai
        >>> lipai.game("sanmen").complete("11233344445556m")
        True
        >>> lipai.game("wencheng").complete("223445566788m11z3p33s", wild="3p")
        False
        """
        if wild is None and not melds:
            return self._plain.complete(hand, 3 * self._rules.hand.melds + 2)
        return self._hands.complete(hand, melds, wild)

    def complete_counts(self, counts: bytes | bytearray | memoryview | NDArray[np.uint8], wilds: int = 0) -> bool:
        """The same of counts: 34 bytes, one for each face, and a number of wild tiles.

        >>> import lipai
        >>> lipai.game("sanmen").complete_counts(bytes([3, 1, 1, 1, 1, 1, 1, 1, 3, 1] + [0] * 24))
        False
        """
        return self._plain.complete_counts(counts, wilds)

    def waits(
        self, hand: TileInput, *, melds: Sequence[MeldLike] = (), wild: TileLike | None = None
    ) -> tuple[Wait, ...]:
        """The tiles that complete a hand which is one short, with how many of each are unseen.

        >>> import lipai
        >>> game = lipai.game("wencheng")
        >>> waits = game.waits("67m4455p456678s2z", melds=[("pung", "111p")], wild="2z")
        >>> lipai.format_tiles([wait.tile for wait in waits]), [wait.unseen for wait in waits]
        ('58m45p', [4, 4, 2, 2])
        """
        return self._hands.waits(hand, melds, wild)

    def shanten(self, hand: TileInput, *, melds: Sequence[MeldLike] = (), wild: TileLike | None = None) -> int:
        """The tiles to be drawn before a hand waits: 0 for one that does, -1 for a complete one.

        >>> import lipai
        >>> game = lipai.game("sanmen")
        >>> game.shanten("245568m245568p77s"), game.shanten("123456789m1111p")
        (2, 1)
        """
        return self._hands.shanten(hand, melds, wild)

    def discards(
        self,
        hand: TileInput,
        *,
        melds: Sequence[MeldLike] = (),
        wild: TileLike | None = None,
        seen: TileInput = b"",
    ) -> tuple[Discard, ...]:
        """What each discard of a hand leaves, best first: the lowest shanten, then the most tiles that help.

        ``seen`` are tiles that lie elsewhere; they only lower the numbers of unseen tiles.

        >>> import lipai
        >>> best = lipai.game("sanmen").discards("23456789m11122z9p", seen="1m")[0]
        >>> lipai.format_tiles([best.tile]), best.shanten, lipai.format_tiles(best.accepts), best.count
        ('9p', 0, '147m', 9)
        """
        return self._hands.discards(hand, melds, wild, seen)

    # ---- many hands

    def count_many(self, tiles: NDArray[np.uint8], *, wild: TileLike | None = None, threads: int = 1) -> Counted:
        """Rows of tile codes as ``(counts, wilds)``: uint8[N, 34] and uint8[N], what the other batch calls take.

        >>> import lipai, numpy as np
        >>> rows = np.array([lipai.parse_tiles("567m5z1z1z")], dtype=np.uint8)
        >>> counts, wilds = lipai.game("wencheng").count_many(rows, wild="5m")
        >>> counts[0, :9].tolist(), wilds.tolist()
        ([0, 0, 0, 0, 1, 1, 1, 0, 0], [1])
        """
        return self._hands.counted_many(tiles, wild, threads)

    def win_many(
        self,
        hands: NDArray[np.uint8],
        *,
        wilds: ArrayLike | None = None,
        wild: TileLike | None = None,
        threads: int = 1,
    ) -> NDArray[np.bool_]:
        """Which of N hands are complete, bool[N].

        >>> import lipai, numpy as np
        >>> rows = np.array([lipai.parse_tiles(hand) for hand in ("11123456789999m", "1112345678999m1z")], np.uint8)
        >>> lipai.game("sanmen").win_many(rows).tolist()
        [True, False]
        """
        return self._hands.win_many(hands, wilds, wild, threads)

    def shanten_many(
        self,
        hands: NDArray[np.uint8],
        *,
        wilds: ArrayLike | None = None,
        wild: TileLike | None = None,
        threads: int = 1,
    ) -> NDArray[np.int8]:
        """Shanten of N hands, int8[N].

        >>> import lipai, numpy as np
        >>> rows = np.array([lipai.parse_tiles("145s36m12579p256z")], dtype=np.uint8)
        >>> lipai.game("sanmen").shanten_many(rows).tolist()
        [5]
        """
        return self._hands.shanten_many(hands, wilds, wild, threads)

    def waits_many(
        self,
        hands: NDArray[np.uint8],
        *,
        wilds: ArrayLike | None = None,
        wild: TileLike | None = None,
        threads: int = 1,
    ) -> NDArray[np.uint64]:
        """The faces that complete each of N hands, uint64[N]: bit f for face f, 0 for a hand that does not wait.

        >>> import lipai, numpy as np
        >>> rows = np.array([lipai.parse_tiles("1112345678999m")], dtype=np.uint8)
        >>> bin(lipai.game("sanmen").waits_many(rows)[0])
        '0b111111111'
        """
        return self._hands.waits_many(hands, wilds, wild, threads)

    def discards_many(
        self,
        hands: NDArray[np.uint8],
        *,
        wilds: ArrayLike | None = None,
        wild: TileLike | None = None,
        seen: NDArray[np.uint8] | None = None,
        threads: int = 1,
    ) -> Discards:
        """What each discard of N hands leaves: ``shanten``, ``accepts`` and ``count``, each of shape [N, 35].

        ``seen`` is uint8[N, 34], counts of the faces of tiles that lie elsewhere.

        >>> import lipai, numpy as np
        >>> rows = np.array([lipai.parse_tiles("23456789m11122z9p")], dtype=np.uint8)
        >>> found = lipai.game("sanmen").discards_many(rows)
        >>> int(found.shanten[0, 17]), bin(found.accepts[0, 17]), int(found.count[0, 17])
        (0, '0b1001001', 10)
        """
        return self._hands.discards_many(hands, wilds, wild, seen, threads)
