"""What hands of tiles still need: complete or not, waits, shanten, discards; one hand or many (SM-1, WC-1 to WC-3)."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lipai._native import mahjong as _native
from lipai._native import tiles as _tiles
from lipai.batch import in_blocks, share
from lipai.errors import DuplicateCardError, HandSizeError, IllegalPlayError, TableError
from lipai.mahjong.inputs import MeldLike, TileLike, melds_of, tile_of, tiles_of
from lipai.mahjong.results import Discard, Wait
from lipai.tiles import TileInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from lipai.rules.mahjong import Hand

BLOCK: Final = 1 << 16
DISCARDS_BLOCK: Final = 1 << 11
WHITE: Final = 31
HONOURS: Final = 27
COPIES: Final = 4
WILDS: Final = 3
KIND_SIZES: Final = {"chow": 3, "pung": 3, "kong": 4, "concealed_kong": 4}


class Held(NamedTuple):
    """One hand: counts by face, wild tiles, counts of claimed melds, and the other tiles that are seen."""

    shape: _native.Shape
    counts: bytes
    wilds: int
    claimed: bytes
    seen: bytes


class Counted(NamedTuple):
    """Hands as counts: uint8[N, 34] by face, and uint8[N] wild tiles."""

    counts: NDArray[np.uint8]
    wilds: NDArray[np.uint8]


class Discards(NamedTuple):
    """What every discard of N hands leaves, in 35 columns: one for each face, the last for a wild tile.

    ``shanten`` is int8[N, 35], 127 where the hand does not hold the tile; ``accepts`` uint64[N, 35], bit f for face f;
    ``count`` uint8[N, 35], the unseen tiles of the accepted faces.
    """

    shanten: NDArray[np.int8]
    accepts: NDArray[np.uint64]
    count: NDArray[np.uint8]  # type: ignore[assignment] # over the method of tuples, which nobody needs here


class Hands:
    """What the hands of one game are made of, for any wild face. Immutable and safe to share between threads.

    The tiles of a hand are those that are neither laid open nor in claimed melds. A wild tile stands for any of the 34
    faces, a fifth copy included (WC-1); the wild face's own tiles are all wild, and white plays as that face where the
    rules have it so (WC-2). Tiles yet to be drawn are others than wild tiles, and only such as there are: a face of
    which the hand and its melds hold all four is no wait, and no shanten counts on it. Waits and accepted tiles leave
    out the wild tiles, which help every hand.
    """

    def __init__(self, hand: Hand, isa: str = "auto") -> None:
        self._hand: Final = hand
        self._isa: Final = isa
        self._shapes: Final[dict[int | None, _native.Shape]] = {}
        self._lock: Final = threading.Lock()
        laid = set(_tiles.parse(hand.laid))
        self._laid: Final = frozenset(laid)

    @functools.cached_property
    def tables(self) -> _native.Tables:
        """Made at first use and shared by all games."""
        return _native.tables(self._isa)

    def shape(self, wild: TileLike | None) -> _native.Shape:
        """What tiles play as where ``wild`` is the wild face; None where no tile is wild."""
        found = self._shapes.get(wild) if wild is None or type(wild) is int else None
        return self._shape(self._wild(wild)) if found is None else found

    def _wild(self, wild: TileLike | None) -> int | None:
        if wild is None:
            return None
        tile = tile_of(wild, "wild")
        name = _tiles.format([tile])
        if not self._hand.wild:
            raise IllegalPlayError(f"this game has no wild tiles, and wild is {name}", value=name, argument="wild")
        if tile in self._laid:
            text = f"wild is {name}, which is laid open in this game and never wild (WC-1)"
            raise IllegalPlayError(text, value=name, argument="wild")
        return tile

    def _shape(self, wild: int | None) -> _native.Shape:
        with self._lock:
            found = self._shapes.get(wild)
            if found is None:
                found = self._shapes[wild] = self._made(wild)
            return found

    def _made(self, wild: int | None) -> _native.Shape:
        plays = bytearray([*range(_native.FACES), *[_native.NO_TILE] * (_native.TILES - _native.FACES)])
        for tile in self._laid:
            plays[tile] = _native.NO_TILE
        if wild is not None:
            plays[wild] = _native.WILD
            if self._hand.white_as_wild_face and wild != WHITE:
                plays[WHITE] = wild
        lacks = bytes(0 if face in plays else COPIES for face in range(_native.FACES))
        return _native.Shape(self.tables, self._hand.melds, bytes(plays), lacks)

    # ---- one hand

    def _read(
        self, hand: TileInput, melds: Sequence[MeldLike], wild: TileLike | None, seen: TileInput, *wanted: int
    ) -> Held:
        """A hand and claimed melds that belong together, with ``wanted`` tiles beside the melds that are to come."""
        shape = self.shape(wild)
        tiles, others = tiles_of(hand, "hand"), tiles_of(seen, "seen")
        claimed = melds_of(melds)
        if len(claimed) > self._hand.melds:
            text = f"a hand has {self._hand.melds} melds at most, not {len(claimed)}"
            raise HandSizeError(text, value=len(claimed), argument="melds")
        sizes = [3 * (self._hand.melds - len(claimed)) + more for more in wanted]
        if len(tiles) not in sizes:
            beside = f" beside {len(claimed)} claimed" if claimed else ""
            text = f"a hand{beside} has {' or '.join(map(str, sizes))} tiles here, not {len(tiles)}"
            raise HandSizeError(text, value=len(tiles), argument="hand")
        counts, wilds = shape.counted(tiles)
        in_melds = bytearray(_native.FACES)
        known = tiles + others
        for i, (kind, meld) in enumerate(claimed):
            codes = _meld_tiles(shape, kind, meld, i)
            known += codes
            for face in shape.faces(codes):
                in_melds[face] += 1
        if claimed or others:
            _check_copies(known)
        _check_wilds(wilds)
        return Held(shape, counts, wilds, bytes(in_melds), others)

    def complete(self, hand: TileInput, melds: Sequence[MeldLike], wild: TileLike | None) -> bool:
        """Whether a hand is melds and a pair."""
        if melds:
            held = self._read(hand, melds, wild, b"", 2)
            return held.shape.complete_counts(held.counts, held.wilds)
        return self.shape(wild).complete(hand, 3 * self._hand.melds + 2)

    def waits(self, hand: TileInput, melds: Sequence[MeldLike], wild: TileLike | None) -> tuple[Wait, ...]:
        """The tiles that complete a hand, ascending."""
        held = self._read(hand, melds, wild, b"", 1)
        as_tile = held.shape.tile
        found = held.shape.waits(held.counts, held.wilds, held.claimed)
        waits = [Wait(as_tile[face], COPIES - held.counts[face] - held.claimed[face]) for face in found]
        return tuple(sorted(waits, key=lambda wait: wait.tile))

    def shanten(self, hand: TileInput, melds: Sequence[MeldLike], wild: TileLike | None) -> int:
        """Tiles to be drawn before a hand waits: 0 for one that does, -1 for a complete one."""
        held = self._read(hand, melds, wild, b"", 1, 2)
        return held.shape.shanten(held.counts, held.wilds, held.claimed)

    def discards(
        self, hand: TileInput, melds: Sequence[MeldLike], wild: TileLike | None, seen: TileInput
    ) -> tuple[Discard, ...]:
        """What each discard leaves: lowest shanten first, then the most tiles, then the lowest tile."""
        held = self._read(hand, melds, wild, seen, 2)
        as_tile = held.shape.tile
        wild_tile = self._wild(wild)
        listed = []
        shape = held.shape
        for face, shanten, accepts, count in shape.discards(
            held.counts, held.wilds, held.claimed, shape.played(held.seen)
        ):
            tile = as_tile[face] if wild_tile is None or face != _native.WILD else wild_tile
            listed.append(Discard(tile, shanten, tuple(sorted(as_tile[drawn] for drawn in accepts)), count))
        return tuple(sorted(listed, key=lambda each: (each.shanten, -each.count, each.tile)))

    # ---- many hands

    def counted_many(self, tiles: NDArray[np.uint8], wild: TileLike | None, threads: int) -> Counted:
        """Rows of tile codes as counts."""
        import numpy as np

        rows = _rows(tiles, "hands", None)
        counts, wilds = np.empty((len(rows), _native.FACES), dtype=np.uint8), np.empty(len(rows), dtype=np.uint8)
        shape = self.shape(wild)
        in_blocks(
            len(rows),
            *share(len(rows), BLOCK, threads),
            lambda start, stop: shape.count_rows(rows, counts, wilds, start, stop),
        )
        if len(rows) and wilds.max() > WILDS:
            row = int((wilds > WILDS).argmax())
            _check_wilds(int(wilds[row]), row)
        return Counted(counts, wilds)

    def _counts(
        self, hands: Any, wilds: Any, wild: TileLike | None, threads: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
        """Hands of any of the forms that batches take as counts, with their wild tiles."""
        import numpy as np

        rows = _rows(hands, "hands", self._hand.melds)
        if rows.shape[1] == _native.FACES + 1:
            if wilds is not None:
                raise ValueError("wilds are given twice: as the last column of hands as well")
            return np.ascontiguousarray(rows[:, :-1]), np.ascontiguousarray(rows[:, -1])
        if rows.shape[1] != _native.FACES:
            if wilds is not None:
                raise ValueError("wilds go with counts; of tiles, those of the face `wild` are wild")
            return self.counted_many(rows, wild, threads)
        if wilds is None:
            return rows, None
        given = np.asarray(wilds)
        if given.dtype.kind not in "iu":
            raise TypeError(f"wilds must be whole numbers, not of {given.dtype}")
        if given.shape not in ((), (len(rows),)):
            raise ValueError(f"wilds must have shape [{len(rows)}], not {list(given.shape)}")
        if given.size and (given.min() < 0 or given.max() > 0xFF):
            bad = int(np.flatnonzero((given < 0) | (given > 0xFF))[0])
            raise ValueError(f"wilds in row {bad} are {given.flat[bad]}, which no hand has")
        return rows, np.ascontiguousarray(np.broadcast_to(given.astype(np.uint8, copy=False), len(rows)))

    def win_many(
        self, hands: NDArray[np.uint8], wilds: ArrayLike | None, wild: TileLike | None, threads: int
    ) -> NDArray[np.bool_]:
        """Which hands are complete."""
        import numpy as np

        return self._each(_native.Shape.win_rows, np.uint8, hands, wilds, wild, threads).view(np.bool_)

    def shanten_many(
        self, hands: NDArray[np.uint8], wilds: ArrayLike | None, wild: TileLike | None, threads: int
    ) -> NDArray[np.int8]:
        """Shanten of each hand."""
        import numpy as np

        return self._each(_native.Shape.shanten_rows, np.int8, hands, wilds, wild, threads)

    def waits_many(
        self, hands: NDArray[np.uint8], wilds: ArrayLike | None, wild: TileLike | None, threads: int
    ) -> NDArray[np.uint64]:
        """The faces that complete each hand, as bits."""
        import numpy as np

        return self._each(_native.Shape.waits_rows, np.uint64, hands, wilds, wild, threads)

    def _each(
        self,
        rows: Callable[..., None],
        dtype: type[Any],
        hands: NDArray[np.uint8],
        wilds: ArrayLike | None,
        wild: TileLike | None,
        threads: int,
    ) -> NDArray[Any]:
        """One answer a hand, from the method ``rows`` of a shape."""
        import numpy as np

        shape = self.shape(wild)
        counts, numbers = self._counts(hands, wilds, wild, threads)
        out = np.empty(len(counts), dtype=dtype)
        in_blocks(
            len(out),
            *share(len(out), BLOCK, threads),
            lambda start, stop: rows(shape, counts, numbers, out, start, stop),
        )
        return out

    def discards_many(
        self,
        hands: NDArray[np.uint8],
        wilds: ArrayLike | None,
        wild: TileLike | None,
        seen: NDArray[np.uint8] | None,
        threads: int,
    ) -> Discards:
        """What each discard of each hand leaves."""
        import numpy as np

        shape = self.shape(wild)
        counts, numbers = self._counts(hands, wilds, wild, threads)
        n = len(counts)
        known = None
        if seen is not None:
            known = _rows(seen, "seen", self._hand.melds)
            if known.shape != (n, _native.FACES):
                raise ValueError(f"seen must have shape [{n}, {_native.FACES}], not {list(known.shape)}")
        shanten = np.empty((n, _native.DISCARDS), dtype=np.int8)
        accepts = np.empty((n, _native.DISCARDS), dtype=np.uint64)
        count = np.empty((n, _native.DISCARDS), dtype=np.uint8)
        in_blocks(
            n,
            *share(n, DISCARDS_BLOCK, threads),
            lambda start, stop: shape.discards_rows(counts, numbers, known, shanten, accepts, count, start, stop),
        )
        return Discards(shanten, accepts, count)


def _rows(array: Any, name: str, melds: int | None) -> NDArray[np.uint8]:
    """Rows of counts, with or without wild tiles, or of tile codes; of any number where ``melds`` is None."""
    import numpy as np

    shapes = "[N, 34] counts, [N, 35] counts and wild tiles, or [N, n] tile codes"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array of uint8 and shape {shapes}, not {type(array).__name__}")
    if array.dtype != np.uint8:
        raise TypeError(f"{name} must be a numpy array of uint8, not of {array.dtype}")
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape {shapes}, not {list(array.shape)}")
    width = array.shape[1]
    if melds is not None and not (1 <= width <= 3 * melds + 2 or width in (_native.FACES, _native.FACES + 1)):
        raise HandSizeError(f"a hand has {3 * melds + 2} tiles at most, not {width}", value=width)
    return np.ascontiguousarray(array)


def _meld_tiles(shape: _native.Shape, kind: str, meld: TileInput, i: int) -> bytes:
    """The tiles of a claimed meld that there can be."""
    if kind not in KIND_SIZES:
        text = f"melds[{i}] is of kind {kind!r}; there are {', '.join(KIND_SIZES)}"
        raise TableError(text, value=kind, argument="melds")
    what = f"melds[{i}].tiles"
    tiles = tiles_of(meld, what)
    if len(tiles) != KIND_SIZES[kind]:
        text = f"melds[{i}], a {kind}, has {KIND_SIZES[kind]} tiles, not {len(tiles)}"
        raise HandSizeError(text, value=len(tiles), argument=what)
    faces, name = sorted(shape.faces(tiles)), _tiles.format(tiles)
    for special, why in ((_native.NO_TILE, "a tile that is laid open in this game"), (_native.WILD, "a wild tile")):
        if special in faces:
            raise IllegalPlayError(f"melds[{i}], {name}, holds {why}", value=name, argument=what)
    low, high = faces[0], faces[-1]
    if kind == "chow":
        good = faces == [low, low + 1, low + 2] and high < HONOURS and low // 9 == high // 9
    else:
        good = low == high
    if not good:
        raise IllegalPlayError(f"melds[{i}], {name}, is no {kind.replace('_', ' ')}", value=name, argument=what)
    return tiles


def _check_copies(tiles: bytes) -> None:
    for tile in set(tiles):
        held = tiles.count(tile)
        if held > (COPIES if tile < _native.FACES else 1):
            name = _tiles.format([tile])
            message = f"{name} is there {held} times in hand, melds and what is seen"
            raise DuplicateCardError(message, value=name, argument="hand")


def _check_wilds(wilds: int, row: int | None = None) -> None:
    if wilds > WILDS:
        where = "" if row is None else f" in row {row}"
        text = f"{wilds} wild tiles{where}: of four one is turned, and three are left (WC-1)"
        raise DuplicateCardError(text, value=wilds, position=row)
