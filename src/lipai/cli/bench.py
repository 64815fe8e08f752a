"""``lipai bench``: how fast this machine and build are, in one run."""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING, Final

import click

import lipai
from lipai.cli.common import for_people
from lipai.cli.hands import encode

if TYPE_CHECKING:
    from lipai.cli.measure import Measured
    from lipai.cli.targets import Target

GROUPS: Final = (
    *("read", "rank", "arrange", "expected", "settle", "scalar", "threads", "stud", "climbing", "mahjong", "public"),
)


@click.command()
@click.option("--quick", is_flag=True, help="Less of everything: some twenty seconds, rougher figures.")
@click.option("--only", multiple=True, type=click.Choice(GROUPS), help="One group. May be given several times.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each case, one a line.")
def bench(quick: bool, only: tuple[str, ...], as_json: bool) -> None:
    """Measure ranking, arranging, settling, plays and tiles of every game, on every instruction set that there is.

    Figures are for one thread, the best of several rounds, on shuffled random hands. Quote ratios of one run: 'to
    read' is the time as a multiple of what reading the same bytes alone takes, 'to scalar' the speed as a multiple of
    the plain C kernel's, 'ratio' the speed as a multiple of another case's: with jokers of the same without, two
    threads of one, a public evaluator's of ours. Each target is followed by whether it is reached. Utilities are the
    win rates of each pile against hands that are placed strongest.
    """
    from lipai.cli.measure import Bench

    run = Bench(quick=quick, only=only, tick=_tick)
    found = []
    for measured in run.run():
        if as_json:
            _wipe()
            sys.stdout.write(encode(measured).decode() + "\n")
            sys.stdout.flush()
        found.append(measured)
    _wipe()
    if not as_json:
        _show(found)


def _tick(what: str) -> None:
    """Says what is being measured, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{what} …")
        sys.stderr.flush()


def _wipe() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _show(found: list[Measured]) -> None:
    from lipai.cli import show

    headings = (
        *("group", "game", "case", "set", "items", "each", "a second", "to read", "to scalar", "ratio"),
        *("target", "reached"),
    )
    lines = [
        (
            *(m.group, m.game, m.case, m.isa, f"{m.items:,}", _short_time(m.nanoseconds), _short(m.per_second)),
            *("" if ratio is None else f"{ratio:.3g}" for ratio in (m.to_read, m.to_scalar, m.ratio)),
            "" if m.target is None else _bound(m.target),
            "" if m.reached is None else "yes" if m.reached else "no",
        )
        for m in found
    ]
    title = f"lipai {lipai.__version__}, Python {platform.python_version()}, {platform.machine()}"
    if for_people():
        out = show.console()
        out.print(title, style="bold")
        out.print(show.table(headings, lines, right=(4, 5, 6, 7, 8, 9, 10)))
    else:
        show.plain(title)
        for line in (headings, *lines):
            show.plain(*line)


def _bound(target: Target) -> str:
    sign = ">=" if target.at_least is not None else "<="
    figure = target.at_least if target.at_least is not None else target.at_most
    assert figure is not None
    if target.of in ("nanoseconds", "seconds"):
        return f"{sign} {_short_time(figure * (1e9 if target.of == 'seconds' else 1))}"
    return f"{sign} {_short(figure)}" + ("/s" if target.of == "per_second" else "")


def _short(number: float) -> str:
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= limit:
            return f"{number / limit:.3g} {unit}"
    return f"{number:.3g}"


def _short_time(nanoseconds: float) -> str:
    for limit, unit in ((1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= limit:
            return f"{nanoseconds / limit:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"
