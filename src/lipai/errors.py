"""The errors of lipai, one class for each status of the C core.

Every class carries ``code``, the word that the request format uses for it, and attributes that say where the
fault lies: ``value``, the offending token or number, and ``position``, its place in the input - the character
offset in a text, the index in a sequence, ``(row, index)`` in a batch - or None where the input as a whole is wrong.
What is said of a table has ``argument``, the name of the argument at fault, and its ``position`` is ``(seat, index)``,
in a batch ``(row, seat, index)``, where index counts the cards of the seat and is that of the first card at fault.
"""

from __future__ import annotations

__all__ = [
    "CardError",
    "DuplicateCardError",
    "FieldError",
    "HandSizeError",
    "IllegalArrangementError",
    "IllegalPlayError",
    "InstructionSetError",
    "LipaiError",
    "NotInDeckError",
    "RulesError",
    "TableError",
    "UnknownGameError",
    "UnknownOptionError",
]


class LipaiError(Exception):
    """Base of every error that lipai raises for a reason of its own."""

    code = "bad_request"

    def __init__(
        self,
        message: str,
        *,
        value: object = None,
        position: int | tuple[int, ...] | None = None,
        argument: str | None = None,
    ) -> None:
        super().__init__(message)
        self.value = value
        self.position = position
        self.argument = argument


class CardError(LipaiError, ValueError):
    """A token or code that is no card (N-5)."""

    code = "bad_card"


class DuplicateCardError(CardError):
    """The same card twice (N-5)."""

    code = "duplicate_card"


class NotInDeckError(CardError):
    """A card that the game's deck does not hold (N-5)."""

    code = "not_in_deck"


class HandSizeError(LipaiError, ValueError):
    """A wrong number of cards (N-5): ``value`` is the number found, ``position`` that of the first card too many, where
    it is one hand or pile that has them.
    """

    code = "wrong_count"


class IllegalArrangementError(LipaiError, ValueError):
    """An arrangement that the rules call a foul, or a hand that some rules of one's own leave without a legal one:
    ``position`` is then its row in a batch, else None.
    """

    code = "foul"


class IllegalPlayError(LipaiError, ValueError):
    """A play that the rules do not allow."""

    code = "illegal_play"


class TableError(LipaiError, ValueError):
    """A table that there cannot be: too many players, no banker, a bet below zero, a special that the game lacks; or
    another argument that the game has no use for. ``argument`` names it.
    """

    code = "bad_request"


class FieldError(LipaiError, ValueError):
    """A field that is damaged or made for another game, or none that is shipped for the game and table in question."""

    code = "bad_request"


class RulesError(LipaiError, ValueError):
    """A rule file or an option that is unknown, mistyped or impossible; ``value`` is the key's dotted name."""

    code = "bad_request"


class UnknownOptionError(RulesError):
    """An option that the game does not have, or a value that the option does not take."""

    code = "unknown_option"


class UnknownGameError(LipaiError, LookupError):
    """A game id that is not registered."""

    code = "unknown_game"


class InstructionSetError(RuntimeError):
    """An instruction set that this machine or this build lacks. No fault of a hand or a rule, so no ``LipaiError``."""
