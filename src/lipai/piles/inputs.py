"""What callers of a pile game hand over, read and refused: batches, utilities, piles with a fault in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lipai._native import cards as _cards
from lipai.cards import CardInput
from lipai.errors import DuplicateCardError, LipaiError
from lipai.rules.piles import PileRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lipai.piles.game import PileGame

MOST_TOP: Final = 2**63 - 1
# Three whole numbers up to this one have an exact sum in double precision.
LARGEST_INTEGER: Final = 2**51
# The sum of three is finite.
LARGEST_UTILITY: Final = 1e300


def describe(rules: PileRules, options: Mapping[str, object], cards: int) -> str:
    """The ranking rules in a few lines."""
    order = "increasing" if rules.piles.order == "increasing" else "not decreasing"
    piles = ", ".join(f"{name} {size}" for name, size in zip(rules.piles.names, rules.piles.sizes, strict=True))
    categories = " < ".join(f"{name} {rules.category[name].name}" for name in rules.ranking.order)
    chosen = ", ".join(f"{name}={value!r}" for name, value in options.items()) or "none"
    fewest, most = rules.players
    return "\n".join(
        [
            f"{rules.name} ({rules.id}): {fewest} to {most} players, {cards} cards",
            f"piles: {piles}, {order}",
            f"categories: {categories}",
            f"options: {chosen}",
        ]
    )


def reason_of(rules: PileRules, strengths: Sequence[int], categories: Sequence[str], fault: int) -> str:
    """Why piles are a foul: pile number ``fault`` is not above the one before it."""
    above, below = rules.piles.names[fault], rules.piles.names[fault - 1]
    how = "equal to" if strengths[fault] == strengths[fault - 1] else "smaller than"
    reason = f"the {above} ({categories[fault]}) is {how} the {below} ({categories[fault - 1]})"
    return reason if rules.piles.clause is None else f"{reason}: {rules.piles.clause}"


def raise_fault(game: PileGame, piles: Sequence[CardInput]) -> None:
    """Raises what is wrong with three piles, with the pile that it is in."""
    codes = [_read_pile(game, i, pile) for i, pile in enumerate(piles)]
    for i in (1, 2):
        for place, card in enumerate(codes[i]):
            if any(card in earlier for earlier in codes[:i]):
                token = _cards.format([card])
                message = f"{token} is in the {game.pile_names[i]} and in another pile"
                raise DuplicateCardError(message, value=token, position=(i, place))


def _read_pile(game: PileGame, i: int, pile: CardInput) -> bytes:
    try:
        codes = _cards.parse(pile)
        if len(codes) != game.pile_sizes[i]:
            raise _cards.count_error("", pile, len(codes), game.pile_sizes[i])
        game._tables.strength(pile)
    except LipaiError as error:
        position = (i, error.position) if isinstance(error.position, int) else None
        message = f"the {game.pile_names[i]}: {error}"
        raise type(error)(message, value=error.value, position=position) from None
    return codes


def utility(table: Any, name: str, length: int) -> NDArray[Any]:
    """One table of utilities, checked; ``name`` is the pile's."""
    import numpy as np

    try:
        array = np.asarray(table)
    except ValueError:  # rows of several lengths
        raise TypeError(f"utilities of the {name} must be integers or floating-point numbers in a row") from None
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        raise TypeError(f"utilities of the {name} must be integers or floating-point numbers, not {array.dtype}")
    if array.shape != (length,):
        raise ValueError(f"utilities of the {name} must have shape [{length}], not {list(array.shape)}")
    if array.dtype.kind == "f":
        right = np.abs(array.astype(np.float64)) <= LARGEST_UTILITY  # false for what is no number
        if not right.all():
            bad = int(np.flatnonzero(~right)[0])
            raise ValueError(
                f"utilities of the {name} must be from {-LARGEST_UTILITY:g} to {LARGEST_UTILITY:g}:"
                f" the one of strength {bad} is {array[bad]}"
            )
    elif int(array.max()) > LARGEST_INTEGER or int(array.min()) < -LARGEST_INTEGER:
        raise ValueError(f"utilities of the {name} must be from -2**51 to 2**51 where they are integers")
    return array
