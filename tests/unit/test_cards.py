"""Cards in all their forms (N-1 to N-5); the accepted texts themselves are rows of seeds/notation.toml."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

import lipai
from lipai._native import cards as native

CODES = (51, 34, 29, 0, 52, 53)
TEXT = "AS TH 9D 2C BJ RJ"


@pytest.mark.parametrize(
    "cards",
    [
        TEXT,
        bytes(CODES),
        bytearray(CODES),
        list(CODES),
        CODES,
        TEXT.split(),
        tuple(TEXT.split()),
        ["♠A", 34, "方片9", np.uint8(0), "小王", 53],
        np.array(CODES, dtype=np.uint8),
        np.array(CODES, dtype=np.int64),
        array("i", CODES),
        memoryview(bytes(CODES)),
    ],
    ids=lambda cards: type(cards).__name__,
)
def test_every_form(cards: lipai.CardInput) -> None:
    assert lipai.parse_cards(cards) == CODES
    assert lipai.format_cards(cards) == TEXT


@pytest.mark.parametrize("suit", ["♠️", "♠︎"], ids=["emoji", "text"])
def test_variation_selector(suit: str) -> None:
    assert lipai.parse_cards(f"{suit}A 10{suit} {suit}9") == (51, 35, 31)


@pytest.mark.parametrize("separator", [" ", ",", ", ", "\t", "\n", "\r\n", "，", "、", "\u3000", ""])
def test_separators(separator: str) -> None:
    assert lipai.parse_cards(separator.join(["", "10S", "♥9", "K黑桃", ""])) == (35, 30, 47)


def test_all_cards() -> None:
    text = lipai.format_cards(range(54))
    assert lipai.parse_cards(text) == tuple(range(54))
    assert lipai.parse_cards(text.lower().replace(" ", "")) == tuple(range(54))


@pytest.mark.parametrize(
    ("cards", "error", "value", "position"),
    [
        ("AS 黑K", lipai.CardError, "黑K", 3),
        ("黑桃A ♥1", lipai.CardError, "♥1", 4),
        ("AS KH;QD", lipai.CardError, ";", 5),
        ("♠️A 10♠️ AS", lipai.DuplicateCardError, "AS", 9),
        ("AS\0KH", lipai.CardError, "\0", 2),
        ("AS \ud800", lipai.CardError, "\ud800", 3),
        ("AS \U0001f0a1", lipai.CardError, "\U0001f0a1", 3),
        (b"AS KH", lipai.CardError, ord("A"), 0),
        (bytes([0, 1, 54]), lipai.CardError, 54, 2),
        (bytes([5, 1, 5]), lipai.DuplicateCardError, 5, 2),
        ([5, 1, 5], lipai.DuplicateCardError, 5, 2),
        ([5, -1], lipai.CardError, -1, 1),
        ([2**70], lipai.CardError, 2**70, 0),
        (["AS", "KX"], lipai.CardError, "KX", 1),
        (["AS", "KH QH"], lipai.CardError, "KH QH", 1),
        (["AS", ""], lipai.CardError, "", 1),
        (["AS", 51], lipai.DuplicateCardError, 51, 1),
        (["AS", "\udc80"], lipai.CardError, "\udc80", 1),
        (["AS", "KHKH"], lipai.CardError, "KHKH", 1),
        (list(range(54)) * 2, lipai.DuplicateCardError, 0, 54),
    ],
)
def test_refused(cards: lipai.CardInput, error: type[lipai.CardError], value: object, position: int) -> None:
    for read in (lipai.parse_cards, lipai.format_cards):
        with pytest.raises(error) as refused:
            read(cards)
        assert type(refused.value) is error
        assert (refused.value.value, refused.value.position) == (value, position)
        assert repr(value) in str(refused.value)


@pytest.mark.parametrize(
    "cards", [None, 51, 5.0, {51: 1}, {51, 50}, iter([51]), [5.0], [None], [True], [[1]], [b"AS"], object()]
)
def test_what_is_not_cards_at_all(cards: object) -> None:
    with pytest.raises(TypeError, match="cards must be"):
        lipai.parse_cards(cards)  # type: ignore[arg-type]


def test_text_of_a_subclass() -> None:
    class Text(str):
        def encode(self, *_: object) -> bytes:
            raise AssertionError

    assert lipai.parse_cards(Text("AS")) == (51,)
    with pytest.raises(lipai.CardError):
        lipai.parse_cards(Text("AX"))


def test_a_status_is_one_class() -> None:
    """The statuses of the core and the classes of lipai.errors, one to one."""
    classes = [native.error_class(status) for status in range(1, 11)]
    value = classes.index(ValueError) + 1
    assert [native.error_class(s, 1) for s in range(1, 11) if s != value] == [c for c in classes if c is not ValueError]
    classes.append(native.error_class(value, 1))
    assert len(set(classes)) == len(classes)
    own = {c for c in classes if issubclass(c, lipai.LipaiError | lipai.InstructionSetError)}
    # TableError is LP_E_VALUE where it speaks of a table; the core does not know the others.
    python_only = {lipai.LipaiError, lipai.UnknownGameError, lipai.UnknownOptionError, lipai.TableError}
    every = {getattr(lipai, name) for name in lipai.__all__ if name.endswith("Error")}
    assert own | python_only == every
    with pytest.raises(KeyError):
        native.error_class(0)


def test_version() -> None:
    assert native.version() == lipai.__version__
