from collections.abc import Sequence

from lipai.errors import HandSizeError

__pyx_capi__: dict[str, object]

def error_class(status: int, fault: int = 0) -> type[Exception]: ...
def parse(cards: str | bytes | bytearray | Sequence[int] | Sequence[str]) -> bytes: ...
def format(cards: str | bytes | bytearray | Sequence[int] | Sequence[str]) -> str: ...
def count_error(
    what: str,
    cards: str | bytes | bytearray | Sequence[int] | Sequence[str],
    n: int,
    most: int,
    wanted: object = None,
) -> HandSizeError: ...
def version() -> str: ...
