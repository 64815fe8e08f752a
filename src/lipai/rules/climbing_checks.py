"""Which rules of climbing games make sense."""

from __future__ import annotations

from typing import Final

from lipai.rules.checks import check_options, refuse
from lipai.rules.climbing import ClimbingRules, Form, deck_counts, ranks_of
from lipai.rules.schema import Family

MOST_FORMS: Final = 24
MOST_CARDS: Final = 20
JOKERS: Final = (13, 14)
BARE: Final = Form(name="", group=1, ranks="3")


def check(rules: ClimbingRules) -> None:
    """Refuses rules of the right shape that can't be played or compiled."""
    _check_deck(rules)
    if not any(form.enabled for form in rules.form.values()):
        refuse("form", "must hold at least one form")
    if len(rules.form) > MOST_FORMS:
        refuse("form", f"must hold {MOST_FORMS} forms at most, not {len(rules.form)}")
    for name, form in rules.form.items():
        _check_form(f"form.{name}", form)
    _check_kinds(rules)
    if (rules.auction is None) != (rules.play.lead != "landlord"):
        refuse("auction", 'goes with play.lead = "landlord", and only with it')
    if rules.auction is not None and len(set(rules.auction.modes)) != max(len(rules.auction.modes), 1):
        refuse("auction.modes", "must be one or two different modes")
    check_options(rules)


def _check_deck(rules: ClimbingRules) -> None:
    deck = rules.deck
    try:
        cards = sum(deck_counts(deck))
    except ValueError as error:
        refuse("deck.without", str(error))
    fewest, most = rules.players
    if not 2 <= fewest <= most:
        refuse("players", f"must be at least 2 and ascend, not {list(rules.players)}")
    if deck.hand + deck.bottom > MOST_CARDS:
        refuse("deck.bottom", f"a hand of {deck.hand} with it has more than {MOST_CARDS} cards")
    if most * deck.hand + deck.bottom > cards:
        refuse("deck.hand", f"{most} hands of {deck.hand} and the bottom need more than the deck's {cards} cards")


def _check_form(key: str, form: Form) -> None:
    try:
        ranks = ranks_of(form.ranks)
    except ValueError as error:
        refuse(f"{key}.ranks", str(error))
    if form.longest < form.shortest:
        refuse(f"{key}.longest", f"must be at least shortest, which is {form.shortest}")
    if form.joined and (form.group, form.longest, form.kickers, ranks) != (1, 1, "none", JOKERS):
        refuse(f"{key}.joined", 'is for both jokers as one group: group = 1, ranks = "X-D", no kickers')
    if form.kickers == "none":
        for name in ("each", "alike", "joker_couple", "adjoining"):
            if getattr(form, name) != getattr(BARE, name):
                refuse(f"{key}.{name}", "goes only with kickers")
    elif form.kickers == "pair_single":
        if form.longest > 1 or form.each > 1:
            refuse(f"{key}.kickers", "a pair and a single go with one group, once")
        if form.alike < 2:
            refuse(f"{key}.alike", "must be at least 2, which a pair takes")


def _check_kinds(rules: ClimbingRules) -> None:
    bombs: dict[str, bool] = {}
    for name, form in rules.form.items():
        kind = form.kind or name
        if kind not in rules.form:
            refuse(f"form.{name}.kind", f"there is no form {kind!r} to give the kind its name")
        if bombs.setdefault(kind, form.bomb > 0) != (form.bomb > 0):
            refuse(f"form.{name}.bomb", f"some forms of the kind {kind} are bombs and some are not")


FAMILY: Final = Family(ClimbingRules, check)
