"""Rows for other programs: JSON Lines, CSV without cells that a spreadsheet runs as formulas, and Parquet."""

import csv
import importlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from sicbo.errors import BadInput, NotFound
from sicbo.house.export.bundles import made, open_private
from sicbo.house.export.wager_rows import COLUMNS, Row

NUMBERS = ("round", "version", "record", "stake", "winnings", "returned", "collected", "wall", "corrected")
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "'")
CHUNK = 10_000


def write(rows: Iterable[Row], form: str, out: Path) -> int:
    """Write rows to a new file that only its owner can read, and return their number."""
    if form not in FORMS:
        raise NotFound("form of table", form, FORMS)
    with made(out) as making:
        count = FORMS[form](rows, making)
        with making.open("rb+") as file:
            os.fsync(file.fileno())
    return count


def escaped(cell: str) -> str:
    """Return a text that a spreadsheet shows as it is: a quote precedes what could be a formula."""
    return f"'{cell}" if cell.startswith(FORMULAS) else cell


def _values(row: Row) -> list[Any]:
    return [getattr(row, column) for column in COLUMNS]


def _jsonl(rows: Iterable[Row], path: Path) -> int:
    count = 0
    with open_private(path) as file:
        for row in rows:
            file.write(msgspec.json.encode(dict(zip(COLUMNS, _values(row), strict=True))) + b"\n")
            count += 1
    return count


def _csv(rows: Iterable[Row], path: Path) -> int:
    count = 0
    with io.TextIOWrapper(open_private(path), encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow(escaped(value) if isinstance(value, str) else value for value in _values(row))
            count += 1
    return count


def _parquet(rows: Iterable[Row], path: Path) -> int:
    arrow, parquet = _arrow()
    kinds = [(column, arrow.int64() if column in NUMBERS else arrow.string()) for column in COLUMNS]
    schema, count = arrow.schema(kinds), 0
    with open_private(path) as file, parquet.ParquetWriter(file, schema) as writer:
        for chunk in _chunks(rows):
            columns = list(zip(*map(_values, chunk), strict=True))
            arrays = [arrow.array(column, kind) for column, (_, kind) in zip(columns, kinds, strict=True)]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
            count += len(chunk)
    return count


def _arrow() -> tuple[Any, Any]:
    """Import the library for Parquet, which is an optional dependency."""
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise BadInput(
            "Parquet needs pyarrow, which is not installed: pip install 'sicbo[lab]', or choose csv or jsonl."
        ) from error


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while chunk := list(islice(left, CHUNK)):
        yield chunk


FORMS: dict[str, Callable[[Iterable[Row], Path], int]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "parquet": _parquet,
}
