"""The commands for a table of climbing games: ``auction``, ``settle``, ``solve``."""

from __future__ import annotations

from typing import Any, Final

import click

from lipai.cli import hands
from lipai.cli.climbing import Out, over_of, over_options
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.program import UserError
from lipai.cli.words import say
from lipai.climbing.endgame import PASS, USUAL_MEMORY
from lipai.requests import RequestError
from lipai.requests import climbing_table as operations

BETWEEN_SEATS: Final = ";"
_ANSWERS: Final = {"yes": True, "true": True, "no": False, "false": False}


@click.command()
@game_argument
@click.argument("bid", nargs=-1)
@click.option(
    "--mode", default="call", show_default=True, help="call: bids of 0 to 3. rob: yes to take, no to decline."
)
@click.option("--first", type=int, default=0, show_default=True, metavar="SEAT", help="The seat that speaks first.")
@rule_options
@output_options
def auction(
    game_name: str,
    bid: tuple[str, ...],
    mode: str,
    first: int,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Say who is landlord, or who speaks, after the BIDs so far.

    \b
    lipai auction doudizhu 1 0 2
    lipai auction doudizhu --mode rob --first 1 yes no yes

    Piped: landlord, a seat and the multiplier; next, a seat and what it may bid; or new deal.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    try:
        found = operations.auction(game, mode, first, [_bid(text, mode) for text in bid])
    except RequestError as error:
        raise UserError(error.fault.message) from None
    if as_json:
        out.json(operations.auction_result(found))
    elif found.redeal:
        out.lines([[say("redeal", out.lang)]])
    elif found.landlord is not None:
        out.lines([[say("landlord", out.lang), out.seat(found.landlord), f"×{found.multiplier}"]])
    else:
        may = ", ".join(
            say("yes" if value else "no", out.lang) if mode == "rob" else str(value) for value in found.legal
        )
        out.lines([[say("next", out.lang), out.seat(found.next), may]])


def _bid(text: str, mode: str) -> int | bool:
    answer = _ANSWERS.get(text.lower())
    if mode == "rob":
        if answer is None:
            raise UserError(f"a bid is yes or no here, not {text!r}")
        return answer
    try:
        return int(text)
    except ValueError:
        raise UserError(f"a bid is a number from 0 to 3, not {text!r}") from None


@click.command()
@game_argument
@click.option("--winner", type=int, required=True, metavar="SEAT", help="The seat that has no cards left.")
@click.option("--base", type=int, default=1, show_default=True, help="What one unit is worth.")
@click.option("--landlord", type=int, metavar="SEAT", help="doudizhu: the landlord's seat.")
@click.option("--multiplier", type=int, help="doudizhu: the auction's multiplier.")
@click.option("--bombs", type=int, help="doudizhu: the bombs and rockets played.")
@click.option("--spring", is_flag=True, default=None, help="doudizhu, with -o spring=true: the losers played nothing.")
@click.option("--left", type=int, help="guanpai: the cards that the loser has left.")
@click.option("--shut-out", is_flag=True, default=None, help="guanpai: the loser played nothing.")
@rule_options
@output_options
def settle(game_name: str, options: tuple[str, ...], as_json: bool, lang: str | None, **given: Any) -> None:
    """Settle a game: what every seat wins or loses, who pays whom, and by which clause.

    \b
    lipai settle doudizhu --landlord 0 --winner 2 --multiplier 3 --bombs 1
    lipai settle guanpai --winner 1 --left 5 --base 10
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    try:
        found = operations.settlement(game, **given)
    except RequestError as error:
        raise UserError(error.fault.message) from None
    if as_json:
        out.json(operations.settle_result(found))
        return
    for lines in out.settled(found):
        out.lines(lines)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@click.option(
    "--landlord", type=int, default=0, show_default=True, metavar="SEAT", help="Of three, against the others."
)
@click.option("--turn", type=int, default=0, show_default=True, metavar="SEAT", help="The seat to move.")
@over_options
@click.option("--passes", type=int, default=0, show_default=True, help="How many have passed since that play.")
@click.option("--nodes", type=click.IntRange(1), help="Positions to look at, at most.")
@click.option("--seconds", type=float, help="Time to take, at most; else as long as it takes.")
@click.option("--memory", type=int, default=USUAL_MEMORY, show_default=True, help="MiB for the table, at most.")
@rule_options
@output_options
def solve(
    game_name: str,
    hand: tuple[str, ...],
    over: str | None,
    kind: str | None,
    length: int | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    **given: Any,
) -> None:
    """Solve an endgame with all hands open: does the side to move win, and by which play?

    \b
    lipai solve doudizhu 3455KK 345522
    lipai solve doudizhu 8TJ 79 7 --turn 1 --over 6 --passes 1
    lipai solve guanpai 3QQQ 2

    A HAND for each seat: two, or three in doudizhu, seat 0 first. Without HAND, or with -, endgames are read from
    standard input, one a line, with ; between the hands. Piped, each is a line: win, loss or unknown, a tab, and the
    play that wins, or the limit that came first.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    last = over_of(over, kind, length)

    def do(text: str) -> None:
        seats = [part.strip() for part in text.split(BETWEEN_SEATS)]
        found = operations.solution(game, seats, over=last, **given)
        if as_json:
            out.json(operations.solve_result(game, found))
            return
        line = [say(found.outcome, out.lang)]
        if found.limit is not None:
            line.append(
                f"{say(found.limit, out.lang)}: {found.nodes}" if found.limit == "nodes" else say(found.limit, out.lang)
            )
        elif found.reading is not None:
            line += [found.reading.cards, out.kind(found.reading.kind)]
        elif found.move == PASS:
            line.append(say(PASS, out.lang))
        out.lines([line])

    endgames = [] if list(hand) in ([], ["-"]) else [f" {BETWEEN_SEATS} ".join(hand)]
    code = hands.run(endgames, do, as_json=as_json)
    if code:
        click.get_current_context().exit(code)
