"""``lipai simulate``: many deals of a game, and what comes of them."""

from __future__ import annotations

import csv
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from lipai.cli import show
from lipai.cli.common import chosen_language, for_people, game_argument, load_game, output_options, rule_options
from lipai.cli.hands import encode
from lipai.cli.program import INTERRUPTED, UserError
from lipai.cli.words import say

if TYPE_CHECKING:
    import rich.progress

    from lipai.simulate import Row

STRATEGIES = ("best", "greedy", "random", "strongest")


@click.command()
@game_argument
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
@click.option("--compare", metavar="RULES", help="A second game or rule file that is played on the same deals.")
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True, help="Threads or processes.")
@click.option("--processes", is_flag=True, help="Processes instead of threads, for games that are played in Python.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers play (extra: distributed).")
@click.option("--resume", metavar="FILE", help="Keep what is done in FILE, and go on from it where it is there.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values.")
@rule_options
@output_options
def simulate(
    game_name: str,
    deals: int,
    players: int | None,
    strategy: str,
    seed: int,
    base: int,
    compare: str | None,
    workers: int,
    processes: bool,
    scheduler: str | None,
    resume: str | None,
    as_csv: bool,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Play many deals: the payoff of each seat and role, how often everything happens, all with standard errors.

    The result depends on the seed and on nothing else, whatever the workers. Ctrl-C ends with the result so far.
    """
    from lipai import simulate as simulation

    lang = chosen_language(lang)
    if as_csv and as_json:
        raise UserError("--csv or --json, not both")
    game = load_game(game_name, options)
    other = None if compare is None else load_game(compare, ())
    names = tuple(strategy.split(","))
    plan = simulation.plan(game, deals, players=players, strategy=names, seed=seed, base=base, other=other)
    with _Bar() as bar:
        found = simulation.run(
            plan, workers=workers, processes=processes, scheduler=scheduler, keep=resume, tick=bar.tick
        )
    if not found.tally.deals:
        sys.exit(INTERRUPTED)
    rows = simulation.rows(plan, found.tally)
    if as_json:
        _write_json(plan, found, rows)
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(type(rows[0])._fields)
        writer.writerows(rows)
    else:
        _show(plan, found.tally.deals, rows, lang)
    if not found.complete:
        click.echo(f"lipai: interrupted after {found.tally.deals:,} of {deals:,} deals", err=True)
        sys.exit(INTERRUPTED)


def _write_json(plan: Any, found: Any, rows: list[Row]) -> None:
    data = {
        "game": plan.game.id,
        "options": plan.game.options,
        "compare": None if plan.other is None else {"game": plan.other.id, "options": plan.other.options},
        "strategy": list(plan.players),
        "seed": plan.seed,
        "deals": found.tally.deals,
        "complete": found.complete,
        "rows": [row._asdict() for row in rows],
    }
    sys.stdout.write(encode(data).decode() + "\n")


def _show(plan: Any, deals: int, rows: list[Row], lang: str) -> None:
    headings = [say(word, lang) for word in ("what", "name", "mean", "standard_error", "variance", "share_of_deals")]
    if plan.other is not None:
        headings.insert(2, say("rules", lang))
    lines = []
    for row in rows:
        share = "" if row.share is None else f"{100 * row.share:.3f}%"
        line = [say(row.kind, lang), row.name, f"{row.mean:.5g}", f"{row.error:.2g}", f"{row.variance:.5g}", share]
        if plan.other is not None:
            line.insert(2, "" if row.rules is None else (plan.game, plan.other)[row.rules].id)
        lines.append(line)
    if for_people():
        shown = show.console()
        shown.print(f"{plan.game.name}: {deals:,} {say('deals_played', lang)}, {', '.join(plan.players)}")
        shown.print(show.table(headings, lines, right=tuple(range(len(headings) - 4, len(headings)))))
    else:
        show.plain(*headings)
        for line in lines:
            show.plain(*line)


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
