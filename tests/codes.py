"""The codes of errors in answers (docs/requests.md)."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    *("bad_json", "bad_request", "unknown_game", "unknown_op", "unknown_option", "bad_card", "duplicate_card"),
    *("not_in_deck", "wrong_count", "foul", "illegal_play", "too_large", "internal"),
}
