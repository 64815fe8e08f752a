"""Mahjong: wall, flowers, draws, claims, kongs and the win: SM-3 to SM-12, WC-1, WC-3, WC-14, WC-16.

wencheng's text has no flow: where it is silent, sanmen's is followed, down to the last tile of the wall. A claim is
awaited from every seat that has one; none sees what another said, and the one that goes first counts (SM-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from lipai.errors import LipaiError
from lipai.mahjong import MahjongGame, Passed
from lipai.referee.base import Referee, refuse
from lipai.referee.mahjong_deal import deal
from lipai.referee.mahjong_state import EAST, FACES, SEATS, SINGLE, WHITE, Laid, MahjongState, bytes_of, melds_of
from lipai.tiles import format_tiles, parse_tiles
from lipai.transfer import Transfer

PASS: Final = "pass"
_TEXT: Final = tuple(format_tiles([tile]) for tile in range(42))
_DISCARD: Final = tuple(f"discard {text}" for text in _TEXT)


class MahjongReferee(Referee[MahjongState]):
    """The referee of a mahjong game."""

    game: MahjongGame
    STATE = MahjongState
    CARRY: ClassVar[tuple[str, ...]] = ("dealer",)

    # ---- the deal

    def _start(self) -> MahjongState:
        self._prepare()
        return deal(self.game, self.setup.carry, self.stream)

    def _prepare(self) -> None:
        rules = self.game.rules
        flow = rules["flow"] or {}
        self._reserve: int = flow.get("reserve") or 0
        self._laid = self.game.laid
        self._swap = bool(rules["hand"]["white_as_wild_face"])
        self._of_fan = rules["payment"]["worth"] == "fan"
        self._items = rules["fan"]
        self._melds = self.game.melds

    def _resume(self) -> None:
        self._prepare()

    def _from_end(self) -> int:
        self.state.back -= 1
        return self.state.wall[self.state.back]

    @property
    def _left(self) -> int:
        """The tiles that can still be drawn (SM-12)."""
        return self.state.back - self.state.front - self._reserve

    # ---- whose turn it is

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who must discard, or all who have a claim and have not said yet."""
        state = self.state
        if state.result is not None:
            return ()
        if not state.options:
            return (state.turn,)
        answers = state.answers
        return tuple(sorted({seat for seat, _, _ in state.options if answers[seat] is None}))

    def _legal(self, seat: int) -> Sequence[str]:
        state = self.state
        if state.options:
            return [*[_claim(kind, tiles) for who, kind, tiles in state.options if who == seat], PASS]
        actions = ["win"] if self._wins_drawn() else []
        held = state.held[seat]
        if self._may_kong():
            actions += ["kong " + _TEXT[tile] * 4 for tile in self._kongs(seat)]
        return actions + [_DISCARD[tile] for tile, n in enumerate(held) if n]

    def _may_kong(self) -> bool:
        """SM-4: not after a chow. SM-5: not with the last tile."""
        return not self.state.chowed and self._left > 0

    def _kongs(self, seat: int) -> list[int]:
        state = self.state
        found = [tile for tile, n in enumerate(state.held[seat]) if n == 4]
        for meld in state.melds[seat]:
            if meld.kind == "pung" and state.held[seat][meld.tiles[0]]:
                found.append(meld.tiles[0])
        return found

    # ---- actions

    def _apply(self, seat: int, action: str) -> None:
        if self.state.options:
            self._answer(seat, action)
            return
        word, _, rest = action.partition(" ")
        if word == "win":
            if not self._wins_drawn():
                raise refuse(seat, action, "this hand does not win by a draw", self._clause("SM-1", "WC-4"))
            self._won(seat, self.state.by, None)
        elif word == "discard":
            tile = self._tile(seat, action, rest)
            if not self.state.held[seat][tile]:
                raise refuse(seat, action, "the hand does not hold this tile", self._clause("SM-4", "SM-4"))
            self._discard(seat, tile)
        elif word == "kong":
            tiles = self._tiles(seat, action, rest)
            if len(tiles) != 4 or len(set(tiles)) != 1 or tiles[0] not in self._kongs(seat):
                raise refuse(seat, action, "the hand has no such kong", self._clause("SM-3", "WC-10"))
            if not self._may_kong():
                clause = "SM-4" if self.state.chowed else "SM-5"
                raise refuse(seat, action, "no kong after a chow, nor with the last tile", clause)
            self._own_kong(seat, tiles[0])
        else:
            raise refuse(seat, action, "it is 'discard TILE', 'kong TILES' or 'win'", "SM-4")

    def _clause(self, points: str, fan: str) -> str:
        return fan if self._of_fan else points

    def _tiles(self, seat: int, action: str, text: str) -> tuple[int, ...]:
        try:
            return parse_tiles(text)
        except LipaiError as error:
            raise type(error)(f"seat {seat}, {action!r}: {error}", value=error.value, position=error.position) from None

    def _tile(self, seat: int, action: str, text: str) -> int:
        tiles = self._tiles(seat, action, text)
        if len(tiles) != 1 or tiles[0] >= FACES:
            raise refuse(seat, action, "one tile is discarded, and no flower", self._clause("SM-4", "SM-4"))
        return tiles[0]

    def _time_out(self, seat: int) -> str:
        """SM-11 has a limit of 15 seconds and does not say what then: a pass, or the tile just drawn is discarded."""
        state = self.state
        if state.options:
            return PASS
        if state.drawn is not None and state.held[seat][state.drawn]:
            return _DISCARD[state.drawn]
        return _DISCARD[max(tile for tile, n in enumerate(state.held[seat]) if n)]

    def _discard(self, seat: int, tile: int) -> None:
        state = self.state
        state.held[seat][tile] -= 1
        state.rivers[seat].append(tile)
        state.drawn, state.tile, state.kong, state.chowed = None, tile, None, False
        self._ask(seat, tile)
        if not state.options:
            self._draw(self._after(seat))

    def _own_kong(self, seat: int, tile: int) -> None:
        """Four concealed tiles, or the fourth to a pung, which may be robbed."""
        state = self.state
        held, melds = state.held[seat], state.melds[seat]
        if held[tile] == 4:
            held[tile] = 0
            melds.append(Laid("concealed_kong", (tile,) * 4, None))
            self._draw(seat, kong="concealed")
            return
        at = next(i for i, meld in enumerate(melds) if meld.kind == "pung" and meld.tiles[0] == tile)
        held[tile] -= 1
        melds[at] = Laid("kong", (tile,) * 4, melds[at].source)
        state.tile, state.drawn = tile, None
        robbers = [(seat + step) % SEATS for step in (1, 2, 3)]
        state.options = [
            (other, "win", (tile,))
            for other in robbers
            if not self._limited(other, tile) and self._wins_with(other, tile)
        ]
        state.robbing = bool(state.options)
        if not state.options:
            self._draw(seat, kong="exposed")

    def _limited(self, seat: int, tile: int) -> bool:
        return (seat, "win", tile) in self.state.passed

    # ---- drawing

    def _draw(self, seat: int, kong: str | None = None) -> None:
        """The next tile for a seat, from the end after a kong; what is to be laid is laid and replaced."""
        state = self.state
        state.turn, state.tile, state.kong, state.by, state.chowed = seat, None, kong, "kong" if kong else "self", False
        if state.passed:  # SM-4: until the player's next turn
            state.passed = [each for each in state.passed if each[0] != seat]
        if self._left <= 0:
            self._drawn_out()
            return
        if kong:
            tile = self._from_end()
        else:
            tile = state.wall[state.front]
            state.front += 1
        while tile in self._laid:
            state.laid[seat].append(tile)
            state.kong, state.by = None, "self"  # WC-11: no kong draw any more
            if self._left <= 0:  # SM-5: it is not replaced, and there is no tile to go on with
                self._drawn_out()
                return
            tile = self._from_end()
        state.held[seat][tile] += 1
        state.drawn = tile

    def _drawn_out(self) -> None:
        """SM-6: nobody pays, and the deal goes to the next seat."""
        carry = {"dealer": self._after(self.state.dealer)}
        self._end((0, 0, 0, 0), "drawn", (), carry=carry, roles=self._roles())

    def _roles(self) -> list[str]:
        return ["dealer" if seat == self.state.dealer else "other" for seat in range(SEATS)]

    # ---- claims

    def _ask(self, discarder: int, tile: int) -> None:
        """Find what the others may do with a discard."""
        state = self.state
        last = self._left <= 0
        after = self._after(discarder)
        for seat in range(SEATS):
            if seat == discarder:
                continue
            held = state.held[seat]
            if (held[tile] >= 2 and not last) or (seat == after and not last and self._near(held, tile)):
                break
            if self._wins_with(seat, tile):
                break
        else:
            return
        hands = [None if seat == discarder else bytes_of(state.held[seat]) for seat in range(SEATS)]
        found = self.game.claims(
            discarder,
            tile,
            hands,
            melds=[melds_of(melds) for melds in state.melds],
            passed=[Passed(*each) for each in state.passed],
            last=last,
            wild=state.wild,
        )
        if last or self._left <= 0:
            found = tuple(claim for claim in found if claim.action == "win")
        state.options = [(claim.seat, claim.action, claim.tiles) for claim in found]

    def _near(self, held: list[int], tile: int) -> bool:
        """Whether a chow is thinkable; white counts as the wild face (WC-2)."""
        wild = self.state.wild
        if wild is not None and self._swap:
            if tile == wild:
                return False
            if wild != WHITE:
                held = held.copy()
                held[wild] = held[WHITE]
                tile = wild if tile == WHITE else tile
        if tile >= EAST:
            return False
        at = tile % 9
        one, two = at > 0 and held[tile - 1], at < 8 and held[tile + 1]
        return bool((one and two) or (one and at > 1 and held[tile - 2]) or (two and at < 7 and held[tile + 2]))

    def _answer(self, seat: int, action: str) -> None:
        state = self.state
        if action != PASS and action not in [_claim(kind, tiles) for who, kind, tiles in state.options if who == seat]:
            known = self._known(seat, action)
            if known is None:
                raise refuse(seat, action, "there is no such claim", self._clause("SM-4", "SM-4"))
            action = known
        state.answers[seat] = action
        if any(state.answers[who] is None for who, _, _ in state.options):
            return
        options, answers = state.options, state.answers
        tile, giver, robbing = state.tile, state.turn, state.robbing
        assert tile is not None
        state.options, state.answers, state.robbing = [], [None] * SEATS, False
        chosen = next((each for each in options if answers[each[0]] == _claim(each[1], each[2])), None)
        for who, kind, _ in options:  # SM-4: what is passed up waits for the player's next turn
            if answers[who] == PASS and kind in self.game.rules["claims"]["passed"]:
                state.passed.append((who, kind, tile))
        if chosen is None:
            self._draw(giver if robbing else self._after(giver), kong="exposed" if robbing else None)
        elif chosen[1] == "win":
            self._won(chosen[0], "rob" if robbing else "discard", giver)
        else:
            self._claim(*chosen, tile, giver)

    def _known(self, seat: int, action: str) -> str | None:
        """The claim that is meant, its tiles in another order."""
        word, _, rest = action.partition(" ")
        tiles = sorted(self._tiles(seat, action, rest)) if rest else []
        for who, kind, laid in self.state.options:
            if who == seat and kind == word and sorted(laid) == tiles:
                return _claim(kind, laid)
        return None

    def _claim(self, seat: int, kind: str, tiles: tuple[int, ...], tile: int, giver: int) -> None:
        state = self.state
        state.rivers[giver].pop()
        own = list(tiles)
        own.remove(tile)
        for each in own:
            state.held[seat][each] -= 1
        state.melds[seat].append(Laid(kind, tiles, giver))
        state.claimed.append((seat, giver))
        if state.passed:
            state.passed = [each for each in state.passed if each[0] != seat]
        if kind == "kong":
            self._draw(seat, kong="exposed")
            return
        state.turn, state.tile, state.drawn, state.by, state.kong = seat, None, None, "claim", None
        state.chowed = kind == "chow"

    # ---- winning

    def _complete(self, seat: int, tile: int | None) -> bool:
        """Whether the hand, with that tile, has a winning shape, or wins without one (WC-12)."""
        state = self.state
        counts = bytearray(state.held[seat])
        if tile is not None:
            counts[tile] += 1
        wild = state.wild
        if wild is None:
            return self.game.complete_counts(bytes(counts))
        wilds = counts[wild]
        counts[wild] = 0
        if self._swap and wild != WHITE:
            counts[wild], counts[WHITE] = counts[WHITE], 0
        return wilds == 3 or self.game.complete_counts(bytes(counts), wilds)

    def _wins_with(self, seat: int, tile: int) -> bool:
        return self._complete(seat, tile)

    def _wins_drawn(self) -> bool:
        """Whether the seat that is to discard may win instead: by its own draw or, the dealer, as dealt."""
        state = self.state
        if state.by == "claim" or (state.drawn is None and not self._dealt()):
            return False
        return self._complete(state.turn, None)

    def _dealt(self) -> bool:
        """Whether nothing has happened since the deal."""
        return not self.state.history

    def _won(self, winner: int, by: str, payer: int | None) -> None:
        state, game = self.state, self.game
        tile = state.drawn if payer is None else state.tile
        hand = bytes_of(state.held[winner]) + (b"" if payer is None or tile is None else SINGLE[tile])
        heaven = self._dealt() and "heaven" in self._items
        if robbed := by == "rob":  # the kong is none: its fourth tile goes to the winner
            assert payer is not None
            melds = state.melds[payer]
            at = next(i for i, meld in enumerate(melds) if meld.kind == "kong" and meld.tiles[0] == tile)
            melds[at] = Laid("pung", melds[at].tiles[:3], melds[at].source)
        elif payer is not None:
            state.rivers[payer].pop()
        won = game.win(
            hand,
            melds=melds_of(state.melds[winner]),
            tile=tile,
            by=by,
            kong=state.kong if by == "kong" else None,
            wind=EAST + (winner - state.dealer) % SEATS,
            flowers=bytes(state.laid[winner]),
            wild=state.wild,
            heaven=heaven,
            earth=not heaven and not robbed and self._earth(winner, payer),
        )
        assert won.win
        codes: tuple[int, ...] = ()
        if game.rules["codes"] is not None:  # SM-8: in order from where the next tile would be drawn
            codes = tuple(state.wall[state.front : min(state.front + game.rules["codes"]["count"], state.back)])
        net, transfers, hits = self._pay(winner, by, payer, won, codes)
        if payer is not None and tile is not None:
            state.held[winner][tile] += 1
        events: list[tuple[int | None, str]] = []
        for item in won.items:
            events += [(winner, f"item:{item.name}")] * item.count
        events += [(winner, "hit")] * hits
        if payer is not None:
            events.append((payer, "fed"))
        self._end(net, by, [winner], transfers, events, {"dealer": winner}, self._roles())  # SM-6

    def _earth(self, winner: int, payer: int | None) -> bool:
        """WC-14."""
        state = self.state
        if "earth" not in self._items or winner == state.dealer or state.claimed:
            return False
        if any(meld for melds in state.melds for meld in melds):
            return False
        discards = sum(map(len, state.rivers))
        if payer is not None:
            return payer == state.dealer and discards == 0  # it has just been taken up
        return not state.rivers[winner]

    def _pay(
        self, winner: int, by: str, payer: int | None, won: Any, codes: tuple[int, ...]
    ) -> tuple[list[int], list[Transfer], int]:
        """The settlement, whose seats are counted from the dealer."""
        dealer = self.state.dealer

        def rel(seat: int) -> int:
            return (seat - dealer) % SEATS

        how: dict[str, Any] = {"fan": won.fan} if self._of_fan else {"points": won.points}
        if codes:
            how["codes"] = bytes(codes)
        if self.game.rules["payment"]["liability"]:
            fed = [[rel(giver) for taker, giver in self.state.claimed if rel(taker) == seat] for seat in range(SEATS)]
            how["claims"] = fed
            third = self._third(winner)
            if third is not None and payer is None:
                how["last_third"] = rel(third)
        paid = self.game.settle(
            rel(winner), by=by, payer=None if payer is None else rel(payer), base=self.setup.base, **how
        )
        net = [paid.net[rel(seat)] for seat in range(SEATS)]
        transfers = [
            replace(t, from_seat=(t.from_seat + dealer) % SEATS, to_seat=(t.to_seat + dealer) % SEATS)
            for t in paid.transfers
        ]
        return net, transfers, paid.hits

    def _third(self, winner: int) -> int | None:
        """SM-10: of those liable with the winner, the one whose third meld came last; None unless there are several."""
        counts: dict[tuple[int, int], int] = {}
        found: list[int] = []
        for taker, giver in self.state.claimed:
            counts[taker, giver] = n = counts.get((taker, giver), 0) + 1
            if n == 3 and winner in (taker, giver):
                found.append(giver if taker == winner else taker)
        return found[-1] if len(set(found)) > 1 else None

    # ---- what is seen

    def _observe(self, seat: int) -> dict[str, Any]:
        state = self.state
        claim = [_claim(kind, tiles) for who, kind, tiles in state.options if who == seat]
        mine = state.turn == seat and not state.options
        return {
            "dealer": state.dealer,
            "dice": list(state.dice),
            "wind": _TEXT[EAST + (seat - state.dealer) % SEATS],
            "turn": state.turn,
            # who else has a claim is nobody's business
            "to_act": [seat] if seat in self.to_act else [] if state.options else list(self.to_act),
            "hand": format_tiles(bytes_of(state.held[seat])),
            "drawn": _TEXT[state.drawn] if mine and state.drawn is not None else None,
            "wild": None if state.wild is None else _TEXT[state.wild],
            "turned": format_tiles(state.turned) if state.turned else "",
            "tile": None if state.tile is None else _TEXT[state.tile],
            "claims": claim,
            "left": max(0, self._left),
            "held": [sum(held) for held in state.held],
            "melds": [
                [
                    {
                        "kind": meld.kind,
                        "tiles": "" if meld.kind == "concealed_kong" and other != seat else format_tiles(meld.tiles),
                        "from": meld.source,
                    }
                    for meld in melds
                ]
                for other, melds in enumerate(state.melds)
            ],
            "laid": [format_tiles(laid) if laid else "" for laid in state.laid],
            "rivers": [format_tiles(river) if river else "" for river in state.rivers],
            "hands": [format_tiles(bytes_of(held)) for held in state.held] if self.over else None,
        }


def _claim(kind: str, tiles: tuple[int, ...]) -> str:
    return kind if kind == "win" else f"{kind} {format_tiles(tiles)}"
