"""The commands about money: ``specials``, ``settle``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from lipai.cli import hands, show
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.piles import Out
from lipai.cli.program import UserError
from lipai.cli.words import say
from lipai.piles import PileGame, Settlement
from lipai.requests import RequestError
from lipai.requests import settlement as operations
from lipai.transfer import Transfer

if TYPE_CHECKING:
    from rich.console import RenderableType

BETWEEN_SEATS: Final = ";"
# Bonuses that a hand holds by how it is laid out (BJ-16).
BOUND: Final = ("straight_flush_head",)


class Table(Out):
    """Writes specials and settlements the way that the reader wants them."""

    def worth(self, found: operations.SpecialResult) -> str:
        """Points, or how many times the unit; nothing where a special wins the bet."""
        if found.multiple is not None:
            return f"×{found.multiple}"
        return "" if found.points is None else str(found.points)

    def laid(self, player: operations.Seat, settled: Settlement, seat: int) -> str:
        """What a seat laid: its categories, or the special that it declared."""
        categories = settled.categories[seat]
        if categories is None:
            return self.special(player.special or "")
        return self.categories(categories) + (f"  {say('foul', self.lang)}" if settled.fouls[seat] else "")

    def why(self, paid: Transfer, settled: Settlement) -> str:
        """What a transfer is for, in words."""
        if paid.why == "pile" and paid.pile is not None:
            won, lost = settled.categories[paid.to_seat], settled.categories[paid.from_seat]
            if won is not None and lost is not None:
                over = f"{self.category(won[paid.pile])} {say('beats', self.lang)} {self.category(lost[paid.pile])}"
                return f"{self.pile_names[paid.pile]}: {over}"
        if paid.why == "pot" and paid.pile is not None and settled.places is not None:
            place = settled.places[paid.from_seat][paid.pile]
            return f"{self.pile_names[paid.pile]}: {say('place', self.lang)} {place}"
        if paid.why == "piles":
            outcome = settled.outcomes[paid.to_seat][paid.from_seat] or ()
            return f"{say('piles_won', self.lang)}: {outcome.count(1)}"
        if paid.special is None:
            return say(paid.why, self.lang)
        more = f": {say('beats_everyone', self.lang)}" if paid.why == "sweep" else ""
        return self.special(paid.special) + more

    def columns(
        self, players: Sequence[operations.Seat], settled: Settlement
    ) -> tuple[list[list[str]], list[list[str]]]:
        """What each seat wins or loses, and who pays whom for what."""
        nets, paid = self.settled(settled, lambda one: self.why(one, settled))
        return [[*net, self.laid(players[seat], settled, seat)] for seat, net in enumerate(nets)], paid


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@rule_options
@output_options
def specials(game_name: str, hand: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """List the specials or bonuses that each HAND holds, the special to declare first.

    \b
    lipai specials shisanshui "JD 3C QC TH 6C 4C 5C 2C QS KH TD JC AD"
    lipai specials biji "2C 3C 4C / 5D 6D 7D / TH JH QH"

    A hand with / between its three piles is an arrangement: bonuses that are bound to it are included, and left out
    without. Without HAND, or with -, hands are read from standard input, one a line. Piped, each hand is a line:
    specials with their points, a tab, the cards laid out to show the first.
    """
    game = load_game(game_name, options)
    out = Table(game, as_json, lang)
    bound = [name for name in BOUND if name in game.rules["bonuses"]]
    shown = 0

    def do(text: str) -> None:
        nonlocal shown
        piles = [part.strip() for part in text.partition("\t")[0].split("/")] if "/" in text else None
        if piles is not None and len(piles) != 3:
            raise RequestError("bad_request", f"3 piles with '/' between them are wanted here, not {len(piles)}")
        result = operations.specials(game, text if piles is None else " ".join(piles), piles)
        if as_json:
            out.json(result)
            return
        found = [(one, f"{out.special(one.name)} {out.worth(one)}".strip()) for one in result.specials]
        if out.console is None:
            cards = [" / ".join(found[0][0].piles or (found[0][0].cards,))] if found else []
            show.plain(", ".join(words for _, words in found) or say("none", out.lang), *cards)
            return
        if shown:
            out.console.print()
        shown += 1
        lines: list[list[RenderableType]] = [
            [out.special(one.name), out.worth(one), one.clause, out.text(one.piles or (one.cards,))] for one, _ in found
        ]
        out.console.print(show.rows(lines) if lines else say("none", out.lang))
        if piles is None and bound:
            out.console.print(f"{', '.join(map(out.special, bound))}: {say('bound', out.lang)}", style="dim")

    code = hands.run(hand, do, as_json=as_json)
    if code:
        click.get_current_context().exit(code)


@click.command()
@game_argument
@click.argument("seat", nargs=-1)
@click.option("--base", type=int, default=1, show_default=True, help="What one unit is worth.")
@click.option("--banker", type=int, metavar="SEAT", help="The banker's seat, from 0; banker games only.")
@click.option("--bets", metavar="N,N,…", help="A bet for each seat, 0 at the banker's; else the base for all.")
@click.option("--chips", type=int, help="The banker's chips, which limit the bets (BS-11).")
@rule_options
@output_options
def settle(
    game_name: str,
    seat: tuple[str, ...],
    base: int,
    banker: int | None,
    bets: str | None,
    chips: int | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Settle a table of a SEAT each: what every seat wins or loses, who pays whom, and by which clause.

    A SEAT is three piles with / between them, or special=NAME and the hand of who declares a special.

    \b
    lipai settle shisanshui "AS KD 9H / 7D 7C KS QH 6S / 8S 8H 5D 5C JS" \\
        "special=six_pairs AC AD KH KC QC QD 9C 9D 6H 6C 3H 3C 2D"
    lipai settle baishisan --banker 0 --bets 0,50 SEAT SEAT

    Without SEAT, or with -, tables are read from standard input, one a line, with ; between the seats.
    """
    game = load_game(game_name, options)
    out = Table(game, as_json, lang)
    amounts = None if bets is None else _amounts(bets)
    shown = 0

    def do(text: str) -> None:
        nonlocal shown
        players = [_seat(game, i, part) for i, part in enumerate(text.split(BETWEEN_SEATS))]
        settled = operations.settlement(game, players, base=base, banker=banker, bets=amounts, chips=chips)
        if as_json:
            out.json(operations.result_of(game, settled))
            return
        nets, paid = out.columns(players, settled)
        if out.console is None:
            if shown:
                show.plain()
            for line in (*nets, *paid):
                show.plain(*line)
        else:
            if shown:
                out.console.print()
            headings = [say(word, out.lang) for word in ("seat", "net", "piles")]
            out.console.print(show.table(headings, nets, right=[1]))
            out.console.print(show.rows(paid))
        shown += 1

    tables = [] if list(seat) in ([], ["-"]) else [f" {BETWEEN_SEATS} ".join(seat)]
    code = hands.run(tables, do, as_json=as_json)
    if code:
        click.get_current_context().exit(code)


def _amounts(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UserError(f"--bets takes whole numbers with ',' between them, not {text!r}") from None


def _seat(game: PileGame, number: int, text: str) -> operations.Seat:
    """The player that a text describes; a special by its id or by the game's own name."""
    text = text.strip()
    if text.startswith("special="):
        name, _, hand = text.removeprefix("special=").partition(" ")
        ids = {rule["name"]: special for special, rule in game.rules["specials"].items()}
        return operations.Seat(special=ids.get(name, name), hand=hand)
    piles: list[str | list[str]] = [part.strip() for part in text.split("/")]
    if len(piles) != 3:
        message = f"seat {number}: three piles with '/' between them, or special=NAME and a hand, not {text[:80]!r}"
        raise RequestError("bad_request", message)
    return operations.Seat(piles=piles)
