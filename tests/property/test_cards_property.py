"""Cards as text: whatever is written is read back, in every spelling, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import lipai
from tests.oracle.text import OracleError
from tests.oracle.text import parse as oracle_parse

codes = st.lists(st.integers(0, 53), unique=True)
RANKS = [[r] for r in "23456789"] + [["T", "10", "t"]] + [[r, r.lower()] for r in "JQKA"]
SUIT_NAMES = [["♣", "梅花", "草花"], ["♦", "方块", "方塊", "方片"], ["♥", "红桃", "紅桃"], ["♠", "黑桃"]]
JOKERS = [["BJ", "bj", "Bj", "小王"], ["RJ", "rJ", "大王"]]


@st.composite
def spelling(draw: st.DrawFn, code: int) -> str:
    """One of the ways to write a card (N-2, N-3)."""
    if code >= 52:
        return draw(st.sampled_from(JOKERS[code - 52]))
    rank = draw(st.sampled_from(RANKS[code // 4]))
    if draw(st.booleans()):
        return rank + draw(st.sampled_from("CcDdHhSs"[2 * (code % 4) :][:2]))
    suit = draw(st.sampled_from(SUIT_NAMES[code % 4]))
    return draw(st.sampled_from([rank + suit, suit + rank]))


@given(codes)
def test_what_is_written_is_read_back(cards: list[int]) -> None:
    text = lipai.format_cards(cards)
    assert lipai.parse_cards(text) == tuple(cards)
    assert lipai.format_cards(text) == text
    assert len(text) == max(3 * len(cards) - 1, 0)


@given(st.data(), codes)
def test_every_spelling(data: st.DataObject, cards: list[int]) -> None:
    tokens = [data.draw(spelling(code)) for code in cards]
    separators = [data.draw(st.sampled_from(["", " ", ",", ", ", "\t", "\n"])) for _ in cards]
    text = "".join(part for pair in zip(tokens, separators, strict=True) for part in pair)
    assert lipai.parse_cards(text) == tuple(cards)
    assert lipai.parse_cards(tokens) == tuple(cards)


pieces = st.sampled_from(
    [*"23456789TJQKAtjqka10CDHScdhsBR ,\t;-x", *"♠♥♣♦黑红紅桃梅草花方块塊片小大王", "10", "BJ", "AS"]
)


@given(st.lists(pieces, max_size=12).map("".join) | st.text(max_size=8))
def test_the_same_as_the_oracle(text: str) -> None:
    """The same cards, or the same refusal in the same place."""
    text = text.translate({ord(c): None for c in "\ufe0e\ufe0f，、\u3000"})  # what lipai reads beyond N-3
    want, refused = attempt(oracle_parse, text)
    found, error = attempt(lipai.parse_cards, text)
    assert found == want
    if refused is not None:
        assert error is not None
        assert (error.code, error.position) == (refused.kind, refused.position)
        assert error.value
        assert text[error.position :].startswith(error.value)


def attempt(parse: Callable[[str], Iterable[int]], text: str) -> tuple[list[int] | None, Any]:
    """The cards, or the refusal."""
    try:
        return list(parse(text)), None
    except (OracleError, lipai.CardError) as error:
        return None, error
