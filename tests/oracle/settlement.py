"""Who pays whom: SSS-11..SSS-19, BJ-13..BJ-20, BS-3..BS-5, BS-11.

A table is a list of players, each ``{"piles": [...]}`` or ``{"special": name, "hand": ...}``; seats are 0-based.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .piles import GAMES, category, is_legal, rank_key
from .shapes import Key
from .specials import MULTIPLES, ORDER, POINTS, bonuses, ranking, specials
from .text import OracleError

PLAYERS = {"biji": (2, 5), "biji52": (2, 5), "shisanshui": (2, 4), "baishisan": (2, 4), "shisanzhang": (2, 4)}

# SSS-11: water by pile, where it is not 1.
WATER = (
    {"trips": 3},
    {"full_house": 2, "quads": 8, "straight_flush": 10, "five_of_a_kind": 20},
    {"quads": 4, "straight_flush": 5, "five_of_a_kind": 10},
)


class Transfer(NamedTuple):
    payer: int
    to: int
    amount: int
    clause: str
    why: str


class Settlement(NamedTuple):
    net: list[int]
    transfers: list[Transfer]
    # Waters and banker games: (seat, other seat) -> result of each pile, 1 won, 0 push, -1 lost, for pairs compared.
    # Pots: (pot, seat) -> place, winner 1.
    outcomes: dict[tuple[int, int], Any]


class Seat(NamedTuple):
    piles: list[list[int]]
    hand: list[int]
    special: str | None
    keys: list[Key]
    foul: bool


def settle(
    game: str,
    players: Sequence[Mapping[str, Any]],
    base: int = 1,
    banker: int | None = None,
    bets: Sequence[int] | None = None,
    chips: int | None = None,
    **options: Any,
) -> Settlement:
    seats = [read_seat(game, player, options) for player in players]
    check_table(game, seats, options)
    if game in ("biji", "biji52"):
        settlement = settle_pots(game, seats, options)
    elif game == "shisanshui":
        settlement = settle_waters(seats, options)
    else:
        assert banker is not None
        stakes = [0 if seat == banker else bets[seat] if bets else base for seat in range(len(seats))]
        check_bets(game, stakes, chips)
        return settle_banker(seats, banker, stakes)  # a bet is an amount, not a number of bases
    return Settlement(
        [base * units for units in settlement.net],
        [transfer._replace(amount=base * transfer.amount) for transfer in settlement.transfers],
        settlement.outcomes,
    )


def read_seat(game: str, player: Mapping[str, Any], options: dict[str, Any]) -> Seat:
    if "special" in player:
        return Seat([], list(player["hand"]), player["special"], [], False)
    piles = [list(pile) for pile in player["piles"]]
    if tuple(map(len, piles)) != GAMES[game].sizes:
        raise OracleError("wrong_count", None)
    rules = ranking(game, options)
    keys = [rank_key(game, pile, **rules) for pile in piles]
    return Seat(piles, [card for pile in piles for card in pile], None, keys, not is_legal(game, piles, **rules))


def check_table(game: str, seats: list[Seat], options: dict[str, Any]) -> None:
    least, most = PLAYERS[game]
    if not least <= len(seats) <= most:
        raise OracleError("wrong_count", None)
    cards = [card for seat in seats for card in seat.hand]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise OracleError("duplicate_card", place)
    for number, seat in enumerate(seats):
        if seat.special is not None:
            held = () if game in ("biji", "biji52") else specials(game, seat.hand, **options)
            if seat.special not in [special.name for special in held]:  # SSS-16
                raise OracleError("illegal_play", number)
        elif seat.foul and refuses_fouls(game, options):
            raise OracleError("foul", number)


def refuses_fouls(game: str, options: dict[str, Any]) -> bool:
    if game == "shisanshui":
        return bool(options.get("fouls", "refuse") == "refuse")  # SSS-15
    return game in ("biji", "biji52")  # BJ-22; BS-4


def total(count: int, transfers: list[Transfer]) -> list[int]:
    net = [0] * count
    for transfer in transfers:
        net[transfer.payer] -= transfer.amount
        net[transfer.to] += transfer.amount
    return net


# ---- 十三水 ----------------------------------------------------------------------------------------------------


def water(pile: int, cards: Sequence[int], options: dict[str, Any]) -> int:
    return WATER[pile].get(category("shisanshui", cards, **ranking("shisanshui", options)), 1)  # SSS-11


def compare(a: Seat, b: Seat) -> tuple[int, ...]:
    return tuple((x > y) - (x < y) for x, y in zip(a.keys, b.keys, strict=True))  # SSS-3: equal is a push


def settle_waters(seats: list[Seat], options: dict[str, Any]) -> Settlement:
    transfers: list[Transfer] = []
    outcomes = {}
    count = len(seats)
    for a in range(count):
        for b in range(count):
            if a == b:
                continue
            one, other = seats[a], seats[b]
            if one.special is not None:
                transfers += collect(seats, a, b)
            elif other.special is None and other.foul and not one.foul:
                # SSS-15: the sum of the opponent's three pile values, no doubling
                amount = sum(water(i, pile, options) for i, pile in enumerate(one.piles))
                transfers.append(Transfer(b, a, amount, "SSS-15", "foul"))
            elif other.special is None and not other.foul and not one.foul:
                outcomes[a, b] = compare(one, other)
                transfers += ordinary(seats, a, b, options)
    return Settlement(total(count, transfers), transfers, outcomes)


def ordinary(seats: list[Seat], a: int, b: int, options: dict[str, Any]) -> list[Transfer]:
    """What b pays a for the piles that a wins, and for beating b in all that was not a push."""
    result = compare(seats[a], seats[b])
    paid = [Transfer(b, a, water(i, seats[a].piles[i], options), "SSS-11", "pile") for i in range(3) if result[i] == 1]
    plus_one = options.get("gun", "double") == "plus_one"  # SSS-13
    if 1 in result and -1 not in result:
        extra = 1 if plus_one else sum(transfer.amount for transfer in paid)
        if result == (1, 1, 1):
            paid.append(Transfer(b, a, extra, "SSS-13" if plus_one else "SSS-12", "gun"))
        else:
            paid.append(Transfer(b, a, extra, "SSS-13", "run_over"))
    if len(seats) == 4 and all(beaten_in_all(seats[a], other) for seat, other in enumerate(seats) if seat != a):
        paid.append(Transfer(b, a, sum(transfer.amount for transfer in paid), "SSS-14", "home_run"))
    return paid


def beaten_in_all(one: Seat, other: Seat) -> bool:
    """SSS-14: a declared special was not beaten, and a foul's piles were not compared at all (SSS-15)."""
    return other.special is None and not other.foul and compare(one, other) == (1, 1, 1)


