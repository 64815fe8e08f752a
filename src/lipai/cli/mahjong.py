"""The commands of mahjong games: ``win``, ``waits``, ``shanten``, ``discards``, ``claims``, ``settle``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click

from lipai.cli import out as out_of
from lipai.cli import show
from lipai.cli.common import game_argument, load_game, output_options, rule_options
from lipai.cli.program import UserError
from lipai.cli.tiles import tiles_text
from lipai.cli.words import say
from lipai.errors import LipaiError
from lipai.mahjong import MahjongGame
from lipai.requests import RequestError
from lipai.requests import mahjong as operations
from lipai.requests.mahjong import MeldField, PassedField
from lipai.tiles import parse_tiles

Command = TypeVar("Command", bound=Callable[..., Any])

BETWEEN_MELDS: Final = "/"
BY: Final = click.Choice(["self", "discard", "kong", "rob"])


class Out(out_of.Out):
    """Writes results of mahjong games the way that the reader wants them."""

    def __init__(self, game: MahjongGame, as_json: bool, lang: str | None) -> None:
        super().__init__(as_json, lang)
        self.game = game

    def tiles(self, text: str | None) -> str:
        """Tiles in the reader's language."""
        return tiles_text(text or "", self.lang)

    def item(self, item: operations.ItemResult) -> str:
        """What a win earns for one thing, in words."""
        name = item.name_zh if self.lang == "zh" else say(item.name, "en")
        return name if item.count == 1 else f"{name} ×{item.count}"


def hand_options(command: Command) -> Command:
    """``--wild``."""
    return click.option("--wild", metavar="TILE", help="The wild face, in games that have one.")(command)


def _hand(text: str) -> tuple[str, list[MeldField]]:
    """A hand and its claimed melds: HAND / KIND TILES / KIND TILES."""
    hand, *melds = text.split(BETWEEN_MELDS)
    found = []
    for meld in melds:
        kind, blank, tiles = meld.strip().partition(" ")
        if not blank:
            raise RequestError(
                "bad_request", f"a meld is its kind and its tiles, such as 'pung 555m', not {meld.strip()!r}"
            )
        found.append(MeldField(kind, tiles))
    return hand.strip(), found


def _is_tile(text: str) -> bool:
    try:
        return len(parse_tiles(text)) == 1
    except LipaiError:
        return False


