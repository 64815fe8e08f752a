"""What the referees of all games have in common: a state, the actions that change it, and what each seat may see.

A referee takes one deal from its seed to its settlement. Its state is plain data that JSON holds; it depends on nothing
but the start - game, players, seed, number of the deal, what the deal before left - and on the actions since, so a
record of those replays to the same bytes. Seats are from 0, counter-clockwise. An action is a short text, such as
``place 2C 3D 5H / ...``, ``bid 2``, ``play 33344``, ``discard 5m`` or ``pass``.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar, overload

import msgspec

import lipai
from lipai.errors import IllegalPlayError, TableError
from lipai.numbers import whole
from lipai.referee.stream import Stream
from lipai.transfer import Transfer

TIME_OUT: Final = "time_out"
LARGEST: Final = (1 << 63) - 1
FORMAT: Final = 1
NOTHING: Final = b"null"


class Result(msgspec.Struct, frozen=True):
    """How a deal ended.

    ``net`` is what each seat wins or loses and sums to zero; ``outcome`` says how the deal ended, ``winners`` which
    seats won it, where it has such. ``events`` are what a statistician counts, as (seat or None, name), ``roles`` what
    each seat was where seats differ, such as ``banker``. ``carry`` is what the next deal at the table is started with.
    """

    net: tuple[int, ...]
    outcome: str
    winners: tuple[int, ...]
    transfers: tuple[Transfer, ...] = ()
    events: tuple[tuple[int | None, str], ...] = ()
    carry: dict[str, int] = {}
    roles: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """What a deal starts from, beside the rules."""

    players: int
    seed: int
    deal: int
    base: int
    carry: dict[str, int]


class State(msgspec.Struct):
    """What every state has: the actions so far, in order, and the result once there is one."""

    history: list[tuple[int, str]]
    result: Result | None


class Saved(msgspec.Struct):
    """A saved state or, without one, a record."""

    format: int
    game: str
    options: dict[str, str | int | bool]
    rules: str
    setup: Setup
    history: list[tuple[int, str]] | None = None
    state: msgspec.Raw = msgspec.Raw(NOTHING)


class Lazy(Sequence[str]):
    """Many actions of which few are looked at: each is made when it is asked for."""

    __slots__ = ("_make", "_n")

    def __init__(self, n: int, make: Callable[[int], str]) -> None:
        self._n, self._make = n, make

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[str]: ...
    def __getitem__(self, i: int | slice) -> str | Sequence[str]:
        if isinstance(i, slice):
            return [self._make(k) for k in range(*i.indices(self._n))]
        if not -self._n <= i < self._n:
            raise IndexError("no such action")
        return self._make(i % self._n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


S = TypeVar("S", bound=State)


class Referee(ABC, Generic[S]):
    """One deal of one game. Made by ``lipai.referee.start``, ``restore`` or ``replay``."""

    STATE: ClassVar[type[State]]
    CARRY: ClassVar[tuple[str, ...]]  # what a deal may be told of the one before

    def __init__(self, game: Any, setup: Setup, state: S | None = None) -> None:
        self.game = game
        self.setup = setup
        self.seats = setup.players
        self.state: S = self._start() if state is None else state
        if state is not None:
            self._resume()

    # ---- what a game must say

    @abstractmethod
    def _start(self) -> S:
        """The state after the deal."""

    def _resume(self) -> None:
        """Make anew what is derived from the state."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats from which an action is awaited, in any order; none once the deal is over."""

    @abstractmethod
    def _legal(self, seat: int) -> Sequence[str]:
        """The actions of a seat that is to act."""

    @abstractmethod
    def _apply(self, seat: int, action: str) -> None:
        """Change the state; an action that is refused raises before anything has changed."""

    @abstractmethod
    def _observe(self, seat: int) -> dict[str, Any]:
        """What the seat sees beside what everybody knows of every game."""

    def _time_out(self, seat: int) -> str:
        """The action that is taken for a seat whose time is up."""
        raise IllegalPlayError(f"the rules of {self.game.id} say nothing of a player whose time is up", value=TIME_OUT)

    # ---- what everybody uses

    @property
    def over(self) -> bool:
        """Whether the deal is settled."""
        return self.state.result is not None

    def legal_actions(self, seat: int) -> Sequence[str]:
        """What the seat may do now; nothing where it is not its turn.

        Where a hand can be laid out in thousands of ways, those that no other equals or beats in every pile; ``apply``
        takes every legal one.
        """
        seat = self._seat(seat)
        return self._legal(seat) if seat in self.to_act else ()

    def apply(self, seat: int, action: str) -> None:
        """Do what the seat says, or ``time_out`` for a seat whose time is up.

        Raises IllegalPlayError, with the clause, and its kin for wrong cards; the state is then as it was.
        """
        seat = self._seat(seat)
        if not isinstance(action, str):
            raise TypeError(f"an action is a text, not {type(action).__name__}")
        if self.over:
            raise IllegalPlayError(f"seat {seat}, {action!r}: the deal is over", value=action)
        if seat not in self.to_act:
            turn = ", ".join(map(str, self.to_act))
            raise IllegalPlayError(f"seat {seat}, {action!r}: it is the turn of seat {turn}", value=action)
        self._apply(seat, self._time_out(seat) if action == TIME_OUT else action)
        self.state.history.append((seat, action))

    def observe(self, seat: int) -> dict[str, Any]:
        """What the seat knows, as plain data: its own cards and everything that lies open; no hidden card."""
        seat = self._seat(seat)
        return {
            "game": self.game.id,
            "seat": seat,
            "players": self.seats,
            "to_act": list(self.to_act),
            "over": self.over,
            **self._observe(seat),
            "result": None if self.state.result is None else msgspec.to_builtins(self.state.result),
        }

    def result(self) -> Result | None:
        """How the deal ended; None as long as it goes on."""
        return self.state.result

    def next(self, *, seed: int | None = None) -> Referee[Any]:
        """The referee of the next deal at the same table; only once this one is over."""
        if self.state.result is None:
            raise IllegalPlayError("the next deal is dealt once this one is over")
        setup = msgspec.structs.replace(
            self.setup,
            seed=self.setup.seed if seed is None else whole(seed, "seed", 0, (1 << 64) - 1, TableError),
            deal=self.setup.deal + 1,
            carry=self.state.result.carry,
        )
        return type(self)(self.game, setup)

    # ---- saving

    def save(self) -> bytes:
        """The whole state as JSON, hidden cards included; ``lipai.referee.restore`` takes it."""
        return msgspec.json.encode(msgspec.structs.replace(self._head(), state=msgspec.Raw(self._encoded())))

    def record(self) -> bytes:
        """The start and all actions as JSON; ``lipai.referee.replay`` takes it."""
        return msgspec.json.encode(msgspec.structs.replace(self._head(), history=self.state.history))

    def _encoded(self) -> bytes:
        return msgspec.json.encode(self.state)

    def _head(self) -> Saved:
        return Saved(FORMAT, self.game.id, self.game.options, fingerprint(self.game), self.setup)

    # ---- for the games

    @property
    def stream(self) -> Stream:
        """The random words of this deal."""
        return Stream(self.setup.seed, self.setup.deal)

    def _end(
        self,
        net: Sequence[int],
        outcome: str,
        winners: Sequence[int],
        transfers: Sequence[Transfer] = (),
        events: Sequence[tuple[int | None, str]] = (),
        carry: Mapping[str, int] | None = None,
        roles: Sequence[str] = (),
    ) -> None:
        assert sum(net) == 0
        self.state.result = Result(
            tuple(net), outcome, tuple(winners), tuple(transfers), tuple(events), dict(carry or {}), tuple(roles)
        )

    def _seat(self, seat: int) -> int:
        return whole(seat, "seat", 0, self.seats - 1, TableError)

    def _after(self, seat: int) -> int:
        """The next seat, counter-clockwise."""
        return (seat + 1) % self.seats


