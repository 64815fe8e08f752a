"""The C library from another language, here through Python's own ctypes: what hands of mahjong wait for.

    make -C csrc
    python examples/native.py csrc/build/liblipai.so 23456789m11122z

No part of the Python package is used. Every call returns a status, and fills an error where it is not 0.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence

FACES, MELDS, TILES = 34, 4, 17


class Error(ctypes.Structure):
    _fields_ = [
        ("row", ctypes.c_int64),
        ("place", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("value", ctypes.c_int32),
        ("detail", ctypes.c_int32),
    ]


class Library:
    """The functions of liblipai that are needed here, with the types of their arguments."""

    def __init__(self, path: str) -> None:
        self._lib = lib = ctypes.CDLL(path)
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        lib.lp_version.restype = lib.lp_status_text.restype = ctypes.c_char_p
        lib.lp_tiles_parse.argtypes = [ctypes.c_char_p, size, pointer, size, pointer, pointer]
        lib.lp_tiles_format.argtypes = [pointer, size, ctypes.c_char_p, size, pointer]
        lib.lp_mahjong_new.argtypes = [ctypes.c_int, pointer, pointer]
        lib.lp_mahjong_free.argtypes, lib.lp_mahjong_free.restype = [pointer], None
        lib.lp_waits.argtypes = [pointer, ctypes.c_uint, pointer, ctypes.c_uint, pointer, pointer, pointer]
        self.version = lib.lp_version().decode()
        self._error = Error()
        self._tables = ctypes.c_void_p()
        self._check(lib.lp_mahjong_new(0, ctypes.byref(self._tables), ctypes.byref(self._error)))

    def close(self) -> None:
        self._lib.lp_mahjong_free(self._tables)

    def waits(self, text: str) -> list[str]:
        """Faces that complete 3k + 1 tiles; ``ValueError`` where the text is no such hand."""
        raw, tiles, n = text.encode(), (ctypes.c_uint8 * TILES)(), ctypes.c_size_t()
        error, found = ctypes.byref(self._error), ctypes.c_uint64()
        self._check(self._lib.lp_tiles_parse(raw, len(raw), tiles, TILES, ctypes.byref(n), error))
        held = tiles[: n.value]
        if any(tile >= FACES for tile in held):
            raise ValueError("a flower is no part of a hand")
        counts = (ctypes.c_uint8 * FACES)(*(held.count(face) for face in range(FACES)))
        self._check(self._lib.lp_waits(self._tables, MELDS, counts, 0, None, ctypes.byref(found), error))
        return [self._format(face) for face in range(FACES) if found.value >> face & 1]

    def _format(self, face: int) -> str:
        out = ctypes.create_string_buffer(3)
        self._check(self._lib.lp_tiles_format(bytes([face]), 1, out, 3, ctypes.byref(self._error)))
        return out.value.decode()

    def _check(self, status: int) -> None:
        if status:
            raise ValueError(f"{self._lib.lp_status_text(status).decode()} (place {self._error.place})")


def main(arguments: Sequence[str]) -> int:
    if len(arguments) < 2:
        print("usage: native.py LIBRARY HAND...", file=sys.stderr)
        return 2
    library, failed = Library(arguments[0]), 0
    print(f"lipai {library.version}")
    for text in arguments[1:]:
        try:
            print(text, "waits for", *library.waits(text) or ["nothing"])
        except ValueError as error:
            print(f"{text}: {error}", file=sys.stderr)
            failed = 2
    library.close()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
