"""``lipai field``: build, inspect and draw the fields that expected value is counted against."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from lipai import field as shipped
from lipai.cli import show
from lipai.cli.common import chosen_language, for_people, game_argument, load_game, output_options, rule_options
from lipai.cli.program import UserError
from lipai.cli.words import say
from lipai.piles import Field, PileGame, expected
from lipai.piles import build as builder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PERCENTILES: Final = 50
USUAL: Final = builder.Plan(players=0)  # how the shipped fields were made


@click.group()
def field() -> None:
    """Fields of opponents: build, inspect and draw them.

    \b
    lipai field info shisanshui
    lipai field build shisanshui --players 3 --out shisanshui-3.bin
    lipai field plot shisanshui --out field.png
    """


def _players_options(command: Any) -> Any:
    command = click.option("--role", type=click.Choice(["player", "banker"]), help="Who plays, in banker games.")(
        command
    )
    return click.option("--players", type=int, help="How many are at the table.")(command)


def _opened(game: PileGame, players: int | None, role: str | None, path: Path | None) -> tuple[str, Field]:
    """A field from a file, or the shipped one that ``role`` plays against."""
    try:
        if path is not None:
            return path.name, expected.loaded(game, game.load_field(path), players, role)
        return f"{expected.name_of(game, players, role)}.bin", game.field(players, role)
    except ValueError as error:
        raise UserError(str(error)) from None


FILE: Final = click.option(
    "--file", "path", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A field's file."
)


@field.command()
@game_argument
@_players_options
@FILE
@rule_options
@output_options
def info(
    game_name: str,
    players: int | None,
    role: str | None,
    path: Path | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> None:
    """Say of a field how large it is, how it was made and how far it is from an equilibrium.

    Without --players, --role and --file, all fields are listed that are shipped for how GAME ranks piles. Piped,
    columns have a line of headings and are apart by tabs. Exploitability is what a best response earns above the
    field's policy, in units a deal and opponent, with its standard error; 'same stakes' says whether the field was made
    under the very rules of settlement.
    """
    game = load_game(game_name, options)
    if path is None and players is None and role is None:
        found = [(f"{each.name}.bin", expected.load_head(game, each)) for each in expected.fields_for(game)]
        if not found:
            raise UserError(f"no field is shipped for {expected.called(game)}; 'lipai field build' makes one")
    else:
        found = [_opened(game, players, role, path)]
    lines = [_about(name, each) for name, each in found]
    if as_json:
        for line in lines:
            sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
        return
    language = chosen_language(lang)
    people = for_people()
    if people:
        lines = [_brief(line) for line in lines]
    texts = [[_text(value, language) for value in line.values()] for line in lines]
    headings = [say(key, language) for key in lines[0]]
    if people:
        show.console().print(show.table(headings, texts, right=range(1, len(headings))))
        return
    for text in (headings, *texts):
        show.plain(*text)


def _brief(line: dict[str, Any]) -> dict[str, Any]:
    """What is said of a field, in fewer columns: the error beside its figure, no role where there is none."""
    brief = {key: value for key, value in line.items() if key != "error" and (key, value) != ("role", None)}
    brief["field"] = brief["field"].removesuffix(".bin")
    if line["error"] is not None:
        brief["exploitability"] = f"{line['exploitability']:.5f} ± {line['error']:.5f}"
    return brief


def _about(name: str, found: Field) -> dict[str, Any]:
    gain, error = found.exploitability or (None, None)
    return {
        "field": name,
        "players": found.players,
        "role": found.role,
        "hands": found.size,
        "rounds": found.rounds,
        "seed": found.seed,
        "exploitability": gain,
        "error": error,
        "same_stakes": found.same_stakes,
    }


def _text(value: object, lang: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return say("yes" if value else "no", lang)
    if value in ("player", "banker"):
        return say(str(value), lang)
    return f"{value:.6f}" if isinstance(value, float) else str(value)


@field.command()
@game_argument
@click.option("--players", type=int, help="How many are at the table; in banker games there is no need of it.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=USUAL.seed,
    show_default=True,
    help="The same seed, the same field.",
)
@click.option(
    "--hands", type=click.IntRange(64, 1 << 16), default=USUAL.size, show_default=True, help="Hands of the field."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 100_000),
    default=USUAL.rounds,
    show_default=True,
    help="Rounds of fictitious play.",
)
@click.option(
    "--pool",
    type=click.IntRange(64, 1 << 20),
    help="Hands of the average in the making, and of those that measure; four times --hands.",
)
@click.option(
    "--tests", type=click.IntRange(64, 1 << 20), default=USUAL.tests, show_default=True, help="Hands to measure with."
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The file, or in banker games the folder of both; named after the game, here, by default.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the state is kept after each round, and taken up if it is there.",
)
@rule_options
def build(
    game_name: str,
    players: int | None,
    seed: int,
    hands: int,
    rounds: int,
    pool: int | None,
    tests: int,
    threads: int,
    out: Path | None,
    resume: Path | None,
    options: tuple[str, ...],
) -> None:
    """Make a field by fictitious play: start from strongest, respond to the average of all rounds, repeat.

    After each round its exploitability is said, in units a deal and opponent, as an interval.
    """
    game = load_game(game_name, options)
    try:
        size, _ = expected.table_of(game, players, None)
    except ValueError as error:
        raise UserError(str(error)) from None
    if players is None and not game.has_banker:
        raise UserError(f"--players is missing: {game.id} has {game.players[0]} to {game.players[1]}")
    pool = pool or min(1 << 20, 4 * hands)
    if pool < hands:
        raise UserError(f"--pool must be at least --hands, {hands}")
    plan = builder.Plan(size, seed, rounds, pool, hands, judges=pool, tests=tests, threads=threads)

    def progress(done: int, total: int, text: str) -> None:
        click.echo(f"round {done} of {total}" + (f": exploitability {text}" if text else ""), err=True)

    try:
        found = builder.build(game, plan, state_path=resume, progress=progress, measure_every=1)
    except (ValueError, KeyError) as error:
        raise UserError(str(error)) from None
    folder = out if game.has_banker else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for each in found:
        name = shipped.file_name(game.id, size, each.role, expected.changed_options(game))
        path = (folder / name) if folder is not None else out or Path(name)
        path.write_bytes(each.data)
        click.echo(f"{path}\t{len(each.data)} bytes\texploitability {each.measure}")


@field.command()
@game_argument
@_players_options
@FILE
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=Path("field.png"), show_default=True)
@click.option("--hands", type=click.IntRange(100, 1_000_000), default=20_000, show_default=True, help="Fresh hands.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@rule_options
def plot(
    game_name: str,
    players: int | None,
    role: str | None,
    path: Path | None,
    out: Path,
    hands: int,
    seed: int,
    options: tuple[str, ...],
) -> None:
    """Draw how strong the piles of those who play against a field are, by category, and what their hands earn.

    It needs matplotlib, which comes with lipai[plot].
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise UserError("drawing needs matplotlib: pip install 'lipai[plot]'") from None
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    game = load_game(game_name, options)
    name, found = _opened(game, players, role, path)
    shares, values = _sample(game, found, hands, seed)
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5), constrained_layout=True)
    order = list(game.rules["ranking"]["order"])
    for i, pile in enumerate(game.pile_names):
        left.bar(
            [k + 0.27 * (i - 1) for k in range(len(order))], [shares[i].get(c, 0) for c in order], 0.27, label=pile
        )
    left.set_xticks(range(len(order)), [say(c, "en") for c in order], rotation=40, ha="right")
    left.set_ylabel("share of hands")
    left.set_title(f"{game.id}: piles against {name.removesuffix('.bin')}")
    left.legend()
    steps = [100 * (k + 0.5) / PERCENTILES for k in range(PERCENTILES)]  # without the ends, where one hand decides
    right.plot(steps, _percentiles(values, steps))
    right.axhline(0, color="grey", linewidth=0.8)
    right.set_xlabel("percentile of hands")
    right.set_ylabel("expected net units a deal")
    right.set_title("what a hand earns")
    try:
        figure.savefig(out, dpi=120)
    except ValueError as error:
        raise UserError(f"{out}: {error}") from None
    finally:
        plt.close(figure)
    click.echo(str(out))


def _sample(game: PileGame, found: Field, hands: int, seed: int) -> tuple[list[dict[str, float]], NDArray[np.float64]]:
    """Of fresh hands arranged by expected value, the share of each category by pile, and what they are worth."""
    import numpy as np

    piles, values = game.arrange_many(builder.deal(game, seed, 0, hands), objective="expected", field=found)
    shares: list[dict[str, float]] = []
    start = 0
    for size in game.pile_sizes:
        strengths, counts = np.unique(
            game.rank_many(np.ascontiguousarray(piles[:, start : start + size])), return_counts=True
        )
        share: dict[str, float] = {}
        for strength, count in zip(strengths.tolist(), counts.tolist(), strict=True):
            category = game.category(strength)
            share[category] = share.get(category, 0) + count / hands
        shares.append(share)
        start += size
    return shares, values.astype(np.float64)


def _percentiles(values: NDArray[np.float64], steps: list[float]) -> list[float]:
    import numpy as np

    found: list[float] = np.percentile(values, steps).tolist()
    return found