def refuse(seat: int, action: str, why: str, clause: str) -> IllegalPlayError:
    """The error for an action that the rules do not allow."""
    return IllegalPlayError(f"seat {seat}, {action!r}: {why} ({clause})", value=action, argument="action")


def fingerprint(game: Any) -> str:
    """Of the rules in force, so that a state is never restored under others."""
    return hashlib.sha256(msgspec.json.encode(game.rules, order="deterministic")).hexdigest()[:16]


def setup_of(
    kind: type[Referee[Any]],
    game: Any,
    players: int | None,
    seed: int,
    deal: int,
    base: int,
    carry: Mapping[str, int] | None,
) -> Setup:
    """The checked start of a deal."""
    fewest, most = game.players
    count = min(most, max(fewest, 4)) if players is None else whole(players, "players", fewest, most, TableError)
    told = dict(carry or {})
    for name, value in told.items():
        if name not in kind.CARRY:
            there_are = ", ".join(kind.CARRY) or "none"
            raise TableError(f"carry has {name!r}; {game.id} takes {there_are}", value=name, argument="carry")
        told[name] = whole(value, f"carry[{name!r}]", 0, LARGEST if name == "chips" else count - 1, TableError)
    return Setup(
        count,
        whole(seed, "seed", 0, (1 << 64) - 1, TableError),
        whole(deal, "deal", 0, LARGEST, TableError),
        whole(base, "base", 1, 1 << 40, TableError),
        told,
    )


def read(kind_of: Callable[[Any], type[Referee[Any]]], data: bytes | str, game: Any | None, what: str) -> Referee[Any]:
    """A referee from what ``save`` or ``record`` gave."""
    try:
        saved = msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise TableError(f"this is no {what}: {error}", argument=what) from None
    if saved.format != FORMAT:
        raise TableError(f"a {what} of format {saved.format}; this version reads {FORMAT}", argument=what)
    if game is None:
        game = lipai.game(saved.game, **saved.options)
    if fingerprint(game) != saved.rules:
        raise TableError(f"the {what} is of other rules than these of {game.id}", value=saved.rules, argument=what)
    kind = kind_of(game)
    setup = saved.setup
    setup = setup_of(kind, game, setup.players, setup.seed, setup.deal, setup.base, setup.carry)
    if what == "record":
        if saved.history is None:
            raise TableError("this is a saved state, not a record: restore takes it", argument=what)
        return _replayed(kind, game, setup, saved.history, what)
    if bytes(saved.state) == NOTHING:
        raise TableError("this is a record, not a saved state: replay takes it", argument=what)
    try:
        state = msgspec.json.decode(saved.state, type=kind.STATE)
    except msgspec.ValidationError as error:
        raise TableError(f"this is no {what} of {game.id}: {error}", argument=what) from None
    again = _replayed(kind, game, setup, state.history, what)
    if msgspec.json.encode(again.state) != bytes(saved.state):
        raise TableError(f"the {what} is none that its own actions lead to", argument=what)
    return kind(game, setup, state)


def _replayed(
    kind: type[Referee[Any]], game: Any, setup: Setup, history: Sequence[tuple[int, str]], what: str
) -> Referee[Any]:
    referee = kind(game, setup)
    for i, (seat, action) in enumerate(history):
        try:
            referee.apply(seat, action)
        except ValueError as error:
            raise TableError(f"action {i} of the {what} is refused: {error}", value=action, position=i) from error
    return referee
