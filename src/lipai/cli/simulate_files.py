"""The figures of a simulation as CSV, JSON and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from lipai.cli.hands import encode
from lipai.cli.program import UserError
from lipai.simulate import Row

# The columns of a Row and what they hold; those that can be empty.
TYPES: Final = {
    "kind": "string",
    "name": "string",
    "rules": "int64",
    "mean": "float64",
    "error": "float64",
    "variance": "float64",
    "deals": "int64",
    "share": "float64",
}
EMPTY: Final = ("rules", "error", "variance", "share")
KEY: Final = b"lipai"  # of the metadata of a Parquet file


def as_csv(head: dict[str, Any], rows: Sequence[Row]) -> bytes:
    """A line of column names, then a line for each row; what there is not is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows(rows)
    return text.getvalue().encode()


def as_json(head: dict[str, Any], rows: Sequence[Row]) -> bytes:
    """One object: what was played, and the rows."""
    return encode({**head, "rows": [row._asdict() for row in rows]}) + b"\n"


def as_parquet(head: dict[str, Any], rows: Sequence[Row]) -> bytes:
    """A table of the rows; what was played is JSON under the key ``lipai`` of the file's metadata."""
    pa = _arrow()
    from pyarrow import parquet

    fields = [pa.field(name, getattr(pa, kind)(), nullable=name in EMPTY) for name, kind in TYPES.items()]
    schema = pa.schema(fields, metadata={KEY: encode(head)})
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist([row._asdict() for row in rows], schema=schema), out)
    return out.getvalue()


FORMATS: Final[dict[str, Callable[[dict[str, Any], Sequence[Row]], bytes]]] = {
    ".csv": as_csv,
    ".json": as_json,
    ".parquet": as_parquet,
}


def check(out: Path) -> None:
    """Refuse before anything is played what could not be written after."""
    ending = out.suffix.lower()
    if ending not in FORMATS:
        raise UserError(f"{out}: the name of a file of figures ends with one of {', '.join(FORMATS)}")
    if ending == ".parquet":
        _arrow()


def write(out: Path, head: dict[str, Any], rows: Sequence[Row]) -> None:
    """Write the rows in the format that the file's name ends with, whole or not at all."""
    data = FORMATS[out.suffix.lower()](head, rows)
    beside = out.with_name(out.name + ".new")
    try:
        beside.write_bytes(data)
        beside.replace(out)
    except OSError as error:
        raise UserError(f"{out} can't be written: {error.strerror}") from None


def _arrow() -> Any:
    try:
        import pyarrow as pa
    except ImportError:
        raise UserError("Parquet needs pyarrow: pip install 'lipai[parquet]'") from None
    return pa
