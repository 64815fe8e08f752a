"""What a message says of a name that is none: the one that was meant, if one is close, or else those that there are."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 40


def hint(name: str, known: Iterable[str]) -> str:
    """Such as "did you mean 'x'?", "there are x, y", or "there are none"."""
    import difflib  # rarely needed, and slow to import

    known = tuple(known)
    close = difflib.get_close_matches(name[:LONGEST], known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known) or 'none'}"
