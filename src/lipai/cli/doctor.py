"""``lipai doctor``: what is installed and whether it answers rightly."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import click

import lipai
from lipai._native.piles import INSTRUCTION_SETS, isas
from lipai.cli import show
from lipai.cli.common import for_people
from lipai.cli.hands import encode

HAND: Final = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
WAITING: Final = "23456789m11122z"


def _refuses(call: Callable[[], object]) -> str:
    try:
        call()
    except lipai.LipaiError as error:
        return error.code
    return "no error"


def _batches_that_differ(game: Any) -> int:
    """How many of some hundreds of piles and hands a batch call values otherwise than a single call does."""
    from lipai.cli.sample import deals

    differ = 0
    for size in set(game.pile_sizes):
        piles = deals(game.deck, size, 300, jokers=0.3)
        differ += sum(game.rank(bytes(p)).strength != s for p, s in zip(piles, game.rank_many(piles), strict=True))
    hands = deals(game.deck, game.hand_size, 30, jokers=0.3)
    _, strengths = game.arrange_many(hands)
    for hand, found in zip(hands, strengths, strict=True):
        differ += game.arrange(bytes(hand), objective="strongest")[0].strengths != tuple(found)
    return differ


# Answers that the rules give, each with the clause that says so: (what, the answer, how to get it).
KNOWN: Final[tuple[tuple[str, object, Callable[[Callable[[str], Any]], object]], ...]] = (
    (
        "SSS-9 four kings beat three and a joker",
        1,
        lambda g: g("shisanshui").compare("KS KH KD KC 3D", "KS KH KD RJ 3D"),
    ),
    ("SSS-5 A2345 above 9TJQK", 1, lambda g: g("shisanshui").compare("AS 2H 3S 4S 5S", "9S TH JS QS KS")),
    (
        "SSS-7 a joker completes five of a kind",
        "five_of_a_kind",
        lambda g: g("shisanshui").rank("4S 4H 4D 4C RJ").category,
    ),
    ("BJ-9 the heart ace above the spade ace", 1, lambda g: g("biji").compare("AH 8C 5D", "AS 8D 5C")),
    ("BJ-18 the spade ace above the heart ace", 1, lambda g: g("biji52").compare("AS 8D 5C", "AH 8C 5D")),
    ("BS-8 A2345 below 23456", -1, lambda g: g("baishisan").compare("AS 2H 3S 4S 5S", "2S 3H 4S 5S 6S")),
    ("BS-15 the pair with the spade", 1, lambda g: g("shisanzhang").compare("9S 9D AC 7D 4H", "9H 9C AS 7S 4S")),
    ("WZ-3 two A89TJ by the ace's suit", 1, lambda g: g("wuzhang").compare("AS 8D 9D TD JC", "AH 8H 9H TH JS")),
    (
        "WZ-13 one card of 19 beats four kings",
        (18, 1),
        lambda g: g("wuzhang").equity([lipai.StudSeat("KS KD KC 8C", hole="KH"), lipai.StudSeat("QS JS TS 9S")]).wins,
    ),
    (
        "SSS-6 a front above the middle is a foul",
        False,
        lambda g: g("shisanshui").check(["AS AH 2C", "KS KH 3C 4C 5D", "7S 8S 9S TS JS"]).legal,
    ),
    ("N-5 a card twice", "duplicate_card", lambda g: _refuses(lambda: g("shisanshui").rank("AS AS KS"))),
    (
        "SSS-20 the strongest arrangement",
        ("high_card", "pair", "quads"),
        lambda g: g("shisanshui").arrange(HAND, objective="strongest")[0].categories,
    ),
    ("SM-1 pairs alone win nothing", False, lambda g: g("sanmen").win("1122m3344p5566s77z").win),
    (
        "WC-15 chows rather than pungs",
        12,
        lambda g: g("wencheng").win("11122233345678999m", tile="9m", by="discard", wild="2z").fan,
    ),
    ("SM-1 a hand that waits for three tiles", [0, 3, 6], lambda g: [w.tile for w in g("sanmen").waits(WAITING)]),
    *(
        (f"{name}: batches that differ from single calls", 0, lambda g, name=name: _batches_that_differ(g(name)))
        for name in ("biji", "shisanshui", "shisanzhang")
    ),
)


def self_check(find: Callable[[str], Any]) -> list[str]:
    """What is answered wrongly, in words; nothing where all is well."""
    wrong = []
    for what, answer, ask in KNOWN:
        try:
            found = ask(find)
        except Exception as error:  # whatever goes wrong is what is to be reported
            found = f"{type(error).__name__}: {error}"
        if found != answer:
            wrong.append(f"{what}: {found!r}, not {answer!r}")
    return wrong


def _game(name: str, isa: str) -> Any:
    return lipai.game(name).with_isa(isa)


def report() -> dict[str, Any]:
    """The findings, as data."""
    available = isas()
    wrong = [f"{isa}: {fault}" for isa in available for fault in self_check(partial(_game, isa=isa))]
    chosen = None
    try:
        chosen = lipai.game("biji52").isa
    except lipai.InstructionSetError as error:
        wrong.append(str(error))
    return {
        "lipai": lipai.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "machine": platform.machine(),
        "numpy": _version("numpy"),
        "msgspec": _version("msgspec"),
        "click": _version("click"),
        "instruction_sets": {"known": INSTRUCTION_SETS, "available": available, "chosen": chosen},
        "games": list(lipai.games()),
        "checks": len(KNOWN) * len(available),
        "wrong": wrong,
        "ok": not wrong,
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The findings as one JSON object.")
def doctor(as_json: bool) -> None:
    """Check the installation: versions, instruction sets, and answers that are known. Exit code 1 if any is wrong."""
    found = report()
    if as_json:
        sys.stdout.write(encode(found).decode() + "\n")
    else:
        _show(found)
    if not found["ok"]:
        click.get_current_context().exit(1)


def _show(found: dict[str, Any]) -> None:
    sets = found["instruction_sets"]
    verdict = "all right" if found["ok"] else f"{len(found['wrong'])} wrong"
    lines = [
        *(
            [key, str(found[key] or "not installed")]
            for key in ("lipai", "python", "platform", "numpy", "msgspec", "click")
        ),
        ["games", ", ".join(found["games"])],
        ["kernels known", ", ".join(sets["known"])],
        ["kernels this machine can run", ", ".join(sets["available"])],
        ["kernels chosen", sets["chosen"] or "none"],
        ["known answers", f"{found['checks']} asked, {verdict}"],
        *(["wrong", fault] for fault in found["wrong"]),
    ]
    if for_people():
        show.console().print(show.rows(lines))
    else:
        for line in lines:
            show.plain(*line)
