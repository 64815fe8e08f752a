"""The picture of a simulation: what seats and roles earn, and how often everything happens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lipai.cli.program import UserError

if TYPE_CHECKING:
    from lipai.simulate import Plan, Row

EVENTS: Final = 40  # the most frequent


def check(out: Path) -> None:
    """Refuse before anything is played what could not be drawn after."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise UserError("drawing needs matplotlib: pip install 'lipai[plot]'") from None
    mpl.use("Agg")
    from matplotlib.backend_bases import FigureCanvasBase

    known = sorted(FigureCanvasBase.get_supported_filetypes())
    if out.suffix[1:].lower() not in known:
        raise UserError(f"{out}: the name of a picture ends with one of {', '.join(known)}")


def draw(plan: Plan, deals: int, rows: list[Row], out: Path) -> None:
    """Draw the rows of a run; bars have one standard error each way."""
    from matplotlib import pyplot as plt

    nets = [row for row in rows if row.kind in ("net", "role", "difference")]
    events = sorted((row for row in rows if row.kind == "event"), key=lambda row: -row.mean)[:EVENTS]
    height = max(4.5, 0.22 * len(events))
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, height), constrained_layout=True)
    _bars(left, plan, nets)
    left.axvline(0, color="grey", linewidth=0.8)
    left.set_xlabel("net units a deal")
    _bars(right, plan, events)
    right.set_xscale("log")
    right.set_xlabel("times a deal")
    left.set_title(f"{plan.called[0]}: {', '.join(dict.fromkeys(plan.players))}")
    right.set_title(f"{deals:,} deals")
    try:
        figure.savefig(out, dpi=120)
    finally:
        plt.close(figure)


def _bars(axes: Any, plan: Plan, rows: list[Row]) -> None:
    names = []
    for row in rows:
        which = "difference" if row.rules is None else plan.called[row.rules]
        names.append(row.name if plan.other is None else f"{row.name} ({which})")
    places = range(len(rows))
    colours = ["C2" if row.rules is None else f"C{row.rules}" for row in rows]
    axes.barh(places, [row.mean for row in rows], xerr=[row.error for row in rows], color=colours)
    axes.set_yticks(places, names, fontsize=8)
    axes.invert_yaxis()
