"""What ``lipai rules`` shows of a mahjong game."""

from __future__ import annotations

from collections.abc import Iterator

from lipai.cli.sections import Section, Words, flat
from lipai.cli.tiles import tiles_text
from lipai.cli.words import say
from lipai.mahjong import MahjongGame


def sections(game: MahjongGame, lang: str) -> Iterator[Section]:
    """What belongs to the heading of the game itself, then the tables of its rules."""
    data = game.rules
    hand, codes = data["hand"], data["codes"]
    lines = [
        [say("melds", lang), str(hand["melds"])],
        [say("laid", lang), tiles_text(hand["laid"], lang)],
        [say("wild", lang), say("one_turned" if hand["wild"] else "none", lang)],
    ]
    if hand["kong_tiles"]:
        lines.insert(2, [say("kong_tile", lang), tiles_text(hand["kong_tiles"], lang)])
    yield Section(say("game", lang), lines)
    yield Section(say(data["payment"]["worth"], lang), [_fan(name, fan, lang) for name, fan in data["fan"].items()])
    words = Words(lang, {})
    yield Section(say("settlement", lang), list(flat(data["payment"], words)))
    if codes:
        heads = [
            [say("count", lang), str(codes["count"])],
            [say("amount", lang), str(codes["amount"]), codes["clause"]],
        ]
        seats = [[f"{say('seat', lang)} {seat}", tiles_text(tiles, lang)] for seat, tiles in enumerate(codes["seats"])]
        yield Section(say("codes", lang), [*heads, *seats])
    yield Section(say("claims", lang), list(flat(data["claims"], words)))
    if data["flow"]:
        yield Section(say("flow", lang), list(flat(data["flow"], words)))


def _fan(name: str, fan: dict[str, object], lang: str) -> list[str]:
    kongs = [f"{say(kong, lang)} {fan[kong]}" for kong in ("exposed", "concealed") if fan[kong] is not None]
    amount = ", ".join([str(fan["amount"]), *kongs])
    return [*([] if lang == "zh" else [name]), str(fan["name"]), amount, str(fan["clause"])]
