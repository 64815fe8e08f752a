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
    forms = [_form(name, form, lang) for name, form in data["form"].items() if form["enabled"]]
    yield Section(say("combinations", lang), forms)
    yield Section(say("settlement", lang), list(flat(data["settlement"], Words(lang, {}))))


def _form(name: str, form: Mapping[str, Any], lang: str) -> list[str]:
    """Name, body, ranks, kickers and bomb level of one form."""
    groups = str(form["shortest"])
    if form["longest"] > form["shortest"]:
        groups += f"-{form['longest']}"
    body = "XD" if form["joined"] else f"{form['group']} x {groups}"
    kickers = ""
    if form["kickers"] != "none":
        kickers = f"+ {form['each']} {of_rules(form['kickers'], lang)}"
        if form["kickers"] == "singles" and not form["joker_couple"]:
            kickers += f", {of_rules('joker_couple', lang)} {say('no', lang)}"
        if form["alike"] < 4:
            kickers += f", {of_rules('alike', lang)} {form['alike']}"
    bomb = f"{of_rules('bomb', lang)} {form['bomb']}" if form["bomb"] else ""
    names = [form["name"]] if lang == "zh" else [name, form["name"]]
    return [*names, body, form["ranks"], kickers, bomb]
