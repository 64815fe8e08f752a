"""``lipai simulate``: many deals of a game, and what comes of them."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import lipai
from lipai.cli import show, simulate_files, simulate_plot
from lipai.cli.common import chosen_language, for_people, game_names, load_game, output_options, rule_options
from lipai.cli.program import INTERRUPTED, UserError
from lipai.cli.words import of_deals, say

if TYPE_CHECKING:
    import rich.progress

    from lipai.simulate import Plan, Row

STRATEGIES = ("best", "greedy", "random", "strongest")


@click.command()
@click.argument("game_names", metavar="GAME", nargs=-1, shell_complete=game_names)
@click.option("--compare", is_flag=True, help="Two games or rule files, on the same deals; -o is for the first.")
@click.option("--deals", type=click.IntRange(1), default=10_000, show_default=True, help="How many deals.")
@click.option("--players", type=click.IntRange(2), help="Players at the table.")
@click.option(
    "--strategy",
    default="best",
    show_default=True,
    metavar="NAME[,NAME…]",
    help=f"How the players play, for all or one a seat: {', '.join(STRATEGIES)} (strongest: pile games only).",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Decides all deals.")
@click.option("--base", type=click.IntRange(1, 2**40), default=1, show_default=True, help="The stake.")
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True, help="Threads or processes.")
@click.option("--processes", is_flag=True, help="Processes instead of threads, for games that are played in Python.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers play (extra: distributed).")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep what is done in FILE and go on from it, also with more deals.",
)
@click.option("--carry", multiple=True, metavar="KEY=N", help="What the deal before left, such as rob=1 in doudizhu.")
@click.option(
    "--output",
    "outputs",
    type=click.Path(dir_okay=False, path_type=Path),
    multiple=True,
    help="Write the figures to a .csv, .json or .parquet file (extra: parquet). May be given several times.",
)
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the figures (extra: plot).")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values.")
@rule_options
@output_options
def simulate(
    game_names: tuple[str, ...],
    compare: bool,
    deals: int,
    players: int | None,
    strategy: str,
    seed: int,
    base: int,
    workers: int,
    processes: bool,
    scheduler: str | None,
    resume: str | None,
    carry: tuple[str, ...],
    outputs: tuple[Path, ...],
    plot: Path | None,
    as_csv: bool,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Play many deals: the payoff of each seat and role, how often everything happens, all with standard errors.

    \b
    lipai simulate shisanshui --deals 2000 --output figures.parquet
    lipai simulate --compare shisanshui my-rules.toml

    The result depends on the seed and on nothing else, whatever the workers. Ctrl-C ends with the result so far.
    """
    from lipai import simulate as simulation

    lang = chosen_language(lang)
    if as_csv and as_json:
        raise UserError("--csv or --json, not both")
    for out in outputs:
        simulate_files.check(out)
    if plot is not None:
        simulate_plot.check(plot)
    _check_places([*outputs, *([] if plot is None else [plot]), *([] if resume is None else [Path(resume)])])
    first, second = _chosen(game_names, compare)
    game = load_game(first, options)
    other = None if second is None else load_game(second, ())
    names = tuple(strategy.split(","))
    plan = simulation.plan(
        game, deals, players=players, strategy=names, seed=seed, base=base, other=other, carry=_carried(carry)
    )
    if plan.note is not None and not as_json:
        click.echo(f"note: {plan.note}", err=True)
    if scheduler is not None:
        _hush()
    with _Bar() as bar:
        found = simulation.run(
            plan, workers=workers, processes=processes, scheduler=scheduler, keep=resume, tick=bar.tick
        )
    if found.tally.deals:
        head = _head(plan, found.tally.deals, found.complete)
        rows = simulation.rows(plan, found.tally)
        try:
            for out in outputs:
                simulate_files.write(out, head, rows)
            if plot is not None:
                simulate_plot.draw(plan, found.tally.deals, rows, plot)
        finally:  # what was played is shown, whatever becomes of files
            if as_json or as_csv:
                text = (simulate_files.as_json if as_json else simulate_files.as_csv)(head, rows)
                sys.stdout.write(text.decode())
            else:
                _show(plan, found.tally.deals, rows, lang)
    if not found.complete:
        click.echo(f"lipai: interrupted after {found.tally.deals:,} of {deals:,} deals", err=True)
        sys.exit(INTERRUPTED)