def collect(seats: list[Seat], a: int, b: int) -> list[Transfer]:
    """What b pays for the special that a declared."""
    special = seats[a].special
    assert special is not None
    if not special_beats(seats[a], seats[b]):
        return []
    against_special = seats[b].special is not None
    points = POINTS[special]
    paid = [Transfer(b, a, points, "SSS-19" if against_special else "SSS-17", "special")]
    others = [seat for number, seat in enumerate(seats) if number != a]
    if special in ("dragon", "supreme_dragon") and all(special_beats(seats[a], seat) for seat in others):
        paid.append(Transfer(b, a, points, "SSS-18", "sweep"))
    return paid


def special_beats(one: Seat, other: Seat) -> bool:
    def order(seat: Seat) -> tuple[int, int, int]:  # SSS-19
        assert seat.special is not None
        jokers = sum(card >= 52 for card in seat.hand)
        return POINTS[seat.special], ORDER.index(seat.special), -jokers

    return other.special is None or order(one) > order(other)  # SSS-16: every ordinary hand, fouls too


# ---- 比机 ------------------------------------------------------------------------------------------------------


def settle_pots(game: str, seats: list[Seat], options: dict[str, Any]) -> Settlement:
    count = len(seats)
    step, pot_clause = (1, "BJ-13") if game == "biji" else (2, "BJ-19")
    transfers = []
    outcomes = {}
    winners = []
    for pot in range(3):
        order = sorted(range(count), key=lambda seat: seats[seat].keys[pot], reverse=True)
        winners.append(order[0])
        for place, seat in enumerate(order, start=1):
            outcomes[pot, seat] = place
            if place > 1:
                transfers.append(Transfer(seat, order[0], step * (place - 1), pot_clause, "pot"))
    if game == "biji" or options.get("bonuses", False):  # BJ-20
        unit = step * (count - 1)  # BJ-14, BJ-20
        for number, holder in enumerate(seats):
            held = bonuses(game, holder.hand, holder.piles, **options)
            if winners == [number] * 3:
                held.append("sweep")  # BJ-15
            for name in held:
                clause = {"straight_flush_head": "BJ-16", "three_trips": "BJ-17"}.get(name, "BJ-15")
                amount = unit * {**MULTIPLES, "sweep": 1}[name]
                transfers += [
                    Transfer(other, number, amount, clause, name) for other in range(count) if other != number
                ]
    return Settlement(total(count, transfers), transfers, outcomes)


# ---- banker games ----------------------------------------------------------------------------------------------


def check_bets(game: str, stakes: list[int], chips: int | None) -> None:
    for seat, bet in enumerate(stakes):
        if bet < 0:
            raise OracleError("bad_bet", seat)
        if game == "baishisan" and chips is not None and bet > chips // len(stakes):  # BS-11
            raise OracleError("bet_limit", seat)


def settle_banker(seats: list[Seat], banker: int, stakes: list[int]) -> Settlement:
    transfers = []
    outcomes = {}
    bank = seats[banker]
    for number, seat in enumerate(seats):
        if number == banker:
            continue
        if seat.special or bank.special:
            wins, clause, why = bool(seat.special and not bank.special), "BS-5", "dragon"
        elif seat.foul or bank.foul:
            wins, clause, why = not seat.foul, "BS-4", "foul"
        else:
            # BS-3: an equal pile is the banker's
            piles = tuple(1 if x > y else -1 for x, y in zip(seat.keys, bank.keys, strict=True))
            outcomes[number, banker] = piles
            outcomes[banker, number] = tuple(-result for result in piles)
            wins, clause, why = piles.count(1) >= 2, "BS-3", "piles"
        payer, to = (banker, number) if wins else (number, banker)
        if stakes[number]:
            transfers.append(Transfer(payer, to, stakes[number], clause, why))
    return Settlement(total(len(seats), transfers), transfers, outcomes)