def _run(texts: Sequence[str], out: Out, do: Callable[[str], None]) -> None:
    """Several texts are several hands, unless each is a single tile: those are one that a shell has taken apart."""
    if len(texts) > 1 and all(map(_is_tile, texts)):
        texts = [" ".join(texts)]
    out_of.run(texts, out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@click.option("--tile", metavar="TILE", help="The winning tile, which is one of the hand.")
@click.option("--by", type=BY, default="self", show_default=True, help="How the hand was won.")
@click.option("--kong", type=click.Choice(["exposed", "concealed"]), help="The kong that was replaced, with --by kong.")
@click.option("--wind", metavar="TILE", help="The player's own wind, 1z to 4z.")
@click.option("--flowers", metavar="TILES", default="", help="Tiles laid open, kong tiles included.")
@click.option("--heaven", is_flag=True, help="The dealer's dealt hand (WC-14).")
@click.option("--earth", is_flag=True, help="On the first discard, or by the first draw (WC-14).")
@click.option("--last-flower", is_flag=True, help="The last of the flowers was the last drawable tile (SM-5).")
@hand_options
@rule_options
@output_options
def win(
    game_name: str,
    hand: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    **how: Any,
) -> None:
    """Say whether each HAND wins and what it is worth, in the reading that gives the most.

    \b
    lipai win sanmen "123456789m11122z" --tile 2z --by discard --flowers 1234f
    lipai win wencheng "234m567p34s9p66s / pung 222z / kong 8888m" --wild 9p --tile 2m --wind 2z

    HAND are the concealed tiles with the winning one, then claimed melds apart by slashes: chow, pung, kong or
    concealed_kong, and tiles. Without HAND, or with -, hands are read from standard input, one a line. Piped, each hand
    is a line: win or no win, the sum, what makes it up, the reading.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)

    def do(text: str) -> None:
        tiles, melds = _hand(text)
        result = operations.win(game, operations.WinRequest(hand=tiles, melds=melds, **how))
        if as_json:
            out.json(result)
            return
        total = result.fan if isinstance(result.fan, int) else result.points
        unit = say(game.rules["payment"]["worth"], out.lang)
        verdict = say("won" if result.win else "not_won", out.lang)
        reading = " ".join(out.tiles(group.tiles) for group in result.melds)
        if result.pair is not None:
            reading = f"{reading} {out.tiles(result.pair)}".strip()
        if out.console is None:
            items = ", ".join(f"{out.item(item)} {item.amount}" for item in result.items)
            show.plain(verdict, str(total), *([items, reading] if result.win else []))
            return
        if not result.win:
            out.console.print(verdict, style="bold red")
            return
        out.console.print(f"{verdict}  {total} {unit}", style="bold green")
        out.lines([[out.item(item), str(item.amount), item.clause] for item in result.items])
        out.console.print(reading)

    _run(hand, out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@hand_options
@rule_options
@output_options
def waits(
    game_name: str, hand: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None, wild: str | None
) -> None:
    """List the tiles that complete each HAND, which is one short, with how many of each are unseen.

    HAND is written as for 'lipai win'; claimed melds follow it, apart by slashes.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)

    def do(text: str) -> None:
        tiles, melds = _hand(text)
        result = operations.waits(game, operations.HandRequest(hand=tiles, melds=melds, wild=wild))
        if as_json:
            out.json(result)
            return
        found = [f"{out.tiles(wait.tile)} ×{wait.unseen}" for wait in result.waits]
        show.plain(", ".join(found) or say("none", out.lang))

    _run(hand, out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@hand_options
@rule_options
@output_options
def shanten(
    game_name: str, hand: tuple[str, ...], options: tuple[str, ...], as_json: bool, lang: str | None, wild: str | None
) -> None:
    """Say how many tiles each HAND is from waiting: 0 if it waits, -1 if it is complete.

    HAND is written as for 'lipai win'; claimed melds follow it, apart by slashes.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)

    def do(text: str) -> None:
        tiles, melds = _hand(text)
        result = operations.shanten(game, operations.HandRequest(hand=tiles, melds=melds, wild=wild))
        if as_json:
            out.json(result)
        else:
            show.plain(str(result.shanten))

    _run(hand, out, do)


@click.command()
@game_argument
@click.argument("hand", nargs=-1)
@click.option("--seen", metavar="TILES", default="", help="Tiles elsewhere that are known not to come.")
@hand_options
@rule_options
@output_options
def discards(
    game_name: str,
    hand: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    wild: str | None,
    seen: str,
) -> None:
    """List what each discard of a full HAND leaves, best first: its shanten, how many tiles help, and which.

    HAND is written as for 'lipai win'; claimed melds follow it, apart by slashes.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    shown = 0

    def do(text: str) -> None:
        nonlocal shown
        tiles, melds = _hand(text)
        result = operations.discards(game, operations.DiscardsRequest(hand=tiles, melds=melds, wild=wild, seen=seen))
        if as_json:
            out.json(result)
            return
        if shown:
            out.lines([[""]])
        shown += 1
        lines = [
            [out.tiles(one.discard), str(one.shanten), str(one.count), out.tiles(one.accepts)]
            for one in result.discards
        ]
        if out.console is None:
            out.lines(lines)
            return
        headings = [say(word, out.lang) for word in ("discard", "shanten", "count", "accepts")]
        out.console.print(show.table(headings, lines, right=(1, 2)))

    _run(hand, out, do)


@click.command()
@game_argument
@click.argument("tile")
@click.argument("seat", nargs=4)
@click.option("--discarder", type=int, required=True, metavar="SEAT", help="The seat that discards, from 0.")
@click.option(
    "--passed", multiple=True, metavar="SEAT:CLAIM[:TILE]", help="A pung or win passed up; any number of times."
)
@click.option("--last", is_flag=True, help="The tile drawn before was the last drawable one (SM-5).")
@hand_options
@rule_options
@output_options
def claims(
    game_name: str,
    tile: str,
    seat: tuple[str, ...],
    discarder: int,
    passed: tuple[str, ...],
    last: bool,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    wild: str | None,
) -> None:
    """List what each SEAT may do with the discarded TILE, what goes first first.

    \b
    lipai claims sanmen 5m --discarder 0 - "46m123p456p789p11z" "55m123456789p11z" "1245678p123s456s"

    A SEAT is its concealed tiles and claimed melds, written as for 'lipai win'; - at the discarder's.
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    try:
        seats = [None if text == "-" else _hand(text) for text in seat]
        result = operations.claims(
            game,
            operations.ClaimsRequest(
                discarder=discarder,
                tile=tile,
                hands=[None if one is None else one[0] for one in seats],
                melds=[None if one is None else one[1] for one in seats],
                passed=[_passed(text) for text in passed],
                last=last,
                wild=wild,
            ),
        )
    except RequestError as error:
        raise UserError(error.fault.message) from error
    if as_json:
        out.json(result)
        return
    words = [[out.seat(one.seat), say(one.action, out.lang), out.tiles(one.tiles)] for one in result.options]
    out.lines(words or [[say("none", out.lang)]])


@click.command()
@game_argument
@click.option("--winner", type=int, required=True, metavar="SEAT", help="The seat that won, from 0, the dealer.")
@click.option("--by", type=BY, required=True, help="How the hand was won.")
@click.option("--payer", type=int, metavar="SEAT", help="The discarder, or the seat whose kong was robbed.")
@click.option("--points", type=int, help="What the win is worth, in games of points.")
@click.option("--fan", type=int, help="What the win is worth, in games of fan.")
@click.option("--base", type=int, default=1, show_default=True, help="What one point or fan is worth.")
@click.option("--codes", metavar="TILES", default="", help="The tiles that the winner turned (SM-8).")
@click.option(
    "--claims", "claimed", metavar="N,N;N;;", help="By seat, the seats that its claimed melds came from (SM-10)."
)
@click.option("--last-third", type=int, metavar="SEAT", help="Of several liable, whose third meld came last (SM-10).")
@rule_options
@output_options
def settle(
    game_name: str,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    claimed: str | None,
    **how: Any,
) -> None:
    """Settle a win: what every seat wins or loses, who pays whom, and by which clause.

    \b
    lipai settle sanmen --winner 0 --by self --points 4 --codes 159m2z --claims "2,2,2;;;"
    lipai settle wencheng --winner 1 --by discard --payer 2 --fan 12 --base 5
    """
    game = load_game(game_name, options)
    out = Out(game, as_json, lang)
    try:
        result = operations.settle(
            game, operations.SettleRequest(claims=None if claimed is None else _claims(claimed), **how)
        )
    except RequestError as error:
        raise UserError(error.fault.message) from error
    if as_json:
        out.json(result)
        return
    nets, paid = out.settled(result)
    if isinstance(result.hits, int):
        nets.append([say("hits", out.lang), str(result.hits)])
    out.lines(nets)
    out.lines(paid)


def _passed(text: str) -> PassedField:
    seat, _, claim = text.partition(":")
    action, _, tile = claim.partition(":")
    if not seat.isdecimal() or not action:
        raise UserError(f"--passed takes SEAT:CLAIM or SEAT:CLAIM:TILE, such as 2:pung:5m, not {text!r}")
    return PassedField(int(seat), action, tile or None)


def _claims(text: str) -> list[list[int]]:
    try:
        return [[int(part) for part in seat.split(",") if part.strip()] for seat in text.split(";")]
    except ValueError:
        raise UserError(f"--claims takes seats apart by ',' and, for the next seat, ';', not {text!r}") from None