def _hush() -> None:
    """Dask logs in full what we say in a sentence."""
    import logging

    with contextlib.suppress(ImportError):
        import distributed  # noqa: F401 - sets the levels of its loggers
    for name in ("distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _carried(words: tuple[str, ...]) -> dict[str, int]:
    found = {}
    for word in words:
        key, _, number = word.partition("=")
        if not (number.isascii() and number.isdigit()):
            raise UserError(f"--carry takes KEY=N with a whole number, not {word!r}")
        found[key] = int(number)
    return found


def _chosen(names: tuple[str, ...], compare: bool) -> tuple[str, str | None]:
    """The game, and the one that it is compared with."""
    if compare and len(names) == 2:
        return names
    if compare:
        said = f", not {len(names)}: {', '.join(names)}" if names else ""
        raise UserError(f"--compare takes two games or rule files{said}")
    if len(names) == 1:
        return names[0], None
    if names:
        raise UserError(f"one GAME, or two with --compare, not {len(names)}: {', '.join(names)}")
    raise UserError(f"which GAME? There are {', '.join(lipai.games())}, and rule files")


def _check_places(outs: list[Path]) -> None:
    """Refuse before anything is played files that could not be written after, or would be written over."""
    for out in outs:
        folder = out.absolute().parent
        if not folder.is_dir():
            raise UserError(f"{out}: there is no such directory")
        if not os.access(folder, os.W_OK):
            raise UserError(f"{out}: this directory can't be written to")
    places = [out.resolve() for out in outs]
    for out, place in zip(outs, places, strict=True):
        if places.count(place) > 1:
            raise UserError(f"{out} is to be written twice")


def _head(plan: Plan, deals: int, complete: bool) -> dict[str, Any]:
    """What was played, beside the figures."""
    other = plan.other
    return {
        "version": lipai.__version__,
        "game": plan.game.id,
        "options": plan.game.options,
        "compare": None if other is None else {"game": other.id, "options": other.options},
        "note": plan.note,
        "players": len(plan.players),
        "strategy": list(plan.players),
        "seed": plan.seed,
        "base": plan.base,
        "carry": dict(plan.carry),
        "deals": deals,
        "complete": complete,
    }


def _show(plan: Plan, deals: int, rows: list[Row], lang: str) -> None:
    headings = [say(word, lang) for word in ("what", "name", "mean", "standard_error", "variance", "share_of_deals")]
    if plan.other is not None:
        headings.insert(2, say("rules", lang))
    lines = []
    for row in rows:
        game = plan.other if row.rules == 1 else plan.game
        line = [say(row.kind, lang), called(game, row.name, lang), f"{row.mean:.5g}"]
        line += ["" if row.error is None else f"{row.error:.2g}", "" if row.variance is None else f"{row.variance:.5g}"]
        line.append("" if row.share is None else f"{100 * row.share:.3f}%")
        if plan.other is not None:
            line.insert(2, "" if row.rules is None else plan.called[row.rules])
        lines.append(line)
    if for_people():
        shown = show.console()
        shown.print(f"{plan.game.name}: {deals:,} {say('deals_played', lang)}, {', '.join(plan.players)}")
        shown.print(show.table(headings, lines, right=tuple(range(len(headings) - 4, len(headings)))))
    else:
        show.plain(*headings)
        for line in lines:
            show.plain(*line)


def called(game: Any, name: str, lang: str) -> str:
    """What a row is about, such as ``back:full_house``; in Chinese with the words of the game's rules."""
    if lang != "zh":
        return name
    word, _, number = name.partition(" ")
    if number:  # a seat
        return f"{say(word, lang)} {number}"
    words = _words(game.rules)
    whole = words.get(name) or of_deals(name, lang)
    return whole if whole != name else "：".join(words.get(part) or of_deals(part, lang) for part in name.split(":"))


def _words(rules: dict[str, Any]) -> dict[str, str]:
    """The names that rules give to piles, categories, specials, plays and fan."""
    piles = rules.get("piles", {})
    words = dict(zip(piles.get("names", ()), piles.get("names_zh", ()), strict=True))
    for table in ("category", "specials", "bonuses", "form", "fan"):
        words |= {key: each["name"] for key, each in rules.get(table, {}).items() if each.get("name")}
    return words


class _Bar:
    """A progress bar with an estimate on standard error, where that is a terminal; it appears after a second."""

    def __init__(self) -> None:
        self._bar: rich.progress.Progress | None = None
        self._started = time.monotonic()
        self._wanted = sys.stderr.isatty()

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tick(self, done: int, total: int) -> None:
        """Show how far the run is."""
        if not self._wanted or (self._bar is None and time.monotonic() - self._started < 1):
            return
        if self._bar is None:
            import rich.console
            import rich.progress as parts

            self._bar = parts.Progress(
                parts.BarColumn(),
                parts.TaskProgressColumn(),
                parts.MofNCompleteColumn(),
                parts.TimeElapsedColumn(),
                parts.TimeRemainingColumn(),
                console=rich.console.Console(stderr=True),
                redirect_stdout=False,
            )
            self._bar.add_task("", total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done)
