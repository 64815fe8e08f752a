"""What ``lipai rules`` shows of a climbing game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lipai.cli.sections import Section, Words, flat
from lipai.cli.words import of_rules, say
from lipai.climbing import ClimbingGame


def sections(game: ClimbingGame, lang: str) -> Iterator[Section]:
    """What belongs to the heading of the game itself, then the tables of its rules."""
    data = game.rules
    play = data["play"]
    lines = [
        [say("lead", lang), of_rules(play["lead"], lang)],
        [say("passes", lang), str(play["passes"])],
    ]
    if data["deck"]["without"]:
        lines.append([say("without", lang), data["deck"]["without"]])
    if data["auction"] is not None:
        lines.append([say("auction", lang), " ".join(of_rules(mode, lang) for mode in data["auction"]["modes"])])
    yield Section(say("game", lang), lines)
    jokers = not {"X", "D"} & set(data["deck"]["without"])
    forms = [_form(name, form, jokers, lang) for name, form in data["form"].items() if form["enabled"]]
    yield Section(say("combinations", lang), forms)
    yield Section(say("settlement", lang), list(flat(data["settlement"], Words(lang, {}))))


def _form(name: str, form: Mapping[str, Any], jokers: bool, lang: str) -> list[str]:
    """Name, body, ranks, kickers and bomb level of one form."""
    groups = str(form["shortest"])
    if form["longest"] > form["shortest"]:
        groups += f"-{form['longest']}"
    body = "XD" if form["joined"] else f"{form['group']} x {groups}"
    kickers = "" if form["kickers"] == "none" else _kickers(form, jokers, lang)
    bomb = f"{of_rules('bomb', lang)} {form['bomb']}" if form["bomb"] else ""
    names = [form["name"]] if lang == "zh" else [name, form["name"]]
    return [*names, body, form["ranks"], kickers, bomb]


def _kickers(form: Mapping[str, Any], jokers: bool, lang: str) -> str:
    """What goes with each group of a body, and what is allowed where it is several cards or pairs."""
    kind, several = form["kickers"], form["each"] * form["longest"] > 1
    what = say(f"{kind}_{form['each']}", lang)
    words = [say("each_group", lang).format(what) if form["longest"] > 1 else what]
    if several or kind == "pair_single":
        words.append(say(f"alike_{form['alike']}", lang))
    if several and kind == "singles" and jokers:
        words.append(say("both_jokers" if form["joker_couple"] else "not_both_jokers", lang))
    if not form["adjoining"]:
        words.append(say("not_adjoining", lang))
    return "+ " + ", ".join(words)
