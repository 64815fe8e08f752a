"""The shape of a climbing game's rule file: its tables and keys, and what each may hold."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from lipai.rules.schema import RuleSet, Table, Text

RANKS: Final = "3456789TJQKA2XD"  # weakest first (DDZ-4, GP-2); X is the black joker, D the red one
FULL_DECK: Final = (4,) * 13 + (1, 1)
REASONS: Final = ("shuttle", "high_rank", "short", "body_rank", "alike", "jokers", "kickers", "no_form")

Reason = Literal["shuttle", "high_rank", "short", "body_rank", "alike", "jokers", "kickers", "no_form"]
Size = Annotated[int, Meta(ge=1, le=4)]
Length = Annotated[int, Meta(ge=1, le=12)]
FormName = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class Deck(Table, frozen=True):
    """54 cards but for those of ``without``; a hand, and the cards that one player takes beside it."""

    hand: Annotated[int, Meta(ge=1, le=20)]
    bottom: Annotated[int, Meta(ge=0, le=19)] = 0
    without: str = ""


class Play(Table, frozen=True):
    """Who leads first, and the passes in a row after which the player of the last play leads."""

    lead: Literal["landlord", "lowest_spade"]
    passes: Annotated[int, Meta(ge=1, le=5)]


class Auction(Table, frozen=True):
    """The ways to choose the landlord that the game knows."""

    modes: tuple[Literal["call", "rob"], ...]


class Stake(Table, frozen=True, tag="stake", tag_field="kind"):
    """Each farmer plays for the stake with the landlord; ``spring`` doubles it where a side was shut out."""

    spring: bool = False


class CardsLeft(Table, frozen=True, tag="cards_left", tag_field="kind"):
    """The loser pays for each card left, twice where none was played."""


class Form(Table, frozen=True):
    """One form of the combination ``kind``, which is the form's own name where it is left out.

    The body is ``group`` cards of each of ``shortest`` to ``longest`` consecutive ranks among ``ranks``, or with
    ``joined`` one card of each of ``ranks``. ``each`` kickers go with every group, none of a rank of the body, at most
    ``alike`` of one rank; the next two keys say whether they may be both jokers, or hold a group that would make the
    body longer. A bomb beats everything of a lower level of ``bomb``, 0 being none.
    """

    name: Text
    group: Size
    ranks: Text
    kind: FormName | None = None
    shortest: Length = 1
    longest: Length = 1
    joined: bool = False
    kickers: Literal["none", "singles", "pairs", "pair_single"] = "none"
    each: Annotated[int, Meta(ge=1, le=2)] = 1
    alike: Size = 4
    joker_couple: bool = True
    adjoining: bool = True
    bomb: Annotated[int, Meta(ge=0, le=9)] = 0
    enabled: bool = True


class ClimbingRules(RuleSet, frozen=True, kw_only=True):
    """A climbing game's rules, complete and consistent."""

    family: Literal["climbing"]
    deck: Deck
    play: Play
    auction: Auction | None = None
    settlement: Stake | CardsLeft
    form: dict[FormName, Form]
    reasons: dict[Reason, Text] = {}


def ranks_of(text: str) -> tuple[int, ...]:
    """The ranks of a text such as ``3-J K-2``, ascending; ValueError for one that means none."""
    found: set[int] = set()
    for part in text.split():
        low, dash, high = part.partition("-")
        ends = (low, high) if dash else (low, low)
        if any(len(end) != 1 or end not in RANKS for end in ends):
            raise ValueError(f"{part!r} is no rank and no range of ranks among {RANKS}")
        first, last = map(RANKS.index, ends)
        if first > last:
            raise ValueError(f"{part!r} descends")
        found |= set(range(first, last + 1))
    if not found:
        raise ValueError("names no rank")
    return tuple(sorted(found))


def deck_counts(deck: Deck) -> tuple[int, ...]:
    """How many cards of each rank the deck has; ValueError for ``without`` that takes more than there is."""
    counts = list(FULL_DECK)
    for letter in deck.without:
        if letter not in RANKS or not counts[RANKS.index(letter)]:
            raise ValueError(f"there is no {letter!r} to leave out")
        counts[RANKS.index(letter)] -= 1
    return tuple(counts)
